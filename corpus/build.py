"""The built corpus: `python corpus/build.py [--check]` turns boards/ and after/ into JSONL in train/, dev/, test/.

Ids, splits and the choice of noisy boards go by a board's place among those of its genre, so boards appended to a file
or new genres change nothing that is there; boards after real notes (after/) are split by author. `--check` writes
nothing and exits with 1 where the files differ.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

from ink_noise import Vocabulary, misread
from markup import Written, read_boards

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.files import write_whole
from inkslate.readers import read_file

HERE = Path(__file__).parent
# Ten boards of a genre in a row are dealt out like this, in an order of their own.
DEAL = ("train",) * 7 + ("dev",) + ("test",) * 2
SPLITS = tuple(dict.fromkeys(DEAL))
NOISY_EVERY = 3
# Share of the words that are misread: 4 to 18 %, mostly near 8, 10 on average.
LEAST, MOST, MODE = 0.04, 0.18, 0.08
# Wrong words come from the first boards of the genre: appended boards leave the noise of the others alone.
VOCABULARY_BOARDS = 20
# Boards after real notes: authors in a hundred for each split, in this order, and what marks their files and ids.
AUTHORS = {"train": 80, "dev": 8, "test": 12}
AFTER = "after-"
STYLES = ("typed", "ink", "messy")
WRITTEN_AFTER = "by a language model after a real note"
UNSOURCED = "unsourced"  # boards after real notes of authors that were not written down, as board JSONL


@dataclass(frozen=True, slots=True)
class Entry:
    """A board of the corpus: as written (`written.board`, under its final id) and as it is in the files (`board`)."""

    split: str
    written: Written
    board: Board
    noisy: bool
    after: bool = False  # a real note; `written.hand` is its author then, `written.setting` its form

    @property
    def file(self) -> str:
        """Its path in the built corpus."""
        return f"{self.split}/{AFTER if self.after else ''}{self.written.genre}.jsonl"


def build_corpus(folder: Path = HERE) -> list[Entry]:
    """Both parts of the corpus: made-up boards, then boards after real notes."""
    return [*build_entries(folder / "boards"), *build_after(folder / "after")]


def build_entries(folder: Path) -> list[Entry]:
    """The made-up boards from the folder of markup, in the order of genres and of their files."""
    return [entry for path in _markup_files(folder) for entry in _genre_entries(path)]


def build_after(folder: Path) -> list[Entry]:
    """The boards after real notes: those of each kind in markup, then those without a known author."""
    unsourced = folder / f"{UNSOURCED}.jsonl"
    boards = [_unsourced_entry(board) for board in read_file(unsourced)] if unsourced.is_file() else []
    return [*chain.from_iterable(map(_after_entries, _markup_files(folder))), *boards]


def format_files(entries: Sequence[Entry]) -> dict[str, str]:
    """The text of every file of the built corpus, by its path `SPLIT/GENRE.jsonl`."""
    files: dict[str, str] = {}
    for entry in entries:
        files[entry.file] = files.get(entry.file, "") + json.dumps(_board_json(entry), ensure_ascii=False) + "\n"
    return files


def find_differences(files: Mapping[str, str], target: Path) -> list[str]:
    """A line for each file that is missing, out of date or not of this corpus any more."""
    problems = []
    for name, text in sorted(files.items()):
        path = target / name
        if not path.is_file():
            problems.append(f"{path}: is missing")
        elif path.read_bytes() != text.encode():
            problems.append(f"{path}: differs from what the sources give")
    return problems + [f"{path}: has no source" for path in _leftovers(files, target)]


def split_of(genre: str, place: int) -> str:
    """The split of a genre's board number `place`, from 0."""
    ten, within = divmod(place, len(DEAL))
    order = sorted(range(len(DEAL)), key=lambda at: stable_number("split", genre, ten, at))
    return DEAL[order[within]]


def author_split(author: str) -> str:
    """The split of all boards after notes of one author."""
    at = stable_number("split", author) % sum(AUTHORS.values())
    for split, share in AUTHORS.items():
        if at < share:
            return split
        at -= share
    raise AssertionError("the number is below the sum of all shares")


def stable_number(*parts: object) -> int:
    """The same large number for the same parts, on every machine and in every run."""
    return int.from_bytes(hashlib.sha256(" ".join(map(str, parts)).encode()).digest(), "big")


def _markup_files(folder: Path) -> list[Path]:
    paths = sorted(folder.glob("*.txt"))
    if not paths:
        raise InputError(f"{folder}: has no files of markup (GENRE.txt)")
    return paths


