"""Follows a folder: looks at the times of its notes every second, which takes some milliseconds for thousands of them.

Polling needs no package, and works where nobody tells of changes: on network drives and in containers.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from inkslate.vault.notes import Vault, find_notes

Stamp = frozenset[tuple[str, int, int]]


def stamp(vault: Vault, list_path: Path) -> Stamp:
    """What changes when a note or the list is written, added or removed."""
    found = {(file.path, file.modified, file.size) for file in find_notes(vault)}
    with suppress(OSError):  # there is no list yet
        status = list_path.stat()
        found.add(("", status.st_mtime_ns, status.st_size))
    return frozenset(found)


def changes(vault: Vault, list_path: Path, *, every: float = 1.0) -> Iterator[None]:
    """Yields at once, and again whenever something has changed and nothing changes any more.

    Editors write a file in several steps, and synchronisation writes many: a run waits for the end of it. What changes
    during a run is noticed after it; the list that it wrote is such a change, and the next run has nothing to do.
    """
    before: Stamp | None = None
    while True:
        now = stamp(vault, list_path)
        if now != before:
            while before is not None and (later := _stamp_after(every, vault, list_path)) != now:
                now = later
            before = now
            yield
        time.sleep(every)


def _stamp_after(wait: float, vault: Vault, list_path: Path) -> Stamp:
    time.sleep(wait)
    return stamp(vault, list_path)
