"""Batch runs without worker processes."""

from __future__ import annotations

import pytest

from inkslate.batch.engines import ENGINES, LOCAL, EngineEntry


@pytest.fixture
def inline_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """`--engine local` processes all units in the process of the test, whatever `--workers` says."""
    monkeypatch.setitem(ENGINES, LOCAL, EngineEntry("tests.support.inline_engine", "batch"))
