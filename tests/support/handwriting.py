"""Ink for examples: a hand of our own with one line for each pen stroke, written out as JIIX.

`python -m tests.handwriting > examples/whiteboard.jiix` makes the example; the same bytes every time.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Point = tuple[float, float]

# Letters on a grid: the base line is 0, small letters end at 5, tall ones at 9. A bar begins a new stroke.
_LETTERS = {
    "a": "4,4 2.5,5 .5,3.6 .3,1 2,0 3.8,2 4,4.8 4,1 5,0",
    "b": "0,9 0,4 0,0 .1,2.5 1.8,4.8 3.8,3.4 3.7,1 1.8,0 0,.8",
    "c": "4,4 2.2,5 .3,3.3 .3,1.3 2,0 4,.8",
    "d": "4,3.8 2.2,5 .3,3.3 .3,1.2 2,0 3.8,1.6 4,5 4.1,9 4,3 4.2,.4 5,0",
    "e": ".4,2.6 3.6,3 3.4,4.6 2,5 .4,3.4 .4,1.2 2,0 4,.9",
    "f": "4,8.2 3,9 1.8,7.8 1.6,4 1.5,0|0,5 3.4,5",
    "g": "4,4 2.4,5 .4,3.6 .4,1.4 2,.3 3.8,1.8 4,4.8 4,0 3.6,-2.6 1.8,-3.4 .2,-2.4",
    "h": "0,9 0,4 0,0 .2,3 1.8,4.9 3.6,4 3.8,1.6 4.2,0",
    "i": ".5,5 .5,1 1.3,0|.5,7 .6,7.3",
    "j": "1.5,5 1.5,-1 1,-3 -.6,-2.6|1.5,7 1.6,7.3",
    "k": "0,9 0,4 0,0|3.4,4.8 .4,2.2 2,1.6 3.8,0",
    "l": ".6,9 .5,4 .6,.8 1.6,0",
    "m": "0,5 0,0 .2,3 1.4,4.9 2.7,4 2.8,0 3,3 4.2,4.9 5.5,4 5.6,1 6.2,0",
    "n": "0,5 0,0 .2,3 1.8,4.9 3.6,4 3.7,1.2 4.3,0",
    "o": "2.2,5 .4,3.6 .3,1.3 2,0 3.8,1.4 3.8,3.6 2.2,5 3,5",
    "p": "0,5 0,0 0,-3.4 0,2 .4,4 2,5 3.8,3.6 3.7,1.2 2,0 .2,.8",
    "q": "4,4 2.4,5 .4,3.6 .4,1.4 2,.2 3.8,1.8 4,4.8 4,0 4,-3.4 5,-2.4",
    "r": "0,5 0,0 .2,3 1.4,4.7 3,4.8",
    "s": "3.4,4.4 1.8,5 .4,4 1.4,2.8 3.2,1.8 3,.4 1.4,0 0,.7",
    "t": "1.4,8 1.3,3 1.5,.6 2.4,0 3.4,.6|0,5.2 3.2,5.3",
    "u": "0,5 0,1.6 1.4,0 3.2,1.2 3.7,5 3.8,1.2 4.6,0",
    "v": "0,5 1.8,0 3.8,5",
    "w": "0,5 1.3,0 2.7,4 4,0 5.6,5",
    "x": "0,5 1.9,2.5 3.8,0|3.8,5 1.9,2.5 0,0",
    "y": "0,5 .6,2 2,.8 3.4,2.4 3.8,5 3.6,0 3,-2.8 1.4,-3.4 0,-2.4",
    "z": "0,5 3.6,5 1.8,2.4 0,0 3.8,0",
    "I": "1,9 1,4 1,0",
    "L": "0,9 0,4 0,0 2,0 4.4,.2",
    "N": "0,0 0,4 0,9 2.4,4.5 4.8,0 4.8,4 4.9,9",
    "P": "0,0 0,5 0,9 2.6,9.2 4.4,7.4 3.4,5 0,4.2",
    "F": "0,0 0,5 0,9|0,9 4.2,9.1|0,5 3.4,5",
    "R": "0,0 0,5 0,9 2.6,9.2 4.2,7.4 3.2,5 0,4.4 2,3.4 4.6,0",
    "T": "2.5,9 2.5,4 2.5,0|0,9 5.2,9.1",
    "W": "0,9 1.6,0 3.4,7 5.2,0 7,9",
    "4": "3.4,0 3.4,4 3.4,9 1.4,5.4 0,3 4.6,3",
    "6": "3.6,8.6 1.4,6.4 .2,3 .8,.6 2.4,0 4,1.6 3.4,3.8 1.8,4.4 .4,3",
    "-": "0,2.7 3,2.8",
    ",": ".6,.6 .5,-.6 0,-1.6",
    ":": ".4,.4 .5,.6|.4,4 .5,4.2",
    "?": ".2,7.4 1.6,9 3.4,8 3,5.8 1.8,4.2 1.7,2.6|1.7,.2 1.8,.5",
    "!": ".6,9 .5,5 .5,2.6|.5,.2 .6,.5",
}
_SPACE, _GAP, _LINE, _SCALE, _SLANT = 3.4, 1.15, 9.2, 0.52, 0.16


@dataclass
class _Word:
    text: str
    strokes: list[list[Point]]


class Hand:
    """Writes words; no two letters come out alike."""

    def __init__(self, seed: int) -> None:
        self._chance, self._count = random.Random(seed), 0

    def word(self, text: str, x: float, y: float, size: float) -> tuple[_Word, float]:
        """The word on the base line y, and where it ends."""
        strokes = []
        for letter in text:
            rise = self._chance.gauss(0, 0.25)
            wide = 1 + self._chance.gauss(0, 0.05)
            reach = 0.0
            for stroke in _LETTERS[letter].split("|"):
                corners = [tuple(map(float, corner.split(","))) for corner in stroke.split()]
                reach = max(reach, *(corner[0] for corner in corners))
                shaken = [
                    (left * wide + self._chance.gauss(0, 0.09), up + rise + self._chance.gauss(0, 0.09))
                    for left, up in corners
                ]
                strokes.append(
                    [(x + size * (left + _SLANT * up), y - size * up) for left, up in _smooth(shaken)],
                )
            x += size * (reach * wide + _GAP)
        return _Word(text, strokes), x

    def block(self, name: str, text: str, left: float, top: float, *, size: float = _SCALE) -> dict[str, Any]:
        """A text block of JIIX: lines of words, bullets among them."""
        words: list[dict[str, Any]] = []
        y = top + size * 9
        for number, line in enumerate(text.split("\n")):
            x = left + self._chance.gauss(0, 0.4)
            if number:
                words.append({"label": "\n"})
            if line.startswith("  "):
                x += size * 8
            for at, token in enumerate(line.split()):
                if at:
                    words.append({"label": " "})
                word, x = self.word(token, x, y + self._chance.gauss(0, 0.15), size)
                words.append(self._item(word))
                x += size * _SPACE
            y += size * _LINE * 1.9
        boxes = [word["bounding-box"] for word in words if "bounding-box" in word]
        label = "".join(str(word["label"]) for word in words)
        return {"type": "Text", "id": name, "bounding-box": _around(boxes), "label": label, "words": words}

    def drawing(self, name: str, *lines: list[Point]) -> dict[str, Any]:
        """Ink that is no writing."""
        return {"type": "Drawing", "id": name, "items": [self._stroke(list(_smooth(line))) for line in lines]}

    def _item(self, word: _Word) -> dict[str, Any]:
        items = [self._stroke(stroke) for stroke in word.strokes]
        boxes = [_box(stroke) for stroke in word.strokes]
        return {"label": word.text, "bounding-box": _around(boxes), "items": items}

    def _stroke(self, points: list[Point]) -> dict[str, Any]:
        self._count += 1
        xs, ys = zip(*points, strict=True)
        return {"type": "stroke", "id": f"s{self._count}", "X": _short(xs), "Y": _short(ys)}


def _smooth(corners: list[Point]) -> Iterator[Point]:
    """A curve through the corners (Catmull-Rom), a few points for each."""
    padded = [corners[0], *corners, corners[-1]]
    yield corners[0]
    for at, (here, there) in enumerate(pairwise(corners)):
        before, after = padded[at], padded[at + 3]
        for step in (0.25, 0.5, 0.75, 1.0):
            yield tuple(_between(step, before[k], here[k], there[k], after[k]) for k in (0, 1))  # type: ignore[misc]


def _between(t: float, a: float, b: float, c: float, d: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


def _box(points: list[Point]) -> dict[str, float]:
    xs, ys = zip(*points, strict=True)
    return {"x": min(xs), "y": min(ys), "width": max(xs) - min(xs), "height": max(ys) - min(ys)}


def _around(boxes: list[dict[str, float]]) -> dict[str, float]:
    corners = [(box["x"] + far * box["width"], box["y"] + far * box["height"]) for box in boxes for far in (0, 1)]
    return {name: round(side, 2) for name, side in _box(corners).items()}


def _short(sides: tuple[float, ...]) -> list[float]:
    return [round(side, 2) for side in sides]


def whiteboard() -> str:
    """The example: a heading, two lists and a remark, with an arrow between them."""
    hand = Hand(46)
    elements = [
        hand.block("title", "Launch, week 46", 12, 8, size=0.8),
        hand.drawing("line", [(12, 20), (38, 19.4), (70, 20.2)]),
        hand.block(
            "steps",
            "Next steps\n- Priya sends the price list by Friday\n- call the venue about\n  the second screen\n"
            "- book trains for 4 people\n- the new logo looks great",
            14,
            30,
        ),
        hand.block("ideas", "Ideas\n- a post on how ink works?\n- stickers for the team", 128, 14),
        hand.drawing(
            "arrow", [(152, 48), (158, 60), (150, 70)], [(150, 70), (149.5, 65.5)], [(150, 70), (154.5, 68.2)]
        ),
        hand.block("remark", "ask Tom for the photos tomorrow\nhe has them from the trial run", 118, 76),
    ]
    boxes = [element["bounding-box"] for element in elements if "bounding-box" in element]
    page = {"type": "Raw Content", "version": "3", "id": "MainBlock", "bounding-box": _around(boxes)}
    return json.dumps(page | {"elements": elements}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    sys.stdout.write(whiteboard())
