"""Lines of bounded length."""

from __future__ import annotations

import io
import json

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


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (rb'"\ud83d"', r'"\ufffd"'),
        (rb'"\uDE00 a"', r'"\ufffd a"'),
        (rb'"\ud83d\ude00"', r'"\ud83d\ude00"'),  # a whole emoji
        (rb'"\ud83d\ud83d\ude00\ude00"', r'"\ufffd\ud83d\ude00\ufffd"'),
        (rb'"\\ud83d"', r'"\\ud83d"'),  # the text \ud83d
        (rb'"\\\ud83d"', r'"\\\ufffd"'),
        (rb'"\u00e9\ud7ff"', r'"\u00e9\ud7ff"'),
    ],
)
def test_half_an_emoji_is_replaced(sent: bytes, read: str) -> None:
    assert BoundedLines(io.BytesIO(sent), limit=100).readline() == read
    json.loads(read).encode()  # would fail on what is left of one
