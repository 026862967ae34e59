"""Statistics and checks of the built corpus: `python corpus/report.py [--released DIR] [--notes DIR] [--json FILE]`.

Counts come from the JSONL files, what is said twice from the clean text of the sources. Exits with 1 where a check
fails. `--source` counts the files of markup instead, one line each.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from build import HERE, SPLITS, Entry, build_corpus, find_differences, format_files
from markup import KINDS, Written, read_boards
from overlap import (
    find_in_notes,
    find_near,
    find_released,
    find_same,
    list_boards,
    list_sentences,
    read_notes,
    read_released,
)
from shape import format_shapes, list_shapes
from tally import PARTS, count_files, find_broken_promises, format_table, tally_json

from inkslate.board import Label
from inkslate.errors import InputError
from inkslate.files import write_whole
from inkslate.formats import findings_of, scan_board_jsonl

LONGEST = {False: 45, True: 60}  # words; a longer sentence has probably lost a mark; real notes have some long ones
MOST_BOARDS = 2  # after notes of one author


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
        if s.end - s.start > LONGEST[entry.after]
    ]


def find_crowded(entries: Iterable[Entry]) -> list[str]:
    """A line for each author of real notes with too many boards, or with boards in two splits."""
    splits: dict[str, list[str]] = defaultdict(list)
    for entry in entries:
        if entry.after and entry.written.hand:
            splits[entry.written.hand].append(entry.split)
    return [
        f"author {author}: {len(found)} boards, in {' and '.join(sorted(set(found)))}"
        for author, found in splits.items()
        if len(found) > MOST_BOARDS or len(set(found)) > 1
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


def _run_checks(entries: list[Entry], released: str | None, notes: str | None) -> bool:
    """Print every check with what it found; whether all hold."""
    sentences = list_sentences(entries)
    checks = {
        "files are what the sources give": find_differences(format_files(entries), HERE),
        "sentences partition the words": find_damage(HERE),
        "counts are as promised": [
            f"{name}: {problem}"
            for name, part in PARTS.items()
            for problem in find_broken_promises(count_files(HERE, part), part)
        ],
        "no sentence is very long": find_long(entries),
        "no author of real notes has many boards": find_crowded(entries),
        "no two boards share a sentence of four words": find_same(sentences),
        "no two boards have nearly the same sentence": find_near(sentences),
        "no two boards are nearly the same": find_near(list_boards(entries)),
    }
    if released:
        checks["nothing is shared with the released data"] = find_released(entries, read_released(Path(released)))
    if notes:
        checks["no sentence is one of the real notes"] = find_in_notes(entries, read_notes(Path(notes)))
    for name, problems in checks.items():
        print(f"{'FAILS' if problems else 'ok':5} {name}")
        for problem in problems:
            print(f"      {problem}")
    if not released:
        print("-     nothing is shared with the released data: not checked; give --released or set SLATE_DATA")
    if not notes:
        print("-     no sentence is one of the real notes: not checked; give --notes or set NOTES_DATA")
    return not any(checks.values())


def main() -> int:
    parser = argparse.ArgumentParser(description="Statistics and checks of the built corpus.")
    parser.add_argument(
        "--released", metavar="DIR", default=os.environ.get("SLATE_DATA"), help="folder of the released CSV files"
    )
    parser.add_argument(
        "--notes", metavar="DIR", default=os.environ.get("NOTES_DATA"), help="folder of real notes as board JSONL"
    )
    parser.add_argument("--json", metavar="FILE", help="write the statistics there too")
    parser.add_argument("--source", action="store_true", help="count the files of markup instead, one line each")
    options = parser.parse_args()
    try:
        if options.source:
            for path in sorted(path for name in ("boards", "after") for path in (HERE / name).glob("*.txt")):
                print(format_source(path))
            return 0
        tallies = {name: count_files(HERE, part) for name, part in PARTS.items()}
        for name, part in PARTS.items():
            print(f"{name}:\n\n{format_table(tallies[name], part)}\n")
        entries = build_corpus()
        print(format_shapes(list_shapes(entries, options.released, options.notes)), end="\n\n")
        if options.json:
            counts = {part: {name: tally_json(t) for name, t in found.items()} for part, found in tallies.items()}
            write_whole(options.json, json.dumps(counts, indent=1) + "\n")
        return int(not _run_checks(entries, options.released, options.notes))
    except InputError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
