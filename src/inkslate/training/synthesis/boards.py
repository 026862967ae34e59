"""Synthetic boards from sentences: for whoever has few labelled boards, and for teachers to label.

Three kinds. A *varied* board is a labelled one as another hand might have written it: other line breaks, bullets,
case, punctuation and reading errors, the same labels. On a *headed* board the heading decides: noun phrases under
"To do" are tasks and under "Agenda" none, imperatives under "Action items" are tasks and under "Recipe" none. A *text*
board is a run of sentences whose boundaries are known and whose labels are not, so it has no `sentences`; its
boundaries stand in `about`, for `inkslate distill`.

Board `n` depends on the sources, the seed and `n` alone.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from inkslate.board import Board, Label, Line, Region, Sentence, Word
from inkslate.errors import InputError
from inkslate.formats import format_board
from inkslate.training.noise import confuse_word
from inkslate.training.synthesis.headings import (
    DONE_HEADINGS,
    HEADINGS_OF_NOTHING,
    STEP_HEADINGS,
    TASK_HEADINGS,
    TOPIC_HEADINGS,
    VERBS,
)

VARIED, HEADED, TEXT = "varied", "headed", "text"
_LONGEST_THING, _LONGEST_STEP = 7, 14
_LONGEST_TEXT = 160  # words
_ENDS = ".!?;:,"
# After a verb these begin no noun phrase.
_NO_THING = frozenset({"me", "up", "to", "out", "off", "on", "in"})


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence to be written; `fresh` where it begins a line, as headings and the items of lists do."""

    words: tuple[str, ...]
    label: Label | None
    fresh: bool = True
    bullet: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """How somebody writes."""

    width: int
    case: str  # "kept", "lower" or "upper"
    end_marks: bool
    apostrophes: bool
    misread: float  # share of words


@dataclass(frozen=True)
class Sources:
    """What synthetic boards are made of."""

    boards: Sequence[Board] = ()  # labelled
    texts: Sequence[Sequence[str]] = ()  # documents of sentences, without labels
    things: Sequence[tuple[str, ...]] = ()  # noun phrases
    steps: Sequence[tuple[str, ...]] = ()  # imperatives, tasks or not as the heading says
    tasks: Sequence[tuple[str, ...]] = ()  # tasks under any heading
    remarks: Sequence[tuple[str, ...]] = ()  # no tasks under any heading

    @property
    def kinds(self) -> dict[str, float]:
        """The kinds of boards that these sources are good for, with their shares."""
        known = {HEADED: 4.0} if self.things and self.steps else {}
        return known | ({VARIED: 4.0} if self.boards else {}) | ({TEXT: 2.0} if self.texts else {})


@dataclass(frozen=True, slots=True)
class Synthetic:
    """A synthetic board. `starts` has the boundaries of regions whose labels are not known."""

    board: Board
    kind: str
    starts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def to_jsonl(self) -> str:
        """The line of a board file, without the line end."""
        value = json.loads(format_board(self.board))
        about = {"synthetic": self.kind} | ({"starts": self.starts} if self.starts else {})
        return json.dumps({"id": value["id"], "about": about, "regions": value["regions"]}, ensure_ascii=False)


def gather(boards: Sequence[Board], texts: Sequence[Sequence[str]] = (), todo: Iterable[str] = ()) -> Sources:
    """Sort the sentences of labelled boards, and to-do items, by what a heading makes of them."""
    things: dict[tuple[str, ...], None] = {}
    steps: dict[tuple[str, ...], None] = {}
    tasks: dict[tuple[str, ...], None] = {}
    remarks: dict[tuple[str, ...], None] = {}
    labelled = (
        (region.word_texts[sentence.start : sentence.end], sentence.label)
        for board in boards
        for region in board.regions
        for sentence in region.sentences or ()
    )
    for words, label in (*labelled, *((tuple(text.split()), Label.TASK) for text in todo)):
        imperative = words[:1] != () and words[0].lower().strip(_ENDS) in VERBS and len(words) <= _LONGEST_STEP
        if label is Label.TASK_BY_CONTEXT and len(words) <= _LONGEST_THING and not imperative:
            things[words] = None
        elif label in (Label.TASK, Label.NON_TASK_BY_CONTEXT) and imperative:
            steps[words] = None
            if 2 < len(words) <= _LONGEST_THING and words[1].lower() not in _NO_THING:
                things[words[1:]] = None  # "call the plumber" -> "the plumber"
        elif label is Label.NON_TASK_BY_CONTEXT:
            steps[words] = None
        elif label is Label.TASK:
            tasks[words] = None
        elif label is Label.NON_TASK and len(words) > 3:
            remarks[words] = None
    return Sources(boards, texts, *map(tuple, (things, steps, tasks, remarks)))


