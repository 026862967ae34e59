"""The OpenAPI document: request bodies, responses, problems and examples, and how it is assembled."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from inkslate.service import problems, schemas
from inkslate.service.formats import writer_media_type
from inkslate.service.learning import schemas as learning_schemas
from inkslate.service.security import OPEN_PATHS
from inkslate.writers import WRITERS

_REFERENCE = "#/components/schemas/"

_NOTES = "# Monday\n- [ ] call Ruth by Friday\n- [x] send the deck"
_LINES = [
    {"text": "Monday", "bullet": False, "heading": 1},
    {"text": "call Ruth by Friday", "bullet": True, "box": "open"},
    {"text": "send the deck", "bullet": True, "box": "done"},
]
_LABELS = [
    {"start": 0, "end": 1, "label": 0},
    {"start": 1, "end": 5, "label": 1},
    {"start": 5, "end": 8, "label": 0},
]
_BOARD: dict[str, Any] = {"id": "b1", "regions": [{"id": "r1", "lines": _LINES}]}
LABELLED_BOARD: dict[str, Any] = {"id": "b1", "regions": [{"id": "r1", "lines": _LINES, "sentences": _LABELS}]}
_EXTRACTION: dict[str, Any] = {
    "id": "b1",
    "model": {"name": "rules", "version": "1", "sha256": None},
    "regions": [
        {
            "id": "r1",
            "lines": _LINES,
            "sentences": [
                {"start": 0, "end": 1, "text": "Monday", "task": False, "score": None, "spans": [[2, 8]]},
                {"start": 1, "end": 5, "text": "call Ruth by Friday", "task": True, "score": None, "spans": [[15, 34]]},
                {"start": 5, "end": 8, "text": "send the deck", "task": False, "score": None, "spans": [[41, 54]]},
            ],
        }
    ],
    "tasks": [
        {
            "id": "f0b2b7f4a1c89c39",
            "text": "call Ruth by Friday",
            "region": "r1",
            "start": 1,
            "end": 5,
            "score": None,
            "stated": "box",
            "owner": None,
            "due": "2026-11-20",
            "owner_span": None,
            "due_span": [3, 5],
            "lines": [1],
            "sources": [],
            "spans": [[15, 34]],
        }
    ],
}
EXTRACTIONS: dict[str, Any] = {"extractions": [_EXTRACTION]}
STROKES: dict[str, Any] = {"strokes": [{"id": "t0", "points": [100, 50, 110, 55, 122, 59]}]}
_PROBLEM_EXAMPLES = {
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
    "cannot-learn": ("2 reviewed boards with 3 tasks among 9 sentences", None, "correct more boards"),
    "not-ready": ("4 requests are worked on or wait already", None, "ask again after the seconds of Retry-After"),
    "store": ("the workspace cannot be written", None, "make room on the disk of the workspace"),
    "bad-request": ("the query is not UTF-8", None, "encode it as UTF-8"),
}
# Problems that a response may have: of every endpoint, of those that need the token, of those with a body.
ALWAYS = ("bad-request", "other-site", "unknown-host", "stopping")
WITH_TOKEN = ("unauthorized", *ALWAYS)
WITH_BODY = ("too-slow", "too-large", "unknown-format", "not-valid", "busy", "deadline", *WITH_TOKEN)


def problem_responses(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """The error responses of an endpoint, with an example of each kind."""
    responses: dict[int | str, dict[str, Any]] = {}
    for name in kinds:
        kind = problems.KINDS[name]
        detail, field, remedy = _PROBLEM_EXAMPLES[name]
        value = problems.Problem(name, detail, field=field, remedy=remedy).to_json()
        response = responses.setdefault(
            kind.status,
            {
                "description": kind.title,
                "content": {problems.MEDIA_TYPE: {"schema": _reference(schemas.ProblemSchema), "examples": {}}},
            },
        )
        response["content"][problems.MEDIA_TYPE]["examples"][name] = {"value": value}
        if name in ("busy", "deadline", "stopping", "not-ready"):
            response["headers"] = {
                "Retry-After": {"description": "Seconds to wait", "schema": {"type": "integer", "minimum": 1}}
            }
        if name == "unauthorized":
            response["headers"] = {"WWW-Authenticate": {"schema": {"type": "string"}}}
    return responses


def extraction_responses() -> dict[int | str, dict[str, Any]]:
    """The response of each writer, by its content type."""
    content: dict[str, Any] = {
        "application/json": {
            "schema": {
                "anyOf": [
                    _reference(schemas.ExtractionsSchema),
                    {"type": "array", "items": {"type": "object"}, "description": "Of a writer of JSON."},
                ]
            },
            "examples": {"extractions": {"value": EXTRACTIONS}},
        }
    }
    for name in WRITERS:
        content.setdefault(writer_media_type(name), {"schema": {"type": "string"}})
    content["text/plain"]["example"] = "[ ] call Ruth by Friday  (due 2026-11-20)\n"
    return {200: {"description": "What was found, as `to` asks for it", "content": content}}


def notes_request_body() -> dict[str, Any]:
    """The request body of `POST /v1/extract`."""
    text = {"schema": {"type": "string"}, "example": _NOTES}
    board = _reference(schemas.BoardSchema)
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
                    "examples": {"board": {"value": _BOARD}, "boards": {"value": [_BOARD]}},
                },
                "application/jsonl": {"schema": {"type": "string"}, "example": '{"id": "b1", "regions": []}\n'},
                "application/xml": {"schema": {"type": "string", "format": "binary"}},
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
            },
        }
    }


def json_request_body(schema: type[BaseModel], example: Any) -> dict[str, Any]:
    """A request body that must be JSON."""
    return {
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _reference(schema), "example": example}},
        }
    }


def plain_response(
    status: int, description: str, content: dict[str, Any] | None = None
) -> dict[int | str, dict[str, Any]]:
    """A response that is empty, or not JSON."""
    return {status: {"description": description, **({"content": content} if content else {})}}


def json_response(
    status: int, description: str, schema: type[BaseModel], example: Any
) -> dict[int | str, dict[str, Any]]:
    """A response in JSON."""
    return {
        status: {
            "description": description,
            "content": {"application/json": {"schema": _reference(schema), "example": example}},
        }
    }


def build_document(api: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with all our schemas; FastAPI stores it and serves it."""
    if api.openapi_schema:
        return api.openapi_schema
    document = get_openapi(
        title=api.title,
        version=api.version,
        description=api.description,
        routes=api.routes,
        license_info=api.license_info,
    )
    components = document.setdefault("components", {})
    components["schemas"] = _schema_definitions()
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    for path, operations in document["paths"].items():
        for operation in operations.values():
            operation.pop("description", None)  # the docstring of the endpoint; the document has the summary
            if path not in OPEN_PATHS:
                operation["security"] = [{}, {"token": []}]  # a service on loopback may run without a token
    api.openapi_schema = document
    return document


def _schema_definitions() -> dict[str, Any]:
    """JSON schemas of all public models of both modules of schemas, by component name."""
    models = [
        value
        for module in (schemas, learning_schemas)
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, BaseModel)
        and value.__module__ == module.__name__
        and not value.__name__.startswith("_")
        and value is not schemas.Schema
    ]
    _, generated = models_json_schema([(model, "validation") for model in models], ref_template=_REFERENCE + "{model}")
    definitions = {component_name(name): _strip_suffixes(schema) for name, schema in generated["$defs"].items()}
    for name, schema in definitions.items():
        schema["title"] = name
    return dict(sorted(definitions.items()))


def component_name(class_name: str) -> str:
    """The name of a schema class in the document: clients see `Board`, not `BoardSchema`."""
    return class_name.removesuffix("Schema")


def _strip_suffixes(value: Any) -> Any:
    """A JSON schema whose references use the component names."""
    if isinstance(value, dict):
        return {key: component_name(item) if key == "$ref" else _strip_suffixes(item) for key, item in value.items()}
    return [_strip_suffixes(item) for item in value] if isinstance(value, list) else value


def _reference(schema: type[BaseModel]) -> dict[str, str]:
    return {"$ref": _REFERENCE + component_name(schema.__name__)}
