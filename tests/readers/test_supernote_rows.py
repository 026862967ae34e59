"""Blocks of text side by side on a page of a Supernote, as the device writes them: without a box of their own."""

from __future__ import annotations

import base64
import json

import pytest

from inkslate.formats import boards_of
from inkslate.readers import scan_document
from inkslate.readers.document import Document
from tests.support.device_bytes import notebook

Placed = tuple[str, float, float, float, float]
REAL, TIME = ("Real", 15.8, 9.8, 21.0, 13.1), ("time", 39.0, 14.0, 17.1, 8.1)
CALL, RUTH = ("call", 10.0, 10.0, 20.0, 8.0), ("Ruth", 36.0, 11.0, 22.0, 8.0)


def block(*lines: list[Placed]) -> dict[str, object]:
    """A block of text: words with boxes, and blanks and line breaks without."""
    words: list[dict[str, object]] = []
    for number, line in enumerate(lines):
        words += [{"label": "\n"}] if number else []
        for at, (text, x, y, width, height) in enumerate(line):
            words += [{"label": " "}] if at else []
            words.append({"bounding-box": {"height": height, "width": width, "x": x, "y": y}, "label": text})
    return {"label": "\n".join(" ".join(word[0] for word in line) for line in lines), "type": "Text", "words": words}


def regions(*elements: dict[str, object]) -> list[list[tuple[str, bool, str | int]]]:
    """The text of each line, whether it is an item, and the source of its last word."""
    text = base64.b64encode(json.dumps({"elements": elements, "type": "Raw Content"}).encode())
    data = notebook(text, b"<TOTALPATH:9><RECOGNTEXT:24>", footer="<PAGE1:{1}>")
    (board,) = boards_of(scan_document(Document("a.note", data)))
    return [[(line.text, line.bullet, line.words[-1].source[0]) for line in region.lines] for region in board.regions]


def test_words_far_apart_are_one_line() -> None:
    parts = [
        block([REAL]),
        block([TIME]),
        block([("paragraph", 61.0, 12.4, 23.6, 10.6), ("test", 90.0, 11.8, 12.5, 7.2)]),
    ]
    assert regions(*parts) == [[("Real time paragraph test", False, "page1:/elements/2/words/2")]]


def test_what_is_below_the_joined_row_follows_it() -> None:
    rest = block([RUTH], [("tomorrow", 10.0, 24.0, 40.0, 8.0)])
    assert regions(block([CALL]), rest) == [
        [("call Ruth", False, "page1:/elements/1/words/0"), ("tomorrow", False, "page1:/elements/1/words/2")]
    ]


def test_a_dash_in_a_block_of_its_own_is_the_bullet_of_the_text_behind_it() -> None:
    assert regions(block([("-", 4.0, 14.0, 3.0, 1.0)]), block([CALL, RUTH])) == [
        [("call Ruth", True, "page1:/elements/1/words/2")]
    ]


@pytest.mark.parametrize(
    "other",
    [
        ("Ruth", 60.0, 11.0, 22.0, 8.0),  # a column farther right
        ("Ruth", 10.0, 26.0, 22.0, 8.0),  # below
        ("Ruth", 36.0, 16.0, 22.0, 8.0),  # right and half a line lower
    ],
)
def test_blocks_elsewhere_stay_regions(other: Placed) -> None:
    assert [[line[0] for line in lines] for lines in regions(block([CALL]), block([other]))] == [["call"], ["Ruth"]]


def test_an_item_beside_a_block_stays_an_item() -> None:
    item = block([("-", 36.0, 14.0, 3.0, 1.0), ("pay", 42.0, 11.0, 16.0, 8.0)])
    assert regions(block([CALL]), item) == [
        [("call", False, "page1:/elements/0/words/0")],
        [("pay", True, "page1:/elements/1/words/2")],
    ]
