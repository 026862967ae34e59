"""Markdown task lists: `- [ ] text`, under a heading each where there are several boards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inkslate.extraction import Extraction
from inkslate.writers.items import Item, items
from inkslate.writers.markdown_text import escape_markdown
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.spelling import spelled

# The Tasks plugin takes these at a line's end for dates, priorities and the like, and knows no escape: as character
# references they look the same and mean nothing to it.
_SIGNIFIERS = re.compile("[➕⏳⌛🛫📅📆🗓✅❌🔁🏁🆔⛔🔺⏫🔼🔽⏬]")


def write_markdown(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """Task lists; with `obsidian` the due date follows as the Tasks plugin's mark."""
    if len(extractions) == 1:
        return "".join(line + "\n" for line in _lines(extractions[0], options))
    sections = (
        "\n".join([f"## {escape_markdown(spelled(extraction.board.id))}", "", *_lines(extraction, options)])
        for extraction in extractions
    )
    return "\n\n".join(sections) + "\n" if extractions else ""


def _lines(extraction: Extraction, options: WriterOptions) -> Iterator[str]:
    for item in items([extraction]):
        yield f"- [ ] {_obsidian(item) if options.obsidian else escape_markdown(item.text)}"


def _obsidian(item: Item) -> str:
    # Dataview's fields, (due:: 2026-03-12), are read through backslashes in the same way.
    text = escape_markdown(item.text).replace("::", ":&#58;")
    text = _SIGNIFIERS.sub(lambda mark: f"&#{ord(mark[0])};", text)
    return f"{text} 📅 {item.due_day}" if item.due_day else text
