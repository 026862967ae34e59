"""Org: headlines with their to-do keywords, lists with check boxes; drawers, planning lines and code are left out.

A word's source is LINE:COLUMN in the file, or LINE where marks inside of it hide the column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from inkslate.board import DEEPEST_HEADING, DONE, OPEN, Board, Line, Region, Word
from inkslate.readers.document import Document
from inkslate.readers.layout.bullets import find_bullet
from inkslate.readers.layout.indents import Indents

_TAB = 8  # columns, as Org counts them
_LONGEST_MARKED = 4000  # characters: in a longer line only the marks in front are looked for, which takes no time
_HEADLINE = re.compile(r"(\*+)\s+")
_PRIORITY = re.compile(r"\[#\w\]\s*")
_COOKIE = re.compile(r"(?<!\s)\s*\[(?:\d*/\d*|\d*%)\]")
_TAGS = re.compile(r"(?<!\s)\s+:[\w@#%:]+:\s*$")
_ITEM = re.compile(r"(?:[-+]|\*(?<=\s\*)|\d+[.)]|[a-zA-Z][.)])(?:\s+|$)(?:\[@\d+\]\s*)?")
_BOX = re.compile(r"\[([ xX-])\](?:\s+|$)")
_DRAWER = re.compile(r":[\w-]+:\s*$")
_DRAWER_END = ":end:"
_PLANNING = re.compile(r"(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):\s*[<\[]")
_SETTING = re.compile(r"#\+(?:SEQ_|TYP_)?TODO:\s*(.*)", re.IGNORECASE)
_BEGIN = re.compile(r"#\+BEGIN_(\w+)", re.IGNORECASE)
_NOT_TEXT = ("#+", "# ")  # settings and comments
_KEPT_BLOCKS = frozenset({"quote", "verse", "center"})
_RULE = re.compile(r"-{5,}\s*$")
_TABLE_RULE = re.compile(r"\|[-+|]*\s*$")
_LINK = re.compile(r"\[\[([^\[\]]*)\](?:\[([^\[\]]*)\])?\]")
_EMPHASIS = re.compile(r"(?<![\w*/=~_+])[*/=~_+](?=\S)")
_EMPHASIS_END = {mark: re.compile(rf"(?<=\S)\{mark}(?![\w*/=~_+])") for mark in "*/=~_+"}
_STRUCK = re.compile(r"\+(?=\S).*(?<=\S)\+")
_WORD = re.compile(r"\S+")
# WAITING is a keyword too, but what waits for others is not a task: the word stays, and the model decides.
_KEYWORDS = {"TODO": OPEN, "NEXT": OPEN, "STRT": OPEN, "DONE": DONE, "CANCELLED": DONE, "CANCELED": DONE, "KILL": DONE}


class _Facts(NamedTuple):
    """What the marks in front of a line say, and where its text begins and ends."""

    start: int
    end: int
    bullet: bool = False
    box: str | None = None
    heading: int = 0
    keyword: str | None = None


def scan(document: Document) -> Iterator[Board]:
    """One board for the file; a region begins at a headline behind text, at a blank line and at a rule."""
    lines = re.split(r"\r\n|\r|\n", document.text)
    keywords = _keywords(lines)
    regions: list[list[Line]] = [[]]
    indents = Indents()
    for number, raw in _text_lines(lines):
        if raw is None:
            regions.append([])
            indents = Indents()
            continue
        facts = _facts(raw, keywords)
        if facts.heading and regions[-1] and not regions[-1][-1].heading:
            regions.append([])
            indents = Indents()
        column = len(raw[: len(raw) - len(raw.lstrip())].expandtabs(_TAB))
        depth = 0 if facts.heading else indents.depth(column, is_item=facts.bullet)
        words = tuple(_words(raw, facts, number))
        if words or facts.bullet:
            regions[-1].append(Line(words, facts.bullet, facts.box, facts.heading, depth, facts.keyword))
    filled = [region for region in regions if region]
    yield Board(document.stem, tuple(Region(f"r{at}", tuple(region)) for at, region in enumerate(filled, 1)))


def _keywords(lines: list[str]) -> Mapping[str, str]:
    """The file's own keywords (`#+TODO: DRAFT | SENT`), else those that most people have."""
    own: dict[str, str] = {}
    for line in lines:
        if setting := _SETTING.match(line):
            opened, bar, closed = setting[1].partition("|")
            before, after = (re.sub(r"\([^()]*\)", "", part).split() for part in (opened, closed))
            if not bar and before:  # without a bar the last one means done
                before, after = before[:-1], before[-1:]
            own |= dict.fromkeys(before, OPEN) | dict.fromkeys(after, DONE)
    return own or _KEYWORDS


