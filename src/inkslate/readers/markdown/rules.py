"""Rules of our own for Markdown inside a paragraph: text, plain links by label, and Obsidian's extensions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from inkslate.readers.markdown.references import plain_link

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline

AT = "at"  # in a token's meta: where it began
# Obsidian's extensions; the lengths are bounded, so that a hostile text takes linear time.
_WIKI_LINK = re.compile(r"!?\[\[(?!\s)(?:[^\[\]|\n]{1,300}\|)?(?P<shown>[^\[\]|\n]{1,300})(?<!\s)\]\]")
_HIGHLIGHT = re.compile(r"(?<!\w)==(?![\s=])(?P<shown>.{1,500}?)(?<![\s=])==(?![\w=])")
_COMMENT = re.compile(r"(?<!\S)%%[^%\n]{1,500}%%(?!\S)")


def take_wiki_link(state: StateInline, silent: bool) -> bool:
    """[[Page]] is its name and [[Page|text]] its text."""
    match = _WIKI_LINK.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    state.pos = match.start("shown")
    take_text(state, match.end("shown"), silent)
    state.pos = match.end()
    return True


def take_plain_link(state: StateInline, silent: bool) -> bool:
    """[text] and [text][label] are the text, where the file defines the label."""
    at = state.pos
    found = plain_link(state, at)
    if found is None:
        # A link in brackets: they are text, for a link contains no links.
        return (
            not silent
            and state.src.startswith("[[", at)
            and bool(plain_link(state, at + 1))
            and take_text(state, at + 1, silent)
        )
    state.pos, end_of_shown, end = found
    take_text(state, end_of_shown, silent)
    state.pos = end
    return True


def take_highlight(state: StateInline, silent: bool) -> bool:
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


def take_comment(state: StateInline, _silent: bool) -> bool:
    """%%text%% is nothing."""
    match = _COMMENT.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    state.pos = match.end()
    return True


def take_text(state: StateInline, end: int, silent: bool) -> bool:
    """The characters up to `end` are text."""
    if not silent:
        token = state.push("text", "", 0)
        token.content = state.src[state.pos : end]
        token.meta[AT] = state.pos
    state.pos = end
    return True
