"""The labelled boards of a training run, checked before anything expensive starts."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.formats import boards_of
from inkslate.readers import scan_document
from inkslate.readers.document import Document, load


@dataclass(frozen=True)
class TrainingData:
    """Labelled boards, and the sha256 of the files that they come from by name."""

    train: Sequence[Board]
    val: Sequence[Board]
    hashes: dict[str, str]


def load_data(train: str | Path, val: str | Path | None) -> TrainingData:
    """Read and check both files; an InputError where a region has no labels."""
    boards: list[list[Board]] = []
    hashes: dict[str, str] = {}
    for path in (train, val):
        if path is not None:
            document = load(path)  # once: it may be a pipe
            boards.append(_labelled(document))
            name, digest = Path(document.name).name, hashlib.sha256(document.data).hexdigest()
            # Two files may have the same name in different folders; the folders themselves are not recorded.
            hashes[name if hashes.get(name, digest) == digest else f"{name} (val)"] = digest
    return TrainingData(boards[0], boards[1] if val is not None else (), hashes)


def _labelled(document: Document) -> list[Board]:
    path, boards = document.name, list(boards_of(scan_document(document)))
    for board in boards:
        for region in board.regions:
            if region.sentences is None:
                raise InputError(
                    f"{path}: board {board.id!r}, region {region.id!r} has no sentences; training needs labels"
                )
    if not any(region.word_texts for board in boards for region in board.regions):
        raise InputError(f"{path}: no labelled words; training needs labelled boards")
    return boards
