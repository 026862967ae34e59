"""Amazon Textract: DetectDocumentText and AnalyzeDocument responses, one or the parts of a paged one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.formats import Scanned
from inkslate.formats.json_values import Fields
from inkslate.messages import one_line
from inkslate.readers.document import Document, read_objects
from inkslate.readers.layout.columns import arrange_rows
from inkslate.readers.layout.geometry import box_around_boxes
from inkslate.readers.layout.rows import (
    FOOTER,
    HEADER,
    HEADING,
    NUMBER,
    TEXT,
    CheckBox,
    RowBlock,
    RowGroup,
    apply_check_boxes,
    build_regions,
    group_blocks,
    split_words,
)
from inkslate.readers.layout.stray_bullets import attach_bullets
from inkslate.readers.layout.text_row import TextRow
from inkslate.readers.textract.blocks import TextractBlock, TextractBlocks

_KINDS = {
    "LAYOUT_TITLE": HEADING,
    "LAYOUT_SECTION_HEADER": HEADING,
    "LAYOUT_HEADER": HEADER,
    "LAYOUT_FOOTER": FOOTER,
    "LAYOUT_PAGE_NUMBER": NUMBER,
    "LAYOUT_TEXT": TEXT,
    "LAYOUT_LIST": TEXT,
}
_LEVELS = {"LAYOUT_TITLE": 1, "LAYOUT_SECTION_HEADER": 2}


def scan(document: Document) -> Iterator[Scanned]:
    """One board for all pages of the responses."""
    responses = read_objects(document)
    for response in responses:
        _check_status(response)
    elements = TextractBlocks(responses)
    groups = (group for page in elements.pages() for group in _TextractPage(elements, page).groups())
    yield Board(document.stem, build_regions(groups))


def recognises(document: Document) -> bool:
    """Whether this is certainly a response of Textract, whole or failed."""
    try:
        if '"Blocks"' not in document.text and '"JobStatus"' not in document.text:
            return False
        value = document.json
    except (InputError, ValueError):
        return False
    responses = value if isinstance(value, list) else [value]
    return bool(responses) and all(_looks_right(response) for response in responses)


def _looks_right(response: object) -> bool:
    if not isinstance(response, dict):
        return False
    blocks = response.get("Blocks")
    if isinstance(blocks, list):
        return all(isinstance(block, dict) and "BlockType" in block for block in blocks[:10])
    return blocks is None and isinstance(response.get("JobStatus"), str)


def _check_status(response: Fields) -> None:
    status = response.text("JobStatus") or ""
    message = response.text("StatusMessage") or response.text("message") or response.text("Message")
    error = response.inner("Error") if "Error" in response and "Blocks" not in response else None
    if error is not None:
        message = ": ".join(part for part in (error.text("Code"), error.text("Message")) if part)
    if status == "IN_PROGRESS":
        raise InputError(f"{response.where}: the analysis has not finished (IN_PROGRESS); fetch the result again later")
    if status == "FAILED" or error is not None or ("__type" in response and "Blocks" not in response):
        reason = one_line(message or response.text("__type") or "no reason is given")
        raise InputError(f"{response.where}: the analysis failed: {reason}; there is nothing to read, analyse it again")
    if "Blocks" not in response and not status:
        raise InputError(f"{response.where}: not a Textract response (it needs Blocks); the file is of another format")


class _TextractPage:
    """One page: its lines, each taken once, by the layout where there is one."""

    def __init__(self, elements: TextractBlocks, page: Sequence[TextractBlock]) -> None:
        self._elements, self._page = elements, page
        self._taken: set[int] = set()
        self._line_of = {word.number: line for line in page if line.kind == "LINE" for word in elements.children(line)}

    def groups(self) -> list[RowGroup]:
        """The row groups of the page in reading order."""
        layouts = [element for element in self._page if element.kind.startswith("LAYOUT_")]
        inner = {child.number for layout in layouts for child in self._elements.children(layout)}
        blocks = [
            RowBlock(self._rows_of_layout(layout), _KINDS.get(layout.kind, layout.id), layout.id)
            for layout in layouts
            if layout.number not in inner
        ]
        # Text that the layout leaves out follows, in the order of its places.
        rest = list(self._loose_rows())
        marks = [
            CheckBox(element.box, element.selected)
            for element in self._page
            if element.kind == "SELECTION_ELEMENT" and element.box is not None
        ]
        apply_check_boxes([row for block in blocks for row in block.rows] + rest, marks)
        return group_blocks(attach_bullets(blocks)) + arrange_rows(rest)

    def _rows_of_layout(self, layout: TextractBlock) -> list[TextRow]:
        rows = list(self._rows_below(layout))
        for row in rows:
            row.heading = _LEVELS.get(layout.kind, 0)
        return rows

    def _rows_below(self, top: TextractBlock) -> Iterator[TextRow]:
        """The lines under an element, in its order; words of cells and fields are replaced by their line."""
        stack = [top]
        while stack:
            element = stack.pop()
            if element.kind == "WORD":
                element = self._line_of.get(element.number, element)
            if element.kind in ("LINE", "WORD"):
                yield from self._take(element)
                continue
            if element.number not in self._taken:
                self._taken.add(element.number)
                stack += reversed(self._elements.children(element))

    def _loose_rows(self) -> Iterator[TextRow]:
        for element in self._page:
            if element.kind == "LINE":
                yield from self._take(element)
        last: TextRow | None = None
        for element in self._page:
            if element.kind != "WORD":
                continue
            for row in self._take(element):
                # Words without a line: those side by side make one.
                if last is not None and _side_by_side(last, row):
                    last.words += row.words
                    last.box = box_around_boxes((last.box, row.box))
                    continue
                if last is not None:
                    yield last
                last = row
        if last is not None:
            yield last

    def _take(self, element: TextractBlock) -> Iterator[TextRow]:
        """The row of a line or a word, unless it was taken before."""
        if element.number in self._taken:
            return
        self._taken.add(element.number)
        words = [element] if element.kind == "WORD" else self._elements.children(element)
        words = [word for word in words if word.kind == "WORD"]
        if element.kind == "LINE" and (not words or self._elements.misses(element)):
            # A paged response that was cut has the line but not all of its words.
            self._taken.update(word.number for word in words)
            words = [element]
        else:
            words = [word for word in words if word is element or word.number not in self._taken]
            self._taken.update(word.number for word in words)
        found = [
            word for part in words for word in split_words(part.text, box=part.box, source=part.id, where=part.where)
        ]
        if found:
            yield TextRow(found, box_around_boxes(part.box for part in words))


def _side_by_side(one: TextRow, other: TextRow) -> bool:
    """Whether the other row goes on where the one ends."""
    left, right = one.box, other.box
    if left is None or right is None:
        return False
    middle = right.y + right.height / 2
    gap = right.x - left.x - left.width
    return left.y <= middle <= left.y + left.height and -right.height < gap < 2 * right.height
