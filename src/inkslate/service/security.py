"""Access control: the token, and protection against pages of other sites.

A page of another site can send requests to 127.0.0.1, and its host name can be made to resolve to it (DNS rebinding).
So the Host header must name this service, and the Origin header, where the browser sends one, must be this service.
"""

from __future__ import annotations

import base64
import hmac
import ipaddress
from collections import Counter
from collections.abc import Iterable, Mapping

from inkslate.service.problems import Problem
from inkslate.service.settings import ServiceSettings

# These need no token because they contain no notes: the page, which asks for the token itself, and monitoring.
OPEN_PATHS = frozenset({"/", "/healthz", "/readyz", "/openapi.json"})
OPEN_FOLDER = "/page/"
SUBPROTOCOL = "inkslate"
_SINGLE_HEADERS = ("Authorization", "Content-Encoding", "Content-Type", "Host", "Origin")
_TOKEN_PROTOCOL = "inkslate.token."  # noqa: S105 - browsers cannot send Authorization with a WebSocket


def check_framing(headers: Iterable[tuple[bytes, bytes]]) -> None:
    """Refuse a request that two programs could read differently: two lengths of its body, or two of one header."""
    counts = Counter(name.lower() for name, _ in headers)
    if counts[b"transfer-encoding"] and counts[b"content-length"]:
        raise _ambiguous("the request has a Content-Length beside a Transfer-Encoding", "Content-Length")
    for name in _SINGLE_HEADERS:
        if counts[name.lower().encode()] > 1:
            raise _ambiguous(f"the request has the header {name} {counts[name.lower().encode()]} times", name)


def check_source(headers: Mapping[str, str], settings: ServiceSettings, *, method: str) -> None:
    """Refuse a Host header that is not this service, and requests from pages of other sites."""
    host = headers.get("host", "")
    if settings.token is None and not _is_own_host(host, settings):
        raise Problem(
            "unknown-host",
            "the Host header is not a name of this service",
            field="Host",
            remedy="use its address or localhost, or start it with --allow-host NAME",
        )
    origin = headers.get("origin")
    if origin is not None and origin not in settings.origins and not _is_same_origin(origin, host):
        raise _other_site()
    # A GET may have no Origin, but browsers send Sec-Fetch-Site. Following a link from another site is allowed.
    cross_site = origin is None and headers.get("sec-fetch-site") in ("cross-site", "same-site")
    if cross_site and not (method == "GET" and headers.get("sec-fetch-mode") == "navigate"):
        raise _other_site()


def check_token(headers: Mapping[str, str], path: str, settings: ServiceSettings) -> None:
    """Refuse a request without the token, where one is set; compared in constant time."""
    if settings.token is None or path in OPEN_PATHS or path.startswith(OPEN_FOLDER):
        return
    given = _given_token(headers)
    if given is None or not hmac.compare_digest(given.encode("utf-8", "replace"), settings.token.encode()):
        raise Problem(
            "unauthorized",
            "the token is wrong" if given else "the request has no token",
            field="Authorization",
            remedy="send the header Authorization: Bearer TOKEN with the token of the service's --token-file",
            headers={"WWW-Authenticate": 'Bearer realm="inkslate"'},
        )


def _given_token(headers: Mapping[str, str]) -> str | None:
    scheme, _, value = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and value.strip():
        return value.strip()
    if scheme.lower() == "basic":  # the one way in which Label Studio sends a secret: any user, the token as password
        return _decoded(value.strip()).partition(":")[2]
    for protocol in headers.get("sec-websocket-protocol", "").split(","):
        if (name := protocol.strip()).startswith(_TOKEN_PROTOCOL):
            return _decoded(name.removeprefix(_TOKEN_PROTOCOL))
    return None


def _decoded(encoded: str) -> str:
    """The text in base64, of either alphabet; empty where it is none."""
    try:
        return base64.urlsafe_b64decode(
            encoded.replace("+", "-").replace("/", "_") + "=" * (-len(encoded) % 4)
        ).decode()
    except ValueError:
        return ""


def _is_own_host(host: str, settings: ServiceSettings) -> bool:
    """IP addresses cannot be rebound; of host names, localhost and the allowed ones are accepted."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and not host.endswith("]") else host
    if name.lower() in ("localhost", *(allowed.lower() for allowed in settings.hosts)):
        return True
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _is_same_origin(origin: str, host: str) -> bool:
    scheme, _, authority = origin.partition("://")
    return scheme in ("http", "https") and authority.lower() == host.lower() != ""


def _ambiguous(detail: str, field: str) -> Problem:
    return Problem("bad-request", detail, field=field, remedy="send the header once", headers={"Connection": "close"})


def _other_site() -> Problem:
    return Problem(
        "other-site",
        "the request comes from the page of another site",
        field="Origin",
        remedy="open the service's own page, or start it with --allow-origin ORIGIN",
    )
