"""The command line: one module for each verb; options and output are shared."""

from __future__ import annotations

from inkslate.cli.application import cli, main

__all__ = ["cli", "main"]
