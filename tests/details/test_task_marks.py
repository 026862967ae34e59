"""Marks of Obsidian's Tasks plugin and of Dataview: dates, priorities and so on behind a task."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate.details import DetailContext, task_detail
from inkslate.details.task_marks import find_marks

# text, without marks, names of the marks, due date
CASES = [
    ("call Ruth 📅 2026-11-20", "call Ruth", ["due"], date(2026, 11, 20)),
    ("call Ruth 🗓️ 2019-01-31", "call Ruth", ["due"], date(2019, 1, 31)),  # a past one, with a variation selector
    ("pay 🔁 every month on the 1st 📅 2026-11-01 ⏫", "pay", ["repeat", "due", "priority"], date(2026, 11, 1)),
    ("pay ⏳ 2026-11-01 🛫 2026-10-30 ➕ 2026-10-01", "pay", ["scheduled", "start", "created"], None),
    ("pay ✅ 2026-11-01", "pay", ["completion"], None),
    ("send it 🆔 ab12 ⛔ cd34, ef56 🏁 delete", "send it", ["id", "dependsOn", "onCompletion"], None),
    ("call Ruth [due:: 2026-11-20] (priority:: high)", "call Ruth", ["due", "priority"], date(2026, 11, 20)),
    ("call (due::2026-11-20) Ruth", "call Ruth", ["due"], date(2026, 11, 20)),
    ("call Ruth ⏫ #work ^ab12", "call Ruth #work", ["priority"], None),  # a tag is text, a block id is not
    ("look where 🔼 prices go", "look where 🔼 prices go", [], None),  # an arrow inside of the text
    ("hang up the 📅 in the hall", "hang up the 📅 in the hall", [], None),  # no date
    ("call 📅 2026-02-31", "call 📅 2026-02-31", [], None),  # no such day
    ("call [due:: soon]", "call [due:: soon]", [], None),
    ("use std::vector [note:: x]", "use std::vector [note:: x]", [], None),  # other fields are text
    ("📅 2026-11-20", "📅 2026-11-20", [], None),  # marks of nothing
]


@pytest.mark.parametrize(("text", "plain", "names", "due"), CASES)
def test_marks(text: str, plain: str, names: list[str], due: date | None) -> None:
    found = find_marks(text)
    assert (found.plain, [name for name, *_ in found.marks.found], found.marks.due) == (plain, names, due)
    assert all(written in text for *_, written in found.marks.found)


@given(st.text("ab :[]()#^-20261120📅⏫🔁🆔\ufe0f", max_size=60))
def test_what_is_not_a_mark_stays(text: str) -> None:
    found = find_marks(text)
    assert len(found.blanked) == len(text)
    assert all(kept in (" ", before) for kept, before in zip(found.blanked, text, strict=True))
    assert find_marks(found.plain).plain.split() or not text.strip()


def test_a_mark_is_the_due_date_whatever_the_words_say() -> None:
    context = DetailContext(now=datetime(2026, 11, 16))
    detail = task_detail("Sam: call Ruth by Friday 📅 2026-11-01".split(), context)
    assert (detail.owner, detail.due, detail.due_span) == ("Sam", date(2026, 11, 1), (5, 7))
    field = task_detail("call Ruth [due:: 2026-11-01]".split(), context)
    assert (field.due, field.due_span) == (date(2026, 11, 1), (2, 4))
    assert task_detail("call Ruth ⏫".split(), context).due is None
