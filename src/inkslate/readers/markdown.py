"""Markdown: a region begins at each heading and rule; list items are bulleted lines; code is left out."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from inkslate.board import Board, Line, Region
from inkslate.errors import InputError
from inkslate.readers.document import Document

if TYPE_CHECKING:
    from markdown_it.token import Token

# Beyond its limit the parser drops text without a word; so many levels are no notes.
_DEEPEST = 100
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_HTML = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?:script|style)\b.*?(?:</(?:script|style)\s*>|\Z)|<[^>]*>", re.DOTALL | re.IGNORECASE
)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_CHECK_BOX = re.compile(r"\[[ xX]\](?:\s+|$)")


def scan(document: Document) -> Iterator[Board]:
    builder = _Builder()
    for token in _parse(document):
        builder.take(token)
    yield Board(document.stem, builder.regions())


def _parse(document: Document) -> Sequence[Token]:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable(["table", "strikethrough"])
    text = document.text.replace("\r\n", "\n").replace("\r", "\n")
    tokens = parser.parse(_FRONT_MATTER.sub("", text))
    inline = (child for token in tokens for child in token.children or ())
    if any(token.level >= _DEEPEST - 2 for tokens_ in (tokens, inline) for token in tokens_):
        raise InputError(f"{document.name}: nested more than {_DEEPEST // 2} levels deep; flatten the lists or quotes")
    return tokens


class _Builder:
    """Collects lines into regions while it walks over the parser's tokens."""

    def __init__(self) -> None:
        self._regions: list[list[Line]] = [[]]
        self._bullet = False
        self._row: list[str] | None = None

    def take(self, token: Token) -> None:
        if token.type in ("heading_open", "hr"):
            self._regions.append([])
        elif token.type == "list_item_open":
            self._bullet = True
        elif token.type == "list_item_close":
            self._bullet = False
        elif token.type == "tr_open":
            self._row = []
        elif token.type == "tr_close":
            self._add(" ".join(self._row or ()))
            self._row = None
        elif token.type == "inline":
            self._take_inline(token)
        elif token.type == "html_block":
            for text in html.unescape(_HTML.sub(" ", _BREAK.sub("\n", token.content))).splitlines():
                self._add(text)

    def regions(self) -> tuple[Region, ...]:
        filled = [lines for lines in self._regions if lines]
        return tuple(Region(f"r{number}", tuple(lines)) for number, lines in enumerate(filled, 1))

    def _take_inline(self, token: Token) -> None:
        texts = _inline_lines(token.children or ())
        if self._row is not None:
            self._row.extend(texts)
            return
        if self._bullet:
            texts[0] = (
                _CHECK_BOX.sub("", texts[0].lstrip(), count=1) if _CHECK_BOX.match(texts[0].lstrip()) else texts[0]
            )
        for text in texts:
            self._add(text)

    def _add(self, text: str) -> None:
        if text.strip() or self._bullet:
            self._regions[-1].append(Line.from_text(text, bullet=self._bullet))
            self._bullet = False


def _inline_lines(children: Sequence[Token]) -> list[str]:
    """The plain text of a paragraph, one string a line: marks removed, links and images as their text."""
    lines = [""]
    for child in children:
        if child.type in ("softbreak", "hardbreak") or (child.type == "html_inline" and _BREAK.match(child.content)):
            lines.append("")
        elif child.type in ("text", "code_inline", "image"):
            lines[-1] += child.content
    return lines
