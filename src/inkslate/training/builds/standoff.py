"""Labels that stand apart from the notes that they are for: we may keep them, the notes belong to other people.

One JSON object a line: `id` of the board, `sha256` of its words joined by blanks, and `regions`, for each region a list
of sentences `[start, end, label]`. A later version of a reader may divide the same words into other regions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from inkslate.board import Board, Label, Sentence
from inkslate.errors import InputError
from inkslate.formats import parse_json

STANDOFF = "standoff.jsonl"  # the file of labels in the corpus

Labels = Mapping[str, Any]  # by the id of the board


def load_labels(path: Path) -> dict[str, Labels]:
    """The labels of a file; none where there is no such file."""
    rows = [parse_json(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []
    return {row["id"]: row for row in rows}


def words_sha256(board: Board) -> str:
    """The sha256 of all words of a board."""
    words = (word for region in board.regions for word in region.word_texts)
    return hashlib.sha256(" ".join(words).encode()).hexdigest()


def divide(boards: Iterable[Board], labels: Mapping[str, Labels]) -> tuple[list[Board], list[Board]]:
    """The boards that have labels, with them, and the others; an InputError where a board has other words."""
    labelled, others = [], []
    for board in boards:
        mine = labels.get(board.id)
        if mine is None:
            others.append(board)
        elif mine["sha256"] != words_sha256(board):
            raise InputError(f"board {board.id!r}: has other words than its labels; get the notes again")
        else:
            labelled.append(_labelled(board, mine["regions"]))
    return labelled, others


def _labelled(board: Board, labels: Sequence[Sequence[tuple[int, int, int]]]) -> Board:
    """The board with its labels; a sentence is cut where the note is divided into other regions than it was."""
    sentences: list[tuple[int, int, int]] = []  # by their words on the whole board
    for given in labels:
        at = sentences[-1][1] if sentences else 0
        sentences += [(at + start, at + end, label) for start, end, label in given]
    regions, at = [], 0
    for region in board.regions:
        end = at + len(region.word_texts)
        here = [(start, last, label) for start, last, label in sentences if start < end and last > at]
        found = tuple(Sentence(max(start, at) - at, min(last, end) - at, Label(label)) for start, last, label in here)
        regions.append(replace(region, sentences=found))
        at = end
    return replace(board, regions=tuple(regions))
