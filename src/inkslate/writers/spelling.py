"""Escapes for characters that would control a terminal, end a line or break a parser."""

from __future__ import annotations

import unicodedata

# Marks, embeddings, overrides and isolates, and the deprecated format characters beside them.
DIRECTION = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f"
)
_BYTE_ORDER_MARK = "\ufeff"
# Put before a character that would be read as syntax, where a format has no escape: it is invisible and has no meaning.
WORD_JOINER = "\u2060"


def spelled(text: str) -> str:
    r"""The text on one line, with control characters as escapes (`\x1b`), which all targets need."""
    return text if text.isprintable() else "".join(map(_spell, text))


def visible(text: str) -> str:
    """As `spelled`, and direction marks too: on a terminal they would reorder the text around them."""
    if text.isprintable():
        return text
    return "".join(_escape(character) if character in DIRECTION else _spell(character) for character in text)


def _spell(character: str) -> str:
    # Cs: half a surrogate pair comes from a file name that is not UTF-8, and cannot be written.
    if character == _BYTE_ORDER_MARK or unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
        return _escape(character)
    return character


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode()
