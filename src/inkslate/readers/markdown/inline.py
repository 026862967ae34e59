"""Markdown inside a paragraph: plain text without its marks, and where each character stood in the paragraph.

The parser keeps the places of blocks only. Here every inline rule records where it began, and pieces of text are not
joined, so that a character's place is that of its piece plus its offset.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
# The characters that each rule of the parser begins with; a rule is tried at these alone.
_BEGINS = {
    "newline": "\n",
    "escape": "\\",
    "backticks": "`",
    "strikethrough": "~",
    "emphasis": "*_",
    "wiki_link": "![",
    "highlight": "=",
    "comment": "%",
    "link": "[",
    "image": "!",
    "autolink": "<",
    "html_inline": "<",
    "entity": "&",
}
# Text up to the next character that begins markup, also where no link can end any more or no tag.
_PLAIN = re.compile(r"[^\n\\`~*_!\[\]=%<&]+")
_LINKS, _TAGS = "![", "<"
_PLAIN_WITHOUT = {
    _LINKS: re.compile(r"[^\n\\`~*_=%<&]+"),
    _TAGS: re.compile(r"[^\n\\`~*_!\[\]=%&]+"),
    _LINKS + _TAGS: re.compile(r"[^\n\\`~*_=%&]+"),
}
_DEEPEST_LABEL = 6  # brackets inside of each other in the text of a link
_TOO_DEEP = re.compile(r"(?:[^\x00-\x20\x7f\\()<]{0,300}\(){33}")  # the parser takes 32 of them in a link's target
_AT = "at"
# Obsidian's extensions; the lengths are bounded, so that a hostile text takes linear time.
_WIKI_LINK = re.compile(r"!?\[\[(?!\s)(?:[^\[\]|\n]{1,300}\|)?(?P<shown>[^\[\]|\n]{1,300})(?<!\s)\]\]")
_HIGHLIGHT = re.compile(r"(?<!\w)==(?![\s=])(?P<shown>.{1,500}?)(?<![\s=])==(?![\w=])")
_COMMENT = re.compile(r"(?<!\S)%%[^%\n]{1,500}%%(?!\S)")


@dataclass
class PlainLine:
    """A line's characters and the place of each in the paragraph's source; None where the parser does not tell.

    `literal` characters (escaped or code) are never list marks; `struck` ones are struck through.
    """

    characters: list[str] = field(default_factory=list)
    places: list[int | None] = field(default_factory=list)
    literal: list[bool] = field(default_factory=list)
    struck: list[bool] = field(default_factory=list)

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
        """Whether the line is struck through from end to end."""
        flags = [struck for one, struck in zip(self.characters, self.struck, strict=True) if not one.isspace()]
        return bool(flags) and all(flags)

    def add(self, text: str, places: Sequence[int | None], *, literal: bool, struck: bool) -> None:
        """Add a text with the place of each character."""
        self.characters.extend(text)
        self.places.extend(places)
        self.literal.extend([literal] * len(text))
        self.struck.extend([struck] * len(text))

    def behind(self, start: int) -> PlainLine:
        """The line without its first characters."""
        if not start:
            return self
        return PlainLine(self.characters[start:], self.places[start:], self.literal[start:], self.struck[start:])


def keep_places(parser: MarkdownIt) -> MarkdownIt:
    """The parser with inline tokens that know where they began. Call it after the last rule is enabled."""
    parser.disable(["text_join", "fragments_join"])
    ruler = parser.inline.ruler
    ruler.before("link", "wiki_link", _take_wiki_link)
    ruler.before("link", "highlight", _take_highlight)
    ruler.before("link", "comment", _take_comment)
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
        strikes += (token.type == "s_open") - (token.type == "s_close")
        if token.type in ("softbreak", "hardbreak") or (token.type == "html_inline" and BREAK.match(token.content)):
            lines.append(PlainLine())
        elif token.type in ("text", "text_special", "code_inline"):
            literal = token.type == "code_inline" or token.info == "escape"
            lines[-1].add(token.content, _places(token, base), literal=literal, struck=strikes > 0)
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


class _Choice:
    """The one rule of the parser: at each place it tries those that can begin there, else it takes text."""

    def __init__(self, rules: Mapping[str, Sequence[_Noting]]) -> None:
        self._rules = rules

    def __call__(self, state: StateInline, silent: bool) -> bool:
        src, at = state.src, state.pos
        hopeless = _hopeless(state)
        if src[at] not in hopeless:
            for rule in self._rules.get(src[at], ()):
                if rule(state, silent):
                    return True
        match = (_PLAIN_WITHOUT[hopeless] if hopeless else _PLAIN).match(src, at, state.posMax)
        return _take(state, match.end() if match else at + 1, silent)


def _hopeless(state: StateInline) -> str:
    """The characters that can begin nothing here, because what would have to end it does not follow."""
    links = _LINKS if state.html_terminator_last("]") < state.pos else ""
    return links + _TAGS if state.html_terminator_last(">") < state.pos else links


class _Helpers:
    """The parser's functions for links, with a bound on the brackets in a link's text: each costs a look ahead."""

    def __init__(self) -> None:
        from markdown_it.helpers import parseLinkDestination, parseLinkTitle

        self._parse_destination, self.parseLinkTitle = parseLinkDestination, parseLinkTitle

    def parseLinkDestination(self, text: str, start: int, end: int) -> object:  # noqa: N802 - the parser's own name
        """What a link leads to; where parentheses are too deep the parser is not asked, which would go through them."""
        return self._parse_destination(text, start, start if _TOO_DEEP.match(text, start, end) else end)

    def parseLinkLabel(self, state: StateInline, start: int, disableNested: bool = False) -> int:  # noqa: N802 - the parser's own name
        """Where the label ends that begins at `start`; -1 where it does not."""
        before, level, end = state.pos, 1, -1
        state.pos = start + 1
        while state.pos < state.posMax and level <= _DEEPEST_LABEL:
            at = state.pos
            if state.src[at] == "]":
                level -= 1
                if not level:
                    end = at
                    break
            if (after := state.cache.get(at)) is None:
                state.md.inline.skipToken(state)
            else:
                state.pos = after  # as skipToken does, without its call
            if state.src[at] == "[":
                if state.pos == at + 1:
                    level += 1
                elif disableNested:
                    break
        state.pos = before
        return end


def _take_wiki_link(state: StateInline, silent: bool) -> bool:
    """[[Page]] is its name and [[Page|text]] its text."""
    match = _WIKI_LINK.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    state.pos = match.start("shown")
    _take(state, match.end("shown"), silent)
    state.pos = match.end()
    return True


def _take_highlight(state: StateInline, silent: bool) -> bool:
    """==text== is the text, which may contain marks."""
    match = _HIGHLIGHT.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        last = state.posMax
        state.pos, state.posMax = match.span("shown")
        state.md.inline.tokenize(state)
        state.posMax = last
    state.pos = match.end()
    return True


def _take_comment(state: StateInline, _silent: bool) -> bool:
    match = _COMMENT.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    state.pos = match.end()
    return True


def _take(state: StateInline, end: int, silent: bool) -> bool:
    if not silent:
        token = state.push("text", "", 0)
        token.content = state.src[state.pos : end]
        token.meta[_AT] = state.pos
    state.pos = end
    return True


def _pieces(children: Sequence[Token], base: int | None) -> Iterator[tuple[Token, int | None]]:
    """Tokens with the place where their paragraph's source begins; the text of an image has its own source."""
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
    if token.type == "text_special":  # an escaped character follows its backslash, an entity is one place
        start += token.info == "escape" and token.content != token.markup
        return [start] * len(token.content)
    if token.type == "code_inline":
        # One space on either side belongs to the marks; which of the two it is, the reader of places finds out.
        start += len(token.markup)
    return range(start, start + len(token.content))
