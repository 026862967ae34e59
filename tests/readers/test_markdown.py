"""Markdown: regions, list items and what is done."""

from __future__ import annotations

import pytest

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.readers import scan_document
from inkslate.readers.document import Document
from tests.support.shown_boards import shown


def read_markdown(text: str) -> list[list[str]]:
    (board,) = scan_document(Document("notes.md", text.encode()))
    assert isinstance(board, Board)
    return shown(board)


@pytest.mark.parametrize(
    ("text", "regions"),
    [
        ("# To do\n\n- call **Ruth**\n- *buy* `milk`\n", [["To do", "• call Ruth", "• buy milk"]]),
        ("intro\n\n# A\ntext\n## B\nmore", [["intro"], ["A", "text"], ["B", "more"]]),
        ("- one\n  two\n- three\n", [["• one", "two", "• three"]]),  # a wrapped line has no bullet
        ("1. one\n   - inner\n2. two", [["• one", "• inner", "• two"]]),
        ("- [ ] open\n- [x] done\n- [link](http://x.y)", [["• open", "• done", "• link"]]),
        ("[ ] no list", [["• no list"]]),
        ("- • one\n- [ ] 1) two\n1. - three\n", [["• one", "• two", "• three"]]),
        ("• one\n• two\nwraps\n\n☐ three", [["• one", "• two", "wraps", "• three"]]),  # no list to Markdown
        ("# ■ Plans\n> Carpe diem\n> — Horace", [["■ Plans", "Carpe diem", "— Horace"]]),
        ("> quoted\n> text", [["quoted", "text"]]),
        ("before\n\n```sh\nrm -rf /\n```\n\nafter", [["before", "after"]]),
        ("    indented code\n\ntext", [["text"]]),
        (
            "[a link](http://x.y) and ![an image](i.png) and <http://auto.link>",
            [["a link and an image and http://auto.link"]],
        ),
        ("a ~~struck~~ word \\* and &amp; &lt;", [["a struck word * and & <"]]),
        ("one  \ntwo\\\nthree<br>four", [["one", "two", "three", "four"]]),
        ("---\ntitle: x\n---\ntext", [["text"]]),  # front matter is not part of the notes
        ("+++\ntitle = 'x'\n+++\ntext", [["text"]]),
        ("+++\n+++\ntext", [["text"]]),
        ("text\n\n+++\nno front matter\n+++", [["text", "+++", "no front matter", "+++"]]),
        ("above\n\n---\n\nbelow", [["above"], ["below"]]),
        # What is escaped, or code, is text and no box or bullet.
        ("- [ ] \\[x\\] marks it\n- \\[ ] box", [["• [x] marks it", "• [ ] box"]]),
        ("- `-` negates\n- `[x]` is done\n- 1\\. May", [["• - negates", "• [x] is done", "• 1. May"]]),
        # Obsidian: boxes of other kinds, links, callouts, highlights, comments.
        ("- [/] half\n- [>] later\n- [!] 1) now\n", [["• half", "• later", "• now"]]),
        ("- [a] letter\n- [/]path\n\n[/] no list", [["• [a] letter", "• [/]path", "[/] no list"]]),
        ("see [[Plan]], [[Plan#Two|the *plan*]] ![[map.png]]", [["see Plan, the *plan* map.png"]]),
        ("if [[ -f x ]] or [[]] or a[[1]]", [["if [[ -f x ]] or [[]] or a1"]]),
        ("| a |\n| - |\n| [[Plan\\|plan]] |", [["a", "plan"]]),
        ("> [!todo]- Before Friday\n> - [ ] call\n\n> [!NOTE]\n> mind", [["Before Friday", "• call", "mind"]]),
        ("[!todo] no quote\n\n> \\[!todo] escaped", [["[!todo] no quote", "[!todo] escaped"]]),
        ("call ==Ruth *today*==, a == b, a==b and c==d", [["call Ruth today, a == b, a==b and c==d"]]),
        ("call %%not Max%% Ruth, 50%% or 20%%", [["call Ruth, 50%% or 20%%"]]),
        ("a\n\n%%\n- [ ] hidden\n%%\nb\n\n%% kanban:settings\n```\n{}\n```\n%%\n", [["a", "b"]]),
        ("%% has no end\n\n- [ ] shown", [["%% has no end", "• shown"]]),
        ("```mermaid\n%% one\n```\nshown\n```\n%% two\n%%\n```", [["shown"]]),
        ("- water ^fern-1\n- 2 ^10 or x ^y z\n\n^a1b2c3\n", [["• water", "• 2 ^10 or x ^y z"]]),
        (
            "# Beds {#beds}\n## Rows {.wide #rows}\n- sow {#sow}\n### {#no-text}\n# in {braces}",
            [
                ["Beds"],
                ["Rows", "• sow {#sow}"],
                ["{#no-text}"],
                ["in {braces}"],
            ],
        ),
        ("<%*\nawait tp.file.move(x)\n-%>\n# <% tp.date.now() %> plan\n- <%* x %>call", [["plan", "• call"]]),
        ("a <%= name %> b <% tp", [["a <%= name %> b <% tp"]]),
        ("| who | what |\n| --- | --- |\n| Ana | call *Ruth* |", [["who what", "Ana call Ruth"]]),
        ("<div>raw <b>text</b></div>\n<!-- hidden -->\n", [["raw text"]]),
        (f"<div>a &#{'9' * 5_000}; b</div>\n\n&#{'9' * 20};", [["a \ufffd b", f"&#{'9' * 20};"]]),
        ("<script>alert(1)</script>\n\nx", [["x"]]),
        ("-\n-\n", []),
        ("", []),
        ("# ", []),
    ],
)
def test_markdown(text: str, regions: list[list[str]]) -> None:
    assert read_markdown(text) == regions


