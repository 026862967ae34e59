"""List marks at the start of a line: glyphs, hyphens, numbers and check boxes. They are removed from the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from inkslate.board import DONE, OPEN, Line, Word
from inkslate.readers.layout.keywords import (
    ends_in_done,
    find_keyword,
    has_done_tag,
    has_tick_before,
    has_tick_behind,
    is_struck,
)
from inkslate.readers.signs import ARROWS, INVISIBLE

# From F000 on are characters of Wingdings and Symbol, as documents of Word and PDFs made of them have them.
_TICK = r"[xXхХ×✓✔✗✘√✅☑] \ufe0f? "  # the Cyrillic letter too: keyboards have it at the same place
# Brackets of the width of a letter stand without a space, as all text around them.
_DONE = rf"""
    [☑☒🗹\uf0fd\uf0fe] [\ufe0e\ufe0f]? | \[ \s? {_TICK} \s? \] (?=[\s{INVISIBLE}]|$) | \[ {_TICK} \] (?=[^\W\d_]{{2}})
  | ［ \s? (?: {_TICK} | [ｘＸ] ) \s? ］ | \[ [vV] \] (?=\s|$) | \( [xX✓✔√] \) (?=\s)
"""
_OPEN = rf"""
    [☐□▢⬜🔲❏❑\uf06f\uf071\uf072\uf0a8] [\ufe0e\ufe0f]? | \[ (?: \s{{0,8}} | [-_] ) \] (?=[\s{INVISIBLE}]|$)
  | \[ \s \] (?=[^\W\d_])
  | ［ \s{{0,3}} ］ | \( \s{{1,3}} \) (?=\s)
"""
# Glyphs mean a bullet even with no space behind them; a hyphen, a star, a plus or a number needs one.
# Signs that say nothing, and numbers like "1.2", are marks where a box follows: "> - [ ] milk", "🎉 [ ] milk".
_MARK = re.compile(
    rf"""
    (?P<done> {_DONE} )
  | (?P<open> {_OPEN} )
  | (?P<sign> (?<=[-*+•]\s) \[[/>]\] (?=\s|$) )
  | (?P<before> (?: (?: {ARROWS} | [-*+•](?![->]) ) \s{{0,3}} ){{0,9}}
      (?: \d{{1,3}} (?: (?:\.\d{{1,3}}){{1,4}} \.? | [.)] ) \s{{0,3}} )? (?= {_DONE} | {_OPEN} ) )
  | (?P<glyph> [•‣⁃◦▪▫●○■◆◇∙·・⦁◉❖➢➤►▸▶◻◽◾🔹🔸①-⑳\uf0b7\uf0a7\uf0d8\uf06c\uf06e\uf076] [\ufe0e\ufe0f]? )
  | (?P<spaced> [-*+‐‑–—−－＊] (?=\s|$) )
  | (?P<number> (?: \(?\d{{1,3}}(?:[.)]|\.\)) (?=\s|$) | \d{{1,3}}(?:[．）]|、(?!\d)) | （\d{{1,3}}）
      | \d\ufe0f?\u20e3 ) )
  | (?P<letter> \(? (?: [A-Za-z] | x?(?:i{{2,3}}|i[vx]|vi{{1,3}}) | x[ivx] ) \) (?=\s|$) )
    """,
    re.VERBOSE,
)
_INVISIBLE = re.compile(f"[{INVISIBLE}]*")
_SPACE = re.compile(rf"[\s{INVISIBLE}]*")
_LETTER = re.compile(r"[a-z]\.|o")
# Behind another mark these need not be the second one: "- 5. May dentist".
_DATE = re.compile(
    r"""\d{1,2}\.\s+(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sept?|oct|okt|nov|dec|dez)
    (?:uary|ruary|ch|z|il|e|y|i|ust|ember|tember|ober|uar|ruar)?\b""",
    re.VERBOSE | re.IGNORECASE,
)
_OPENS = (OPEN, "sign")  # a sign in a box, behind a list mark: under way, put off
_DASHES = "-–—*•"
_ONCE = ("number", "letter")  # "1. a)" is a nested list, "1. 2." the second of something


@dataclass(frozen=True, slots=True)
class Bullet:
    """The marks in front of a line: where the text behind them begins, and what a check box among them says."""

    end: int = 0
    box: str | None = None

    def __bool__(self) -> bool:
        return self.end > 0

    @property
    def done(self) -> bool:
        """Whether one of the marks is a ticked box."""
        return self.box == DONE


def find_bullet(text: str) -> Bullet:
    """All marks that the text, which has no space in front, begins with."""
    end = 0
    seen: set[str] = set()
    while match := _MARK.match(text, _behind_invisible(text, end)):
        kind = match.lastgroup or ""
        if kind in _ONCE and (kind in seen or (seen and _DATE.match(text, end))):
            break
        seen.add(kind)
        space = _SPACE.match(text, match.end())
        end = space.end() if space else match.end()
    return Bullet(end, DONE if DONE in seen else OPEN if not seen.isdisjoint(_OPENS) else None)


def _behind_invisible(text: str, at: int) -> int:
    found = _INVISIBLE.match(text, at)
    return found.end() if found else at


def split_bullet(text: str) -> tuple[bool, str]:
    """Whether the line is a list item, and its text without the bullet, number or check box."""
    stripped = text.strip()
    bullet = find_bullet(stripped)
    return bool(bullet), stripped[bullet.end :]


def with_lettered_items(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines, where those that begin with a., b., ... in this order, or all with an o, become list items.

    A single one is not a list: "i. e." and initials begin like that too. Lines between them are wrapped ones.
    """
    rings: list[int] = []  # an o is a ring that was typed, or pasted from a word processor
    runs = [rings]
    for index, line in enumerate(lines):
        if line.bullet or len(line.words) < 2 or not _LETTER.fullmatch(mark := line.words[0].text):
            continue
        if mark == "o":
            rings.append(index)
        elif mark == "a.":
            runs.append([index])
        elif len(runs) > 1 and ord(mark[0]) == ord("a") + len(runs[-1]):
            runs[-1].append(index)
    items = {index for run in runs if len(run) > 1 for index in run}
    if not items:
        return tuple(lines)  # a tuple is not copied
    return tuple(
        replace(line, words=line.words[1:], bullet=True) if index in items else line for index, line in enumerate(lines)
    )


