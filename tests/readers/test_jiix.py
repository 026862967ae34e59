"""JIIX, MyScript's interactive ink export: exact lines and bullets, words that lead back to their strokes."""

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
from inkslate.readers.jiix import reader as jiix
from tests.support.mutated_json import mutations
from tests.support.paths import ROOT
from tests.support.shown_boards import shown_by_id

FILES = ROOT / "tests" / "files" / "jiix"
NAMES = ("planning.jiix", "uebergabe.json", "messy.jiix")


def read(value: Any) -> Board:
    (board,) = jiix.scan(Document("note.jiix", json.dumps(value).encode()))
    return board


def text(words: list[str | None], **more: Any) -> dict[str, Any]:
    return {"type": "Text", "words": [{"label": word} for word in words], **more}


def box(x: float, y: float, width: float, height: float) -> dict[str, float]:
    return {"x": x, "y": y, "width": width, "height": height}


def lines(value: Any) -> list[str]:
    return [line for region in shown_by_id(read(value)).values() for line in region]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "planning.jiix",
            {
                "raw-content/11": ["Launch Thursday", "• call Ruth about", "the venue", "• order 40 badges"],
                "raw-content/22": ["backup plan"],  # the text in a diagram; formulas and drawings are none
                "raw-content/31": ["Questions", "who has the key?"],
            },
        ),
        (
            "uebergabe.json",
            {"MainBlock": ["Übergabe für Łukasz", "• 日本語の資料 an Zoë 🧑‍🚀 senden", "𝒳-Achse prüfen: naïve 😀😀"]},
        ),
        (
            "messy.jiix",
            {
                "7": ["Shopping", "• milk", "and oat milk", "• eggs", "see you at 5"],
                "w": ["water the plants", "ask Ines"],  # breaks stand in the label alone
                "r3": ["• to do", "• post letters", "to Kim"],  # a label and nothing else
                "d": ["to do", "call", "Ruth -"],  # a break within a word
            },
        ),
    ],
)
def test_lines_and_bullets_of_a_file(name: str, expected: dict[str, list[str]]) -> None:
    document = load(FILES / name)
    (board,) = jiix.scan(document)
    assert jiix.recognises(document)
    assert board.id == Path(name).stem
    assert shown_by_id(board) == expected


