"""The inside of a reading process: it runs calls of its worker one at a time, with limits of memory and time.

The worker ends a process that exceeds its time. The alarm here is for the case that the worker itself is gone: the
kernel delivers it even while a regular expression runs.
"""

from __future__ import annotations

import pickle
import resource
import signal
import socket
import struct
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from inkslate.service.problems import Problem

HEADER = struct.Struct("!Q")  # the length of the message behind it
READY = b"ready"
WAITING = 2  # times its limit on a core may a call take by the clock, since others may use the cores
_GRACE_SECONDS = 2.0  # beyond the time limit that the worker applies
_MAX_KEPT_MEMORY = 192 << 20  # a process that keeps more ends after its call, so that the memory is free again
_STATM = Path("/proc/self/statm")  # sizes in pages, the resident one second


class ProcessLimits(NamedTuple):
    """Bytes of memory that the process may use, and seconds that a call may take on a core."""

    memory: int
    seconds: float


class Reply(NamedTuple):
    """What a call gave: a value, a problem to send to the client, or the place of a defect."""

    value: Any = None
    problem: Problem | None = None
    defect: str | None = None
    is_last: bool = False  # the process ends now


class _Stream(Protocol):
    def read(self, count: int, /) -> bytes: ...

    def write(self, data: bytes, /) -> int: ...

    def flush(self) -> None: ...


def serve_calls(connection: socket.socket, limits: ProcessLimits) -> None:
    """Answer calls until the worker closes the connection."""
    from inkslate.service.reading.jobs import warm_up

    warm_up()
    _limit_memory(limits.memory)
    with suppress(OSError), connection, connection.makefile("rwb") as stream:  # OSError: the worker is gone
        _send(stream, READY)
        while (message := _receive(stream)) is not None:
            reply = _answer(message, limits)
            message = b""
            _send(stream, pickle.dumps(reply))
            if reply.is_last:
                return


def describe_defect(error: BaseException) -> str:
    """Type and location of an exception, without its message: the message may quote a note."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    return " < ".join([type(error).__name__, *(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))])


def _answer(message: bytes, limits: ProcessLimits) -> Reply:
    signal.setitimer(signal.ITIMER_REAL, WAITING * limits.seconds + _GRACE_SECONDS)
    try:
        call, args = pickle.loads(message)  # noqa: S301 - of our own process
        return _reply(call, args, limits)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _reply(call: Callable[..., Any], args: tuple[Any, ...], limits: ProcessLimits) -> Reply:
    try:
        value = call(*args)
    except Problem as problem:
        return Reply(problem=problem, is_last=_is_swollen())
    except MemoryError:
        return Reply(problem=_too_much_memory(limits.memory), is_last=True)
    except Exception as error:
        return Reply(defect=describe_defect(error), is_last=_is_swollen())
    return Reply(value, is_last=_is_swollen())


def _is_swollen() -> bool:
    # Not ru_maxrss: a process inherits it from the one that started it.
    if not _STATM.exists():
        return False
    return int(_STATM.read_text().split()[1]) * resource.getpagesize() > _MAX_KEPT_MEMORY


def _limit_memory(count: int) -> None:
    """Let allocations beyond this many bytes fail, with a MemoryError; where the system cannot limit them, nothing."""
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    if sys.platform == "linux" and (hard == resource.RLIM_INFINITY or hard > count):
        resource.setrlimit(resource.RLIMIT_DATA, (count, hard))


def _too_much_memory(limit: int) -> Problem:
    return Problem(
        "too-large",
        f"reading the body needs more than {limit >> 20} MB of memory",
        field="body",
        remedy="send it in parts, or start the service with a larger --max-bytes",
        headers={"Connection": "close"},
    )


def _send(stream: _Stream, message: bytes) -> None:
    stream.write(HEADER.pack(len(message)) + message)
    stream.flush()


def _receive(stream: _Stream) -> bytes | None:
    """The next message; None at the end of the connection."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (size,) = HEADER.unpack(header)
    return stream.read(size)
