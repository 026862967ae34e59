"""Formats as the service knows them: names, media types, file suffixes and titles.

Everything else in the service, and the page, gets them from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from inkslate.messages import shorten
from inkslate.readers import READERS
from inkslate.service.problems import Problem
from inkslate.writers import WRITERS

ANY = ""  # the format is guessed from the content
READER_NAMES, WRITER_NAMES = tuple(READERS), tuple(WRITERS)
_READER_OF_MEDIA_TYPE: Mapping[str, str] = MappingProxyType(
    {
        "text/plain": "text",
        "text/markdown": "markdown",
        "text/csv": "slate-csv",
        "application/jsonl": "board",
        "application/x-ndjson": "board",
        "application/inkml+xml": "inkml",
    }
)
# Media types that several formats share.
_SHARED_MEDIA_TYPES = frozenset(
    (
        "",
        "application/octet-stream",
        "application/json",
        "application/xml",
        "text/xml",
        "text/html",
        "application/xhtml+xml",
    )
)
_NOT_JSON = frozenset(("text", "markdown", "slate-csv"))  # text that may begin with a bracket
_EDITABLE_SUFFIXES = MappingProxyType({"txt": "text", "text": "text", "md": "markdown", "markdown": "markdown"})
_INK_SUFFIXES = ("jiix", "inkml", "json", "xml", "ink")
_CHARSETS = ("utf-8", "utf8", "us-ascii", "ascii", "utf-16")


class _WriterFormat(NamedTuple):
    media_type: str
    suffix: str
    title: str  # what the page calls it


_WRITERS: Mapping[str, _WriterFormat] = MappingProxyType(
    {
        "checklist": _WriterFormat("text/plain", "txt", "Checklist, plain text"),
        "markdown": _WriterFormat("text/markdown", "md", "Markdown: GitHub, Obsidian"),
        "jsonl": _WriterFormat("application/jsonl", "jsonl", "JSONL: all details"),
        "csv": _WriterFormat("text/csv", "csv", "CSV: spreadsheets"),
        "todotxt": _WriterFormat("text/plain", "txt", "todo.txt"),
        "ics": _WriterFormat("text/calendar", "ics", "Calendar (iCalendar)"),
        "taskwarrior": _WriterFormat("application/json", "json", "Taskwarrior"),
        "graph": _WriterFormat("application/json", "json", "Microsoft To Do"),
        "todoist": _WriterFormat("application/json", "json", "Todoist"),
        "label-studio": _WriterFormat("application/json", "json", "Label Studio"),
    }
)


def check_reader(name: str | None) -> None:
    """A problem where `?from=` names no reader."""
    _check(name, READER_NAMES, field="from", verb="read")


def check_writer(name: str | None) -> None:
    """A problem where `?to=` names no writer."""
    _check(name, WRITER_NAMES, field="to", verb="written")


def writer_media_type(name: str) -> str:
    """The content type of what a writer writes."""
    return _WRITERS[name].media_type


def may_be_json(format: str) -> bool:
    """Whether a document of this format may be JSON; ANY may."""
    return format not in _NOT_JSON


def format_of(content_type: str, format: str | None) -> str:
    """The reader named by the query, else by the content type; ANY where neither names one."""
    if format is not None:
        return format
    media_type, *parameters = (part.strip() for part in content_type.lower().split(";"))
    if media_type not in _READER_OF_MEDIA_TYPE and media_type not in _SHARED_MEDIA_TYPES:
        raise Problem(
            "unknown-format",
            f"the content type {shorten(media_type)} is not supported",
            field="Content-Type",
            remedy="send the file with its content type or application/octet-stream, or name the format with ?from=",
        )
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name == "charset" and value.strip('"') not in _CHARSETS:
            raise Problem(
                "unknown-format",
                f"the character set {shorten(value)} is not supported",
                field="Content-Type",
                remedy="send UTF-8, or UTF-16 with a byte-order mark",
            )
    return _READER_OF_MEDIA_TYPE.get(media_type, ANY)


def formats_json() -> dict[str, Any]:
    """The response of `GET /v1/formats`."""
    media_types = {
        name: [media_type for media_type, reader in _READER_OF_MEDIA_TYPE.items() if reader == name]
        for name in READER_NAMES
    }
    return {
        "readers": [{"name": name, "media_types": media_types[name]} for name in READER_NAMES],
        "writers": [
            {"name": name, "media_type": _WRITERS[name].media_type, "suffix": _WRITERS[name].suffix}
            for name in WRITER_NAMES
        ],
    }


def page_formats_json() -> dict[str, Any]:
    """What the page needs beyond `GET /v1/formats`: titles of writers, and suffixes of files it edits or draws."""
    return {
        "titles": {name: _WRITERS[name].title for name in WRITER_NAMES},
        "editable": dict(_EDITABLE_SUFFIXES),
        "ink": list(_INK_SUFFIXES),
    }


def _check(name: str | None, known: tuple[str, ...], *, field: str, verb: str) -> None:
    if name is not None and name not in known:
        raise Problem(
            "unknown-format",
            f"{shorten(name)} is no format that is {verb}",
            field=field,
            remedy="GET /v1/formats lists them",
        )
