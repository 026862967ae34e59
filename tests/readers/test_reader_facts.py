"""Boxes, keywords, headings and nesting in every format: the same notes, and what each format has of its own."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from inkslate.board import Board, Label, Line, Sentence
from inkslate.extraction import Extraction, FoundSentence, ModelInfo
from inkslate.formats import boards_of, format_boards, format_slate_csv
from inkslate.readers import READERS, scan_document
from inkslate.readers.document import Document
from inkslate.writers import WRITERS
from tests.support.paper_notes import NOTES, RENDERERS, text

Facts = tuple[str, bool, str | None, int, int, str | None]


def read(name: str, data: bytes | str, format: str | None = None) -> Board:
    content = data.encode() if isinstance(data, str) else data
    (board,) = boards_of(scan_document(Document(name, content), format=format))
    return board


def lines_of(board: Board) -> list[Line]:
    return [line for region in board.regions for line in region.lines]


def facts(board: Board) -> list[Facts]:
    return [(line.text, line.bullet, line.box, line.heading, line.indent, line.keyword) for line in lines_of(board)]


# In Markdown a line without a mark goes on with the item above, however far it is indented.
SHARED = [(name, note) for name in RENDERERS for note in NOTES if (name, note) != ("markdown", "minutes")]


@pytest.mark.parametrize(("format", "note"), SHARED)
def test_the_same_notes_in_every_format(format: str, note: str) -> None:
    name, render, has_headings = RENDERERS[format]
    paper = NOTES[note]
    data, sources = render(paper)
    board = read(name, data)
    assert facts(board) == [
        (line.text, bool(line.mark), line.box, line.heading * has_headings, line.indent, line.keyword or None)
        for line in paper
    ]
    # Marks leave the text; the words keep their own sources.
    assert [[word.source for word in line.words] for line in lines_of(board)] == [
        found[len(found) - len(line.text.split()) :] for line, found in zip(paper, sources, strict=True)
    ]


@pytest.mark.parametrize("note", NOTES)
def test_what_files_of_our_own_and_of_data_sets_carry(note: str) -> None:
    board = labelled(read("note.txt", text(NOTES[note])[0]))
    assert read("note.jsonl", format_boards([board])) == board
    assert read("note.json", label_studio(board)) == board
    plain = read("note.csv", format_slate_csv([board]))  # which has texts and bullets alone
    assert [fact[:2] for fact in facts(plain)] == [fact[:2] for fact in facts(board)]
    assert {fact[2:] for fact in facts(plain)} == {(None, 0, 0, None)}


def labelled(board: Board) -> Board:
    regions = [replace(region, sentences=(Sentence(0, len(region.words), Label.NON_TASK),)) for region in board.regions]
    return replace(board, regions=tuple(regions))


def label_studio(board: Board) -> str:
    """The export of a person who agrees with the model."""
    found = tuple((FoundSentence(0, len(region.words), False),) for region in board.regions)
    extraction = Extraction(board.without_labels(), found, ModelInfo("by hand", "1", "nti", "none"))
    tasks = json.loads(WRITERS["label-studio"]([extraction]))
    return json.dumps([{"data": task["data"], "annotations": task["predictions"]} for task in tasks])


def item(text: str, box: str | None = None, *, indent: int = 0, keyword: str | None = None) -> Facts:
    return (text, True, box, 0, indent, keyword)


def line(text: str, *, heading: int = 0, indent: int = 0, box: str | None = None, keyword: str | None = None) -> Facts:
    return (text, False, box, heading, indent, keyword)


ORG = [
    (
        """* Week 46
- [ ] book the large room
  - [ ] ask Ruth for the key
  - [X] pay the deposit
- [-] send the agenda
""",
        [
            line("Week 46", heading=1),
            item("book the large room", "open"),
            item("ask Ruth for the key", "open", indent=1),
            item("pay the deposit", "done", indent=1),
            item("send the agenda", "open"),
        ],
    ),
    (
        """* Actions
