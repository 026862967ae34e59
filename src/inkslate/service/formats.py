"""Formats as the service knows them: names, media types, file suffixes and titles.

Everything else in the service, and the page, gets them from here.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from inkslate.messages import shorten
from inkslate.readers import READERS
from inkslate.readers.table import TEXT, Syntax, formats_by_media_type
from inkslate.service.problems import Problem
from inkslate.writers import WRITERS

ANY = ""  # the format is detected from the content
_ANY_MEDIA_TYPES = ("", "application/octet-stream")
_CHARSETS = ("utf-8", "utf8", "us-ascii", "ascii", "utf-16")


class DeclaredFormat(NamedTuple):
    """What a request says about its body: a reader (ANY: none), or only what it is written in, or neither."""

    format: str = ANY
    syntax: Syntax | None = None
    day_first: bool = True  # what 12/3/2026 in its name or heading is


def check_reader(name: str | None) -> None:
    """A problem where `?from=` names no reader."""
    _check(name, READERS, field="from", verb="read")


def check_writer(name: str | None) -> None:
    """A problem where `?to=` names no writer."""
    _check(name, WRITERS, field="to", verb="written")


def writer_media_type(name: str) -> str:
    """The content type of what a writer writes."""
    return WRITERS[name].media_type


def declared_format(content_type: str, format: str | None) -> DeclaredFormat:
    """What the query says, else what the content type says."""
    media_type, *parameters = (part.strip() for part in content_type.lower().split(";"))
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name == "charset" and value.strip('"') not in _CHARSETS:
            raise Problem(
                "unknown-format",
                f"the character set {shorten(value)} is not supported",
                field="Content-Type",
                remedy="send UTF-8, or UTF-16 with a byte-order mark",
            )
    if format is not None:
        return DeclaredFormat(format, READERS[format].syntax)
    known = formats_by_media_type()
    if media_type not in known and media_type not in _ANY_MEDIA_TYPES:
        raise Problem(
            "unknown-format",
            f"the content type {shorten(media_type)} is not supported",
            field="Content-Type",
            remedy="send the file with its content type or application/octet-stream, or name the format with ?from=",
        )
    reader = known.get(media_type)
    if reader is not None and reader.is_costly:
        raise Problem(
            "unknown-format",
            f"the service does not read {shorten(media_type)}: it takes longer than a request may",
            field="Content-Type",
            remedy="run `inkslate read` on the file and send the boards",
        )
    if reader is not None:
        return DeclaredFormat(reader.name, reader.syntax)
    syntaxes = {media: reader.syntax for reader in READERS.values() for media in reader.syntax.media_types}
    return DeclaredFormat(syntax=syntaxes.get(media_type))


def formats_json() -> dict[str, Any]:
    """The response of `GET /v1/formats`."""
    return {
        "readers": [
            {"name": name, "media_types": list(reader.media_types)}
            for name, reader in READERS.items()
            if not reader.is_costly  # known, and refused with the reason
        ],
        "writers": [
            {"name": name, "media_type": writer.media_type, "suffix": writer.suffix} for name, writer in WRITERS.items()
        ],
    }


def page_formats_json() -> dict[str, Any]:
    """What the page needs beyond `GET /v1/formats`: words about formats, and suffixes of files it edits or draws."""
    return {
        "opened": {name: reader.title or name for name, reader in READERS.items()},
        "titles": {name: writer.title for name, writer in WRITERS.items()},
        "uses": {name: writer.use for name, writer in WRITERS.items()},
        "editable": {
            suffix.removeprefix("."): reader.name
            for reader in READERS.values()
            if reader.syntax is TEXT and not reader.labelled
            for suffix in reader.suffixes
        },
        "ink": [
            suffix.removeprefix(".")
            for reader in READERS.values()
            if reader.has_strokes
            for suffix in (*reader.suffixes, *reader.syntax.suffixes)
        ],
    }


def _check(name: str | None, known: Collection[str], *, field: str, verb: str) -> None:
    if name is not None and name not in known:
        raise Problem(
            "unknown-format",
            f"{shorten(name)} is no format that is {verb}",
            field=field,
            remedy="GET /v1/formats lists them",
        )
