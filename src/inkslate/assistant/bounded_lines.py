"""The lines of standard input, each of bounded length: a message without an end must not fill the memory."""

from __future__ import annotations

from typing import BinaryIO

_REPLACED = "too long\n"  # not JSON, so it is dropped like any other malformed message


class BoundedLines:
    """A text file for the SDK, which only calls `readline`."""

    def __init__(self, file: BinaryIO, *, limit: int) -> None:
        self._file, self._limit = file, limit

    def readline(self) -> str:
        """The next line; something that is no message in place of one that is too long; empty at the end."""
        line = self._file.readline(self._limit)
        if len(line) < self._limit or line.endswith(b"\n"):
            return line.decode("utf-8", "replace")
        while line and not line.endswith(b"\n"):
            line = self._file.readline(self._limit)
        return _REPLACED
