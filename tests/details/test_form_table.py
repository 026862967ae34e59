"""The look-up by beginnings spares trying forms, and changes no result."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate.details.due_grammar import phrases
from inkslate.details.locale import DayWords, Form, FormTable
from inkslate.details.locales import LOCALES
from tests.details.said import SAID
from tests.details.unsaid import UNSAID

DAYS = LOCALES["en"].days


class Unordered(FormTable):
    """A table that tries all of its forms everywhere."""

    def at(self, text: str, at: int) -> tuple[Form, ...]:
        return self.forms


class Patient(DayWords):
    """Words whose every form is tried everywhere."""

    @property
    def openings(self) -> FormTable:
        return Unordered((*self.forms.forms, self.cue, self.time))


PATIENT = Patient(
    **{name: getattr(DAYS, name) for name in DayWords.__dataclass_fields__}
    | {"forms": Unordered(DAYS.forms.forms), "dates": Unordered(DAYS.dates.forms)}
)


def found(text: str, words: DayWords) -> list[object]:
    """The phrases of a text; what computes a day is a new function each time, so only whether there is one counts."""
    return [replace(phrase, day=None) for phrase in phrases(text, words)]


@pytest.mark.parametrize("form", DAYS.openings.forms, ids=lambda form: form.name)
@given(data=st.data())
def test_a_form_is_tried_wherever_it_matches(form: Form, data: st.DataObject) -> None:
    text = data.draw(st.from_regex(form.pattern))
    for at in range(len(text)):
        match = form.pattern.match(text, at)
        if match and match[0].isascii():
            assert form in DAYS.openings.at(text, at)


def test_no_phrase_of_the_tests_needs_a_form_that_is_not_tried() -> None:
    for text in (*(phrase for phrase, _, _ in SAID), *UNSAID):
        assert found(text, DAYS) == found(text, PATIENT)


_WORDS = sorted({word for phrase, _, _ in SAID for word in phrase.split()} | {"tıl", "ſun", "\u01c0", "tmoro", "@"})


@given(st.lists(st.sampled_from(_WORDS), max_size=12).map(" ".join))
def test_no_row_of_words_needs_a_form_that_is_not_tried(text: str) -> None:
    assert found(text, DAYS) == found(text, PATIENT)
