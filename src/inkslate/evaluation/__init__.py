"""Predictions against labelled boards: metrics, tables, the error page."""
