"""Payloads: request bodies into boards and strokes, extractions into response bodies."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from fastapi import Response

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.extraction import Extraction
from inkslate.formats import boards_of, parse_board
from inkslate.messages import shorten
from inkslate.readers import scan_document
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document
from inkslate.readers.strokes import strokes_of
from inkslate.service.formats import ANY, may_be_json, writer_media_type
from inkslate.service.limits import check_boards, check_depth
from inkslate.service.problems import Problem, not_valid
from inkslate.service.settings import ServiceLimits
from inkslate.writers import WRITERS
from inkslate.writers.options import WriterOptions

_DOCUMENT_NAME = "body"


class Payload(NamedTuple):
    """The body of a response and its content type."""

    body: bytes
    media_type: str

    def response(self, status: int = 200) -> Response:
        """The HTTP response with this body."""
        return Response(self.body, status, media_type=self.media_type)


def read_boards(data: bytes, format: str, *, name: str | None, limits: ServiceLimits) -> list[Board]:
    """The boards of a request body. Call it in a thread: a large file takes a while."""
    document = Document(name or _DOCUMENT_NAME, data)
    if may_be_json(format) and _looks_like_json(data):
        check_depth(data, limits)
    try:
        boards = _boards_of_json(document) if format in (ANY, "board") else None
        if boards is None:
            boards = list(boards_of(scan_document(document, format=format or _detect(document))))
    except InputError as error:
        raise not_valid(str(error)) from None
    check_boards(boards, limits)
    return boards


def read_strokes(data: bytes, format: str, *, name: str | None, limits: ServiceLimits) -> Payload:
    """The strokes of a request body, as JSON. Call it in a thread."""
    document = Document(name or _DOCUMENT_NAME, data)
    if _looks_like_json(data):
        check_depth(data, limits)
    try:
        strokes = strokes_of(document, format or _detect(document))
    except InputError as error:
        raise not_valid(str(error)) from None
    return json_payload(
        {
            "strokes": [
                {"id": stroke.id, "points": [coordinate for point in stroke.points for coordinate in point]}
                for stroke in strokes
            ]
        }
    )


def write_payload(
    extractions: Sequence[Extraction], to: str | None, *, obsidian: bool, now: datetime | None
) -> Payload:
    """The extractions as JSON, or in the format of a writer. Call it in a thread."""
    if to is None:
        return json_payload({"extractions": [extraction.to_json() for extraction in extractions]})
    options = WriterOptions(obsidian=obsidian, now=(now or datetime.now()).astimezone())
    return Payload(WRITERS[to](extractions, options=options).encode(), writer_media_type(to))


def json_payload(value: Any) -> Payload:
    """A value as JSON."""
    return Payload(json.dumps(value, ensure_ascii=False).encode(), "application/json")


def parse_body_json(data: bytes, limits: ServiceLimits) -> Any:
    """The value of a body that must be JSON."""
    check_depth(data, limits)
    document = Document(_DOCUMENT_NAME, data)
    try:
        return document.json
    except InputError as error:
        raise not_valid(str(error)) from None
    except ValueError as error:
        raise not_valid(f"{error}; send JSON") from None


def _looks_like_json(data: bytes) -> bool:
    # UTF-16 begins with a byte-order mark and has a NUL before or after each ASCII character.
    return data.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n")[:1] in (b"{", b"[")


def _boards_of_json(document: Document) -> list[Board] | None:
    """The boards of one JSON value, a board or a list of boards; None where it is something else."""
    if not _looks_like_json(document.data) or '"regions"' not in document.text:
        return None
    try:
        value = document.json
    except ValueError:
        return None  # JSONL or invalid: the reader reports which
    items = value if isinstance(value, list) else [value]
    # Other formats have regions too, but their ids are numbers.
    if not all(isinstance(item, dict) and "regions" in item and type(item.get("id")) is not int for item in items):
        return None
    boards = [
        parse_board(item, where=f"{document.name}, board {number}" if len(items) > 1 else document.name)
        for number, item in enumerate(items, 1)
    ]
    seen: set[str] = set()
    for board in boards:
        if board.id in seen:
            raise InputError(f"{document.name}: duplicate board id {shorten(board.id)}; give each board its own")
        seen.add(board.id)
    return boards


def _detect(document: Document) -> str:
    try:
        return detect_format(document)
    except InputError as error:
        problem = not_valid(str(error))
        raise Problem("unknown-format", problem.detail, field="body", remedy=problem.remedy) from None
