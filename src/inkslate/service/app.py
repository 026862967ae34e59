"""The ASGI application: endpoints, error handlers, CORS and the OpenAPI document."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError, ValidationException, WebSocketRequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware

from inkslate.service.endpoints import corrections, extract, label_studio, learning, live, page, status
from inkslate.service.middleware import ServiceMiddleware
from inkslate.service.openapi import build_document
from inkslate.service.problems import Problem, internal_error
from inkslate.service.settings import ServiceSettings
from inkslate.service.state import ServiceState
from inkslate.version import __version__

_ROUTERS = (
    extract.router,
    corrections.router,
    learning.router,
    label_studio.router,
    status.router,
    page.router,
    live.router,
)
_DESCRIPTION = """Finds the tasks in notes. Texts are not kept and not logged.

Errors are problem details (RFC 9457) that name the field and the remedy. `WS /v1/live`, which OpenAPI cannot describe,
is in docs/service.md.
"""


def create_app(settings: ServiceSettings) -> ServiceMiddleware:
    """The service as an ASGI application; loads the model."""
    state = ServiceState(settings)

    @asynccontextmanager
    async def lifespan(_api: FastAPI) -> AsyncIterator[None]:
        state.start()
        yield
        state.ended = state.close()

    api = FastAPI(
        title="inkslate",
        version=__version__,
        description=_DESCRIPTION,
        license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
        lifespan=lifespan,
        docs_url=None,  # these pages load scripts from other sites
        redoc_url=None,
        redirect_slashes=False,  # the redirection would repeat the Host header
    )
    api.state.service = state
    for router in _ROUTERS:
        api.include_router(router)
    api.add_exception_handler(Problem, _handle_problem)
    api.add_exception_handler(RequestValidationError, _handle_validation_error)
    api.add_exception_handler(WebSocketRequestValidationError, _handle_websocket_validation_error)
    api.add_exception_handler(HTTPException, _handle_http_error)
    api.add_exception_handler(Exception, _handle_defect)
    if settings.origins:
        api.add_middleware(
            CORSMiddleware,
            allow_origins=list(settings.origins),
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "Content-Encoding"],
        )
    api.openapi = lambda: build_document(api)  # type: ignore[method-assign]
    return ServiceMiddleware(api, state)


async def _handle_problem(_request: Request | WebSocket, error: Exception) -> Response:
    """What an endpoint refused; the framework sends the response, before the handshake of a WebSocket too."""
    assert isinstance(error, Problem)
    return error.response()


async def _handle_defect(_request: Request, _error: Exception) -> Response:
    """What nothing else handles; the middleware logs it."""
    return internal_error().response()


async def _handle_validation_error(_request: Request, error: Exception) -> Response:
    """Query parameters that FastAPI rejected."""
    assert isinstance(error, ValidationException)
    first = error.errors()[0]
    name = str(first["loc"][-1]) if len(first["loc"]) > 1 else str(first["loc"][0])
    remedy = (
        "leave it out; /openapi.json lists the parameters"
        if first["type"] == "extra_forbidden"
        else "correct the parameter; /openapi.json lists the valid values"
    )
    return Problem("not-valid", f"{name[:80]}: {first['msg']}", field=name[:80], remedy=remedy).response()


async def _handle_websocket_validation_error(socket: WebSocket, error: Exception) -> None:
    """The same before the handshake of a WebSocket."""
    await socket.send_denial_response(await _handle_validation_error(Request({"type": "http"}), error))


async def _handle_http_error(request: Request, error: Exception) -> Response:
    """Paths and methods that the router does not know."""
    assert isinstance(error, HTTPException)
    remedy = "/openapi.json lists all addresses and methods"
    if error.status_code == 405:
        # Starlette lists the methods of the first matching route only.
        path = request.scope["path"]
        routes = [route for router in _ROUTERS for route in router.routes if isinstance(route, APIRoute)]
        allowed = {method for route in routes if route.path == path for method in route.methods or ()} or {"GET"}
        headers = {"Allow": ", ".join(sorted(allowed | ({"HEAD"} if "GET" in allowed else set())))}
        return Problem("method-not-allowed", "not a method of this address", remedy=remedy, headers=headers).response()
    kind = "not-found" if error.status_code == 404 else "bad-request"
    return Problem(kind, str(error.detail), remedy=remedy).response()
