"""Bodies of requests into boards and strokes. A body must be what the request says that it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inkslate.board import Board
from inkslate.errors import InputError, MissingExtra
from inkslate.formats import boards_of, parse_board
from inkslate.messages import shorten
from inkslate.readers import READERS, scan_document
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document, read_json
from inkslate.readers.note_date import note_date
from inkslate.readers.strokes import strokes_of
from inkslate.readers.table import HTML, JSON, TEXT, XML, Syntax
from inkslate.readers.xml import local, parse, root_tag
from inkslate.service.formats import ANY, DeclaredFormat
from inkslate.service.payloads import Payload, json_payload
from inkslate.service.problems import Problem, not_valid
from inkslate.service.reading.checks import check_boards, check_depth, check_markup_depth, check_text
from inkslate.service.settings import ServiceLimits

DOCUMENT_NAME = "body"
# UTF-16 begins with a byte-order mark and has a NUL before or after each ASCII character.
_BEFORE_CONTENT = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"


def read_boards(data: bytes, declared: DeclaredFormat, name: str | None, limits: ServiceLimits) -> list[Board]:
    """The boards of a request body."""
    document = Document(name or DOCUMENT_NAME, data)
    try:
        boards = find_boards(document, declared, limits)
        if boards is None:
            reader = _reader_of(document, declared, limits)
            boards = list(boards_of(scan_document(document, format=reader)))
    except InputError as error:
        raise not_valid(str(error)) from None
    except MissingExtra as error:
        raise not_valid(f"{error}; ask whoever runs the service to install it, or send text") from None
    check_boards(boards, limits)
    return with_dates(document, boards, day_first=declared.day_first)


def with_dates(document: Document, boards: Sequence[Board], *, day_first: bool) -> list[Board]:
    """The boards, each with the date that its note has."""
    return [replace(board, written=note_date(document, board, day_first=day_first)) for board in boards]


def read_strokes(data: bytes, declared: DeclaredFormat, name: str | None, limits: ServiceLimits) -> Payload:
    """The strokes of a request body, as JSON."""
    document = Document(name or DOCUMENT_NAME, data)
    try:
        strokes = strokes_of(document, _reader_of(document, declared, limits))
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


def find_boards(document: Document, declared: DeclaredFormat, limits: ServiceLimits) -> list[Board] | None:
    """The boards of one JSON value, a board or a list of boards; None where it is something else."""
    if declared.format not in (ANY, "board") or not _begins_with(document, b"{["):
        return None
    check_depth(document.data, limits)
    if '"regions"' not in document.text:
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


def _reader_of(document: Document, declared: DeclaredFormat, limits: ServiceLimits) -> str:
    """The reader for a document whose content is within the limits of its syntax, before it is parsed."""
    syntax = declared.syntax or _syntax_of_suffix(document.suffix)
    if syntax == JSON or (syntax is None and _begins_with(document, b"{[")):
        check_depth(document.data, limits)
    if syntax == XML or (syntax is None and _begins_with(document, b"<")):
        check_markup_depth(document.data, limits)
    if declared.format == ANY and syntax is not None:
        _check_syntax(document, syntax)
    reader = READERS[declared.format or _detect(document, syntax)]
    if reader.is_costly:
        raise InputError(
            f"{document.name}: reading the format {reader.name} takes longer than a request may; run `inkslate read` "
            "on it and send the boards"
        )
    if reader.syntax == TEXT and not reader.labelled:
        check_text(document.text, limits)
    return reader.name


def _syntax_of_suffix(suffix: str) -> Syntax | None:
    found = (reader.syntax for reader in READERS.values() if suffix and suffix in reader.syntax.suffixes)
    return next(found, None)


def _check_syntax(document: Document, syntax: Syntax) -> None:
    """An InputError where the body is not written in what the request says."""
    if syntax == JSON:
        value = read_json(document)
        items = value if isinstance(value, list) else [value]
        if not all(isinstance(item, dict) for item in items):
            raise InputError(f"{document.name}: is neither a JSON object nor a list of them; send a board or a file")
    elif (syntax == XML and root_tag(document) is None) or (syntax == HTML and not _begins_with(document, b"<")):
        raise InputError(f"{document.name}: is not {syntax.name}; send it with its own content type")


def _check_whole(document: Document, syntax: Syntax) -> None:
    """A Problem where XML of an unknown format is not even XML."""
    if syntax == XML and (tag := root_tag(document)) is not None:
        try:
            parse(document, root=local(tag))
        except InputError as error:
            raise not_valid(str(error)) from None


def _detect(document: Document, syntax: Syntax | None) -> str:
    try:
        found = detect_format(document)
        if syntax is not None and READERS[found].syntax != syntax:
            _check_whole(document, syntax)
            raise InputError(f"{document.name}: is {syntax.name} of an unknown format; name its format with --from")
    except InputError as error:
        problem = not_valid(str(error))
        raise Problem("unknown-format", problem.detail, field="body", remedy=problem.remedy) from None
    return found


def _begins_with(document: Document, characters: bytes) -> bool:
    return document.data.lstrip(_BEFORE_CONTENT)[:1] in [bytes([character]) for character in characters]
