"""The labelled boards that the benchmarks run on: a file, the released test set, or generated ones."""

from __future__ import annotations

import os
import random
from pathlib import Path

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.readers import read_file

SEED = 2021
GENERATED_BOARDS = 160
OPENINGS = ("Call", "buy", "Send", "review", "we", "The", "Book", "maybe", "notes", "Ask")
WORDS = ("the", "report", "for", "Ruth", "by", "Friday", "room", "budget", "and", "slides", "team", "new", "plan")


def load_gold(path: str | None) -> tuple[str, list[Board]]:
    """A name for the printed line, and the boards."""
    folder = os.environ.get("SLATE_DATA")
    if path is None and folder:
        path = str(Path(folder) / "test.csv")
    if path is None:
        return f"boards generated from seed {SEED}", generate_boards()
    return Path(path).name, read_file(path)


def generate_boards() -> list[Board]:
    """Boards of random sentences on one or two lines each, always the same ones."""
    rng = random.Random(SEED)
    return [Board(f"generated-{number}", (generate_region(rng),)) for number in range(GENERATED_BOARDS)]


def generate_region(rng: random.Random) -> Region:
    lines, sentences, at = [], [], 0
    for _ in range(rng.randint(1, 20)):
        words = [rng.choice(OPENINGS), *rng.choices(WORDS, k=rng.randint(1, 11))]
        words[-1] += rng.choice(("", "", ".", "?"))
        cut = rng.randint(1, len(words))
        lines.append(Line.from_text(" ".join(words[:cut]), bullet=rng.random() < 0.4))
        if cut < len(words):
            lines.append(Line.from_text(" ".join(words[cut:])))
        sentences.append(Sentence(at, at + len(words), rng.choice(list(Label))))
        at += len(words)
    return Region("1", tuple(lines), tuple(sentences))
