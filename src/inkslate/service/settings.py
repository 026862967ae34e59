"""What the service is told when it starts: addresses, limits, who may ask. Values only, checked where they are made."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path

from inkslate.errors import InputError
from inkslate.model.shipped import DEFAULT_MODEL

# A request goes through the model in turns with those that came before it. Two for each thread, one at work and one
# that waits, keep the threads busy, and the last one in waits no longer than for one turn, however large boards are.
QUEUE_A_THREAD = 2
_LEAST_TOKEN = 16  # characters; less can be guessed over a network


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one request may cost; each is a flag of `inkslate serve`."""

    bytes: int = 4 << 20  # of a body, before and after decompression
    words: int = 10_000
    characters: int = 100_000  # of all words: one word may be as long as a book
    regions: int = 2_000
    depth: int = 64  # of nested JSON
    seconds: float = 30.0  # from the whole body to the answer
    body_seconds: float = 30.0  # for a head, for a body, and for an answer to be taken
    queue: int | None = None  # requests that are worked on or wait; None is QUEUE_A_THREAD for each of the model
    connections: int = 256
    held_bytes: int = 64 << 20  # of all bodies together


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything `create_app` needs; it travels to worker processes as it is."""

    model: str = DEFAULT_MODEL
    threads: int | None = None
    host: str = "127.0.0.1"
    hosts: tuple[str, ...] = ()  # names by which browsers may reach us, beside localhost and addresses
    origins: tuple[str, ...] = ()  # other sites whose pages may ask
    token: str | None = field(default=None, repr=False)
    workspace: Path | None = None
    batching: bool = True
    patience: float = 0.002  # seconds
    log_texts: bool = False
    limits: Limits = Limits()


def is_loopback(host: str) -> bool:
    """Whether an address to bind to can be reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def read_token(path: str) -> str:
    """The token of a file: its first line, and nothing that a header could not carry."""
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not UTF-8 text"
        raise InputError(f"{path}: cannot be read ({reason}); put the token on its first line") from None
    token = text.split("\n", 1)[0].strip()
    if len(token) < _LEAST_TOKEN or not token.isascii() or not token.isprintable() or " " in token:
        raise InputError(
            f"{path}: the first line is no token; write {_LEAST_TOKEN} or more letters and digits, such as those of "
            "`python -c 'import secrets; print(secrets.token_urlsafe())'`"
        )
    return token
