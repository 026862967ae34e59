"""How many of the notes of real form a model gets right.

    python -m tests.support.behaviour [MODEL]

A note is right where the tasks that are found are its tasks, with the same beginnings and ends. A line is right where
exactly those of its words are in a task that should be: where sentences are cut is left out of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from inkslate.board import Board, Region
from inkslate.extractor import Extractor, default_extractor
from inkslate.readers.text import parse_text
from tests.support.behaviour_notes import NOTES, Note


@dataclass(frozen=True)
class Result:
    """What a model made of a note."""

    kind: str
    note: Note
    found: tuple[str, ...]
    lines: int
    right_lines: int

    @property
    def right(self) -> bool:
        """Whether exactly the tasks of the note were found."""
        return self.found == self.note.tasks


def results(extractor: Extractor) -> list[Result]:
    """A result for each note, in the order of the table."""
    return [_result(extractor, kind, note) for kind, notes in NOTES.items() for note in notes]


def expected_words(note: Note, board: Board) -> list[set[int]]:
    """For each region the words that are in a task; ValueError where a task of the note is not on the board."""
    wanted = [set[int]() for _ in board.regions]
    at, after = 0, 0
    for task in note.tasks:
        words = tuple(task.split())
        at, start = _find(words, board.regions, at, after)
        after = start + len(words)
        wanted[at].update(range(start, after))
    return wanted


def table(found: Sequence[Result]) -> Iterator[str]:
    """The share of each kind and of all, as rows of text."""
    for kind in [*NOTES, "all"]:
        chosen = [result for result in found if kind in (result.kind, "all")]
        notes = _share(sum(result.right for result in chosen), len(chosen))
        lines = _share(sum(result.right_lines for result in chosen), sum(result.lines for result in chosen))
        yield f"{kind:46} notes {notes}   lines {lines}"


def mistakes(found: Iterable[Result]) -> Iterator[str]:
    """The notes that are wrong: what should be a task and is none, and the other way round."""
    for result in found:
        if not result.right:
            missed = [task for task in result.note.tasks if task not in result.found]
            more = [task for task in result.found if task not in result.note.tasks]
            yield f"{result.kind}: {result.note.text!r}\n    missed {missed}\n    too many {more}"


def _result(extractor: Extractor, kind: str, note: Note) -> Result:
    board = parse_text(note.text, board="note")
    extraction = extractor.extract(board)
    wanted = expected_words(note, board)
    lines = right = 0
    for region, sentences, words in zip(board.regions, extraction.sentences, wanted, strict=True):
        given = {word for each in sentences if each.is_task for word in range(each.start, each.end)}
        for start, line in zip(region.line_starts, region.lines, strict=True):
            place = set(range(start, start + len(line.words)))
            lines += 1
            right += place & given == place & words
    return Result(kind, note, tuple(task.text for task in extraction.tasks), lines, right)


def _find(words: tuple[str, ...], regions: Sequence[Region], at: int, after: int) -> tuple[int, int]:
    """The next place of the words: the number of the region and of the first word."""
    for number in range(at, len(regions)):
        texts = regions[number].word_texts
        for start in range(after if number == at else 0, len(texts) - len(words) + 1):
            if tuple(texts[start : start + len(words)]) == words:
                return number, start
    raise ValueError(f"{' '.join(words)!r} is not in the note")


def _share(right: int, count: int) -> str:
    return f"{right:3} of {count:3} ({right / count:4.0%})"


if __name__ == "__main__":
    measured = results(Extractor.load(sys.argv[1]) if len(sys.argv) > 1 else default_extractor())
    print("\n".join([*mistakes(measured), "", *table(measured)]))
