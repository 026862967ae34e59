"""How a run tells people how far it is."""

from __future__ import annotations

import sys
from typing import Any, Protocol


class Progress(Protocol):
    def start(self, *, rows: int, done: int) -> None: ...
    def tick(self, rows: int) -> None: ...
    def close(self) -> None: ...


class Silent:
    """Says nothing."""

    def start(self, *, rows: int, done: int) -> None: ...
    def tick(self, rows: int) -> None: ...
    def close(self) -> None: ...


class Bar:
    """A bar with rate and time left, on a terminal alone."""

    def __init__(self) -> None:
        self._bar: Any = None

    def start(self, *, rows: int, done: int) -> None:
        from tqdm import tqdm

        self._bar = tqdm(
            total=rows, initial=done, unit="board", smoothing=0.05, disable=None, file=sys.stderr, dynamic_ncols=True
        )

    def tick(self, rows: int) -> None:
        self._bar.update(rows)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
