"""How streams of a PDF are packed: what each filter unpacks to, as far as a limit."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Mapping
from types import MappingProxyType

_NOT_HEX = re.compile(rb"[^0-9A-Fa-f]")
_NOT_BASE85 = re.compile(rb"[^!-uz]")
_CLEAR, _END, _FIRST_CODE, _MOST_CODES = 256, 257, 258, 4096


def _flate(data: bytes, most: int) -> bytes:
    unpacking = zlib.decompressobj()
    try:
        return unpacking.decompress(data, most)
    except zlib.error:
        return data


def _lzw(data: bytes, most: int) -> bytes:
    """Codes of 9 to 12 bits, each for the bytes of an earlier one and one more."""
    singles = [bytes([byte]) for byte in range(256)] + [b"", b""]
    table, before = list(singles), b""
    parts, size, bits, held, width = [], 0, 0, 0, 9
    for byte in data:
        held, bits = (held << 8 | byte) & 0xFFFFFF, bits + 8
        if bits < width:
            continue
        bits -= width
        code = held >> bits & ((1 << width) - 1)
        if code == _END or code > len(table):
            break
        if code == _CLEAR:
            table, before, width = list(singles), b"", 9
            continue
        entry = table[code] if code < len(table) else before + before[:1]
        if before and len(table) < _MOST_CODES:
            table.append(before + entry[:1])
        # One code early, as nearly all programs write it: the other way, the rest would be damaged.
        width = min(12, (len(table) + 1).bit_length())
        before = entry
        parts.append(entry)
        size += len(entry)
        if size >= most:
            break
    return b"".join(parts)[:most]


def _run_length(data: bytes, most: int) -> bytes:
    parts, size, at = [], 0, 0
    while at + 1 < len(data) and data[at] != 128 and size < most:
        length = data[at]
        part = data[at + 1 : at + 2 + length] if length < 128 else data[at + 1 : at + 2] * (257 - length)
        at += 2 + length if length < 128 else 2
        parts.append(part)
        size += len(part)
    return b"".join(parts)[:most]


def _base85(data: bytes, most: int) -> bytes:
    data = _NOT_BASE85.sub(b"", data.partition(b"~")[0])
    try:
        return base64.a85decode(data)[:most]
    except ValueError:
        return data[:most]


def _hex(data: bytes, most: int) -> bytes:
    data = _NOT_HEX.sub(b"", data.partition(b">")[0])[: 2 * most]
    return binascii.unhexlify(data if len(data) % 2 == 0 else data + b"0")


# By their names and their short names. PDFium unpacks no others for the text of a page: the rest are for pictures.
FILTERS: Mapping[bytes, Callable[[bytes, int], bytes]] = MappingProxyType(
    {
        b"FlateDecode": _flate,
        b"Fl": _flate,
        b"LZWDecode": _lzw,
        b"LZW": _lzw,
        b"RunLengthDecode": _run_length,
        b"RL": _run_length,
        b"ASCII85Decode": _base85,
        b"A85": _base85,
        b"ASCIIHexDecode": _hex,
        b"AHx": _hex,
    }
)