def _text_lines(lines: list[str]) -> Iterator[tuple[int, str | None]]:
    """Numbers and lines that hold text; None for a blank line or a rule."""
    skipping: str | None = None  # how the line begins that ends the block or drawer
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if skipping is not None:
            skipping = None if _ends(line, skipping) else skipping
        elif not line or _RULE.match(raw):
            yield number, None
        elif block := _BEGIN.match(line):
            if block[1].lower() not in _KEPT_BLOCKS:
                skipping = f"#+end_{block[1].lower()}"
        elif _DRAWER.match(line) and not _ends(line, _DRAWER_END):
            skipping = _DRAWER_END
        elif not (line == "#" or line.startswith(_NOT_TEXT) or _PLANNING.match(line) or _TABLE_RULE.match(line)):
            yield number, raw


def _ends(line: str, end: str) -> bool:
    """Whether a line ends the block or drawer that ends with `end`; behind that of a block there may be more."""
    return line[: len(end)].lower() == end and (end != _DRAWER_END or len(line) == len(end))


def _facts(raw: str, keywords: Mapping[str, str]) -> _Facts:
    if headline := _HEADLINE.match(raw):
        return _headline(raw, headline, keywords)
    start = len(raw) - len(raw.lstrip())
    item = _ITEM.match(raw, start)
    at = item.end() if item else start
    box = _BOX.match(raw, at) if item else None
    if box:
        return _Facts(box.end(), len(raw), True, DONE if box[1] in "xX" else OPEN)
    if item:
        struck = len(raw) <= _LONGEST_MARKED and _STRUCK.fullmatch(raw[at:].strip())
        return _Facts(at, len(raw), True, DONE if struck else None)
    bullet = find_bullet(raw[start:])  # glyphs, which Org does not know
    return _Facts(start + bullet.end, len(raw), bool(bullet), bullet.box)


def _headline(raw: str, headline: re.Match[str], keywords: Mapping[str, str]) -> _Facts:
    at = headline.end()
    first = _WORD.match(raw, at)
    box = keywords.get(first[0]) if first else None
    keyword = first[0] if first and box else None
    if first and box:
        at = first.end() + len(raw[first.end() :]) - len(raw[first.end() :].lstrip())
    if priority := _PRIORITY.match(raw, at):
        at = priority.end()
    tags = _TAGS.search(raw, at) if len(raw) <= _LONGEST_MARKED else None
    return _Facts(at, tags.start() if tags else len(raw), False, box, min(len(headline[1]), DEEPEST_HEADING), keyword)


def _words(raw: str, facts: _Facts, number: int) -> Iterator[Word]:
    """The words of a line without links and emphasis marks; cells of a table follow each other."""
    text = raw[facts.start : facts.end]
    if text.startswith("|"):
        text = text.replace("|", " ")
    if len(text) <= _LONGEST_MARKED:
        text = _COOKIE.sub("", text) if facts.heading else text
        text = _LINK.sub(lambda link: link[2] if link[2] is not None else link[1], text)
        text = "".join(_without_emphasis(text))
    at = facts.start
    for match in _WORD.finditer(text):
        found = raw.find(match[0], at)
        at = found + len(match[0]) if found >= 0 else at
        yield Word(match[0], source=(f"{number}:{found + 1}" if found >= 0 else str(number),))


def _without_emphasis(text: str) -> Iterator[str]:
    """The text without the marks of emphasis, in parts; every mark is looked at once."""
    at = done = 0
    open_ended: set[str] = set()
    while opening := _EMPHASIS.search(text, at):
        at, mark = opening.end(), opening[0]
        end = None if mark in open_ended else _EMPHASIS_END[mark].search(text, at + 1)
        if end is None:
            open_ended.add(mark)  # nor will it end behind the next mark of this kind
            continue
        yield text[done : opening.start()] + text[at : end.start()]
        at = done = end.end()
    yield text[done:]
