"""Supernote notebooks (.note): the text that the device has recognised on their pages.

The text of a page is what MyScript gives, as in JIIX. The source of a word is `page2:/elements/0/words/3`, its place in
that; boxes are in the units of the recogniser, from the top left of their page.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.formats import Finding, Scanned
from inkslate.formats.json_values import Fields, parse_json
from inkslate.readers.document import Document
from inkslate.readers.ink_pages import skipped_ink
from inkslate.readers.layout.nesting import lines_of_rows
from inkslate.readers.layout.text_row import TextRow
from inkslate.readers.limits import check_markup
from inkslate.readers.myscript.blocks import text_blocks
from inkslate.readers.myscript.text_block import TextBlock
from inkslate.readers.supernote.notebook import Notebook, is_notebook
from inkslate.readers.supernote.rows import join_blocks

_REMEDY = "switch on real-time recognition for the notebook on the Supernote, wait for it, and copy the file again"
_FIRST_DEVICE = b"SN_FILE_ASA_"
_NO_NOTEBOOK = "is not a notebook of a Supernote"


def recognises(document: Document) -> bool:
    """Whether it begins as a notebook of a Supernote does."""
    return is_notebook(document.data)


def scan(document: Document) -> Iterator[Scanned]:
    """One board for all pages with text, and a finding for those with ink alone."""
    if not recognises(document):
        if document.data.startswith(b"PK\x03\x04"):
            raise InputError(f"{document.name}: {_NO_NOTEBOOK}; notes of Notability are exported as PDF with text")
        raise InputError(f"{document.name}: {_NO_NOTEBOOK}; the file is damaged or of another format")
    if document.data.startswith(_FIRST_DEVICE):
        raise InputError(f"{document.name}: is of the first Supernote, whose files have ink alone; export it as text")
    notebook = Notebook(document)
    regions: list[Region] = []
    skipped: list[int] = []
    for number, page in notebook.pages():
        blocks = join_blocks(list(_texts(document, number, notebook.block(page, "RECOGNTEXT"))))
        regions += [Region(f"r{at}", tuple(lines_of_rows(rows))) for at, rows in enumerate(blocks, len(regions) + 1)]
        if not blocks and notebook.has_ink(page):
            skipped.append(number)
    finding: Finding | None = skipped_ink(document.name, skipped, any_text=bool(regions), remedy=_REMEDY)
    if finding is not None:
        yield finding
    yield Board(document.stem, tuple(regions))


def _texts(document: Document, number: int, data: bytes) -> Iterator[list[TextRow]]:
    """The rows of each block of text on a page."""
    if not data:
        return
    where = f"{document.name}, page {number}"
    check_markup(where, len(data))
    try:
        value = parse_json(base64.b64decode(data, validate=True).decode("utf-8"))
    except (binascii.Error, ValueError):
        raise InputError(f"{where}: its recognised text is no JSON; the file is damaged, copy it again") from None
    if not isinstance(value, dict):
        raise InputError(f"{where}: its recognised text is no JSON object; the file is damaged, copy it again")
    for block, pointer in text_blocks(Fields(value, where), f"page{number}:"):
        if rows := TextBlock(block, pointer).rows():
            yield rows
