"""Counts agree with their nouns."""

from __future__ import annotations

import pytest

from inkslate.messages import counted


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0, "0 boards"),  # none of them is many, as far as grammar goes
        (1, "1 board"),
        (2, "2 boards"),
        (21, "21 boards"),
    ],
)
def test_one_is_singular_and_nothing_else(number: int, expected: str) -> None:
    assert counted(number, "board") == expected
