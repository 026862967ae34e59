"""Labelled sentences of e-mails as boards: Parakweet's intent data, one of the open texts of a model build."""

from __future__ import annotations

import html
import random
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.errors import InputError
from inkslate.readers.document import load

_LABELS = {"Yes": Label.TASK, "No": Label.NON_TASK}
_MOST_SENTENCES = 5  # of a paragraph; mails are read by paragraphs
_WIDTHS = (60, 76)  # of wrapped lines
_SEED = "mails"
_ID = "email-intent-"
# The table is both parts of Parakweet's data. The second one is for measuring: nothing learns from it.
TRAIN_ROWS = 3_657


def labelled_mails(path: Path) -> list[Board]:
    """Paragraphs of one to five sentences of the train part, half of them wrapped as in plain mails, each a board.

    Each row of the table has `Yes` (it asks for something or promises it) or `No`, a tab and one sentence. The file is
    sorted by label, so its rows are shuffled, always in the same way.
    """
    rows = list(_rows(path))
    rng = random.Random(_SEED)
    rng.shuffle(rows)
    boards: list[Board] = []
    at = 0
    while at < len(rows):
        size = rng.randint(1, _MOST_SENTENCES)
        width = rng.randint(*_WIDTHS) if rng.random() < 0.5 else None
        boards.append(_board(f"{_ID}{len(boards)}", rows[at : at + size], width))
        at += size
    return boards


def is_mail(board: Board) -> bool:
    """Whether it is one of these boards."""
    return board.id.startswith(_ID)


def _rows(path: Path) -> Iterator[tuple[Label, str]]:
    document = load(path)
    rows = document.text.rstrip("\n").split("\n")
    measured = set(rows[TRAIN_ROWS:])
    for number, row in enumerate(rows[:TRAIN_ROWS], 1):
        if row in measured:
            continue
        name, _, text = row.partition("\t")
        if name not in _LABELS:
            raise InputError(f"{document.name} line {number}: must be Yes or No, a tab and a sentence")
        words = html.unescape(text).split()
        if words:
            yield _LABELS[name], " ".join(words)


def _board(name: str, rows: Sequence[tuple[Label, str]], width: int | None) -> Board:
    sentences, at = [], 0
    for label, text in rows:
        end = at + len(text.split())
        sentences.append(Sentence(at, end, label))
        at = end
    text = " ".join(text for _, text in rows)
    lines = [text] if width is None else textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return Board(name, (Region("r1", tuple(map(Line.from_text, lines)), tuple(sentences)),))
