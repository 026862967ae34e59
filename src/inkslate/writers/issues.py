"""Bodies of issues: a task list for GitHub, which can be sent with `gh`, and one for Linear, which can be pasted.

Nobody is notified: `@name` and `#12` in a note are text here, not a mention and not a reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inkslate.extraction import Extraction
from inkslate.writers.items import items
from inkslate.writers.markdown import read_back as read_back
from inkslate.writers.markdown_text import escape_markdown
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.spelling import WORD_JOINER, spelled

# Both services link these after they have read the Markdown, so a backslash does not help.
_REFERENCE = re.compile(r"(?<=[@#])(?=\w)|(?<=\bGH-)(?=\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Service:
    """What a service shows of a body: Linear shows comments as text, so it gets no ids."""

    ids: bool


def write_github(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """A task list; the ids are in comments, so that `read_back` knows which boxes were ticked in the issue."""
    return _write(extractions, _Service(ids=True), options)


def write_linear(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """A task list without ids."""
    return _write(extractions, _Service(ids=False), options)


def _write(extractions: Sequence[Extraction], service: _Service, options: WriterOptions) -> str:
    sections = [
        "\n".join([f"### {_plain(spelled(extraction.board.id))}", "", *_lines(extraction, service, options)])
        for extraction in extractions
        if extraction.tasks
    ]
    return "\n\n".join(sections) + "\n" if sections else ""


def _lines(extraction: Extraction, service: _Service, options: WriterOptions) -> Iterator[str]:
    for item in items([extraction], options.records):
        done = item.record.done or options.existing.get(item.id, item.record).done
        details = _plain(item.shown_details)
        parts = [
            f"- [{'x' if done else ' '}] {_plain(item.text)}",
            f"({details})" if details else "",
            f"<!-- {item.id} -->" if service.ids else "",
        ]
        yield " ".join(part for part in parts if part)


def _plain(text: str) -> str:
    """The text as Markdown that shows it and links nothing."""
    return escape_markdown(_REFERENCE.sub(WORD_JOINER, text))
