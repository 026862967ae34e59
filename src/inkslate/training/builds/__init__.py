"""Whole models from data: `inkslate model build`."""
