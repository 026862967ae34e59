"""Counts that agree with their nouns."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """`1 board`, `2 boards`; for nouns whose plural is an s more."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
