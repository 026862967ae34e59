"""The shipped model on short notes of real form: a share of them has to be right."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from inkslate.board import Board
from inkslate.extraction import FoundSentence, ModelInfo
from inkslate.extractor import Extractor, default_extractor
from inkslate.readers.text import parse_text
from tests.support import behaviour
from tests.support.behaviour_notes import NOTES, Note

ALL = [note for notes in NOTES.values() for note in notes]
# What the shipped model reaches, of 72 notes and 215 lines, less one and two: another processor rounds otherwise.
NOTES_RIGHT = 59
LINES_RIGHT = 195


class OneSentence:
    """Takes every region for a single sentence, all of them tasks or none."""

    info = ModelInfo("one sentence", "1", "none", "none")

    def __init__(self, *, is_task: bool) -> None:
        self.is_task = is_task

    def predict(self, board: Board) -> Sequence[tuple[FoundSentence, ...]]:
        return [(FoundSentence(0, len(region.word_texts), self.is_task),) for region in board.regions]


def test_the_shipped_model_gets_its_share_right() -> None:
    found = behaviour.results(default_extractor())
    report = "\n".join([*behaviour.mistakes(found), *behaviour.table(found)])
    assert sum(result.right for result in found) >= NOTES_RIGHT, report
    assert sum(result.right_lines for result in found) >= LINES_RIGHT, report


# The table itself


def test_there_are_enough_notes_of_every_kind() -> None:
    assert len(ALL) >= 70
    assert min(len(notes) for notes in NOTES.values()) >= 4
    assert len({note.text for note in ALL}) == len(ALL)
    assert 0.4 < sum(bool(note.tasks) for note in ALL) / len(ALL) < 0.6


@pytest.mark.parametrize("note", ALL, ids=lambda note: note.text[:30])
def test_notes_are_short_and_have_their_tasks(note: Note) -> None:
    board = parse_text(note.text, board="note")
    assert 1 <= sum(len(region.lines) for region in board.regions) <= 6
    assert sum(map(len, behaviour.expected_words(note, board))) == sum(len(task.split()) for task in note.tasks)


# How they are counted


def test_a_task_that_is_not_in_its_note_is_an_error() -> None:
    with pytest.raises(ValueError, match="'call Ruth' is not in the note"):
        behaviour.expected_words(Note("call Bob", ("call Ruth",)), parse_text("call Bob", board="note"))


def test_equal_tasks_are_found_one_after_the_other() -> None:
    note = Note("call Bob\ncall Bob\n\ncall Bob", ("call Bob",) * 3)
    assert behaviour.expected_words(note, parse_text(note.text, board="note")) == [{0, 1, 2, 3}, {0, 1}]


@pytest.mark.parametrize(
    ("note", "is_task", "right", "lines"),
    [
        (Note("it rained\nwe met"), False, True, 2),
        (Note("it rained\nwe met"), True, False, 0),
        (Note("call Bob", ("call Bob",)), True, True, 1),
        # Two tasks that are taken for one: their words are right, their ends are not.
        (Note("call Bob\nbuy milk", ("call Bob", "buy milk")), True, False, 2),
        # The heading is drawn into the task.
        (Note("Saturday\ncall Bob", ("call Bob",)), True, False, 1),
        # Half of a line is a task.
        (Note("It rained. Call Bob.", ("Call Bob.",)), True, False, 0),
    ],
)
def test_what_is_right(note: Note, is_task: bool, right: bool, lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(behaviour, "NOTES", {"one": [note]})
    (result,) = behaviour.results(Extractor(OneSentence(is_task=is_task)))
    assert (result.right, result.right_lines) == (right, lines)
    assert len(list(behaviour.mistakes([result]))) == (not right)
    assert [row.split()[0] for row in behaviour.table([result])] == ["one", "all"]
