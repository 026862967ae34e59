"""The application: endpoints, error answers and the OpenAPI document put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError, ValidationException, WebSocketRequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware

from inkslate.service import schemas
from inkslate.service.endpoints import corrections as keeping
from inkslate.service.endpoints import extract as extracting
from inkslate.service.endpoints import live as following
from inkslate.service.endpoints import status as watching
from inkslate.service.middleware import Door
from inkslate.service.problems import Problem
from inkslate.service.security import OPEN_PATHS
from inkslate.service.settings import Settings
from inkslate.service.state import Core
from inkslate.version import __version__

_ROUTERS = (extracting.router, keeping.router, watching.router, following.router)
_ABOUT = """Finds the tasks in notes. Texts are not kept and not logged.

Errors are problem details (RFC 9457) that name the field and the remedy. `WS /v1/live`, which OpenAPI cannot describe,
is in docs/service.md.
"""


def create_app(settings: Settings) -> Door:
    """The service as an ASGI application; loads the model."""
    core = Core(settings)
    core.meters.watch(lambda: core.inside)

    @asynccontextmanager
    async def lifespan(_api: FastAPI) -> AsyncIterator[None]:
        yield
        core.close()

    api = FastAPI(
        title="inkslate",
        version=__version__,
        description=_ABOUT,
        license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
        lifespan=lifespan,
        docs_url=None,  # those pages load scripts from elsewhere
        redoc_url=None,
    )
    api.state.core = core
    for router in _ROUTERS:
        api.include_router(router)
    api.add_exception_handler(Problem, _problem)
    api.add_exception_handler(RequestValidationError, _not_valid)
    api.add_exception_handler(WebSocketRequestValidationError, _not_valid_live)
    api.add_exception_handler(HTTPException, _http_error)
    if settings.origins:
        api.add_middleware(
            CORSMiddleware,
            allow_origins=list(settings.origins),
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "Content-Encoding"],
        )
    api.openapi = lambda: _document(api)  # type: ignore[method-assign]
    return Door(api, core)


async def _problem(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return error.response()


async def _not_valid(_request: Request, error: Exception) -> Response:
    """What FastAPI found in the query."""
    assert isinstance(error, ValidationException)
    first = error.errors()[0]
    name = str(first["loc"][-1]) if len(first["loc"]) > 1 else str(first["loc"][0])
    remedy = (
        "leave it out; /openapi.json lists the parameters"
        if first["type"] == "extra_forbidden"
        else ("mend the parameter; /openapi.json says what it takes")
    )
    return Problem("not-valid", f"{name[:80]}: {first['msg']}", field=name[:80], remedy=remedy).response()


async def _not_valid_live(socket: WebSocket, error: Exception) -> None:
    """The same, before the handshake of a live board."""
    await socket.send_denial_response(await _not_valid(Request({"type": "http"}), error))


async def _http_error(request: Request, error: Exception) -> Response:
    """What the router did not find."""
    assert isinstance(error, HTTPException)
    remedy = "/openapi.json lists what there is"
    if error.status_code == 405:
        # The router names the methods of the first endpoint alone.
        path = request.scope["path"]
        routes = [route for router in _ROUTERS for route in router.routes if isinstance(route, APIRoute)]
        allowed = sorted({method for route in routes if route.path == path for method in route.methods or ()})
        headers = {"Allow": ", ".join(allowed) or "GET"}
        return Problem("method-not-allowed", "not a method of this address", remedy=remedy, headers=headers).response()
    kind = "not-found" if error.status_code == 404 else "bad-request"
    return Problem(kind, str(error.detail), remedy=remedy).response()


def _document(api: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the shapes that our own readers and writers know."""
    if api.openapi_schema:
        return api.openapi_schema
    document = get_openapi(
        title=api.title,
        version=api.version,
        description=api.description,
        routes=api.routes,
        license_info=api.license_info,
    )
    shapes = [
        value
        for value in vars(schemas).values()
        if isinstance(value, type)
        and issubclass(value, BaseModel)
        and value.__module__ == schemas.__name__
        and not value.__name__.startswith("_")
    ]
    _, definitions = models_json_schema(
        [(shape, "validation") for shape in shapes], ref_template="#/components/schemas/{model}"
    )
    components = document.setdefault("components", {})
    components["schemas"] = definitions["$defs"]
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    for path, operations in document["paths"].items():
        for operation in operations.values():
            if path not in OPEN_PATHS:
                operation["security"] = [{}, {"token": []}]  # a service on loopback needs none
    api.openapi_schema = document
    return document
