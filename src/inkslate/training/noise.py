"""Random changes to regions: errors like those of a handwriting recogniser, and marks that say nothing."""

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
_AROUND = ("**", "__", "*", "_")
_BEFORE = ("->", "=>", "→", "–", "—", ">", "»", "~")
_BEHIND = (".", "!", "!!", "!!!")


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


def decorate_region(region: Region, share: float, rng: random.Random) -> Region:
    """The region with one mark on a share of its lines: bold, an arrow, capitals, another end.

    Marks are glued to words, so that sentences, and what teachers said of each word, stay where they are. An arrow is
    put only where a sentence begins, and the end of a line changes only where a sentence ends.
    """
    begins = {sentence.start for sentence in region.sentences or ()}
    ends = {sentence.end for sentence in region.sentences or ()}
    lines = []
    for line, start in zip(region.lines, region.line_starts, strict=True):
        if line.words and rng.random() < share:
            texts = [word.text for word in line.words]
            texts = _decorate(texts, rng, begins=start in begins, ends=start + len(texts) in ends)
            words = zip(line.words, texts, strict=True)
            line = replace(line, words=tuple(w if w.text == text else replace(w, text=text) for w, text in words))
        lines.append(line)
    return replace(region, lines=tuple(lines))


def _decorate(words: Sequence[str], rng: random.Random, *, begins: bool, ends: bool) -> list[str]:
    kind = rng.choice(["case", "emphasis", *["sign"] * begins, *["end"] * ends])
    first, *rest = words
    if kind == "case":
        small = " ".join(words).isupper()
        return [word.lower() if small else word.upper() for word in words]
    if kind == "sign":
        return [rng.choice(_BEFORE) + first, *rest]
    if kind == "end":
        return [*words[:-1], _with_another_end(words[-1], rng)]
    sign = rng.choice(_AROUND)
    if not rest or rng.random() < 0.5:
        return [sign + first + sign, *rest]
    return [sign + first, *rest[:-1], rest[-1] + sign]


def _with_another_end(word: str, rng: random.Random) -> str:
    """The last word of a sentence without its full stop, or with a mark if it has none; `?` and `...` stay."""
    if word[-1] in ".!":
        plain = word.rstrip("!") if word[-1] == "!" else word[:-1]
        return plain if plain[-1:].isalnum() else word
    return word + rng.choice(_BEHIND) if word[-1].isalnum() else word


def drop_layout(layout: Layout, share: float, rng: random.Random) -> Layout:
    """No layout for a share of the regions, so that the model learns to work without it."""
    return LAYOUTS["none"] if rng.random() < share else layout
