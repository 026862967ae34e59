"""The log of requests: a line each, with method, route, status, time and size; no query, no header and no text."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from inkslate.service.problems import Problem

_log = logging.getLogger("inkslate.service")
_MAX_METHOD = 16  # characters; a client may send any word as its method


def log_request(method: str, route: str, status: int, *, seconds: float = 0.0, size: int = 0) -> None:
    """Log a request that was answered; `size` is that of the response in bytes."""
    _log.info("%s %s %d %.1f ms %d bytes", method[:_MAX_METHOD], route, status, seconds * 1000, size)


def log_refusal(scope: Mapping[str, Any] | None, problem: Problem) -> None:
    """Log a request that was refused before it had a route, or (None) before it had a head."""
    method = "-" if scope is None else method_of(scope)
    log_request(method, "none", problem.status, size=len(problem.response().body))


def method_of(scope: Mapping[str, Any]) -> str:
    """The method of a request; a WebSocket has none."""
    return str(scope.get("method", "WEBSOCKET"))
