"""Text in Markdown: everything that would be read as structure gets a backslash."""

from __future__ import annotations

import re

# Emphasis, code, links, tables, strike-through, HTML, mathematics and block references begin or end with these.
_ALWAYS = r"[\\`*\[\]|~<$^]"
# Doubled they are Obsidian's highlights and comments. `#` begins a heading or a tag, `&` an entity.
_SOMETIMES = r"(?:(?<==)=|=(?==)|(?<=%)%|%(?=%)|(?<!\S)\#|&(?=\#?\w+;))"
_SYNTAX = re.compile(rf"{_ALWAYS}|{_SOMETIMES}")
_UNDERSCORE = re.compile(r"_")
# Inside of a web address an underscore between letters is never emphasis, but a backslash breaks the link.
_LOOSE_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_ADDRESS = re.compile(r"https?://\S")
# A list, a quotation or a number at the start of the text.
_LEADING = re.compile(r"(?:(?=>)|(?=[-+](?:\s|$))|\d{1,9}(?=[.)](?:\s|$)))")


def escape_markdown(text: str) -> str:
    """The text as Markdown that shows exactly this text."""
    return escape_leading(escape_underscores(_SYNTAX.sub(r"\\\g<0>", text)))


def escape_underscores(text: str) -> str:
    """The text with a backslash before every underscore that could be emphasis."""
    return " ".join(
        (_LOOSE_UNDERSCORE if _ADDRESS.match(word) else _UNDERSCORE).sub(r"\\_", word) for word in text.split(" ")
    )


def escape_leading(text: str) -> str:
    """The text with a backslash where its beginning would make it a list or a quotation."""
    leading = _LEADING.match(text)
    return f"{leading[0]}\\{text[leading.end() :]}" if leading else text
