"""What the OpenAPI document says beside the code: bodies, errors, examples."""

from __future__ import annotations

from typing import Any

from inkslate.service import problems, schemas
from inkslate.writers import WRITERS

NOTES = "to do\n- call Ruth by Friday\n- send the deck"
BOARD: dict[str, Any] = {
    "id": "b1",
    "regions": [{"id": "r1", "lines": [{"text": "to do"}, {"text": "call Ruth by Friday", "bullet": True}]}],
}
LABELLED: dict[str, Any] = {
    "id": "b1",
    "regions": [
        {
            "id": "r1",
            "lines": [{"text": "to do"}, {"text": "call Ruth by Friday", "bullet": True}],
            "sentences": [{"start": 0, "end": 2, "label": 0}, {"start": 2, "end": 6, "label": 1}],
        }
    ],
}
_EXTRACTION: dict[str, Any] = {
    "id": "b1",
    "model": {"name": "rules", "version": "1", "sha256": None},
    "regions": [
        {
            "id": "r1",
            "lines": [{"text": "to do", "bullet": False}, {"text": "call Ruth by Friday", "bullet": True}],
            "sentences": [
                {"start": 0, "end": 2, "text": "to do", "task": False, "score": None},
                {"start": 2, "end": 6, "text": "call Ruth by Friday", "task": True, "score": None},
            ],
        }
    ],
    "tasks": [
        {
            "id": "f0b2b7f4a1c89c39",
            "text": "call Ruth by Friday",
            "region": "r1",
            "start": 2,
            "end": 6,
            "score": None,
            "owner": None,
            "due": "2026-11-20",
            "owner_span": None,
            "due_span": [4, 6],
            "lines": [1],
            "sources": [],
        }
    ],
}
EXTRACTIONS: dict[str, Any] = {"extractions": [_EXTRACTION]}
STROKES: dict[str, Any] = {"strokes": [{"id": "t0", "points": [100, 50, 110, 55, 122, 59]}]}
_EXAMPLES = {
    "unauthorized": ("the request has no token", "Authorization", "send the header Authorization: Bearer TOKEN"),
    "other-site": ("the request comes from the page of another site", "Origin", "open the service's own page"),
    "not-found": ("there is no correction of board 'b2'", "id", "GET /v1/corrections lists the boards"),
    "no-workspace": ("the service was started without a workspace", None, "start it with --workspace DIR"),
    "too-slow": ("the body took longer than 30 s", "body", "send it faster"),
    "conflict": ("revision 3 of board 'b1' has other content already", "revision", "send it as a later revision"),
    "too-large": ("the notes have 12000 words; at most 10000 are taken", "body", "send it in parts"),
    "unknown-format": ("'scribble' is no format that is read", "from", "GET /v1/formats lists them"),
    "unknown-host": ("the Host header is not a name of this service", "Host", "use its address or localhost"),
    "not-valid": ("body: not JSON: Expecting value at character 9", "body", "send JSON"),
    "busy": ("8 requests are worked on or wait already", None, "send it again after the seconds of Retry-After"),
    "deadline": ("the service could not answer in the time that a request has", None, "send it again, or in parts"),
    "stopping": ("the service is stopping", None, "send it again when it is back"),
    "store": ("the workspace cannot be written", None, "make room on the disk of the workspace"),
    "bad-request": ("the query is not UTF-8", None, "encode it as UTF-8"),
}
EVERYWHERE = ("bad-request", "other-site", "unknown-host", "stopping")
GUARDED = ("unauthorized", *EVERYWHERE)
WITH_BODY = ("too-slow", "too-large", "unknown-format", "not-valid", "busy", "deadline", *GUARDED)


def failures(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """The error answers of an endpoint, with an example of each kind."""
    answers: dict[int | str, dict[str, Any]] = {}
    for name in kinds:
        kind = problems.KINDS[name]
        detail, field, remedy = _EXAMPLES[name]
        value = problems.Problem(name, detail, field=field, remedy=remedy).to_json()
        known = answers.setdefault(
            kind.status,
            {
                "description": kind.title,
                "content": {problems.MEDIA_TYPE: {"schema": _schema(schemas.Problem), "examples": {}}},
            },
        )
        known["content"][problems.MEDIA_TYPE]["examples"][name] = {"value": value}
        if name in ("busy", "deadline", "stopping"):
            known["headers"] = {
                "Retry-After": {"description": "Seconds to wait", "schema": {"type": "integer", "minimum": 1}}
            }
        if name == "unauthorized":
            known["headers"] = {"WWW-Authenticate": {"schema": {"type": "string"}}}
    return answers


def extraction_answers() -> dict[int | str, dict[str, Any]]:
    """The answer of each writer, by its content type."""
    content: dict[str, Any] = {
        "application/json": {
            "schema": {
                "anyOf": [
                    _schema(schemas.Extractions),
                    {"type": "array", "items": {"type": "object"}, "description": "Of a writer of JSON."},
                ]
            },
            "examples": {"extractions": {"value": EXTRACTIONS}},
        }
    }
    for writer in WRITERS.values():
        content.setdefault(writer.media_type, {"schema": {"type": "string"}})
    content["text/plain"]["example"] = "[ ] call Ruth by Friday  (due 2026-11-20)\n"
    return {200: {"description": "What was found, as `to` asks for it", "content": content}}


def notes_body() -> dict[str, Any]:
    """The body of `POST /v1/extract`."""
    text = {"schema": {"type": "string"}, "example": NOTES}
    board = _schema(schemas.Board)
    return {
        "requestBody": {
            "description": "Notes: plain text, a board, several boards, or a file of any format in `GET /v1/formats`, "
            "as it is or with `Content-Encoding: gzip`. Without `from`, the content type and then the content say "
            "which.",
            "required": True,
            "content": {
                "text/plain": text,
                "text/markdown": text,
                "application/json": {
                    "schema": {
                        "anyOf": [
                            board,
                            {"type": "array", "items": board, "minItems": 1},
                            {"type": "object", "description": "A file of a recogniser: JIIX, Azure and others."},
                        ]
                    },
                    "examples": {"board": {"value": BOARD}, "boards": {"value": [BOARD]}},
                },
                "application/jsonl": {"schema": {"type": "string"}, "example": '{"id": "b1", "regions": []}\n'},
                "application/xml": {"schema": {"type": "string", "format": "binary"}},
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
            },
        }
    }


def json_body(shape: type, example: Any) -> dict[str, Any]:
    return {
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _schema(shape), "example": example}},
        }
    }


def _schema(shape: type) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{shape.__name__}"}


def plain(status: int, description: str, content: dict[str, Any] | None = None) -> dict[int | str, dict[str, Any]]:
    """An answer that is no JSON of ours."""
    return {status: {"description": description, **({"content": content} if content else {})}}


def described(status: int, description: str, shape: type, example: Any) -> dict[int | str, dict[str, Any]]:
    """A JSON answer of an endpoint."""
    return {
        status: {
            "description": description,
            "content": {"application/json": {"schema": _schema(shape), "example": example}},
        }
    }
