"""Statistics and checks of the built corpus: `python corpus/report.py [--released DIR] [--json FILE] [--source]`.

Counts come from the JSONL files, what is said twice from the clean text of the sources. Exits with 1 where a check
fails. `--source` counts the files of markup instead, one line each.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from build import HERE, SPLITS, Entry, build_entries, find_differences, format_files
from markup import KINDS, Written, read_boards
from overlap import find_near, find_released, find_same, list_boards, list_sentences, read_released

from inkslate.board import Label
from inkslate.errors import InputError
from inkslate.files import write_whole
from inkslate.formats import findings_of, scan_board_jsonl

LONGEST = 45  # words; a longer sentence has probably lost a mark
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
    hands: set[str] = field(default_factory=set)
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
        self.hands.add(about["hand"])
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


def count_files(folder: Path) -> dict[str, Tally]:
    """Tallies of each split and of all, from the JSONL files."""
    tallies = {name: Tally() for name in (*SPLITS, TOTAL)}
    for split in SPLITS:
        for path in sorted((folder / split).glob("*.jsonl")):
            for line in path.read_text("utf-8").removesuffix("\n").split("\n"):
                board = json.loads(line)
                tallies[split].add(board)
                tallies[TOTAL].add(board)
    return tallies


# The rows of the table, in order.
ROWS: tuple[tuple[str, Callable[[Tally], str]], ...] = (
    ("boards", lambda t: f"{t.boards:,}"),
    ("boards with several regions", lambda t: f"{t.several:,}"),
    ("noisy boards", lambda t: f"{t.noisy:,} ({t.noisy_share:.0%})"),
    ("word error rate of the noisy boards", lambda t: f"{t.word_error_rate:.1%}"),
    ("regions", lambda t: f"{t.regions:,}"),
    ("sentences", lambda t: f"{t.sentences:,}"),
    ("words", lambda t: f"{t.words:,}"),
    ("genres", lambda t: f"{len(t.genres)}"),
    ("hands", lambda t: f"{len(t.hands)}"),
    ("tasks (labels 1, 2, 3)", lambda t: f"{t.tasks:,} ({t.task_share:.1%})"),
    *((f"label {int(label)}", lambda t, label=label: f"{t.labels[label]:,}") for label in Label),
    *((f"`{kind}` {meaning}", lambda t, kind=kind: f"{t.kinds[kind]:,}") for kind, meaning in KINDS.items()),
)
# What the corpus promises of all its boards: a name, the least, the most and the count.
PROMISES: tuple[tuple[str, float, float, Callable[[Tally], float]], ...] = (
    ("boards", 1000, float("inf"), lambda t: t.boards),
    ("sentences", 12000, float("inf"), lambda t: t.sentences),
    ("genres", 40, float("inf"), lambda t: len(t.genres)),
    ("hands", 100, float("inf"), lambda t: len(t.hands)),
    ("share of tasks", 0.30, 0.40, lambda t: t.task_share),
    ("label 2", 200, float("inf"), lambda t: t.labels[2]),
    ("label 3", 1200, float("inf"), lambda t: t.labels[3]),
    ("label 4", 1500, float("inf"), lambda t: t.labels[4]),
    *((f"kind {kind}", 400, float("inf"), lambda t, kind=kind: t.kinds[kind]) for kind in "gpcw"),
    ("kind n", 1000, float("inf"), lambda t: t.kinds["n"]),
    ("kind i", 1200, float("inf"), lambda t: t.kinds["i"]),
)
# Of every split: a third of the boards is noisy, about one word in ten is read wrong.
SPLIT_PROMISES: tuple[tuple[str, float, float, Callable[[Tally], float]], ...] = (
    ("share of noisy boards", 0.28, 0.39, lambda t: t.noisy_share),
    ("word error rate", 0.08, 0.13, lambda t: t.word_error_rate),
)


def format_table(tallies: dict[str, Tally]) -> str:
    """The statistics as a Markdown table."""
    rows = [["", *tallies], ["---", *("--:" for _ in tallies)]]
    rows += [[name, *map(show, tallies.values())] for name, show in ROWS]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def find_broken_promises(tallies: dict[str, Tally]) -> list[str]:
    """A line for each count that is not what the corpus promises."""
    asked = [(TOTAL, promise) for promise in PROMISES]
    asked += [(split, promise) for split in tallies for promise in SPLIT_PROMISES]
    return [
        f"{split}: {name} is {count(tallies[split]):.4g}, promised are {least:.4g} to {most:.4g}"
        for split, (name, least, most, count) in asked
        if not least <= count(tallies[split]) <= most
    ]


def find_damage(folder: Path) -> list[str]:
    """What `inkslate check` has to say: sentences that do not partition the words, and all else."""
    return [
        str(finding)
        for split in SPLITS
        for path in sorted((folder / split).glob("*.jsonl"))
        for finding in findings_of(scan_board_jsonl(path.read_text("utf-8"), f"{split}/{path.name}"))
    ]


def find_long(entries: Iterable[Entry]) -> list[str]:
    return [
        f"{entry.board.id} {region.id}: a sentence of {s.end - s.start} words from word {s.start}"
        for entry in entries
        for region in entry.written.board.regions
        for s in region.sentences or ()
        if s.end - s.start > LONGEST
    ]


def format_source(path: Path) -> str:
    """A file of markup in one line."""
    boards = list(read_boards(path))
    labels = Counter(int(s.label) for written in boards for r in written.board.regions for s in r.sentences or ())
    kinds = Counter(kind for written in boards for found in written.kinds for kind in found)
    tasks = sum(count for label, count in labels.items() if Label(label).is_task)
    return (
        f"{path.stem:18} {len(boards):4} boards {_count_regions(boards):4} regions"
        f" {len({written.hand for written in boards}):3} hands {sum(labels.values()):5} sentences"
        f" {tasks / max(sum(labels.values()), 1):4.0%} tasks | "
        + " ".join(f"{int(label)}:{labels[label]}" for label in Label)
        + " | "
        + " ".join(f"{kind}:{kinds[kind]}" for kind in KINDS)
    )


def _count_regions(boards: Iterable[Written]) -> int:
    return sum(len(written.board.regions) for written in boards)


def _as_json(tally: Tally) -> dict[str, Any]:
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


def _run_checks(tallies: dict[str, Tally], released: str | None) -> bool:
    """Print every check with what it found; whether all hold."""
    entries = build_entries(HERE / "boards")
    sentences = list_sentences(entries)
    checks = {
        "files are what the sources give": find_differences(format_files(entries), HERE),
        "sentences partition the words": find_damage(HERE),
        "counts are as promised": find_broken_promises(tallies),
        "no sentence is very long": find_long(entries),
        "no sentence of four words stands twice": find_same(sentences),
        "no two sentences are nearly the same": find_near(sentences),
        "no two boards are nearly the same": find_near(list_boards(entries)),
    }
    if released:
        checks["nothing is shared with the released data"] = find_released(entries, read_released(Path(released)))
    for name, problems in checks.items():
        print(f"{'FAILS' if problems else 'ok':5} {name}")
        for problem in problems:
            print(f"      {problem}")
    if not released:
        print("-     nothing is shared with the released data: not checked; give --released or set SLATE_DATA")
    return not any(checks.values())


def main() -> int:
    parser = argparse.ArgumentParser(description="Statistics and checks of the built corpus.")
    parser.add_argument(
        "--released", metavar="DIR", default=os.environ.get("SLATE_DATA"), help="folder of the released CSV files"
    )
    parser.add_argument("--json", metavar="FILE", help="write the statistics there too")
    parser.add_argument("--source", action="store_true", help="count the files of markup instead, one line each")
    options = parser.parse_args()
    try:
        if options.source:
            for path in sorted((HERE / "boards").glob("*.txt")):
                print(format_source(path))
            return 0
        tallies = count_files(HERE)
        print(format_table(tallies), end="\n\n")
        if options.json:
            counts = {name: _as_json(tally) for name, tally in tallies.items()}
            write_whole(options.json, json.dumps(counts, indent=1) + "\n")
        return int(not _run_checks(tallies, options.released))
    except InputError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
