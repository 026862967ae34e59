"""Fixtures of the tests of training."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.tiny_tagger import one_torch_thread


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    """One thread of torch: the tests are faster, and results are the same bit by bit."""
    with one_torch_thread():
        yield
