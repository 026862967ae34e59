"""Bytes of a file that may be packed, in blocks and by ranges, and what can be saved of one that is damaged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Any

from inkslate.batch.places import open_file, printable, trouble
from inkslate.errors import InputError

BLOCK = 1 << 20
# A damaged stream gives up all of the block that was asked for, so its end is taken in steps.
_STEP = 256
_CODECS = {".gz": "gzip", ".gzip": "gzip", ".zst": "zstd", ".zstd": "zstd"}
_DAMAGE = re.compile(r"inflate|zlib|zstd|truncated|decompress", re.IGNORECASE)


class Damaged(InputError):
    """Packed data that breaks off or is none; what came before it was given."""


def codec_of(name: str) -> str | None:
    """How the file is packed, by its name."""
    return _CODECS.get(PurePosixPath(name).suffix.lower())


def unpacked_name(name: str) -> str:
    """The name without the ending that says how it is packed."""
    return name[: -len(PurePosixPath(name).suffix)] if codec_of(name) else name


def blocks(path: str) -> Iterator[bytes]:
    """The unpacked bytes of a file; Damaged behind all that could be unpacked."""
    given = 0
    try:
        for block in _read_by(path, BLOCK):
            given += len(block)
            yield block
        return
    except Damaged:
        pass
    at = 0
    for step in _read_by(path, _STEP):
        at += len(step)
        if at > given:
            yield step[max(0, given - at + len(step)) :]


def _read_by(path: str, size: int) -> Iterator[bytes]:
    with _opened(path) as stream:
        while True:
            try:
                block = stream.read(size)
            except (OSError, ValueError) as error:
                if codec_of(path) and _DAMAGE.search(str(error)):
                    raise Damaged(f"{printable(path)}: its packed data is damaged or breaks off") from None
                raise trouble(path, error, "cannot be read") from None
            if not block:
                return
            yield bytes(block)


@contextmanager
def _opened(path: str) -> Iterator[Any]:
    import pyarrow as pa

    file, codec = open_file(path), codec_of(path)
    if codec is None:
        with file:
            yield file
        return
    native = file if isinstance(file, pa.NativeFile) else pa.PythonFile(file, mode="r")
    with native, pa.CompressedInputStream(native, codec) as stream:
        yield stream


class Ranges:
    """Ranges of files' unpacked bytes. A packed file is read on from where the last range ended, where that helps."""

    def __init__(self) -> None:
        self._path, self._at, self._rest = "", 0, b""
        self._blocks: Iterator[bytes] = iter(())

    def read(self, path: str, start: int, end: int) -> bytes:
        """Bytes start..end; InputError where the file has become shorter."""
        content = self._packed(path, start, end) if codec_of(path) else _plain(path, start, end)
        if len(content) != end - start:
            raise InputError(f"{printable(path)}: has changed since the run began; begin again in another folder")
        return content

    def _packed(self, path: str, start: int, end: int) -> bytes:
        if path != self._path or start < self._at:
            self._path, self._blocks, self._at, self._rest = path, blocks(path), 0, b""
        parts, wanted = [], end - start
        while wanted:
            block = self._rest or next(self._blocks, b"")
            if not block:
                break
            skipped = min(len(block), max(0, start - self._at))
            taken = block[skipped : skipped + wanted]
            self._rest = block[skipped + len(taken) :]
            self._at += skipped + len(taken)
            wanted -= len(taken)
            parts.append(taken)
        return b"".join(parts)


def _plain(path: str, start: int, end: int) -> bytes:
    with open_file(path) as file:
        try:
            file.seek(start)
            return bytes(file.read(end - start))
        except (OSError, ValueError) as error:
            raise trouble(path, error, "cannot be read") from None