** TODO call the venue [#A]
   about lunch
** DONE print the badges
- the budget
  is still open
""",
        [
            line("Actions", heading=1),
            line("call the venue [#A]", heading=2, box="open", keyword="TODO"),
            line("about lunch"),
            line("print the badges", heading=2, box="done", keyword="DONE"),
            item("the budget"),
            line("is still open"),
        ],
    ),
    (
        """#+TODO: PLANT | GROWN
* PLANT the roses
1. prune
   - the old ones
     - [ ] with the large shears
* GROWN the beans
""",
        [
            line("the roses", heading=1, box="open", keyword="PLANT"),
            item("prune"),
            item("the old ones", indent=1),
            item("with the large shears", "open", indent=2),
            line("the beans", heading=1, box="done", keyword="GROWN"),
        ],
    ),
]
MARKDOWN_MINUTES = """# Minutes
## Actions
TODO call the venue

- the budget
    - TODO ask Sam
      before the end of May

DONE print the badges
"""
HOCR_PAGE = "<div class='ocr_page' id='p'>{}</div>"
PAGE_XML = "<PcGts xmlns='http://schema.primaresearch.org/PAGE/gts/pagecontent/2013-07-15'><Page>{}</Page></PcGts>"
PAGE_LINE = "<TextLine id='l' {}><TextEquiv><Unicode>Later today</Unicode></TextEquiv></TextLine>"


def hocr_line(text: str, kind: str = "ocr_line") -> str:
    return f"<span class='{kind}'>{text}</span>"


def page_region(region: str, line: str = "") -> str:
    return PAGE_XML.format(f"<TextRegion id='r' {region}>{PAGE_LINE.format(line)}</TextRegion>")


def azure_result(**fields: Any) -> str:
    return json.dumps({"analyzeResult": {"modelId": "prebuilt-read", "stringIndexType": "textElements", **fields}})


def read_page(texts: list[str], marks: list[tuple[str, list[int]]]) -> str:
    """A page of Read 3.2: lines of 20 below each other, and selection marks."""
    lines = [
        {"text": one, "boundingBox": [100, 30 * at, 300, 30 * at, 300, 30 * at + 20, 100, 30 * at + 20]}
        for at, one in enumerate(texts)
    ]
    boxes = [{"state": state, "boundingBox": box} for state, box in marks]
    return json.dumps({"analyzeResult": {"readResults": [{"page": 1, "lines": lines, "selectionMarks": boxes}]}})


def inkml_group(kind: str, truth: str, inside: str = "") -> str:
    told = f"<annotation type='truth'>{truth}</annotation>" if truth else ""
    return f"<traceGroup><annotation type='type'>{kind}</annotation>{told}{inside}</traceGroup>"


def square(x: int, y: int) -> list[int]:
    return [x, y, x + 15, y, x + 15, y + 15, x, y + 15]


def windows_ink(*levels: int) -> str:
    """Lines as Windows ink analysis gives them: with their depth, and in .NET's spelling."""
    lines = [
        {"Id": at, "Kind": "Line", "RecognizedText": f"line {at}", "IndentLevel": level}
        for at, level in enumerate(levels, 1)
    ]
    return json.dumps({"RecognitionUnits": lines})


OWN = [
    *(("note.org", content, expected) for content, expected in ORG),
    (
        "note.md",
        MARKDOWN_MINUTES,
        [
            line("Minutes", heading=1),
            line("Actions", heading=2),
            line("call the venue", box="open", keyword="TODO"),
            item("the budget"),
            item("ask Sam", "open", indent=1, keyword="TODO"),
            line("before the end of May", indent=1),
            line("print the badges", box="done", keyword="DONE"),
        ],
    ),
    # hOCR: logical elements are headings where they hold lines, and not where they hold paragraphs.
    ("n.hocr", HOCR_PAGE.format(f"<h3>{hocr_line('Later')}</h3>"), [line("Later", heading=3)]),
    (
        "n.hocr",
        HOCR_PAGE.format(f"<h3 class='ocr_section'>Later</h3>{hocr_line('x')}"),
        [line("Later", heading=3), line("x")],
    ),
    ("n.hocr", HOCR_PAGE.format(f"<div class='ocr_chapter'>{hocr_line('Later')}</div>"), [line("Later", heading=1)]),
    ("n.hocr", HOCR_PAGE.format(f"<div class='ocr_subsection'>{hocr_line('Later')}</div>"), [line("Later", heading=3)]),
    (
        "n.hocr",
        HOCR_PAGE.format(f"<div class='ocr_section'><h2>Later</h2><p class='ocr_par'>{hocr_line('rest')}</p></div>"),
        [line("Later", heading=2), line("rest")],
    ),
    (
        "n.hocr",
        HOCR_PAGE.format(f"<div class='ocr_title'><p class='ocr_par'>{hocr_line('A')}</p></div>"),
        [line("A", heading=1)],
    ),
    ("n.hocr", HOCR_PAGE.format(f"<div class='ocr_header'>{hocr_line('page 3')}</div>"), [line("page 3")]),
    ("n.hocr", HOCR_PAGE.format(hocr_line("TODO list", "ocr_header")), [line("TODO list", heading=2)]),
    # PAGE XML: the type of a region, or what Transkribus and eScriptorium write into an attribute of their own.
    ("n.xml", page_region("type='heading'"), [line("Later today", heading=2)]),
    ("n.xml", page_region("type='header'"), [line("Later today", heading=1)]),
    (
        "n.xml",
        page_region("custom='readingOrder {index:0;} structure {type:heading;}'"),
        [line("Later today", heading=2)],
    ),
    (
        "n.xml",
        page_region("type='paragraph'", "custom='structure {type:HeadingLine;}'"),
        [line("Later today", heading=2)],
    ),
    ("n.xml", page_region("type='paragraph' custom='textStyle {type:heading;}'"), [line("Later today")]),
    # Azure: boxes in the text alone, roles of paragraphs alone, and marks of a page without spans.
    (
        "n.json",
        azure_result(
            pages=[], content=":selected: pay rent\n:unselected: call mum\nmilk :unselected:\nmilk :selected:"
        ),
        # Behind the text, only a tick says something.
        [item("pay rent", "done"), item("call mum", "open"), item("milk"), item("milk", "done")],
    ),
    (
        "n.json",
        azure_result(
            pages=[],
            paragraphs=[
                {"role": "title", "content": "Wall"},
                {"role": "sectionHeading", "content": "Later"},
                {"content": "☐ TODO call mum"},
            ],
        ),
        [line("Wall", heading=1), line("Later", heading=2), item("call mum", "open")],
    ),
    (
        "n.json",
        read_page(
            ["milk", "eggs", "bread", "salt"],
            [("unselected", square(75, 2)), ("selected", square(75, 32)), ("unselected", square(320, 62))],
        ),
        [item("milk", "open"), item("eggs", "done"), item("bread"), line("salt")],
    ),
    (
        "n.json",
        windows_ink(0, 1, 2, 0),
        [line("line 1"), line("line 2", indent=1), line("line 3", indent=2), line("line 4")],
    ),
    (
        "n.json",
        json.dumps({"textAnnotations": [{"description": "☐ milk\nAction: Sam books the room\n[x] eggs"}]}),
        [item("milk", "open"), line("Sam books the room", box="open", keyword="Action"), item("eggs", "done")],
    ),
    (
        "n.inkml",
        f"<ink>{inkml_group('Paragraph', '', inkml_group('InkBullet', '☑') + inkml_group('Line', 'pay rent'))}</ink>",
        [item("pay rent", "done")],
    ),
]


@pytest.mark.parametrize(("name", "content", "expected"), OWN)
def test_what_a_format_has_of_its_own(name: str, content: str, expected: list[Facts]) -> None:
    assert facts(read(name, content)) == expected


def test_every_format_is_here() -> None:
    notes = {"apple-notes", "docx", "eml", "enex", "google-keep", "mbox", "odt", "org", "pdf", "srt", "webvtt"}
    own_tests = notes | {"photo", "remarkable", "supernote"}
    assert {*RENDERERS, *own_tests, "board", "slate-csv", "label-studio"} == set(READERS)
