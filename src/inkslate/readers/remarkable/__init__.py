"""Notebooks of a reMarkable."""
