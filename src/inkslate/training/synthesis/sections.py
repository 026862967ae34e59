"""Sections of headed boards: a heading and the sentences below it, which it labels unless a box or keyword does."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from inkslate.board import Label, Line
from inkslate.training.synthesis.habits import Habits
from inkslate.training.synthesis.headings import (
    DONE_HEADINGS,
    NEUTRAL_HEADINGS,
    STEP_HEADINGS,
    TASK_HEADINGS,
    TOPIC_HEADINGS,
)
from inkslate.training.synthesis.nesting import below_names, by_name, deeper, with_children, with_details
from inkslate.training.synthesis.sources import Sources
from inkslate.training.synthesis.writing import PLAIN, DraftSentence

FREE, FULL, MIXED = "free", "full", "mixed"  # pages without tasks, with little else, with both
_ACTIONS = (Label.TASK, Label.NON_TASK_BY_CONTEXT)  # the words alone are an action


class Item(NamedTuple):
    """Words and the label that they have below a heading."""

    words: tuple[str, ...]
    label: Label


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, where there is one, and the sentences below it."""

    heading: DraftSentence | None
    items: Sequence[DraftSentence] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """What the sections of a page have in common."""

    sources: Sources
    habits: Habits
    purpose: str
    rng: random.Random


def _thing(sources: Sources, rng: random.Random) -> Item:
    return Item(rng.choice(sources.things), Label.TASK_BY_CONTEXT)


def _task(sources: Sources, rng: random.Random) -> Item:
    kind = rng.random()
    if kind < 0.35:
        return _thing(sources, rng)
    return Item(rng.choice(sources.tasks if sources.tasks and kind > 0.75 else sources.steps), Label.TASK)


def _topic(sources: Sources, rng: random.Random) -> Item:
    return Item(rng.choice(sources.things), Label.NON_TASK)


def _step(sources: Sources, rng: random.Random) -> Item:
    return Item(rng.choice(sources.steps), Label.NON_TASK_BY_CONTEXT)


def _remark(sources: Sources, rng: random.Random) -> Item:
    words = rng.choice(sources.remarks) if sources.remarks else tuple(rng.choice(NEUTRAL_HEADINGS).split())
    return Item(words, Label.NON_TASK)


def _note(sources: Sources, rng: random.Random) -> Item:
    if sources.tasks and rng.random() < 0.35:
        return Item(rng.choice(sources.tasks), Label.TASK)
    return _remark(sources, rng)


@dataclass(frozen=True, slots=True)
class SectionKind:
    """What is below a heading of one kind."""

    headings: Sequence[str]
    draw: Callable[[Sources, random.Random], Item]
    marked: Callable[[Sources, random.Random], Item] | None = None  # draws items with a box, where others would be odd
    prose: bool = False  # may be a paragraph
    phrases: bool = False  # noun phrases: nobody could tell where one ends inside of a line
    decides: bool = True  # the heading decides about the labels


TO_DO, TO_GET, NOTES = "to do", "to get", "notes"
TOPICS, STEPS, DONE_LIST, REMARKS, TICKED = "topics", "steps", "done", "remarks", "ticked"
KINDS: Mapping[str, SectionKind] = MappingProxyType(
    {
        TO_DO: SectionKind(TASK_HEADINGS, _task),
        TO_GET: SectionKind(TASK_HEADINGS, _thing, phrases=True),
        NOTES: SectionKind(NEUTRAL_HEADINGS, _note, _task, prose=True, decides=False),
        TOPICS: SectionKind(TOPIC_HEADINGS, _topic, phrases=True),
        STEPS: SectionKind(STEP_HEADINGS, _step, prose=True),
        DONE_LIST: SectionKind(DONE_HEADINGS, _step),
        REMARKS: SectionKind(NEUTRAL_HEADINGS, _remark, _task, prose=True, decides=False),
        TICKED: SectionKind((*TASK_HEADINGS, *NEUTRAL_HEADINGS), _task),
    }
)


class _Marking(NamedTuple):
    share: float = 0.0  # of the items that have a box or a keyword
    open: float = 0.0  # share of these


def draw_heading(
    choices: Sequence[str], rng: random.Random, *, facts: Line = PLAIN, label: Label | None = Label.NON_TASK
) -> DraftSentence:
    """A heading in one of several spellings."""
    text = rng.choice(choices)
    text = rng.choice((text, text, text, text.upper(), text.lower(), text.capitalize()))
    return DraftSentence((*f"{text}{rng.choice(('', '', ':', ':', ' -'))}".split(),), label, facts=facts)


