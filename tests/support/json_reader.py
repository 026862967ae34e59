"""What the tests of every reader of JSON results ask."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.readers.document import Document, load
from tests.support.shown_boards import shown


@dataclass(frozen=True)
class JsonReader:
    """A reader, and the folder of its files."""

    module: ModuleType
    folder: Path

    def read(self, value: object, name: str = "wall.json") -> Board:
        """The one board of a value, or of a file's bytes."""
        data = value if isinstance(value, bytes) else json.dumps(value).encode()
        return self._board(Document(name, data))

    def parsed(self, name: str) -> Any:
        """The value in a file."""
        return json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))

    def assert_reads(self, name: str, regions: list[list[str]]) -> None:
        """A file is recognised, and has these lines."""
        document = load(self.folder / f"{name}.json")
        board = self._board(document)
        assert shown(board) == regions
        assert board.id == name
        assert self.module.recognises(document)

    def assert_refuses(self, value: object, message: str) -> None:
        """A value is refused with one line that names the file."""
        with pytest.raises(InputError, match=message) as caught:
            self.read(value)
        assert str(caught.value).startswith("wall.json")
        assert "\n" not in str(caught.value)

    def assert_failed(self, message: str) -> None:
        """The result of a failed analysis is recognised, and says why."""
        document = load(self.folder / "failed.json")
        with pytest.raises(InputError, match=message):
            list(self.module.scan(document))
        assert self.module.recognises(document)

    def _board(self, document: Document) -> Board:
        (board,) = self.module.scan(document)
        assert isinstance(board, Board)
        return board
