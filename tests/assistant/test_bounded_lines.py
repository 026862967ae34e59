"""Lines of bounded length."""

from __future__ import annotations

import io

import pytest

from inkslate.assistant.bounded_lines import BoundedLines


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"a\nb\n", ["a\n", "b\n"]),
        (b"a\nb", ["a\n", "b"]),
        (b"1234567\n", ["1234567\n"]),  # as long as the limit
        (b"12345678\nb\n", ["too long\n", "b\n"]),
        (b"1" * 50 + b"\nb\n", ["too long\n", "b\n"]),
        (b"1" * 50, ["too long\n"]),
        (b"\xff\n", ["\ufffd\n"]),
    ],
)
def test_a_line_that_is_too_long_is_replaced(data: bytes, lines: list[str]) -> None:
    bounded = BoundedLines(io.BytesIO(data), limit=8)
    assert list(iter(bounded.readline, "")) == lines
