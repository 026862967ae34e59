"""The built corpus: `python corpus/build.py [--check]` turns boards/*.txt into board JSONL in train/, dev/ and test/.

Ids, splits and the choice of noisy boards go by a board's place among those of its genre, so boards appended to a file
or new genres change nothing that is there. `--check` writes nothing and exits with 1 where the files differ.
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
from itertools import islice
from pathlib import Path
from typing import Any

from ink_noise import Vocabulary, misread
from markup import Written, read_boards

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.files import write_whole

HERE = Path(__file__).parent
# Ten boards of a genre in a row are dealt out like this, in an order of their own.
DEAL = ("train",) * 7 + ("dev",) + ("test",) * 2
SPLITS = tuple(dict.fromkeys(DEAL))
NOISY_EVERY = 3
# Share of the words that are misread: 4 to 18 %, mostly near 8, 10 on average.
LEAST, MOST, MODE = 0.04, 0.18, 0.08
# Wrong words come from the first boards of the genre: appended boards leave the noise of the others alone.
VOCABULARY_BOARDS = 20


@dataclass(frozen=True, slots=True)
class Entry:
    """A board of the corpus: as written (`written.board`, under its final id) and as it is in the files (`board`)."""

    split: str
    written: Written
    board: Board
    noisy: bool


def build_entries(folder: Path) -> list[Entry]:
    """The whole corpus from the folder of markup, in the order of genres and of their files."""
    paths = sorted(folder.glob("*.txt"))
    if not paths:
        raise InputError(f"{folder}: has no files of markup (GENRE.txt)")
    return [entry for path in paths for entry in _genre_entries(path)]


def format_files(entries: Sequence[Entry]) -> dict[str, str]:
    """The text of every file of the built corpus, by its path `SPLIT/GENRE.jsonl`."""
    files: dict[str, str] = {}
    for entry in entries:
        name = f"{entry.split}/{entry.written.genre}.jsonl"
        files[name] = files.get(name, "") + json.dumps(_board_json(entry), ensure_ascii=False) + "\n"
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


def stable_number(*parts: object) -> int:
    """The same large number for the same parts, on every machine and in every run."""
    return int.from_bytes(hashlib.sha256(" ".join(map(str, parts)).encode()).digest(), "big")


def _genre_entries(path: Path) -> list[Entry]:
    boards = list(read_boards(path))
    genre = path.stem
    for written in boards:
        if written.genre != genre:
            line = written.board.id.rpartition("-")[2]
            raise InputError(f"{path} line {line}: the genre is {written.genre!r}, but the file is for {genre!r}")
    vocabulary = Vocabulary(
        text for written in islice(boards, VOCABULARY_BOARDS) for r in written.board.regions for text in r.word_texts
    )
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
        "about": {
            "genre": written.genre,
            "hand": written.hand,
            "setting": written.setting,
            "style": written.style,
            "noisy": entry.noisy,
        },
        "regions": [
            _region_json(read, clean, [next(kinds) for _ in clean.sentences or ()])
            for read, clean in zip(entry.board.regions, written.board.regions, strict=True)
        ],
    }


def _region_json(read: Region, clean: Region, kinds: Sequence[tuple[str, ...]]) -> dict[str, Any]:
    return {
        "id": read.id,
        "lines": [
            {"text": line.text, "bullet": line.bullet} | ({"clean": was.text} if was.text != line.text else {})
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
        entries = build_entries(HERE / "boards")
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
