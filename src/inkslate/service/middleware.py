"""The outermost middleware: access checks, security headers, metrics and the log.

A request is logged and counted once, whether it is answered, refused or abandoned.
"""

from __future__ import annotations

import logging
import time
import traceback

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inkslate.service.problems import Defect, Problem, internal_error, stopping
from inkslate.service.reading.process import describe_defect
from inkslate.service.request_log import log_request, method_of
from inkslate.service.security import OPEN_FOLDER, check_framing, check_source, check_token
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
_SWITCHING, _FORBIDDEN = 101, 403


class ServiceMiddleware:
    """Wraps the API; uvicorn runs this application."""

    def __init__(self, api: ASGIApp, state: ServiceState) -> None:
        self._api, self.state = api, state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._api(scope, receive, send)
            return
        began = time.perf_counter()
        response = _ResponseRecorder(scope, send)
        # Where there is a GET there is a HEAD; the server leaves its body out.
        inner = {**scope, "method": "GET"} if scope.get("method") == "HEAD" else scope
        try:
            try:
                self._check(scope)
                await self._api(inner, receive, response.send)
            except Problem as problem:
                await problem.response()(scope, receive, response.send)
            except ClientDisconnect:
                response.status, response.size = _CLIENT_CLOSED, 0  # whatever the framework sent to nobody
            except Exception as error:
                _log.error("a defect: %s", self._describe(error))
                if not response.status:
                    await internal_error().response()(scope, receive, response.send)
        finally:
            self._record(inner, method_of(scope), response, time.perf_counter() - began)

    def _check(self, scope: Scope) -> None:
        if self.state.stopping:
            raise stopping()
        check_framing(scope["headers"])
        headers = Headers(scope=scope)
        method = method_of(scope)
        check_source(headers, self.state.settings, method=method)
        if method != "OPTIONS" or "access-control-request-method" not in headers:
            check_token(headers, scope["path"], self.state.settings)

    def _record(self, scope: Scope, method: str, response: _ResponseRecorder, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        if route == "/healthz" and Headers(scope=scope).get("user-agent") == HEALTH_CHECK_AGENT:
            return
        status = response.status or _CLIENT_CLOSED
        if status != _SWITCHING:  # of a live board each revision is a request, and counts when it is answered
            self.state.metrics.observe_request(route, status, seconds)
        log_request(method, route, status, seconds=seconds, size=response.size)

    def _describe(self, error: Exception) -> str:
        """Type and location of an exception, without its message: the message may quote a note."""
        if self.state.settings.log_texts:
            return "".join(traceback.format_exception(error))
        return str(error) if isinstance(error, Defect) else describe_defect(error)


class _ResponseRecorder:
    """Sends a response with the security headers, and records its status and size."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._send, self.status, self.size = send, 0, 0
        self._is_page = scope["path"] == "/" or scope["path"].startswith(OPEN_FOLDER)
        self._is_head = scope.get("method") == "HEAD"

    async def send(self, message: Message) -> None:
        """Send an ASGI message."""
        if message["type"] == "websocket.accept":
            self.status = _SWITCHING
        elif message["type"] == "websocket.close" and not self.status:
            self.status = _FORBIDDEN  # what the server makes of it before the handshake
        elif message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in _SECURITY_HEADERS.items():
                headers[name] = value
            headers["Content-Security-Policy"] = _PAGE_POLICY if self._is_page else _DATA_POLICY
            headers.setdefault("Cache-Control", "no-store")
        elif message["type"] in ("http.response.body", "websocket.http.response.body") and not self._is_head:
            self.size += len(message.get("body", b""))
        await self._send(message)
