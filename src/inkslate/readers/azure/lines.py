"""Azure results without spans: lines that hold their words, paragraphs alone, or the content alone."""

from __future__ import annotations

from inkslate.formats.json_values import Fields
from inkslate.readers.azure.content import AzureContent, azure_key
from inkslate.readers.azure.tokens import PageRotation, make_row, make_token, paragraph_heading, paragraph_kind
from inkslate.readers.layout.columns import arrange_rows
from inkslate.readers.layout.rows import RowBlock, RowGroup, apply_check_boxes, group_blocks
from inkslate.readers.layout.text_row import TextRow


def nested_groups(sheet: Fields, pointer: str) -> list[RowGroup]:
    """A page of Read 2.x or 3.x, or a block of Image Analysis; the order of its lines may go across columns."""
    reading = PageRotation(sheet)
    rows: list[TextRow] = []
    for number, line in enumerate(sheet.objects("lines")):
        at = f"{pointer}/lines/{number}"
        tokens = [reading.token(word, f"{at}/words/{index}") for index, word in enumerate(line.objects("words"))]
        if not any(token.words for token in tokens):
            tokens = [reading.token(line, at)]
        row = make_row(tokens)
        if row.words:
            rows.append(row)
    marks = [reading.mark(mark) for mark in sheet.objects(azure_key(sheet, "selectionMarks"))]
    apply_check_boxes(rows, [box for mark in marks if (box := mark.check_box) is not None])
    return arrange_rows(rows)


def paragraph_groups(result: Fields, pointer: str) -> list[RowGroup]:
    """Paragraphs of a result whose pages have no words, as other services with this interface give it."""
    blocks: list[RowBlock] = []
    for number, paragraph in enumerate(result.objects("paragraphs")):
        text, at = paragraph.text("content") or "", f"{pointer}/paragraphs/{number}"
        rows = [make_row([make_token(line, at, paragraph.where)]) for line in text.splitlines()]
        for row in rows:
            row.heading = paragraph_heading(paragraph)
        if any(row.words for row in rows):
            blocks.append(RowBlock([row for row in rows if row.words], paragraph_kind(paragraph)))
    return group_blocks(blocks)


def content_groups(content: AzureContent, pointer: str, where: str) -> list[RowGroup]:
    """Nothing but the content: blank lines part regions."""
    groups = [RowGroup()]
    for line in (content.text or "").splitlines():
        row = make_row([make_token(line, pointer, where)])
        if row.words:
            groups[-1].add(RowBlock([row]))
        elif not line.strip():
            groups.append(RowGroup())
    return [group for group in groups if group.blocks]
