"""Runs the command line as `python -m inkslate`."""

from __future__ import annotations

from inkslate.cli import main

if __name__ == "__main__":
    main()
