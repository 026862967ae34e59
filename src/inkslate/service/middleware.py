"""What every request passes: who it is, what the answer's headers say, what is counted and logged.

A line of the log has method, route, status, time and size: no query, no text.
"""

from __future__ import annotations

import logging
import time
import traceback

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inkslate.service.problems import Problem, stopping
from inkslate.service.security import OPEN_FOLDER, check_source, check_token
from inkslate.service.state import Core

_log = logging.getLogger("inkslate.service")
_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_HUNG_UP = 499  # as others log it; nobody sees it


class Door:
    """The outermost application."""

    def __init__(self, api: ASGIApp, core: Core) -> None:
        self._api, self.core = api, core

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._api(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._websocket(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        seen = _Seen(scope["path"], send)
        try:
            try:
                self._check(scope)
                await self._api(scope, receive, seen.send)
            except Problem as problem:
                await problem.response()(scope, receive, seen.send)
            except ClientDisconnect:
                seen.status = seen.status or _HUNG_UP
            except Exception as error:
                _log.error("a defect: %s", self._place(error))
                if not seen.status:
                    await defect().response()(scope, receive, seen.send)
        finally:
            self._note(scope, seen, time.perf_counter() - began)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check(scope)
            await self._api(scope, receive, send)
        except Problem as problem:
            await problem.response()(scope, receive, send)
        except Exception as error:
            _log.error("a defect: %s", self._place(error))

    def _check(self, scope: Scope) -> None:
        if self.core.stopping:
            raise stopping()
        headers = Headers(scope=scope)
        method = scope.get("method", "WEBSOCKET")
        check_source(headers, self.core.settings, method=method)
        if method != "OPTIONS" or "access-control-request-method" not in headers:
            check_token(headers, scope["path"], self.core.settings)

    def _note(self, scope: Scope, seen: _Seen, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        status = seen.status or _HUNG_UP
        self.core.meters.request(route, status, seconds)
        _log.info("%s %s %d %.1f ms %d bytes", scope["method"][:16], route, status, seconds * 1000, seen.size)

    def _place(self, error: Exception) -> str:
        """Which error and where, but not what it says: it may quote a note."""
        if self.core.settings.log_texts:
            return "".join(traceback.format_exception(error))
        frames = traceback.extract_tb(error.__traceback__)[-3:]
        return " < ".join([type(error).__name__, *(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))])


class _Seen:
    """Passes an answer on, with our headers, and remembers its status and size."""

    def __init__(self, path: str, send: Send) -> None:
        self._send, self.status, self.size = send, 0, 0
        self._page = path == "/" or path.startswith(OPEN_FOLDER)

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            headers["Content-Security-Policy"] = _PAGE_POLICY if self._page else _DATA_POLICY
            headers.setdefault("Cache-Control", "no-store")
        elif message["type"] == "http.response.body":
            self.size += len(message.get("body", b""))
        await self._send(message)


def defect() -> Problem:
    return Problem("defect", "the service failed at this request", remedy="report it, with what you sent if you can")
