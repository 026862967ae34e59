"""Divided words: where the rows are that they are taken from."""

from __future__ import annotations

from inkslate.board import Box, Word
from inkslate.readers.layout.hyphens import SOFT_HYPHEN, undivided_rows
from inkslate.readers.layout.nesting import lines_of_rows


def words(text: str, row: int) -> list[Word]:
    """Words of a row at the left margin, ten units a character."""
    found, x = [], 0
    for word in text.split():
        found.append(Word(word, Box(x, 30 * row, 10 * len(word), 20), (f"{row}:{x}",)))
        x += 10 * len(word) + 10
    return found


def test_a_row_that_began_with_the_rest_of_a_word_is_not_indented() -> None:
    written = ["please ask the archi\u00ad", "vist for the keys of the cellar", "and the attic"]
    rows = undivided_rows([words(text, number) for number, text in enumerate(written)], [0, 0, 2])
    assert [(line.text, line.indent, line.heading) for line in lines_of_rows(rows)] == [
        ("please ask the archivist", 0, 0),
        ("for the keys of the cellar", 0, 0),
        ("and the attic", 0, 2),
    ]
    assert [row.box.x for row in rows if row.box] == [0, 0, 0]
    assert rows[0].words[-1].source == ("0:150", "1:0")


def test_a_row_that_held_nothing_else_is_left_out() -> None:
    rows = undivided_rows([words(f"archi{SOFT_HYPHEN}", 0), words("vist", 1), words("keys", 2)], [0, 0, 1])
    assert [(row.words[0].text, row.heading) for row in rows] == [("archivist", 0), ("keys", 1)]
