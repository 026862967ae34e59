"""Rows of JIIX words, and the bullets of its list items: they leave the words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inkslate.board import Word
from inkslate.errors import InputError
from inkslate.formats.json_values import Fields
from inkslate.readers.layout.bullets import find_bullet
from inkslate.readers.layout.geometry import box_around_boxes
from inkslate.readers.layout.text_row import TextRow, row_of_words

# Where the layout says that a line is a list item of a kind, more is its mark than would be without knowing.
_NUMBER = re.compile(r"\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.):]")
_GLYPH = re.compile("[oO°*+.>~]")


def text_row(words: Sequence[list[Word]], item: Fields | None) -> TextRow:
    """The row of words, which come in pieces; `item` is the list item that begins with them."""
    row = row_of_words([_merged(pieces) for pieces in words])
    if item is None:
        return row
    kept, whole = _without_bullet(words, item), row.words
    row.bullet, row.words = True, kept
    if whole:
        row.check = find_bullet(whole[0].text).box
        row.mark = whole[0].box if kept != whole else None
    return row


def item_ids(fields: Fields) -> list[str | int]:
    """The ids of its strokes."""
    names = (item.id("id") if "id" in item else item.id("full-id") for item in fields.objects("items"))
    return [name for name in names if name is not None]


def _merged(pieces: Sequence[Word]) -> Word:
    if len(pieces) == 1:
        return pieces[0]
    source = dict.fromkeys(name for piece in pieces for name in piece.source)
    return Word("".join(piece.text for piece in pieces), box_around_boxes(piece.box for piece in pieces), tuple(source))


def _without_bullet(words: Sequence[list[Word]], item: Fields) -> list[Word]:
    """The words of a list item without its bullet, which the layout names or which looks like one."""
    try:
        bullet = item.inner("bullet")
        kind = bullet.text("kind") if bullet else None
    except InputError:
        bullet, kind = None, item.text("bullet")
    if bullet and words:
        first, *rest = words[0]
        if first.text == bullet.text("label") or not set(first.source).isdisjoint(item_ids(bullet)):
            return [_merged(pieces) for pieces in ([rest, *words[1:]] if rest else words[1:])]
    merged = [_merged(pieces) for pieces in words]
    mark = _NUMBER if kind in ("letter", "number") else _GLYPH
    return merged[1:] if merged and mark.fullmatch(merged[0].text) else merged
