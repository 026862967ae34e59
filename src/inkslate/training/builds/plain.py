"""Notes as a plain text has them: no marked headings, no indents, a heading right above what it is about.

Many people write no marks, and many exports lose them. A model that has only seen marked headings and depths relies on
them, so it learns from each note that has some a second time, without.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from inkslate.board import Board, Line, Region, Sentence

_SUFFIX = "-plain"  # of the id


def plain_copies(boards: Iterable[Board]) -> list[Board]:
    """Copies without marked headings and indents of the boards that have some."""
    return [_plain(board) for board in boards if any(map(_has_facts, board.regions))]


def original_id(board: Board) -> str:
    """The id of the board that this one was copied from, or its own."""
    return board.id.removesuffix(_SUFFIX)


def is_plain_copy(board: Board) -> bool:
    """Whether it is one of these copies."""
    return board.id.endswith(_SUFFIX)


def _has_facts(region: Region) -> bool:
    return any(line.heading or line.indent for line in region.lines)


def _plain(board: Board) -> Board:
    """Boxes and bullets stay: they are letters that people type."""
    regions: list[Region] = []
    above: list[Region] = []  # headings with nothing below them yet
    for region in board.regions:
        if region.lines and all(line.heading for line in region.lines if line.words):
            above.append(region)
        else:
            regions.append(_joined([*above, region]))
            above = []
    if above:
        regions.append(_joined(above))
    numbered = (replace(region, id=f"r{number}") for number, region in enumerate(regions, 1))
    return replace(board, id=board.id + _SUFFIX, regions=tuple(numbered))


def _joined(regions: Sequence[Region]) -> Region:
    lines: list[Line] = []
    sentences: list[Sentence] = []
    at = 0
    for region in regions:
        lines += [replace(line, heading=0, indent=0) for line in region.lines]
        sentences += [replace(mine, start=at + mine.start, end=at + mine.end) for mine in region.sentences or ()]
        at += len(region.word_texts)
    labelled = all(region.sentences is not None for region in regions)
    return replace(regions[0], lines=tuple(lines), sentences=tuple(sentences) if labelled else None)
