"""Verbs of researchers: the paper's table, and benchmarks."""
