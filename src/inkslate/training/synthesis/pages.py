"""Pages before they are written: their sentences in blocks, which become regions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import accumulate, pairwise

from inkslate.board import Line
from inkslate.training.synthesis.habits import Habits
from inkslate.training.synthesis.headings import NEUTRAL_HEADINGS, TASK_HEADINGS, TOPIC_HEADINGS
from inkslate.training.synthesis.nesting import deeper, with_children
from inkslate.training.synthesis.sections import (
    DONE_LIST,
    FREE,
    FULL,
    MIXED,
    NOTES,
    REMARKS,
    STEPS,
    TICKED,
    TO_DO,
    TO_GET,
    TOPICS,
    Page,
    Section,
    draw_heading,
    draw_sections,
)
from inkslate.training.synthesis.sources import Sources
from inkslate.training.synthesis.writing import DraftSentence

Block = list[DraftSentence]

_LONGEST_TEXT = 160  # words
_PURPOSES = {FREE: 4, FULL: 2, MIXED: 4}


def headed_page(sources: Sources, habits: Habits, rng: random.Random) -> list[Block]:
    """Sections whose headings decide: on 4 of 10 pages nothing is a task, on 2 nearly everything is."""
    page = Page(sources, habits, rng.choices(list(_PURPOSES), list(_PURPOSES.values()))[0], rng)
    titled = habits.title and page.purpose != FULL  # a full page has little else than tasks
    title = draw_heading(NEUTRAL_HEADINGS, rng, facts=Line((), heading=habits.title_level))
    sections = [Section(title)] if titled else []
    for number, name in enumerate(_draw_kinds(page)):
        sections += draw_sections(page, name, first=number == 0)
    return arrange(sections, habits, rng)


def text_page(sources: Sources, habits: Habits, rng: random.Random) -> list[Block]:
    """A run of one document's sentences, as lists or paragraphs, under headings in half of the cases. No labels."""
    drafts = _run_of_text(sources, habits, rng)
    cut = rng.randrange(len(drafts)) if len(drafts) > 4 and rng.random() < 0.3 else 0
    parts = [part for part in (drafts[:cut], drafts[cut:]) if part]
    choices = (*TASK_HEADINGS, *TOPIC_HEADINGS, *NEUTRAL_HEADINGS)
    facts = Line((), heading=habits.level)
    headed = not drafts or rng.random() < 0.5
    headings = [draw_heading(choices, rng, facts=facts, label=None) if headed else None for _ in parts or [[]]]
    sections = [Section(heading, part) for heading, part in zip(headings, parts or [[]], strict=True)]
    return arrange(sections, habits, rng)


def arrange(sections: Sequence[Section], habits: Habits, rng: random.Random) -> list[Block]:
    """The sentences of the sections, divided where there is an empty line."""
    blocks: list[Block] = [[]]
    for heading, items in ((section.heading, section.items) for section in sections):
        if habits.apart:
            blocks.append([])
        if heading is not None:
            blocks[-1].append(heading)
            if habits.gap:
                blocks.append([])
        # Below a gap people still know which heading holds, if it is marked or had a gap below it too.
        known = heading is None or heading.facts.heading > 0 or habits.gap
        first, *others = _divided(items, rng) if known and rng.random() < 0.3 else [list(items)]
        blocks[-1].extend(first)
        blocks.extend(others)
    return [block for block in blocks if block]


def _divided(items: Sequence[DraftSentence], rng: random.Random) -> list[Block]:
    """The items in two or three blocks of at least two; what is below an item stays with it."""
    cuts = [0]
    for at in range(2, len(items) - 1):
        top = items[at].facts.indent <= items[0].facts.indent
        if top and at - cuts[-1] >= 2 and len(cuts) < 3 and rng.random() < 0.35:
            cuts.append(at)
    return [list(items[a:b]) for a, b in pairwise((*cuts, len(items)))]


def _draw_kinds(page: Page) -> list[str]:
    """The kinds of the sections of a page, in order."""
    rng, sources = page.rng, page.sources
    with_tasks = {TO_DO: 4, TO_GET: 2} | ({NOTES: 2} if sources.tasks and page.purpose == MIXED else {})
    without = {TOPICS: 3, STEPS: 4, DONE_LIST: 1, REMARKS: 2} | ({TICKED: 2} if page.habits.marks else {})
    if page.purpose == FULL:
        return _draw(with_tasks, rng.choice((1, 1, 2)), rng)
    if page.purpose == FREE:
        return _draw(without, rng.choices((1, 2, 3), (5, 4, 2))[0], rng)
    (one,) = _draw(with_tasks, 1, rng)
    if one == NOTES and rng.random() < 0.5:
        return [one]
    kinds = [one, *_draw(without, 1, rng), *_draw(with_tasks | without, rng.choice((0, 0, 1)), rng)]
    rng.shuffle(kinds)
    return kinds


def _draw(kinds: dict[str, int], count: int, rng: random.Random) -> list[str]:
    return rng.choices(list(kinds), list(kinds.values()), k=count)


def _run_of_text(sources: Sources, habits: Habits, rng: random.Random) -> list[DraftSentence]:
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
    return deeper(with_children(drafts, rng), habits.depth) if as_list and habits.nested else drafts
