"""Files by name, here or on a filesystem that pyarrow or fsspec reaches: list, open, write whole.

Local names go through Python itself, because they need not be text, and because a rename makes a file appear whole.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import unquote, urlsplit

from inkslate.errors import InputError
from inkslate.files import write_whole

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
# What is put there appears when it is complete; elsewhere it takes another name first.
_WHOLE_OBJECTS = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "memory"})
_DENIED = re.compile(r"ACCESS_DENIED|Forbidden|PERMISSION_DENIED|\b403\b", re.IGNORECASE)


class Unreadable(InputError):
    """A file that is not there or not ours to read: an error of this file alone, not of the run."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file as it was listed; `problem` where it is none that can be read."""

    name: str
    bytes: int
    modified: int | None  # nanoseconds
    problem: str | None = None


def is_remote(name: str) -> bool:
    return bool(_SCHEME.match(name)) and not name.lower().startswith("file://")


def plain_name(name: str) -> str:
    """A local path for what was given as file://."""
    return unquote(urlsplit(name).path) if name.lower().startswith("file://") else name


def join(folder: str, *names: str) -> str:
    return "/".join((folder.rstrip("/") or "/", *names)).replace("//", "/", 1 if folder == "/" else 0)


def list_files(name: str) -> Iterator[Entry]:
    """The file of that name, or all files below the folder, by name; hidden ones are left out."""
    found = _list_remote(name) if is_remote(name) else _list_local(name)
    return iter(sorted(found, key=lambda entry: entry.name))


def open_file(name: str) -> BinaryIO:
    """The file, to be read from anywhere in it."""
    try:
        if is_remote(name):
            filesystem, path = _resolve(name)
            opened: BinaryIO = filesystem.open_input_file(path)
            return opened
        return Path(name).open("rb")
    except (OSError, ValueError) as error:
        raise trouble(name, error, "cannot be read") from None


def write_file(name: str, content: bytes) -> None:
    """Write a file that appears whole or not at all; folders are made where needed."""
    if not is_remote(name):
        make_folder(str(Path(name).parent))
        write_whole(name, content)
        return
    filesystem, path = _resolve(name)
    target = path if _scheme(name) in _WHOLE_OBJECTS else f"{path}.part"
    try:
        if target != path:
            filesystem.create_dir(path.rpartition("/")[0], recursive=True)
        with filesystem.open_output_stream(target) as stream:
            stream.write(content)
        if target != path:
            filesystem.move(target, path)
    except (OSError, ValueError) as error:
        raise trouble(name, error, "cannot be written") from None


def read_bytes(name: str) -> bytes | None:
    """All of a small file; None where there is none."""
    try:
        with open_file(name) as file:
            return file.read()
    except Unreadable:
        if names_in(name.rpartition("/")[0], only=name.rpartition("/")[2]):
            raise
        return None


def names_in(folder: str, *, only: str | None = None) -> set[str]:
    """The names of the files right in a folder; none where there is no such folder."""
    try:
        if is_remote(folder):
            from pyarrow.fs import FileSelector, FileType

            filesystem, path = _resolve(folder)
            infos = filesystem.get_file_info(FileSelector(path, allow_not_found=True))
            names = {info.base_name for info in infos if info.type == FileType.File}
        else:
            names = {entry.name for entry in os.scandir(folder)}
    except FileNotFoundError:
        return set()
    except (OSError, ValueError) as error:
        raise trouble(folder, error, "cannot be listed") from None
    return names if only is None else names & {only}


def remove(name: str) -> None:
    """Remove a file; one that is gone is no error."""
    try:
        if is_remote(name):
            filesystem, path = _resolve(name)
            filesystem.delete_file(path)
        else:
            Path(name).unlink(missing_ok=True)
    except FileNotFoundError:
        return
    except OSError as error:
        raise trouble(name, error, "cannot be removed") from None


def make_folder(name: str) -> None:
    """A local folder; object stores have none."""
    if not is_remote(name):
        try:
            Path(name).mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise trouble(name, error, "cannot be made") from None


