"""Synthetic boards from sentences: for people with few labelled boards, and for teachers to label.

There are three kinds. A *varied* board is a labelled one in another writing style: other line breaks, bullets, case,
punctuation and recognition errors, the same labels. On a *headed* board the heading decides: noun phrases are tasks
under "To do" and not under "Agenda", imperatives are tasks under "Action items" and not under "Recipe". A *text* board
is a run of sentences with known boundaries and unknown labels, so it has no `sentences`; its boundaries are in `about`,
for `inkslate distill`.

Board `n` depends on the sources, the seed and `n` only.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from inkslate.board import Board, Label, Line
from inkslate.errors import InputError
from inkslate.formats import format_board
from inkslate.training.synthesis.headings import (
    DONE_HEADINGS,
    NEUTRAL_HEADINGS,
    STEP_HEADINGS,
    TASK_HEADINGS,
    TOPIC_HEADINGS,
)
from inkslate.training.synthesis.sources import TEXT, VARIED, Sources
from inkslate.training.synthesis.writing import DraftSentence, drafts_of, draw_style, write_region

_LONGEST_TEXT = 160  # words


@dataclass(frozen=True, slots=True)
class SyntheticBoard:
    """A synthetic board. `starts` has the sentence boundaries of regions without labels."""

    board: Board
    kind: str
    starts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def to_jsonl(self) -> str:
        """The line of a board file, without the line end."""
        starts = {"starts": self.starts} if self.starts else {}
        return format_board(self.board, about={"synthetic": self.kind, **starts})


def synthesize(sources: Sources, count: int, *, seed: int, first: int = 0) -> Iterator[SyntheticBoard]:
    """Boards number `first` and following, `count` of them."""
    if not sources.kinds:
        raise InputError("no sources for boards; give labelled boards with both kinds of tasks, or texts")
    for number in range(first, first + count):
        yield make_board(sources, f"synthetic-{seed}-{number}", random.Random(f"board {seed} {number}"))


def make_board(sources: Sources, name: str, rng: random.Random) -> SyntheticBoard:
    """A board of a random kind."""
    kinds = sources.kinds
    kind = rng.choices(list(kinds), list(kinds.values()))[0]
    if kind == VARIED:
        return SyntheticBoard(vary(rng.choice(sources.boards), rng, name=name), kind)
    style = draw_style(rng)
    if kind == TEXT:
        drafts = _text_drafts(sources, rng)
        region = write_region("r1", drafts, style, rng)
        starts = tuple(accumulate((len(draft.words) for draft in drafts[:-1]), initial=0))
        return SyntheticBoard(Board(name, (region,)), kind, {region.id: starts})
    sections = [_section(sources, rng) for _ in range(rng.choices((1, 2, 3), (5, 4, 2))[0])]
    groups = [[section] for section in sections] if rng.random() < 0.3 else [sections]
    regions = [
        write_region(f"r{number}", [draft for section in group for draft in section], style, rng)
        for number, group in enumerate(groups, 1)
    ]
    return SyntheticBoard(Board(name, tuple(regions)), kind)


def vary(board: Board, rng: random.Random, *, name: str | None = None) -> Board:
    """The labelled board in another writing style. Headings, depths, boxes and keywords stay."""
    style = draw_style(rng)
    bullets = rng.choices(("kept", "none", "all"), (6, 3, 2))[0]
    running_on = rng.random() < 0.1
    rest = rng.random() < 0.2
    regions = []
    for region in board.regions:
        drafts = drafts_of(region)
        if bullets != "kept":
            drafts = [_with_bullet(draft, bullets == "all" and at > 0) for at, draft in enumerate(drafts)]
        if running_on:
            drafts = [_running_on(draft) for draft in drafts]
        if rest and len(drafts) > 4:
            drafts = _some_of(drafts, rng)
        regions.append(write_region(region.id, drafts, style, rng) if drafts else region)
    return Board(name or board.id, tuple(regions))


def _with_bullet(draft: DraftSentence, bullet: bool) -> DraftSentence:
    """The sentence as an item, or as none; a heading is none."""
    return replace(draft, facts=replace(draft.facts, bullet=bullet and draft.starts_line and not draft.facts.heading))


def _running_on(draft: DraftSentence) -> DraftSentence:
    """The sentence on the line of the one before it, unless it is a heading or has a mark."""
    if draft.facts.heading or draft.facts.box:
        return draft
    return replace(draft, starts_line=False, facts=replace(draft.facts, bullet=False))


def _some_of(drafts: Sequence[DraftSentence], rng: random.Random) -> list[DraftSentence]:
    """Most of the sentences. The first, headings and parents of other items stay: they may decide about others."""
    below = (*(draft.facts.indent for draft in drafts[1:]), 0)
    return [
        draft
        for at, (draft, depth) in enumerate(zip(drafts, below, strict=True))
        if at == 0 or draft.facts.heading or depth > draft.facts.indent or rng.random() > 0.2
    ]


def _text_drafts(sources: Sources, rng: random.Random) -> list[DraftSentence]:
    """A run of one document's sentences, as a list or as paragraphs, under a heading in half of the cases."""
    document = rng.choice(sources.texts)
    count = rng.randint(2, 16)
    at = rng.randrange(max(1, len(document) - count + 1))
    as_list, bullet = rng.random() < 0.6, rng.random() < 0.6
    drafts = [
        DraftSentence(tuple(text.split()), None, as_list or rng.random() < 0.15, Line((), as_list and bullet))
        for text in document[at : at + count]
        if text.split()
    ]
    sizes = accumulate(len(draft.words) for draft in drafts)
    drafts = [draft for draft, size in zip(drafts, sizes, strict=True) if size <= _LONGEST_TEXT]
    heading = [_heading((*TASK_HEADINGS, *TOPIC_HEADINGS, *NEUTRAL_HEADINGS), rng)] if rng.random() < 0.5 else []
    return [*heading, *drafts] or [_heading(NEUTRAL_HEADINGS, rng)]


