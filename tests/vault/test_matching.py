"""Which tasks of different notes are one task: rather listed twice than hidden."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate.vault.matching import TaskIndex, assign_ids, nearly_same, words_of
from inkslate.vault.values import NoteState, NoteTask

MONDAY = datetime(2026, 11, 16)
# Words of the earlier note, words of the later one.
SAME = [
    ("call the landlord about the boiler", "Call the landlord about the boiler."),
    ("call the landlord about the boiler", "still: call the landlord about the boiler"),
    ("call the landlord about the boiler", "call the landlord about the boiler and the tap"),
    ("send the deck to Ana", "send the deck to Ana and Ben"),
    ("prepare the quarterly report for Ana", "prepare the quartely report for Ana"),
]
DIFFERENT = [
    ("call Sam about the invoice", "call Sam about the contract"),
    ("call Sam", "call Sam about the boat"),
    ("call Sam", "call Bob"),
    ("email the report to Tim", "email the report to Tom"),
    ("send the deck to Maria", "send the deck to Mario"),
    ("pay invoice 12 from the plumber", "pay invoice 13 from the plumber"),
    ("review the first chapter", "review the second chapter"),
    ("buy tickets for the show in Rome", "buy tickets for the show in Oslo"),
    ("book a table for lunch on the boat", "book a table for dinner on the boat"),
    ("water the plants", "water the plants and feed the cat of the neighbours while they are away"),
]


def task(text: str, **facts: object) -> NoteTask:
    return NoteTask(text=text, line=1, **facts)  # type: ignore[arg-type]


def ids(earlier: str, later: str, *, days: int = 1) -> tuple[str, str]:
    index = TaskIndex()
    (a,) = assign_ids([task(earlier)], "2026-11-16.md", None, index, written=MONDAY)
    (b,) = assign_ids([task(later)], "2026-11-17.md", None, index, written=MONDAY + timedelta(days=days))
    return a.id, b.id


@pytest.mark.parametrize(("earlier", "later"), SAME)
def test_one_task_in_two_notes(earlier: str, later: str) -> None:
    assert len(set(ids(earlier, later))) == 1
    assert len(set(ids(later, earlier))) == 1


@pytest.mark.parametrize(("earlier", "later"), DIFFERENT)
def test_two_tasks(earlier: str, later: str) -> None:
    assert len(set(ids(earlier, later))) == 2
    assert len(set(ids(later, earlier))) == 2


def test_the_words_that_say_when_do_not_count() -> None:
    index = TaskIndex()
    (a,) = assign_ids([task("call Ruth by Friday", when=(2, 4))], "2026-11-16.md", None, index, written=MONDAY)
    (b,) = assign_ids([task("call Ruth tomorrow", when=(2, 3))], "2026-11-17.md", None, index, written=MONDAY)
    (c,) = assign_ids([task("call Ruth")], "2026-11-18.md", None, index, written=MONDAY)
    assert a.id == b.id == c.id


def test_nearly_the_same_words_count_for_a_month_the_same_words_for_ever() -> None:
    earlier, later = SAME[2]
    assert len(set(ids(earlier, later, days=30))) == 1
    assert len(set(ids(earlier, later, days=300))) == 2
    assert len(set(ids(earlier, earlier, days=3000))) == 1


def test_two_tasks_of_one_note_stay_two() -> None:
    index = TaskIndex()
    texts = ["call the landlord about the boiler", "call the landlord about the boiler and the tap"]
    first = assign_ids([task(text) for text in texts], "2026-11-16.md", None, index, written=MONDAY)
    second = assign_ids([task(text) for text in reversed(texts)], "2026-11-17.md", None, index, written=MONDAY)
    assert [each.id for each in first] == [each.id for each in reversed(second)]
    assert len({each.id for each in first}) == 2


def test_equal_lines_of_one_note_are_one_task() -> None:
    found = assign_ids([task("buy milk"), task("Buy milk")], "2026-11-16.md", None, TaskIndex(), written=MONDAY)
    assert len({each.id for each in found}) == 1


def test_the_same_words_in_two_projects_are_two_tasks() -> None:
    index = TaskIndex()
    tests = task("write the tests for the parser")
    (day,) = assign_ids([tests], "2026-11-16.md", None, index, written=MONDAY)
    (one,) = assign_ids([tests], "Boat.md", None, index, written=MONDAY)
    (other,) = assign_ids([tests], "House.md", None, index, written=MONDAY)
    (later,) = assign_ids([tests], "2026-11-17.md", None, index, written=MONDAY)
    assert day.id == one.id == later.id != other.id
    longer = task("write the tests for the parser today")
    assert assign_ids([longer], "Garden.md", None, index, written=MONDAY)[0].id not in (day.id, other.id)


def test_the_same_words_below_two_headings_of_a_project_are_two_tasks() -> None:
    index = TaskIndex()
    rooms = [task("paint the walls", heading=heading) for heading in ("Kitchen", "Bath", "Kitchen")]
    found = assign_ids(rooms, "House.md", None, index, written=MONDAY)
    assert found[0].id == found[2].id != found[1].id
    note = NoteState(modified=0, size=0, sha256="", written=MONDAY.isoformat(), tasks=found)
    assert assign_ids(rooms, "House.md", note, index, written=MONDAY) == found
    assert len({each.id for each in assign_ids(rooms, "2026-11-16.md", None, TaskIndex(), written=MONDAY)}) == 1


def test_an_edit_does_not_hide_a_new_line_with_the_old_words() -> None:
    index = TaskIndex()
    old = "call the landlord about the boiler"
    assign_ids([task(old)], "2026-11-16.md", None, index, written=MONDAY)
    before = assign_ids([task(old)], "2026-11-17.md", None, index, written=MONDAY)
    note = NoteState(modified=0, size=0, sha256="", written=MONDAY.isoformat(), tasks=before)
    after = assign_ids([task(f"{old} and the tap"), task(old)], "2026-11-17.md", note, index, written=MONDAY)
    assert after[1].id == before[0].id != after[0].id


def test_what_is_done_does_not_lend_its_id_to_what_resembles_it() -> None:
    index = TaskIndex()
    for done, same in ((True, False), (False, True)):
        before = assign_ids(
            [task("call Sam about the invoice", done=done)], "2026-11-16.md", None, index, written=MONDAY
        )
        note = NoteState(modified=0, size=0, sha256="", written=MONDAY.isoformat(), tasks=before)
        after = assign_ids([task("call Sam about the contract")], "2026-11-16.md", note, TaskIndex(), written=MONDAY)
        assert (before[0].id == after[0].id) is same


@given(st.lists(st.sampled_from("call Sam Ana the about boiler tap send 1 2 to deck".split()), min_size=1, max_size=8))
def test_a_task_is_nearly_itself_or_too_short(words: list[str]) -> None:
    found = words_of(task(" ".join(words)))
    assert nearly_same(found, found) is (found.wording.size >= 3)


def test_tasks_with_different_numbers_are_never_one() -> None:
    dice = random.Random(0)
    index, seen = TaskIndex(), set()
    for number in range(500):
        text = f"{dice.choice(['call', 'ask'])} {dice.choice(['Ana', 'Ben'])} about the lease no. {number}"
        (found,) = assign_ids(
            [task(text)], "2026-11-16.md" if number % 2 else "project.md", None, index, written=MONDAY
        )
        seen.add(found.id)
    assert len(seen) == 500
