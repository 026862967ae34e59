"""Google Cloud Vision."""
