"""JIIX, MyScript's interactive ink export: a region for each block of text, in the order of the file."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.formats.json_values import Fields
from inkslate.messages import shorten
from inkslate.readers.document import Document, read_json, read_object
from inkslate.readers.myscript.blocks import holds_text, text_blocks
from inkslate.readers.myscript.text_block import TextBlock
from inkslate.readers.region_ids import RegionIds, next_number
from inkslate.readers.service_errors import refuse_service_error
from inkslate.readers.strokes import InkStroke

_MIME = "application/vnd.myscript.jiix"
_CONTENT = ("label", "words", "elements", "children")
_LARGEST = 1e300
_CONTAINERS = ("Raw Content", "Text Document", "Container", "Diagram")


def recognises(document: Document) -> bool:
    """Whether the document is certainly JIIX."""
    try:
        value = document.json if _MIME in document.text or '"type"' in document.text else None
    except (InputError, ValueError):
        return False
    if not isinstance(value, dict):
        return False
    exports = value["exports"] if isinstance(value.get("exports"), dict) else value
    block = exports.get(_MIME, value)
    if not isinstance(block, dict):
        return False
    kind = block.get("type")
    if kind == "Text":
        # A form's field may be a "Text" with a label as well.
        sure = isinstance(block.get("bounding-box"), dict) or isinstance(block.get("version"), str)
        labelled = isinstance(block.get("words"), list) or (sure and isinstance(block.get("label"), str))
        return labelled or holds_text(block.get("elements"))
    blocks = block.get("elements", block.get("children"))
    typed = isinstance(blocks, list) and all(isinstance(item, dict) and "type" in item for item in blocks)
    return kind == "Raw Content" or (kind in _CONTAINERS and typed)


def scan(document: Document) -> Iterator[Board]:
    """One board; every block of text is a region."""
    root = read_object(document)
    refuse_service_error(root, service="MyScript", result=(*_CONTENT, "exports", _MIME))
    block, pointer = _unwrapped(root)
    if "type" not in block and not any(key in block for key in _CONTENT):
        raise InputError(f"{block.where}: no type, label or words, so it is not JIIX; name the format with --from")
    regions: list[Region] = []
    ids = RegionIds(next_number)
    for text, place in text_blocks(block, pointer):
        lines = TextBlock(text, place).lines()
        given = text.id("id")
        name = str(given) if given is not None else None
        if name is not None and name in ids:
            raise InputError(f"{text.where}: duplicate block id {shorten(name)}; the file is damaged")
        if lines:
            regions.append(Region(ids.take(name, number=len(regions) + 1), tuple(lines)))
    if (
        not regions
        and '"strokes"' in document.text
        and '"label"' not in document.text
        and '"words"' not in document.text
    ):
        raise InputError(f"{block.where}: the ink has no recognised text; export it after recognition")
    yield Board(document.stem, tuple(regions))


def _unwrapped(root: Fields) -> tuple[Fields, str]:
    """The root block and its JSON pointer; applications keep it under its media type, servers under `exports` too."""
    pointer = ""
    if "exports" in root:
        root, pointer = root.inner("exports") or root, "/exports"
    if _MIME in root:
        root, pointer = root.inner(_MIME) or root, f"{pointer}/{_MIME.replace('/', '~1')}"
    return root, pointer


def strokes(document: Document) -> Iterator[InkStroke]:
    """Every object with coordinates, at any depth; damaged ones are left out."""
    seen: set[str | int] = set()
    stack = [read_json(document)]
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            stack.extend(reversed(value))
        elif isinstance(value, dict):
            stroke = _stroke(value)
            if stroke is None:
                stack.extend(reversed(value.values()))
            elif stroke.id not in seen:  # words and their characters may share it
                seen.add(stroke.id)
                yield stroke


def _stroke(value: dict[str, Any]) -> InkStroke | None:
    xs, ys, key = value.get("X"), value.get("Y"), value.get("id", value.get("full-id"))
    if not isinstance(xs, list) or not isinstance(ys, list) or not xs or len(xs) != len(ys):
        return None
    if not (isinstance(key, str) or type(key) is int) or not all(map(_is_coordinate, (*xs, *ys))):
        return None
    return InkStroke(key, tuple((float(x), float(y)) for x, y in zip(xs, ys, strict=True)))


def _is_coordinate(value: object) -> bool:
    return (type(value) is float or type(value) is int) and abs(value) < _LARGEST and math.isfinite(value)
