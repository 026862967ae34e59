"""Strokes for drawing: those that words name, where the words' boxes say they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inkslate.readers import READERS, read_file
from inkslate.readers.document import Document, load
from inkslate.readers.layout.geometry import box_around
from inkslate.readers.strokes import InkStroke, strokes_of
from tests.support.handwriting import whiteboard
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"


def jiix(*items: object) -> Document:
    return Document("a.jiix", json.dumps({"type": "Text", "words": [{"label": "a", "items": list(items)}]}).encode())


@pytest.mark.parametrize(
    ("path", "format"),
    [
        (EXAMPLES / "whiteboard.jiix", "jiix"),
        (EXAMPLES / "formats" / "planning.jiix", "jiix"),
        (EXAMPLES / "formats" / "iamondo.inkml", "inkml"),
    ],
)
def test_every_word_has_its_strokes_in_its_box(path: Path, format: str) -> None:
    strokes = {stroke.id: stroke for stroke in strokes_of(load(path), format)}
    (board,) = read_file(path)
    words = [word for region in board.regions for line in region.lines for word in line.words]
    assert words
    for word in words:
        box = box_around([point for key in word.source for point in strokes[key].points])
        assert box is not None
        assert word.box is not None
        assert (box.x, box.y) == pytest.approx((word.box.x, word.box.y), abs=0.011)
        assert (box.width, box.height) == pytest.approx((word.box.width, word.box.height), abs=0.021)


@pytest.mark.parametrize(
    "item",
    [
        {"X": [1, 2], "Y": [1, 2]},  # nothing could name it
        {"id": "s", "X": [1, 2], "Y": [1]},
        {"id": "s", "X": [], "Y": []},
        {"id": "s", "X": [1, "2"], "Y": [1, 2]},
        {"id": "s", "X": [1, True], "Y": [1, 2]},
        {"id": "s", "X": [1, 1e301], "Y": [1, 2]},
        {"id": ["s"], "X": [1], "Y": [1]},
        {"id": "s", "X": 1, "Y": 2},
    ],
)
def test_a_damaged_stroke_is_not_drawn(item: dict[str, object]) -> None:
    good = {"id": 7, "X": [1, 2.5], "Y": [3, 4]}
    assert strokes_of(jiix(item, good), "jiix") == [InkStroke(7, ((1.0, 3.0), (2.5, 4.0)))]


def test_a_stroke_that_two_words_share_is_drawn_once() -> None:
    stroke = {"id": "s", "X": [1], "Y": [1]}
    assert len(strokes_of(jiix(stroke, stroke), "jiix")) == 1


def test_a_pen_above_the_paper_and_a_trace_without_numbers_draw_nothing() -> None:
    ink = '<ink><trace xml:id="a">1 2, 3 4</trace><trace type="penUp">1 2</trace><trace>x</trace><trace/></ink>'
    assert strokes_of(Document("a.inkml", ink.encode()), "inkml") == [InkStroke("a", ((1.0, 2.0), (3.0, 4.0)))]


@pytest.mark.parametrize("format", sorted(set(READERS) - {"jiix", "inkml"}))
def test_other_formats_have_none(format: str) -> None:
    assert strokes_of(Document("a", b"{}"), format) == []


def test_the_whiteboard_is_what_our_hand_writes() -> None:
    assert (EXAMPLES / "whiteboard.jiix").read_text("utf-8") == whiteboard()
