"""Unsupported documents that could be mistaken for text, recognised by their first bytes."""

from __future__ import annotations

import codecs
import re

from inkslate.errors import InputError

# Binary formats are refused because they are not UTF-8; these may be pure ASCII.
_BEGINNINGS = {
    b"%PDF-": ("a PDF", "read it with --from pdf"),
    b"{\\rtf": ("rich text (RTF)", "save it as plain text or Markdown"),
    b"%!PS": ("PostScript", "take the text out of it first, by ps2ascii"),
}
_HEIC = re.compile(rb".{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)", re.DOTALL)
_LONGEST = 1024  # bytes, within which a PDF's mark may follow white space


def refuse_unsupported(name: str, data: bytes) -> None:
    """Raise an InputError where the file is an unsupported document, whatever its name says."""
    head = data[:_LONGEST].removeprefix(codecs.BOM_UTF8).lstrip()
    for beginning, (kind, remedy) in _BEGINNINGS.items():
        if head.startswith(beginning):
            raise InputError(f"{name}: is {kind}, not notes; {remedy}")
    if _HEIC.match(data):
        raise InputError(f"{name}: is a HEIC photo, which is not read; save it as JPEG and read that with --from photo")
