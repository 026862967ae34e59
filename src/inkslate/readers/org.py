"""Org: headlines with their to-do keywords, lists with check boxes; drawers and code are left out.

A planning line (`DEADLINE: <2026-11-20 Fri>`) is no text: it gives the line above it its due date.

A word's source is LINE:COLUMN in the file, or LINE where marks inside of it hide the column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from inkslate.board import DEEPEST_HEADING, DONE, OPEN, Board, Line, Region, Word
from inkslate.readers.document import Document, line_starts
from inkslate.readers.layout.bullets import Bullet, find_bullet, with_done_behind, with_keyword
from inkslate.readers.layout.indents import Indents
from inkslate.readers.org_lines import HEADLINE, text_lines
from inkslate.readers.planning import due_of, find_plans
from inkslate.spans import TextSpan

_TAB = 8  # columns, as Org counts them
_LONGEST_MARKED = 4000  # characters: in a longer line only the marks in front are looked for, which takes no time
_PRIORITY = re.compile(r"\[#(?:\w|\d\d)\]\s*")
_COOKIE = re.compile(r"(?<!\s)\s*\[(?:\d*/\d*|\d*%)\]")
_TAGS = re.compile(r"(?<!\s)\s+:[\w@#%:]+:\s*$")
_ITEM = re.compile(r"(?:[-+]|\*(?<=\s\*)|\d+[.)]|[a-zA-Z][.)])(?:\s+|$)(?:\[@\d+\]\s*)?")
_BOX = re.compile(r"\[([ xX-])\](?:\s+|$)")
_COMMENT = re.compile(r"COMMENT(?:\s|$)")
_ARCHIVED = ":ARCHIVE:"
_PLANNING = re.compile(r"(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):\s*[<\[]")
_CLOSED = re.compile(r"\bCLOSED:\s*\[")
_SETTING = re.compile(r"#\+(?:SEQ_|TYP_)?TODO:\s*(.*)", re.IGNORECASE)
_FIRST_CELL = re.compile(r"\|\s*")
_LINK = re.compile(r"\[\[([^\[\]]*)\](?:\[([^\[\]]*)\])?\]")
_EMPHASIS = re.compile(r"(?<![\w*/=~_+])[*/=~_+](?=\S)")
_EMPHASIS_END = {mark: re.compile(rf"(?<=\S)\{mark}(?![\w*/=~_+])") for mark in "*/=~_+"}
_BREAK = "\\\\"  # ends a line within a paragraph
_STRUCK = re.compile(r"\+(?=\S).*(?<=\S)\+")
_WORD = re.compile(r"\S+")
# WAITING is a keyword too, but what waits for others is not a task: the word stays, and the model decides.
_KEYWORDS = {
    **dict.fromkeys(("TODO", "NEXT", "STRT", "STARTED", "DOING", "IN-PROGRESS"), OPEN),
    **dict.fromkeys(("DONE", "CANCELLED", "CANCELED", "KILL"), DONE),
}


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
    lines, starts = re.split(r"\r\n|\r|\n", document.text), line_starts(document.text)
    keywords = _keywords(lines)
    regions = _Regions()
    for number, raw in _without_comments(text_lines(lines), keywords):
        if raw is None:
            regions.begin()
        elif _PLANNING.match(raw.lstrip()):
            regions.plan(_planned(raw, number, starts[number - 1]), is_closed=_CLOSED.search(raw) is not None)
        else:
            facts = _facts(raw, keywords)
            column = len(raw[: len(raw) - len(raw.lstrip())].expandtabs(_TAB))
            regions.add(facts, column, tuple(_words(raw, facts, number, starts[number - 1])))
    filled = [region for region in regions.lines if region]
    yield Board(document.stem, tuple(Region(f"r{at}", tuple(region)) for at, region in enumerate(filled, 1)))


@dataclass
class _Regions:
    """The lines of each region so far."""

    lines: list[list[Line]] = field(default_factory=lambda: [[]])
    _indents: Indents = field(default_factory=Indents)
    _above: int | None = None  # the line of the last region that a planning line would belong to
    _plans: dict[str, Word] = field(default_factory=dict)  # what the planning lines below it say

    def begin(self) -> None:
        """Begin a region."""
        self.lines.append([])
        self._indents, self._above = Indents(), None

    def add(self, facts: _Facts, column: int, words: tuple[Word, ...]) -> None:
        """Add a line; a headline behind text begins a region."""
        if facts.heading and self.lines[-1] and not self.lines[-1][-1].heading:
            self.begin()
        region = self.lines[-1]
        depth = 0 if facts.heading else self._indents.depth(column, is_item=facts.bullet)
        if words or facts.bullet:
            region.append(Line(words, facts.bullet, facts.box, facts.heading, depth, facts.keyword))
            if self._above is None or facts.heading or facts.bullet or not _is_item(region[self._above]):
                self._above, self._plans = len(region) - 1, {}
        else:
            self._above = None  # a headline without text: what is planned is not the line before it

    def plan(self, planned: Mapping[str, Word], *, is_closed: bool) -> None:
        """Give the item above its due date: the first deadline, or the first day that it is scheduled for.

        A headline that was closed is done, also where its keyword is one that only its writer's Org knows.
        """
        if is_closed and self._above is not None and (line := self.lines[-1][self._above]).heading and not line.box:
            self.lines[-1][self._above] = replace(line, box=DONE)
        if self._above is not None and planned:
            region, self._plans = self.lines[-1], {**planned, **self._plans}
            region[self._above] = replace(region[self._above], due=due_of(self._plans))


def _is_item(line: Line) -> bool:
    return line.bullet or line.box is not None


def _planned(raw: str, number: int, at: int) -> dict[str, Word]:
    """What a planning line says, with its sources."""
    return {
        keyword: Word(plan.text, None, (f"{number}:{plan.start + 1}",), (at + plan.start, at + plan.end))
        for keyword, plan in find_plans(raw).items()
    }


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


def _without_comments(
    lines: Iterable[tuple[int, str | None]], keywords: Mapping[str, str]
) -> Iterator[tuple[int, str | None]]:
    """The lines without headlines that are commented out or archived, and what is below them."""
    level: int | None = None  # of the headline that is left out
    for number, raw in lines:
        if raw is not None and (headline := HEADLINE.match(raw)) and (level is None or len(headline[1]) <= level):
            facts = _headline(raw, headline, keywords)
            hidden = _COMMENT.match(raw, facts.start) or _ARCHIVED in raw[facts.end :]
            level = len(headline[1]) if hidden else None
        if level is None:
            yield number, raw


def _facts(raw: str, keywords: Mapping[str, str]) -> _Facts:
    if headline := HEADLINE.match(raw):
        return _headline(raw, headline, keywords)
    start = len(raw) - len(raw.lstrip())
    item = _ITEM.match(raw, start)
    at = item.end() if item else start
    box = _BOX.match(raw, at) if item else None
    if item:
        at = box.end() if box else at
        struck = len(raw) <= _LONGEST_MARKED and _STRUCK.fullmatch(raw[at:].strip())
        ticked = struck or (box and box[1] in "xX")
        return _item(raw, at, Bullet(at - start, DONE if ticked else OPEN if box else None))
    if cell := _FIRST_CELL.match(raw, start):
        mark = find_bullet(raw[cell.end() :])
        if mark.box:  # of a row, as in Markdown
            return _Facts(cell.end() + mark.end, len(raw), True, mark.box)
    bullet = find_bullet(raw[start:])  # glyphs, which Org does not know
    return _item(raw, start + bullet.end, bullet) if bullet else _Facts(start, len(raw))


def _item(raw: str, at: int, bullet: Bullet) -> _Facts:
    """The facts of an item with this bullet, whose text at `at` may have the marks of all formats.

    Other text may not: in Org a keyword belongs to a headline, so people begin sentences with the word.
    """
    text = raw[at:].rstrip()
    marks = with_keyword(text, replace(bullet, end=0))
    marks = with_done_behind(marks, text[marks.end :], is_item=True)
    return _Facts(at + marks.end, len(raw), True, marks.box, 0, marks.keyword)


def _headline(raw: str, headline: re.Match[str], keywords: Mapping[str, str]) -> _Facts:
    at = headline.end()
    first = _WORD.match(raw, at)
    box = keywords.get(first[0]) if first else None
    keyword = first[0] if first and box else None
    if first and box:
        at = first.end() + len(raw[first.end() :]) - len(raw[first.end() :].lstrip())
    if priority := _PRIORITY.match(raw, at):
        at = priority.end()
    if ticked := _BOX.match(raw, at):  # some write it instead of a keyword
        at, box = ticked.end(), DONE if box == DONE or ticked[1] in "xX" else OPEN
        if not priority and (priority := _PRIORITY.match(raw, at)):
            at = priority.end()
    tags = _TAGS.search(raw, at) if len(raw) <= _LONGEST_MARKED else None
    return _Facts(at, tags.start() if tags else len(raw), False, box, min(len(headline[1]), DEEPEST_HEADING), keyword)


def _words(raw: str, facts: _Facts, number: int, at: int) -> Iterator[Word]:
    """The words of a line that begins at `at`, without links and emphasis marks; cells of a table follow each other."""
    text = raw[facts.start : facts.end].rstrip()
    text = text.removesuffix(_BREAK)
    if text.startswith("|"):
        text = text.replace("|", " ")
    places: Sequence[int] = range(facts.start, facts.start + len(text))  # in the line, of each character
    if len(text) <= _LONGEST_MARKED:
        cookies = (_without_cookies,) if facts.heading or facts.bullet else ()
        for remove in (*cookies, _without_links, _without_emphasis):
            text, places = _keep(text, places, list(remove(text)))
    for match in _WORD.finditer(text):
        start, end = places[match.start()], places[match.end() - 1] + 1
        source = f"{number}:{start + 1}" if raw[start:end] == match[0] else str(number)
        yield Word(match[0], None, (source,), (at + start, at + end))


def _keep(text: str, places: Sequence[int], parts: Sequence[TextSpan]) -> tuple[str, Sequence[int]]:
    """These parts of a text, and the places of their characters."""
    if len(parts) == 1 and parts[0] == (0, len(text)):
        return text, places
    return "".join(text[start:end] for start, end in parts), [at for start, end in parts for at in places[start:end]]


def _without_cookies(text: str) -> Iterator[TextSpan]:
    """The parts of a headline or an item that are not `[1/3]`."""
    at = 0
    for cookie in _COOKIE.finditer(text):
        yield at, cookie.start()
        at = cookie.end()
    yield at, len(text)


def _without_links(text: str) -> Iterator[TextSpan]:
    """The parts of a text that are not marks or targets of links; a link without a description is its target."""
    at = 0
    for link in _LINK.finditer(text):
        yield at, link.start()
        yield link.span(1 if link[2] is None else 2)
        at = link.end()
    yield at, len(text)


def _without_emphasis(text: str) -> Iterator[TextSpan]:
    """The parts of a text between the marks of emphasis; every mark is looked at once."""
    at = done = 0
    open_ended: set[str] = set()
    while opening := _EMPHASIS.search(text, at):
        at, mark = opening.end(), opening[0]
        end = None if mark in open_ended else _EMPHASIS_END[mark].search(text, at + 1)
        if end is None:
            open_ended.add(mark)  # nor will it end behind the next mark of this kind
            continue
        yield done, opening.start()
        yield at, end.start()
        at = done = end.end()
    yield done, len(text)
