"""Words divided at a line's end by a sign that has no other meaning: they are joined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from inkslate.board import Word
from inkslate.readers.layout.bullets import find_bullet
from inkslate.readers.layout.text_row import TextRow, row_of_words

SOFT_HYPHEN = "\u00ad"
NOT_SIGN = "¬"  # what Transkribus asks its users to write for a hyphen that divides a word


def join_divided(rows: Sequence[Sequence[Word]], *, signs: str = SOFT_HYPHEN) -> list[list[Word]]:
    """The words of each row without these signs at its end, and without soft hyphens anywhere; rows may become empty.

    A word that continues in the next row is put in the first, with the sources of both parts and the box of its first.
    """
    joined = [list(row) for row in rows]
    for row, following in pairwise([*joined, []]):
        if len(row) > 1 and not row[-1].text.strip(signs):  # the sign was recognised by itself
            row[-2:] = [_put_together(row[-2], row[-1])]
        if row and following and _goes_on(row[-1].text, signs) and not _is_item(following):
            begun, rest = replace(row[-1], text=row[-1].text.rstrip(signs)), following.pop(0)
            row[-1] = _put_together(begun, replace(rest, text=rest.text.lstrip(signs) or rest.text))
    return [_cleaned(row, signs) for row in joined]


def undivided_rows(
    rows: Sequence[Sequence[Word]], headings: Sequence[int], *, signs: str = SOFT_HYPHEN
) -> list[TextRow]:
    """The rows with divided words joined, without those that this leaves empty.

    A row keeps its place on the page, also where its first word was the rest of a word and is on the row before now.
    """
    joined = join_divided(rows, signs=signs)
    return [
        TextRow(words, row_of_words(row).box, heading=level)
        for words, row, level in zip(joined, rows, headings, strict=True)
        if words
    ]


def _goes_on(text: str, signs: str) -> bool:
    return text.endswith(tuple(signs)) and bool(text.strip(signs))


def _is_item(row: list[Word]) -> bool:
    return bool(find_bullet(" ".join(word.text for word in row)))


def _put_together(word: Word, rest: Word) -> Word:
    source = word.source + tuple(one for one in rest.source if one not in word.source)
    return replace(word, text=word.text + rest.text, source=source)


def _cleaned(row: list[Word], signs: str) -> list[Word]:
    texts = [word.text.replace(SOFT_HYPHEN, "") for word in row]
    if texts:
        texts[-1] = texts[-1].rstrip(signs)
    return [
        word if word.text == text else replace(word, text=text) for word, text in zip(row, texts, strict=True) if text
    ]
