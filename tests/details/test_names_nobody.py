"""Most tasks name nobody and are not read for owners. That spares time, and changes no result."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate.details.locales import LOCALES
from inkslate.details.name_tokens import tokens_of
from inkslate.details.owners import OwnerReader, find_owner
from inkslate.details.people import Roster
from tests.details.said import SAID
from tests.details.unsaid import UNSAID

ENGLISH = LOCALES["en"]
NOBODY = Roster({})
PHRASES = [*(phrase for phrase, _, _ in SAID), *UNSAID]
# Words of all these phrases in any order: names, verbs, labels, signs, departments, titles, initials.
PIECES = sorted({piece for phrase in PHRASES for piece in phrase.split()})


def reads(text: str) -> bool:
    tokens = tokens_of(text)
    return OwnerReader(tokens, NOBODY, ENGLISH.owners, shouting=text.isupper()).may_name_somebody()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("call the bank", False),
        ("Call the bank", False),  # a common word at the start
        ("- [ ] 2 bags of soil (the big ones)", False),
        ("☐ milk → fridge", False),
        ("sam: call the bank", True),
        ("Sam to call the bank", True),
        ("call the bank @home", True),
        ("Zorvath to call the bank", True),  # a capital and no known word
        ("call the Bank", True),
        ("finance to confirm the budget", True),
        ("HR: send the form", True),
        ("MOVE THE CHAIRS", True),
        ("李明: 打电话", True),
        ("Dr Miller to call", True),
        ("I will call the bank", True),
    ],
)
def test_what_may_name_somebody(text: str, expected: bool) -> None:
    assert reads(text) is expected


def test_known_people_are_looked_for_everywhere() -> None:
    tokens = tokens_of("call the bank")
    known = Roster.of(["Sam"], ENGLISH.owners)
    assert OwnerReader(tokens, known, ENGLISH.owners, shouting=False).may_name_somebody()


def always_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnerReader, "may_name_somebody", lambda self: True)


@pytest.mark.parametrize("boxed", [False, True])
def test_no_owner_is_missed_in_any_phrase(boxed: bool) -> None:
    spared = 0
    for phrase in {*PHRASES, *map(str.lower, PHRASES), *map(str.capitalize, PHRASES)}:
        if not reads(phrase):
            spared += 1
            assert read_whole(phrase, boxed=boxed) is None, phrase
    assert spared > 100


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=9), st.booleans(), st.booleans())
def test_no_owner_is_missed_in_any_words(pieces: list[str], boxed: bool, planned: bool) -> None:
    text = " ".join(pieces)
    if not reads(text):
        assert read_whole(text, boxed=boxed, planned=planned) is None


def read_whole(text: str, *, boxed: bool, planned: bool = False) -> object:
    with pytest.MonkeyPatch.context() as patch:
        always_read(patch)
        return find_owner(text, NOBODY, ENGLISH, boxed=boxed, planned=planned)