def _section(sources: Sources, rng: random.Random) -> list[DraftSentence]:
    """A heading and the sentences below it, which it labels."""
    bullet = rng.random() < 0.5
    marker = "" if bullet or rng.random() < 0.8 else rng.choice(("-", "->", "*", "+"))
    kind = rng.choices(("to do", "topics", "steps", "done", "notes"), (5, 3, 4, 1, 2))[0]
    count = rng.randint(1, 9)
    if kind == "notes":
        below = [_note(sources, rng) for _ in range(count)]
        headings: Sequence[str] = NEUTRAL_HEADINGS
    elif kind == "to do":
        things_only = rng.random() < 0.5
        below = [_task(sources, things_only, rng) for _ in range(count)]
        headings = TASK_HEADINGS
    elif kind == "topics":
        below = [(rng.choice(sources.things), Label.NON_TASK) for _ in range(count)]
        headings = TOPIC_HEADINGS
    else:
        below = [(rng.choice(sources.steps), Label.NON_TASK_BY_CONTEXT) for _ in range(count)]
        headings = STEP_HEADINGS if kind == "steps" else DONE_HEADINGS
    paragraph = kind in ("steps", "notes") and rng.random() < 0.3
    item = Line((), bullet and not paragraph)
    drafts = [
        DraftSentence((marker, *words) if marker and not paragraph else words, label, not paragraph or at == 0, item)
        for at, (words, label) in enumerate(below)
    ]
    if rng.random() < 0.12:  # a remark between them is no task under any heading
        drafts.insert(rng.randrange(len(drafts) + 1), DraftSentence(_remark(sources, rng), Label.NON_TASK))
    # Only notes may do without a heading: it decides about the others.
    return drafts if kind == "notes" and rng.random() < 0.5 else [_heading(headings, rng), *drafts]


def _task(sources: Sources, things_only: bool, rng: random.Random) -> tuple[tuple[str, ...], Label]:
    kind = 0.0 if things_only else rng.random()
    if kind < 0.35:
        return rng.choice(sources.things), Label.TASK_BY_CONTEXT
    if kind < 0.75 or not sources.tasks:
        return rng.choice(sources.steps), Label.TASK
    return rng.choice(sources.tasks), Label.TASK


def _note(sources: Sources, rng: random.Random) -> tuple[tuple[str, ...], Label]:
    if sources.tasks and rng.random() < 0.35:
        return rng.choice(sources.tasks), Label.TASK
    return _remark(sources, rng), Label.NON_TASK


def _remark(sources: Sources, rng: random.Random) -> tuple[str, ...]:
    return rng.choice(sources.remarks) if sources.remarks else tuple(rng.choice(NEUTRAL_HEADINGS).split())


def _heading(choices: Sequence[str], rng: random.Random) -> DraftSentence:
    text = rng.choice(choices)
    text = rng.choice((text, text, text, text.upper(), text.lower(), text.capitalize()))
    return DraftSentence((*f"{text}{rng.choice(('', '', ':', ':', ' -'))}".split(),), Label.NON_TASK)
