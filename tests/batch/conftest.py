"""Batch runs without worker processes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture
def inline_engine() -> Iterator[None]:
    """`--engine local` processes all units in the process of the test."""
    from tests.support.inline_engine import inline_workers  # it needs pyarrow

    with inline_workers():
        yield
