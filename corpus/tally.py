"""Counts of the built corpus: the tables of README.md, and what each part of the corpus promises."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from build import AFTER, SPLITS
from markup import KINDS

from inkslate.board import Label

TOTAL = "total"


@dataclass
class Tally:
    """Counts over boards."""

    boards: int = 0
    regions: int = 0
    sentences: int = 0
    words: int = 0
    several: int = 0
    noisy: int = 0
    noisy_words: int = 0  # clean words of the noisy boards
    edits: int = 0  # word edits between those and what was read
    genres: set[str] = field(default_factory=set)
    hands: set[str] = field(default_factory=set)  # of boards after real notes, the authors of these
    labels: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def tasks(self) -> int:
        return sum(count for label, count in self.labels.items() if Label(label).is_task)

    @property
    def task_share(self) -> float:
        return self.tasks / max(self.sentences, 1)

    @property
    def noisy_share(self) -> float:
        return self.noisy / max(self.boards, 1)

    @property
    def word_error_rate(self) -> float:
        """Of the noisy boards, against their clean text."""
        return self.edits / max(self.noisy_words, 1)

    def add(self, board: dict[str, Any]) -> None:
        """Count a board as it stands in the files."""
        about, regions = board["about"], board["regions"]
        self.boards += 1
        self.regions += len(regions)
        self.several += len(regions) > 1
        self.noisy += about["noisy"]
        self.genres.add(about["genre"])
        self.hands.update({about.get("hand") or about.get("source")} - {None})
        for region in regions:
            for sentence in region["sentences"]:
                self.sentences += 1
                self.labels[sentence["label"]] += 1
                self.kinds.update(sentence.get("kinds", ()))
            for line in region["lines"]:
                read = line["text"].split()
                self.words += len(read)
                if about["noisy"]:
                    clean = line.get("clean", line["text"]).split()
                    self.noisy_words += len(clean)
                    self.edits += edit_distance(clean, read)


def edit_distance(first: Sequence[str], second: Sequence[str]) -> int:
    """How many words must be replaced, left out or put in to turn one into the other."""
    row = list(range(len(second) + 1))
    for at, word in enumerate(first, 1):
        last, row = row, [at]
        for place, other in enumerate(second, 1):
            row.append(min(last[place - 1] + (word != other), last[place] + 1, row[-1] + 1))
    return row[-1]


Row = tuple[str, Callable[[Tally], str]]
Promise = tuple[str, float, float, Callable[[Tally], float]]


@dataclass(frozen=True)
class Part:
    """A part of the corpus: the rows of its table, and what it promises (a name, the least, the most and the count)."""

    after: bool
    rows: tuple[Row, ...]
    promises: tuple[Promise, ...]  # of all boards
    split_promises: tuple[Promise, ...]  # of every split


_SIZE: tuple[Row, ...] = (
    ("boards", lambda t: f"{t.boards:,}"),
    ("boards with several regions", lambda t: f"{t.several:,}"),
    ("noisy boards", lambda t: f"{t.noisy:,} ({t.noisy_share:.0%})"),
    ("word error rate of the noisy boards", lambda t: f"{t.word_error_rate:.1%}"),
    ("regions", lambda t: f"{t.regions:,}"),
    ("sentences", lambda t: f"{t.sentences:,}"),
    ("words", lambda t: f"{t.words:,}"),
)
_LABELS: tuple[Row, ...] = (
    ("tasks (labels 1, 2, 3)", lambda t: f"{t.tasks:,} ({t.task_share:.1%})"),
    *((f"label {int(label)}", lambda t, label=label: f"{t.labels[label]:,}") for label in Label),
)
_NO_LIMIT = float("inf")
# One word in ten is read wrong on a noisy board.
_ERRORS: Promise = ("word error rate", 0.08, 0.13, lambda t: t.word_error_rate)
MADE_UP = Part(
    after=False,
    rows=(
        *_SIZE,
        ("genres", lambda t: f"{len(t.genres)}"),
        ("hands", lambda t: f"{len(t.hands)}"),
        *_LABELS,
        *((f"`{kind}` {meaning}", lambda t, kind=kind: f"{t.kinds[kind]:,}") for kind, meaning in KINDS.items()),
    ),
    promises=(
        ("boards", 1000, _NO_LIMIT, lambda t: t.boards),
        ("sentences", 12000, _NO_LIMIT, lambda t: t.sentences),
        ("genres", 40, _NO_LIMIT, lambda t: len(t.genres)),
        ("hands", 100, _NO_LIMIT, lambda t: len(t.hands)),
        ("share of tasks", 0.30, 0.40, lambda t: t.task_share),
        ("label 2", 200, _NO_LIMIT, lambda t: t.labels[2]),
        ("label 3", 1200, _NO_LIMIT, lambda t: t.labels[3]),
        ("label 4", 1500, _NO_LIMIT, lambda t: t.labels[4]),
        *((f"kind {kind}", 400, _NO_LIMIT, lambda t, kind=kind: t.kinds[kind]) for kind in "gpcw"),
        ("kind n", 1000, _NO_LIMIT, lambda t: t.kinds["n"]),
        ("kind i", 1200, _NO_LIMIT, lambda t: t.kinds["i"]),
    ),
    split_promises=(("share of noisy boards", 0.28, 0.39, lambda t: t.noisy_share), _ERRORS),
)
AFTER_NOTES = Part(
    after=True,
    rows=(
        *_SIZE,
        ("kinds of notes", lambda t: f"{len(t.genres)}"),
        ("authors of the real notes", lambda t: f"{len(t.hands):,}"),
        *_LABELS,
    ),
    promises=(
        ("boards", 1000, _NO_LIMIT, lambda t: t.boards),
        ("sentences", 12000, _NO_LIMIT, lambda t: t.sentences),
        ("kinds of notes", 20, _NO_LIMIT, lambda t: len(t.genres)),
        ("authors", 700, _NO_LIMIT, lambda t: len(t.hands)),
        ("share of tasks", 0.22, 0.35, lambda t: t.task_share),
        ("label 3", 1200, _NO_LIMIT, lambda t: t.labels[3]),
        ("label 4", 500, _NO_LIMIT, lambda t: t.labels[4]),
    ),
    split_promises=(("share of noisy boards", 0.15, 0.40, lambda t: t.noisy_share), _ERRORS),
)
PARTS = {"made up": MADE_UP, "after real notes": AFTER_NOTES}


def count_files(folder: Path, part: Part) -> dict[str, Tally]:
    """Tallies of each split and of all, from the JSONL files of a part."""
    tallies = {name: Tally() for name in (*SPLITS, TOTAL)}
    for split in SPLITS:
        for path in sorted(
            path for path in (folder / split).glob("*.jsonl") if path.name.startswith(AFTER) == part.after
        ):
            for line in path.read_text("utf-8").removesuffix("\n").split("\n"):
                board = json.loads(line)
                tallies[split].add(board)
                tallies[TOTAL].add(board)
    return tallies


def format_table(tallies: dict[str, Tally], part: Part) -> str:
    """The statistics as a Markdown table."""
    rows = [["", *tallies], ["---", *("--:" for _ in tallies)]]
    rows += [[name, *map(show, tallies.values())] for name, show in part.rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def find_broken_promises(tallies: dict[str, Tally], part: Part) -> list[str]:
    """A line for each count that is not what the part promises."""
    asked = [(TOTAL, promise) for promise in part.promises]
    asked += [(split, promise) for split in tallies for promise in part.split_promises]
    return [
        f"{split}: {name} is {count(tallies[split]):.4g}, promised are {least:.4g} to {most:.4g}"
        for split, (name, least, most, count) in asked
        if not least <= count(tallies[split]) <= most
    ]


def tally_json(tally: Tally) -> dict[str, Any]:
    """The counts as plain values."""
    return {
        "boards": tally.boards,
        "several_regions": tally.several,
        "noisy": tally.noisy,
        "word_error_rate": round(tally.word_error_rate, 4),
        "regions": tally.regions,
        "sentences": tally.sentences,
        "words": tally.words,
        "genres": len(tally.genres),
        "hands": len(tally.hands),
        "task_share": round(tally.task_share, 4),
        "labels": {str(int(label)): tally.labels[label] for label in Label},
        "kinds": {kind: tally.kinds[kind] for kind in KINDS},
    }
