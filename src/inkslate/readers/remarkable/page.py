"""A page of a reMarkable (.rm, version 6): its typed text, and whether there is ink on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from inkslate.errors import InputError
from inkslate.readers.remarkable.tagged_bytes import CharId, TaggedBytes
from inkslate.readers.remarkable.typed_text import TypedRun, in_order

_HEADER = re.compile(rb"reMarkable .lines file, version=(\d) {10}")
_TEXT_BLOCK, _STROKE_BLOCK = 0x07, 0x05
_START = CharId(0, 0)  # what the style of the first paragraph refers to


@dataclass(frozen=True, slots=True)
class TypedParagraph:
    """A paragraph, and the number of its style; 1 is plain text."""

    text: str
    style: int = 1


@dataclass(frozen=True, slots=True)
class InkPage:
    """What is on a page."""

    paragraphs: tuple[TypedParagraph, ...] = ()
    ink: bool = False


def is_page(data: bytes) -> bool:
    """Whether the file begins as a page of a reMarkable does."""
    return _HEADER.match(data) is not None


def read_page(data: bytes, where: str) -> InkPage:
    """The page of a file; those of versions before 6 have ink alone."""
    header = _HEADER.match(data)
    if header is None:
        raise InputError(f"{where}: is not a page of a reMarkable; the file is damaged or of another format")
    if int(header[1]) < 6:
        return InkPage(ink=True)
    if int(header[1]) > 6:
        raise InputError(f"{where}: is of version {int(header[1])}, which is not known; export it as PDF with text")
    paragraphs: list[TypedParagraph] = []
    ink = False
    for kind, block in _blocks(TaggedBytes(data, where, header.end())):
        if kind == _TEXT_BLOCK:
            paragraphs += _paragraphs(block, where)
        elif kind == _STROKE_BLOCK and not ink:
            ink = _is_stroke(block)
    return InkPage(tuple(paragraphs), ink)


def _blocks(data: TaggedBytes) -> Iterator[tuple[int, TaggedBytes]]:
    while data:
        length = data.fixed()
        *_versions, kind = data.take(4)
        yield kind, data.block(length)


def _is_stroke(block: TaggedBytes) -> bool:
    """Whether a stroke is still there: of one that was deleted only the ids are left."""
    for index in (1, 2, 3, 4):
        block.id(index)
    block.tagged(5)
    return block.has_inner(6)


def _paragraphs(block: TaggedBytes, where: str) -> list[TypedParagraph]:
    block.id(1)
    content = block.inner(2)
    items, formats = content.inner(1).inner(1), content.inner(2).inner(1)
    runs = [run for _ in range(items.number()) if (run := _run(items.inner(0))).length]
    styles = dict(_style(formats) for _ in range(formats.number()))
    texts: list[tuple[CharId, list[str]]] = [(_START, [])]
    for piece in in_order(runs, where):
        first, *rest = piece.text.split("\n")
        texts[-1][1].append(first)
        at = piece.number + len(first)
        for part in rest:
            texts.append((CharId(piece.author, at), [part]))
            at += 1 + len(part)
    return [TypedParagraph("".join(parts), styles.get(start, 1)) for start, parts in texts]


def _run(item: TaggedBytes) -> TypedRun:
    """A piece of text as it was typed. Of a deleted one its length is known; a code for bold letters is one long."""
    own, left, right = item.id(2), item.id(3), item.id(4)
    deleted = item.tagged(5)
    if not item.has_inner(6):
        return TypedRun(*own, "", deleted, left, right)
    content = item.inner(6)
    text = content.text()
    return TypedRun(*own, text, len(text) or deleted or int(bool(content)), left, right)


def _style(formats: TaggedBytes) -> tuple[CharId, int]:
    """The line break in front of a paragraph, and the style of the paragraph."""
    start = formats.bare_id()
    formats.id(1)
    value = formats.inner(2)
    value.byte()
    return start, value.byte()
