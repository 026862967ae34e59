"""Notebooks of a Supernote."""
