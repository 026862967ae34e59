"""Markdown inside a paragraph: plain text without its marks, and where each character stood in the paragraph.

The parser keeps places of blocks only. Here every inline rule notes where it began, and text is taken in pieces that
are not joined again, so that a character's place is that of its piece and its offset.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
# All that can begin markup is ASCII punctuation or a line end.
_PLAIN = re.compile(r"[^\n!-/:-@\[-`{-~]+")
_AT = "at"


@dataclass
class PlainLine:
    """A line's characters and the place of each in the paragraph's source; None where the parser does not tell."""

    characters: list[str] = field(default_factory=list)
    places: list[int | None] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.characters)

    def add(self, text: str, places: Sequence[int | None]) -> None:
        self.characters.extend(text)
        self.places.extend(places)

    def behind(self, start: int) -> PlainLine:
        """The line without its first characters."""
        return PlainLine(self.characters[start:], self.places[start:])


def keep_places(parser: MarkdownIt) -> MarkdownIt:
    """The parser with inline tokens that know where they began. Call it after the last rule is enabled."""
    parser.disable(["text_join", "fragments_join"])
    ruler = parser.inline.ruler
    for name, rule in list(zip(ruler.get_active_rules(), ruler.getRules(""), strict=True)):
        ruler.at(name, _take_plain if name == "text" else _Noting(rule))
    ruler.push("leftover", _take_leftover)
    return parser


def plain_lines(children: Sequence[Token]) -> list[PlainLine]:
    """A paragraph's lines: marks removed, links and images as their text."""
    lines = [PlainLine()]
    for token, base in _pieces(children, 0):
        if token.type in ("softbreak", "hardbreak") or (token.type == "html_inline" and BREAK.match(token.content)):
            lines.append(PlainLine())
        elif token.type in ("text", "text_special", "code_inline"):
            lines[-1].add(token.content, _places(token, base))
    return lines


class _Noting:
    """A rule of the parser; the tokens that it makes learn where it began."""

    def __init__(self, rule: object) -> None:
        self._rule = rule

    def __call__(self, state: StateInline, silent: bool) -> bool:
        at, count = state.pos, len(state.tokens)
        done: bool = self._rule(state, silent)  # type: ignore[operator]
        if done and not silent:
            if state.pending:  # an unmatched run of backticks
                state.pushPending()
            for token in state.tokens[count:]:
                if _AT not in token.meta:
                    token.meta[_AT] = at
                    if token.type == "text":  # a run of stars is a token each
                        at += len(token.content)
        return done


def _take_plain(state: StateInline, silent: bool) -> bool:
    match = _PLAIN.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    return _take(state, match.end(), silent)


def _take_leftover(state: StateInline, silent: bool) -> bool:
    return _take(state, state.pos + 1, silent)


def _take(state: StateInline, end: int, silent: bool) -> bool:
    if not silent:
        token = state.push("text", "", 0)
        token.content = state.src[state.pos : end]
        token.meta[_AT] = state.pos
    state.pos = end
    return True


def _pieces(children: Sequence[Token], base: int | None) -> Iterator[tuple[Token, int | None]]:
    """Tokens with the place where their paragraph's source begins; an image has a source of its own, its text."""
    for token in children:
        if token.type == "image":
            at = token.meta.get(_AT)
            yield from _pieces(token.children or (), None if at is None or base is None else base + at + len("!["))
        else:
            yield token, base


def _places(token: Token, base: int | None) -> Sequence[int | None]:
    at = token.meta.get(_AT)
    if at is None or base is None:
        return [None] * len(token.content)
    start = base + at
    if token.type == "text_special":  # an escape stands behind its backslash, an entity is one place
        start += token.info == "escape" and token.content != token.markup
        return [start] * len(token.content)
    if token.type == "code_inline":
        # One space on either side belongs to the marks; which of the two it is, the reader of places finds out.
        start += len(token.markup)
    return range(start, start + len(token.content))
