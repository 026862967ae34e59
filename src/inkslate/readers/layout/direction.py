"""The direction in which words are written."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from inkslate.board import Word


def rightward(words: Sequence[Word]) -> int:
    """How many letters more run to the right than to the left."""
    if all(word.text.isascii() for word in words):
        return sum(len(word.text) for word in words)
    kinds = [unicodedata.bidirectional(character) for word in words for character in word.text]
    return sum(kind == "L" for kind in kinds) - sum(kind in ("R", "AL") for kind in kinds)
