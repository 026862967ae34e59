"""InkML."""
