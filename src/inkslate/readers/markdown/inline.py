"""Markdown inside a paragraph: plain text without its marks, and where each character stood in the paragraph.

The parser keeps the places of blocks only. Here every inline rule records where it began, and pieces of text are not
joined, so that a character's place is that of its piece plus its offset.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from inkslate.readers.layout.keywords import REMARK
from inkslate.readers.markdown.plain_text import (
    DEEPEST_LABEL,
    end_of_label_text,
    end_of_text,
    has_too_many_brackets,
    is_in_vain,
)
from inkslate.readers.markdown.references import end_of_label
from inkslate.readers.markdown.rules import AT, take_comment, take_highlight, take_plain_link, take_text, take_wiki_link

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_REMARK = re.compile(REMARK)
_STRIKE = re.compile(r"<(?P<end>/?)(?:s|del|strike)\s*>", re.IGNORECASE)
# The characters that each rule of the parser begins with; a rule is tried at these alone.
_BEGINS = {
    "newline": "\n",
    "escape": "\\",
    "backticks": "`",
    "strikethrough": "~",
    "emphasis": "*_",
    "wiki_link": "![",
    "plain_link": "![",
    "highlight": "=",
    "comment": "%",
    "link": "[",
    "image": "!",
    "autolink": "<",
    "html_inline": "<",
    "entity": "&",
}
_TOO_DEEP = re.compile(r"(?:[^\x00-\x20\x7f\\()<]{0,300}\(){33}")  # the parser takes 32 of them in a link's target


class Places(NamedTuple):
    """Where the characters of a text begin and end in the paragraph's source."""

    starts: Sequence[int | None]
    ends: Sequence[int | None]


@dataclass
class PlainLine:
    """A line's characters and where each begins and ends in the paragraph's source; None where it is not known.

    `literal` characters (escaped or code) are never list marks; `struck` ones are struck through, and
    `is_struck_above` says that the line above is too, by the same marks.
    """

    characters: list[str] = field(default_factory=list)
    places: list[int | None] = field(default_factory=list)
    ends: list[int | None] = field(default_factory=list)
    literal: list[bool] = field(default_factory=list)
    struck: list[bool] = field(default_factory=list)
    is_struck_above: bool = False

    @property
    def text(self) -> str:
        """The characters as a string."""
        return "".join(self.characters)

    @property
    def markup(self) -> str:
        """The text with a NUL for each character that cannot be a list mark."""
        if True not in self.literal:
            return self.text
        return "".join("\0" if literal else one for one, literal in zip(self.characters, self.literal, strict=True))

    @property
    def is_struck(self) -> bool:
        """Whether the line is struck through from end to end; signs and a remark behind it may stand without."""
        if True not in self.struck:
            return False
        end = len(self.struck) - self.struck[::-1].index(True)
        inside = zip(self.characters[:end], self.struck, strict=False)
        return _REMARK.fullmatch(self.text, end) is not None and all(struck for one, struck in inside if one.isalnum())

    def add(self, text: str, places: Places, *, literal: bool, struck: bool) -> None:
        """Add a text with the places of its characters."""
        self.characters.extend(text)
        self.places.extend(places.starts)
        self.ends.extend(places.ends)
        self.literal.extend([literal] * len(text))
        self.struck.extend([struck] * len(text))

    def behind(self, start: int) -> PlainLine:
        """The line without its first characters."""
        return self.part(start, len(self.characters)) if start else self

    def part(self, start: int, end: int) -> PlainLine:
        """These characters of the line."""
        part = slice(start, end)
        return PlainLine(
            self.characters[part],
            self.places[part],
            self.ends[part],
            self.literal[part],
            self.struck[part],
            self.is_struck_above,
        )


def keep_places(parser: MarkdownIt) -> MarkdownIt:
    """The parser with inline tokens that know where they began. Call it after the last rule is enabled."""
    parser.disable(["text_join", "fragments_join"])
    ruler = parser.inline.ruler
    ruler.before("link", "wiki_link", take_wiki_link)
    ruler.before("link", "plain_link", take_plain_link)
    ruler.before("link", "highlight", take_highlight)
    ruler.before("link", "comment", take_comment)
    rules: dict[str, list[_Noting]] = {}
    for name, rule in list(zip(ruler.get_active_rules(), ruler.getRules(""), strict=True)):
        for character in _BEGINS.get(name, ""):
            rules.setdefault(character, []).append(_Noting(rule))
    ruler.at("text", _Choice(rules))
    ruler.enableOnly("text")
    parser.helpers = _Helpers()  # type: ignore[assignment]
    return parser


