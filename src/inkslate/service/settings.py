"""Settings of the service: addresses, limits and access. Values only; the command line checks them."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path

from inkslate.errors import InputError
from inkslate.files import read_secret
from inkslate.model.shipped import DEFAULT_MODEL

# Requests share the model window by window. Two requests for each thread, one running and one waiting, keep all threads
# busy, and the last request waits for one turn only, whatever the size of the boards.
QUEUE_PER_THREAD = 2
_MIN_TOKEN_LENGTH = 16  # characters; a shorter token can be guessed over a network


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceLimits:
    """Limits of requests and workers; each field is an option of `inkslate serve`."""

    bytes: int = 4 << 20  # size of a body, before and after decompression
    words: int = 10_000
    characters: int = 100_000  # of all words together: a single word has no limit of its own
    lines: int = 20_000
    regions: int = 2_000
    depth: int = 64  # nesting of JSON and XML
    seconds: float = 30.0  # from the complete body to the response
    read_seconds: float = 5.0  # to read a body, and to write a response, beside the model
    body_seconds: float = 30.0  # to receive a head, to receive a body, and for the client to read the response
    queue: int | None = None  # requests that run or wait; None: QUEUE_PER_THREAD for each thread of the model
    connections: int = 256
    held_bytes: int = 64 << 20  # of all bodies in memory
    health_seconds: float = 10.0  # a worker that does not answer its health check for this long is replaced


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceSettings:
    """Everything that `create_app` needs; it is pickled for worker processes."""

    model: str = DEFAULT_MODEL
    threads: int | None = None
    host: str = "127.0.0.1"
    hosts: tuple[str, ...] = ()  # host names allowed in addition to localhost and IP addresses
    origins: tuple[str, ...] = ()  # other sites whose pages may send requests
    token: str | None = field(default=None, repr=False)
    workspace: Path | None = None
    batching: bool = True
    patience: float = 0.002  # seconds to wait for requests to batch with
    log_texts: bool = False
    limits: ServiceLimits = ServiceLimits()


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def read_token(path: str) -> str:
    """The token on the first line of a file; InputError where others can read it, or it is not a valid token."""
    try:
        text = read_secret(path).decode("utf-8")
    except InputError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not UTF-8 text"
        raise InputError(f"{path}: cannot be read ({reason}); put the token on its first line") from None
    token = text.split("\n", 1)[0].strip()
    if len(token) < _MIN_TOKEN_LENGTH or not token.isascii() or not token.isprintable() or " " in token:
        raise InputError(
            f"{path}: the first line is not a valid token; write {_MIN_TOKEN_LENGTH} or more letters and digits, such "
            "as the output of `python -c 'import secrets; print(secrets.token_urlsafe())'`"
        )
    return token
