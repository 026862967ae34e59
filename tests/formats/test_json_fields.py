"""Fields of JSON objects: each type is taken or refused, and what is missing has its own value."""

from __future__ import annotations

from typing import Any

import pytest

from inkslate.board import Board, Line, Region
from inkslate.errors import InputError
from inkslate.formats import format_boards
from inkslate.formats.board_jsonl import scan_board_jsonl
from inkslate.formats.json_values import Fields, parse_json

VALUES: dict[str, Any] = {
    "null": None, "text": "a", "zero": 0, "one": 1, "half": 0.5, "true": True, "list": [1, 2.5, 3], "object": {"x": 1},
    "ids": ["a", 7, None], "objects": [{"x": 1}, {"x": 2}], "mixed": [{"x": 1}, "id", 7, {"x": 4}], "nan": float("nan"),
    "huge": 10**400, "corners": [{"x": 1, "y": 2}, {"x": 3}, {"x": 5, "y": 6}], "nul": "a\0", "half_pair": "a\ud800",
}  # fmt: skip
FIELDS = Fields(VALUES, "f.json")


@pytest.mark.parametrize(
    ("method", "taken", "missing"),
    [
        ("text", {"text": "a"}, None),
        ("whole", {"zero": 0, "one": 1, "huge": 10**400}, None),
        ("flag", {"true": True}, None),
        ("id", {"text": "a", "zero": 0, "one": 1, "huge": 10**400}, None),
        ("number", {"zero": 0.0, "one": 1.0, "half": 0.5}, None),
        ("ids", {"ids": ["a", 7]}, []),
        ("numbers", {"list": [1.0, 2.5, 3.0]}, []),
        ("points", {"corners": [(1.0, 2.0), (5.0, 6.0)], "list": [(1.0, 2.5)], "objects": []}, []),
    ],
)
def test_what_is_taken_and_what_is_refused(method: str, taken: dict[str, object], missing: object) -> None:
    read = getattr(FIELDS, method)
    for key, expected in taken.items():
        found = read(key)
        assert (found, type(found)) == (expected, type(expected))
    assert read("null") == read("nowhere") == missing
    for key in VALUES.keys() - taken.keys() - {"null"}:
        with pytest.raises(InputError, match=rf"f\.json: {key}"):
            read(key)


def test_objects_know_where_they_are() -> None:
    inner = FIELDS.inner("object")
    assert inner is not None
    assert (inner.where, inner.whole("x")) == ("f.json, object", 1)
    assert FIELDS.inner("null") is FIELDS.inner("nowhere") is None
    assert [(one.where, one.whole("x")) for one in FIELDS.objects("objects")] == [
        ("f.json, objects[0]", 1), ("f.json, objects[1]", 2)
    ]  # fmt: skip
    # Ids among the objects are left out, and the places of the others stay.
    assert [(at, one.where) for at, one in FIELDS.numbered("mixed")] == [
        (0, "f.json, mixed[0]"), (3, "f.json, mixed[3]")
    ]  # fmt: skip
    assert FIELDS.objects("null") == FIELDS.numbered("nowhere") == []
    for read in (FIELDS.inner, FIELDS.objects, FIELDS.numbered):
        with pytest.raises(InputError, match=r"f\.json: text is 'a'"):
            read("text")
    with pytest.raises(InputError, match=r"f\.json: mixed\[1\] is 'id'"):
        FIELDS.objects("mixed")


def test_missing_and_null() -> None:
    assert "text" in FIELDS
    assert "null" not in FIELDS
    assert "nowhere" not in FIELDS
    assert FIELDS.has("null")
    assert not FIELDS.has("nowhere")
    assert FIELDS.value("half") == 0.5
    assert FIELDS.value("nowhere") is None


def test_a_polygon_of_one_corner() -> None:
    assert Fields({"at": [{"x": 1, "y": 2}]}, "f.json").points("at") == [(1.0, 2.0)]
    assert Fields({"at": [1, 2]}, "f.json").points("at") == [(1.0, 2.0)]


def test_a_long_value_is_shortened_in_a_message() -> None:
    with pytest.raises(InputError) as raised:
        Fields({"key": list(range(1000))}, "f.json").text("key")
    assert len(str(raised.value)) < 150


@pytest.mark.parametrize("text", ["{", "NaN", '{"a": Infinity}', "[" * 100_000, ""])
def test_what_is_not_json(text: str) -> None:
    with pytest.raises(ValueError, match="JSON"):
        parse_json(text)
    assert parse_json('{"a": [1, null]}') == {"a": [1, None]}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a', "Unterminated string at character 2"),  # Python's own message ends in "starting at"
        ('"\n"', "Invalid control character at character 2"),
        ("[1,]", "Expecting value at character 4"),
    ],
)
def test_the_reason_names_the_place_once(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^not JSON: {reason}$"):
        parse_json(text)


def test_a_number_of_too_many_digits_is_told_without_advice_for_programmers() -> None:
    with pytest.raises(ValueError, match=r"^JSON with a number of thousands of digits$"):
        parse_json(f"[{'9' * 5_000}]")


def test_a_board_with_an_id_that_is_taken_is_reported_and_left_out() -> None:
    board = Board("b", (Region("r", (Line.from_text("call Ruth"),)),))
    found = list(scan_board_jsonl(format_boards([board, board]), "boards.jsonl"))
    assert found[0] == board
    assert len(found) == 2
    assert not isinstance(found[1], Board)
