"""The command line: one module a verb, shared options and output."""

from __future__ import annotations

from inkslate.cli.application import cli, main

__all__ = ["cli", "main"]
