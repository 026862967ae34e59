"""A file to read: its name, its bytes and its text."""

from __future__ import annotations

import codecs
import os
import re
import select
import stat
import sys
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

from inkslate.errors import InputError
from inkslate.formats.json_values import Fields, parse_json
from inkslate.readers.limits import check_markup, check_stream
from inkslate.readers.unsupported import refuse_unsupported

STDIN = "-"
_PART = 1 << 20  # bytes of a pipe that are read at once
_HEAD = 1 << 16  # characters: whatever a file is, it says so before that
_LINE_END = re.compile(r"\r\n|\r|\n")
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True)
class Document:
    """A file to read. `name` is for messages, `stem` is the board's id where the format has none."""

    name: str
    data: bytes

    @property
    def stem(self) -> str:
        """The file name without folder and suffix, as valid text."""
        # File names may contain bytes that are not text; a board id must be text.
        return Path(self.name).stem.encode("utf-8", "surrogateescape").decode("utf-8", "replace") or "board"

    @property
    def suffix(self) -> str:
        """The ending of the file name in small letters, with its dot."""
        return Path(self.name).suffix.lower()

    @cached_property
    def text(self) -> str:
        """The decoded text: UTF-8, or UTF-16 where the file says so with a byte-order mark."""
        refuse_unsupported(self.name, self.data)
        mark, encoding = next((pair for pair in _MARKS if self.data.startswith(pair[0])), (b"", "utf-8"))
        try:
            text = self.data[len(mark) :].decode(encoding)
        except UnicodeDecodeError as error:
            raise InputError(
                f"{self.name}: not {encoding.upper()} text at byte {error.start + len(mark)}; save it as UTF-8 text"
            ) from None
        if "\0" in text:
            raise InputError(
                f"{self.name}: contains NUL characters, so it is not text (or UTF-16 without a byte-order mark); "
                "save it as UTF-8 text"
            )
        return text

    @property
    def head(self) -> str:
        """The first kilobytes of the text, by which markup and text are told apart."""
        return self.text[:_HEAD]

    @cached_property
    def json(self) -> Any:
        """The parsed JSON, parsed once for all readers; ValueError where it is not JSON, or too large."""
        check_markup(self.name, len(self.data))
        return parse_json(self.text)


def load(path: str | PathLike[str]) -> Document:
    """The file at `path`, or standard input for `-`."""
    if str(path) == STDIN:
        return Document("stdin", _content(sys.stdin.buffer, "stdin"))
    try:
        with Path(path).open("rb") as file:
            return Document(str(path), _content(file, str(path)))
    except InputError:
        raise
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise InputError(f"{path}: is a directory; name the files in it") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{path}: cannot be read ({reason})") from None


def _content(file: BinaryIO, name: str) -> bytes:
    """All that a file has. A pipe or a device may never end: it is read as far as memory is for it."""
    try:
        if _is_regular(file):
            return file.read()
        parts: list[bytes] = []
        size = 0
        while (part := file.read(_PART)) != b"":
            if part is None:  # nothing is there yet, and somebody has switched off waiting for it
                select.select([file], [], [])
                continue
            parts.append(part)
            size += len(part)
            check_stream(name, size)
        return b"".join(parts)
    except MemoryError:
        raise InputError(f"{name}: does not fit into memory; divide it into several files") from None


def _is_regular(file: BinaryIO) -> bool:
    try:
        return stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    except (OSError, ValueError):  # no file of the operating system
        return False


def line_starts(text: str) -> list[int]:
    """Where the lines of a text begin, in characters; as in editors they end at LF, CR or both."""
    return [0, *(end.end() for end in _LINE_END.finditer(text))]


def read_json(document: Document) -> Any:
    """The document as a JSON value."""
    try:
        return document.json
    except InputError:  # not even text; it says where
        raise
    except ValueError as error:
        raise InputError(f"{document.name}: {error}; the file is damaged or of another format") from None


def read_object(document: Document) -> Fields:
    """The document as one JSON object."""
    value = read_json(document)
    if not isinstance(value, dict):
        raise InputError(f"{document.name}: not a JSON object; the file is of another format")
    return Fields(value, document.name)


def read_objects(document: Document) -> list[Fields]:
    """The document as one JSON object or a list of them."""
    if not document.text.lstrip().startswith("["):
        return [read_object(document)]
    return Fields({"list": read_json(document)}, document.name).objects("list")
