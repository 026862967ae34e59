"""Files of labelled or synthetic boards, as distillation uses them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.formats import boards_of, parse_json
from inkslate.model.view import Passage, View, passages
from inkslate.readers import scan_document
from inkslate.readers.document import Document, load
from inkslate.training.distillation.soft_targets import gold_targets, start_targets
from inkslate.training.distillation.teachers import Rows


@dataclass(frozen=True)
class BoardFile:
    """The boards of a file; each region has its labels, its boundaries only, or neither."""

    name: str
    sha256: str
    boards: Sequence[Board]  # every region has words
    starts: Sequence[tuple[int, ...] | None]  # boundaries of the regions without labels
    times: int = 1  # how often each region counts among the real ones

    @cached_property
    def regions(self) -> Sequence[Region]:
        """The regions of all boards."""
        return [region for board in self.boards for region in board.regions]

    def passages(self, view: View) -> list[Passage]:
        """The regions of all boards, each with what a model with this view reads above it."""
        return [passage for board in self.boards for passage in passages(board, view)]

    def known(self, number: int, teacher: Rows) -> Rows:
        """The targets of a region without the teacher's opinion, as far as anything is known of it."""
        starts, region = self.starts[number], self.regions[number]
        if starts is not None:
            return start_targets(starts, teacher)
        return teacher if region.sentences is None else gold_targets(region)


def load_boards(path: str | Path, *, times: int = 1, unlabelled: bool = False, name: str | None = None) -> BoardFile:
    """Read labelled or synthetic boards; an InputError where a region has neither labels nor boundaries.

    With `unlabelled` that is allowed: the teachers say everything about such a region. `name` is the file's name among
    the others, if it is not its own.
    """
    document = load(path)
    starts = _starts(document)
    boards, known = [], []
    for board in boards_of(scan_document(document)):
        for region in board.regions:
            given = starts.get((board.id, region.id))
            if region.sentences is None and given is None and not unlabelled:
                raise InputError(
                    f"{document.name}: board {board.id!r}, region {region.id!r} has neither sentences nor starts; "
                    "give labelled boards, or those of `inkslate synthesize`"
                )
            if region.word_texts:
                known.append(None if region.sentences is not None else given)
        boards.append(replace(board, regions=tuple(region for region in board.regions if region.word_texts)))
    if not known:
        raise InputError(f"{document.name}: no boards with words; give labelled or synthetic boards")
    return BoardFile(name or Path(document.name).name, hashlib.sha256(document.data).hexdigest(), boards, known, times)


def _starts(document: Document) -> dict[tuple[str, str], tuple[int, ...]]:
    """The boundaries in the `about` of synthetic boards without labels, by board and region; a Board has no `about`."""
    found: dict[tuple[str, str], tuple[int, ...]] = {}
    if b'"starts"' not in document.data:
        return found
    for line in document.data.decode("utf-8", "replace").split("\n"):
        value: Any = parse_json(line) if '"starts"' in line else None
        about = value.get("about") if isinstance(value, dict) else None
        given = about.get("starts") if isinstance(about, dict) else None
        for region, starts in given.items() if isinstance(given, dict) else ():
            if not isinstance(starts, list) or not all(type(at) is int for at in starts) or starts[:1] != [0]:
                raise InputError(
                    f"{document.name}: the starts of board {value['id']!r} are not a list of word numbers from 0 on; "
                    "make the file again with `inkslate synthesize`"
                )
            found[str(value["id"]), region] = tuple(starts)
    return found
