"""What can be asked of the service itself: formats, model, health, metrics, and its page."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from inkslate.readers import READERS
from inkslate.service import metrics as meters
from inkslate.service import schemas
from inkslate.service.conversion import MEDIA_TYPES, json_answer
from inkslate.service.openapi import EVERYWHERE, GUARDED, described, failures, plain
from inkslate.service.problems import Problem
from inkslate.service.state import core_of
from inkslate.version import __version__
from inkslate.writers import WRITERS

router = APIRouter()
_PAGE = Path(__file__).parent.parent / "page"
_WRITERS = "writers.js"
_LIMITS = ("bytes", "words", "characters", "regions", "depth", "seconds")


class _File(NamedTuple):
    body: bytes
    media_type: str


@router.get(
    "/v1/formats",
    response_class=Response,
    responses=described(
        200,
        "What is read and written",
        schemas.Formats,
        {
            "readers": [{"name": "text", "media_types": ["text/plain"]}],
            "writers": [{"name": "ics", "media_type": "text/calendar", "suffix": "ics"}],
        },
    )
    | failures(*GUARDED),
    operation_id="formats",
    summary="What is read and written",
)
async def formats() -> Response:
    means = {name: [media for media, meant in MEDIA_TYPES.items() if meant == name] for name in READERS}
    return _json(
        {
            "readers": [{"name": name, "media_types": means[name]} for name in READERS],
            "writers": [
                {"name": writer.name, "media_type": writer.media_type, "suffix": writer.suffix}
                for writer in WRITERS.values()
            ],
        }
    )


@router.get(
    "/v1/model",
    response_class=Response,
    responses=described(
        200,
        "The model",
        schemas.Model,
        {
            "name": "rules",
            "version": "1",
            "sha256": None,
            "scheme": "rules",
            "layout": "both",
            "inkslate": __version__,
        },
    )
    | failures(*GUARDED),
    operation_id="model",
    summary="Which model answers",
)
async def model(request: Request) -> Response:
    return _json({**asdict(core_of(request).batcher.model), "inkslate": __version__})


@router.get(
    "/v1/service",
    response_class=Response,
    responses=described(
        200,
        "Workspace, token and limits",
        schemas.Service,
        {
            "workspace": False,
            "token": False,
            "limits": {
                "bytes": 4194304,
                "words": 10000,
                "characters": 100000,
                "regions": 2000,
                "depth": 64,
                "seconds": 30.0,
            },
        },
    )
    | failures(*GUARDED),
    operation_id="service",
    summary="How the service was started, as far as a client needs to know",
)
async def service(request: Request) -> Response:
    core = core_of(request)
    return _json(
        {
            "workspace": core.corrections is not None,
            "token": core.settings.token is not None,
            "limits": {name: getattr(core.limits, name) for name in _LIMITS},
        }
    )


@router.get(
    "/healthz",
    response_class=Response,
    responses=described(200, "The process lives", schemas.Status, {"status": "ok"}) | failures(*EVERYWHERE),
    operation_id="health",
    summary="Whether the process lives",
)
async def health() -> Response:
    return _json({"status": "ok"})


@router.get(
    "/readyz",
    response_class=Response,
    responses=described(200, "Requests are taken", schemas.Status, {"status": "ok"}) | failures(*EVERYWHERE),
    operation_id="ready",
    summary="Whether requests are taken",
)
async def ready() -> Response:
    return _json({"status": "ok"})  # a service that is stopping does not come here: the door is closed


@router.get(
    "/metrics",
    response_class=Response,
    responses=plain(200, "Prometheus's text format", {"text/plain": {"schema": {"type": "string"}}})
    | failures(*GUARDED),
    operation_id="metrics",
    summary="Counts and times of this worker",
)
async def metrics(request: Request) -> Response:
    return Response(core_of(request).meters.text(), media_type=meters.MEDIA_TYPE)


@router.get("/", include_in_schema=False)
async def page() -> Response:
    return _file("index.html")


@router.get("/page/{path:path}", include_in_schema=False)
async def page_file(path: str) -> Response:
    return _file(path)


def _file(path: str) -> Response:
    found = _files().get(path)
    if found is None:
        raise Problem("not-found", "the page has no such file", remedy="open the service's address in a browser")
    return Response(found.body, media_type=found.media_type, headers={"Cache-Control": "no-cache"})


@cache
def _files() -> Mapping[str, _File]:
    """Every file of the page, read once: what is not in this table does not exist, whatever the path says."""
    files = {
        file.relative_to(_PAGE).as_posix(): _File(file.read_bytes(), _media_type(file.name))
        for file in sorted(_PAGE.rglob("*"))
        if file.is_file()
    }
    return MappingProxyType({**files, _WRITERS: _File(_writers_js().encode(), _media_type(_WRITERS))})


def _writers_js() -> str:
    """What the page calls each writer: a module made from the table of writers, so that the page has no second list."""
    titles = {writer.name: writer.title for writer in WRITERS.values()}
    return f"export const TITLES = {json.dumps(titles, ensure_ascii=False)};\n"


def _media_type(name: str) -> str:
    # The system's table may say otherwise, and a browser runs no module that is sent as plain text.
    known = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".html": "text/html"}
    return known.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def _json(value: object) -> Response:
    answered = json_answer(value)
    return Response(answered.body, media_type=answered.media_type)
