"""A lock: only one run may write to a folder.

The operating system releases a local lock however a run ends. On other filesystems a run writes a heartbeat file.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from inkslate.batch.filesystem import file_error, is_remote, join, make_folder, read_bytes, remove, write_file
from inkslate.errors import InkslateError, InputError

LOCK = ".lock"
_HEARTBEAT, _STALE = 20.0, 90.0  # seconds


@contextmanager
def locked(out: str) -> Iterator[None]:
    """Hold the lock of a folder; InputError if another run holds it."""
    make_folder(out)
    with _remotely(out) if is_remote(out) or os.name == "nt" else _locally(out):
        yield


@contextmanager
def _locally(out: str) -> Iterator[None]:
    import fcntl

    try:
        handle = os.open(join(out, LOCK), os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise file_error(out, error, "cannot be written") from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise _in_use(out, "") from None
        yield  # the file stays: after a removal two runs could lock two files of that name
    finally:
        os.close(handle)


@contextmanager
def _remotely(out: str) -> Iterator[None]:
    name = join(out, LOCK)
    mine: dict[str, Any] = {"host": socket.gethostname(), "process": os.getpid(), "token": uuid.uuid4().hex}
    _refuse_held(out, name)
    _heartbeat(name, mine)
    if _holder(name).get("token") != mine["token"]:
        raise _in_use(out, "; both started at the same time")
    over = threading.Event()
    thread = threading.Thread(target=_send_heartbeats, args=(name, mine, over), daemon=True, name="inkslate-lock")
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        with suppress(InkslateError):
            remove(name)


def _refuse_held(out: str, name: str) -> None:
    holder = _holder(name)
    age = time.time() - float(holder.get("alive", 0))
    if age >= _STALE or _is_dead(holder):
        return
    who = f"{holder.get('host')}, process {holder.get('process')}"
    raise _in_use(out, f" ({who}, seen {age:.0f} s ago; if it has ended, wait {_STALE - age:.0f} s or remove {name})")


def _is_dead(holder: dict[str, Any]) -> bool:
    """Whether the holder was a process of this machine that has ended."""
    if holder.get("host") != socket.gethostname() or os.name == "nt":
        return False
    try:
        os.kill(int(holder["process"]), 0)
    except ProcessLookupError:
        return True
    except (KeyError, ValueError, OSError):
        return False
    return False


def _holder(name: str) -> dict[str, Any]:
    try:
        value = json.loads(read_bytes(name) or b"{}")
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        return {}
    return value if isinstance(value, dict) else {}


def _heartbeat(name: str, mine: dict[str, Any]) -> None:
    write_file(name, json.dumps(mine | {"alive": time.time()}).encode())


def _send_heartbeats(name: str, mine: dict[str, Any], over: threading.Event) -> None:
    while not over.wait(_HEARTBEAT):
        with suppress(InkslateError):  # the store may be unavailable for a moment
            _heartbeat(name, mine)


def _in_use(out: str, who: str) -> InputError:
    return InputError(f"{out}: another run is writing there{who}; wait for it, or choose another folder")