def plain_lines(children: Sequence[Token]) -> list[PlainLine]:
    """A paragraph's lines: marks removed, links and images as their text."""
    lines = [PlainLine()]
    strikes = 0
    for token, base in _pieces(children, 0):
        strikes += _strikes(token)
        if token.type in ("softbreak", "hardbreak") or (token.type == "html_inline" and BREAK.match(token.content)):
            lines.append(PlainLine(is_struck_above=strikes > 0))
        elif token.type in ("text", "text_special", "code_inline"):
            literal = token.type == "code_inline" or token.info == "escape"
            lines[-1].add(token.content, _places(token, base), literal=literal, struck=strikes > 0)
    return lines


def _strikes(token: Token) -> int:
    """1 where a token begins text that is struck through, by Markdown or by HTML, and -1 where it ends it."""
    tag = _STRIKE.match(token.content) if token.type == "html_inline" else None
    if token.type == "s_open" or (tag and not tag["end"]):
        return 1
    return -(token.type == "s_close" or tag is not None)


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
                if AT not in token.meta:
                    token.meta[AT] = at + _shift(token, state, at)
                    if token.type == "text":  # a run of stars is a token each
                        at += len(token.content)
        return done


def _shift(token: Token, state: StateInline, at: int) -> int:
    """How far behind the beginning of its rule a token's text is, apart from the marks that the token names."""
    if token.type == "code_inline":  # one space on either side belongs to the marks
        return (state.pos - at - 2 * len(token.markup) - len(token.content)) // 2
    in_brackets = token.type == "text" and state.src.startswith(f"<{token.content}>", at)  # an address
    return 1 if in_brackets else 0


class _Choice:
    """The one rule of the parser: at each place it tries those that can begin there, else it takes text."""

    def __init__(self, rules: Mapping[str, Sequence[_Noting]]) -> None:
        self._rules = rules

    def __call__(self, state: StateInline, silent: bool) -> bool:
        at = state.pos
        end = at if silent else end_of_text(state, at)
        if end == at:
            if not is_in_vain(state, at):
                for rule in self._rules.get(state.src[at], ()):
                    if rule(state, silent):
                        return True
            end = at + 1 if silent else end_of_text(state, at + 1)
        return take_text(state, end, silent)


class _Helpers:
    """The parser's functions for links, with a bound on the brackets in a link's text: each costs a look ahead."""

    def __init__(self) -> None:
        from markdown_it.helpers import parseLinkDestination, parseLinkTitle

        self._parse_destination, self.parseLinkTitle = parseLinkDestination, parseLinkTitle

    def parseLinkDestination(self, text: str, start: int, end: int) -> object:  # noqa: N802 - the parser's own name
        """What a link leads to; where parentheses are too deep the parser is not asked, which would go through them."""
        return self._parse_destination(text, start, start if _TOO_DEEP.match(text, start, end) else end)

    def parseLinkLabel(self, state: StateInline, start: int, disableNested: bool | None = None) -> int:  # noqa: N802 - the parser's own name
        """Where the brackets of a link's text close that open at `start`, or those of a label behind it; else -1."""
        if disableNested is None:  # so the parser asks for a label
            return end_of_label(state, start)
        src, last, before, level, end = state.src, state.posMax, state.pos, 1, -1
        state.pos = start + 1
        while level <= DEEPEST_LABEL:
            at = state.pos = end_of_label_text(state)
            if at >= last or has_too_many_brackets(state):
                break
            if src[at] == "]":
                level -= 1
                if not level:
                    end = at
                    break
                state.pos += 1
                continue
            if (after := state.cache.get(at)) is None:
                state.md.inline.skipToken(state)
            else:
                state.pos = after  # as skipToken does, without its call
            if src[at] == "[":
                if state.pos == at + 1:
                    level += 1
                elif disableNested:
                    break
        state.pos = before
        return end


def _pieces(children: Sequence[Token], base: int | None) -> Iterator[tuple[Token, int | None]]:
    """Tokens with the place where their paragraph's source begins; the text of an image has its own source."""
    for token in children:
        if token.type == "image":
            at = token.meta.get(AT)
            yield from _pieces(token.children or (), None if at is None or base is None else base + at + len("!["))
        else:
            yield token, base


def _places(token: Token, base: int | None) -> Places:
    at = token.meta.get(AT)
    if at is None or base is None:
        return Places([None] * len(token.content), [None] * len(token.content))
    start = base + at
    if token.type == "text_special":  # an escaped character follows its backslash, an entity is one place
        end = start + len(token.markup)
        start += token.info == "escape" and token.content != token.markup
        return Places([start] * len(token.content), [end] * len(token.content))
    if token.type == "code_inline":
        start += len(token.markup)
    behind = start + len(token.content)
    return Places(range(start, behind), range(start + 1, behind + 1))
