"""Indented lists that Markdown takes for code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from textwrap import dedent
from typing import TYPE_CHECKING

from inkslate.readers.markdown.places import SourceLines

if TYPE_CHECKING:
    from markdown_it.token import Token

_LIST = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])[ \t]+\S")
_BOXED = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])[ \t]+\[[ xX]?\][ \t]+\S")
_MOST_LEVELS = 5  # of code in what was read as code: each is parsed again


def with_lists(
    tokens: Sequence[Token], source: SourceLines, parse: Callable[[str], Sequence[Token]], *, levels: int = _MOST_LEVELS
) -> Iterator[Token]:
    """The tokens, with those of a list in place of indented code that is one: directly below text, or with boxes."""
    for token in tokens:
        if not levels or token.type != "code_block" or token.map is None or not _is_list(token, source):
            yield token
            continue
        first = token.map[0]
        inner = parse(dedent(token.content))
        for each in inner:
            if each.map:
                each.map = [line + first for line in each.map]
        yield from with_lists(inner, source, parse, levels=levels - 1)


def _is_list(token: Token, source: SourceLines) -> bool:
    first = token.map[0] if token.map else 0
    if not _LIST.match(token.content):
        return False
    return _BOXED.match(token.content) is not None or (first > 0 and source.line(first - 1).strip() != "")
