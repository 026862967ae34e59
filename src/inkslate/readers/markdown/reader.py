"""Markdown: a region begins at each heading and rule; list items are bulleted lines; code is left out.

A word's source is LINE:COLUMN in the file, or LINE where marks inside of it hide the column.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from inkslate.board import DONE, MOST_INDENT, OPEN, Board, Line, Region, Word
from inkslate.errors import InputError
from inkslate.readers.character_references import replace_long_references
from inkslate.readers.document import Document, line_starts
from inkslate.readers.layout.bullets import Bullet, Marks, find_bullet, with_done_behind, with_keyword
from inkslate.readers.layout.keywords import has_tick_before
from inkslate.readers.layout.table_rows import TableRow
from inkslate.readers.markdown.indented import with_lists
from inkslate.readers.markdown.inline import BREAK, PlainLine, keep_places, plain_lines
from inkslate.readers.markdown.logseq import find_marker, is_logseq, without_own_lines
from inkslate.readers.markdown.obsidian import find_block_id, without_comments, without_templates
from inkslate.readers.markdown.places import SourceLines, SourcePlace
from inkslate.readers.markdown.titles import with_titles
from inkslate.readers.planning import due_of, find_plans

if TYPE_CHECKING:
    from markdown_it.token import Token

# Beyond its limit the parser drops text silently; notes do not have that many levels.
_DEEPEST = 100
_FRONT_MATTER = re.compile(
    r"\A(?:---[ \t]*\n.*?\n(?:---|\.\.\.)|\+\+\+[ \t]*\n(?:.*?\n)?\+\+\+)[ \t]*(?:\n|\Z)", re.DOTALL
)
_HTML = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?:script|style)\b.*?(?:</(?:script|style)\s*>|\Z)|<[^<>]*>", re.DOTALL | re.IGNORECASE
)
_NOT_LINE_END = re.compile(r"[^\n]")
_DASHES = "–—−－＊"  # below a quotation they precede a name
_WORD = re.compile(r"\S+")
# Obsidian's boxes that are neither open nor done; a cancelled item is not a task any more.
_BOX = re.compile(r"\[(?:(?P<cancelled>-)|[/<>!?*])\](?:\s+|$)")
_FARTHEST_CELL = 200  # characters from the end of a cell to the next
_UNDERLINES = ("-", "=")
_LEVELS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
# Logseq's, as Org's.
_ATTRIBUTES = re.compile(r"(?<=\S)[ \t]\{[#.][^\s{}][^{}\n]{0,200}\}$")  # of a heading: "# Beds {#beds .wide}"
_PLANNING = re.compile(r"\s*(?:(?:SCHEDULED|DEADLINE):\s*<|(?:CLOSED|CLOCK):\s*\[)\d{4}-\d\d-\d\d[^\n]*[>\]]")
_CALLOUT = re.compile(r"\[![\w-]{1,40}\][-+]?(?:\s+|$)")


def scan(document: Document) -> Iterator[Board]:
    """One board for the file."""
    text = document.text.replace("\r\n", "\n").replace("\r", "\n")
    front = _FRONT_MATTER.match(text)
    skipped = front.end() if front else 0
    first = text.count("\n", 0, skipped)
    body, of_logseq = text[skipped:], is_logseq(text, document.stem)
    body = without_comments(without_templates(without_own_lines(body) if of_logseq else body))
    source = SourceLines(body.split("\n"), line_starts(document.text)[first:], first + 1)
    builder = _RegionCollector(source, of_logseq=of_logseq)
    for token in with_lists(_parse(with_titles(body), document.name), source, partial(_parse, name=document.name)):
        builder.take(token)
    yield Board(document.stem, builder.regions())


def _parse(text: str, name: str) -> Sequence[Token]:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable(["table", "strikethrough"])
    tokens = keep_places(parser).parse(text)
    inline = (child for token in tokens for child in token.children or ())
    if any(token.level >= _DEEPEST - 2 for tokens_ in (tokens, inline) for token in tokens_):
        raise InputError(f"{name}: nested more than {_DEEPEST // 2} levels deep; flatten the lists or quotes")
    return tokens


class _RegionCollector:
    """Collects lines into regions while it walks over the parser's tokens."""

    def __init__(self, source: SourceLines, *, of_logseq: bool) -> None:
        self._source, self._of_logseq = source, of_logseq
        self._regions: list[list[Line]] = [[]]
        self._bullet = self._quote = False
        self._heading = self._depth = 0
        self._row: TableRow | None = None
        self._cell_end = 0
        self._end, self._gap = 0, False  # where the text before ends, and whether an empty line follows it

    def take(self, token: Token) -> None:
        """Add what a token holds."""
        if token.type == "heading_open" and self._depth and token.markup in _UNDERLINES:
            pass  # an empty item below the text, or a rule
        elif token.type in ("heading_open", "hr"):
            self._regions.append([])
            self._heading = _LEVELS.get(token.tag, 0)
        elif token.type == "heading_close":
            self._heading = 0
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            self._depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            self._depth -= 1
        elif token.type == "list_item_open":
            self._bullet = True
        elif token.type == "list_item_close":
            self._bullet = False
        elif token.type == "blockquote_open":
            self._quote = True
        elif token.type == "tbody_open" and token.map:
            self._end = token.map[0]  # the rule below the header is no empty line
        elif token.type == "tr_open":
            self._row, self._cell_end = TableRow(), 0
        elif token.type == "tr_close":
            row, self._row = self._row, None
            if row is not None:
                words, box = row.line()
                self._bullet = box is not None
                self._add(words, box=box)
        elif token.type == "inline":
            self._begin(token)
            self._take_inline(token)
            self._quote = False
        elif token.type == "html_block":
            self._begin(token)
            self._take_html(token)

    def regions(self) -> tuple[Region, ...]:
        """The regions that have lines."""
        filled = [lines for lines in self._regions if lines]
        return tuple(Region(f"r{number}", tuple(lines)) for number, lines in enumerate(filled, 1))

    def _begin(self, token: Token) -> None:
        """Note whether an empty line, or something that is left out, is above the text of a token."""
        first, behind = token.map or (self._end, self._end)
        self._gap = self._gap or first > self._end
        self._end = behind

    def _take_inline(self, token: Token) -> None:
        lines = plain_lines(token.children or ())
        if self._row is not None:
            begins = [(0, self._find_cell(token))]
            words = tuple(word for line in lines for word in self._words(token, line, begins))
            mark = find_bullet(" ".join(lines[0].markup.split()))
            self._row.add(words, mark, struck=all(line.is_struck for line in lines))
            return
        begins, start, above = [], 0, self._first_line(token)
        for number, text in enumerate(token.content.split("\n")):
            begins.append((start, self._find_line(above + number, text)))
            start += len(text) + 1
        if self._quote and (callout := _CALLOUT.match(lines[0].markup)):
            lines[0] = lines[0].behind(callout.end())
        for line in lines:
            if (behind := find_block_id(line.markup.rstrip())) is not None:
                line = line.part(0, behind)
            elif self._heading and (attributes := _ATTRIBUTES.search(line.markup.rstrip())):
                line = line.part(0, attributes.start())
            if _PLANNING.match(line.markup):
                self._plan(token, line, begins)
                continue
            bullet = self._marks(line.markup)
            self._bullet = self._bullet or (bool(bullet) and not self._heading)
            marks = self._with_keyword(line.markup, bullet)
            item = line.behind(marks.end)
            if self._bullet or has_tick_before(item.markup):
                marks = with_done_behind(marks, item.markup.rstrip(), is_item=self._bullet)
            if item.is_struck and (self._bullet or marks.box or not (self._heading or item.is_struck_above)):
                marks = Marks(box=DONE)
            self._add(list(self._words(token, item, begins)), box=marks.box, keyword=marks.keyword)

    def _with_keyword(self, text: str, bullet: Bullet) -> Marks:
        """What the bullet and a keyword behind it say: the text begins with it as written, without marks around it."""
        is_item = self._bullet or (self._heading and self._depth)
        if self._of_logseq and is_item and bullet.box is None and (marker := find_marker(text[bullet.end :])):
            return Marks(bullet.end + marker.end, box=marker.box, keyword=marker.word)
        return Marks(bullet.end, box=bullet.box) if self._heading else with_keyword(text, bullet)

    def _plan(self, token: Token, line: PlainLine, begins: Sequence[tuple[int, int | None]]) -> None:
        """Give the item above its due date."""
        region = self._regions[-1]
        plans: dict[str, Word] = {}
        for keyword, plan in find_plans(line.text).items():
            (day,) = self._words(token, line.part(plan.start, plan.end), begins)
            plans[keyword] = replace(day, text=plan.text)
        items = (at for at in reversed(range(len(region))) if region[at].bullet or region[at].box or region[at].heading)
        if plans and region:
            above = next(items, len(region) - 1)
            if "DEADLINE" in plans or region[above].due is None:
                region[above] = replace(region[above], due=due_of(plans))

    def _marks(self, text: str) -> Bullet:
        """Marks in front of a list item's text, and those that make a list where Markdown sees none: "• milk"."""
        stripped = text.lstrip()
        if self._heading:
            boxed = find_bullet(text)
            return boxed if boxed.box is not None else Bullet()
        if not self._bullet and (stripped[:1].isascii() or stripped[0] in _DASHES):
            boxed = find_bullet(stripped)
            return Bullet(len(text) - len(stripped) + boxed.end, boxed.box) if boxed.box else Bullet()
        box = _BOX.match(stripped) if self._bullet else None
        begin = len(text) - len(stripped) + (box.end() if box else 0)
        bullet = find_bullet(text[begin:])
        if not box and not bullet:
            return Bullet()
        if box:
            return Bullet(begin + bullet.end, DONE if bullet.done or box["cancelled"] else OPEN)
        return Bullet(begin + bullet.end, bullet.box)

    def _take_html(self, token: Token) -> None:
        first = token.map[0] if token.map else 0
        # Tags become spaces, so that columns stay.
        plain = _HTML.sub(lambda tag: _blank(tag[0]), BREAK.sub(lambda tag: "\v" + _blank(tag[0][1:]), token.content))
        for number, (content, text) in enumerate(zip(token.content.split("\n"), plain.split("\n"), strict=True)):
            at = self._find_line(first + number, content) or 0
            for part in text.split("\v"):
                words = []
                for match in _WORD.finditer(part):
                    start, end = (SourcePlace(first + number, at + column) for column in match.span())
                    texts = html.unescape(replace_long_references(match[0])).split()
                    words += [self._source.word(each, start, end, first=match[0][0]) for each in texts]
                self._add(words)
                at += len(part) + 1

    def _words(self, token: Token, line: PlainLine, begins: Sequence[tuple[int, int | None]]) -> Iterator[Word]:
        """The words of a line. `begins`: where each line of the paragraph begins in it, and its column in the file."""
        above = self._first_line(token)

        def place(at: int | None) -> SourcePlace:
            number = 0 if at is None else bisect_right(begins, (at + 1,)) - 1
            start, begin = begins[number]
            return SourcePlace(above + number, None if at is None or begin is None else begin + at - start)

        for match in _WORD.finditer(line.text):
            last = line.ends[match.end() - 1]
            end = place(None if last is None else last - 1)  # the line that its last character is on
            yield self._source.word(match[0], place(line.places[match.start()]), end.behind())

    def _first_line(self, token: Token) -> int:
        """The line where a paragraph's text begins: the parser strips more blanks than it takes for an empty line."""
        first, behind = token.map or (0, 0)
        text = token.content.partition("\n")[0]
        return next((line for line in range(first, behind) if self._find_line(line, text) is not None), first)

    def _find_line(self, line: int, content: str) -> int | None:
        """The column where a line of a paragraph begins in the file, behind the marks of lists and quotes."""
        source, core = self._source.line(line).rstrip(), content.strip()
        at = len(source) - len(core) if source.endswith(core) else source.find(core)  # a heading may end in #
        return at - (len(content) - len(content.lstrip())) if at >= 0 else None

    def _find_cell(self, token: Token) -> int | None:
        # As it is written, a cell is not much longer than as it is read: a search without a bound would be quadratic.
        end = self._cell_end + 2 * len(token.content) + _FARTHEST_CELL
        at = self._source.line(token.map[0]).find(token.content, self._cell_end, end) if token.map else -1
        if at < 0:
            return None
        self._cell_end = at + len(token.content)
        return at

    def _add(self, words: Sequence[Word], *, box: str | None = None, keyword: str | None = None) -> None:
        if words or self._bullet:
            depth = min(max(0, self._depth - 1), MOST_INDENT)
            region = self._regions[-1]
            gap = self._gap and bool(region) and not region[-1].heading
            region.append(Line(tuple(words), self._bullet, box, self._heading, depth, keyword, gap=gap))
            self._bullet = self._gap = False


def _blank(text: str) -> str:
    return _NOT_LINE_END.sub(" ", text)
