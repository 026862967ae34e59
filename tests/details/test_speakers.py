"""Who owns what a speaker or the sender of a mail says of himself: nobody, where it is no promise or no person."""

from __future__ import annotations

import pytest

from inkslate import extract
from inkslate.board import OPEN, Board, Line, Region, Word


def owner_of(said: str, speaker: str) -> str | None:
    """The owner of a sentence that a box marks as a task."""
    line = Line(tuple(map(Word, said.split())), box=OPEN)
    (task,) = extract(Board("call", (Region("r1", (line,), speaker=speaker),))).tasks
    return task.owner


@pytest.mark.parametrize(
    "said",
    [
        "I'll call the bank",
        "OK, I will write to the council",
        "I've got to print the posters",
        "I'm gonna order the tiles",
        "I gotta pay the fine",
        "I'll let you know on Friday",
        "I'll ask Tom to call",
        "I will see to the drains",
        "I'll leave the keys at the desk",
        "I must tell Ruth",
    ],
)
def test_the_speaker_owns_what_he_promises(said: str) -> None:
    assert owner_of(said, "Ana Ruiz") == "Ana Ruiz"


@pytest.mark.parametrize(
    "said",
    [
        # what somebody thinks, says or waits for
        "I need to know whether you sent the form",
        "I must say the garden looks great",
        "I will assume that you have paid",
        "I'll expect the form by Friday",
        "I'll wait for Tom to send the file",
        "I'll bet he forgot to call",
        "I'll see you on Monday",
        "I will tell you what: Tom can call",
        # what others are to do
        "I must ask you to sign here",
        "I will leave everybody to sort the tools",
        "I must remind you all to pay",
        "I'll leave that with you",
        "I'll leave it up to the committee",
        "I'll let the plumber drain the boiler",
    ],
)
def test_other_sentences_that_begin_so_have_no_owner(said: str) -> None:
    assert owner_of(said, "Ana Ruiz") is None


@pytest.mark.parametrize(
    "speaker",
    ["Acme Billing", "Northwind Ltd.", "Grace Support Team", "Team Support", "Sales Office", "Recording", "Reception"],
)
def test_companies_teams_and_machines_own_nothing(speaker: str) -> None:
    assert owner_of("I will call the bank", speaker) is None


@pytest.mark.parametrize("speaker", ["Ben Low", "Sam Support", "anna.g", "Anna van Dijk", "Dr. Amara Obi", "Ruth"])
def test_people_own_what_they_promise_whatever_they_are_called(speaker: str) -> None:
    assert owner_of("I will call the bank", speaker) == speaker
