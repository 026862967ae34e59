"""List, open and write files, on this machine or on a filesystem that pyarrow or fsspec supports.

Local files go through Python itself: their names need not be valid UTF-8, and a rename makes a file appear complete.
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
from inkslate.files import read_regular, write_whole
from inkslate.messages import one_line

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
# Object stores show a file only when it is complete; elsewhere it is written under another name and renamed.
_WHOLE_OBJECTS = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "memory"})
_DENIED = re.compile(r"ACCESS_DENIED|Forbidden|PERMISSION_DENIED|\b403\b", re.IGNORECASE)


class UnreadableFile(InputError):
    """A file that is missing or may not be read: an error of this file, which does not end the run."""


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file as it was listed; `problem` says why it cannot be read."""

    name: str
    bytes: int
    modified: int | None  # nanoseconds
    problem: str | None = None


def is_remote(name: str) -> bool:
    """Whether the name is a URL of another filesystem, such as s3://bucket/file."""
    return bool(_SCHEME.match(name)) and not name.lower().startswith("file://")


def local_name(name: str) -> str:
    """The local path of a file:// URL; other names stay as they are."""
    return unquote(urlsplit(name).path) if name.lower().startswith("file://") else name


def join(folder: str, *names: str) -> str:
    """The name of a file in a folder, local or remote."""
    return "/".join((folder.rstrip("/") or "/", *names)).replace("//", "/", 1 if folder == "/" else 0)


def list_files(name: str) -> Iterator[FileEntry]:
    """The file of that name, or all files below the folder, sorted by name; hidden files are left out."""
    found = _list_remote(name) if is_remote(name) else _list_local(name)
    return iter(sorted(found, key=lambda entry: entry.name))


def open_file(name: str) -> BinaryIO:
    """Open a file for reading at any offset."""
    try:
        if is_remote(name):
            filesystem, path = _resolve(name)
            opened: BinaryIO = filesystem.open_input_file(path)
            return opened
        return Path(name).open("rb")
    except (OSError, ValueError) as error:
        raise file_error(name, error, "cannot be read") from None


def write_file(name: str, content: bytes) -> None:
    """Write a file that appears complete or not at all; missing folders are created."""
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
        raise file_error(name, error, "cannot be written") from None


def read_bytes(name: str) -> bytes | None:
    """The content of a small file; None if it does not exist."""
    try:
        if not is_remote(name):
            return _read_local(name)
        with open_file(name) as file:
            return file.read()
    except UnreadableFile:
        if names_in(name.rpartition("/")[0], only=name.rpartition("/")[2]):
            raise
        return None


def _read_local(name: str) -> bytes:
    try:
        return read_regular(name)
    except (OSError, ValueError) as error:
        raise file_error(name, error, "cannot be read") from None


def names_in(folder: str, *, only: str | None = None) -> set[str]:
    """The names of the files directly in a folder; empty if there is no such folder."""
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
        raise file_error(folder, error, "cannot be listed") from None
    return names if only is None else names & {only}


def remove(name: str) -> None:
    """Remove a file; a missing file is not an error."""
    try:
        if is_remote(name):
            filesystem, path = _resolve(name)
            filesystem.delete_file(path)
        else:
            Path(name).unlink(missing_ok=True)
    except FileNotFoundError:
        return
    except OSError as error:
        raise file_error(name, error, "cannot be removed") from None


def make_folder(name: str) -> None:
    """Create a local folder; object stores have no folders."""
    if not is_remote(name):
        try:
            Path(name).mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise file_error(name, error, "cannot be created") from None


def file_error(name: str, error: Exception, what: str) -> InputError:
    """The error of the system or a library as one line; UnreadableFile if it concerns this file alone."""
    if isinstance(error, InputError):
        return error
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    message = f"{printable(name)}: {what} ({one_line(reason, 300)})"
    of_file = not is_remote(name) or isinstance(error, FileNotFoundError | PermissionError) or _DENIED.search(reason)
    return UnreadableFile(message) if of_file else InputError(message)


def changed_error(name: str) -> InputError:
    """The error for an input file that is not the one of the plan."""
    return InputError(f"{printable(name)}: has changed since the run began; start a new run in another folder")


def printable(text: str) -> str:
    """The text with characters replaced that UTF-8 cannot encode, as file names may have them."""
    return text.encode("utf-8", "replace").decode()


def _list_local(name: str) -> Iterator[FileEntry]:
    try:
        status = Path(name).stat()
    except FileNotFoundError:
        raise InputError(f"{printable(name)}: no such file or folder") from None
    except (OSError, ValueError) as error:
        raise file_error(name, error, "cannot be read") from None
    if not stat.S_ISDIR(status.st_mode):
        yield _local_entry(name)
        return
    for folder, folders, files in os.walk(name, onerror=_refuse):
        folders[:] = [inner for inner in folders if not inner.startswith((".", "_"))]
        yield from (_local_entry(join(folder, file)) for file in files if not file.startswith((".", "_")))


def _refuse(error: OSError) -> None:
    raise file_error(str(error.filename), error, "cannot be listed") from None


def _local_entry(name: str) -> FileEntry:
    try:
        status = Path(name).stat()
    except OSError as error:  # such as a broken link
        return FileEntry(name, 0, None, f"cannot be read ({error.strerror})")
    # Reading a pipe might never end.
    problem = None if stat.S_ISREG(status.st_mode) else "is not a regular file"
    return FileEntry(name, status.st_size, status.st_mtime_ns, problem)


def _list_remote(name: str) -> Iterator[FileEntry]:
    from pyarrow.fs import FileSelector, FileType

    filesystem, path = _resolve(name)
    prefix = name[: len(name) - len(path)] if name.endswith(path) else f"{_scheme(name)}://"
    try:
        root = filesystem.get_file_info(path)
        if root.type == FileType.NotFound:
            raise InputError(f"{name}: no such file or folder")
        infos = [root] if root.type == FileType.File else filesystem.get_file_info(FileSelector(path, recursive=True))
    except (OSError, ValueError) as error:
        raise file_error(name, error, "cannot be listed") from None
    for info in infos:
        inside = info.path[len(path) :].strip("/").split("/")
        hidden = info is not root and any(part.startswith((".", "_")) for part in inside)
        if info.type == FileType.File and not hidden:
            yield FileEntry(prefix + info.path, info.size, info.mtime_ns)


def _scheme(name: str) -> str:
    match = _SCHEME.match(name)
    return match[1].lower() if match else ""


def _resolve(name: str) -> tuple[Any, str]:
    """The pyarrow filesystem of a name, and the path in it."""
    scheme, rest = _scheme(name), name.partition("://")[2].rstrip("/")
    try:
        return (_s3(rest.partition("/")[0]), rest) if scheme in ("s3", "s3a") else _other(scheme, name, rest)
    except (ImportError, OSError, ValueError) as error:
        raise file_error(name, error, "cannot be reached") from None


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
