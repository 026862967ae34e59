"""What the streams of a PDF unpack to, found before PDFium reads a page: it keeps a hundred times that in memory.

Only the usual packing (Flate) is unpacked here. Pictures are left out: PDFium does not unpack them for their text.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from inkslate.errors import InputError

MOST_UNPACKED = 32 << 20  # bytes of one stream: a page of a notebook with drawn ink has a few megabytes
MOST_TOGETHER = 1 << 30  # bytes of all streams, which bounds the time
_EDGE = re.compile(rb"\bstream\r?\n|\bendstream\b")
_LONGEST_HEAD = 2000  # bytes in front of a stream that say what it is
_FLATE = re.compile(rb"/(?:FlateDecode|Fl)\b")


def check_streams(name: str, data: bytes) -> None:
    """Raise InputError where a stream, or all together, unpack to more than the pages of notes can have."""
    left = MOST_TOGETHER
    for packed, rounds in _streams(data):
        size = _unpacked_size(packed, rounds)
        left -= size
        if size > MOST_UNPACKED or left < 0:
            raise InputError(
                f"{name}: a page unpacks to more than a page of notes can have; it is not safe to read, print or "
                "export it again"
            )


def _streams(data: bytes) -> Iterator[tuple[bytes, int]]:
    """The bytes of each stream that is no picture, and how many times it is packed."""
    begin = -1
    for edge in _EDGE.finditer(data):
        if edge[0] != b"endstream":
            begin = edge.end() if begin < 0 else begin
            continue
        if begin >= 0:
            head = data[max(0, begin - _LONGEST_HEAD) : begin].rpartition(b" obj")[2]
            if b"/Image" not in head:
                yield data[begin : edge.start()], len(_FLATE.findall(head))
        begin = -1


def _unpacked_size(data: bytes, rounds: int) -> int:
    """The size of a stream, packed so many times; a damaged one counts as far as it can be unpacked."""
    for _ in range(rounds):
        try:
            data = zlib.decompressobj().decompress(data, MOST_UNPACKED + 1)
        except zlib.error:
            break
        if len(data) > MOST_UNPACKED:
            break
    return len(data)
