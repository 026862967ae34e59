"""Sentences on the lines of a region, in the style of one writer and with the errors of a recogniser."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from inkslate.board import OPEN, Label, Line, Region, Sentence, Word
from inkslate.training.noise import confuse_word
from inkslate.training.synthesis.sources import END_MARKS

PLAIN = Line(())


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """A sentence before it is written. `facts` is the line that it begins, without words."""

    words: tuple[str, ...]
    label: Label | None
    starts_line: bool = True
    facts: Line = PLAIN


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
    """The sentences of a labelled region, with the places where they begin and the facts of their lines."""
    return [_draft(region, sentence) for sentence in region.sentences or ()]


def _draft(region: Region, sentence: Sentence) -> DraftSentence:
    words = region.word_texts[sentence.start : sentence.end]
    (number,) = region.lines_of(sentence.start, sentence.start + 1)
    line = region.lines[number]
    if region.line_starts[number] != sentence.start:
        # Of two sentences in a heading each becomes a heading.
        return DraftSentence(
            words, sentence.label, line.heading > 0, Line((), heading=line.heading, indent=line.indent)
        )
    facts = replace(line, words=())
    if line.box and sentence.is_task != (line.box == OPEN):
        facts = replace(facts, box=None, keyword=None)  # the label stays, so a mark that contradicts it goes
    return DraftSentence(words, sentence.label, True, facts)


def write_region(name: str, drafts: Sequence[DraftSentence], style: WritingStyle, rng: random.Random) -> Region:
    """Put the sentences on lines. The region has `sentences` only if the labels of all of them are known."""
    lines: list[Line] = []
    spans: list[int] = []
    for draft in drafts:
        words = write_words(draft.words, style, rng)
        spans.append(len(words))
        if not lines or draft.starts_line or _is_closed(lines[-1], draft):
            lines.append(draft.facts)
        lines[-1:] = _wrap(lines[-1], words, style.width)
    bounds = pairwise(accumulate(spans, initial=0))
    labels = [draft.label for draft in drafts]
    known = [
        Sentence(start, end, label) for (start, end), label in zip(bounds, labels, strict=True) if label is not None
    ]
    return Region(name, tuple(lines), tuple(known) if len(known) == len(drafts) else None)


def _is_closed(line: Line, draft: DraftSentence) -> bool:
    """Whether the sentence cannot begin on this line: a heading is alone, and nothing on a ticked line is a task."""
    return line.heading > 0 or (line.done and draft.label is not None and draft.label.is_task)


def _wrap(line: Line, words: Sequence[Word], width: int) -> list[Line]:
    """The line with more words, and the lines that it goes on in, which have its depth alone. A heading is one line."""
    if line.heading:
        return [replace(line, words=(*line.words, *words))]
    rows = [list(line.words)]
    used = len(line.text) if line.words else -1
    for word in words:
        if rows[-1] and used + 1 + len(word.text) > width:
            rows.append([])
            used = -1
        used += 1 + len(word.text)
        rows[-1].append(word)
    first, *others = map(tuple, rows)
    return [replace(line, words=first), *(Line(row, indent=line.indent) for row in others)]


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
