"""Results in pages: at most `limit` entries, and a cursor for the rest that notices when the entries have changed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Any

from inkslate.assistant.limits import DEFAULT_PAGE, MAX_PAGE
from inkslate.errors import InputError

_CURSOR = re.compile(r"(\d{1,9})-([0-9a-f]{12})", re.ASCII)


def page(
    entries: Sequence[dict[str, Any]], key: str, *, limit: int = DEFAULT_PAGE, cursor: str | None
) -> dict[str, Any]:
    """The entries from the cursor on under their key, how many there are, and the cursor of the next page or None."""
    if not 1 <= limit <= MAX_PAGE:
        raise InputError(f"limit is {limit}; it is a number from 1 to {MAX_PAGE}")
    digest = hashlib.sha256(json.dumps(entries).encode()).hexdigest()[:12]
    start = _start(cursor, digest)
    end = min(start + limit, len(entries))
    return {
        key: list(entries[start:end]),
        "total": len(entries),
        "next_cursor": f"{end}-{digest}" if end < len(entries) else None,
    }


def clean(value: Any) -> Any:
    """The value with text that can be encoded: a lone surrogate, which JSON can express, would end the connection."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {clean(key): clean(each) for key, each in value.items()}
    return [clean(each) for each in value] if isinstance(value, list) else value


def _start(cursor: str | None, digest: str) -> int:
    if cursor is None:
        return 0
    found = _CURSOR.fullmatch(cursor)
    if not found:
        raise InputError("the cursor is damaged; pass next_cursor of the result before as it is")
    if found[2] != digest:
        raise InputError("the notes have changed since the page before; ask again without a cursor")
    return int(found[1])