def resolve(value: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def labels_by_id(value: Any) -> dict[str, str]:
    """The label of the word for each id of a word or of its strokes."""
    found: dict[str, str] = {}
    if isinstance(value, dict):
        for word in value.get("words", ()):
            for thing in [word, *word.get("items", ())]:
                if "id" in thing:
                    found[thing["id"]] = word["label"]
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        found |= labels_by_id(inner)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_source_leads_back_to_its_word(name: str) -> None:
    value = json.loads((FILES / name).read_text("utf-8"))
    labels = labels_by_id(value)
    (board,) = jiix.scan(load(FILES / name))
    words = [word for region in board.regions for line in region.lines for word in line.words]
    for word in words:
        assert word.source
        for source in word.source:
            if isinstance(source, str) and source.startswith("/"):
                there = resolve(value, source)
                label = there["label"] if isinstance(there, dict) else there
            else:
                label = labels[source]
            assert word.text in label.split()
    assert len({word.source for word in words}) > len(words) / 2


def test_boxes_are_those_of_the_file() -> None:
    (board,) = jiix.scan(load(FILES / "planning.jiix"))
    launch, thursday = board.regions[0].lines[0].words
    assert launch.box == Box(20.5, 18.25, 12.6, 7.5)
    assert thursday.box == Box(35.6, 18.25, 16.8, 7.5)
    assert read(text(["a"])).regions[0].lines[0].words[0].box is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        # Line breaks and spaces are words of their own; several of them are one.
        (text(["call", " ", "Ruth", "\n", "\n", "- ", "lunch"]), ["call Ruth", "• lunch"]),
        (text(["a", "\r\n", "b", "\u2028", "c"]), ["a", "b", "c"]),
        # Punctuation may be a word of its own, with no space before it.
        (text(["milk", ",", " ", "eggs", "!"]), ["milk, eggs!"]),
        (text(["milk", ",", "eggs"], label="milk, eggs"), ["milk, eggs"]),
        (text(["日本", "語"], label="日本語"), ["日本語"]),
        # Without spaces and label every word stands alone.
        (text(["milk", "eggs", "\n", "tea"]), ["milk eggs", "tea"]),
        # null, nothing and white space are no words; a first candidate is what was read.
        (text(["a", None, "b", "", "\t", "c"]), ["a b c"]),
        ({"type": "Text", "words": [{"candidates": ["tea", "ten"]}, {"candidates": None}]}, ["tea"]),
        # The label has the breaks, or the layout has them.
        (text(["a", "b", "c"], label="a b\nc"), ["a b", "c"]),
        (text(["a", " ", "b", " ", "c"], lines=[{"first-word": 0}, {"first-word": 2}]), ["a", "b c"]),
        (text(["a", "b", "c"], label="a b c", lines=[{"first-char": 0}, {"first-char": 4}]), ["a b", "c"]),
        (text(["a", "b"], label="a b", lines=[{"baseline-y": 3.5}, {"baseline-y": 9}]), ["a b"]),
        # The label was edited: the words count.
        (text(["a", "b"], label="x\ny"), ["a b"]),
        # Words of white space only: the label counts.
        (text([" ", "\n"], label="a\nb"), ["a", "b"]),
        # A block without words, and one without anything.
        ({"type": "Text", "version": "3", "label": "1. tea\n  \n☐ milk"}, ["• tea", "• milk"]),
        ({"type": "Text", "version": "3", "label": ""}, []),
        ({"type": "Raw Content", "elements": []}, []),
        ({"type": "Math", "label": "x = 2", "expressions": []}, []),
        # Wrapped by an application or by the server.
        ({"application/vnd.myscript.jiix": text(["a"])}, ["a"]),
        ({"type": "exported", "exports": {"application/vnd.myscript.jiix": text(["a"])}}, ["a"]),
        # A root that calls itself Text and holds blocks.
        ({"type": "Text", "elements": [text(["a"], id="1"), text(["b"], id="2")]}, ["a", "b"]),
    ],
)
def test_shapes_of_text(value: Any, expected: list[str]) -> None:
    assert lines(value) == expected


def test_lines_by_the_characters_of_the_words() -> None:
    """A wrapped line has a space where it wraps, and an emoji is one character of the list."""
    words = [("😀", 0), (" ", 1), ("tea", 2), (" ", 5), ("now", 6)]
    value = {
        "type": "Text",
        "label": "😀 tea now",
        "words": [{"label": word, "first-char": at} for word, at in words],
        "lines": [{"first-char": 0, "last-char": 1}, {"first-char": 2, "last-char": 8}],
    }
    assert lines(value) == ["😀", "tea now"]
    for word in value["words"]:
        del word["first-char"]
    value["chars"] = [{"label": c, "word": i} for i, (word, _) in enumerate(words) for c in word]
    assert lines(value) == ["😀", "tea now"]


def test_strokes_of_a_word_in_pieces_and_of_its_characters() -> None:
    value = text(["tea", "!"], label="tea!")
    value["words"][0] |= {"items": [{"id": "s1"}, {"full-id": "s2"}], "bounding-box": box(1, 2, 3, 4)}
    value["words"][1] |= {"bounding-box": box(5, 1, 1, 5)}
    value["chars"] = [{"word": 0, "items": [{"id": "no"}]}, {"word": 1, "items": [{"id": 7}, {"id": 7}]}]
    (word,) = read(value).regions[0].lines[0].words
    assert (word.text, word.source, word.box) == ("tea!", ("s1", "s2", 7), Box(1, 1, 5, 5))


