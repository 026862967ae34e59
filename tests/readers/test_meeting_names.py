"""Names of speakers as meeting programs write them: who owns what begins with `I will`, and who does not."""

from __future__ import annotations

import pytest

from inkslate.formats import boards_of
from inkslate.readers import scan_document
from inkslate.readers.document import Document
from inkslate.readers.spoken_names import spoken_name

Said = list[tuple[str | None, str, str | int]]


def said(*cues: str, name: str = "talk.vtt") -> Said:
    """The speaker, the text and the time code of each line."""
    times = [f"00:00:{at:02}.000 --> 00:00:{at + 1:02}.000" for at in range(1, len(cues) + 1)]
    text = "WEBVTT\n\n" + "\n\n".join(f"{time}\n{cue}" for time, cue in zip(times, cues, strict=True))
    (board,) = boards_of(scan_document(Document(name, text.encode())))
    return [(region.speaker, line.text, line.words[0].source[0]) for region in board.regions for line in region.lines]


def test_a_transcript_of_zoom_has_a_name_on_every_cue_whatever_people_call_themselves() -> None:
    assert said(
        "Maria Lopez: First: the budget. I'll share the sheet today.",
        "J. O'Neil (he/him): I will review it by Thursday.",
        "iPhone: Sorry, I will call back.",
        "Anna-Lena Groß | ACME: I'll call the supplier.",
        "tom: I will book the room.",
        "Room 4 (West): We will join later.",
    ) == [
        ("Maria Lopez", "First: the budget. I'll share the sheet today.", "00:00:01.000"),
        ("J. O'Neil", "I will review it by Thursday.", "00:00:02.000"),
        (None, "Sorry, I will call back.", "00:00:03.000"),
        ("Anna-Lena Groß", "I'll call the supplier.", "00:00:04.000"),
        ("tom", "I will book the room.", "00:00:05.000"),
        (None, "We will join later.", "00:00:06.000"),
    ]


def test_where_all_others_have_a_name_a_cue_without_one_is_of_nobody_known() -> None:
    cues = [f"{name}: It is late." for name in ("Maria Lopez", "tom") * 5]
    found = said(*cues, "I will lock the door.", "Maria Lopez: Good.")
    assert found[-2:] == [(None, "I will lock the door.", "00:00:11.000"), ("Maria Lopez", "Good.", "00:00:12.000")]
    assert {speaker for speaker, _, _ in found[:10]} == {"Maria Lopez", "tom"}


def test_a_name_that_is_no_label_hands_nothing_to_the_speaker_before() -> None:
    found = said("Sam Lee: It rained.", "and so on", "we went home", "anna_g | ACME: I will pay.", "Also: I will go.")
    assert found == [
        ("Sam Lee", "It rained.", "00:00:01.000"),
        ("Sam Lee", "and so on", "00:00:02.000"),
        ("Sam Lee", "we went home", "00:00:03.000"),
        (None, "anna_g | ACME: I will pay.", "00:00:04.000"),
        (None, "Also: I will go.", "00:00:05.000"),
    ]


def test_a_name_alone_on_its_line_is_followed_by_text() -> None:
    found = said("Sam Lee:\nI will pay.", "Ana Ruiz:\nRight: I will go.", "Sam Lee:\nNoted: both.")
    assert [line[:2] for line in found] == [
        ("Sam Lee", "I will pay."),
        ("Ana Ruiz", "Right: I will go."),
        ("Sam Lee", "Noted: both."),
    ]


def test_subtitles_name_a_speaker_for_one_cue() -> None:
    found = said("It is late.", "[bang]\nMARY: Call the police!", "I will run.", "Boss: Wait.", "MARY: I will go.")
    assert [line[:2] for line in found] == [
        (None, "It is late."),
        (None, "[bang]"),
        ("MARY", "Call the police!"),
        (None, "I will run."),
        (None, "Boss: Wait."),
        ("MARY", "I will go."),
    ]
    repeated = said("It is late.", "Mary: Run!", "I will call.", "- Mary: Run!\n- I will.")
    assert [line[:2] for line in repeated] == [
        (None, "It is late."),
        ("Mary", "Run!"),
        (None, "I will call."),
        ("Mary", "Run!"),
        (None, "I will."),
    ]
    live = said("so we agreed", ">> Mary: Run!", "and hide", ">> Mary: Good.")
    assert live[2][:2] == ("Mary", "and hide")
    assert said("IT IS LATE", "FIRST: WE RUN")[1][:2] == (None, "FIRST: WE RUN")


@pytest.mark.parametrize(
    ("cues", "expected"),
    [
        (["[Music]", "Speaker 1: I will go."], [(None, "[Music]"), (None, "I will go.")]),
        (["Step 1: I will cut.", "Step 2: glue it.", "Step 3: wait."], [(None, "Step 1: I will cut.")]),
        (["Camera 2: I will pan.", "Camera 3: no.", "Camera 2: yes."], [(None, "I will pan.")]),
        (["+49 30 1234***: I will hold.", "Ann: ok.", "Ann: bye."], [(None, "I will hold.")]),
        (["Sam's iPhone: I will hold.", "Ann: ok.", "Ann: bye."], [(None, "I will hold.")]),
    ],
)
def test_numbers_and_devices_own_nothing(cues: list[str], expected: list[tuple[str | None, str]]) -> None:
    assert [line[:2] for line in said(*cues)][: len(expected)] == expected


def test_voices_of_teams_are_called_as_people_are() -> None:
    found = said("<v Nair, Priya>I will send it.</v>", "<v Tom Becker (Extern)>Thanks.</v>", "<v Priya Nair>Bye.</v>")
    assert [speaker for speaker, _, _ in found] == ["Priya Nair", "Tom Becker", "Priya Nair"]


@pytest.mark.parametrize(
    ("displayed", "spoken"),
    [
        ("Baker, Ann (Sales)", "Ann Baker"),
        ("Ann Baker | ACME", "Ann Baker"),
        ("'Ann Baker' via team", "Ann Baker"),
        ("Smith, Jones, and Partners", "Smith, Jones, and Partners"),
        ("(Sales)", ""),
    ],
)
def test_names_are_as_spoken(displayed: str, spoken: str) -> None:
    assert spoken_name(displayed) == spoken