def synthesize(sources: Sources, count: int, *, seed: int, first: int = 0) -> Iterator[Synthetic]:
    """Boards number `first` and following, `count` of them."""
    if not sources.kinds:
        raise InputError("nothing to make boards of: give labelled boards with both kinds of tasks, or texts")
    for number in range(first, first + count):
        yield make_board(sources, f"synthetic-{seed}-{number}", random.Random(f"board {seed} {number}"))


def make_board(sources: Sources, name: str, rng: random.Random) -> Synthetic:
    kinds = sources.kinds
    kind = rng.choices(list(kinds), list(kinds.values()))[0]
    if kind == VARIED:
        return Synthetic(vary(rng.choice(sources.boards), rng, name=name), kind)
    hand = draw_hand(rng)
    if kind == TEXT:
        items = _text_items(sources, rng)
        region = write("r1", items, hand, rng)
        starts = tuple(accumulate((len(item.words) for item in items[:-1]), initial=0))
        return Synthetic(Board(name, (region,)), kind, {region.id: starts})
    sections = [_section(sources, rng) for _ in range(rng.choices((1, 2, 3), (5, 4, 2))[0])]
    groups = [[section] for section in sections] if rng.random() < 0.3 else [sections]
    regions = [
        write(f"r{number}", [item for section in group for item in section], hand, rng)
        for number, group in enumerate(groups, 1)
    ]
    return Synthetic(Board(name, tuple(regions)), kind)


def vary(board: Board, rng: random.Random, *, name: str | None = None) -> Board:
    """The labelled board as another hand might have written it."""
    hand = draw_hand(rng)
    bullets = rng.choices(("kept", "none", "all"), (6, 3, 2))[0]
    running_on = rng.random() < 0.1
    rest = rng.random() < 0.2
    regions = []
    for region in board.regions:
        items = _items_of(region)
        if bullets != "kept":
            items = [_with(item, bullet=bullets == "all" and item.fresh and at > 0) for at, item in enumerate(items)]
        if running_on:
            items = [_with(item, fresh=at == 0, bullet=False) for at, item in enumerate(items)]
        if rest and len(items) > 4:
            # The first stays: it may be the heading that decides.
            items = [item for at, item in enumerate(items) if at == 0 or rng.random() > 0.2]
        regions.append(write(region.id, items, hand, rng) if items else region)
    return Board(name or board.id, tuple(regions))


def write(name: str, items: Sequence[Item], hand: Hand, rng: random.Random) -> Region:
    """The sentences on lines. Those of unknown label leave the region without sentences."""
    lines: list[Line] = []
    spans: list[int] = []
    for item in items:
        words = written(item.words, hand, rng)
        spans.append(len(words))
        if item.fresh or not lines:
            lines.append(Line((), item.bullet))
        for word in words:
            line = lines[-1]
            if line.words and len(line.text) + 1 + len(word.text) > hand.width:
                line = Line(())
                lines.append(line)
            lines[-1] = Line((*line.words, word), line.bullet)
    bounds = pairwise(accumulate(spans, initial=0))
    labels = [item.label for item in items]
    known = [
        Sentence(start, end, label) for (start, end), label in zip(bounds, labels, strict=True) if label is not None
    ]
    return Region(name, tuple(lines), tuple(known) if len(known) == len(items) else None)


