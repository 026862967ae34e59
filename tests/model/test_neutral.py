"""Emoji change no decision."""

from __future__ import annotations

import pytest

from inkslate.board import Line, Region
from inkslate.extraction import FoundSentence
from inkslate.extractor import Extractor
from inkslate.model.neutral import neutral_view, restore


def region(*lines: str) -> Region:
    return Region("r", tuple(Line.from_text(line) for line in lines))


VIEWS = [
    (("call Ruth 🎉 now",), ["call Ruth now"], (0, 1, 3)),
    (("🎉 call Ruth",), ["call Ruth"], (1, 2)),
    (("call Ruth🎉",), ["call Ruth"], (0, 1)),
    (("party 🎉🎈👩‍👩‍👧 soon",), ["party soon"], (0, 2)),
    (("☀ paid", "⭐", "call"), ["paid", "", "call"], (1, 3)),
    (("1️⃣ first",), ["1 first"], (0, 1)),
]


@pytest.mark.parametrize(("lines", "seen", "places"), VIEWS)
def test_what_the_model_sees(lines: tuple[str, ...], seen: list[str], places: tuple[int, ...]) -> None:
    view = neutral_view(region(*lines))
    assert view is not None
    assert [line.text for line in view.region.lines] == seen
    assert view.places == places


PLAIN = ["call Ruth", "", "🎉 🎈", "Zoë → Ruth", "naïve café", "5 € an hour", "日本語", "a ‑ b"]
MEANINGFUL = ["✅ paid", "paid ✓", "✔ paid", "❌ no", "☐ open", "☑ done", "🗹 done", "❓ who", "go ➜ next", "① first"]


@pytest.mark.parametrize("text", PLAIN + MEANINGFUL)
def test_nothing_to_leave_out(text: str) -> None:
    assert neutral_view(region(text)) is None


# The sentences of the words that the model sees, by their ends, and those of the whole region.
RESTORED = [
    (("call Ruth 🎉 now",), [3], [(0, 4)]),
    (("🎉 call Ruth", "🎉 send it"), [2, 4], [(0, 3), (3, 6)]),  # at the start of a line: to what follows
    (("call Ruth 🎉 send it",), [2, 4], [(0, 3), (3, 5)]),  # inside of a line: to what precedes
    (("call", "🎉", "send"), [1, 2], [(0, 2), (2, 3)]),  # on a line of its own: to what precedes
    (("🎉", "call"), [1], [(0, 2)]),
    (("call 🎉",), [1], [(0, 2)]),
]


@pytest.mark.parametrize(("lines", "ends", "spans"), RESTORED)
def test_every_word_is_in_one_sentence(lines: tuple[str, ...], ends: list[int], spans: list[tuple[int, int]]) -> None:
    whole = region(*lines)
    view = neutral_view(whole)
    assert view is not None
    found = [FoundSentence(start, end, True, 0.5) for start, end in zip([0, *ends], ends, strict=False)]
    assert [(s.start, s.end) for s in restore(found, whole, view.places)] == spans


@pytest.mark.parametrize("emoji", ["🎉", "⭐", "👍🏽", "❤️"])
def test_the_shipped_model_decides_as_without(emoji: str) -> None:
    extractor = Extractor.load()
    plain = extractor.extract("book the boathouse before Friday\nthe wind was strong")
    for note in (
        f"book the boathouse {emoji} before Friday\nthe wind was strong",
        f"{emoji} book the boathouse before Friday\nthe wind was strong {emoji}",
        f"book the boathouse before Friday{emoji}\nthe {emoji} wind was strong",
    ):
        found = extractor.extract(note)
        assert [s.score for s in found.sentences[0]] == [s.score for s in plain.sentences[0]]
        assert [task.score for task in found.tasks] == [task.score for task in plain.tasks]


def test_the_words_stay_in_the_task() -> None:
    (task,) = Extractor.load().extract("book the boathouse 🎉 before Friday").tasks
    assert task.text == "book the boathouse 🎉 before Friday"
