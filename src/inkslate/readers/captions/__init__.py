"""Captions and transcripts: WebVTT and SRT."""
