"""The outermost middleware: access checks, security headers, metrics and the log.

A log line has method, route, status, time and size: no query and no text.
"""

from __future__ import annotations

import logging
import time
import traceback

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inkslate.service.problems import Problem, internal_error, stopping
from inkslate.service.security import OPEN_FOLDER, check_source, check_token
from inkslate.service.state import ServiceState

_log = logging.getLogger("inkslate.service")
_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
HEALTH_CHECK_AGENT = "inkslate-health-check"  # of the worker pool; these checks are neither logged nor counted
_CLIENT_CLOSED = 499  # for log and metrics, as in nginx; it is never sent


class ServiceMiddleware:
    """Wraps the API; uvicorn runs this application."""

    def __init__(self, api: ASGIApp, state: ServiceState) -> None:
        self._api, self.state = api, state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._api(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._websocket(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        response = _ResponseRecorder(scope["path"], send)
        try:
            try:
                self._check(scope)
                await self._api(scope, receive, response.send)
            except Problem as problem:
                await problem.response()(scope, receive, response.send)
            except ClientDisconnect:
                response.status = response.status or _CLIENT_CLOSED
            except Exception as error:
                _log.error("a defect: %s", self._describe(error))
                if not response.status:
                    await internal_error().response()(scope, receive, response.send)
        finally:
            self._record(scope, response, time.perf_counter() - began)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check(scope)
            await self._api(scope, receive, send)
        except Problem as problem:
            await problem.response()(scope, receive, send)
        except Exception as error:
            _log.error("a defect: %s", self._describe(error))

    def _check(self, scope: Scope) -> None:
        if self.state.stopping:
            raise stopping()
        headers = Headers(scope=scope)
        method = scope.get("method", "WEBSOCKET")
        check_source(headers, self.state.settings, method=method)
        if method != "OPTIONS" or "access-control-request-method" not in headers:
            check_token(headers, scope["path"], self.state.settings)

    def _record(self, scope: Scope, response: _ResponseRecorder, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        if route == "/healthz" and Headers(scope=scope).get("user-agent") == HEALTH_CHECK_AGENT:
            return
        status = response.status or _CLIENT_CLOSED
        self.state.metrics.observe_request(route, status, seconds)
        _log.info("%s %s %d %.1f ms %d bytes", scope["method"][:16], route, status, seconds * 1000, response.size)

    def _describe(self, error: Exception) -> str:
        """Type and location of an exception, without its message: the message may quote a note."""
        if self.state.settings.log_texts:
            return "".join(traceback.format_exception(error))
        frames = traceback.extract_tb(error.__traceback__)[-3:]
        return " < ".join([type(error).__name__, *(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))])


class _ResponseRecorder:
    """Sends a response with the security headers, and records its status and size."""

    def __init__(self, path: str, send: Send) -> None:
        self._send, self.status, self.size = send, 0, 0
        self._is_page = path == "/" or path.startswith(OPEN_FOLDER)

    async def send(self, message: Message) -> None:
        """Send an ASGI message."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in _SECURITY_HEADERS.items():
                headers[name] = value
            headers["Content-Security-Policy"] = _PAGE_POLICY if self._is_page else _DATA_POLICY
            headers.setdefault("Cache-Control", "no-store")
        elif message["type"] == "http.response.body":
            self.size += len(message.get("body", b""))
        await self._send(message)
