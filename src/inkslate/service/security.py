"""Who may ask: the token, and what keeps other sites' pages away from a service on the user's own machine.

A page of another site can send requests to 127.0.0.1, and a name of its own can be made to lead there (DNS rebinding).
So the Host must be ours, and an Origin, where the browser names one, must be this very service.
"""

from __future__ import annotations

import base64
import hmac
import ipaddress
from collections.abc import Mapping

from inkslate.service.problems import Problem
from inkslate.service.settings import Settings

# What says nothing of anybody's notes: the page, which asks for the token itself, and what watches the service.
OPEN_PATHS = frozenset({"/", "/healthz", "/readyz", "/openapi.json"})
OPEN_FOLDER = "/page/"
SUBPROTOCOL = "inkslate"
_TOKEN_PROTOCOL = "inkslate.token."  # noqa: S105 - browsers cannot send Authorization with a WebSocket


def check_source(headers: Mapping[str, str], settings: Settings, *, method: str) -> None:
    """Refuse a Host that is not ours and a page that is not ours."""
    host = headers.get("host", "")
    if settings.token is None and not _is_ours(host, settings):
        raise Problem(
            "unknown-host",
            "the Host header is not a name of this service",
            field="Host",
            remedy="use its address or localhost, or start it with --allow-host NAME",
        )
    origin = headers.get("origin")
    if origin is not None and origin not in settings.origins and not _same_site(origin, host):
        raise _other_site()
    # Old browsers name no Origin with a plain GET; new ones say where it came from. Links may lead to us.
    cross = origin is None and headers.get("sec-fetch-site") in ("cross-site", "same-site")
    if cross and not (method == "GET" and headers.get("sec-fetch-mode") == "navigate"):
        raise _other_site()


def check_token(headers: Mapping[str, str], path: str, settings: Settings) -> None:
    """Refuse without the token, where there is one; the comparison takes as long for a good guess as for a bad one."""
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
    for protocol in headers.get("sec-websocket-protocol", "").split(","):
        if (name := protocol.strip()).startswith(_TOKEN_PROTOCOL):
            encoded = name.removeprefix(_TOKEN_PROTOCOL)
            try:
                return base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)).decode()
            except ValueError:
                return ""
    return None


def _is_ours(host: str, settings: Settings) -> bool:
    """An address cannot be rebound; of names only localhost and those that were allowed are ours."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and not host.endswith("]") else host
    if name.lower() in ("localhost", *(allowed.lower() for allowed in settings.hosts)):
        return True
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _same_site(origin: str, host: str) -> bool:
    scheme, _, place = origin.partition("://")
    return scheme in ("http", "https") and place.lower() == host.lower() != ""


def _other_site() -> Problem:
    return Problem(
        "other-site",
        "the request comes from the page of another site",
        field="Origin",
        remedy="open the service's own page, or start it with --allow-origin ORIGIN",
    )
