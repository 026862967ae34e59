"""Read files that may be compressed, in blocks and by byte ranges, up to where they are damaged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Any

from inkslate.batch.filesystem import changed_error, file_error, open_file, printable
from inkslate.errors import InputError

BLOCK = 1 << 20
# A damaged stream loses the whole block that was requested, so the last part is read in small steps.
_STEP = 256
_CODECS = {".gz": "gzip", ".gzip": "gzip", ".zst": "zstd", ".zstd": "zstd"}
_DAMAGE = re.compile(r"inflate|zlib|zstd|truncated|decompress", re.IGNORECASE)


class DamagedFile(InputError):
    """Data that cannot be decoded from some point on."""


def codec_of(name: str) -> str | None:
    """The compression of a file, by its name."""
    return _CODECS.get(PurePosixPath(name).suffix.lower())


def decompressed_name(name: str) -> str:
    """The name without the suffix of the compression."""
    return name[: -len(PurePosixPath(name).suffix)] if codec_of(name) else name


def read_blocks(path: str) -> Iterator[bytes]:
    """The decompressed bytes of a file; DamagedFile after the last byte that could be read."""
    given = 0
    try:
        for block in _read_by(path, BLOCK):
            given += len(block)
            yield block
        return
    except DamagedFile:
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
                    raise DamagedFile(f"{printable(path)}: its compressed data is damaged or truncated") from None
                raise file_error(path, error, "cannot be read") from None
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


class ByteRangeReader:
    """Reads ranges of decompressed bytes. It continues a compressed file after the last range if possible."""

    def __init__(self) -> None:
        self._path, self._at, self._rest = "", 0, b""
        self._blocks: Iterator[bytes] = iter(())

    def read(self, path: str, start: int, end: int) -> bytes:
        """Bytes start..end; InputError if the file has become shorter."""
        content = self._compressed(path, start, end) if codec_of(path) else _uncompressed(path, start, end)
        if len(content) != end - start:
            raise changed_error(path)
        return content

    def _compressed(self, path: str, start: int, end: int) -> bytes:
        if path != self._path or start < self._at:
            self._path, self._blocks, self._at, self._rest = path, read_blocks(path), 0, b""
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


def _uncompressed(path: str, start: int, end: int) -> bytes:
    with open_file(path) as file:
        try:
            file.seek(start)
            return bytes(file.read(end - start))
        except (OSError, ValueError) as error:
            raise file_error(path, error, "cannot be read") from None
