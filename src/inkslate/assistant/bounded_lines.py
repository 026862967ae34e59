"""The lines of standard input, each of bounded length: a message without an end must not fill the memory."""

from __future__ import annotations

import re
from typing import BinaryIO

_REPLACED = "too long\n"  # not JSON, so it is dropped like any other malformed message
# Half of an emoji, which JavaScript writes where a text was cut in the middle of one. Behind an escaped backslash it is
# text.
_HALF = re.compile(
    rb"(?<!\\)(?P<before>(?:\\\\)*)(?:(?P<pair>\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)


class BoundedLines:
    """A text file for the SDK, which only calls `readline`."""

    def __init__(self, file: BinaryIO, *, limit: int) -> None:
        self._file, self._limit = file, limit

    def readline(self) -> str:
        """The next line; something that is no message in place of one that is too long; empty at the end.

        Half of an emoji becomes the replacement character: the SDK would drop the request, and the assistant would wait
        for an answer.
        """
        line = self._file.readline(self._limit)
        if len(line) < self._limit or line.endswith(b"\n"):
            has_half = b"\\ud" in line or b"\\uD" in line
            return (_HALF.sub(_whole, line) if has_half else line).decode("utf-8", "replace")
        while line and not line.endswith(b"\n"):
            line = self._file.readline(self._limit)
        return _REPLACED


def _whole(found: re.Match[bytes]) -> bytes:
    return found[0] if found["pair"] else found["before"] + rb"\ufffd"
