"""Textract responses: exact lines and bullets, sources that lead back, and files that are not sound."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkslate.board import Box, Word
from inkslate.readers.document import Document
from inkslate.readers.layout.rows import CheckBox, TextRow, apply_check_boxes
from inkslate.readers.textract import reader as textract
from tests.support.json_reader import JsonReader
from tests.support.mutated_json import assert_boards_or_error, mutations
from tests.support.paths import ROOT
from tests.support.shown_boards import shown

FILES = ROOT / "tests" / "files" / "textract"
GOOD = ("two-columns", "zoe", "paged")
READER = JsonReader(textract, FILES)
read, parsed = READER.read, READER.parsed


@pytest.mark.parametrize(
    ("name", "regions"),
    [
        # Lines go across the columns; the layout has them one after the other, and items once, not with the list again.
        (
            "two-columns",
            [
                ["Team wall"],
                ["This week", "• Book a room", "for the offsite", "• Call Ruth"],
                ["Later", "• Tidy the backlog", "• Ask Sam"],
                ["1"],
            ],
        ),
        # Without a layout; a check box beside a line.
        (
            "zoe",
            [["Zoë’s 𝒫lan 👩‍👩‍👧", "• 🎂 für Café Ñandú", "kaufen 🇩🇪 heute"], ["東京", "• 𠮷野家 で 昼食"]],
        ),
        # Two parts; a line that the layout leaves out, a word of two without a line, a word that is missing.
        (
            "paged",
            [
                ["first page"],
                ["• left out by the layout"],
                ["stray mark"],
                ["second page", "words are in no part", "no words at all"],
            ],
        ),
    ],
)
def test_files(name: str, regions: list[list[str]]) -> None:
    READER.assert_reads(name, regions)


@pytest.mark.parametrize("name", GOOD)
def test_every_word_leads_back_and_comes_once(name: str) -> None:
    value = parsed(name)
    blocks = {
        block["Id"]: block for part in (value if isinstance(value, list) else [value]) for block in part["Blocks"]
    }
    seen: list[str] = []
    for word in (word for region in read(value).regions for line in region.lines for word in line.words):
        (source,) = word.source
        block = blocks[str(source)]
        assert word.text in block["Text"].split()
        box = block["Geometry"]["BoundingBox"]
        assert word.box is not None
        assert (word.box.x, word.box.y) == (box["Left"], box["Top"])
        if source not in seen[-1:]:
            seen.append(str(source))
    assert len(seen) == len(set(seen))
    lines = {block["Id"]: block for block in blocks.values() if block["BlockType"] == "LINE"}
    for word in (block for block in blocks.values() if block["BlockType"] == "WORD"):
        homes = [line for line in lines.values() if word["Id"] in str(line["Relationships"])]
        bullet = word["Text"].strip("-•[]12.") == ""
        assert word["Id"] in seen or bullet or any(line["Id"] in seen for line in homes)


def test_regions_have_the_ids_of_their_layout() -> None:
    ids = {block["Id"] for block in parsed("two-columns")["Blocks"] if block["BlockType"].startswith("LAYOUT_")}
    assert {region.id for region in read(parsed("two-columns")).regions} <= ids


def block(kind: str, id: str, *below: str, **fields: object) -> dict[str, Any]:
    relations = [{"Type": "CHILD", "Ids": list(below)}] if below else None
    return {"BlockType": kind, "Id": id, "Relationships": relations, **fields}


def at(x: float, y: float, width: float = 0.2, height: float = 0.03) -> dict[str, Any]:
    return {"BoundingBox": {"Left": x, "Top": y, "Width": width, "Height": height}}


def corners(x: float, y: float, width: float, height: float = 0.03) -> list[dict[str, float]]:
    return [{"X": x, "Y": y}, {"X": x + width, "Y": y}, {"X": x + width, "Y": y + height}, {"X": x, "Y": y + height}]


@pytest.mark.parametrize(
    ("value", "regions"),
    [
        ({"Blocks": []}, []),
        ([], []),
        ({"JobStatus": "SUCCEEDED"}, []),
        ({"JobStatus": "PARTIAL_SUCCESS", "Blocks": [block("LINE", "l", Text="- hello you")]}, [["• hello you"]]),
        # The cells of a table stand for their lines, in the order of the layout.
        (
            {
                "Blocks": [
                    block("LINE", "l1", "w1", Text="a"),
                    block("LINE", "l2", "w2", Text="b"),
                    block("WORD", "w1", Text="a"),
                    block("WORD", "w2", Text="b"),
                    block("LAYOUT_TABLE", "y", "t"),
                    block("TABLE", "t", "c2", "c1"),
                    block("CELL", "c1", "w1"),
                    block("CELL", "c2", "w2"),
                ]
            },
            [["b", "a"]],
        ),
        # A line that two elements of the layout claim, and a word that two lines claim, come once.
        (
            {
                "Blocks": [
                    block("LINE", "l1", "w1", Text="a"),
                    block("LINE", "l2", "w1", "w2", Text="a b"),
                    block("WORD", "w1", Text="a"),
                    block("WORD", "w2", Text="b"),
                    block("LAYOUT_TITLE", "y", "l1", "l2"),
                    block("LAYOUT_FIGURE", "z", "l1"),
                ]
            },
            [["a", "b"]],
        ),
        # Responses of two images: both say page 1.
        (
            [
                {"Blocks": [block("PAGE", f"p{n}", f"l{n}", Page=1), block("LINE", f"l{n}", Text=f"page {n}", Page=1)]}
                for n in "ab"
            ],
            [["page a"], ["page b"]],
        ),
        # Pages by number, also when the file has them in another order.
        (
            {"Blocks": [block("LINE", "b", Text="two", Page=2), block("LINE", "a", Text="one", Page=1)]},
            [["one"], ["two"]],
        ),
        # A heading over two columns belongs to neither; a gap parts regions.
        (
            {
                "Blocks": [
                    block("LINE", "h", Text="heading over both", Geometry=at(0.1, 0.1, 0.8)),
                    block("LINE", "l", Text="left", Geometry=at(0.1, 0.14)),
                    block("LINE", "r", Text="right", Geometry=at(0.7, 0.14)),
                    block("LINE", "m", Text="more left", Geometry=at(0.1, 0.18)),
                    block("LINE", "f", Text="far below", Geometry=at(0.1, 0.4)),
                ]
            },
            [["heading over both"], ["left", "more left"], ["far below"], ["right"]],
        ),
        # Words without a line: those side by side make one. A box may be told by its corners.
        (
            {
                "Blocks": [
                    block("WORD", "w1", Text="call", Geometry=at(0.1, 0.1, 0.1)),
                    block("WORD", "w2", Text="Ruth", Geometry={"Polygon": corners(0.22, 0.1, 0.1)}),
                    block("WORD", "w3", Text="far", Geometry=at(0.8, 0.1, 0.1)),
                    block("WORD", "w4", Text="nowhere", Geometry={"BoundingBox": {"Left": 0.1}}),
                ]
            },
            [["call Ruth"], ["far", "nowhere"]],
        ),
        # Check boxes: before a line, behind one, and between words.
        (
            {
                "Blocks": [
                    block("LINE", "l", Text="before", Geometry=at(0.1, 0.1)),
                    block("LINE", "r", Text="behind", Geometry=at(0.1, 0.14)),
                    block("LINE", "m", "w1", "w2", Text="be tween", Geometry=at(0.1, 0.18)),
                    block("WORD", "w1", Text="be", Geometry=at(0.1, 0.18, 0.05)),
                    block("WORD", "w2", Text="tween", Geometry=at(0.2, 0.18, 0.1)),
                    block("SELECTION_ELEMENT", "s1", SelectionStatus="SELECTED", Geometry=at(0.06, 0.1, 0.02)),
                    block("SELECTION_ELEMENT", "s2", SelectionStatus="NOT_SELECTED", Geometry=at(0.32, 0.14, 0.02)),
                    block("SELECTION_ELEMENT", "s3", SelectionStatus="NOT_SELECTED", Geometry=at(0.16, 0.18, 0.02)),
                ]
            },
            [["• before", "• behind", "be tween"]],
        ),
    ],
)
def test_what_may_be_there_or_missing(value: object, regions: list[list[str]]) -> None:
    assert shown(read(value)) == regions


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (b"", "not JSON"),
        (b"7", "not a JSON object"),
        (b"{}", "not a Textract response"),
        (b"[7]", "not an object"),
        (b"[" * 10_000, "nested too deep|not JSON"),
        (b'{"Blocks": [{"Id": "\\ud800"}]}', "surrogate"),
        (b'{"Blocks": [{"BlockType": "LINE", "Id": "l", "Text": "a\\u0000b"}]}', "NUL"),
        (b'{"Blocks": [{"Geometry": {"BoundingBox": {"Left": Infinity}}}]}', "Infinity"),
        (b'{"Blocks": [{"Geometry": {"BoundingBox": {"Left": 1e999}}}]}', "finite"),
        ({"Blocks": {}}, "not a list"),
        ({"Blocks": [block("LINE", "l", Text=5)]}, "not a string"),
        ({"Blocks": [block("LINE", "l", Geometry=at(0, 0, -1))]}, "negative width"),
        ({"Blocks": [block("LINE", "l"), block("WORD", "l")]}, "duplicate block id 'l'"),
        ({"Blocks": [block("LAYOUT_LIST", "a", "a")]}, "'a' contains itself"),
        (
            {"Blocks": [block("PAGE", "p", "a"), block("LAYOUT_LIST", "a", "b"), block("LINE", "b", "a")]},
            "contains itself",
        ),
        ({"JobStatus": "IN_PROGRESS"}, "has not finished"),
        ([{"Blocks": []}, {"JobStatus": "FAILED", "StatusMessage": "out of\npaper"}], "failed: out of paper"),
        ({"Error": {"Code": "ThrottlingException", "Message": "slow down"}}, "failed: ThrottlingException: slow down"),
        ({"__type": "AccessDeniedException", "Message": "no"}, "failed: no"),
    ],
)
def test_hostile_files_are_refused_in_one_line(value: object, message: str) -> None:
    READER.assert_refuses(value, message)


def test_a_failed_analysis_says_why() -> None:
    READER.assert_failed("failed: UNSUPPORTED_DOCUMENT: the PDF is encrypted")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b'{"Blocks": 1}',
        b'{"Blocks": [1]}',
        b'{"Blocks": [{}]}',
        b'"Blocks"',
        b"\xff",
        b'{"blocks": []}',
    ],
)
def test_other_files_are_not_recognised(data: bytes) -> None:
    assert not textract.recognises(Document("x.json", data))


@pytest.mark.fuzz
@pytest.mark.no_cover
@settings(max_examples=300, deadline=None)
@given(st.sampled_from(GOOD).flatmap(lambda name: mutations(parsed(name))))
def test_mutations_give_boards_or_input_errors(value: Any) -> None:
    assert_boards_or_error(textract, value)


@pytest.mark.slow
@pytest.mark.no_cover
def test_many_blocks_take_a_time_in_proportion() -> None:
    """One table under thousands of elements, and thousands of lines in one place."""
    many = 5_000
    lines = [block("LINE", f"l{n}", Text="x", Geometry=at(0, 0)) for n in range(many)]
    cells = [block("CELL", f"c{n}") for n in range(many)]
    table = block("TABLE", "t", *(f"c{n}" for n in range(many)))
    layouts = [block("LAYOUT_TEXT", f"y{n}", "t") for n in range(many)]
    board = read({"Blocks": [*lines, *cells, table, *layouts]})
    assert sum(len(region.word_texts) for region in board.regions) == many


def test_a_ticked_check_box_says_that_it_is_done() -> None:
    blocks = [
        block("LINE", "l", Text="call Bob", Geometry=at(0.1, 0.1)),
        block("LINE", "m", Text="write report", Geometry=at(0.1, 0.14)),
        block("LINE", "n", Text="rest", Geometry=at(0.1, 0.18)),
        block("SELECTION_ELEMENT", "s1", SelectionStatus="SELECTED", Geometry=at(0.06, 0.1, 0.02)),
        block("SELECTION_ELEMENT", "s2", SelectionStatus="NOT_SELECTED", Geometry=at(0.06, 0.14, 0.02)),
    ]
    (region,) = read({"Blocks": blocks}).regions
    assert [(line.text, line.bullet, line.done) for line in region.lines] == [
        ("call Bob", True, True),
        ("write report", True, False),
        ("rest", False, False),
    ]


def test_a_tight_check_box_marks_the_row_beside_it() -> None:
    """Boxes taller than the distance of rows reach into the row above."""
    boxes = [Box(30, top, 60, 18) for top in (0, 20, 40)]
    rows = [TextRow([Word("item", box)], box) for box in boxes]
    apply_check_boxes(rows, [CheckBox(Box(5, 15, 22, 22), done=True), CheckBox(Box(5, 35, 22, 22), done=False)])
    assert [(row.bullet, row.done) for row in rows] == [(False, False), (True, True), (True, False)]
