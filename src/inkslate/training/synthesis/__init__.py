"""Synthetic boards from sentences."""
