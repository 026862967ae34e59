"""Depth of nesting from the places where lines begin: small pages drawn with characters, and laws for any page."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate.board import Box, Line, Word
from inkslate.readers.layout.from_boxes import layout_from_boxes
from inkslate.readers.layout.nesting import lines_of_rows
from inkslate.readers.layout.text_row import TextRow, row_of_words

HEIGHT, LETTER, PITCH = 20.0, 10.0, 30.0


def drawn(text: str, number: int = 0, *, shift: float = 0.0) -> list[Word]:
    """The words of a line that begins behind its blanks; `shift` is in heights."""
    words, at = [], 0
    for part in text.split():
        at = text.index(part, at)
        words.append(
            Word(part, Box(at * LETTER + shift * HEIGHT, number * PITCH, len(part) * LETTER, HEIGHT), (number,))
        )
        at += len(part)
    return words


def tilted(words: list[Word], degrees: float) -> list[Word]:
    sin, cos = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    turned = []
    for word in words:
        assert word.box is not None
        x, y = word.box.x, word.box.y
        turned.append(Word(word.text, Box(x * cos - y * sin, x * sin + y * cos, word.box.width, HEIGHT), word.source))
    return turned


def depths(lines: list[Line]) -> list[int]:
    return [line.indent for line in lines]


def depths_of(texts: list[str]) -> list[int]:
    return depths(lines_of_rows([row_of_words(drawn(text, number)) for number, text in enumerate(texts)]))


PAGES = [
    # (lines, depths)
    (["call Ruth"], [0]),
    (["          call Ruth"], [0]),  # alone, wherever it is
    (["• a", "• b", "• c"], [0, 0, 0]),
    (["• a", "    • b", "        • c", "    • d", "• e"], [0, 1, 2, 1, 0]),
    (["a", "    b", "        c", "    d", "e"], [0, 1, 2, 1, 0]),
    (["        • a", "• b", "    • c"], [0, 0, 1]),  # what comes first is not nested in anything
    (["• a", "            • b", "      • c", "            • d"], [0, 1, 1, 2]),
    # a mark's own width is no nesting
    (["Shopping", "• milk", "• eggs"], [0, 0, 0]),
    (["Shopping", "    • milk", "    • eggs"], [0, 1, 1]),
    (["• call Ruth", "  about the offsite", "• call Sam"], [0, 0, 0]),
    (["Ring", "• Ruth about the", "  offsite", "• Sam"], [0, 0, 0, 0]),
    (["• call Ruth", "about the offsite", "• call Sam"], [0, 0, 0]),
    (["• a", "    • call Ruth", "      about it", "  the rest of a"], [0, 1, 1, 0]),
    ([" 9. nine", "10. ten", "11. eleven"], [0, 0, 0]),
    (["- [ ] milk", "- eggs", "1) bread", "☐ salt"], [0, 0, 0, 0]),
    (["TODO call Ruth", "    TODO bring the plan"], [0, 1]),
    # centred lines and lines at the right
    (["• call Ruth about the room and", "  that the bill is not paid yet", "• write to Sam about the bill"], [0, 0, 0]),
    (["we met on Monday and talked", "           The end", "then we went home for a rest"], [0, 0, 0]),
    (["dear all, this is what we said", "                  Berlin, 3 May", "and this is where it was"], [0, 0, 0]),
    (["we said this and then we said", "that, which fills the lines up", "                   Kind regards"], [0, 0, 0]),
    # a paragraph's first line in justified text
    (["we said this and that and more", "    then we said this and that", "and this again, it is a line"], [0, 0, 0]),
    # the longest line is not at the right of anything
    (["Call", "    about the new plan of the garden"], [0, 1]),
    # the rest of a nested item, though it is centred or ends at the right
    (["• a", "    • call Ruth about the room", "      and of course about the it", "• c"], [0, 1, 1, 0]),
    (["• call Ruth about it, or else Sam", "    • about it, on the mobile", "      or on the land line at"], [0, 1, 1]),
    # right to left
    (["                   שלום •", "               שלום •", "                   שלום •"], [0, 1, 0]),
]


@pytest.mark.parametrize(("texts", "expected"), PAGES)
def test_pages(texts: list[str], expected: list[int]) -> None:
    assert depths_of(texts) == expected


@pytest.mark.parametrize("degrees", [-5, -2, 2, 5])
@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["• call Ruth about the room"] * 12, [0] * 12),
        (["• call Ruth about the room", "    • or Sam about the bill"] * 6, [0, 1] * 6),
    ],
)
def test_a_tilted_page(degrees: float, texts: list[str], expected: list[int]) -> None:
    rows = [row_of_words(tilted(drawn(text, number), degrees)) for number, text in enumerate(texts)]
    assert depths(lines_of_rows(rows)) == expected
    words = [word for row in rows for word in row.words]
    assert [depths(list(region.lines)) for region in layout_from_boxes(words)] == [expected]


def test_a_line_beside_or_above_begins_another_column() -> None:
    left, right = ["call Ruth", "    at noon"], ["                  call Sam", "                      at one"]
    rows = [drawn(left[0], 0), drawn(left[1], 1), drawn(right[0], 0), drawn(right[1], 1)]
    assert depths(lines_of_rows([row_of_words(row) for row in rows])) == [0, 1, 0, 1]
    across = [rows[0], rows[2], rows[1], rows[3]]
    assert depths(lines_of_rows([row_of_words(row) for row in across])) == [0, 0, 0, 0]


def test_a_mark_with_a_place_of_its_own_counts_and_one_without_is_left_of_the_text() -> None:
    def item(text: str, number: int, mark: Box | None) -> TextRow:
        row = row_of_words(drawn(text, number))
        row.add_mark(mark)
        return row

    heading = row_of_words(drawn("Shopping", 0))
    for mark in (Box(0, 30, 10, 10), None):
        assert depths(lines_of_rows([heading, item("   milk", 1, mark), item("   eggs", 2, None)])) == [0, 0, 0]
    assert depths(lines_of_rows([heading, item("        milk", 1, None)])) == [0, 1]


def test_a_heading_is_not_nested_and_nothing_is_nested_in_it() -> None:
    rows = [
        row_of_words(drawn(text, number)) for number, text in enumerate(["• a", "    Later", "    • b", "        • c"])
    ]
    rows[1].heading = 2
    assert [(line.heading, line.indent) for line in lines_of_rows(rows)] == [(0, 0), (2, 0), (0, 0), (0, 1)]


def test_a_depth_that_the_file_states_holds() -> None:
    rows = [row_of_words(drawn(text, number)) for number, text in enumerate(["a", "b", "c"])]
    for row, indent in zip(rows, (0, 200, None), strict=True):
        row.indent = indent
    assert depths(lines_of_rows(rows)) == [0, 100, 0]


def test_lines_without_places_are_not_nested() -> None:
    rows = [TextRow([Word("a")], None), row_of_words(drawn("        b", 1)), TextRow([Word("c")], None)]
    assert depths(lines_of_rows(rows)) == [0, 0, 0]
    assert lines_of_rows([]) == []
    point = Word("a", Box(0, 0, 0, 0))
    assert depths(lines_of_rows([row_of_words([point]), row_of_words([point])])) == [0, 0]


EXTREME = [
    [Box(0, 0, 0, 0), Box(0, 0, 0, 0)],  # points, all in one place
    [Box(-1.7e308, 0, 1, 1), Box(1.7e308, 0, 1, 1)],  # too far apart for a number
    [Box(0, -1.7e308, 1, 1), Box(5, 1.7e308, 1, 1)],
    [Box(1e308, 0, 1e307, 1e307), Box(1.2e308, 0, 1e307, 1e307)],
]


@pytest.mark.parametrize("boxes", EXTREME)
def test_extreme_places_do_no_harm(boxes: list[Box]) -> None:
    rows = [row_of_words([Word("•"), *(Word("x", box) for box in boxes)]) for _ in range(4)]
    for row in rows:
        row.add_mark(boxes[0])
        row.add_mark(boxes[1])
    assert [(line.text, line.bullet) for line in lines_of_rows(rows)] == [("x x", True)] * 4


@st.composite
def outlines(draw: st.DrawFn) -> list[int]:
    """Depths of list items: each at most one deeper than the one before."""
    found = [0]
    for _ in range(draw(st.integers(0, 12))):
        found.append(draw(st.integers(0, min(found[-1] + 1, 4))))
    return found


def page(outline: list[int], shifts: list[float], *, step: int = 4) -> list[TextRow]:
    """A row for each depth, moved aside a little."""
    texts = [" " * step * depth + "• call Ruth" for depth in outline]
    return [row_of_words(drawn(text, at, shift=shifts[at])) for at, text in enumerate(texts)]


@given(st.data(), outlines())
def test_jitter_changes_nothing(data: st.DataObject, outline: list[int]) -> None:
    shifts = data.draw(st.lists(st.floats(-0.05, 0.05), min_size=len(outline), max_size=len(outline)))
    assert depths(lines_of_rows(page(outline, shifts, step=2))) == outline


@given(st.data(), outlines())
def test_ragged_handwriting_changes_nothing(data: st.DataObject, outline: list[int]) -> None:
    shifts = data.draw(st.lists(st.floats(-0.35, 0.35), min_size=len(outline), max_size=len(outline)))
    assert depths(lines_of_rows(page(outline, shifts))) == outline


@given(st.lists(st.floats(-0.4, 0.4), min_size=1, max_size=20), st.sampled_from(["call Ruth", "• call Ruth"]))
def test_a_ragged_margin_is_no_nesting(shifts: list[float], text: str) -> None:
    rows = [row_of_words(drawn(text, number, shift=shift)) for number, shift in enumerate(shifts)]
    assert depths(lines_of_rows(rows)) == [0] * len(shifts)


@given(st.floats(-0.3, 0.3), st.integers(1, 40))
def test_a_margin_that_drifts_is_no_nesting(drift: float, count: int) -> None:
    rows = [row_of_words(drawn("• call Ruth", number, shift=number * drift)) for number in range(count)]
    assert depths(lines_of_rows(rows)) == [0] * count


@given(outlines(), st.sampled_from([1e-3, 0.37, 1e4]), st.integers(-1000, 1000))
def test_scale_and_place_change_nothing(outline: list[int], scale: float, move: int) -> None:
    def moved(box: Box | None) -> Box:
        assert box is not None
        return Box((box.x + move) * scale, (box.y - move) * scale, box.width * scale, box.height * scale)

    rows = page(outline, [0.0] * len(outline))
    words = [[Word(word.text, moved(word.box)) for word in row.words] for row in rows]
    assert depths(lines_of_rows([row_of_words(row) for row in words])) == outline


def test_time_is_in_proportion() -> None:
    rows = page([number % 50 for number in range(20_000)], [0.0] * 20_000)
    began = time.perf_counter()
    lines_of_rows(rows)
    assert time.perf_counter() - began < 10
