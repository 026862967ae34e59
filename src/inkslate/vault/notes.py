"""The notes of a vault: which files they are, and what kind of vault it is."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from inkslate.errors import InputError
from inkslate.files import read_regular
from inkslate.readers.note_date import date_of_name
from inkslate.readers.table import READERS

OBSIDIAN, LOGSEQ, PLAIN_FOLDER = KINDS = ("obsidian", "logseq", "folder")
_FORMATS = ("markdown", "text", "org")
SUFFIXES = {suffix: name for name in _FORMATS for suffix in READERS[name].suffixes}
_LOGSEQ_OWN = {"logseq"}  # its settings, and copies of notes that were changed


@dataclass(frozen=True, slots=True)
class Vault:
    """A folder of notes. `left_out` are folders, relative to it, that hold no notes: templates, what is excluded."""

    root: Path
    kind: str = PLAIN_FOLDER
    left_out: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.root.resolve().name.encode("utf-8", "surrogateescape").decode("utf-8", "replace") or "vault"


@dataclass(frozen=True, slots=True)
class NoteFile:
    """A note on the disk: its path in the vault with slashes, and what changes when it is written."""

    path: str
    modified: int
    size: int


def open_vault(folder: str | Path) -> Vault:
    """The vault in a folder; InputError where it is none."""
    root = Path(folder)
    if not root.is_dir():
        raise InputError(f"{folder}: {'not a folder' if root.exists() else 'no such folder'}; name the folder of notes")
    if (root / ".obsidian").is_dir():
        return Vault(root, OBSIDIAN, frozenset(_left_out_by_obsidian(root / ".obsidian")))
    if (root / "logseq").is_dir() and ((root / "pages").is_dir() or (root / "journals").is_dir()):
        return Vault(root, LOGSEQ, frozenset(_LOGSEQ_OWN))
    return Vault(root)


def find_notes(vault: Vault, suffixes: Collection[str] = SUFFIXES.keys()) -> Iterator[NoteFile]:
    """The notes of a vault in any order. Hidden files and folders are left out, and links to folders not followed.

    `suffixes` are those of notes.
    """
    folders = [""]
    while folders:
        folder = folders.pop()
        try:
            entries = list(os.scandir(vault.root / folder))
        except OSError:
            if not folder:
                raise InputError(f"{vault.root}: cannot be read; check the permissions of the folder") from None
            continue  # removed since, or somebody else's
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if entry.name.startswith(".") or path in vault.left_out:
                continue
            try:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(path)
                elif Path(entry.name).suffix.lower() in suffixes and entry.is_file():
                    stat = entry.stat()
                    yield NoteFile(path, stat.st_mtime_ns, stat.st_size)
            except OSError:
                continue  # removed since


@lru_cache(1 << 14)
def is_daily(path: str) -> bool:
    """Whether the name of a note has a day, as that of a daily note has."""
    return date_of_name(path) is not None


def time_written(modified: int) -> datetime:
    """When a file was written, from nanoseconds."""
    try:
        return datetime.fromtimestamp(modified // 1_000_000_000)
    except (OSError, ValueError, OverflowError):
        return datetime(1970, 1, 1)


def _left_out_by_obsidian(settings: Path) -> Iterator[str]:
    """The folders that Obsidian excludes, and that of its templates."""
    excluded = _read_json(settings / "app.json").get("userIgnoreFilters")
    templates = _read_json(settings / "templates.json").get("folder")
    for name in [*(excluded if isinstance(excluded, list) else ()), templates]:
        if isinstance(name, str) and name.strip("/"):
            yield name.strip("/")


def _read_json(path: Path) -> dict[str, object]:
    try:
        value = json.loads(read_regular(path))
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
