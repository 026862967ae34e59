"""What an uncased encoder does not see of a word: its shape, and its position on the board.

A capital at the start of a line is a strong sign of a new sentence. Each token gets the number of its
word's shape x first word of a line x line is bulleted, for an embedding beside the token's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from inkslate.board import Region
from inkslate.model.layout import Layout
from inkslate.model.windows import NO_WORD, Window

LOWER, CAPITAL, CAPS, DIGIT, OTHER = range(5)
# Number 0 is for tokens that belong to no word: marks and the model's own special tokens.
FEATURES = 1 + 5 * 2 * 2


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


def word_features(region: Region, layout: Layout) -> tuple[int, ...]:
    """The feature number of every word; what the layout does not show is not in it."""
    numbers: list[int] = []
    for line in region.lines:
        shown = 1 + (layout.bullets and line.bullet)
        begins = len(numbers)
        numbers += [shown + 4 * word_shape(word.text) for word in line.words]
        if layout.line_breaks and line.words:
            numbers[begins] += 2
    return tuple(numbers)


def place_in_line(feature: int) -> str:
    """The position of a word with this feature number: "inside" a line, or first of a "line" or of a "bullet"."""
    first, bulleted = (feature - 1) & 2, (feature - 1) & 1
    return "inside" if feature == 0 or not first else "bullet" if bulleted else "line"


def token_features(window: Window, features: Sequence[int]) -> list[int]:
    """The feature number of every token of a window."""
    return [0 if word == NO_WORD else features[word] for word in window.words]
