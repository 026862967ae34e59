"""Notes that programs write as HTML: headings, nested lists, check boxes of several kinds, tables a row a line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inkslate.board import DONE, OPEN
from inkslate.readers.html import LinearParser
from inkslate.readers.limits import check_words
from inkslate.readers.note_lines import NoteLines, NumberedWords

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LISTS = frozenset(("ul", "ol"))
_CELLS = frozenset(("td", "th"))
_PARAGRAPHS = frozenset(("div", "p"))
_BLOCKS = frozenset(
    "address article blockquote body center dd dl dt en-note html li main pre section table tbody tr".split()
).union(_HEADINGS, _LISTS, _PARAGRAPHS)
_VOID = frozenset("area base br col embed en-media en-todo hr img input link meta source track wbr".split())
_STRUCK = frozenset(("s", "strike", "del"))
_HIDDEN = frozenset(("head", "script", "style", "title", "en-crypt", "template"))
# What Evernote 10 and its successors say in styles.
_TODO_LIST = re.compile(r"--en-todo\s*:\s*true")
_CHECKED = re.compile(r"--en-checked\s*:\s*true")
_CODE = re.compile(r"(?:--|-)en-?-codeblock\s*:\s*true")
_PADDING = re.compile(r"padding-left\s*:\s*(\d{1,4})px")
_STEP = 40  # pixels that Evernote indents a line by
_LINE_THROUGH = re.compile(r"text-decoration(?:-line)?\s*:[^;]*\bline-through\b")
_LARGE = re.compile(r"font-size\s*:\s*24(?:\.0)?px")  # the size of a title in Apple Notes


@dataclass(frozen=True, slots=True)
class _Open:
    """An open element, and what it says about the text in it."""

    tag: str
    hidden: bool = False
    struck: bool = False
    heading: int = 0
    depth: int = 0  # of lists
    padding: int = 0
    checklist: bool = False
    cell: bool = False  # of a table, whose row is a line


class HtmlLines(LinearParser):
    """Adds the lines of HTML to a note."""

    def __init__(self, lines: NoteLines, numbered: NumberedWords) -> None:
        super().__init__()
        self._lines, self._numbered = lines, numbered
        self._stack = [_Open("")]
        self._open: dict[str, int] = {}
        self._texts: list[str] = []
        self._heading = 0
        self._plain = False  # whether text of the line is not struck through
        self._item: bool = False  # the next line begins a list item
        self._box: str | None = None

    def feed_all(self, text: str, *, name: str) -> None:
        """Parse the whole text; an InputError too where it is more than a file of notes can have."""
        check_words(name, text)
        super().feed_all(text, name=name)

    def finish(self) -> None:
        """End the last line."""
        self._end_line()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; one that is a block ends the line before it."""
        given = {name: value or "" for name, value in attrs}
        if tag in _VOID:
            self._place(tag, given)
            return
        if tag == "li":
            self._close_item()
        self._break_at(tag)
        outer = self._stack[-1]
        inner = _inside(outer, tag, given)
        self._stack.append(inner)
        self._open[tag] = self._open.get(tag, 0) + 1
        if tag == "li":
            self._item, self._box = True, _box_of_item(outer, given)

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost element of this name, and everything inside of it."""
        while self._open.get(tag) and self._pop() != tag:
            pass

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that ends at once, as in XML."""
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        """Add text to the line."""
        inside = self._stack[-1]
        if inside.hidden or not data:
            return
        if data.strip():
            self._plain = self._plain or not inside.struck
            self._heading = inside.heading or self._heading
        self._texts.append(data)

    def _place(self, tag: str, given: dict[str, str]) -> None:
        """An element without content."""
        if self._stack[-1].hidden:
            return
        if tag in ("br", "hr"):
            if self._stack[-1].cell:
                self._texts.append(" ")
            elif not self._end_line() and not self._stack[-1].depth:
                self._lines.gap()  # an empty line; in a list it is an empty item
        elif tag == "en-todo":
            if "".join(self._texts).strip():
                self._end_line()  # old notes have a box in the middle of a line
            self._box = DONE if given.get("checked", "").lower() == "true" else OPEN
        elif tag == "input" and given.get("type", "").lower() == "checkbox":
            self._box = DONE if "checked" in given else OPEN

    def _close_item(self) -> None:
        """HTML lets the end tag of an item be left out."""
        inside = self._stack[-1]
        if inside.tag == "li" or (self._open.get("li") and inside.tag == "p"):
            self.handle_endtag("li")

    def _break_at(self, tag: str) -> None:
        """End the line or, in a cell and between cells, the word where such an element begins or ends."""
        if tag in _CELLS or (self._stack[-1].cell and tag in _PARAGRAPHS):
            self._texts.append(" ")
        elif tag in _BLOCKS:
            self._end_line()
            if tag == "tr":
                self._lines.part()

    def _pop(self) -> str:
        inside = self._stack[-1]
        self._break_at(inside.tag)
        self._stack.pop()
        self._open[inside.tag] -= 1
        if inside.tag == "li":
            self._item, self._box = False, None
        return inside.tag

    def _end_line(self) -> bool:
        """End the line, if it has words; whether it had any."""
        texts = "".join(self._texts).split()
        if texts:
            inside = self._stack[-1]
            in_list = max(inside.depth - 1, 0)
            words = self._numbered(texts)
            self._lines.add(
                words,
                bullet=self._item,
                box=self._box,
                heading=self._heading,
                indent=in_list + inside.padding // _STEP,
                struck=not self._plain,
            )
            self._item = False
        if not self._item:
            self._box = None  # an empty line may have one too
        self._texts, self._heading, self._plain = [], 0, False
        return bool(texts)


def _inside(outer: _Open, tag: str, given: dict[str, str]) -> _Open:
    """What an element says about its text, besides what those around it say."""
    style = given.get("style", "")
    padding = _PADDING.search(style)
    classes = given.get("class", "").split()
    heading = _HEADINGS.get(tag) or (1 if tag in ("span", "font") and _LARGE.search(style) else 0)
    return _Open(
        tag,
        hidden=outer.hidden or tag in _HIDDEN or bool(_CODE.search(style)),
        struck=outer.struck or tag in _STRUCK or bool(_LINE_THROUGH.search(style)),
        heading=heading or outer.heading,
        depth=outer.depth + (tag in _LISTS),
        padding=outer.padding + (int(padding[1]) if padding and tag not in _LISTS else 0),
        checklist=(bool(_TODO_LIST.search(style)) or "checklist" in classes) if tag in _LISTS else outer.checklist,
        cell=tag in _CELLS or (outer.cell and tag not in ("table", *_LISTS)),
    )


def _box_of_item(outer: _Open, given: dict[str, str]) -> str | None:
    """What the list that an item is in, and the item itself, say about its box."""
    if not outer.checklist:
        return None
    ticked = _CHECKED.search(given.get("style", "")) or "checked" in given.get("class", "").split()
    return DONE if ticked else OPEN
