"""Synthetic boards from labelled boards, to-do items and texts."""
