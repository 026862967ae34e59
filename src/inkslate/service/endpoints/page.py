"""`GET /` and `/page/...`: the files of the review page."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from fastapi import APIRouter, Response

from inkslate.service.formats import page_formats_json
from inkslate.service.payloads import json_payload
from inkslate.service.problems import Problem

router = APIRouter()
_FOLDER = Path(__file__).parent.parent / "page"


class _PageFile(NamedTuple):
    body: bytes
    media_type: str


@router.get("/", include_in_schema=False)
async def get_page() -> Response:
    """The page."""
    return _file_response("index.html")


@router.get("/page/formats.json", include_in_schema=False)
async def get_page_formats() -> Response:
    """Titles and suffixes of formats, for the page only."""
    return json_payload(page_formats_json()).response()


@router.get("/page/{path:path}", include_in_schema=False)
async def get_page_file(path: str) -> Response:
    """A script, style sheet or example of the page."""
    return _file_response(path)


def _file_response(path: str) -> Response:
    file = _files().get(path)
    if file is None:
        raise Problem("not-found", "the page has no such file", remedy="open the service's address in a browser")
    return Response(file.body, media_type=file.media_type, headers={"Cache-Control": "no-cache"})


@cache
def _files() -> Mapping[str, _PageFile]:
    """All files of the page, read once. A path is only looked up here, so it cannot reach other files."""
    return MappingProxyType(
        {
            file.relative_to(_FOLDER).as_posix(): _PageFile(file.read_bytes(), _media_type(file.name))
            for file in sorted(_FOLDER.rglob("*"))
            if file.is_file()
        }
    )


def _media_type(name: str) -> str:
    # The system's table may differ, and a browser does not run a module that is sent as plain text.
    known = {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".css": "text/css",
        ".html": "text/html",
        ".webmanifest": "application/manifest+json",
        ".png": "image/png",
    }
    return known.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
