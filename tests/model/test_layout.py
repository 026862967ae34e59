"""What a model sees of a region."""

from __future__ import annotations

import pytest
from hypothesis import given

from inkslate.board import Line, Region
from inkslate.model.layout import LAYOUTS, Layout, Mark, Piece, WordPiece, render
from tests.support.boards import labelled_regions

BOARD = Region("r", (Line.from_text("to do"), Line.from_text("call", bullet=True), Line((), bullet=True)))
TO, DO, CALL = WordPiece(0, "to"), WordPiece(1, "do"), WordPiece(2, "call")
BREAK, BULLET = Mark.LINE_BREAK, Mark.BULLET


@pytest.mark.parametrize(
    ("layout", "pieces"),
    [
        ("both", (TO, DO, BREAK, BULLET, CALL, BREAK, BULLET)),
        ("breaks", (TO, DO, BREAK, CALL, BREAK)),
        ("bullets", (TO, DO, BULLET, CALL, BULLET)),
        ("none", (TO, DO, CALL)),
    ],
)
def test_flags_switch_each_kind_of_mark(layout: str, pieces: tuple[Piece, ...]) -> None:
    assert render(BOARD, LAYOUTS[layout]) == pieces
    assert LAYOUTS[layout].name == layout


@given(labelled_regions())
def test_labels_change_nothing(region: Region) -> None:
    assert render(region, Layout()) == render(region.without_labels(), Layout())


def test_text_that_looks_like_a_mark_stays_a_word() -> None:
    region = Region("r", (Line.from_text("</> <.> <s> [CLS]"),))
    assert render(region, Layout()) == tuple(
        WordPiece(index, text) for index, text in enumerate(["</>", "<.>", "<s>", "[CLS]"])
    )
