"""Azure results: exact lines and bullets, sources that lead back, spans in every unit, and files that are not sound."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkslate.errors import InputError
from inkslate.readers.azure import reader as azure
from inkslate.readers.azure.content import element_starts
from inkslate.readers.document import Document
from tests.support.json_reader import JsonReader
from tests.support.mutated_json import assert_boards_or_error, mutations
from tests.support.paths import ROOT
from tests.support.shown_boards import shown

FILES = ROOT / "tests" / "files" / "azure"
GOOD = ("two-lists", "zoe", "messy", "read-3.2", "image-analysis")
READER = JsonReader(azure, FILES)
read, parsed = READER.read, READER.parsed


def resolve(value: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


@pytest.mark.parametrize(
    ("name", "regions"),
    [
        (
            "two-lists",
            [
                ["Team wall"],
                ["This week", "• Book a room", "for the offsite", "• Call Ruth", "• order more pens"],
                ["Remember: Ana is away"],  # below a gap
                ["Later", "• Tidy the backlog", "• Ask Sam about", "the budget"],
                ["room 4"],
                ["1"],
            ],
        ),
        (
            "zoe",
            [["Zoë’s 𝒫lan 👩‍👩‍👧", "• 🎂 für Café Ñandú", "kaufen 🇩🇪 heute", "• 東京 に 電話 する", "𠮷野家 で 昼食"]],
        ),
        # Pages out of order, a table, a check box in a cell, words that no line and no paragraph covers.
        (
            "messy",
            [
                ["Notes"],
                ["who", "what", "Ana", "• call Ruth"],
                ["after the table"],
                ["• as agreed"],
                ["second page first line", "to do : nothing"],
            ],
        ),
        # Lines that go across two columns, a heading over both, a bullet and a check box beside their lines.
        (
            "read-3.2",
            [
                ["Retro of sprint twelve, all of us, with everything on one board, and more"],
                ["Went well", "• the demo", "• lunch"],
                ["• thank Zoë 🎉"],
                ["Went badly", "• the build was", "broken twice"],
                ["next steps"],
            ],
        ),
        ("image-analysis", [["Shopping", "• oat milk", "• crème brûlée 🍮"]]),
    ],
)
def test_files(name: str, regions: list[list[str]]) -> None:
    READER.assert_reads(name, regions)


@pytest.mark.parametrize("name", GOOD)
def test_every_word_leads_back_and_comes_once(name: str) -> None:
    value = parsed(name)
    board = read(value)
    seen: list[str] = []
    for region in board.regions:
        for word in (word for line in region.lines for word in line.words):
            (pointer,) = word.source
            element = resolve(value, str(pointer))
            assert word.text in (element.get("content") or element["text"])
            if pointer not in seen[-1:]:
                seen.append(str(pointer))
    assert len(seen) == len(set(seen))
    result = value.get("analyzeResult") or value["readResult"]
    given = [
        word["content"]
        for page in result.get("pages", ())
        for word in page["words"]
        if word["content"].strip(" -•*.12")
    ]
    if given:
        assert sorted(" ".join(given).split()) == sorted(
            word for region in board.regions for word in region.word_texts if word.strip("-•*.12")
        )


def test_boxes_stand_around_the_polygon() -> None:
    word = read(parsed("two-lists")).regions[1].lines[1].words[0]
    assert word.text == "Book"
    assert word.box is not None
    assert (word.box.x, word.box.y) == (0.8, 1.4)
    assert (round(word.box.width, 6), round(word.box.height, 6)) == (0.4, 0.2)


def units(text: str, unit: str) -> int:
    return {
        "unicodeCodePoint": len(text),
        "utf16CodeUnit": len(text.encode("utf-16-le")) // 2,
        "textElements": len(element_starts(text)),
    }[unit]


def recount(value: Any, content: str, unit: str) -> Any:
    """The same result with spans in another unit than UTF-16 code units."""
    if isinstance(value, list):
        return [recount(item, content, unit) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"offset", "length"}:
        wide = content.encode("utf-16-le")
        start, end = value["offset"] * 2, (value["offset"] + value["length"]) * 2
        return {
            "offset": units(wide[:start].decode("utf-16-le"), unit),
            "length": units(wide[start:end].decode("utf-16-le"), unit),
        }
    return {key: recount(item, content, unit) for key, item in value.items()}


@pytest.mark.parametrize("unit", ["unicodeCodePoint", "utf16CodeUnit", "textElements"])
@pytest.mark.parametrize("stripped", [False, True])
def test_spans_count_in_the_units_of_the_file(unit: str, stripped: bool) -> None:
    value = parsed("zoe")
    expected = shown(read(value))
    content = value["analyzeResult"]["content"]
    value = recount(value, content, unit)
    value["analyzeResult"]["stringIndexType"] = unit
    if stripped:  # without lines and texts of words the content alone says what is written and where a line ends
        for page in value["analyzeResult"]["pages"]:
            page["lines"] = []
            for word in page["words"]:
                del word["content"]
    assert shown(read(value)) == expected


@pytest.mark.parametrize(
    ("text", "elements"),
    [
        ("abc", 3),
        ("e\u0301a", 2),
        ("a\r\nb", 3),
        ("👩‍👩‍👧x", 2),
        ("👍🏽👍", 2),
        ("🇩🇪🇫🇷🇩", 3),
        ("한국\u1112\u1161\u11ab\u1112a", 5),
        ("☎\ufe0f", 1),
        ("นำ", 1),
        ("a\u200db", 2),
        ("\n\u0301", 2),
        ("", 0),
        ("🇩🇪" * 50_000, 50_000),  # in linear time
    ],
)
def test_text_elements(text: str, elements: int) -> None:
    assert len(element_starts(text)) == elements


def result(**fields: object) -> dict[str, Any]:
    return {"status": "succeeded", "analyzeResult": {"stringIndexType": "textElements", **fields}}


def word(text: str, offset: int | None = None, box: tuple[float, float, float, float] | None = None) -> dict[str, Any]:
    value: dict[str, Any] = {"content": text}
    if offset is not None:
        value["span"] = {"offset": offset, "length": len(text)}
    if box is not None:
        x, y, width, height = box
        value["polygon"] = [x, y, x + width, y, x + width, y + height, x, y + height]
    return value


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (":unselected: milk\neggs", ["[ ] milk", "eggs"]),
        ("milk :selected:\neggs", ["[x] milk", "eggs"]),
        ("milk\n:selected: :unselected: eggs", ["milk", "[x] eggs"]),
        (":unselected: milk\n:selected: eggs", ["[ ] milk", "[x] eggs"]),
        ("milk :selected: eggs", ["milk eggs"]),  # between words it belongs to neither end
    ],
)
@pytest.mark.parametrize("as_word", [False, True])
def test_check_boxes_set_the_bullet_and_leave_the_text(content: str, lines: list[str], as_word: bool) -> None:
    words = [word(text, content.index(text)) for text in ("milk", "eggs")]
    marks = [
        {**word(text, content.index(text)), "state": text.strip(":")}
        for text in (":unselected:", ":selected:")
        if text in content.split()
    ]
    page = {"words": words + marks} if as_word else {"words": words, "selectionMarks": marks}
    board = read(result(content=content, pages=[page], paragraphs=[{"spans": [{"offset": 0, "length": len(content)}]}]))
    boxes = {(False, False): "", (True, False): "[ ] ", (True, True): "[x] "}
    assert [boxes[line.bullet, line.done] + line.text for line in board.regions[0].lines] == lines


@pytest.mark.parametrize("a_paragraph", [1, 2])
def test_paragraphs_that_go_across_columns_are_read_by_column(a_paragraph: int) -> None:
    """Each row of the page as two paragraphs, or as one with two lines in it."""
    left = ["Monday house", "- call plumber", "- sweep stairs", "then rest"]
    right = ["Tuesday office", "- send report", "- book room", "thank team"]
    texts = [text for pair in zip(left, right, strict=True) for text in pair]
    words, lines, starts, offset = [], [], [], 0
    for number, text in enumerate(texts):
        row, column = divmod(number, 2)
        starts.append(offset)
        lines.append({"content": text, "spans": [{"offset": offset, "length": len(text)}]})
        for part in text.split():
            at = text.index(part)
            words.append(word(part, offset + at, (1 + 4 * column + 0.1 * at, 1 + 0.3 * row, 0.1 * len(part), 0.2)))
        offset += len(text) + 1
    ends = [*starts[a_paragraph::a_paragraph], offset]
    spans = [
        {"offset": start, "length": end - start - 1} for start, end in zip(starts[::a_paragraph], ends, strict=True)
    ]
    paragraphs = [{"spans": [span]} for span in spans]
    board = read(result(content="\n".join(texts), pages=[{"words": words, "lines": lines}], paragraphs=paragraphs))
    assert shown(board) == [[text.replace("-", "•") for text in column] for column in (left, right)]


def test_a_check_box_without_a_span_goes_to_the_line_beside_it() -> None:
    words = [word("milk", 0, (2, 1, 1, 0.2)), word("eggs", 5, (2, 1.3, 1, 0.2))]
    marks = [{"state": "selected", "polygon": [1.7, 1.3, 1.9, 1.3, 1.9, 1.5, 1.7, 1.5]}]
    board = read(result(content="milk\neggs", pages=[{"words": words, "selectionMarks": marks}]))
    assert shown(board) == [["milk", "• eggs"]]
    assert [line.done for line in board.regions[0].lines] == [False, True]


NULLS = {"apiVersion": None, "content": None, "pages": None, "paragraphs": None, "readResults": None}


@pytest.mark.parametrize(
    ("inside", "named"),
    [
        (NULLS, "pages, readResults, paragraphs, content"),
        ({"pages": [{"pageNumber": 1, "words": None, "lines": None}]}, "lines, words"),
        ({"pages": [{"pageNumber": None, "words": None, "lines": None}], "content": None}, "content, lines, words"),
        ({"readResults": [{"page": 1, "lines": None}]}, "lines"),
        ({"blocks": [{"lines": [{"text": None, "words": None}]}]}, "words, text"),
    ],
)
@pytest.mark.parametrize("name", ["analyzeResult", "readResult"])
def test_a_result_of_nulls_is_refused(name: str, inside: dict[str, Any], named: str) -> None:
    with pytest.raises(InputError, match=f"{named}: null, so there is nothing to read; analyse it again"):
        read({"status": "succeeded", name: inside})


@pytest.mark.parametrize(
    "inside", [{"pages": []}, {"content": "", "pages": [{"words": [], "lines": []}], "paragraphs": None}]
)
def test_a_blank_page_is_a_board_without_text(inside: dict[str, Any]) -> None:
    assert read({"status": "succeeded", "analyzeResult": inside}).regions == ()


def test_spans_that_all_cover_the_whole_content_are_refused() -> None:
    words = [{"span": {"offset": 0, "length": 1_000}}] * 100
    with pytest.raises(InputError, match="too many spans cover the same content"):
        read(result(content="a " * 500, pages=[{"words": words}]))


@pytest.mark.parametrize(
    ("value", "regions"),
    [
        (result(pages=[]), []),
        (result(content="", pages=[{"pageNumber": 1}], paragraphs=[]), []),
        ({"analyzeResult": {}}, []),
        ({"readResult": {"blocks": []}}, []),
        ({"status": "Succeeded", "recognitionResults": [{"lines": [{"text": "hello world"}]}]}, [["hello world"]]),
        # The bare result, as a Python package writes it.
        (
            {
                "model_id": "prebuilt-read",
                "content": "a b",
                "pages": [{"page_number": 1, "words": [word("a", 0), word("b", 2)]}],
            },
            [["a b"]],
        ),
        (
            {
                "analyze_result": {
                    "read_results": [{"lines": [{"text": "- a b", "bounding_box": [0, 0, 9, 0, 9, 2, 0, 2]}]}]
                }
            },
            [["• a b"]],
        ),
        # Lines without words, paragraphs without pages, content alone.
        (result(pages=[{"lines": [{"content": "- one two"}, {"content": "three"}]}]), [["• one two", "three"]]),
        (
            result(paragraphs=[{"content": ":selected: one\ntwo", "role": "title"}, {"content": "x", "role": "title"}]),
            [["• one", "two"], ["x"]],
        ),
        (result(content="one\ntwo\n\n- three"), [["one", "two"], ["• three"]]),
        # Words without spans go to the lines in turn.
        (
            result(
                pages=[
                    {"words": [word("a"), word("b c"), word("d")], "lines": [{"content": "a b c"}, {"content": "d"}]}
                ]
            ),
            [["a b c", "d"]],
        ),
        # A span without a length is none.
        (
            result(content="a", pages=[{"words": [word("a") | {"span": {"offset": 0}}], "lines": [{"content": "a"}]}]),
            [["a"]],
        ),
        # A page that was photographed sideways: the text runs down.
        (
            result(
                pages=[
                    {
                        "angle": 90,
                        "words": [word("a", 0, (5, 0, 1, 2)), word("b", 2, (5, 3, 1, 2)), word("c", 4, (4, 0, 1, 2))],
                    }
                ],
                content="a b\nc",
            ),
            [["a b", "c"]],
        ),
    ],
)
def test_what_may_be_missing(value: object, regions: list[list[str]]) -> None:
    assert shown(read(value)) == regions


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (b"", "not JSON"),
        (b"[]", "not a JSON object"),
        (b"{}", "not an Azure result"),
        (b'{"analyzeResult": ' + b"[" * 10_000, "nested too deep|not JSON"),
        (b'{"analyzeResult": {"pages": [{"words": [{"content": "x", "polygon": [NaN, 1]}]}]}}', "NaN"),
        (b'{"analyzeResult": {"pages": [{"words": [{"content": "x", "polygon": [1e999, 1]}]}]}}', "finite"),
        (b'{"analyzeResult": {"pages": [{"words": [{"content": "\\ud83d"}]}]}}', "surrogate"),
        (b'{"analyzeResult": {"pages": [{"words": [{"content": "a\\u0000b"}]}]}}', "NUL"),
        ({"status": "running"}, "has not finished"),
        ({"status": "failed"}, "the analysis failed"),
        ({"error": {"code": "404", "message": "Resource\nnot found"}}, "failed: 404: Resource not found"),
        (
            {"analyzeResult": {"readResults": [], "errors": [{"code": "2000", "message": "no file"}]}},
            "failed: 2000: no file",
        ),
        ({"analyzeResult": []}, "analyzeResult is '\\[\\]', not an object"),
        (result(pages={}), "pages is"),
        (result(pages=[7]), r"pages\[0\]"),
        (result(pages=[{"words": [{"content": 5}]}]), "not a string"),
        (result(pages=[{"angle": "x", "words": []}]), "angle"),
        (result(stringIndexType="bytes"), "stringIndexType"),
        (result(content="abc", pages=[{"words": [word("abcd", 0)]}]), "outside of the content"),
        (result(content="abc", pages=[{"words": [word("abc", -1)]}]), "outside of the content"),
        (result(content="abc", pages=[{"lines": [{"spans": [{"offset": 2, "length": 5}]}]}]), "outside of the content"),
        (result(content="abc", paragraphs=[{"spans": [{"offset": 99, "length": 1}]}]), "outside of the content"),
        (result(content="abc", tables=[{"spans": [{"offset": 99, "length": 1}]}]), "outside of the content"),
        (result(content="😀", pages=[{"words": [{"content": "x", "span": {"offset": 1, "length": 1}}]}]), "outside"),
    ],
)
def test_hostile_files_are_refused_in_one_line(value: object, message: str) -> None:
    READER.assert_refuses(value, message)


def test_a_failed_analysis_says_why() -> None:
    READER.assert_failed(r"failed: InvalidRequest.*The file is corrupted or has an unsupported format")


@pytest.mark.parametrize(
    "data",
    [
        b'{"status": "succeeded", "analyze_result": {"read_results": [{"page": 1, "lines": []}]}}',
        b'{"read_results": []}',
        b'{"recognition_results": []}',
        b'{"model_id": "prebuilt-read", "pages": []}',
    ],
)
def test_the_spelling_of_the_python_packages_is_recognised(data: bytes) -> None:
    assert azure.recognises(Document("x.json", data))


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"{", b"[]", b"{}", b'"analyzeResult"', b'{"pages": []}', b'{"Blocks": []}', b'{"analyzeResult": 3}'),
        *(b'{"id": "b", "regions": []}', b'{"responses": [{"fullTextAnnotation": {"pages": []}}]}', b"\xff\xfe\xfa"),
        *(b'{"error": {"code": 3}}', b'{"blocks": [{"type": "paragraph"}]}'),
    ],
)
def test_other_files_are_not_recognised(data: bytes) -> None:
    assert not azure.recognises(Document("x.json", data))


@pytest.mark.fuzz
@pytest.mark.no_cover
@settings(max_examples=300, deadline=None)
@given(st.sampled_from(GOOD).flatmap(lambda name: mutations(parsed(name))))
def test_mutations_give_boards_or_input_errors(value: Any) -> None:
    assert_boards_or_error(azure, value)


@pytest.mark.slow
@pytest.mark.no_cover
def test_many_words_take_a_time_in_proportion() -> None:
    """All in one place, without lines and paragraphs: what would be compared with everything else, were it compared."""
    many = 5_000
    words = [word("x", 2 * number, (0, 0, 1, 1)) for number in range(many)]
    marks = [{"polygon": [0, 0, 1, 0, 1, 1, 0, 1], "span": {"offset": 0, "length": 1}} for _ in range(many)]
    board = read(result(content="x\n" * many, pages=[{"words": words, "selectionMarks": marks}]))
    assert sum(len(region.word_texts) for region in board.regions) == many
