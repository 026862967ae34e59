"""Bodies into boards, and extractions into answers: what stands between HTTP and the rest of inkslate."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from inkslate.board import Board
from inkslate.details import DetailContext, day_first
from inkslate.errors import InputError
from inkslate.extraction import Extraction
from inkslate.formats import boards_of, parse_board
from inkslate.messages import shorten
from inkslate.readers import scan_document
from inkslate.readers.detection import guess_format
from inkslate.readers.document import Document
from inkslate.readers.strokes import strokes_of
from inkslate.service.limits import check_boards, check_depth
from inkslate.service.problems import Problem, not_valid
from inkslate.service.settings import Limits
from inkslate.writers import WRITERS
from inkslate.writers.options import WriterOptions

ANY = ""  # the content decides
# What a content type says of the format; JSON, XML and HTML come from many.
MEDIA_TYPES: Mapping[str, str] = MappingProxyType(
    {
        "": ANY,
        "application/octet-stream": ANY,
        "application/json": ANY,
        "application/xml": ANY,
        "text/xml": ANY,
        "text/html": ANY,
        "application/xhtml+xml": ANY,
        "text/plain": "text",
        "text/markdown": "markdown",
        "text/csv": "slate-csv",
        "application/jsonl": "board",
        "application/x-ndjson": "board",
        "application/inkml+xml": "inkml",
    }
)
_CHARSETS = ("utf-8", "utf8", "us-ascii", "ascii", "utf-16")
_MOST_PEOPLE = 1000
_NAME = "body"


class Answer(NamedTuple):
    body: bytes
    media_type: str


def detail_context(now: str | None, locale: str, people: Sequence[str]) -> DetailContext:
    """The context of a query's now, locale and people, checked."""
    try:
        moment = datetime.fromisoformat(now) if now else None
        if moment is not None and (moment.tzinfo is not None or not 1900 <= moment.year <= 9000):
            raise ValueError("no local time of our days")
    except ValueError:
        raise not_valid(f"{shorten(now or '')} is no date; write 2026-11-15 or 2026-11-15T09:30", field="now") from None
    try:
        day_first(locale)
    except InputError as error:
        raise not_valid(str(error), field="locale") from None
    if len(people) > _MOST_PEOPLE:
        raise not_valid(f"{len(people)} people are too many; name at most {_MOST_PEOPLE}", field="people")
    return DetailContext(now=moment, locale=locale, people=tuple(people))


def format_of(content_type: str, format: str | None) -> str:
    """The format that the query names, or the content type means; ANY where neither says."""
    if format is not None:
        return format
    media_type, *parameters = (part.strip() for part in content_type.lower().split(";"))
    if media_type not in MEDIA_TYPES:
        raise Problem(
            "unknown-format",
            f"the content type {shorten(media_type)} is no format that is read",
            field="Content-Type",
            remedy="send the file itself with its content type or application/octet-stream, or name it with ?from=",
        )
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name == "charset" and value.strip('"') not in _CHARSETS:
            raise Problem(
                "unknown-format",
                f"the character set {shorten(value)} is not read",
                field="Content-Type",
                remedy="send UTF-8, or UTF-16 with a byte-order mark",
            )
    return MEDIA_TYPES[media_type]


def read_boards(data: bytes, format: str, *, name: str | None, limits: Limits) -> list[Board]:
    """The boards of a body. Runs in a thread: a large file takes a while."""
    document = Document(name or _NAME, data)
    if format not in ("text", "markdown", "slate-csv") and _looks_like_json(data):
        check_depth(data, limits)
    try:
        boards = _whole_json(document) if format in (ANY, "board") else None
        if boards is None:
            boards = list(boards_of(scan_document(document, format=format or _guess(document))))
    except InputError as error:
        raise not_valid(str(error)) from None
    check_boards(boards, limits)
    return boards


def read_strokes(data: bytes, format: str, *, name: str | None, limits: Limits) -> Answer:
    """The strokes of a body, as JSON. Runs in a thread."""
    document = Document(name or _NAME, data)
    if _looks_like_json(data):
        check_depth(data, limits)
    try:
        strokes = strokes_of(document, format or _guess(document))
    except InputError as error:
        raise not_valid(str(error)) from None
    return json_answer(
        {
            "strokes": [
                {"id": stroke.id, "points": [side for point in stroke.points for side in point]} for stroke in strokes
            ]
        }
    )


def answer(extractions: Sequence[Extraction], to: str | None, *, obsidian: bool, now: datetime | None) -> Answer:
    """The extractions as JSON, or as a writer writes them. Runs in a thread."""
    if to is None:
        return json_answer({"extractions": [extraction.to_json() for extraction in extractions]})
    how = WriterOptions(obsidian=obsidian, now=(now or datetime.now()).astimezone())
    return Answer(WRITERS[to](extractions, options=how).encode(), WRITERS[to].media_type)


def json_answer(value: Any) -> Answer:
    return Answer(json.dumps(value, ensure_ascii=False).encode(), "application/json")


def parse_body_json(data: bytes, limits: Limits) -> Any:
    """A body that must be JSON."""
    check_depth(data, limits)
    document = Document(_NAME, data)
    try:
        return document.json
    except InputError as error:
        raise not_valid(str(error)) from None
    except ValueError as error:
        raise not_valid(f"{error}; send JSON") from None


def _looks_like_json(data: bytes) -> bool:
    # Of UTF-16 the first bytes are a mark, and then a byte in front of or behind each NUL.
    return data.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n")[:1] in (b"{", b"[")


def _whole_json(document: Document) -> list[Board] | None:
    """The boards of one JSON value, a board or a list of them; None where it is something else."""
    if not _looks_like_json(document.data) or '"regions"' not in document.text:
        return None
    try:
        value = document.json
    except ValueError:
        return None  # JSONL, or damaged: the reader says which
    items = value if isinstance(value, list) else [value]
    # Other files have regions too, but no names for ids.
    if not all(isinstance(item, dict) and "regions" in item and type(item.get("id")) is not int for item in items):
        return None
    boards = [
        parse_board(item, where=f"{document.name}, board {number}" if len(items) > 1 else document.name)
        for number, item in enumerate(items, 1)
    ]
    seen: set[str] = set()
    for board in boards:
        if board.id in seen:
            raise InputError(f"{document.name}: two boards have the id {shorten(board.id)}; give each its own")
        seen.add(board.id)
    return boards


def _guess(document: Document) -> str:
    try:
        return guess_format(document)
    except InputError as error:
        problem = not_valid(str(error))
        raise Problem("unknown-format", problem.detail, field="body", remedy=problem.remedy) from None
