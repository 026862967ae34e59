"""Pages of a notebook that have ink and no text: they are skipped, and named."""

from __future__ import annotations

from collections.abc import Sequence

from inkslate.errors import InputError
from inkslate.formats import Finding
from inkslate.messages import counted

_MOST_NAMED = 20


def skipped_ink(name: str, pages: Sequence[int], *, any_text: bool, remedy: str) -> Finding | None:
    """The finding that names the pages; None without any, and an InputError where no page has text."""
    if not pages:
        return None
    if not any_text:
        raise InputError(f"{name}: has ink without recognised or typed text on {counted(len(pages), 'page')}; {remedy}")
    return skipped_pages(name, pages, what="ink and no text", remedy=remedy)


def skipped_pages(name: str, pages: Sequence[int], *, what: str, remedy: str) -> Finding:
    """The finding that names the pages that have this and are not read."""
    shown = ", ".join(map(str, pages[:_MOST_NAMED])) + (", …" if len(pages) > _MOST_NAMED else "")
    kind = "page" if len(pages) == 1 else "pages"
    return Finding(name, f"{kind} {shown} with {what} skipped", remedy, repaired=True, told=True)
