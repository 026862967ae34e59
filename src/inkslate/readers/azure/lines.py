"""Azure results without spans: lines that hold their words, paragraphs alone, or the content alone."""

from __future__ import annotations

from inkslate.formats.json_values import Fields
from inkslate.readers.azure.content import Content, azure_key
from inkslate.readers.azure.tokens import Reading, kind_of, row_of, token_of
from inkslate.readers.layout.columns import arrange
from inkslate.readers.layout.rows import Block, CheckBox, Group, Row, follow, tick


def nested_groups(sheet: Fields, pointer: str) -> list[Group]:
    """A page of Read 2.x or 3.x, or a block of Image Analysis; the order of its lines may go across columns."""
    reading = Reading(sheet)
    rows: list[Row] = []
    for number, line in enumerate(sheet.objects("lines")):
        at = f"{pointer}/lines/{number}"
        tokens = [reading.token(word, f"{at}/words/{index}") for index, word in enumerate(line.objects("words"))]
        if not any(token.words for token in tokens):
            tokens = [reading.token(line, at)]
        row = row_of(tokens)
        if row.words:
            rows.append(row)
    marks = [reading.mark(mark) for mark in sheet.objects(azure_key(sheet, "selectionMarks"))]
    tick(rows, [CheckBox(mark.box, mark.done) for mark in marks if mark.box is not None])
    return arrange(rows)


def paragraph_groups(result: Fields, pointer: str) -> list[Group]:
    """Paragraphs of a result whose pages have no words, as other services with this interface give it."""
    blocks: list[Block] = []
    for number, paragraph in enumerate(result.objects("paragraphs")):
        text, at = paragraph.text("content") or "", f"{pointer}/paragraphs/{number}"
        rows = [row_of([token_of(line, at, paragraph.where)]) for line in text.splitlines()]
        if any(row.words for row in rows):
            blocks.append(Block([row for row in rows if row.words], kind_of(paragraph)))
    return follow(blocks)


def content_groups(content: Content, pointer: str, where: str) -> list[Group]:
    """Nothing but the content: blank lines part regions."""
    groups = [Group()]
    for line in (content.text or "").splitlines():
        row = row_of([token_of(line, pointer, where)])
        if row.words:
            groups[-1].add(Block([row]))
        elif not line.strip():
            groups.append(Group())
    return [group for group in groups if group.blocks]
