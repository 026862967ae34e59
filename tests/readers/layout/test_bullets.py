"""List marks at the start of a line set its flags and are removed."""

from __future__ import annotations

import pytest

from inkslate.board import Word
from inkslate.readers.layout.bullets import make_line, split_bullet
from inkslate.readers.text import parse_text


@pytest.mark.parametrize(
    ("line", "bullet", "text"),
    [
        ("- milk", True, "milk"),
        ("* milk", True, "milk"),
        ("• milk", True, "milk"),
        ("•milk", True, "milk"),
        ("– milk", True, "milk"),
        ("  - milk", True, "milk"),
        ("1. milk", True, "milk"),
        ("12) milk", True, "milk"),
        ("a) milk", True, "milk"),
        ("(b) milk", True, "milk"),
        ("[ ] milk", True, "milk"),
        ("[x] milk", True, "milk"),
        ("[X] milk", True, "milk"),
        ("- [ ] milk", True, "milk"),
        ("1. [x] milk", True, "milk"),
        ("☐ milk", True, "milk"),
        ("-", True, ""),
        ("1.", True, ""),
        ("[ ]", True, ""),
        ("▢ milk", True, "milk"),
        ("‐ milk", True, "milk"),
        ("☑️ milk", True, "milk"),  # an emoji has an invisible sign behind it
        ("2️⃣ milk", True, "milk"),
        # All of several marks leave.
        ("- • milk", True, "milk"),
        ("• - milk", True, "milk"),
        ("1. - milk", True, "milk"),
        ("- 1. milk", True, "milk"),
        ("- [ ] 1) milk", True, "milk"),
        ("1. a) milk", True, "milk"),
        ("• [ x ] - milk", True, "milk"),
        ("- - -", True, ""),
        ("ii) milk", True, "milk"),
        ("(iv) milk", True, "milk"),
        ("xii) milk", True, "milk"),
        # Behind a mark not everything is another.
        ("- 5. May dentist", True, "5. May dentist"),
        ("• 12. Okt. Zahnarzt", True, "12. Okt. Zahnarzt"),
        ("1. 2. Bundesliga", True, "2. Bundesliga"),
        ("- -5 degrees", True, "-5 degrees"),
        ("1. 1.5 litres", True, "1.5 litres"),
        # These only look like bullets.
        ("-5 degrees", False, "-5 degrees"),
        ("*really* good", False, "*really* good"),
        ("1.5 litres of milk", False, "1.5 litres of milk"),
        ("2024. A year", False, "2024. A year"),
        ("A. Smith called", False, "A. Smith called"),
        ("[draft] milk", False, "[draft] milk"),
        ("a) ", True, ""),
        ("mix) milk", False, "mix) milk"),
        ("iiii) milk", False, "iiii) milk"),
        ("a. milk", False, "a. milk"),  # alone it is no list
        ("✓ milk", False, "✓ milk"),  # a tick says done; that is not for us to drop
        ("--- milk", False, "--- milk"),
        ("milk - eggs", False, "milk - eggs"),
    ],
)
def test_bullets_leave_the_text(line: str, bullet: bool, text: str) -> None:
    assert split_bullet(line) == (bullet, text)


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("[x] milk", True),
        ("- [X] milk", True),
        ("1. [✓] milk", True),
        ("[ x ] milk", True),
        ("☑ milk", True),
        ("☒milk", True),
        ("• ☑️ milk", True),
        ("[x]", True),
        ("[ ] milk", False),
        ("☐ milk", False),
        ("□ milk", False),
        ("- milk", False),
        ("milk [x]", False),
    ],
)
def test_a_ticked_box_says_that_it_is_done(line: str, done: bool) -> None:
    (region,) = parse_text(line, board="b").regions
    assert [line.done for line in region.lines] == [done]
    assert make_line(words(*line.split())).done is done


def test_a_tick_by_itself_says_so_where_somebody_typed_it() -> None:
    (region,) = parse_text("✓ milk", board="b").regions
    assert [line.done for line in region.lines] == [True]
    assert not make_line(words("✓", "milk")).done  # a recogniser takes many strokes for it


def words(*texts: str) -> list[Word]:
    return [Word(text, source=(number,)) for number, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("given", "left", "bullet"),
    [
        (("•", "call", "Jo"), [("call", 1), ("Jo", 2)], True),
        (("•call", "Jo"), [("call", 0), ("Jo", 1)], True),  # glued: the word keeps its source
        (("1.", "[", "]", "book"), [("book", 3)], True),  # a box that the recogniser tore in two
        (("-", "[x]", "book"), [("book", 2)], True),
        (("call", "-", "Jo"), [("call", 0), ("-", 1), ("Jo", 2)], False),
        (("-",), [], True),
        ((), [], False),
    ],
)
def test_bullets_leave_recognised_words(given: tuple[str, ...], left: list[tuple[str, int]], bullet: bool) -> None:
    line = make_line(words(*given))
    assert [(word.text, word.source[0]) for word in line.words] == left
    assert line.bullet is bullet
