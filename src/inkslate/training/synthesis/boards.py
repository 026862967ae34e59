"""Synthetic boards from sentences: for people with few labelled boards, and for teachers to label.

There are three kinds. A *varied* board is a labelled one in another writing style: other line breaks, bullets, case,
punctuation and recognition errors, the same labels, headings, depths and marks. On a *headed* board the heading
decides: noun phrases are tasks under "To do" and not under "Agenda", imperatives are tasks under "Action items" and not
under "Recipe". A box or a keyword in front of an item decides against it. A *text* board is a run of sentences with
known boundaries and unknown labels, so it has no `sentences`; its boundaries are in `about`, for `inkslate distill`.

Board `n` depends on the sources, the seed and `n` only.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.formats import format_board
from inkslate.training.synthesis.habits import draw_habits
from inkslate.training.synthesis.pages import headed_page, text_page
from inkslate.training.synthesis.sources import TEXT, VARIED, Sources
from inkslate.training.synthesis.writing import DraftSentence, drafts_of, draw_style, write_region


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
    habits, style = draw_habits(rng), draw_style(rng)
    if habits.run_on:
        style = replace(style, end_marks=False)
    blocks = (text_page if kind == TEXT else headed_page)(sources, habits, rng)
    regions = tuple(write_region(f"r{number}", block, style, rng) for number, block in enumerate(blocks, 1))
    starts = {region.id: _starts(block) for region, block in zip(regions, blocks, strict=True)} if kind == TEXT else {}
    return SyntheticBoard(Board(name, regions), kind, starts)


def _starts(block: Sequence[DraftSentence]) -> tuple[int, ...]:
    return tuple(accumulate((len(draft.words) for draft in block[:-1]), initial=0))


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
