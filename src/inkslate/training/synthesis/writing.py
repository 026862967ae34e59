"""Sentences on the lines of a region, in the style of one writer and with the errors of a recogniser."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from inkslate.board import Label, Line, Region, Sentence, Word
from inkslate.training.noise import confuse_word
from inkslate.training.synthesis.sources import END_MARKS


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """A sentence before it is written; headings and list items start a line."""

    words: tuple[str, ...]
    label: Label | None
    starts_line: bool = True
    bullet: bool = False


@dataclass(frozen=True, slots=True)
class WritingStyle:
    """How one person writes, and how well a recogniser reads it."""

    width: int  # characters in a line
    case: str  # "kept", "lower" or "upper"
    end_marks: bool
    apostrophes: bool
    misread: float  # share of words


def draw_style(rng: random.Random) -> WritingStyle:
    """A random style."""
    return WritingStyle(
        width=rng.choice((18, 24, 30, 36, 44, 52, 60, 80, 10_000)),
        case=rng.choices(("kept", "lower", "upper"), (10, 8, 1))[0],
        end_marks=rng.random() < 0.5,
        apostrophes=rng.random() < 0.85,
        misread=rng.choice((0.0, 0.0, 0.05, 0.1, 0.15)),
    )


def drafts_of(region: Region) -> list[DraftSentence]:
    """The sentences of a labelled region, with the places where they begin."""
    first = {start: line.bullet for start, line in zip(region.line_starts, region.lines, strict=True) if line.words}
    return [
        DraftSentence(region.word_texts[s.start : s.end], s.label, s.start in first, first.get(s.start, False))
        for s in region.sentences or ()
    ]


def write_region(name: str, drafts: Sequence[DraftSentence], style: WritingStyle, rng: random.Random) -> Region:
    """Put the sentences on lines. The region has `sentences` only if the labels of all of them are known."""
    lines: list[Line] = []
    spans: list[int] = []
    for draft in drafts:
        words = write_words(draft.words, style, rng)
        spans.append(len(words))
        if draft.starts_line or not lines:
            lines.append(Line((), draft.bullet))
        for word in words:
            line = lines[-1]
            if line.words and len(line.text) + 1 + len(word.text) > style.width:
                line = Line(())
                lines.append(line)
            lines[-1] = Line((*line.words, word), line.bullet)
    bounds = pairwise(accumulate(spans, initial=0))
    labels = [draft.label for draft in drafts]
    known = [
        Sentence(start, end, label) for (start, end), label in zip(bounds, labels, strict=True) if label is not None
    ]
    return Region(name, tuple(lines), tuple(known) if len(known) == len(drafts) else None)


def write_words(words: Sequence[str], style: WritingStyle, rng: random.Random) -> list[Word]:
    """The words of a sentence in this style and as a recogniser reads them; always as many as before."""
    result = list(words)
    if not style.end_marks:
        result[-1] = result[-1].rstrip(END_MARKS) or result[-1]
    if style.case != "kept":
        result = [word.lower() if style.case == "lower" else word.upper() for word in result]
    if not style.apostrophes:
        result = [word.replace("'", "").replace("’", "") or word for word in result]
    result = [confuse_word(word, rng) if rng.random() < style.misread else word for word in result]
    return [Word(word) for word in result]
