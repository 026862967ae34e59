"""Waiting for what another process does, but not forever: what never comes is a failure, not a hang."""

from __future__ import annotations

import time
from collections.abc import Callable


def _rest() -> None:
    time.sleep(0.02)


def assert_eventually(
    condition: Callable[[], object], what: str, *, seconds: float = 60, between: Callable[[], object] = _rest
) -> None:
    """Return as soon as `condition` holds; `between` is done before it is asked again."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"waited {seconds:g} s in vain for {what}"
        between()
