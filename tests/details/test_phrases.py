"""Many phrases: what each of them says of owner and due date, and those that say nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from inkslate.details import DetailContext, task_detail
from inkslate.extraction import Detail
from tests.details.said import SAID
from tests.details.unsaid import UNSAID

CONTEXT = DetailContext(now=datetime(2026, 11, 18, 9, 0))  # a Wednesday


def test_the_tables_are_long_and_have_no_duplicates() -> None:
    phrases = [phrase for phrase, _, _ in SAID]
    assert len(set(phrases)) == len(phrases) >= 400
    assert len(set(UNSAID)) == len(UNSAID) >= 300
    assert not set(phrases) & set(UNSAID)


@pytest.mark.parametrize(("phrase", "owner", "due"), SAID)
def test_what_is_said_is_found(phrase: str, owner: str | None, due: str | None) -> None:
    found = task_detail(phrase.split(), CONTEXT)
    assert (found.owner, found.due_text) == (owner, due)


@pytest.mark.parametrize("phrase", UNSAID)
def test_what_is_not_said_is_not_invented(phrase: str) -> None:
    for locale in ("en", "en-US"):
        assert task_detail(phrase.split(), replace(CONTEXT, locale=locale)) == Detail()


def test_hours_count_from_a_time_that_is_known() -> None:
    """A note of a day has no hour: only the day is certain."""
    midnight = DetailContext(now=datetime(2026, 11, 18))
    found = [task_detail(text.split(), midnight).due_text for text in ("call in an hour", "reply within 48 hours")]
    assert found == ["2026-11-18", "2026-11-20"]


@pytest.mark.parametrize(
    "text", ["call in 999 hours", "call within 12 months", "call a week from Friday", "pay by mid-March", "pay by EOM"]
)
def test_beyond_the_calendar_there_is_nothing(text: str) -> None:
    late = DetailContext(now=datetime(9999, 12, 31, 23, 59))
    assert task_detail(text.split(), late).due_text in (None, "9999-12-31")