@pytest.mark.parametrize(
    ("structure", "expected"),
    [
        # A list item is bulleted where it begins, not where it wraps.
        ([{"type": "list-item", "first-line": 0, "last-line": 1}], ["• a. Smith", "b", "c"]),
        # Its mark leaves the text where the kind says what it is.
        ([{"type": "list-item", "first-line": 0, "bullet": {"kind": "letter"}}], ["• Smith", "b", "c"]),
        ([{"type": "list-item", "first-line": 0, "bullet": {"kind": "bullet"}}], ["• a. Smith", "b", "c"]),
        ([{"type": "list-item", "first-line": 1, "bullet": {"label": "b"}}], ["a. Smith", "• ", "c"]),
        # An item on a line that only wraps.
        ([{"type": "list-item", "first-line": 1, "explicit-linebreak": False}], ["a. Smith", "b", "c"]),
        # By word, by character, and in lists in lists.
        ([{"type": "list-item", "first-word": 4}], ["a. Smith", "• b", "c"]),
        ([{"type": "list-item", "first-char": 11}], ["a. Smith", "b", "• c"]),
        ([{"type": "list", "items": [{"type": "List Item", "first-line": 2}]}], ["a. Smith", "b", "• c"]),
        ({"items": [{"type": "list-item", "first-line": 1, "bullet": "disc"}]}, ["a. Smith", "• b", "c"]),
        # A rule has a line number that the label has not.
        ([{"type": "divider", "first-line": 3}, {"type": "text-item", "first-line": 3}], ["a. Smith", "b", "c"]),
    ],
)
def test_list_items_of_the_layout(structure: Any, expected: list[str]) -> None:
    value = text(["a.", " ", "Smith", "\n", "b", "\n", "c"], label="a. Smith\nb\nc", structure=structure)
    assert lines(value) == expected


def test_list_items_of_a_label() -> None:
    items = [{"type": "list-item", "first-line": 0, "last-line": 1}, {"type": "list-item", "first-char": 6}]
    assert lines({"type": "Text", "label": "tea\nb\nc", "structure": items}) == ["• tea", "b", "• c"]


def test_a_list_item_is_bulleted_once_where_a_line_of_the_layout_is_broken() -> None:
    layout = {"lines": [{"first-word": 0}, {"first-word": 4}], "structure": [{"type": "list-item", "first-line": 0}]}
    assert lines(text(["a", "\n", "b", "\n", "c"], **layout)) == ["• a", "b", "c"]


def nested(depth: int) -> bytes:
    return b'{"type":"Raw Content","elements":[' * depth + b"]}" * depth


def words(**change: Any) -> bytes:
    return json.dumps({"type": "Text", "label": "a b", "words": [{"label": "a", **change}]}).encode()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not JSON"),
        (b"[]", "not a JSON object"),
        (b"{}", "not JIIX"),
        (b'{"regions": []}', "not JIIX"),
        (b"\x89PNG\r\n\x1a\n", "not UTF-8"),
        (b'{"type": "Text", "label": 3}', "label is '3', not a string"),
        (b'{"type": 3, "label": "a"}', "type is '3'"),
        (b'{"type": "Text", "words": {"label": "a"}}', "not a list"),
        (b'{"type": "Text", "words": ["a"]}', "not an object"),
        (b'{"type": "Text", "label": "\\ud83d"}', "half a surrogate pair"),
        (b'{"type": "Text", "label": "a\\u0000"}', "NUL"),
        (b'{"type": "Raw Content", "elements": [null]}', "not an object"),
        (b'{"type": "Raw Content", "elements": [{"type": "Text", "label": NaN}]}', "NaN is not a number"),
        (nested(102), "nested more than 100 deep"),
        (nested(100_000), "nested too deep"),
        (words(items=[{"id": True}]), "id is 'True'"),
        (words(items=[{"id": "\ud83d"}]), "half a surrogate pair"),
        (words(items=7), "not a list"),
        (words(**{"bounding-box": [1, 2]}), "not an object"),
        (words(**{"bounding-box": box(1, 1, -1, 1)}), "negative width"),
        (words(**{"bounding-box": {"x": "1", "y": 1, "width": 1, "height": 1}}), "not a finite number"),
        (words(**{"bounding-box": {"x": 10**400, "y": 1, "width": 1, "height": 1}}), "not a finite number"),
        (words(**{"first-char": 99}), "not a place in the text"),
        (words(**{"last-char": -2}), "not a place in the text"),
        (json.dumps(text(["a"], lines=[{"first-char": -1}])).encode(), "not a place in the text"),
        (json.dumps(text(["a"], lines=[{"first-word": 5}])).encode(), "not a place in the text"),
        (json.dumps(text(["a"], structure=[{"type": "list-item", "first-line": 1}])).encode(), "not a place"),
        (json.dumps({"elements": [text(["a"], id=1), text(["b"], id="1")]}).encode(), "duplicate block id '1'"),
        # What the service says instead of a result.
        (b'{"code": "access.not.granted", "message": "Access not granted"}', "failed.*'Access not granted'"),
        (b'{"type": "error", "message": "no\\nkey"}', r"failed.*'no\\nkey'"),
        (b'{"error": {"code": 401, "message": "expired"}}', "failed.*'401': 'expired'"),
        (b'{"error": "quota"}', "failed.*'quota'"),
        (b'{"error": {}}', "failed.*no reason given"),
    ],
)
def test_bad_files_are_refused_in_one_line(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        list(jiix.scan(Document("note.jiix", data)))
    assert str(caught.value).startswith("note.jiix")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"notes",
        b"\xff\xfe\x00",
        b"[1]",
        b'{"type": "text", "label": "a"}',
        b'{"type": "Text", "label": "First name"}',  # a field of a form
        b'{"type": "Text", "children": []}',
        b'{"type": "Text", "elements": []}',
        b'{"type": "Text", "elements": [{"type": "Text", "value": "a"}]}',
        b'{"type": "Text", "elements": [3, {"type": "Text", "label": "a"}]}',
        b'{"type": "Container", "children": ["a"]}',
        b'{"type": "FeatureCollection", "features": []}',
        b'{"exports": 3, "type": []}',
        b'{"error": {"message": "type"}}',
        nested(100_000),
    ],
)
def test_other_documents_are_not_taken_for_jiix(data: bytes) -> None:
    assert not jiix.recognises(Document("x.json", data))