def trouble(name: str, error: Exception, what: str) -> InputError:
    """One line of what the system or a library said; Unreadable where it concerns this file alone."""
    if isinstance(error, InputError):
        return error  # it says so already
    said = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    message = f"{printable(name)}: {what} ({printable(' '.join(said.split()))[:300]})"
    mine = not is_remote(name) or isinstance(error, FileNotFoundError | PermissionError) or _DENIED.search(said)
    return Unreadable(message) if mine else InputError(message)


def printable(text: str) -> str:
    """Text that can be written as UTF-8, whatever a file is called."""
    return text.encode("utf-8", "replace").decode()


def _list_local(name: str) -> Iterator[Entry]:
    try:
        status = Path(name).stat()
    except FileNotFoundError:
        raise InputError(f"{printable(name)}: no such file or folder") from None
    except (OSError, ValueError) as error:
        raise trouble(name, error, "cannot be read") from None
    if not stat.S_ISDIR(status.st_mode):
        yield _local_entry(name)
        return
    for folder, folders, files in os.walk(name, onerror=_refuse):
        folders[:] = [inner for inner in folders if not inner.startswith((".", "_"))]
        yield from (_local_entry(join(folder, file)) for file in files if not file.startswith((".", "_")))


def _refuse(error: OSError) -> None:
    raise trouble(str(error.filename), error, "cannot be listed") from None


def _local_entry(name: str) -> Entry:
    try:
        status = Path(name).stat()
    except OSError as error:  # a link that leads nowhere
        return Entry(name, 0, None, f"cannot be read ({error.strerror})")
    # A pipe would keep us waiting for ever.
    problem = None if stat.S_ISREG(status.st_mode) else "is no ordinary file"
    return Entry(name, status.st_size, status.st_mtime_ns, problem)


def _list_remote(name: str) -> Iterator[Entry]:
    from pyarrow.fs import FileSelector, FileType

    filesystem, path = _resolve(name)
    prefix = name[: len(name) - len(path)] if name.endswith(path) else f"{_scheme(name)}://"
    try:
        root = filesystem.get_file_info(path)
        if root.type == FileType.NotFound:
            raise InputError(f"{name}: no such file or folder")
        infos = [root] if root.type == FileType.File else filesystem.get_file_info(FileSelector(path, recursive=True))
    except (OSError, ValueError) as error:
        raise trouble(name, error, "cannot be listed") from None
    for info in infos:
        inside = info.path[len(path) :].strip("/").split("/")
        hidden = info is not root and any(part.startswith((".", "_")) for part in inside)
        if info.type == FileType.File and not hidden:
            yield Entry(prefix + info.path, info.size, info.mtime_ns)


def _scheme(name: str) -> str:
    match = _SCHEME.match(name)
    return match[1].lower() if match else ""


def _resolve(name: str) -> tuple[Any, str]:
    """A pyarrow filesystem and the path in it."""
    scheme, rest = _scheme(name), name.partition("://")[2].rstrip("/")
    try:
        return (_s3(rest.partition("/")[0]), rest) if scheme in ("s3", "s3a") else _other(scheme, name, rest)
    except (ImportError, OSError, ValueError) as error:
        raise trouble(name, error, "cannot be reached") from None


@lru_cache(maxsize=64)
def _s3(bucket: str) -> Any:
    from pyarrow.fs import S3FileSystem, resolve_s3_region

    endpoint = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL")
    region = os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION")
    if not endpoint:
        return S3FileSystem(region=region or resolve_s3_region(bucket))
    return S3FileSystem(region=region, endpoint_override=endpoint)


def _other(scheme: str, name: str, rest: str) -> tuple[Any, str]:
    if scheme in ("gs", "gcs"):
        return _gcs(), rest
    filesystem, strip = _fsspec(scheme)
    return filesystem, strip(name)


@lru_cache(maxsize=1)
def _gcs() -> Any:
    from pyarrow.fs import GcsFileSystem

    return GcsFileSystem()


@lru_cache(maxsize=16)
def _fsspec(scheme: str) -> tuple[Any, Any]:
    import fsspec
    from pyarrow.fs import FSSpecHandler, PyFileSystem

    filesystem = fsspec.filesystem(scheme)
    return PyFileSystem(FSSpecHandler(filesystem)), filesystem._strip_protocol
