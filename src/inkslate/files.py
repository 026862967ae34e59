"""What the operating system is asked for: files written completely or not at all and kept private, and signals."""

from __future__ import annotations

import errno
import os
import signal
import stat
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

from inkslate.errors import InputError
from inkslate.messages import shorten

_OTHERS = 0o077  # permissions of everybody but the owner


def write_whole(path: str | Path, data: str | bytes) -> None:
    """Write beside the target and rename: a crash, a full disk or Ctrl-C leaves the old file as it was."""
    content = data.encode() if isinstance(data, str) else data
    target = Path(os.path.realpath(path))  # a link stays a link, its target is replaced
    temporary = None
    try:
        if _is_stream(Path(path)):
            Path(path).write_bytes(content)
            return
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(_mode(target))
        Path(temporary).replace(target)
        temporary = None
    except OSError as error:
        raise cannot_write(target, error, remedy="choose another place") from None
    finally:
        if temporary:
            Path(temporary).unlink(missing_ok=True)


def read_regular(path: str | Path) -> bytes:
    """The content of a plain file. OSError where it is none: a pipe or a device may never end."""
    # Without waiting: to open a pipe waits for somebody who writes.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "not a plain file")
        with os.fdopen(os.dup(handle), "rb") as file:
            return file.read()
    finally:
        os.close(handle)


def real_path(path: str | Path) -> Path:
    """Where a path leads, through all links. Links in a circle are left as they are: what opens them says so."""
    return Path(os.path.realpath(path))  # Path.resolve() raises RuntimeError for a circle


def is_folder(path: str | Path) -> bool:
    """Whether there is a folder. False also where that cannot be asked: what opens the path says why."""
    try:
        return Path(path).is_dir()
    except OSError:  # a name that is too long, or a folder above that is closed
        return False


def cannot_write(path: str | Path, error: OSError, *, remedy: str) -> InputError:
    """The error for a file or a folder that cannot be written."""
    return InputError(f"{path}: cannot be written ({error.strerror or error}); {remedy}")


def make_private_folder(folder: Path, *, own: Iterable[str]) -> None:
    """Make a folder that only its owner can use; `own` are the names of the files that it is for.

    An existing folder is closed to others if it holds nothing else: others may need the rest.
    """
    try:
        folder.mkdir(mode=0o700, parents=True)
        folder.chmod(0o700)  # whatever the umask is
        return
    except FileExistsError:
        pass
    if not _shared(folder):
        return
    others = {path.name for path in folder.iterdir()} - set(own)
    if others:
        raise InputError(
            f"{folder}: other users can open this folder, and it also holds {shorten(min(others))}; "
            f"name a new folder, or close this one: chmod 700 {folder}"
        )
    _close_to_others(folder, 0o700)


def make_private_file(path: Path) -> None:
    """Make an empty file that only its owner can read, whatever the umask is; an existing one stays as it is."""
    # An existing database is not opened: closing it would end the locks that this process has on it.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        path.chmod(0o600)


def close_file_to_others(path: Path) -> None:
    """Make a file, where there is one, readable for its owner only."""
    if path.exists() and _shared(path):
        _close_to_others(path, 0o600)


def read_secret(path: str | Path) -> bytes:
    """The content of a file; InputError where other users can read or change it. Pipes have no other users."""
    with Path(path).open("rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        if os.name == "posix" and stat.S_ISREG(mode) and mode & _OTHERS:
            raise InputError(
                f"{path}: other users can read or change this file (its mode is {mode & 0o777:03o}); "
                f"run: chmod 600 {path}"
            )
        return file.read()


def _shared(path: Path) -> bool:
    return os.name == "posix" and bool(path.stat().st_mode & _OTHERS)


def _close_to_others(path: Path, mode: int) -> None:
    try:
        path.chmod(mode)
    except OSError as error:
        raise InputError(
            f"{path}: other users can open it, and that cannot be changed ({error.strerror}); name a new folder, or "
            f"let its owner run: chmod {mode:o} {path}"
        ) from None
    if _shared(path):  # some file systems have no permissions
        raise InputError(f"{path}: its file system cannot keep it from other users; name a folder on another one")


def _is_stream(path: Path) -> bool:
    """Whether the path is a device or a pipe, which is written directly: there is no file to replace."""
    return str(path).startswith(("/dev/", "/proc/")) or (path.exists() and not path.is_file() and not path.is_dir())


def _mode(target: Path) -> int:
    """The permissions that an ordinary open() would set; temporary files are private."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


class Terminated(KeyboardInterrupt):
    """SIGTERM, raised like Ctrl-C."""


@contextmanager
def holding_interrupts() -> Iterator[None]:
    """Processes started in this context never get Ctrl-C; this process gets it when the context ends.

    Ctrl-C reaches all processes of a terminal, and this process ends its workers itself. A child inherits that a signal
    is blocked, or that it is ignored; in this process a blocked signal waits, but an ignored one is lost.
    """
    from multiprocessing import resource_tracker  # slow to import, and few start processes

    resource_tracker.ensure_running()  # the first start of a process would start it, and that unblocks SIGINT
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def raising_terminated() -> Iterator[None]:
    """SIGTERM raises Terminated in this context, so that whatever ends processes after Ctrl-C ends them then too."""
    if threading.current_thread() is not threading.main_thread():  # signals belong to the main thread
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(_number: int, _frame: FrameType | None) -> NoReturn:
    raise Terminated
