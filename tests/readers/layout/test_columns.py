"""Lines as Textract and Azure give them, in no order to rely on: columns, titles above and notes below them."""

from __future__ import annotations

import pytest

from inkslate.board import Word
from inkslate.readers.layout.columns import arrange_rows
from inkslate.readers.layout.geometry import box_around_boxes
from inkslate.readers.layout.rows import TextRow, build_regions
from tests.support.typeset_boards import (
    LEFT,
    LEFT_LINES,
    NESTED,
    RIGHT,
    RIGHT_LINES,
    THIRD,
    THIRD_LINES,
    centred,
    set_text,
    shown_starred,
    tilted,
)


def lines_of(text: str, x: float = 0, y: float = 0, leading: float = 1.4) -> list[list[Word]]:
    lines = text.strip("\n").split("\n")
    return [set_text(line, x=x, y=y + at * leading * 20, tight=False) for at, line in enumerate(lines) if line.strip()]


def read(lines: list[list[Word]], degrees: float = 0) -> list[list[str]]:
    turned = [tilted(words, degrees) for words in lines]
    rows = [TextRow(words, box_around_boxes(word.box for word in words)) for words in turned]
    return shown_starred(build_regions(arrange_rows(sorted(rows, key=lambda row: (row.box.y, row.box.x)))))


def title(text: str, y: float, x: float = 280) -> list[list[Word]]:
    return [centred(text, x, y)]


@pytest.mark.parametrize("degrees", [-6, -3, 0, 3, 6])
@pytest.mark.parametrize("above", [28, 45, 90, 140])
@pytest.mark.parametrize(
    "text", ["Plans", "Plans for now", "Everything for the spring", "All that is to do this month"]
)
@pytest.mark.parametrize("shift", [(0, 0), (30, 0), (0, 30)])
def test_a_title_over_two_columns_comes_first(degrees, above, text, shift):
    lines = title(text, -above) + lines_of(LEFT, y=shift[0]) + lines_of(RIGHT, x=320, y=shift[1])
    assert [line for region in read(lines, degrees) for line in region] == [text, *LEFT_LINES, *RIGHT_LINES]


@pytest.mark.parametrize("degrees", [-6, -3, 0, 3, 6])
@pytest.mark.parametrize("below", [28, 45, 90])
@pytest.mark.parametrize("text", ["printed on Friday", "printed on Friday by the office of the garden club"])
@pytest.mark.parametrize(("right", "expected"), [(RIGHT, RIGHT_LINES), (THIRD, THIRD_LINES)])
def test_a_line_below_two_columns_comes_last(degrees, below, text, right, expected):
    lines = title(text, 112 + below) + lines_of(LEFT) + lines_of(right, x=320)
    assert read(lines, degrees) == [LEFT_LINES, expected, [text]]


@pytest.mark.parametrize("degrees", [-6, 0, 6])
@pytest.mark.parametrize("space", [28, 45, 90])
@pytest.mark.parametrize("text", ["later in the year", "and this is what is left for the rest of the year"])
def test_a_line_between_columns_above_and_below_stays_between(degrees, space, text):
    y = 112 + 2 * space
    lines = lines_of(LEFT) + lines_of(RIGHT, x=320) + title(text, 112 + space)
    lines += lines_of(THIRD, y=y) + lines_of(LEFT, x=320, y=y)
    assert read(lines, degrees) == [LEFT_LINES, RIGHT_LINES, [text], THIRD_LINES, LEFT_LINES]


def test_what_stands_over_one_column_belongs_to_it():
    lines = title("Plans", -45, x=400) + lines_of(LEFT) + lines_of(RIGHT, x=320)
    assert [line for region in read(lines) for line in region] == [*LEFT_LINES, "Plans", *RIGHT_LINES]


@pytest.mark.parametrize("degrees", [0, 4])
@pytest.mark.parametrize("leading", [1.2, 1.4, 1.8, 2.2])
@pytest.mark.parametrize("text", NESTED)
def test_what_is_outdented_stays_in_its_region(text, leading, degrees):
    assert read(lines_of(text, leading=leading), degrees) == [NESTED[text]]
