"""How a run reports its progress."""

from __future__ import annotations

import sys
from typing import Any, Protocol


class BatchProgress(Protocol):
    """What a run reports its progress to."""

    def start(self, *, rows: int, done: int) -> None:
        """The run has so many rows, of which some are done."""

    def tick(self, rows: int) -> None:
        """So many more rows are done; negative if they must be done again."""

    def close(self) -> None:
        """The run is over."""


class SilentBatchProgress:
    """Shows nothing."""

    def start(self, *, rows: int, done: int) -> None:
        """Show nothing."""

    def tick(self, rows: int) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Show nothing."""


class BatchProgressBar:
    """A progress bar with rate and remaining time, shown on a terminal only."""

    def __init__(self) -> None:
        self._bar: Any = None

    def start(self, *, rows: int, done: int) -> None:
        """Show the bar."""
        from tqdm import tqdm

        self._bar = tqdm(
            total=rows, initial=done, unit="board", smoothing=0.05, disable=None, file=sys.stderr, dynamic_ncols=True
        )

    def tick(self, rows: int) -> None:
        """Advance the bar."""
        self._bar.update(rows)

    def close(self) -> None:
        """Leave the bar as it is."""
        if self._bar is not None:
            self._bar.close()
