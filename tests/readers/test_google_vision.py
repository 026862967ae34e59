"""Google Vision's answers to boards: exact lines and bullets, and sources that lead back."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkslate.board import Board, Box
from inkslate.errors import InputError
from inkslate.readers.document import Document, load
from inkslate.readers.google_vision.reader import recognises, scan
from tests.support.paths import ROOT
from tests.support.shown_boards import shown

FILES = ROOT / "tests" / "files" / "google-vision"
GOOD = json.loads((FILES / "two_blocks.json").read_text(encoding="utf-8"))


def document(value: object, name: str = "b.json") -> Document:
    return Document(name, (value if isinstance(value, str) else json.dumps(value)).encode())


def read(value: object) -> list[list[str]]:
    (board,) = scan(document(value))
    return shown(board)


def word(text: str, kind: object = None, **more: Any) -> dict[str, Any]:
    symbols: list[dict[str, Any]] = [{"text": symbol} for symbol in text]
    if kind is not None:
        symbols[-1]["property"] = {"detectedBreak": {"type": kind}}
    return {"symbols": symbols, **more}


def annotation(*words: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"fullTextAnnotation": {"pages": [{"blocks": [{"paragraphs": [{"words": list(words)}]}]}], **more}}


@pytest.mark.parametrize(
    ("name", "regions"),
    [
        (
            "two_blocks",  # a picture without text between the two
            [
                ["Monday", "• call Ruth?", "about the lunch", "• send agenda", "to Sam"],
                ["• book room 4B", "• print badges"],
            ],
        ),
        (
            "python_client",
            [["Übersicht für Zoë", "• Geschenk 🎁 kaufen", "• 𝒜lgebra übung!"], ["会议纪要", "联系 王芳"]],
        ),
        ("file_output", [["• draft minutes", "and share", "one two", "three"], ["page three:", "• pay Ana"]]),
        ("words_only", [["To do:", "• call Jo, today", "• renew", "pass 🎫"]]),
    ],
)
def test_files(name: str, regions: list[list[str]]) -> None:
    given = load(FILES / f"{name}.json")
    assert recognises(given)
    (board,) = scan(given)
    assert board.id == name
    assert [region.id for region in board.regions] == [f"r{number}" for number in range(1, len(regions) + 1)]
    assert shown(board) == regions


@pytest.mark.parametrize("name", ["two_blocks", "python_client", "file_output", "words_only"])
def test_sources_lead_back(name: str) -> None:
    file = json.loads((FILES / f"{name}.json").read_text(encoding="utf-8"))
    (board,) = scan(load(FILES / f"{name}.json"))
    for word in (word for region in board.regions for line in region.lines for word in line.words):
        found = ""
        for pointer in word.source:
            value = file
            for key in str(pointer).split("/")[1:]:
                value = value[int(key)] if isinstance(value, list) else value[key]
            found += value.get("description") or "".join(symbol["text"] for symbol in value["symbols"])
        assert found == word.text


def test_boxes() -> None:
    (board,) = scan(load(FILES / "two_blocks.json"))
    lines = board.regions[0].lines
    assert lines[0].words[0].box == Box(0, 0, 60, 20)  # x and y are 0, so they are not in the file
    assert lines[1].words[1].box == Box(70, 40, 50, 20)  # around "Ruth" and "?"
    assert lines[3].words[1].box == Box(70, 110, 40, 20)  # of "agen", on whose line the word stands
    (board,) = scan(load(FILES / "file_output.json"))
    assert board.regions[0].lines[0].words[0].box == Box(0.03, 0.01, 0.08 - 0.03, 0.03 - 0.01)  # normalised
    polygon = {"vertices": [{"x": 5}, {"x": 9, "y": 1}, {"x": 8, "y": 4}, {}]}
    (board,) = scan(document(annotation(word("a", boundingBox=polygon), word("b"))))
    assert board.regions[0].lines[0].words[0].box == Box(0, 0, 9, 4)
    assert board.regions[0].lines[0].words[1].box is None


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        # Spaces part words, wraps and line ends part lines; names and numbers are the same.
        (annotation(word("a", "SPACE"), word("b", "SURE_SPACE"), word("c", "LINE_BREAK")), ["a b c"]),
        (annotation(word("a", "EOL_SURE_SPACE"), word("b", "LINE_BREAK"), word("c")), ["a", "b", "c"]),
        (annotation(word("a", 1), word("b", 2), word("c", 3), word("d", 5), word("e", 0)), ["a b c", "d", "e"]),
        # A word goes on behind a hyphen, also over a part of its own and at the end of all.
        (annotation(word("re", "HYPHEN"), word("new", "SPACE"), word("it", "LINE_BREAK")), ["renew", "it"]),
        (annotation(word("re", 4), word("new"), word(".", "SPACE"), word("x")), ["renew.", "x"]),
        (annotation(word("a", "SPACE"), word("re", "HYPHEN")), ["a re"]),
        # A hyphen that is written stays.
        (annotation(word("re-", "EOL_SURE_SPACE"), word("new", "SPACE")), ["re-", "new"]),
        (annotation(word("a", "LEADER_SPACE"), word("b", 77), word("c", "SPACE")), ["a b c"]),
        # White space in a symbol parts words, and is none.
        (annotation(word("to do", "SPACE"), word(" ", "SPACE"), word("x ", None), word("y")), ["to do x y"]),
        # Without any break the text tells, and without a text every word is one.
        (annotation(word("a"), word("b"), word("!"), word("c"), text="a b!\nc\n"), ["a b!", "c"]),
        (annotation(word("a"), word("b")), ["a b"]),
        (annotation({"text": "call"}, {"text": "Jo"}), ["call Jo"]),
        # A field mask left the text only.
        ({"fullTextAnnotation": {"text": "To do\n- call Jo\n\n  now\n"}}, ["To do", "• call Jo", "now"]),
        ({"textAnnotations": [{"description": "- one\ntwo"}]}, ["• one", "two"]),
        # Words that are not where the text says.
        ({"textAnnotations": [{"description": "a\nb"}, {"description": "x"}, {"description": "b"}]}, ["x", "b"]),
        (annotation(word("a", "LINE_BREAK"))["fullTextAnnotation"], ["a"]),
        ([annotation(word("a", "LINE_BREAK"))], ["a"]),
        ({"response": {"responses": [annotation(word("a"))]}, "done": True}, ["a"]),
    ],
)
def test_breaks_and_wrappings(value: object, lines: list[str]) -> None:
    assert read(value) == [lines]


def placed(text: str, x: int, y: int) -> dict[str, Any]:
    """A paragraph of one line, 20 high; ten units a character."""
    right = x + 10 * len(text)
    corners = [{"x": x, "y": y}, {"x": right, "y": y}, {"x": right, "y": y + 20}, {"x": x, "y": y + 20}]
    return {"words": [word(text, "LINE_BREAK", boundingBox={"vertices": corners})]}


def test_bullets_that_are_paragraphs_or_blocks_of_their_own_join_their_text() -> None:
    bullets = [placed(mark, 10, 30 * row) for row, mark in enumerate(("•", "☐", "o", "☑"))]
    texts = [placed(text, 50, 30 * row + 4) for row, text in enumerate(("milk", "eggs", "bread", "paint"))]
    beside = {"paragraphs": [placed("-", 300, 2), placed("rest", 330, 0)]}
    pages = [{"blocks": [{"paragraphs": bullets}, {"paragraphs": texts}, beside]}]
    (board,) = scan(document({"fullTextAnnotation": {"pages": pages}}))
    assert shown(board) == [["• milk", "• eggs", "• bread", "• paint"], ["• rest"]]
    assert [line.done for line in board.regions[0].lines] == [False, False, False, True]
    assert board.regions[0].lines[0].words[0].source == ("/fullTextAnnotation/pages/0/blocks/1/paragraphs/0/words/0",)


def test_a_break_on_the_word_and_before_a_symbol() -> None:
    on_word = word("a", property={"detectedBreak": {"type": "LINE_BREAK"}})
    assert read(annotation(on_word, word("b", "SPACE"))) == [["a", "b"]]
    before = word("b")
    before["symbols"][0]["property"] = {"detectedBreak": {"type": "LINE_BREAK", "isPrefix": True}}
    assert read(annotation(word("a"), before)) == [["a", "b"]]


@pytest.mark.parametrize("value", [{"responses": [{}]}, {"responses": []}, {"fullTextAnnotation": None, "error": None}])
def test_an_empty_result_is_an_empty_board(value: object) -> None:
    assert list(scan(document(value))) == [Board("b", ())]


def test_images_are_boards_and_pages_are_not() -> None:
    one, two = annotation(word("a")), annotation(word("b"))
    boards = list(scan(document({"responses": [one, {}, two]})))
    assert [(board.id, shown(board)) for board in boards] == [("b-1", [["a"]]), ("b-2", []), ("b-3", [["b"]])]
    for value in (
        {"responses": [{**one, "context": {"pageNumber": 1}}, {**two, "context": {"pageNumber": 2}}]},
        {"responses": [{"responses": [one, two]}]},
        {"inputConfig": {}, "responses": [one, two]},
    ):
        assert read(value) == [["a"], ["b"]]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"error": {"code": 403, "message": "no\nquota", "status": "PERMISSION_DENIED"}}, r"failed: 'no\\nquota'"),
        ({"responses": [{}, {"error": {"code": 3, "message": "Bad image data."}}]}, r"responses\[1\]: the analysis fa"),
        ({"responses": [{"error": {"code": 14}}]}, "code 14"),
        ({"name": "operations/1", "metadata": {"state": "RUNNING"}}, "not finished"),
        ({"response": {"responses": [{"outputConfig": {}}]}}, "only says where"),
        ({}, "no fullTextAnnotation"),
        ("[1]", "not a JSON object"),
        ("nonsense", "not JSON"),
        ('{"responses": NaN}', "NaN"),
        ("[" * 10_000, "nested"),
        ('{"a":' * 10_000, "nested"),
        ({"responses": {}}, "responses is '{}', not a list"),
        ({"fullTextAnnotation": []}, "not an object"),
        ({"fullTextAnnotation": {"pages": [{"blocks": [3]}]}}, r"blocks\[0\] is '3'"),
        (annotation({"symbols": [{"text": 5}]}), "text is '5'"),
        (annotation({"symbols": [{"text": "\ud800"}]}), "surrogate"),
        (annotation(word("a\0")), "NUL"),
        (annotation(word("a", [])), "a string"),
        (annotation(word("a", True)), "a string"),
        (annotation(word("a", boundingBox={"vertices": [{"x": "1"}]})), "finite number"),
        ('{"textAnnotations": [{}, {"description": "a", "boundingPoly": {"vertices": [{"x": 1e999}]}}]}', "finite"),
    ],
)
def test_hostile_files_are_one_line(value: object, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        list(scan(document(value)))
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("b.json")


@pytest.mark.parametrize(
    ("value", "known"),
    [
        ({"responses": [{"error": {"code": 3, "message": "Bad image data."}}]}, True),
        ({"responses": [{}]}, True),
        ({"error": {"code": "401", "message": "Access denied"}}, False),  # Azure's
        ({"analyzeResult": {"pages": [{"words": []}]}}, False),
        ({"pages": [{"blocks": [{"layout": {}}], "tokens": []}], "text": ""}, False),  # Document AI's
        ({"id": "b", "regions": [{"lines": [{"text": '"fullTextAnnotation": {'}]}]}, False),
        ({"responses": ["x"]}, False),
        ("", False),
        ("{", False),
        ("\0", False),
    ],
)
def test_only_certain_documents_are_recognised(value: object, known: bool) -> None:
    assert recognises(document(value)) is known


@pytest.mark.slow
@pytest.mark.no_cover
def test_many_words_take_linear_time() -> None:
    def read_so_many(count: int) -> None:
        glued = document(annotation(*[word("a")] * (count - 1), word("b", "SPACE")))
        loose = {"textAnnotations": [{"description": "x" * count}, *[{"description": "a"}] * count]}
        (one,), (many,) = scan(glued), scan(document(loose))
        assert len(one.regions[0].word_texts[0]) == count
        assert len(many.regions[0].word_texts) == count

    read_so_many(30_000)  # anything quadratic would take minutes


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.fuzz
@pytest.mark.no_cover
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damaged_answers_are_boards_or_one_error(data: st.DataObject) -> None:
    root = {"root": copy.deepcopy(GOOD)}
    for _ in range(data.draw(st.integers(1, 3))):
        holder: Any = root
        key: Any = "root"
        for _ in range(data.draw(st.integers(0, 14))):
            value = holder[key]
            if not isinstance(value, dict | list) or not value:
                break
            holder = value
            key = data.draw(st.sampled_from(list(value) if isinstance(value, dict) else range(len(value))))
        holder[key] = data.draw(JSON)
    given = Document("b.json", json.dumps(root["root"]).encode("utf-8", "surrogatepass"))
    assert recognises(given) in (True, False)
    message = ""
    try:
        assert all(isinstance(board, Board) for board in scan(given))
    except InputError as error:
        message = str(error)
    assert "\n" not in message
