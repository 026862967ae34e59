"""Document Intelligence: words, lines, paragraphs and check boxes are separate lists, related by their spans."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from inkslate.formats.json_values import Fields
from inkslate.readers.azure.content import AzureContent, SpanIndex, azure_key
from inkslate.readers.azure.tokens import (
    AzureToken,
    PageRotation,
    element_text,
    make_row,
    paragraph_heading,
    paragraph_kind,
)
from inkslate.readers.layout.columns import arrange_rows, reorder_columns
from inkslate.readers.layout.rows import TEXT, CheckBox, RowBlock, RowGroup, apply_check_boxes, group_blocks
from inkslate.readers.layout.stray_bullets import attach_bullets
from inkslate.readers.layout.text_row import TextRow

_FAR = 1000  # characters; text farther away in the content is not beside a check box


def page_groups(result: Fields, content: AzureContent, pointer: str) -> Iterator[RowGroup]:
    """The groups of all pages, in the order of their numbers."""
    paragraphs = _Paragraphs(result, content)
    pages = [(page, f"{pointer}/pages/{number}") for number, page in enumerate(result.objects("pages"))]
    for page, at in sorted(pages, key=lambda item: item[0].whole(azure_key(item[0], "pageNumber")) or 0):
        yield from _AzurePage(page, at, content).groups(paragraphs)


class _Paragraphs:
    """The paragraphs of all pages: which one covers an offset, and of which kind it is."""

    def __init__(self, result: Fields, content: AzureContent) -> None:
        tables = SpanIndex([content.spans(table) for table in result.objects("tables")])
        spans: list[list[tuple[int, int]]] = []
        self.kinds: list[str] = []
        self.headings: list[int] = []
        for paragraph in result.objects("paragraphs"):
            spans.append(content.spans(paragraph))
            table = tables.at(spans[-1][0][0]) if spans[-1] else None
            self.kinds.append(paragraph_kind(paragraph) if table is None else f"table {table}")
            self.headings.append(paragraph_heading(paragraph))
        self._cover = SpanIndex(spans)

    def at(self, offset: int | None) -> int | None:
        """The paragraph that covers the offset; None where there is none."""
        return None if offset is None else self._cover.at(offset)


class _AzurePage:
    """The words of a page in the order of the content, each with its line."""

    def __init__(self, page: Fields, pointer: str, content: AzureContent) -> None:
        self._content, self._reading = content, PageRotation(page)
        lines = page.objects("lines")
        self._cover = SpanIndex([content.spans(line) for line in lines])
        tokens = self._read(page.objects("words"), f"{pointer}/words")
        if any(token.words for token in tokens):
            tokens = _in_order(tokens)
            words = [token for token in tokens if token.words]
            if self._cover and words[0].start is not None:
                for token in words:
                    token.line = None if token.start is None else self._cover.at(token.start)
            else:
                _share_out(words, [len("".join(element_text(line).split())) for line in lines])
        else:
            tokens = self._read(lines, f"{pointer}/lines")
            for number, token in enumerate(tokens):
                token.line = number
            tokens = _in_order(tokens)
        self._words = [token for token in tokens if token.words]
        self._marks = [token for token in tokens if not token.words and token.check is not None]
        for mark in page.objects(azure_key(page, "selectionMarks")):
            token = self._reading.mark(mark)
            token.start, token.end = next(iter(content.spans(mark)), (None, None))
            self._marks.append(token)

    def groups(self, paragraphs: _Paragraphs) -> list[RowGroup]:
        """The row groups of the page in reading order."""
        runs = self._runs(paragraphs)
        rows = [make_row([self._words[index] for index in run]) for run in runs]
        self._tick(rows, runs)
        owners = [paragraphs.at(self._words[run[0]].start) for run in runs]
        if all(owner is None for owner in owners):
            return arrange_rows(rows)
        blocks: dict[object, RowBlock] = {}
        for number, (row, owner) in enumerate(zip(rows, owners, strict=True)):
            # A row that no paragraph covers is a block of its own, in the order of the content.
            key, kind = (f"row {number}", TEXT) if owner is None else (owner, paragraphs.kinds[owner])
            row.heading = 0 if owner is None else paragraphs.headings[owner]
            blocks.setdefault(key, RowBlock([], kind)).rows.append(row)
        return group_blocks(reorder_columns(attach_bullets(list(blocks.values()))))

    def _read(self, elements: Sequence[Fields], pointer: str) -> list[AzureToken]:
        tokens: list[AzureToken] = []
        for number, element in enumerate(elements):
            spans = self._content.spans(element)
            text = element_text(element) or self._content.take(spans, element.where)
            token = self._reading.token(element, f"{pointer}/{number}", text)
            if spans:
                token.start, token.end = spans[0][0], spans[-1][1]
            tokens.append(token)
        return tokens

    def _runs(self, paragraphs: _Paragraphs) -> list[list[int]]:
        """The words of each row: of one paragraph and one line, or between line breaks where no line covers them."""
        rows: dict[tuple[object, ...], list[int]] = {}
        run = 0
        before: tuple[int | None, int | None] = (None, None)
        for index, token in enumerate(self._words):
            place = (paragraphs.at(token.start), token.line)
            if token.line is None and (place != before or self._breaks(self._words[index - 1], token)):
                run += 1
            rows.setdefault((*place, run if token.line is None else 0), []).append(index)
            before = place
        return list(rows.values())

    def _breaks(self, before: AzureToken, after: AzureToken) -> bool:
        """Whether a row ends between two words that no line covers."""
        if self._content.text is not None and before.end is not None and after.start is not None:
            return "\n" in self._content.slice(before.end, after.start)
        if before.box is None or after.box is None:
            return False
        return after.box.y + after.box.height / 2 > before.box.y + before.box.height

    def _tick(self, rows: list[TextRow], runs: list[list[int]]) -> None:
        """Check boxes go to the row that the content has beside them, else to the one that the page has."""
        home = {index: number for number, run in enumerate(runs) for index in run}
        boxes: list[CheckBox] = []
        starts = [token.start or 0 for token in self._words]
        for mark in self._marks:
            if mark.start is not None and starts and self._words[0].start is not None:
                after = bisect_left(starts, mark.start)
                if self._beside(mark, after, rows, runs, home):
                    continue
                if mark.box is None and after < len(starts):
                    rows[home[after]].add_mark(None, check=mark.check)
            if (box := mark.check_box) is not None:
                boxes.append(box)
        apply_check_boxes(rows, boxes)

    def _beside(
        self, mark: AzureToken, after: int, rows: list[TextRow], runs: list[list[int]], home: dict[int, int]
    ) -> bool:
        """Whether the content has a word beside the box; at either end of a row the box is its bullet."""
        next_row = home[after] if after < len(home) and self._together(mark, self._words[after]) else None
        last_row = home[after - 1] if after > 0 and self._together(self._words[after - 1], mark) else None
        if next_row is not None and runs[next_row][0] == after:
            rows[next_row].add_mark(mark.box, check=mark.check)
        elif last_row is not None and runs[last_row][-1] == after - 1:
            rows[last_row].add_mark(mark.box, check=mark.check, behind=True)
        return next_row is not None or last_row is not None

    def _together(self, one: AzureToken, other: AzureToken) -> bool:
        """Whether both are on one line of the content."""
        if one.end is None or one.start is None or other.start is None:
            return False
        line = self._cover.at(one.start)
        if line is not None and line == self._cover.at(other.start):
            return True
        if self._content.text is None or other.start - one.end > _FAR:
            return False
        return "\n" not in self._content.slice(one.end, other.start)


def _in_order(tokens: list[AzureToken]) -> list[AzureToken]:
    """Tokens in the order of the content; one without a span stays behind the one before it."""
    if all(token.start is None for token in tokens):
        return tokens
    last = 0
    for token in tokens:
        if token.start is None:
            token.start = token.end = last
        last = token.start
    return sorted(tokens, key=lambda token: token.start or 0)


def _share_out(tokens: Sequence[AzureToken], lengths: Sequence[int]) -> None:
    """Without spans the lines take their words one after the other, as many as their text is long."""
    line, left = -1, 0
    for token in tokens:
        while left <= 0 and line < len(lengths):
            line += 1
            left = lengths[line] if line < len(lengths) else 0
        token.line = line if line < len(lengths) else None
        left -= sum(len(word.text) for word in token.words)
