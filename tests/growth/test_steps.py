"""Details, tracking, tokens and windows, the rules and every writer take a time in proportion to the notes."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any

import numpy as np
import pytest

from inkslate.board import Board, Line, Region
from inkslate.details import DetailContext, add_details
from inkslate.details.task_marks import find_marks
from inkslate.extraction import Extraction, FoundSentence, ModelInfo
from inkslate.formats.extraction_jsonl import format_extractions
from inkslate.model.backends.base import Logits, ModelInput
from inkslate.model.bundle import load_bundle
from inkslate.model.predictor import Tagger
from inkslate.model.rules import Rules
from inkslate.model.shipped import DEFAULT_MODEL, shipped_model
from inkslate.readers.document import Document
from inkslate.readers.note_date import note_date
from inkslate.readers.text import parse_text
from inkslate.tracking import Boards, compare_extractions, keep_ids, parse_extractions
from inkslate.writers import WRITERS
from inkslate.writers.options import WriterOptions
from tests.growth.measuring import Repeat, Step, measure
from tests.growth.texts import DATE_PARTS, LINES, PARTS, TASK_PARTS, long_lines

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]

MOST_FOR_WINDOW = 400e-6  # a region of one line is a window with up to 64 tokens of its headings
MOST_FOR_TASK = 150e-6  # which is written, read and compared
MOST_FOR_LETTERS = 25.0  # a megabyte; the pairs compared are bounded, so a larger board takes less
CONTEXT = DetailContext(now=datetime(2026, 5, 4), people=("Sam Lee", "Ana"))
INFO = ModelInfo(name="none", version="1", scheme="none", layout="both")
MANY_LINES = [Repeat(f"{part} {{n}}\n") for part in LINES]
LONG_LINES = [Repeat(part) for part in PARTS if part.strip()]


def extraction_of(text: str) -> Extraction:
    """Every line is a task, as it is."""
    lines = [Line.from_text(line) for line in text.split("\n") if line.split()]
    region = Region("r", tuple(lines))
    ends = [start + len(line.words) for start, line in zip(region.line_starts, lines, strict=True)]
    found = tuple(FoundSentence(start, end, True) for start, end in zip(region.line_starts, ends, strict=True))
    return Extraction(Board("b", (region,)), (found,), INFO)


@cache
def detailed(text: str) -> list[Extraction]:
    """The extraction with its details, as writers get it; the same for all of them."""
    (extraction,) = add_details([extraction_of(text)], CONTEXT)
    assert extraction.tasks or not text.split()
    return [extraction]


DETAILS: Step[Extraction] = Step(lambda extraction: add_details([extraction], CONTEXT), extraction_of)


@pytest.mark.parametrize("repeat", [*long_lines(1_900), *long_lines(1_900, TASK_PARTS)], ids=str)
def test_details_of_long_tasks(repeat: Repeat) -> None:
    different = Repeat(f"{{n}}a {repeat.part}")  # equal texts are searched once
    assert measure(DETAILS, different, small=4_000).problem is None


@pytest.mark.parametrize("repeat", [*LONG_LINES[::3], *map(Repeat, TASK_PARTS[::3])], ids=str)
def test_details_of_short_tasks(repeat: Repeat) -> None:
    for head in ("Fri ", "call Sam "):
        assert measure(DETAILS, Repeat(f"{{n}}a {head}{repeat.part * 6}\n"), small=3_000).problem is None


def date_of(document: Document) -> object:
    """The date of a note whose name, front matter and first heading are its text."""
    board = Board("b", (Region("r", (Line.from_text(document.text, heading=1),)),))
    return note_date(Document(document.text[:200_000], document.data), board)


NOTE_DATE: Step[Document] = Step(date_of, lambda text: Document("notes.md", text.encode()))


@pytest.mark.parametrize("repeat", [*map(Repeat, DATE_PARTS), *LONG_LINES[::6]], ids=str)
def test_dates_of_notes(repeat: Repeat) -> None:
    assert measure(NOTE_DATE, repeat, small=20_000).problem is None
    assert measure(NOTE_DATE, replace(repeat, head="---\ndate: 2026-05-03 "), small=20_000).problem is None


MARKS: Step[str] = Step(lambda text: find_marks(text).plain, str)


@pytest.mark.parametrize(
    "part",
    [
        "📅 2026-11-20 ",
        "📅",
        "⏫",
        "⏫ #a ",
        "#a",
        "[due:: ",
        "(due:: 2026-11-20) ",
        "🔁 every ",
        "🆔 a",
        "⛔ a,",
        "::",
        " ^a",
    ],
)
def test_marks_of_task_plugins(part: str) -> None:
    for repeat in (Repeat(part), Repeat(part, head="a "), Repeat(part, tail="⏫ a"), Repeat(part, tail="⏫")):
        assert measure(MARKS, repeat).problem is None, repeat


class NoModel:
    """Rows of zeros instead of a network."""

    def __init__(self, labels: int) -> None:
        self._labels = labels

    def run(self, window: ModelInput) -> Logits:
        """As many rows as a model would give."""
        return np.zeros((len(window.kept) or len(window.ids), self._labels), dtype=np.float32)


@cache
def tagger() -> Tagger:
    """The shipped model without its network."""
    folder = shipped_model(DEFAULT_MODEL)
    assert folder is not None
    bundle = load_bundle(folder)
    return Tagger(bundle, NoModel(len(bundle.scheme.labels)))


TOKENS: Step[Board] = Step(lambda board: tagger().predict(board), lambda text: parse_text(text, board="b"))
RULES: Step[Board] = Step(lambda board: Rules().predict(board), lambda text: parse_text(text, board="b"))
SHAPES = [
    Repeat("# a {n}\n"),
    Repeat("a {n}\n\n", head=f"# {'a ' * 5_000}\n\n"),
    Repeat("b\n\n", head="# a\n" * 10),
    Repeat("## a {n}\n", head=f"# {'a ' * 5_000}\n"),
    Repeat("## a\nb\n"),
    Repeat("A", tail="a"),
    Repeat("a\n", head="A" * 10_000 + "\n"),
    Repeat("a:\n- b\n\n"),
]


@pytest.mark.parametrize("repeat", [*MANY_LINES[::3], *LONG_LINES[::3], *SHAPES], ids=str)
def test_tokens_and_windows(repeat: Repeat) -> None:
    tagger()  # loading it is not measured
    assert measure(TOKENS, repeat, line_seconds=MOST_FOR_WINDOW).problem is None
    assert measure(RULES, repeat).problem is None


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(
    "options", [WriterOptions(), WriterOptions(obsidian=True, colour=True, now=CONTEXT.now)], ids=["", "options"]
)
def test_writers(name: str, options: WriterOptions) -> None:
    writing: Step[list[Extraction]] = Step(lambda found: WRITERS[name](found, options=options), detailed)
    tasks = [Repeat(f"{part} {'word ' * 12}{{n}}\n") for part in LINES[::6]]
    for repeat in (*tasks, *LONG_LINES[::20], Repeat("@a"), Repeat("\x1b"), Repeat("\\"), Repeat("a:b "), Repeat("_")):
        assert measure(writing, repeat, small=20_000).problem is None, repeat


def two_versions(text: str) -> tuple[list[Extraction], Boards]:
    """Notes, and what was found in them before every task was changed."""
    lines = [line for line in text.split("\n") if line.split()]
    before = extraction_of("\n".join(f"{line[1:]} {line[0]} old" for line in reversed(lines)))
    return [extraction_of(text)], parse_extractions(format_extractions([before]), "before")


def track(versions: tuple[list[Extraction], Boards]) -> Any:
    """Keep the ids, and list what changed."""
    kept = keep_ids(*versions)
    return compare_extractions(versions[1], parse_extractions(format_extractions(kept), "after"))


@pytest.mark.parametrize(
    "repeat",
    [
        *(Repeat(part) for part in ("a{n}\n", "a {n} b c\n", "a\n", "ab ab{n} c d e f g h i j\n", "{n}\n", "a ")),
        *(Repeat(f"{{n}} {part * (180 // len(part))}\n") for part in ("ab ", "1 2 ")),
        Repeat(f"{{n}} {'ab ' * 500}\n"),
        Repeat("a{n} z and a few more words\n", head="z " * 10_000 + "\n"),
    ],
    ids=str,
)
def test_tracking(repeat: Repeat) -> None:
    # Ordinary boards are compared in all pairs, which is bounded: the smaller board is beyond that.
    assert measure(Step(track, two_versions), repeat, small=8_000, line_seconds=MOST_FOR_TASK).problem is None


@pytest.mark.parametrize("part", ["a", "ab", "a b c d e f g "])
def test_tracking_of_long_tasks_with_the_same_letters(part: str) -> None:
    # Tasks with other numbers are other tasks: all letters are compared only where there are no digits.
    repeat = Repeat(f"{{w}} {part * (180 // len(part))}\n")
    assert measure(Step(track, two_versions), repeat, small=8_000, megabyte_seconds=MOST_FOR_LETTERS).problem is None
