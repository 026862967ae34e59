"""Microsoft's ink recognition tree."""