def test_done_items_of_markdown() -> None:
    (board,) = scan_document(Document("notes.md", "- [ ] open\n- [x] done\n  wraps\n- ☒ gone\n- [X](y) link".encode()))
    assert isinstance(board, Board)
    assert [(line.text, line.bullet, line.done) for line in board.regions[0].lines] == [
        ("open", True, False),
        ("done", True, True),
        ("wraps", False, False),
        ("gone", True, True),
        ("X link", True, False),
    ]


@pytest.mark.parametrize(
    ("item", "done"),
    [
        ("- [-] cancelled", True),
        ("- [/] half done", False),
        ("- [>] moved", False),
        # What is struck from end to end is done; a correction is not.
        ("- ~~call Ruth~~", True),
        ("- [ ] ~~call **Ruth**~~", True),
        ("1. ~~call~~ ~~Ruth~~", True),
        ("- ~~call~~ ring Ruth", False),
        ("- ~~call Ruth~~ (Sam did)", True),
        ("- ~~call~~ (ring) Ruth", False),
        ("- ~~call~~ (ring) ~~Ruth~~", False),
        ("- ~~call~~ get it done", False),
        ("- ~call Ruth~", False),
        # An escaped box is text, as we write it.
        ("- [ ] \\[x\\] call", False),
        ("- \\[-] call", False),
        ("- `[x]` call", False),
    ],
)
def test_which_items_of_markdown_are_done(item: str, done: bool) -> None:
    (board,) = scan_document(Document("notes.md", item.encode()))
    assert isinstance(board, Board)
    assert [(line.bullet, line.done) for line in board.regions[0].lines] == [(True, done)]


def test_a_title_below_a_list_leads_to_its_place_in_the_file() -> None:
    text = "- mow\r\nBack *bed*\r\n====\r\n- dig"
    (board,) = scan_document(Document("notes.md", text.encode()))
    assert isinstance(board, Board)
    words = [word for region in board.regions for word in region.words]
    assert [(word.text, word.source) for word in words] == [
        ("mow", ("1:3",)),
        ("Back", ("2:1",)),
        ("bed", ("2:7",)),
        ("dig", ("4:3",)),
    ]
    assert [text[slice(*word.span)] for word in words if word.span] == ["mow", "Back", "bed", "dig"]


def test_what_is_struck_over_several_lines_is_done_once() -> None:
    (board,) = scan_document(
        Document("notes.md", b"~~call Ruth\nabout it~~\n~~ring Sam~~\n\n# ~~Old~~\n\n- ~~mow\n  it~~")
    )
    assert isinstance(board, Board)
    assert [(line.text, line.done) for region in board.regions for line in region.lines] == [
        ("call Ruth", True),
        ("about it", False),  # the rest of a sentence that is done
        ("ring Sam", True),
        ("Old", False),
        ("mow", True),
        ("it", False),
    ]