@dataclass(frozen=True, slots=True)
class Marks:
    """What all marks in front of a line say, and where its text begins."""

    end: int = 0
    bullet: bool = False
    box: str | None = None
    keyword: str | None = None


def find_marks(text: str, *, box: str | None = None, keywords: bool = True) -> Marks:
    """The list marks that the text, which has no space in front, begins with, and the to-do keyword behind them.

    `box` is what a check box says that was recognised apart from the text; of two boxes, a ticked one decides.
    """
    bullet = find_bullet(text)
    bullet = Bullet(bullet.end, _decided(box, bullet.box))
    return with_keyword(text, bullet) if keywords else Marks(bullet.end, bool(bullet), bullet.box)


def with_keyword(text: str, bullet: Bullet) -> Marks:
    """What the bullet says that the text begins with, and the to-do keyword behind it."""
    box, keyword = bullet.box, find_keyword(text[bullet.end :])
    if keyword is None:
        return Marks(bullet.end, bool(bullet), box)
    end = bullet.end + keyword.end
    behind = find_bullet(text[end:])  # "TODO: [ ] call Ruth", "TODO - call Ruth"
    # A number there may be a date: "TODO: 5. May dentist".
    if end + behind.end < len(text) and (behind.box or text[end] in _DASHES):
        end, box = end + behind.end, _decided(box, behind.box)
    if box is not None:  # a box says more than the keyword beside it
        return Marks(end, bool(bullet), box)
    return Marks(end, bool(bullet), keyword.box, keyword.word)


def with_done_behind(marks: Marks, text: str, *, is_item: bool) -> Marks:
    """The marks in front of a text, or that it is done where it says so itself: `@done`, `order beans - done`, `✅`.

    An open box beside the word stays open: of two that differ, the box is the one that a program shows.
    """
    if marks.box == DONE:
        return marks
    is_boxed = marks.box is not None and marks.keyword is None
    is_listed = is_item or marks.keyword is not None
    says_done = (
        has_done_tag(text)
        or (is_listed and not is_boxed and (ends_in_done(text) or has_tick_behind(text)))
        or (marks.box is None and has_tick_before(text))
        or is_struck(text)
    )
    return replace(marks, box=DONE, keyword=None) if says_done else marks


def _decided(one: str | None, other: str | None) -> str | None:
    """What two boxes say together: a ticked one decides."""
    return DONE if DONE in (one, other) else one or other


def make_line(words: Sequence[Word], *, bullet: bool = False, box: str | None = None, heading: int = 0) -> Line:
    """A line of recognised words. Marks in front become facts and are removed; the arguments are facts known already.

    Where a mark has no space behind it, the rest of that word keeps the word's box and source. A keyword in a heading
    is a word of it: "TODO list".
    """
    marks = find_marks(" ".join(word.text for word in words), box=box, keywords=not heading)
    is_item = bullet or marks.bullet or box is not None
    return Line(_behind(words, marks.end), is_item, marks.box, heading, keyword=marks.keyword)


def _behind(words: Sequence[Word], end: int) -> tuple[Word, ...]:
    """The words, or parts of them, behind the first `end` characters of the line."""
    kept: list[Word] = []
    at = 0
    for word in words:
        stop = at + len(word.text)
        if stop > end:
            kept.append(word if at >= end else replace(word, text=word.text[end - at :]))
        at = stop + 1
    return tuple(kept)
