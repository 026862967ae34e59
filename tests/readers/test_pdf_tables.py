"""Tables of a PDF with rules around their cells: rows are lines, whatever is beside them."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from tests.support.drawn_pages import HEIGHT, drawn_board, shown

pytest.importorskip("pypdfium2")
pytest.importorskip("reportlab")


def drawn(draw: Callable[[Any], None], *, turned: int = 0) -> list[list[str]]:
    """The lines of each region of a page; `|` where a sentence ends above."""
    regions = drawn_board(draw, turned=turned).regions
    return [["|" * line.gap + shown(line) for line in region.lines] for region in regions]


def text(paper: Any, x: float, y: float, *rows: str) -> None:
    for number, row in enumerate(rows):
        paper.drawString(x, HEIGHT - y - 12 * number, row)


def grid(paper: Any, columns: list[float], rows: list[float]) -> None:
    paper.grid(columns, [HEIGHT - row for row in rows])


def cells(paper: Any, columns: list[float], rows: list[float]) -> None:
    """The same as some programs draw it: a filled bar for each side of each cell."""
    for left, right in pairwise(columns):
        for top, bottom in pairwise(rows):
            for x, y, width, height in (
                (left, top, right - left, 0.5), (left, bottom, right - left, 0.5),
                (left, top, 0.5, bottom - top), (right, top, 0.5, bottom - top),
            ):  # fmt: skip
                paper.rect(x, HEIGHT - y - height, width, height, stroke=0, fill=1)


@pytest.mark.parametrize("rules", [grid, cells])
@pytest.mark.parametrize("turned", [0, 90])
def test_a_row_is_a_line(rules: Callable[..., None], turned: int) -> None:
    def draw(paper: Any) -> None:
        text(paper, 60, 90, "Minutes of Monday")
        rules(paper, [60, 220, 400], [100, 120, 140, 172, 190])
        rows = [(114, ["Task"], "Who"), (134, ["[ ] Send the contract"], "Ana")]
        rows += [(154, ["Check the server and", "tell finance"], "Ben"), (186, ["Pay"], "[x]")]
        for y, what, who in rows:
            text(paper, 64, y, *what)
            text(paper, 224, y, who)
        text(paper, 60, 230, "That was all.")

    assert drawn(draw, turned=turned) == [
        ["Minutes of Monday"],
        [
            "Task Who",
            "[ ] |Send the contract Ana".replace("[ ] |", "|[ ] "),
            "|Check the server and tell finance Ben",
            "|[x] Pay",
        ],
        ["That was all."],
    ]


def test_cells_with_lists_are_regions() -> None:
    def draw(paper: Any) -> None:
        grid(paper, [60, 220, 400], [100, 160, 220])
        for x, y, day in ((64, 114, "Mon"), (224, 114, "Tue"), (64, 174, "Wed"), (224, 174, "Thu")):
            text(paper, x, y, day, f"- call {day}", f"- pay {day}")

    assert drawn(draw) == [[day, f"- call {day}", f"- pay {day}"] for day in ("Mon", "Tue", "Wed", "Thu")]


def test_a_box_that_is_drawn_in_a_row_is_that_of_the_row() -> None:
    def draw(paper: Any) -> None:
        grid(paper, [60, 220, 400], [100, 120, 140, 160])
        for y, what in ((114, "call Ruth"), (134, "pay"), (154, "mow")):
            paper.rect(64, HEIGHT - y, 9, 9)
            text(paper, 80, y, what)
            text(paper, 224, y, "Ana")
        paper.line(64, HEIGHT - 134, 73, HEIGHT - 125)

    assert drawn(draw) == [["[ ] call Ruth Ana", "|[x] pay Ana", "|[ ] mow Ana"]]


def test_squared_paper_boxes_and_frames_are_no_tables() -> None:
    rows = ["- call the landlord about the boiler", "- order seeds and soil for the beds"]

    def squared(paper: Any) -> None:
        grid(paper, [15.0 * at for at in range(2, 39)], [15.0 * at for at in range(2, 52)])
        text(paper, 60, 100, *rows)

    def framed(paper: Any) -> None:
        paper.rect(50, HEIGHT - 140, 300, 60)
        for number in range(2):
            paper.rect(320, HEIGHT - 100 - 12 * number, 9, 9)
        text(paper, 70, 100, *rows)

    assert drawn(squared) == drawn(framed) == [rows]


def test_drawings_of_very_many_strokes_take_no_time() -> None:
    def draw(paper: Any) -> None:
        text(paper, 60, 90, "call Ruth")
        path = paper.beginPath()
        for number in range(40_000):
            path.moveTo(60, number % 700)
            path.lineTo(500, number % 700)
        paper.drawPath(path)
        for number in range(40_000):
            paper.line(60 + number % 400, 100, 60 + number % 400, 500)

    start = time.process_time()
    assert drawn(draw) == [["call Ruth"]]
    assert time.process_time() - start < 20
