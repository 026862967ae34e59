"""What goes wrong as an answer: problem details by RFC 9457, which name the field and the remedy."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from starlette.responses import Response

MEDIA_TYPE = "application/problem+json"


class Kind(NamedTuple):
    status: int
    title: str


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "bad-request": Kind(400, "The request cannot be read"),
        "unauthorized": Kind(401, "A token is needed"),
        "other-site": Kind(403, "Another site's page may not ask"),
        "not-found": Kind(404, "There is nothing here"),
        "no-workspace": Kind(404, "Corrections are not kept here"),
        "method-not-allowed": Kind(405, "Not a method of this address"),
        "too-slow": Kind(408, "The body did not arrive in time"),
        "conflict": Kind(409, "Another correction has this revision"),
        "too-large": Kind(413, "Too large"),
        "unknown-format": Kind(415, "Unknown format"),
        "unknown-host": Kind(421, "Not a name of this service"),
        "not-valid": Kind(422, "Not valid"),
        "busy": Kind(429, "Too many requests at once"),
        "defect": Kind(500, "A defect of inkslate"),
        "stopping": Kind(503, "The service is stopping"),
        "deadline": Kind(503, "No answer in time"),
        "store": Kind(503, "The workspace cannot be written"),
    }
)


class Problem(Exception):
    """Raised anywhere below an endpoint, answered as it is. `field` is a parameter, `body`, or a part of the body."""

    def __init__(
        self, kind: str, detail: str, *, remedy: str, field: str | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.kind, self.detail, self.remedy, self.field = kind, detail, remedy, field
        self.headers = dict(headers or {})

    @property
    def status(self) -> int:
        return KINDS[self.kind].status

    def to_json(self) -> dict[str, Any]:
        kind = KINDS[self.kind]
        return {
            "type": f"urn:inkslate:problem:{self.kind}",
            "title": kind.title,
            "status": kind.status,
            "detail": self.detail,
            "field": self.field,
            "remedy": self.remedy,
        }

    def response(self) -> Response:
        # ASCII, because a detail may quote half a surrogate pair.
        body = json.dumps(self.to_json()).encode("ascii")
        return Response(body, self.status, headers=self.headers, media_type=MEDIA_TYPE)


def not_valid(message: str, *, field: str = "body") -> Problem:
    """One of our InputErrors, `what; remedy`, as a problem."""
    detail, _, remedy = message.replace("--from", "?from=").rpartition("; ")
    return Problem("not-valid", detail or remedy, field=field, remedy=remedy if detail else "mend it and send it again")


def cannot_be_read() -> Problem:
    return Problem("bad-request", "the request's head cannot be read", remedy="send a head as HTTP/1.1 has it")


def stopping() -> Problem:
    """The next request is for whoever takes our place."""
    return Problem(
        "stopping",
        "the service is stopping",
        remedy="send it again when it is back",
        headers={"Retry-After": "1", "Connection": "close"},
    )


def too_late() -> Problem:
    return Problem(
        "deadline",
        "the service could not answer in the time that a request has",
        remedy="send it again after the seconds of Retry-After, or in parts",
        headers={"Retry-After": "1"},
    )


def busy(detail: str) -> Problem:
    """Asks the client to come back."""
    return Problem(
        "busy", detail, remedy="send it again after the seconds of Retry-After", headers={"Retry-After": "1"}
    )
