"""Verbs for folders of notes."""
