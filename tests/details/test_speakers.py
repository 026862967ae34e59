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


# Said by Ida Holm in a meeting with Anna Kemp, Anna Reed, Tom Low and Lea Kurz.
TRAPS = [
    # somebody who is not there, or whom nobody asks
    ("Tom told me that Ruth will order the tiles", None),
    ("Lea mentioned that Tom wants to paint the fence", None),
    ("Ask Tom to update the website", None),
    ("Tom's sister will bring the cake", None),
    ("My mother said I should call the doctor", None),
    ("Neither Tom nor Lea will order the cake", None),
    ("Tom or Lea will order the cake", None),
    ("If Tom comes, he will open the door", None),
    ("Can somebody book the van", None),
    ("Someone has to clean the hall", None),
    # quoted speech
    ('She said, "I will fix the door."', None),
    ("Tom wrote: I will call the vet", None),
    ('Tom said "Lea, please order the cake"', None),
    # questions
    ("Did Lea order the chairs?", None),
    ("Will Tom call the printer?", None),
    ("Tom, who will call the printer?", None),
    ("Should I call the bank?", None),
    ("Do I need to send the form to HR?", None),
    # two people with one first name: as it was said
    ("Anna, will you bring the projector?", "Anna"),
    ("Anna and I will set up the stage", "Anna"),
    ("Anna Reed to bring the speakers", "Anna Reed"),
    # two things in one sentence
    ("I will take the minutes, and Tom will print them", "Ida Holm"),
    ("I'd ask Tom to feed the dog", None),
]


@pytest.mark.parametrize(("said", "owner"), TRAPS)
def test_owners_in_speech_are_never_invented(said: str, owner: str | None) -> None:
    line = Line(tuple(map(Word, said.split())), box=OPEN)
    people = ("Ida Holm", "Anna Kemp", "Anna Reed", "Tom Low", "Lea Kurz")
    (task,) = extract(Board("call", (Region("r1", (line,), speaker="Ida Holm"),), people=people)).tasks
    assert task.owner == owner
