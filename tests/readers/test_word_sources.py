"""Every word of a text or markdown file leads back to its line and column."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inkslate
from inkslate.board import Board, Word
from inkslate.readers import scan_document
from inkslate.readers.document import Document
from inkslate.readers.text import parse_text

LINE_END = re.compile(r"\r\n|\r|\n")


def read(name: str, text: str) -> Board:
    (board,) = scan_document(Document(name, text.encode()))
    assert isinstance(board, Board)
    return board


def words(board: Board) -> list[Word]:
    return [word for region in board.regions for line in region.lines for word in line.words]


def placed(name: str, text: str) -> list[tuple[str, str]]:
    return [(word.text, str(*word.source)) for word in words(read(name, text))]


def shown(name: str, text: str) -> str:
    return " ".join(f"{word}@{source}" for word, source in placed(name, text))


def there(text: str, source: str) -> str:
    """What stands at LINE:COLUMN, up to the end of the line."""
    line, column = map(int, source.split(":"))
    return LINE_END.split(text)[line - 1][column - 1 :]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("call  Ruth", "call@1:1 Ruth@1:7"),
        ("\n\n - call\tRuth\n", "call@3:4 Ruth@3:9"),
        ("•milk\n1. [x] eggs", "milk@1:2 eggs@2:8"),  # bullets leave the text, columns stay
        ("😀 a\r\nZoë b\rc", "😀@1:1 a@1:3 Zoë@2:1 b@2:5 c@3:1"),
        # A line to us, but not to an editor.
        ("a\u2028- b\fc", "a@1:1 b@1:5 c@1:7"),
        ("\ufeffcall", "call@1:1"),
        ("-\n*\n", ""),
    ],
)
def test_text(text: str, expected: str) -> None:
    assert shown("a.txt", text) == expected


pieces = st.sampled_from(
    ["call", "Ruth", " ", "  ", "\t", "\n", "\r\n", "\r", "\n\n", "- ", "• ", "•", "1. ", "[ ] ", "😀"]
)
notes = st.lists(pieces | st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0\ufeff"), max_size=3))


@given(notes.map("".join))
def test_every_word_of_a_text_stands_where_its_source_says(text: str) -> None:
    board = read("a.txt", text)
    assert all(there(text, str(*word.source)).startswith(word.text) for word in words(board))
    bare = [tuple(replace(word, source=()) for word in line.words) for r in board.regions for line in r.lines]
    assert bare == [line.words for region in parse_text(text, board="a").regions for line in region.lines]


def test_text_that_is_no_file_has_no_sources() -> None:
    (task,) = inkslate.extract("- call Ruth", model="rules").tasks
    assert task.sources == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# To **do** ##", "To@1:3 do@1:8"),
        ("---\na: b\n---\nx", "x@4:1"),
        ("- [ ] open 😀 one\n  two\n  - [x] done", "open@1:7 😀@1:12 one@1:14 two@2:3 done@3:9"),
        ("> - quoted\n>   *text*", "quoted@1:5 text@2:6"),
        ('a [link to\nsome](http://a.b/a "a") a', "a@1:1 link@1:4 to@1:9 some@2:1 a@2:25"),
        ("[a][b] a\n\n[b]: /a", "a@1:2 a@1:8"),
        ("![an *old* map](m.png) x", "an@1:3 old@1:7 map@1:12 x@1:24"),
        ("<http://a.b> a", "http://a.b@1:2 a@1:14"),
        (r"\* a\*b", "*@1:2 a*b@1:4"),
        ("&amp; a &lt;b", "&@1:1 a@1:7 <b@1:9"),
        ("`a b` `` c ` d `` e", "a@1:2 b@1:4 c@1:10 `@1:12 d@1:14 e@1:19"),
        ("a**b**c *d*", "abc@1:1 d@1:10"),
        ("2 ** 3 ~~x~~", "2@1:1 **@1:3 3@1:6 x@1:10"),
        ("` a", "`@1:1 a@1:3"),
        ("x\r\n=\r\ny  \r\nz\\\r\nw", "x@1:1 y@3:1 z@4:1 w@5:1"),
        ("| a | a |\n| - | - |\n| b | *a* b |", "a@1:3 a@1:7 b@3:3 a@3:8 b@3:11"),
        # An escaped bar moves the cell's text, so that its column is not known.
        ("| a |\n| - |\n| b\\|c d |", "a@1:3 b|c@3 d@3"),
        (
            "<p>raw <b>te</b>xt<br>b &lt;i&nbsp;j\n<!-- no\n--> tail",
            "raw@1:4 te@1:11 xt@1:17 b@1:23 <i@1:25 j@1:25 tail@3:5",
        ),
        ("- <b>x</b>\n- <div>\n  y\n  </div>", "x@1:6 y@3:3"),
        ("\t- a", ""),  # code
    ],
)
def test_markdown(text: str, expected: str) -> None:
    assert shown("a.md", text) == expected


marks = st.sampled_from(
    [
        *"call Ruth a 😀 & &amp; <b> <br> <http://x.y> ](x) ![ [ ] * ** _ ` `` ~~ | \\".split(),
        *(" ", "  ", "\t", "\n", "\n\n", "- ", "> ", "# ", "1. ", "[ ] ", "|-|\n", "```\n", "<!-- ", " -->"),
    ]
)


@given(st.lists(marks, max_size=25).map("".join))
def test_every_word_of_markdown_begins_where_its_source_says(text: str) -> None:
    for word, source in placed("a.md", text):
        if ":" in source:
            found = there(text, source)
            # The file may have marks inside of the word, or an entity in its place; its first letter is there.
            assert found[0] in (word[0], "&")
            if word.isalpha() and found[: len(word)].isalpha():
                assert found.startswith(word)
        else:
            assert 1 <= int(source) <= text.count("\n") + 1


def test_a_task_of_a_file_has_the_places_of_its_words() -> None:
    board = read("notes.md", "# To do\n\n- call *Ruth*\n  today\n")
    (task,) = inkslate.extract(board, model="rules").tasks
    assert (task.text, task.sources) == ("call Ruth today", ("3:3", "3:9", "4:3"))