def written(words: Sequence[str], hand: Hand, rng: random.Random) -> list[Word]:
    """The words of a sentence as this hand writes them and a recogniser reads them; never fewer."""
    result = list(words)
    if not hand.end_marks:
        result[-1] = result[-1].rstrip(_ENDS) or result[-1]
    if hand.case != "kept":
        result = [word.lower() if hand.case == "lower" else word.upper() for word in result]
    if not hand.apostrophes:
        result = [word.replace("'", "").replace("’", "") or word for word in result]
    result = [confuse_word(word, rng) if rng.random() < hand.misread else word for word in result]
    return [Word(word) for word in result]


def draw_hand(rng: random.Random) -> Hand:
    return Hand(
        width=rng.choice((18, 24, 30, 36, 44, 52, 60, 80, 10_000)),
        case=rng.choices(("kept", "lower", "upper"), (10, 8, 1))[0],
        end_marks=rng.random() < 0.5,
        apostrophes=rng.random() < 0.85,
        misread=rng.choice((0.0, 0.0, 0.05, 0.1, 0.15)),
    )


def _items_of(region: Region) -> list[Item]:
    """The sentences of a labelled region, with the places where they begin."""
    first = {start: line.bullet for start, line in zip(region.line_starts, region.lines, strict=True) if line.words}
    return [
        Item(region.word_texts[s.start : s.end], s.label, s.start in first, first.get(s.start, False))
        for s in region.sentences or ()
    ]


def _with(item: Item, *, bullet: bool, fresh: bool | None = None) -> Item:
    return Item(item.words, item.label, item.fresh if fresh is None else fresh, bullet)


def _text_items(sources: Sources, rng: random.Random) -> list[Item]:
    """A run of one document's sentences, as a list or as paragraphs, half of the time under a heading."""
    document = rng.choice(sources.texts)
    count = rng.randint(2, 16)
    at = rng.randrange(max(1, len(document) - count + 1))
    as_list, bullet = rng.random() < 0.6, rng.random() < 0.6
    items = [
        Item(tuple(text.split()), None, as_list or rng.random() < 0.15, as_list and bullet)
        for text in document[at : at + count]
        if text.split()
    ]
    sizes = accumulate(len(item.words) for item in items)
    items = [item for item, size in zip(items, sizes, strict=True) if size <= _LONGEST_TEXT]
    heading = [_heading((*TASK_HEADINGS, *TOPIC_HEADINGS, *HEADINGS_OF_NOTHING), rng)] if rng.random() < 0.5 else []
    return [*heading, *items] or [_heading(HEADINGS_OF_NOTHING, rng)]


def _section(sources: Sources, rng: random.Random) -> list[Item]:
    """A heading and what stands below it, labelled by it."""
    bullet = rng.random() < 0.5
    marker = "" if bullet or rng.random() < 0.8 else rng.choice(("-", "->", "*", "+"))
    kind = rng.choices(("to do", "topics", "steps", "done", "notes"), (5, 3, 4, 1, 2))[0]
    count = rng.randint(1, 9)
    if kind == "notes":
        below = [_note(sources, rng) for _ in range(count)]
        headings: Sequence[str] = HEADINGS_OF_NOTHING
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
    items = [
        Item((marker, *words) if marker and not paragraph else words, label, not paragraph or at == 0, bullet)
        for at, (words, label) in enumerate(below)
    ]
    if paragraph:
        items = [_with(item, bullet=False) for item in items]
    if rng.random() < 0.12:  # a remark between them changes nothing
        items.insert(rng.randrange(len(items) + 1), Item(_remark(sources, rng), Label.NON_TASK, True, False))
    # Notes need no heading; what a heading decides does.
    return items if kind == "notes" and rng.random() < 0.5 else [_heading(headings, rng), *items]


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
    return rng.choice(sources.remarks) if sources.remarks else tuple(rng.choice(HEADINGS_OF_NOTHING).split())


def _heading(choices: Sequence[str], rng: random.Random) -> Item:
    text = rng.choice(choices)
    text = rng.choice((text, text, text, text.upper(), text.lower(), text.capitalize()))
    return Item((*f"{text}{rng.choice(('', '', ':', ':', ' -'))}".split(),), Label.NON_TASK)
