"""Random errors like those of a handwriting recogniser, in words and regions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inkslate.board import Line, Region, Word
from inkslate.model.layout import LAYOUTS, Layout

# Letters that handwriting recognisers confuse.
_CONFUSED = {
    "a": "ouce", "b": "hl6", "c": "eo", "d": "acl", "e": "cao", "f": "tl", "g": "qy9", "h": "bnk", "i": "ljt1",
    "j": "iy", "k": "hx", "l": "it1", "m": "nw", "n": "mur", "o": "aec0", "p": "ynr", "q": "g9", "r": "nvs",
    "s": "5zr", "t": "fl+", "u": "vna", "v": "urw", "w": "vum", "x": "ky", "y": "gvj", "z": "2s",
    "0": "Oo", "1": "lI", "2": "Z", "5": "S", "6": "b", "9": "g",
}  # fmt: skip


def confuse_word(word: str, rng: random.Random) -> str:
    """The word with one letter replaced by a similar one, dropped, doubled or swapped with the next."""
    at = rng.randrange(len(word))
    kind = rng.random()
    if kind < 0.6 or len(word) == 1:
        letter = word[at]
        choices = _CONFUSED.get(letter.lower())
        if not choices:
            return word
        other = rng.choice(choices)
        return word[:at] + (other.upper() if letter.isupper() else other) + word[at + 1 :]
    if kind < 0.75:
        return word[:at] + word[at + 1 :]
    if kind < 0.85:
        return word[:at] + word[at] + word[at:]
    at = rng.randrange(len(word) - 1)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def confuse_region(region: Region, share: float, rng: random.Random) -> Region:
    """The region with a share of its words confused; sentences stay where they are."""
    return replace(region, lines=confuse_lines(region.lines, share, rng))


def confuse_lines(lines: Sequence[Line], share: float, rng: random.Random) -> tuple[Line, ...]:
    """The lines with a share of their words confused."""
    return tuple(
        replace(line, words=tuple(Word(confuse_word(w.text, rng)) if rng.random() < share else w for w in line.words))
        for line in lines
    )


def drop_layout(layout: Layout, share: float, rng: random.Random) -> Layout:
    """No layout for a share of the regions, so that the model learns to work without it."""
    return LAYOUTS["none"] if rng.random() < share else layout
