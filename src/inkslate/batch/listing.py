"""The files of a run: which there are, in an order that depends on nothing but their names."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence

from inkslate.batch.places import Entry, is_remote, list_files, plain_name
from inkslate.errors import InputError


def list_inputs(inputs: Sequence[str], *, out: str) -> list[Entry]:
    """Every file once, in the order that its argument has; what lies in the output's folder is no input."""
    seen: set[str] = set()
    entries = []
    own = _identity(out)
    for name in map(plain_name, inputs):
        for entry in list_files(name):
            identity = _identity(entry.name)
            if identity not in seen and not identity.startswith(own + "/"):
                seen.add(identity)
                entries.append(entry)
    if not entries:
        raise InputError(f"{', '.join(inputs)}: no files to read; name files, or folders that hold some")
    return entries


def format_listing(entries: Iterable[Entry]) -> bytes:
    """`inputs.jsonl`, one line a file. ASCII, because names of files need not be text."""
    return "".join(
        json.dumps({"file": entry.name, "bytes": entry.bytes, "modified": entry.modified}) + "\n" for entry in entries
    ).encode()


def first_difference(before: bytes, now: bytes) -> str:
    """The first file that two listings disagree on."""
    for old, new in zip(before.splitlines(), now.splitlines(), strict=False):
        if old != new:
            return str(json.loads(new)["file"])
    longer = max(before.splitlines(), now.splitlines(), key=len)
    return str(json.loads(longer[min(before.count(b"\n"), now.count(b"\n"))])["file"])


def _identity(name: str) -> str:
    return name.rstrip("/") if is_remote(name) else os.path.realpath(name)
