"""How a run tells people where it stands."""

from __future__ import annotations

import sys
from typing import Any, Protocol


class Progress(Protocol):
    def start(self, title: str, *, steps: int, done: int) -> None: ...
    def step(self, loss: float) -> None: ...
    def epoch(self, summary: str) -> None: ...
    def close(self) -> None: ...


class Silent:
    """Says nothing: for tests, and for processes beside the main one."""

    def start(self, title: str, *, steps: int, done: int) -> None: ...
    def step(self, loss: float) -> None: ...
    def epoch(self, summary: str) -> None: ...
    def close(self) -> None: ...


class Bar:
    """A bar with loss, rate and time left on a terminal; a line an epoch where standard error is a file."""

    def __init__(self) -> None:
        self._bar: Any = None

    def start(self, title: str, *, steps: int, done: int) -> None:
        from tqdm import tqdm

        self.close()
        self._bar = tqdm(total=steps, initial=done, desc=title, unit="step", disable=None, file=sys.stderr)

    def step(self, loss: float) -> None:
        self._bar.set_postfix(loss=f"{loss:.4f}", refresh=False)
        self._bar.update()

    def epoch(self, summary: str) -> None:
        self._bar.write(summary, file=sys.stderr)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None
