"""Extractor: from notes to tasks. The front door for applications."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from inkslate.board import Board, Region
from inkslate.bundle import load_bundle
from inkslate.errors import ModelError
from inkslate.extraction import Extraction, ModelInfo, Predictor
from inkslate.readers import read_file
from inkslate.readers.text import parse_text
from inkslate.rules import Rules

DEFAULT_MODEL = "rules"

Notes = Board | Region | str


class Extractor:
    """A loaded model that finds sentences and tasks."""

    def __init__(self, predictor: Predictor) -> None:
        self._predictor = predictor

    @classmethod
    def load(cls, model: str | Path = DEFAULT_MODEL) -> Extractor:
        """The model of that name; `rules` needs none."""
        return cls(load_predictor(model))

    @property
    def model(self) -> ModelInfo:
        return self._predictor.info

    def extract(self, notes: Notes) -> Extraction:
        """Sentences and tasks of a board, a region or plain text. Labels, where there are some, are not looked at."""
        board = as_board(notes).without_labels()
        return Extraction(board, tuple(self._predictor.predict(board)), self._predictor.info)

    def extract_many(self, notes: Iterable[Notes]) -> Iterator[Extraction]:
        """An extraction for each, in order, one at a time as they are asked for."""
        return map(self.extract, notes)

    def extract_file(self, path: str | Path, *, format: str | None = None) -> list[Extraction]:
        """One extraction for each board in a file of any format there is a reader for."""
        return [self.extract(board) for board in read_file(path, format=format)]


def load_predictor(model: str | Path = DEFAULT_MODEL) -> Predictor:
    """A predictor by its name; ModelError where there is none."""
    if str(model) == "rules":
        return Rules()
    if not Path(model).exists():
        raise ModelError(f"no model {str(model)!r}; name a model's folder, or rules")
    from inkslate.tagging import predictor_from

    return predictor_from(load_bundle(model))


def as_board(notes: Notes) -> Board:
    """What `extract` was given, as a board."""
    if isinstance(notes, Board):
        return notes
    if isinstance(notes, Region):
        return Board("board", (notes,))
    if isinstance(notes, str):
        return parse_text(notes, board="board")
    raise TypeError(f"extract takes a Board, a Region or a str, not {type(notes).__name__}")
