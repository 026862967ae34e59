"""Board JSONL and the SLATE CSV: both ways, and exact about what is wrong."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate.board import Board, Box, Label, Line, Region, Sentence, Word
from inkslate.errors import InputError
from inkslate.formats import (
    Finding,
    boards_of,
    findings_of,
    format_boards,
    format_slate_csv,
    scan_board_jsonl,
    scan_slate_csv,
)
from inkslate.formats.slate_csv import parse_string_list
from tests.support.boards import labelled_boards

HEADER = "annotate,wr_lines,line_list_item_mask,wh_id,wr_id\n"


def jsonl(**board: object) -> str:
    return json.dumps({"id": "b", "regions": [{"id": "r1", "lines": [{"text": "call Ruth"}], **board}]})


@given(labelled_boards())
def test_jsonl_gives_back_the_same_board(board: Board) -> None:
    assert list(boards_of(scan_board_jsonl(format_boards([board]), "x"))) == [board]


@given(labelled_boards())
def test_csv_gives_back_the_same_board(board: Board) -> None:
    # The format has no place for a board without regions, for facts beside bullets, nor for words like its tags.
    board = replace(
        board,
        regions=tuple(
            replace(region, lines=tuple(Line(line.words, line.bullet) for line in region.lines))
            for region in board.regions
        ),
    )
    has_tags = any("<s>" in w or "<a" in w for region in board.regions for w in region.word_texts)
    if board.regions and not has_tags:
        assert list(boards_of(scan_slate_csv(format_slate_csv([board]), "x"))) == [board]


def test_words_keep_their_boxes_and_sources() -> None:
    word = Word("call", Box(1, 2.5, 3, 4), ("stroke-1", 7))
    board = Board("b", (Region("r", (Line((word, Word("Ruth")), bullet=True),)),))
    assert list(boards_of(scan_board_jsonl(format_boards([board]), "x"))) == [board]


def test_what_nobody_reviewed_stays_so() -> None:
    sentences = (Sentence(0, 1, Label.TASK), Sentence(1, 2, Label.NON_TASK, reviewed=False))
    board = Board("b", (Region("r", (Line.from_text("call Ruth"),), sentences),))
    written = format_boards([board])
    assert list(boards_of(scan_board_jsonl(written, "x"))) == [board]
    assert [s.get("reviewed") for s in json.loads(written)["regions"][0]["sentences"]] == [None, False]
    with pytest.raises(InputError, match="reviewed is 1, not true or false"):
        list(boards_of(scan_board_jsonl(written.replace('"reviewed": false', '"reviewed": 1'), "x")))


def test_what_is_done_stays_done() -> None:
    board = Board("b", (Region("r", (Line.from_text("call Ruth", bullet=True, done=True), Line.from_text("rest"))),))
    written = format_boards([board])
    assert list(boards_of(scan_board_jsonl(written, "x"))) == [board]
    assert json.loads(written)["regions"][0]["lines"] == [
        {"text": "call Ruth", "bullet": True, "box": "done"},
        {"text": "rest", "bullet": False},
    ]


@pytest.mark.parametrize(
    ("split", "boards", "regions", "labels"),
    [
        ("train", 124, 305, {0: 1521, 1: 704, 2: 3, 3: 172, 4: 97}),
        ("val", 21, 29, {0: 214, 1: 134, 3: 26, 4: 30}),
        ("test", 83, 163, {0: 854, 1: 438, 2: 6, 3: 54, 4: 65}),
    ],
)
def test_the_released_data(slate_data: Path, split: str, boards: int, regions: int, labels: dict[int, int]) -> None:
    text = (slate_data / f"{split}.csv").read_text("utf-8")
    read = list(boards_of(scan_slate_csv(text, split)))
    all_regions = [region for board in read for region in board.regions]
    counts = Counter(int(sentence.label) for region in all_regions for sentence in region.sentences or ())
    assert (len(read), len(all_regions), dict(counts)) == (boards, regions, labels)
    again = list(boards_of(scan_board_jsonl(format_boards(read), "x")))
    assert list(boards_of(scan_slate_csv(format_slate_csv(again), "x"))) == read


def test_what_reading_repairs_in_the_released_data(slate_data: Path) -> None:
    findings = [
        finding
        for split in ("train", "val", "test")
        for finding in findings_of(scan_slate_csv((slate_data / f"{split}.csv").read_text("utf-8"), split))
    ]
    assert all(finding.repaired for finding in findings)
    assert Counter("mask" if "mask" in finding.what else "empty" for finding in findings) == {"mask": 6, "empty": 2}


ROW = '"<s>call Ruth<a1><s>at noon<a0>","[\'call Ruth\', \'at noon\']","[1, 0]",b,r1\n'


def test_a_row_is_a_region() -> None:
    (board,) = boards_of(scan_slate_csv("\ufeff" + HEADER + ROW, "x"))
    (region,) = board.regions
    assert [(line.text, line.bullet) for line in region.lines] == [("call Ruth", True), ("at noon", False)]
    assert [(s.start, s.end, int(s.label)) for s in region.sentences or ()] == [(0, 2, 1), (2, 4, 0)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("annotate,wr_lines,wh_id\n", r"x row 1: missing columns: line_list_item_mask, wr_id"),
        (HEADER + '"<s>a<a1>,', "not CSV"),  # an open quote: the file was cut off
        (HEADER + "<s>a<a1>,['a']\n", "x row 2: 2 fields, the header has 5"),
        (HEADER + ROW.replace("<a1>", ""), "second <s>"),
        (HEADER + ROW.replace("<s>", "", 1), "is outside of every sentence"),
        (HEADER + ROW.replace("<a0>", ""), "sentence 2 has no <aN>"),
        (HEADER + ROW.replace("<a0>", "<a0><a0>"), "<a0> without <s>"),
        (HEADER + ROW.replace("<a1>", "<a7>"), "unknown tag '<a7>'"),
        (HEADER + ROW.replace("<a1>", "<a" + "9" * 5000 + ">"), "unknown tag"),
        (HEADER + ROW.replace("Ruth<", "Rut<"), r"differ at word 1: 'Rut' and 'Ruth'"),
        (HEADER + ROW.replace("[1, 0]", "[1, 2]"), "value 2 is '2', not 0 or 1"),
        (HEADER + ROW.replace("[1, 0]", "[True, 0]"), "not 0 or 1"),
        (HEADER + ROW.replace("[1, 0]", "[1]"), "1 value for 2 lines"),
        (HEADER + ROW.replace("[1, 0]", "1, 0"), "not a list"),
        (HEADER + ROW.replace("['call Ruth', 'at noon']", "__import__('os').system('x')"), "not a list"),
        (HEADER + ROW.replace("'at noon'", "open('x')"), "item 2 is not a quoted string"),
        (HEADER + ROW.replace("', '", "' '"), "no comma after item 1"),
        (HEADER + ROW + ROW, "x row 3, region r1: duplicate wr_id in this document"),
        (HEADER + ROW.replace(",b,", ",,"), "wh_id or wr_id is empty"),
    ],
)
def test_csv_errors_say_what_and_where(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(boards_of(scan_slate_csv(text, "x")))


def test_all_errors_of_a_file_are_found() -> None:
    bad = ROW.replace("<a1>", "<a7>").replace("[1, 0]", "[2, 0]")
    findings = findings_of(scan_slate_csv(HEADER + bad + ROW.replace("<a0>", "") + ROW, "x"))
    assert [(finding.where, finding.what.split(":")[0]) for finding in findings] == [
        ("x row 2, region r1", "annotate"),
        ("x row 2, region r1", "line_list_item_mask"),
        ("x row 3, region r1", "annotate"),
    ]


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",)))))
def test_string_lists_are_read_as_python_writes_them(strings: list[str]) -> None:
    assert parse_string_list(repr(strings)) == strings


def test_a_region_without_id_has_its_place_as_id() -> None:
    given = [{}, {"id": "r2"}, {"id": None}, {"id": "r5"}, {"id": "r5'"}, {}]
    value = {"id": "b", "regions": [region | {"lines": []} for region in given]}
    *findings, board = scan_board_jsonl(json.dumps(value), "x")
    assert isinstance(board, Board)
    assert [region.id for region in board.regions] == ["r1", "r2", "r3", "r5", "r5'", "r6"]
    assert [str(finding) for finding in findings] == [
        f"x line 1, region #{number}: id is missing; reading takes its place, r{number}" for number in (1, 3, 6)
    ]
    assert all(isinstance(finding, Finding) and finding.repaired for finding in findings)


def test_the_place_of_a_region_may_be_the_id_of_another() -> None:
    text = '{"id": "b", "regions": [{"id": "r2", "lines": []}, {"lines": []}]}'
    (board,) = boards_of(scan_board_jsonl(text, "x"))
    assert [region.id for region in board.regions] == ["r2", "r2'"]


@pytest.mark.parametrize("identity", ['""', "3", "[]", '"\\ud800"'])
def test_an_id_of_a_region_is_text(identity: str) -> None:
    text = f'{{"id": "b", "regions": [{{"id": {identity}, "lines": []}}]}}'
    with pytest.raises(InputError, match="region #1: id is"):
        list(boards_of(scan_board_jsonl(text, "x")))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"id": "b", "regions": [', "x line 1: not JSON"),
        ("[]", "the board is a list"),
        ('{"regions": []}', "id is missing"),
        ('{"id": 3, "regions": []}', "id is 3"),
        ('{"id": "b"}', "regions is missing"),
        ('{"id": "b", "regions": [5]}', "the region is 5"),
        (jsonl(lines=["call"]), "x line 1, region r1, line 1: the line is 'call'"),
        (jsonl(lines=[{"text": 5}]), "x line 1, region r1, line 1: text is 5"),
        (jsonl(lines=[{"text": {}}]), "text is an object"),
        (jsonl(lines=[{"text": "a", "bullet": 1}]), "bullet is 1"),
        (jsonl(lines=[{"text": "a", "done": "yes"}]), "done is 'yes'"),
        (jsonl(lines=[{"text": "a b", "words": [{"text": "a"}]}]), "text and words differ"),
        (jsonl(lines=[{"words": ["a"]}]), "a word is 'a', not an object with a text"),
        (jsonl(lines=[{"words": [{"text": "a", "source": [1.5]}]}]), "the source of 'a' is not a list of ids"),
        (jsonl(lines=[{"words": [{"text": "a b"}]}]), "not one word"),
        (jsonl(lines=[{"words": [{"text": "a", "box": [1, 2]}]}]), "not .x, y, width, height."),
        (jsonl(sentences=[{"start": 0, "end": 41, "label": 1}]), "sentence 1 ends at word 41 but the region has 2"),
        (jsonl(sentences=[{"start": 0, "end": 2, "label": 9}]), "label 9 is unknown"),
        (jsonl(sentences=[{"start": 0, "end": True, "label": 1}]), "end is true"),
        (jsonl(sentences=[{"start": 0, "end": 2}]), "label is missing"),
        (jsonl(sentences=[[0, 2, 1]]), "sentence 1.*it is a list, not an object"),
        (jsonl(sentences=5), "sentences is 5"),
        (jsonl() + "\n" + jsonl(), "x line 2: duplicate board id 'b', first on line 1"),
        ('{"id": "b", "regions": ' + "[" * 100_000, "nested too deep"),
        ('{"id": "b", "regions": [NaN]}', "NaN is not a number"),
        (jsonl(lines=[{"text": "\ud800"}]), "surrogate"),
        ('{"id": "\\ud800", "regions": []}', "id is"),
        ('{"id": "b", "regions": [{"id": "r", "lines": []}, {"id": "r", "lines": []}]}', "duplicate region id"),
    ],
)
def test_jsonl_errors_say_what_and_where(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(boards_of(scan_board_jsonl(text, "x")))


def test_an_unknown_field_is_noted_and_left_out() -> None:
    (finding,) = findings_of(scan_board_jsonl(jsonl(sentense=[]), "x"))
    assert isinstance(finding, Finding)
    assert finding.repaired
    assert "'sentense'" in finding.what


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_a_blank_file_has_no_boards_and_no_errors(text: str) -> None:
    assert list(scan_board_jsonl(text, "x")) == list(scan_slate_csv(text, "x")) == []


def test_csv_refuses_what_it_cannot_hold() -> None:
    with pytest.raises(InputError, match="no sentences"):
        format_slate_csv([Board("b", (Region("r", (Line.from_text("a"),)),))])
    tagged = Region("r", (Line.from_text("a <s> b"),), (Sentence(0, 3, Label.TASK),))
    with pytest.raises(InputError, match="looks like a tag"):
        format_slate_csv([Board("b", (tagged,))])


def test_equal_words_of_board_jsonl_are_one_object() -> None:
    # A data set of a hundred megabytes has few different words: an object for each of them took two gigabytes.
    row = '{{"id": "{id}", "regions": [{{"id": "r1", "lines": [{{"text": "call Ruth"}}]}}]}}\n'
    first, second = boards_of(scan_board_jsonl(row.format(id="a") + "\n" + row.format(id="b"), "boards.jsonl"))
    assert first.regions[0].lines[0].words[1] is second.regions[0].lines[0].words[1]


def test_empty_rows_of_board_jsonl_count() -> None:
    found = [finding for finding in scan_board_jsonl("\n\n{}", "boards.jsonl") if isinstance(finding, Finding)]
    assert [finding.where for finding in found] == ["boards.jsonl line 3"] * 2