def draw_sections(page: Page, name: str, *, first: bool) -> list[Section]:
    """A section of this kind, and those below its sub-headings. The first of a page may do without a heading."""
    kind, rng, habits = KINDS[name], page.rng, page.habits
    items = _items(page, name)
    shape = _draw_shape(page, kind, items)
    headless = first and not kind.decides and rng.random() < 0.5
    facts = Line((), habits.outlined, heading=habits.level)
    heading = None if headless else draw_heading(kind.headings, rng, facts=facts)
    if shape == "sub-headings":
        facts = Line((), heading=habits.level + 1)
        groups = [(draw_heading([who], rng, facts=facts), group) for who, group in by_name(items, rng)]
        return [Section(heading), *(_section(page, upper, group) for upper, group in groups)]
    if shape == "children":
        items = with_children(items, rng)
    elif shape == "names":
        items = below_names(items, rng)
    elif page.purpose != FULL and rng.random() < 0.12:
        # A remark between the items is no task under any heading.
        items.insert(rng.randrange(len(items) + 1), DraftSentence(*_remark(page.sources, rng)))
    return [_section(page, heading, items)]


def _section(page: Page, heading: DraftSentence | None, items: Sequence[DraftSentence]) -> Section:
    """The section with details below some of its items, where these are on lines of their own."""
    if page.habits.nested and page.purpose != FULL and _is_list(items) and page.rng.random() < 0.5:
        items = with_details(items, page.sources.remarks, page.rng)
    return Section(heading, deeper(items, page.habits.depth))


def _is_list(items: Sequence[DraftSentence]) -> bool:
    return all(item.starts_line and not item.facts.heading for item in items)


def _draw_shape(page: Page, kind: SectionKind, items: Sequence[DraftSentence]) -> str:
    """How the items are nested. Names need a heading above them that decides."""
    if not page.habits.nested or not _is_list(items):
        return "flat"
    names = "sub-headings" if page.habits.level else "names"
    return page.rng.choice(("flat", "children", names) if kind.decides and page.purpose != FULL else ("children",))


def _items(page: Page, name: str) -> list[DraftSentence]:
    """The items of a section, not nested: with marks, as a list, as a paragraph or on lines that run on."""
    kind, rng, habits = KINDS[name], page.rng, page.habits
    marking = _draw_marking(page, name) if habits.marks else _Marking()
    count = rng.randint(5, 10) if page.purpose == FULL else rng.randint(1, 9)
    drafts = [_draft(page, kind, marking) for _ in range(count)]
    marked = marking.share > 0
    if marking.share == 1 and habits.marks and habits.marks.outline and habits.level and rng.random() < 0.5:
        return [replace(draft, facts=replace(draft.facts, heading=habits.level + 1)) for draft in drafts]
    prose = kind.prose and not marked and rng.random() < 0.3
    if prose or (habits.run_on and not marked and not kind.phrases):
        drafts = _on_few_lines(page, drafts, prose=prose)
    if not prose and (habits.outlined or rng.random() < (0.8 if marked else 0.5)):
        return [replace(draft, facts=replace(draft.facts, bullet=True)) for draft in drafts]
    if prose or marked or rng.random() < 0.8:
        return drafts
    marker = rng.choice(("-", "->", "*", "+"))
    return [replace(draft, words=(marker, *draft.words)) for draft in drafts]


def _on_few_lines(page: Page, drafts: Sequence[DraftSentence], *, prose: bool) -> list[DraftSentence]:
    """The sentences one behind the other. Where lines run on, some begin a line, and a heading may be on the first."""
    habits, rng = page.habits, page.rng
    after_heading = not prose and not habits.level and not habits.gap and rng.random() < 0.4
    shares = [float(not after_heading), *[0.0 if prose else 0.4] * (len(drafts) - 1)]
    return [
        replace(draft, starts_line=draft.label is Label.TASK_BY_CONTEXT or rng.random() < share)
        for draft, share in zip(drafts, shares, strict=True)
    ]


def _draw_marking(page: Page, name: str) -> _Marking:
    """How many of the items of a section have marks, on a page that has some."""
    rng = page.rng
    if name == TICKED:
        return _Marking(1.0)
    if name == DONE_LIST:
        return _Marking(rng.choice((0.0, 1.0)))
    if name in (TO_DO, TO_GET):
        return _Marking(rng.choice((1.0, 1.0, 1.0, 0.4)), 0.94 if page.purpose == FULL else 0.75)
    return _Marking(rng.choice((0.0, 0.3)), 0.0 if page.purpose == FREE else 0.7)


def _draft(page: Page, kind: SectionKind, marking: _Marking) -> DraftSentence:
    """An item. A mark decides about its label, else the heading does."""
    rng, marks = page.rng, page.habits.marks
    if marks is None or rng.random() >= marking.share:
        return DraftSentence(*kind.draw(page.sources, rng))
    words, label = (kind.marked or kind.draw)(page.sources, rng)
    facts = marks.draw(rng, done=rng.random() >= marking.open)
    stated = Label.TASK if label in _ACTIONS else Label.TASK_BY_CONTEXT
    return DraftSentence(words, Label.NON_TASK if facts.done else stated, facts=facts)
