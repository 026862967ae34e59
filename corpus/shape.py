"""What boards look like, in figures: the parts of the corpus beside the released data and real notes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from build import Entry

from inkslate.board import Board
from inkslate.readers import read_file

NEARLY_ALL = 0.75
LONG = 15  # words


@dataclass
class Shape:
    """Counts over boards; `authors` is None where they are not known."""

    authors: int | None
    boards: int = 0
    without_tasks: int = 0
    nearly_all_tasks: int = 0
    regions: int = 0
    one_word: int = 0
    lines: int = 0
    bulleted: int = 0
    boxes: int = 0
    headings: int = 0
    indented: int = 0
    sentences: int = 0
    tasks: int = 0
    inside: int = 0  # sentences that begin inside a line
    long: int = 0

    def add(self, board: Board) -> None:
        """Count one labelled board."""
        self.boards += 1
        sentences = [s for region in board.regions for s in region.sentences or ()]
        tasks = sum(s.is_task for s in sentences)
        self.without_tasks += not tasks
        self.nearly_all_tasks += bool(sentences) and tasks >= NEARLY_ALL * len(sentences)
        self.sentences += len(sentences)
        self.tasks += tasks
        self.long += sum(s.end - s.start > LONG for s in sentences)
        for region in board.regions:
            self.regions += 1
            self.one_word += len(region.word_texts) == 1
            starts = set(region.line_starts)
            self.inside += sum(s.start not in starts for s in region.sentences or ())
            for line in region.lines:
                self.lines += 1
                self.bulleted += line.bullet
                self.boxes += line.box is not None
                self.headings += line.heading > 0
                self.indented += line.indent > 0


# The rows of the table, in order.
ROWS: tuple[tuple[str, Callable[[Shape], str]], ...] = (
    ("boards", lambda s: f"{s.boards:,}"),
    ("authors", lambda s: "-" if s.authors is None else f"{s.authors:,}"),
    ("boards without a task", lambda s: f"{s.without_tasks / s.boards:.0%}"),
    ("boards nearly all tasks (75 % and more)", lambda s: f"{s.nearly_all_tasks / s.boards:.0%}"),
    ("sentences that are tasks", lambda s: f"{s.tasks / s.sentences:.1%}"),
    ("sentences a board", lambda s: f"{s.sentences / s.boards:.1f}"),
    ("sentences that begin inside a line", lambda s: f"{s.inside / s.sentences:.1%}"),
    ("sentences over 15 words", lambda s: f"{s.long / s.sentences:.1%}"),
    ("regions a board", lambda s: f"{s.regions / s.boards:.1f}"),
    ("regions of one word", lambda s: f"{s.one_word / s.regions:.1%}"),
    ("bulleted lines", lambda s: f"{s.bulleted / s.lines:.1%}"),
    ("lines with a box or keyword", lambda s: f"{s.boxes / s.lines:.1%}"),
    ("lines marked as headings", lambda s: f"{s.headings / s.lines:.1%}"),
    ("indented lines", lambda s: f"{s.indented / s.lines:.1%}"),
)


def shape_of(boards: Iterable[Board], authors: int | None = None) -> Shape:
    """The counts over labelled boards."""
    shape = Shape(authors)
    for board in boards:
        shape.add(board)
    return shape


def list_shapes(entries: Iterable[Entry], released: str | None = None, notes: str | None = None) -> dict[str, Shape]:
    """The parts of the corpus; where their folders are given, also the released data and real notes (dev.jsonl)."""
    shapes = {}
    parts = list(entries)
    for name, after in (("made up", False), ("after real notes", True)):
        mine = [entry for entry in parts if entry.after == after]
        shapes[name] = shape_of((entry.board for entry in mine), len({e.written.hand for e in mine} - {""}))
    if released:
        for name in ("train", "val"):
            shapes[f"SLATE {name}"] = shape_of(read_file(Path(released) / f"{name}.csv", format="slate-csv"))
    if notes:
        path = Path(notes) / "dev.jsonl"
        shapes["real notes, dev"] = shape_of(read_file(path), len(_owners(path)))
    return shapes


def format_shapes(shapes: dict[str, Shape]) -> str:
    """The figures as a Markdown table."""
    rows = [["", *shapes], ["---", *("--:" for _ in shapes)]]
    rows += [[name, *map(show, shapes.values())] for name, show in ROWS]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _owners(path: Path) -> set[str]:
    """Whose repositories the notes come from: `about.source` is owner/name@commit:path."""
    boards = map(json.loads, path.read_text("utf-8").removesuffix("\n").split("\n"))
    return {board["about"]["source"].partition("/")[0].lower() for board in boards}
