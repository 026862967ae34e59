"""Check boxes and bullets that a PDF draws, as browsers and forms do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.drawn_pages import HEIGHT, drawn_board, shown

pytest.importorskip("pypdfium2")
pytest.importorskip("reportlab")

Draw = Callable[[Any, float, float], None]


def lines(*rows: tuple[Draw | None, str], turned: int = 0) -> list[str]:
    """The lines of a page of rows, each with what is drawn in front of it: at its left, and at its foot."""

    def page(paper: Any) -> None:
        for number, (draw, row) in enumerate(rows):
            foot = HEIGHT - 100 - 20 * number
            paper.drawString(78, foot, row)
            if draw is not None:
                draw(paper, 60, foot)

    return [shown(line) for region in drawn_board(page, turned=turned).regions for line in region.lines]


def square(paper: Any, x: float, y: float) -> None:
    paper.rect(x, y - 1, 10, 10)


def crossed(paper: Any, x: float, y: float) -> None:
    square(paper, x, y)
    paper.line(x, y - 1, x + 10, y + 9)
    paper.line(x, y + 9, x + 10, y - 1)


def chrome(paper: Any, x: float, y: float) -> None:
    """Ground and border of a box with round corners."""
    paper.roundRect(x + 0.7, y - 0.3, 9, 9, 1.5, stroke=0, fill=1)
    paper.roundRect(x, y - 1, 10.4, 10.4, 2)


def chrome_ticked(paper: Any, x: float, y: float) -> None:
    chrome(paper, x, y)
    path = paper.beginPath()
    path.moveTo(x + 1, y + 4)
    path.lineTo(x + 4, y)
    path.lineTo(x + 9.5, y + 8)
    paper.drawPath(path)


def dot(paper: Any, x: float, y: float) -> None:
    paper.circle(x + 10, y + 4, 1.9, stroke=0, fill=1)


def radio(paper: Any, x: float, y: float) -> None:
    paper.circle(x + 5, y + 4, 5)
    paper.circle(x + 5, y + 4, 2.5, stroke=0, fill=1)


def picture(paper: Any, x: float, y: float) -> None:
    paper.rect(x - 30, y - 10, 40, 40)


@pytest.mark.parametrize("turned", [0, 90])
def test_squares_in_front_of_words_are_boxes(turned: int) -> None:
    rows = [(square, "call the landlord"), (crossed, "pay the rent"), (chrome, "order seeds"), (chrome_ticked, "mow")]
    assert lines(*rows, turned=turned) == ["[ ] call the landlord", "[x] pay the rent", "[ ] order seeds", "[x] mow"]


def test_dots_in_front_of_words_are_bullets() -> None:
    assert lines((dot, "call the landlord"), (dot, "pay the rent")) == ["- call the landlord", "- pay the rent"]


@pytest.mark.parametrize("draw", [radio, picture])
def test_other_shapes_say_nothing(draw: Draw) -> None:
    assert lines((draw, "call the landlord"), (draw, "pay the rent")) == ["call the landlord", "pay the rent"]


def test_a_box_that_words_stand_before_is_text() -> None:
    def behind(paper: Any, x: float, y: float) -> None:
        square(paper, x + 120, y)
        paper.drawString(x + 135, y, "yes")
        square(paper, x + 200, y)  # nothing behind it

    assert lines((behind, "Do you agree?")) == ["Do you agree? ☐ yes"]


def test_the_source_of_a_mark_is_its_number_on_the_page() -> None:
    def page(paper: Any) -> None:
        paper.drawString(100, 700, "tea")
        paper.drawString(150, 700, "milk")
        square(paper, 135, 700)

    board = drawn_board(page)
    assert [(word.text, *word.source) for word in board.regions[0].words] == [
        ("tea", "page1#0"),
        ("☐", "page1#mark0"),
        ("milk", "page1#1"),
    ]


def test_squared_paper_and_drawings_have_no_boxes() -> None:
    def squares(paper: Any, x: float, y: float) -> None:
        for number in range(400):
            paper.rect(x - 40 + 12 * (number % 40), y - 60 + 12 * (number // 40), 11, 11)

    def strokes(paper: Any, x: float, y: float) -> None:
        square(paper, x, y)
        for number in range(4_000):
            paper.line(x + number % 300, 300, x + 5 + number % 300, 305)

    assert lines((squares, "call the landlord")) == lines((strokes, "call the landlord")) == ["call the landlord"]
