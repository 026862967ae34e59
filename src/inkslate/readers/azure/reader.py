"""Azure results: Document Intelligence (read, layout), Read 2.x and 3.x, and Image Analysis 4.0."""

from __future__ import annotations

from collections.abc import Iterator

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.formats import Scanned
from inkslate.formats.json_values import Fields
from inkslate.messages import one_line
from inkslate.readers.azure.content import AzureContent, azure_key
from inkslate.readers.azure.lines import content_groups, nested_groups, paragraph_groups
from inkslate.readers.azure.pages import page_groups
from inkslate.readers.document import Document, read_object
from inkslate.readers.layout.rows import RowGroup, build_regions

_UNFINISHED = ("notstarted", "running")
_FAILED = ("failed", "canceled", "cancelled", "skipped")
_INSIDE = ("analyzeResult", "readResult")
_NESTED = ("readResults", "recognitionResults", "blocks")
_TEXTS = ("paragraphs", "content", "lines", "words", "text")
_SIGNS = ("modelId", "model_id", "stringIndexType", "string_index_type")
# How the names begin of which a result has one, in either spelling.
_TRACES = ("analyze", "read", "recognition", "blocks", "lastUpdatedDateTime", *_SIGNS)


def scan(document: Document) -> Iterator[Scanned]:
    """One board for all pages of a result."""
    root = read_object(document)
    _check_status(root)
    result, pointer = _result(root)
    regions = build_regions(_groups(result, pointer))
    if not regions:
        _refuse_nulls(result)
    yield Board(document.stem, regions)


def recognises(document: Document) -> bool:
    """Whether this is certainly an Azure result, finished or not."""
    try:
        if not any(f'"{name}' in document.text for name in _TRACES):
            return False
        value = document.json
    except (InputError, ValueError):
        return False
    if not isinstance(value, dict):
        return False
    for name in _INSIDE:
        inside = value.get(azure_key(Fields(value, ""), name))
        if isinstance(inside, dict) and (not inside or _looks_right(inside, inside=True)):
            return True
    is_report = isinstance(value.get("status"), str) and "lastUpdatedDateTime" in value
    return _looks_right(value) or (is_report and ("error" in value or value["status"].casefold() in _UNFINISHED))


def _looks_right(value: dict[str, object], *, inside: bool = False) -> bool:
    if any(isinstance(value.get(azure_key(Fields(value, ""), name)), list) for name in _NESTED[:2]):
        return True
    if isinstance(value.get("pages"), list):
        return inside or any(sign in value for sign in _SIGNS)
    # Other programs name their blocks so too; only under its own name it is this one's.
    return inside and isinstance(value.get("blocks"), list)


def _check_status(root: Fields) -> None:
    status = root.text("status") or ""
    if status.casefold() in _UNFINISHED:
        raise InputError(f"{root.where}: the analysis has not finished (status {status}); fetch the result again later")
    inside = any(azure_key(root, name) in root for name in _INSIDE)
    if status.casefold() in _FAILED or ("error" in root and not inside):
        reason = _reason(root.inner("error")) or f"status {one_line(status, 40)}"
        raise InputError(f"{root.where}: the analysis failed: {reason}; there is nothing to read, analyse it again")


def _reason(error: Fields | None) -> str:
    """Code and message of an error, the innermost last, since that one says what was wrong."""
    parts: list[str] = []
    for _ in range(5):
        if error is None:
            break
        found = [error.text("code"), error.text("message")]
        text = ": ".join(part for part in found if part)
        if text and text not in parts:
            parts.append(text)
        details = error.objects("details")
        error = error.inner("innererror") or error.inner("innerError") or (details[0] if details else None)
    return one_line(", ".join(parts), 300)


def _result(root: Fields) -> tuple[Fields, str]:
    """The object that holds the text, and the JSON pointer to it."""
    for name in _INSIDE:
        key = azure_key(root, name)
        inside = root.inner(key)
        if inside is not None:
            return inside, f"/{key}"
    if any(azure_key(root, name) in root for name in ("pages", "paragraphs", *_NESTED)) or (
        "content" in root and any(sign in root for sign in _SIGNS)
    ):
        return root, ""
    raise InputError(
        f"{root.where}: not an Azure result (it needs analyzeResult or readResult); the file is of another format"
    )


def _refuse_nulls(result: Fields) -> None:
    """An InputError where what could hold text is null; on a blank page something of it is there, and empty."""
    sheets = [sheet for name in ("pages", *_NESTED) for sheet in result.objects(azure_key(result, name))]
    items = [result, *sheets, *(line for sheet in sheets for line in sheet.objects("lines"))]
    names = [azure_key(result, name) for name in ("pages", *_NESTED, *_TEXTS)]
    nulls = [name for name in names if any(item.has(name) and name not in item for item in items)]
    if nulls and not any(item.value(name) in ("", []) for item in items for name in names):
        raise InputError(f"{result.where}: {', '.join(nulls)}: null, so there is nothing to read; analyse it again")


def _groups(result: Fields, pointer: str) -> Iterator[RowGroup]:
    """The row groups that become regions. Where pages have no words, paragraphs or the content are read instead."""
    errors = result.objects("errors")
    nested = [azure_key(result, name) for name in _NESTED if azure_key(result, name) in result]
    if nested and "pages" not in result:
        key = nested[0]
        sheets = list(enumerate(result.objects(key)))
        if errors and not sheets:
            raise InputError(f"{result.where}: the analysis failed: {_reason(errors[0])}; analyse it again")
        for number, sheet in sorted(sheets, key=lambda item: item[1].whole("page") or item[0] + 1):
            yield from nested_groups(sheet, f"{pointer}/{key}/{number}")
        return
    content = AzureContent.of(result)
    groups = list(page_groups(result, content, pointer))
    yield from (
        groups or paragraph_groups(result, pointer) or content_groups(content, f"{pointer}/content", result.where)
    )
