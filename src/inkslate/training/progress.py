"""Progress reports of a training run."""

from __future__ import annotations

import sys
from typing import Any, Protocol


class TrainingProgress(Protocol):
    """Receives the progress of a training run."""

    def start(self, title: str, *, steps: int, done: int) -> None:
        """A model's training starts, or continues after `done` of its `steps`."""

    def step(self, loss: float) -> None:
        """One optimizer step is finished."""

    def epoch(self, summary: str) -> None:
        """One epoch is finished."""

    def close(self) -> None:
        """The training of this model ended, with or without an error."""


class NoProgress:
    """Reports nothing: for tests, and for all processes except the main one."""

    def start(self, title: str, *, steps: int, done: int) -> None:
        """Report nothing."""

    def step(self, loss: float) -> None:
        """Report nothing."""

    def epoch(self, summary: str) -> None:
        """Report nothing."""

    def close(self) -> None:
        """Report nothing."""


class TrainingBar:
    """A bar with loss, rate and remaining time on a terminal; one line per epoch where standard error is a file."""

    def __init__(self) -> None:
        self._bar: Any = None

    def start(self, title: str, *, steps: int, done: int) -> None:
        """Show a new bar."""
        from tqdm import tqdm

        self.close()
        self._bar = tqdm(total=steps, initial=done, desc=title, unit="step", disable=None, file=sys.stderr)

    def step(self, loss: float) -> None:
        """Advance the bar by one step."""
        self._bar.set_postfix(loss=f"{loss:.4f}", refresh=False)
        self._bar.update()

    def epoch(self, summary: str) -> None:
        """Print the summary above the bar."""
        self._bar.write(summary, file=sys.stderr)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


Bar = TrainingBar  # the older name; existing scripts import it
