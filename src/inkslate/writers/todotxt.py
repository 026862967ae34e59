"""todo.txt: a task a line, in which only the due date, the id and the creation date are syntax.

The format has no escape. A word joiner, which is invisible, is put before a word that would be read as a completion
mark, a priority, a date, a +project or a @context, and before the colon of a word that would be read as key:value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from inkslate.extraction import Extraction
from inkslate.writers.items import OutputTask, items
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.spelling import WORD_JOINER

_FIRST = re.compile(r"[xX](?:\s|$)|\([A-Za-z]+\)|\d{4}-\d{2}-\d{2}")
_TAG = re.compile(r"(?<!\S)(?=[+@]\S)")
# Times (10:30) are not changed, because no key begins with a number; web addresses neither, which programs recognise.
_COLON = re.compile(r"(?<=\S)(?<!\d):(?=\S)|(?<=\d):(?=[^\s\d])")
_ADDRESS = re.compile(r"https?://\S")


def write_todotxt(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """A line a task: `[creation date] text [due:YYYY-MM-DD] id:...`; the creation date is that of `now`."""
    created = f"{options.now.date().isoformat()} " if options.now else ""
    return "".join(f"{created}{_line(item)}\n" for item in items(extractions))


def _line(item: OutputTask) -> str:
    due = f" due:{item.due_day}" if item.due_day else ""
    key = re.sub(r"[\s:]", "_", item.id)
    return f"{_plain(item.text)}{due} id:{key}"


def _plain(text: str) -> str:
    plain = " ".join(word if _ADDRESS.match(word) else _COLON.sub(f"{WORD_JOINER}:", word) for word in text.split(" "))
    plain = _TAG.sub(WORD_JOINER, plain)
    return WORD_JOINER + plain if _FIRST.match(plain) else plain
