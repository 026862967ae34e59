"""hOCR."""
