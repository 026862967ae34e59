"""Errors as HTTP responses: problem details (RFC 9457) that name the field and the remedy."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from starlette.responses import Response

MEDIA_TYPE = "application/problem+json"


class ProblemKind(NamedTuple):
    """Status and title of a type of problem."""

    status: int
    title: str


KINDS: Mapping[str, ProblemKind] = MappingProxyType(
    {
        "bad-request": ProblemKind(400, "The request cannot be read"),
        "unauthorized": ProblemKind(401, "A token is needed"),
        "other-site": ProblemKind(403, "Another site's page may not ask"),
        "not-found": ProblemKind(404, "There is nothing here"),
        "no-workspace": ProblemKind(404, "Corrections are not kept here"),
        "method-not-allowed": ProblemKind(405, "Not a method of this address"),
        "too-slow": ProblemKind(408, "The body did not arrive in time"),
        "conflict": ProblemKind(409, "Another correction has this revision"),
        "cannot-learn": ProblemKind(409, "Nothing can be learned now"),
        "too-large": ProblemKind(413, "Too large"),
        "unknown-format": ProblemKind(415, "Unknown format"),
        "unknown-host": ProblemKind(421, "Not a name of this service"),
        "not-valid": ProblemKind(422, "Not valid"),
        "busy": ProblemKind(429, "Too many requests at once"),
        "defect": ProblemKind(500, "A defect of inkslate"),
        "stopping": ProblemKind(503, "The service is stopping"),
        "not-ready": ProblemKind(503, "No work can be taken"),
        "deadline": ProblemKind(503, "No answer in time"),
        "store": ProblemKind(503, "The workspace cannot be written"),
    }
)


class Problem(Exception):
    """Raised below an endpoint and sent as the response. `field` is a parameter, `body`, or a part of the body."""

    def __init__(
        self, kind: str, detail: str, *, remedy: str, field: str | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.kind, self.detail, self.remedy, self.field = kind, detail, remedy, field
        self.headers = dict(headers or {})

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions are pickled by their positional arguments only.
        return _rebuild, (self.kind, self.detail, self.remedy, self.field, self.headers)

    @property
    def status(self) -> int:
        """The HTTP status."""
        return KINDS[self.kind].status

    def to_json(self) -> dict[str, Any]:
        """The problem details as a JSON object."""
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
        """The HTTP response."""
        # ASCII, because a detail may quote a lone surrogate.
        body = json.dumps(self.to_json()).encode("ascii")
        return Response(body, self.status, headers=self.headers, media_type=MEDIA_TYPE)


class Defect(Exception):
    """An unexpected exception in another process; the message is its type and place."""


def _rebuild(kind: str, detail: str, remedy: str, field: str | None, headers: Mapping[str, str]) -> Problem:
    return Problem(kind, detail, remedy=remedy, field=field, headers=headers)


def not_valid(message: str, *, field: str = "body") -> Problem:
    """The message of an InputError, `what; remedy`, as a problem."""
    detail, _, remedy = message.replace("--from", "?from=").rpartition("; ")
    return Problem(
        "not-valid", detail or remedy, field=field, remedy=remedy if detail else "correct it and send it again"
    )


def too_large(what: str, count: int | None, limit: int, unit: str, *, flag: str) -> Problem:
    """A body or notes above a limit; `count` is None where counting stopped at the limit."""
    actual = f"more than {limit}" if count is None else str(count)
    detail = f"{what} has {actual} {unit}" if what == "the body" else f"{what} have {actual} {unit}"
    return Problem(
        "too-large",
        f"{detail}; at most {limit} are taken",
        field="body",
        remedy=f"send it in parts, or start the service with a larger {flag}",
        headers={"Connection": "close"},
    )


def unreadable_head() -> Problem:
    """A request head that cannot be parsed."""
    return Problem("bad-request", "the request's head cannot be read", remedy="send a valid HTTP/1.1 head")


def stopping() -> Problem:
    """The service is shutting down; the client should connect again."""
    return Problem(
        "stopping",
        "the service is stopping",
        remedy="send it again when it is back",
        headers={"Retry-After": "1", "Connection": "close"},
    )


def not_ready(detail: str) -> Problem:
    """The process lives, but a request would not be worked on."""
    return Problem(
        "not-ready", detail, remedy="ask again after the seconds of Retry-After", headers={"Retry-After": "1"}
    )


def deadline_exceeded() -> Problem:
    """A request took longer than its time limit."""
    return Problem(
        "deadline",
        "the service could not answer in the time that a request has",
        remedy="send it again after the seconds of Retry-After, or in parts",
        headers={"Retry-After": "1"},
    )


def busy(detail: str) -> Problem:
    """Too many requests; the client should send it again later."""
    return Problem(
        "busy", detail, remedy="send it again after the seconds of Retry-After", headers={"Retry-After": "1"}
    )


def internal_error() -> Problem:
    """An unexpected exception in the service."""
    return Problem("defect", "the service failed at this request", remedy="report it, with what you sent if you can")
