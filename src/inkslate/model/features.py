"""What an uncased encoder does not see of a word: its shape, and its position on the board.

A capital at the start of a line is a strong sign of a new sentence. Each token gets the number of its
word's shape x first word of a line x line is bulleted, for an embedding beside the token's own. A model with a view
beyond the region sees more facts: the word is in a heading, in a line above the region, in a nested line, behind a box.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from math import prod

from inkslate.board import DONE, OPEN, Line, Region
from inkslate.model.layout import Layout
from inkslate.model.view import VIEWS, View
from inkslate.model.windows import NO_WORD, Window, context_number

LOWER, CAPITAL, CAPS, DIGIT, OTHER = range(5)
_BASE = 5 * 2 * 2
# Number 0 is for tokens that belong to no word: marks and the model's own special tokens.
FEATURES = 1 + _BASE
# How many values each part of a number has: shape and place, heading or not, above the region or not, indent, box.
PARTS = (_BASE, 2, 2, 4, 3)
_HEADING, _ABOVE, _INDENT, _BOX = (prod(PARTS[:at]) for at in range(1, len(PARTS)))
_DEEPEST = PARTS[3] - 1
_BOXES = {None: 0, OPEN: 1, DONE: 2}


@lru_cache(maxsize=1 << 14)
def word_shape(word: str) -> int:
    """Lower case, Capitalised, CAPS, with a digit, or other; punctuation around the letters does not count."""
    letters = [character for character in word if character.isalpha()]
    if any(character.isdigit() for character in word):
        return DIGIT
    if not letters or not any(letter.isupper() or letter.islower() for letter in letters):
        return OTHER
    if len(letters) > 1 and all(letter.isupper() for letter in letters):
        return CAPS
    return CAPITAL if letters[0].isupper() else LOWER


def feature_count(view: View) -> int:
    """How many feature numbers a model with this view has."""
    return FEATURES if view.is_plain else 1 + prod(PARTS)


def feature_parts(number: int) -> tuple[int, ...]:
    """The value of each part of a feature number above 0."""
    values = []
    rest = number - 1
    for size in PARTS:
        rest, value = divmod(rest, size)
        values.append(value)
    return tuple(values)


def word_features(region: Region, layout: Layout, view: View = VIEWS["region"]) -> tuple[int, ...]:
    """The feature number of every word; what the layout and the view do not show is not in it."""
    return tuple(chain.from_iterable([_line_features(line, layout, view) for line in region.lines]))


def context_features(lines: Sequence[Line], layout: Layout, view: View) -> tuple[int, ...]:
    """The feature number of every word of lines above a region."""
    return tuple([_ABOVE + number for line in lines for number in _line_features(line, layout, view)])


def _line_features(line: Line, layout: Layout, view: View) -> list[int]:
    shown = 1 + (layout.bullets and line.bullet)
    if not view.is_plain and layout.line_breaks:
        shown += _HEADING * (line.heading > 0)
        shown += _INDENT * min(line.indent, _DEEPEST) * view.indents + _BOX * _BOXES[line.box] * view.boxes
    numbers = [shown + 4 * word_shape(word.text) for word in line.words]
    if layout.line_breaks and numbers:
        numbers[0] += 2
    return numbers


def place_in_line(feature: int) -> str:
    """The position of a word with this feature number: "inside" a line, or first of a "line" or of a "bullet"."""
    base = (feature - 1) % _BASE
    first, bulleted = base & 2, base & 1
    return "inside" if feature == 0 or not first else "bullet" if bulleted else "line"


def token_features(window: Window, features: Sequence[int], above: Sequence[int] = ()) -> list[int]:
    """The feature number of every token of a window; `above` has those of the context words."""
    if not above:
        return [0 if word == NO_WORD else features[word] for word in window.words]
    return [
        0 if word == NO_WORD else features[word] if word >= 0 else above[context_number(word)] for word in window.words
    ]
