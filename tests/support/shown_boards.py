"""Boards as plain texts, for comparison in tests; `•` before a bulleted line."""

from __future__ import annotations

from inkslate.board import Board, Region


def shown(board: Board) -> list[list[str]]:
    """The lines of each region."""
    return [_lines(region) for region in board.regions]


def shown_by_id(board: Board) -> dict[str, list[str]]:
    """The lines of each region by its id."""
    return {region.id: _lines(region) for region in board.regions}


def _lines(region: Region) -> list[str]:
    return [("• " if line.bullet else "") + line.text for line in region.lines]
