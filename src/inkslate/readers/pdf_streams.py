"""What the streams of a PDF unpack to, found before PDFium reads a page: it keeps a hundred times that in memory.

Pictures are left out: PDFium does not unpack them for their text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inkslate.errors import InputError
from inkslate.readers.pdf_filters import FILTERS
from inkslate.readers.pdf_forms import Forms

MOST_UNPACKED = 32 << 20  # bytes of one page: one of a notebook with drawn ink has a few megabytes
MOST_TOGETHER = 1 << 30  # bytes of all streams, which bounds the time
MOST_SHOWN = 1 << 30  # bytes of all pages, which may share their streams
_LONGEST_HEAD = 50_000  # bytes of an object in front of its stream
_OBJECT = re.compile(rb"(?<![0-9])([0-9]{1,9})\s+[0-9]{1,9}\s+obj\b|\bstream\r?\n|\bend(?:stream|obj)\b")
_REFERENCE = rb"([0-9]{1,9})\s+[0-9]{1,9}\s+R\b"
_FILTER = re.compile(rb"/(?:Filter|F)\s*(?:(\[[^\[\]]*\]|/[^\s/<>\[\]()]+)|" + _REFERENCE + rb")")
_CONTENTS = re.compile(rb"/Contents\s*(?:\[[^\[\]/]*\]|" + _REFERENCE + rb")")
_NUMBER = re.compile(_REFERENCE)
_NAME = re.compile(rb"/([^\s/<>\[\]()]+)")
_ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")
_PICTURE = re.compile(rb"/Subtype\s*/Image\b")
_LENGTH = re.compile(rb"/Length\s+([0-9]{1,9})\b(?!\s+[0-9]+\s+R)")
_FIRST = re.compile(rb"/First\s+([0-9]{1,9})")


class _Object(NamedTuple):
    number: bytes
    head: bytes  # what is in front of its stream
    stream: range | None  # where that is, if it has one


def check_streams(name: str, data: bytes) -> None:
    """Raise InputError where a page, or all streams together, unpack to more than the pages of notes can have."""
    left, forms = MOST_TOGETHER, Forms()
    texts = {found.number: found.head for found in _objects(data)}
    contents = {
        number for text in texts.values() for place in _CONTENTS.finditer(text) for number in _NUMBER.findall(place[0])
    }
    for found in _objects(data):
        if found.stream is None:
            forms.add_object(found.number, found.head)
            continue
        # What calls itself a picture and is the text of a page is read as that.
        if _PICTURE.search(found.head) and found.number not in contents:
            continue
        packed = data[found.stream.start : found.stream.stop]
        unpacked = _unpacked(packed, found.head, texts)
        left -= max(len(packed), len(unpacked))
        if len(unpacked) > MOST_UNPACKED or left < 0:
            raise _too_large(name)
        if b"/ObjStm" in found.head and (first := _FIRST.search(found.head)):
            forms.add_objects(int(first[1]), unpacked)
        else:
            forms.add_stream(found.number, found.head, unpacked)
    if forms.largest() > MOST_UNPACKED or forms.of_all_pages() > MOST_SHOWN:
        raise _too_large(name)


def _too_large(name: str) -> InputError:
    return InputError(
        f"{name}: a page unpacks to more than a page of notes can have; it is not safe to read, print or "
        "export it again"
    )


def _objects(data: bytes) -> Iterator[_Object]:
    """The objects of a file, in order."""
    number, start, stream = b"", 0, -1
    for edge in _OBJECT.finditer(data):
        if stream >= 0:  # in a stream, only its end counts
            if edge[0] == b"endstream":
                head = _plain(data[max(start, stream - _LONGEST_HEAD) : stream])
                length = _LENGTH.search(head)
                end = max(edge.start(), stream + int(length[1]) if length else 0)
                yield _Object(number, head, range(stream, end))
                number, start, stream = b"", edge.end(), -1
        elif edge[1]:
            number, start = edge[1], edge.end()
        elif edge[0].startswith(b"stream"):
            stream = edge.end()
        elif number:
            yield _Object(number, _plain(data[start : min(edge.start(), start + _LONGEST_HEAD)]), None)
            number = b""


def _plain(head: bytes) -> bytes:
    """Names may be written with #41 for A."""
    return _ESCAPE.sub(lambda escape: bytes([int(escape[1], 16)]), head) if b"#" in head else head


def _unpacked(data: bytes, head: bytes, texts: dict[bytes, bytes]) -> bytes:
    """The bytes of a stream; of a damaged one, those that can be unpacked."""
    named = _FILTER.search(head)
    if named is None:
        return data
    for name in _NAME.findall(named[1] or texts.get(named[2], b"")):
        unpack = FILTERS.get(name)
        if unpack is None or len(data) > MOST_UNPACKED:  # what is behind a filter for pictures stays as it is
            break
        data = unpack(data, MOST_UNPACKED + 1)
    return data
