"""Boards for batch runs, and what is in a run's folder."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from inkslate.board import Board
from inkslate.formats import format_boards
from inkslate.readers.text import parse_text
from tests.support.waiting import assert_eventually

WORDS = "call Ruth about the budget and send slides to Tom by Friday the room is booked we agreed on blue".split()
_MADE: dict[int, tuple[random.Random, list[Board]]] = {}


def make_boards(count: int, *, seed: int = 0) -> list[Board]:
    """Boards of random words in lines, half of them bulleted; always the same ones, so they are made once."""
    rng, made = _MADE.setdefault(seed, (random.Random(seed), []))
    for number in range(len(made), count):
        lines = (
            rng.choice(("- ", "")) + " ".join(rng.choices(WORDS, k=rng.randint(1, 7))) for _ in range(rng.randint(0, 8))
        )
        made.append(parse_text("\n".join(lines), board=f"board-{number}"))
    return made[:count]


def batch_command(*arguments: object) -> list[str]:
    """`inkslate batch ARGUMENTS` by the rules, which load at once."""
    return [sys.executable, "-m", "inkslate.cli", "batch", "--model", "rules", *map(str, arguments)]


def write_boards(path: Path, boards: Iterable[Board]) -> Path:
    path.write_text(format_boards(boards), "utf-8")
    return path


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a run's folder but the lock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def shards(folder: Path) -> dict[str, bytes]:
    """The files that do not depend on what the inputs are called or when they were written."""
    return {
        name: data for name, data in contents(folder).items() if name.split("/")[0] in ("tasks", "boards", "errors")
    }


def wait_for_shards(run: subprocess.Popen[str], out: Path, count: int) -> None:
    """Return when a run has written so many shards; it fails where the run ends before."""

    def go_on() -> None:
        assert run.poll() is None, run.communicate()
        time.sleep(0.02)

    def are_there() -> bool:
        return len(list((out / "boards").glob("part-*"))) >= count

    assert_eventually(are_there, f"{count} shards", seconds=180, between=go_on)  # Ray alone may take a minute to start


def rows(folder: Path, kind: str) -> list[dict[str, Any]]:
    """All rows of tasks, boards or errors, in the order of the shards."""
    import pyarrow.parquet as pq

    found: list[dict[str, Any]] = []
    for path in sorted((folder / kind).glob("part-*")):
        if path.suffix == ".parquet":
            found += pq.ParquetFile(path).read().to_pylist()
        else:
            found += [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
    return found


def ids(found: Sequence[dict[str, Any]]) -> list[str]:
    return [row["board"] for row in found]
