"""Words with boxes, set line by line from known texts, and ways to tilt and shift them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence

from inkslate.board import Box, Region, Word

_NARROW, _WIDE = set("iljt.,:;'!|()[]"), set("mwMW@")
LIST = """
Weekly plan for the garden
• call Ruth about the new fence
  and the gate behind the house
• buy milk, eggs and a loaf of bread
- ask the neighbours for a ladder
2. paint the door before it rains
[ ] mow
"""
LIST_LINES = [
    "Weekly plan for the garden",
    "* call Ruth about the new fence",
    "and the gate behind the house",
    "* buy milk, eggs and a loaf of bread",
    "* ask the neighbours for a ladder",
    "* paint the door before it rains",
    "* mow",
]
LEFT = """
Monday is for the house
• call the plumber today
• sweep the long stairs
• pay the gas bill
and then rest
"""
LEFT_LINES = [
    "Monday is for the house",
    "* call the plumber today",
    "* sweep the long stairs",
    "* pay the gas bill",
    "and then rest",
]
RIGHT = """
Tuesday at the office
• send Ann the report
  with all the tables
• book a room
• thank the whole team
"""
RIGHT_LINES = [
    "Tuesday at the office",
    "* send Ann the report",
    "with all the tables",
    "* book a room",
    "* thank the whole team",
]
THIRD = """
Later this spring
• plan a trip to the sea
• sell the old bicycle
"""
THIRD_LINES = ["Later this spring", "* plan a trip to the sea", "* sell the old bicycle"]
NESTED = {
    "• pay\n      - ask Ann first\n      - then Bob\n• rest\n• mow": [
        "* pay", "* ask Ann first", "* then Bob", "* rest", "* mow",
    ],
    "Plans\n        • call the plumber\n            - today\n        • sweep\nout\n• go on": [
        "Plans", "* call the plumber", "* today", "* sweep", "out", "* go on",
    ],
    "1. one long line of text here\n          a) sub\n2. two\n          a) sub again\n3. three": [
        "* one long line of text here", "* sub", "* two", "* sub again", "* three",
    ],
}  # fmt: skip


def width_of(text: str, size: float) -> float:
    return sum(0.3 if c in _NARROW else 0.85 if c in _WIDE else 0.55 for c in text) * size


def extent_of(text: str) -> tuple[float, float]:
    """How far a word's ink reaches above and below the base line, in sizes."""
    if text in "-–—":
        return 0.3, -0.22
    if text in "•*":
        return 0.42, -0.12
    high = any(c.isupper() or c.isdigit() or c in "bdfhklt()[]☐" for c in text)
    low = any(c in "gjpqy,()[]" for c in text)
    return 0.75 if high else 0.5, 0.22 if low else 0.0


def set_text(
    text: str,
    *,
    x: float = 0,
    y: float = 0,
    size: float = 20,
    leading: float = 1.4,
    tight: bool = True,
    space: float = 0.4,
) -> list[Word]:
    """Words set line by line; spaces in front indent, blank lines leave a gap."""
    words = []
    for number, line in enumerate(text.strip("\n").split("\n")):
        at = x + (len(line) - len(line.lstrip())) * 0.5 * size
        for word in line.split():
            up, down = extent_of(word) if tight else (0.8, 0.25)
            base = y + number * leading * size
            words.append(Word(word, Box(at, base - up * size, width_of(word, size), (up + down) * size)))
            at += width_of(word, size) + space * size
    return words


def tilted(words: Iterable[Word], degrees: float) -> list[Word]:
    """The upright boxes around the turned ones; positive is clockwise, for y grows downwards."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turned = []
    for word in words:
        box = word.box
        assert box is not None
        x, y = box.x + box.width / 2, box.y + box.height / 2
        width, height = box.width * c + box.height * abs(s), box.width * abs(s) + box.height * c
        turned.append(Word(word.text, Box(x * c - y * s - width / 2, x * s + y * c - height / 2, width, height)))
    return turned


def slid(words: Iterable[Word], degrees: float) -> list[Word]:
    """Boxes that keep their shape and move up or down along the line."""
    slope = math.tan(math.radians(degrees))
    return [
        Word(w.text, Box(w.box.x, w.box.y + (w.box.x + w.box.width / 2) * slope, w.box.width, w.box.height))
        for w in words
        if w.box
    ]


def jittered(words: Iterable[Word], by: float, seed: int = 1) -> list[Word]:
    chance = random.Random(seed)
    return [
        Word(
            w.text,
            Box(
                w.box.x + chance.uniform(-by, by),
                w.box.y + chance.uniform(-by, by),
                w.box.width * chance.uniform(0.9, 1.1),
                w.box.height * chance.uniform(0.9, 1.1),
            ),
        )
        for w in words
        if w.box
    ]


def shown_starred(regions: Sequence[Region]) -> list[list[str]]:
    """Lines as text, bulleted ones with an asterisk in front."""
    return [[("* " if line.bullet else "") + line.text for line in region.lines] for region in regions]


def centred(text: str, x: float, y: float) -> list[Word]:
    """The text with its middle at x; the gutter between LEFT and RIGHT is around 285."""
    words = set_text(text, y=y)
    wide = max(word.box.x + word.box.width for word in words)
    return set_text(text, x=x - wide / 2, y=y)