@pytest.mark.parametrize(
    "value",
    [
        {"type": "Text", "version": "3", "label": "", "id": "MainBlock"},
        {"type": "Text", "label": "a", "words": []},
        {"type": "Raw Content", "elements": []},
        {"type": "Text", "elements": [{"type": "Raw Content"}, {"type": "Text", "label": "a"}]},
        {"type": "Container", "children": [{"type": "Text", "label": "a"}]},
        {"exports": {"application/vnd.myscript.jiix": {"type": "Raw Content"}}},
    ],
)
def test_jiix_is_recognised(value: Any) -> None:
    assert jiix.recognises(Document("x.json", json.dumps(value).encode()))


@pytest.mark.parametrize("label", [{}, {"label": "to do\n- call Ruth\nlater"}])
def test_a_page_of_texts_is_read_text_by_text(label: dict[str, str]) -> None:
    """Supernote's form; some versions repeat all of it in the label of the page."""
    blocks = [{"type": "Raw Content"}, text(["to do", "\n", "- call Ruth"]), text(["later"])]
    assert shown_by_id(read({"type": "Text", "elements": blocks, **label})) == {
        "r1": ["to do", "• call Ruth"],
        "r2": ["later"],
    }


@pytest.mark.slow
@pytest.mark.no_cover
def test_many_words_take_seconds() -> None:
    labels = ["ab", ".", " ", "cd", "\n"] * 20_000
    value = text(
        labels, label="".join(labels), structure=[{"type": "list-item", "first-char": i} for i in range(10_000)]
    )
    board = read(value)
    glued = read(text(["a"] * 100_000, label="a" * 100_000))
    assert len(board.regions[0].lines) == 20_000
    assert glued.regions[0].word_texts == ("a" * 100_000,)


GOOD = [json.loads((FILES / name).read_text("utf-8")) for name in NAMES]


@pytest.mark.fuzz
@pytest.mark.no_cover
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(GOOD).flatmap(mutations))
def test_a_damaged_file_gives_a_board_or_one_error(value: Any) -> None:
    document = Document("note.jiix", json.dumps(value).encode())
    assert jiix.recognises(document) in (True, False)
    try:
        (board,) = jiix.scan(document)
    except InputError:
        return
    assert all(word.source for region in board.regions for line in region.lines for word in line.words)
