"""The input files of a run, in an order that depends on their names alone."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence

from inkslate.batch.filesystem import FileEntry, is_remote, list_files, local_name
from inkslate.errors import InputError


def list_inputs(inputs: Sequence[str], *, out: str) -> list[FileEntry]:
    """Every input file once, in the order of the arguments, without files in the output folder."""
    seen: set[str] = set()
    entries = []
    own = _identity(out)
    for name in map(local_name, inputs):
        for entry in list_files(name):
            identity = _identity(entry.name)
            if identity not in seen and not identity.startswith(own + "/"):
                seen.add(identity)
                entries.append(entry)
    if not entries:
        raise InputError(f"{', '.join(inputs)}: no files to read; name files, or folders with files")
    return entries


def format_listing(entries: Iterable[FileEntry]) -> bytes:
    """`inputs.jsonl`, one line for each file. ASCII, because file names need not be valid UTF-8."""
    return "".join(
        json.dumps({"file": entry.name, "bytes": entry.bytes, "modified": entry.modified}) + "\n" for entry in entries
    ).encode()


def first_difference(before: bytes, now: bytes) -> str:
    """The first file that differs between two listings."""
    for old, new in zip(before.splitlines(), now.splitlines(), strict=False):
        if old != new:
            return str(json.loads(new)["file"])
    longer = max(before.splitlines(), now.splitlines(), key=len)
    return str(json.loads(longer[min(before.count(b"\n"), now.count(b"\n"))])["file"])


def _identity(name: str) -> str:
    return name.rstrip("/") if is_remote(name) else os.path.realpath(name)
