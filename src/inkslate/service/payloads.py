"""Payloads: bodies of responses, and JSON of requests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from starlette.responses import Response

from inkslate.errors import InputError
from inkslate.extraction import Extraction
from inkslate.readers.document import Document
from inkslate.service.formats import writer_media_type
from inkslate.service.problems import not_valid
from inkslate.service.reading.checks import check_depth
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


def write_payload(
    extractions: Sequence[Extraction],
    to: str | None,
    *,
    obsidian: bool,
    now: datetime | None,
    written: Sequence[str | None] | None = None,
) -> Payload:
    """The extractions as JSON, with the dates of their notes, or in the format of a writer. Call it in a thread."""
    if to is None:
        dates = {} if written is None else {"written": written}
        return json_payload({"extractions": [extraction.to_json() for extraction in extractions], **dates})
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
