"""What can be asked of the service itself: formats, model, health, metrics, and its page."""

from __future__ import annotations

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
from inkslate.service.conversion import TARGETS, json_answer
from inkslate.service.openapi import EVERYWHERE, GUARDED, described, failures, plain
from inkslate.service.problems import Problem
from inkslate.service.state import core_of
from inkslate.version import __version__

router = APIRouter()
_PAGE = Path(__file__).parent.parent / "page"
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
    return _json(
        {
            "readers": [{"name": name, "media_types": reader.media_types} for name, reader in READERS.items()],
            "writers": [{"name": name, **target._asdict()} for name, target in TARGETS.items()],
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
    return MappingProxyType(
        {
            file.relative_to(_PAGE).as_posix(): _File(file.read_bytes(), _media_type(file.name))
            for file in sorted(_PAGE.rglob("*"))
            if file.is_file()
        }
    )


def _media_type(name: str) -> str:
    # The system's table may say otherwise, and a browser runs no module that is sent as plain text.
    known = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".html": "text/html"}
    return known.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def _json(value: object) -> Response:
    answered = json_answer(value)
    return Response(answered.body, media_type=answered.media_type)
