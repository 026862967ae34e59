"""Unsupported documents that could be mistaken for text, recognised by their first bytes."""

from __future__ import annotations

import codecs

from inkslate.errors import InputError

# Binary formats are refused because they are not UTF-8; these may be pure ASCII.
_BEGINNINGS = {
    b"%PDF-": ("a PDF", "take the text out of it first, by pdftotext or by OCR"),
    b"{\\rtf": ("rich text (RTF)", "save it as plain text or Markdown"),
    b"%!PS": ("PostScript", "take the text out of it first, by ps2ascii"),
}
_LONGEST = 1024  # bytes, within which a PDF's mark may follow white space


def refuse_unsupported(name: str, data: bytes) -> None:
    """Raise an InputError where the file is an unsupported document, whatever its name says."""
    head = data[:_LONGEST].removeprefix(codecs.BOM_UTF8).lstrip()
    for beginning, (kind, remedy) in _BEGINNINGS.items():
        if head.startswith(beginning):
            raise InputError(f"{name}: is {kind}, not notes; {remedy}")
