"""Microsoft's ink recognition tree: exact lines and bullets, words that lead back to their strokes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkslate.board import Board, Box
from inkslate.errors import InputError
from inkslate.readers.document import Document, load
from inkslate.readers.ink_recognizer import reader as ink_recognizer
from tests.support.mutated_json import mutations
from tests.support.paths import ROOT
from tests.support.shown_boards import shown_by_id

FILES = ROOT / "tests" / "files" / "ink-recognizer"
NAMES = ("release.json", "agores.json", "messy.json")


def read(*units: Any, **more: Any) -> Board:
    data = json.dumps({"recognitionUnits": units, **more}).encode()
    (board,) = ink_recognizer.scan(Document("note.json", data))
    return board


def unit(category: str, id: Any, parent: Any = 0, **more: Any) -> dict[str, Any]:
    """A unit; `at` is x, y, width, height, `text` its text, `kids` its children."""
    names = {"text": "recognizedText", "kids": "childIds", "strokes": "strokeIds"}
    made = {"category": category, "id": id, "parentId": parent}
    if at := more.pop("at", None):
        made["boundingRectangle"] = dict(zip(("topX", "topY", "width", "height"), at, strict=True))
    return made | {names.get(key, key): value for key, value in more.items()}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            # The right column comes first in the file; a circle stands between the two.
            "release.json",
            {
                "9": ["Release", "• update the change log", "and the docs", "• tag Friday", "• tell Ana"],
                "1": ["Parked", "ask legal later"],
            },
        ),
        ("agores.json", {"1": ["Αγορές για την Ζωή 🎂", "• γάλα 🥛 και ψωμί", "• 𝒳 = naïve Ünïcödé 漢字"]}),
        (
            "messy.json",
            {
                "1": ["• call Ruth", "second line only text", "buy stamps"],
                "w1": ["to do", "• two"],  # words whose parent is not there
                "50": ["• loose", "paragraph"],  # a paragraph in no region, with nothing but its text
                "r4": ["guess"],  # a word with neither id nor text, but with an alternate
            },
        ),
    ],
)
def test_lines_and_bullets_of_a_file(name: str, expected: dict[str, list[str]]) -> None:
    document = load(FILES / name)
    (board,) = ink_recognizer.scan(document)
    assert ink_recognizer.recognises(document)
    assert board.id == Path(name).stem
    assert shown_by_id(board) == expected
    assert list(shown_by_id(board)) == list(expected)


def resolve(value: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


@pytest.mark.parametrize("name", NAMES)
def test_every_source_leads_back_to_its_word(name: str) -> None:
    value = json.loads((FILES / name).read_text("utf-8"))
    (board,) = ink_recognizer.scan(load(FILES / name))
    for word in (word for region in board.regions for line in region.lines for word in line.words):
        assert word.source
        if str(word.source[0]).startswith("/"):
            found = resolve(value, str(word.source[0]))
            said = json.dumps(found, ensure_ascii=False)
        else:
            # The unit with these strokes and no others.
            (found,) = [
                unit
                for unit in value["recognitionUnits"]
                if tuple(unit.get("strokeIds", ())) == word.source and unit["category"] in ("inkWord", "line")
                if "recognizedText" in unit or unit["id"] == 122
            ][:1]
            said = found.get("recognizedText", "stamps")
        assert word.text in said


def test_boxes_are_those_of_the_file() -> None:
    (board,) = ink_recognizer.scan(load(FILES / "messy.json"))
    boxes = {word.text: word.box for region in board.regions for line in region.lines for word in line.words}
    assert boxes["Ruth"] == Box(30, 20, 12, 9)
    assert boxes["stamps"] is None
    assert boxes["to"] == boxes["do"] == Box(10, 100, 20, 8)
    assert boxes["guess"] == Box(10, 200, 21, 10)  # around the tilted rectangle


LINE = unit("line", 1, 0)


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        # The order of the children, whatever the file's order and the places are.
        (
            [
                unit("line", 1, kids=[3, 2]),
                unit("inkWord", 2, 1, text="b", at=(0, 0, 5, 5)),
                unit("inkWord", 3, 1, text="a", at=(9, 0, 5, 5)),
            ],
            ["a b"],
        ),
        # Without it the places, in a tilted line too.
        (
            [
                LINE,
                unit("inkWord", 2, 1, text="c", at=(60, 40, 5, 9)),
                unit("inkWord", 3, 1, text="a", at=(0, 0, 9, 9)),
                unit("inkWord", 4, 1, text="b", at=(30, 20, 5, 9)),
            ],
            ["a b c"],
        ),
        # Without places the order of the file.
        ([LINE, unit("inkWord", 2, 1, text="b"), unit("inkWord", 3, 1, text="a")], ["b a"]),
        # Those that the list leaves out come after it.
        (
            [unit("line", 1, kids=[3]), unit("inkWord", 2, 1, text="b"), unit("inkWord", 3, None, text="a")],
            ["a b"],
        ),
        # A bullet marks its line and never enters the text, whatever was read in it.
        ([LINE, unit("inkBullet", 2, 1, text="7"), unit("inkWord", 3, 1, text="eggs")], ["• eggs"]),
        ([LINE, unit("inkBullet", 2, 1), unit("inkWord", 3, 1, text="eggs")], ["• eggs"]),
        ([unit("line", 1, text="a. tea"), unit("inkBullet", 2, 1, text="a.")], ["• tea"]),
        ([LINE, unit("inkBullet", 2, 1), unit("line", 5, text="next")], ["• ", "next"]),
        # A bullet that was taken for a word.
        ([LINE, unit("inkWord", 2, 1, text="-"), unit("inkWord", 3, 1, text="tea")], ["• tea"]),
        # A list item is bulleted on its first line with text alone, with or without ink for it.
        (
            [
                unit("listItem", 1),
                unit("line", 2, 1, text="one"),
                unit("line", 3, 1, text="two"),
                unit("line", 4, text="x"),
            ],
            ["• one", "two", "x"],
        ),
        (
            [unit("listItem", 1), unit("line", 2, 1), unit("inkBullet", 3, 2), unit("line", 4, 1, text="two")],
            ["• two"],
        ),
        ([unit("listItem", 1), unit("line", 2, 1), unit("inkBullet", 3, 2), unit("line", 4, text="x")], ["• ", "x"]),
        ([unit("listItem", 1, text="one\ntwo"), unit("line", 4, text="x")], ["• one", "two", "x"]),
        ([unit("listItem", 1), unit("inkBullet", 2, 1), unit("inkWord", 3, 1, text="tea")], ["• tea"]),
        # An item without any text gives its bullet to nobody.
        ([unit("listItem", 1), unit("line", 2, 1), unit("line", 4, text="x")], ["x"]),
        # One word unknown: by the line's text where it has as many words, else the line's text as it is.
        ([unit("line", 1, text="a b"), unit("inkWord", 2, 1, text="a"), unit("inkWord", 3, 1)], ["a b"]),
        ([unit("line", 1, text="a b c"), unit("inkWord", 2, 1, text="a"), unit("inkWord", 3, 1)], ["a b c"]),
        ([unit("line", 1, text="a x"), unit("inkWord", 2, 1, text="a"), unit("inkWord", 3, 1, text="b")], ["a b"]),
        # Words in no line: lower ones begin a new one, and so does a bullet.
        (
            [
                unit("paragraph", 9),
                unit("inkWord", 1, 9, text="c", at=(0, 20, 9, 9)),
                unit("inkWord", 2, 9, text="a", at=(0, 0, 9, 9)),
                unit("inkWord", 3, 9, text=",", at=(10, 7, 1, 3)),
                unit("inkWord", 4, 9, text="b", at=(20, 0, 9, 8)),
                unit("inkBullet", 5, 9, at=(-9, 24, 3, 1)),
            ],
            ["a , b", "• c"],
        ),
        # Capitals, another name for the kind, typed words, words in a shape.
        ([{"kind": "Line", "id": 1}, {"kind": "InkWord", "id": 2, "parentId": 1, "recognizedText": "a"}], ["a"]),
        ([unit("inkDrawing", 1, recognizedObject="square"), unit("textWord", 2, 1, text="a")], ["a"]),
        ([unit("inkDrawing", 1, text="circle")], []),
        # A root of its own, which names itself as its parent, and a word with the id of no parent.
        ([unit("root", 0, 0, kids=[2, 1]), unit("line", 1, text="b"), unit("line", 2, text="a")], ["a", "b"]),
        ([unit("writingRegion", 1, 0), unit("line", 2, 1), unit("inkWord", 0, 2, text="a")], ["a"]),
        # Ids as strings and as numbers; children that are not there or named twice.
        ([unit("line", "1", kids=[2, 2, 8, None]), unit("inkWord", "2", 1, text="to do")], ["to do"]),
        # A bullet of two lines belongs to the one that it names.
        (
            [
                unit("line", 1, kids=[3], text="a", at=(0, 0, 9, 9)),
                unit("line", 2, kids=[3], text="b", at=(0, 20, 9, 9)),
                unit("inkBullet", 3, 2),
            ],
            ["a", "• b"],
        ),
        ([], []),
        ([unit("writingRegion", 1, kids=[2]), unit("paragraph", 2, 1)], []),
    ],
)
def test_shapes_of_the_tree(units: list[Any], expected: list[str]) -> None:
    assert [line for region in shown_by_id(read(*units)).values() for line in region] == expected


def test_regions_are_read_down_and_column_by_column() -> None:
    def region(name: str, *at: float) -> dict[str, Any]:
        return unit("writingRegion", name, text=name, at=at)

    units = [
        region("right below", 100, 60, 50, 30),
        region("right", 102, 21, 50, 30),
        region("foot", 0, 120, 150, 10),
        region("left", 0, 23, 50, 80),
        region("title", 10, 0, 120, 12),
    ]
    assert list(shown_by_id(read(*units))) == ["title", "left", "right", "right below", "foot"]
    assert list(shown_by_id(read(*units, language="he-IL"))) == ["title", "right", "right below", "left", "foot"]


def test_a_line_is_read_from_the_right_where_the_language_is() -> None:
    units = [LINE, unit("inkWord", 2, 1, text="a", at=(0, 0, 5, 5)), unit("inkWord", 3, 1, text="b", at=(9, 0, 5, 5))]
    assert shown_by_id(read(*units, language="ar")) == {"1": ["b a"]}
    assert shown_by_id(read(*units, language="art-x")) == {"1": ["a b"]}


def data(*units: Any) -> bytes:
    return json.dumps({"recognitionUnits": units}).encode()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not JSON"),
        (b"[]", "not a JSON object"),
        (b"{}", "no recognitionUnits"),
        (b'{"recognitionUnits": null}', "no recognitionUnits"),
        (b'{"recognitionUnits": {}}', "not a list"),
        (b'{"recognitionUnits": ["line"]}', "not an object"),
        (b'{"recognitionUnits": ' + b"[" * 100_000, "nested too deep"),
        (b'{"recognitionUnits": [{"id": NaN}]}', "NaN is not a number"),
        (data(unit("line", 1.5)), "id is '1.5'"),
        (data(unit("line", 1, [0])), "parentId is"),
        (data(unit("line", 1, text=["a"])), "recognizedText is"),
        (data(unit("line", 1, text="\ud83d")), "half a surrogate pair"),
        (data(unit("line", 1, text="a\0")), "NUL"),
        (data(unit(7, 1)), "category is"),  # type: ignore[arg-type]
        (data(unit("line", 1, kids="none")), "not a list"),
        (data(unit("line", 1, kids=[[1]])), "not a list of ids"),
        (data(unit("line", 1, strokes=[True])), "not a list of ids"),
        (data(unit("line", 1, strokes=["\ud83d"])), "half a surrogate pair"),
        (data(unit("line", 1, at=(0, 0, -1, 1))), "negative width"),
        (data(unit("line", 1, at=(0, "0", 1, 1))), "not a finite number"),
        (data(unit("line", 1, at=(0, 1e308, 1, 1))), "not a finite number"),
        (data(unit("line", 1, boundingRectangle=[1])), "not an object"),
        (data(unit("line", 1, rotatedBoundingRectangle=[1])), "not an object"),
        (data(unit("inkWord", 1, alternates=[{"recognizedString": 3}])), "recognizedString is"),
        # Two units with one id, and units that hold themselves.
        (data(unit("line", 1), unit("line", "1")), "duplicate unit id '1'"),
        (data(unit("line", 1, 1)), "contains itself"),
        (data(unit("line", 1, kids=[1])), "contains itself"),
        (data(unit("paragraph", 1, 2), unit("line", 2, 1), unit("line", 3, text="a")), "contains itself"),
        (data(*(unit("paragraph", n, (n + 1) % 5000) for n in range(5000))), "contains itself"),
        # What the service says instead of a result.
        (b'{"error": {"code": "Unauthorized", "message": "Access denied"}}', "failed.*'Unauthorized': 'Access denied'"),
        (b'{"error": {"message": "busy"}, "recognitionUnits": []}', "failed.*'busy'"),
        (b'{"code": "InvalidJson", "message": "bad\\nink", "details": []}', r"failed.*'bad\\nink'"),
    ],
)
def test_bad_files_are_refused_in_one_line(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        list(ink_recognizer.scan(Document("note.json", data)))
    assert str(caught.value).startswith("note.json")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("data", "certain"),
    [
        (b'{"recognitionUnits": []}', True),
        (b'{"recognitionUnits": [{"category": "line"}]}', True),
        (b'{"recognitionUnits": [{"kind": "line"}]}', True),
        (b'{"RecognitionUnits": [{"Category": "line"}]}', True),
        (b'{"RecognitionUnits": null}', False),
        (b'{"recognitionUnits": [{"class": "leaf"}]}', False),
        (b'{"recognitionUnits": [3]}', False),
        (b'{"recognitionUnits": {}}', False),
        (b'["recognitionUnits"]', False),
        (b'{"recognitionUnits": [', False),
        (b'{"error": {"code": "1"}}', False),
        (b"\xff\xfe\x00", False),
        (b"", False),
    ],
)
def test_only_results_are_recognised(data: bytes, certain: bool) -> None:
    assert ink_recognizer.recognises(Document("x.json", data)) is certain


def test_names_may_be_written_in_capitals() -> None:
    units = [
        {"Id": 1, "Kind": "WritingRegion", "ChildIds": [2, 4]},
        {"Id": 2, "Kind": "Line", "ParentId": 1, "RecognizedText": "call Ruth"},
        {"Id": 4, "Kind": "ListItem", "ParentId": 1, "ChildIds": [5, 6]},
        {"Id": 5, "Kind": "InkBullet", "ParentId": 4, "RecognizedText": "•"},
        {"Id": 6, "Kind": "InkWord", "ParentId": 4, "BoundingRect": {"X": 1, "Y": 2, "Width": 3, "Height": 4}}
        | {"Alternates": [{"RecognizedString": "milk"}]},
    ]
    (board,) = ink_recognizer.scan(Document("note.json", json.dumps({"RecognitionUnits": units}).encode()))
    assert shown_by_id(board) == {"1": ["call Ruth", "• milk"]}
    words = [word for line in board.regions[0].lines for word in line.words]
    # The pointers are those of the file, capitals and all.
    assert [word.source for word in words] == [("/RecognitionUnits/1/RecognizedText",)] * 2 + [("/RecognitionUnits/4",)]
    assert words[2].box == Box(1, 2, 3, 4)


@pytest.mark.slow
@pytest.mark.no_cover
def test_many_units_take_seconds() -> None:
    flat = [unit("inkWord", n, text="a", at=(n % 100, n // 100 * 10, 1, 9)) for n in range(20_000)]
    chain = [unit("paragraph", n, n + 1) for n in range(20_000)]
    assert len(read(*flat).regions[0].lines) == 200
    assert shown_by_id(read(*chain, unit("line", "x", 0, text="deep"))) == {"19999": ["deep"]}


GOOD = [json.loads((FILES / name).read_text("utf-8")) for name in NAMES]


@pytest.mark.fuzz
@pytest.mark.no_cover
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(GOOD).flatmap(mutations))
def test_a_damaged_file_gives_a_board_or_one_error(value: Any) -> None:
    document = Document("note.json", json.dumps(value).encode())
    assert ink_recognizer.recognises(document) in (True, False)
    try:
        (board,) = ink_recognizer.scan(document)
    except InputError:
        return
    assert all(word.source for region in board.regions for line in region.lines for word in line.words)
