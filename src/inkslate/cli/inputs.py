"""The files that verbs read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from inkslate.board import Board
from inkslate.readers import read_file
from inkslate.readers.document import STDIN, load

if TYPE_CHECKING:
    from inkslate.tracking import KnownTask


def read_boards(files: Sequence[str], format: str | None) -> list[Board]:
    """The boards of all files, read before any output: an error in the last file leaves nothing half-printed."""
    return [board for path in files or [STDIN] for board in read_file(path, format=format)]


def read_extracted_tasks(path: str) -> dict[str, tuple[KnownTask, ...]]:
    """The tasks of an extraction file, by board."""
    from inkslate.tracking import parse_extractions

    document = load(path)
    return parse_extractions(document.text, document.name)


def read_people(path: str | None) -> tuple[str, ...]:
    """The names in a file, one line each; blank lines and lines that start with # are skipped."""
    lines = load(path).text.splitlines() if path else []
    return tuple(line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#"))


def written_at(path: str) -> datetime:
    """When a file was last written, in local time; the current time for standard input."""
    try:
        return datetime.now() if path == STDIN else datetime.fromtimestamp(Path(path).stat().st_mtime)
    except (OSError, ValueError, OverflowError):  # removed since it was read, or its date is out of range
        return datetime.now()
