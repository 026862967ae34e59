"""The blocks of a Supernote file: each is its length and its bytes, and others name it by its address.

The last four bytes are the address of the footer, which names the pages. Blocks of metadata are `<KEY:VALUE>` pairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from inkslate.errors import InputError
from inkslate.readers.document import Document

_SIGNATURE = re.compile(rb"(?:note|mark)SN_FILE_VER_\d{8}|SN_FILE_ASA_\d{8}")
_MOST_METADATA = 1 << 20  # bytes of a block: a footer has twenty for each page
_SIZE = 4  # bytes of an address and of a length
_PAGE = re.compile(r"PAGE(\d{1,9})")
_NUMBER = re.compile(r"\d{1,10}")
_LAYERS = ("MAINLAYER", "LAYER1", "LAYER2", "LAYER3")  # and BGLAYER, which is the paper


def is_notebook(data: bytes) -> bool:
    """Whether the file begins as those of a Supernote do."""
    return _SIGNATURE.match(data) is not None


class Notebook:
    """The file and its blocks, which are read when they are asked for."""

    def __init__(self, document: Document) -> None:
        self._name, self._data = document.name, document.data
        # Addresses of a damaged file may name the same bytes again and again. No block is needed twice.
        self._left = 2 * len(self._data)

    def pages(self) -> Iterator[tuple[int, dict[str, str]]]:
        """The number of each page and what its block says, in their order."""
        footer = self._fields(int.from_bytes(self._data[-_SIZE:], "little"))
        places = sorted((int(match[1]), value) for key, value in footer.items() if (match := _PAGE.fullmatch(key)))
        if not places:
            raise self._damaged("names no pages")
        for number, address in places:
            yield number, self._fields(self._address(address))

    def block(self, fields: Mapping[str, str], key: str) -> bytes:
        """The block that a field names; empty where there is none."""
        address = self._address(fields.get(key, "0"))
        return self._bytes(address) if address else b""

    def has_ink(self, page: Mapping[str, str]) -> bool:
        """Whether something is drawn on the page; a page that nobody wrote on has no strokes."""
        if self._address(page.get("TOTALPATH", "0")):
            return True
        if "TOTALPATH" in page:
            return False
        # Files of the first versions keep pictures only. That of an empty page cannot be told from another.
        return any(self._address(page.get(layer, "0")) for layer in _LAYERS)

    def _fields(self, address: int) -> dict[str, str]:
        data = self._bytes(address)
        if len(data) > _MOST_METADATA:
            raise self._damaged(f"has {len(data):,} bytes of metadata in a block")
        text = data.decode("utf-8", "replace")
        fields: dict[str, str] = {}
        # A value may hold a `<`, so a pair begins at the first one behind the end of the last.
        for part in text.split(">"):
            key, colon, value = part[part.find("<") + 1 :].partition(":")
            if colon:
                fields.setdefault(key, value)
        return fields

    def _bytes(self, address: int) -> bytes:
        begin = address + _SIZE
        length = int.from_bytes(self._data[address:begin], "little")
        if not address > 0 or begin + length > len(self._data):
            raise self._damaged(f"has a block at byte {address} that goes beyond its end")
        self._left -= _SIZE + length
        if self._left < 0:
            raise self._damaged("names the same bytes again and again")
        return self._data[begin : begin + length]

    def _address(self, value: str) -> int:
        if not _NUMBER.fullmatch(value):
            raise self._damaged(f"has {value[:20]!r} for the address of a block")
        return int(value)

    def _damaged(self, what: str) -> InputError:
        return InputError(f"{self._name}: {what}; the file is damaged or cut off, copy it from the device again")
