"""Apple Notes as HTML: what `body of note` gives to scripts, and the files of exporters that write one a note.

The source of a word is `#n`: it is the n-th word of the file, from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.readers.document import Document
from inkslate.readers.html_lines import HtmlLines
from inkslate.readers.note_lines import NoteLines, NumberedWords

# A body has no <html>: it is a row of <div>, and the first has the title, large or as a heading.
_BODY = re.compile(
    r"\s*<div>\s*(?:<b>\s*)?(?:<h1\b|<(?:span|font)\s+style=[\"']font-size:\s*24(?:\.0)?px)", re.IGNORECASE
)
_MARKUP = re.compile(r"<(?:div|p|li|h1|br|body|html)\b", re.IGNORECASE)


def recognises(document: Document) -> bool:
    """Whether it begins as Notes begins a body. The HTML of exporters is read with --from."""
    try:
        return bool(_BODY.match(document.head.lstrip("\ufeff")))
    except InputError:
        return False


def scan(document: Document) -> Iterator[Board]:
    """The board of a note."""
    if not _MARKUP.search(document.text):
        raise InputError(f"{document.name}: has no paragraphs, items or headings of HTML; it is of another format")
    lines = NoteLines(document.name)
    body = HtmlLines(lines, NumberedWords(""))
    body.feed_all(document.text, name=document.name)
    body.finish()
    yield Board(document.stem, lines.regions())