def _read_genre(path: Path) -> tuple[list[Written], Vocabulary]:
    """The boards of a file, all of its genre, and the words that they may be misread as."""
    boards = list(read_boards(path))
    for written in boards:
        if written.genre != path.stem:
            line = written.board.id.rpartition("-")[2]
            raise InputError(f"{path} line {line}: the genre is {written.genre!r}, but the file is for {path.stem!r}")
    words = (
        text for written in islice(boards, VOCABULARY_BOARDS) for r in written.board.regions for text in r.word_texts
    )
    return boards, Vocabulary(words)


def _after_entries(path: Path) -> list[Entry]:
    boards, vocabulary = _read_genre(path)
    entries = []
    for place, written in enumerate(boards):
        if written.style not in STYLES:
            line = written.board.id.rpartition("-")[2]
            raise InputError(f"{path} line {line}: the style is {written.style!r}; it is one of {', '.join(STYLES)}")
        board = replace(written.board, id=f"{AFTER}{path.stem}-{place + 1:03d}")
        noisy = written.style == "ink"
        read = _misread(board, vocabulary) if noisy else board
        entries.append(Entry(author_split(written.hand), replace(written, board=board), read, noisy, after=True))
    return entries


def _unsourced_entry(board: Board) -> Entry:
    kinds = tuple(() for region in board.regions for _ in region.sentences or ())
    written = Written(board, UNSOURCED, hand="", setting="", style="typed", kinds=kinds)
    return Entry(author_split(board.id), written, board, noisy=False, after=True)


def _genre_entries(path: Path) -> list[Entry]:
    boards, vocabulary = _read_genre(path)
    genre = path.stem
    dealt: Counter[str] = Counter()
    entries = []
    for place, written in enumerate(boards):
        split = split_of(genre, place)
        noisy = (dealt[split] + stable_number("noisy", genre, split)) % NOISY_EVERY == 0
        dealt[split] += 1
        board = replace(written.board, id=f"{genre}-{place + 1:03d}")
        read = _misread(board, vocabulary) if noisy else board
        entries.append(Entry(split, replace(written, board=board), read, noisy))
    return entries


def _misread(board: Board, vocabulary: Vocabulary) -> Board:
    rng = random.Random(stable_number("ink", board.id))
    return misread(board, rate=rng.triangular(LEAST, MOST, MODE), vocabulary=vocabulary, rng=rng)


def _board_json(entry: Entry) -> dict[str, Any]:
    written = entry.written
    kinds = iter(written.kinds)
    return {
        "id": entry.board.id,
        "about": _about_json(entry),
        "regions": [
            _region_json(read, clean, [next(kinds) for _ in clean.sentences or ()])
            for read, clean in zip(entry.board.regions, written.board.regions, strict=True)
        ],
    }


def _about_json(entry: Entry) -> dict[str, Any]:
    written = entry.written
    names = ("source", "form") if entry.after else ("hand", "setting")
    about = {"genre": written.genre, names[0]: written.hand, names[1]: written.setting, "style": written.style}
    known = {name: value for name, value in about.items() if value}
    return known | {"noisy": entry.noisy} | ({"written": WRITTEN_AFTER} if entry.after else {})


def _region_json(read: Region, clean: Region, kinds: Sequence[tuple[str, ...]]) -> dict[str, Any]:
    return {
        "id": read.id,
        "lines": [
            line.to_json() | ({"clean": was.text} if was.text != line.text else {})
            for line, was in zip(read.lines, clean.lines, strict=True)
        ],
        "sentences": [
            {"start": s.start, "end": s.end, "label": int(s.label)} | ({"kinds": list(kind)} if kind else {})
            for s, kind in zip(read.sentences or (), kinds, strict=True)
        ],
    }


def _leftovers(files: Mapping[str, str], target: Path) -> list[Path]:
    return [
        path
        for split in SPLITS
        for path in sorted((target / split).glob("*.jsonl"))
        if f"{split}/{path.name}" not in files
    ]


def _write(files: Mapping[str, str], target: Path) -> None:
    for split in SPLITS:
        (target / split).mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        write_whole(target / name, text)
    for path in _leftovers(files, target):
        path.unlink()


def main() -> int:
    parser = argparse.ArgumentParser(description="Builds the corpus from its markup.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 where the files differ")
    check = parser.parse_args().check
    try:
        entries = build_corpus()
        files = format_files(entries)
        if check:
            problems = find_differences(files, HERE)
            for problem in problems:
                print(f"{problem}; run `python corpus/build.py`", file=sys.stderr)
            return int(bool(problems))
        _write(files, HERE)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    counts = Counter(entry.split for entry in entries)
    print(f"{len(entries)} boards in {len(files)} files: " + ", ".join(f"{counts[split]} {split}" for split in SPLITS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