def test_markdown_nested_beyond_reason_is_refused_not_cut() -> None:
    for text in (">" * 10_000 + " x", "".join(" " * 2 * depth + "- x\n" for depth in range(400))):
        with pytest.raises(InputError, match="nested"):
            read_markdown(text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("see [a] now", "see a now"),
        ("see [Foo  bar] now", "see Foo bar now"),  # labels have no case
        ("see [text][a] now", "see text now"),
        ("see [a][] now", "see a now"),
        ("see [text][] now", "see [text][] now"),  # no such label
        ("![alt][a] pic", "alt pic"),
        ("[text][b\\]c] q", "text q"),
        ("[[a] b] x", "[a b] x"),  # a link in brackets
        ("[x [a] y](u) z", "[x a y](u) z"),  # a link contains no links
        ("\\[a] and `[a]`", "[a] and [a]"),
        ("- [ ] [a] do it", "• a do it"),
    ],
)
def test_links_by_label_are_their_text(text: str, plain: str) -> None:
    labels = "[a]: http://example.org\n[foo bar]: b\n[b\\]c]: c\n"
    assert read_markdown(f"{text}\n\n{labels}") == [[plain]]


@pytest.mark.parametrize(
    ("text", "regions"),
    [
        # Directly below a heading, or with boxes, an indented list is no code.
        ("## Learned\n\t- knots\n\t\t- bowline\n", [["Learned", "• knots", "• bowline"]]),
        ("# A\n    1. call Ruth\n\n    2. call Max\n", [["A", "• call Ruth", "• call Max"]]),
        ("# A\n\n    - [ ] call Ruth\n    - [x] pay rent\n", [["A", "• call Ruth", "• pay rent"]]),
        ("- a\n\n        - [ ] call Ruth\n", [["• a", "• call Ruth"]]),
        ("# A\n\n    - name: build\n      run: make\n", [["A"]]),
        ("# A\n    make all\n", [["A"]]),
        # An empty item does not make a heading of the one above.
        ("- one\n  -\n- two\n", [["• one", "• two"]]),
        ("- one\n\t- inner\n\t  wraps\n\t- \n", [["• one", "• inner", "wraps"]]),
        ("- one\n\t-\n\t\t- inner\n- two\n", [["• one", "• inner", "• two"]]),
        ("- [ ] one\n  ---\n  note\n", [["• one", "note"]]),
        ("Title\n-\n\ntext\n", [["Title", "text"]]),
    ],
)
def test_indented_lists(text: str, regions: list[list[str]]) -> None:
    assert read_markdown(text) == regions


def test_words_of_indented_lists_keep_their_places() -> None:
    text = "---\nmood: fine\n---\n# Plan\n\t- call *Ruth*\n\n\t\t- at two\n"
    (board,) = scan_document(Document("notes.md", text.encode()))
    assert isinstance(board, Board)
    words = board.regions[0].words
    assert [text[start:end] for word in words for start, end in [word.span or (0, 0)]] == [
        *["Plan", "call", "Ruth"],
        *["at", "two"],
    ]
    assert [word.source for word in words] == [("4:3",), ("5:4",), ("5:10",), ("7:5",), ("7:8",)]


@pytest.mark.parametrize(
    ("text", "gaps"),
    [
        ("call Ruth\nabout the flyer\n\nthe shed leaks", ["the shed leaks"]),
        ("# To do\n\ncall Ruth\n\n- milk\n- eggs\n\n- bread", ["milk", "bread"]),  # the heading divides by itself
        ("- one\n\n  more of one\n- two", ["more of one"]),
        ("> call\n>\n> Ruth", ["Ruth"]),
        ("call\n```\ncode\n```\nRuth", ["Ruth"]),  # what is left out divides too
        ("| a | b |\n| - | - |\n| c | d |\n\nend", ["end"]),
        ("call\n\n<p>Ruth</p>", ["Ruth"]),
        ("call\n\n---\n\nRuth", []),  # regions of their own
        ("call\r\n\r\n\r\nRuth\r\n", ["Ruth"]),
    ],
)
def test_an_empty_line_is_a_fact_of_the_line_below_it(text: str, gaps: list[str]) -> None:
    (board,) = scan_document(Document("notes.md", text.encode()))
    assert isinstance(board, Board)
    assert [line.text for region in board.regions for line in region.lines if line.gap] == gaps
