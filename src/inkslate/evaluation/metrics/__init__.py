"""Matching, boundaries, counts and intervals: pure functions on spans."""
