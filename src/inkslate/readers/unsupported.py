"""Documents that could pass for text, by how they begin: their commands are not anybody's notes."""

from __future__ import annotations

import codecs

from inkslate.errors import InputError

# Formats of bytes are no UTF-8 and are refused for it; these may be ASCII from end to end.
_BEGINNINGS = {
    b"%PDF-": ("a PDF", "take the text out of it first, by pdftotext or by OCR"),
    b"{\\rtf": ("rich text (RTF)", "save it as plain text or Markdown"),
    b"%!PS": ("PostScript", "take the text out of it first, by ps2ascii"),
}
_LONGEST = 1024  # so far in a PDF's mark may stand, white space in front of it


def refuse_unsupported(name: str, data: bytes) -> None:
    """An InputError where the file is a document of another kind, whatever its name says."""
    head = data[:_LONGEST].removeprefix(codecs.BOM_UTF8).lstrip()
    for beginning, (kind, remedy) in _BEGINNINGS.items():
        if head.startswith(beginning):
            raise InputError(f"{name}: is {kind}, no notes; {remedy}")
