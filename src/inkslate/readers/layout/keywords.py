"""To-do keywords in front of a line: they say, as check boxes do, whether it is still to be done."""

from __future__ import annotations

import re
from typing import NamedTuple

from inkslate.board import DONE, OPEN
from inkslate.readers.signs import ARROWS

_ACTION = r"(?i: action (?: \s+ (?: item | point ) )? (?: \s? \#? \d{1,3} )? )"
_NAMED = rf"""
    (?: (?i: to[- ]?do | fixme | done ) | {_ACTION}
    | AI (?: \s? \#? \d{{1,3}} )? )
"""
# In capitals a keyword needs no colon. "AI" is short for action item, and a word like any other in small letters.
# A dash behind "Action" is a colon where three words follow: "Action - Reaction" is a title.
# Signs that say nothing may stand in front: "🎉 TODO", "> TODO"; bold is as no mark at all.
_KEYWORD = re.compile(
    rf"""
    (?: (?: {ARROWS} ) \s{{0,3}} ){{0,9}} (?:
      (?P<capitals> TODO | FIXME | DONE ) (?P<colon> [:：] | \s | (?=\() ) \s* (?=\S)
    | [\[【] (?P<bracketed> TODO | FIXME | (?i: done ) ) (?: \] :? \s+ | 】 :? \s* ) (?=\S)
    | (?P<dashed> {_ACTION} ) \s+ [-–—] \s+ (?= \S+ \s+ \S+ \s+ \S )
    | (?P<named> {_NAMED} ) (?: \s? : \s+ | ： \s* | \s? (?=\([^()]{{1,40}}\):\s) ) (?=\S)
    | (?P<emphasis> \*{{1,3}} | _{{1,3}} )
      (?P<bold> TODO | FIXME | DONE | {_NAMED} (?= : | (?P=emphasis) : ) ) :? (?P=emphasis) :? \s+ (?=\S)
    | [@\#] (?P<tag> (?i: todo ) ) (?: : \s* | \s+ ) (?=\S)
    )
    """,
    re.VERBOSE,
)
# "TODO list", "TODO for Monday": a heading, as is whatever ends in a colon. "TODO is a keyword": a sentence about it.
_ABOUT = re.compile(
    r"(?:lists?|items?|today|tomorrow|tonight|now|later|last|this|next|for|before|after|by|is|are|was|were|means)\b",
    re.IGNORECASE,
)
_TAGS = re.compile(r"[#@]\S+(?:\s+[#@]\S+)*")  # "#todo #house" is a line of tags
_NOTHING = re.compile(r"(?:[-–—*•]\s+)?(?:none|nothing|nil|n/?a|tbd|-+|\?+)[.!]?", re.IGNORECASE)
# TaskPaper and lists like it tick an item off behind its text, among its other tags: "@done(2026-11-16) @home".
_DONE_TAG = re.compile(r"\s@(?:done|cancell?ed)(?:\s?\([^()]{0,40}\))?(?:\s+@\S.{0,300})?$", re.IGNORECASE)
# "order beans - done", "order beans: DONE", "order beans (done)"
_DONE_BEHIND = re.compile(r"(?:\s[-–—]{1,3}>?\s+(?i:done)|\s?:\s*DONE|\s[→✓✔]\s*(?i:done)|\s[(\[](?i:done)[)\]])[.!]?$")

# "order beans ✅", "order beans [x]", with the day of Obsidian's Tasks behind it; not where another box is open.
_TICK_BEHIND = re.compile(r"\s(?:\[[xX✓✔]\]|[☑✅✓✔]\ufe0f?)(?:\s\d{4}-\d\d-\d\d)?[.!]?$")
_OPEN_BOX = re.compile(r"\[\s?\]|[☐⬜]")
_TICK_BEFORE = re.compile(r"[✅✓✔]\ufe0f?\s*[^\W_]")
# Behind what is struck through: signs, a remark ("~~rent~~ (Jo did it)"), or that it is done.
REMARK = r"(?:\s*\([^()]*\)|\W*(?i:done))?\W*"
_STRUCK = re.compile(rf"~~(?!\s|~)(?:(?!~~).)+~~{REMARK}$")


class Keyword(NamedTuple):
    """A keyword at the start of a text: the word, what it says, and where the text behind it begins."""

    word: str
    box: str
    end: int


def find_keyword(text: str) -> Keyword | None:
    """The to-do keyword that the text begins with; None where there is none, or where it names a list."""
    match = _KEYWORD.match(text)
    if match is None:
        return None
    rest = text[match.end() :].rstrip()
    if rest.endswith(":") or _NOTHING.fullmatch(rest):
        return None
    is_loose = match["tag"] or match["bold"] or (match["capitals"] and match["colon"] not in (":", "："))
    if (is_loose and _ABOUT.match(rest)) or (match["tag"] and _TAGS.fullmatch(rest)):
        return None
    found = (
        match["capitals"] or match["bracketed"] or match["dashed"] or match["named"] or match["bold"] or match["tag"]
    )
    word = re.split(r"[\s#\d]", re.sub(r"(?i)^to do", "To-do", found))[0]  # a keyword is one word
    return Keyword(word, DONE if word.upper() == "DONE" else OPEN, match.end())


def has_done_tag(text: str) -> bool:
    """Whether a tag behind the text, which has no space behind it, says that it is done or was cancelled."""
    return "@" in text and _DONE_TAG.search(text) is not None


def ends_in_done(text: str) -> bool:
    """Whether the text of an item, which has no space behind it, ends with the word that it is done."""
    return text[-7:].rstrip(".!)]").lower().endswith("done") and _DONE_BEHIND.search(text) is not None


def has_tick_before(text: str) -> bool:
    """Whether the text begins with a tick: beside open boxes it is the sign of what is done."""
    return _TICK_BEFORE.match(text) is not None


def has_tick_behind(text: str) -> bool:
    """Whether the text of an item, which has no space behind it, ends with a tick or a ticked box."""
    return _TICK_BEHIND.search(text[-20:]) is not None and _OPEN_BOX.search(text) is None


def is_struck(text: str) -> bool:
    """Whether the text is struck through from end to end, as in Markdown, but for a remark behind it."""
    return text.startswith("~~") and _STRUCK.fullmatch(text) is not None
