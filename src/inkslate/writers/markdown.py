"""Markdown task lists: `- [ ] text`, with a heading for each board where there are several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inkslate.extraction import Extraction
from inkslate.writers.items import OutputTask, items
from inkslate.writers.markdown_text import escape_markdown
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.spelling import spelled

# The Tasks plugin reads these at a line's end as dates, priorities and so on, and has no escape: as character
# references they look the same and the plugin ignores them.
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


def _obsidian(item: OutputTask) -> str:
    # Dataview's fields, (due:: 2026-03-12), are read even with backslashes, too.
    text = escape_markdown(item.text).replace("::", ":&#58;")
    text = _SIGNIFIERS.sub(lambda mark: f"&#{ord(mark[0])};", text)
    return f"{text} 📅 {item.due_day}" if item.due_day else text
