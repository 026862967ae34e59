"""What a request may cost: bytes as they arrive, packed or not, then nesting, regions and words."""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from starlette.requests import Request

from inkslate.board import Board
from inkslate.service.problems import Problem, busy
from inkslate.service.settings import Limits

_GZIP = 16 + zlib.MAX_WBITS
_STRING = re.compile(rb'"[^"]*"')
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


class Held:
    """How many bytes of bodies are in memory, over all requests of this process."""

    def __init__(self, most: int) -> None:
        self._most, self._now = most, 0

    def take(self, count: int) -> None:
        if self._now + count > self._most:
            raise busy("the bodies of other requests fill the memory that they may have")
        self._now += count

    def give_back(self, count: int) -> None:
        self._now -= count


@asynccontextmanager
async def whole_body(request: Request, limits: Limits, held: Held) -> AsyncIterator[bytes]:
    """The body, unpacked; it counts as held until the block ends."""
    taking = _Taking(limits.bytes, held, request.headers.get("content-encoding", ""))
    try:
        length = request.headers.get("content-length", "")
        if length.isdigit() and int(length[:20]) > limits.bytes:
            raise too_large("the body", int(length[:20]), limits.bytes, "bytes", flag="--max-bytes")
        try:
            await asyncio.wait_for(_feed(request, taking), limits.body_seconds)
        except asyncio.TimeoutError:
            raise Problem(
                "too-slow",
                f"the body took longer than {limits.body_seconds:g} s",
                field="body",
                remedy="send it faster, or start the service with a larger --body-seconds",
                headers={"Connection": "close"},
            ) from None
        yield taking.whole()
    finally:
        taking.close()


async def _feed(request: Request, taking: _Taking) -> None:
    async for chunk in request.stream():
        taking.add(chunk)


class _Taking:
    """Collects a body within its limits."""

    def __init__(self, most: int, held: Held, encoding: str) -> None:
        self._most, self._held, self._parts, self._size = most, held, list[bytes](), 0
        coding = encoding.strip().lower()
        if coding not in ("", "identity", "gzip", "x-gzip"):
            raise Problem(
                "unknown-format",
                "the body is compressed in a way that is not known",
                field="Content-Encoding",
                remedy="send it as it is, or with gzip",
            )
        self._unzip = zlib.decompressobj(_GZIP) if coding.endswith("gzip") else None

    def add(self, chunk: bytes) -> None:
        if self._unzip is None:
            self._keep(chunk)
            return
        try:
            while chunk:
                if self._unzip.eof:  # a gzip file may be several, one after the other
                    self._unzip = zlib.decompressobj(_GZIP)
                # One byte more than fits is enough to know.
                self._keep(self._unzip.decompress(chunk, self._most - self._size + 1))
                chunk = self._unzip.unconsumed_tail or self._unzip.unused_data
        except zlib.error:
            raise _bad_gzip() from None

    def whole(self) -> bytes:
        if self._unzip is not None and not self._unzip.eof:
            raise _bad_gzip()
        return b"".join(self._parts)

    def close(self) -> None:
        self._held.give_back(self._size)
        self._parts, self._size = [], 0

    def _keep(self, data: bytes) -> None:
        if self._size + len(data) > self._most:
            raise too_large("the body", None, self._most, "bytes", flag="--max-bytes")
        self._held.take(len(data))
        self._size += len(data)
        self._parts.append(data)


def check_depth(data: bytes, limits: Limits) -> None:
    """Refuse JSON that is nested too deep, before anything parses it."""
    if data.count(b"[") + data.count(b"{") <= limits.depth:
        return
    depth = 0
    # Escapes first, so that the pattern needs no alternatives, whose bookkeeping grows with the body.
    bare = data.replace(rb"\\", b"").replace(rb"\"", b"")
    for bracket in _STRING.sub(b"", bare).translate(None, _NO_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        if depth > limits.depth:
            raise Problem(
                "not-valid",
                f"the JSON is nested more than {limits.depth} levels deep",
                field="body",
                remedy="send it flatter, or start the service with a larger --max-depth",
            )


def check_boards(boards: Sequence[Board], limits: Limits) -> None:
    """Refuse more regions, words or letters than a request may have."""
    regions = [region for board in boards for region in board.regions]
    for what, count, most, flag in (
        ("boards", len(boards), limits.regions, "--max-regions"),
        ("regions", len(regions), limits.regions, "--max-regions"),
        ("words", sum(len(region.word_texts) for region in regions), limits.words, "--max-words"),
        (
            "characters",
            sum(len(word) for region in regions for word in region.word_texts),
            limits.characters,
            "--max-characters",
        ),
    ):
        if count > most:
            raise too_large("the notes", count, most, what, flag=flag)


def too_large(what: str, count: int | None, most: int, unit: str, *, flag: str) -> Problem:
    has = f"more than {most}" if count is None else str(count)
    detail = f"{what} has {has} {unit}" if what == "the body" else f"{what} have {has} {unit}"
    return Problem(
        "too-large",
        f"{detail}; at most {most} are taken",
        field="body",
        remedy=f"send it in parts, or start the service with a larger {flag}",
        headers={"Connection": "close"},
    )


def _bad_gzip() -> Problem:
    return Problem(
        "not-valid",
        "the body is not whole gzip",
        field="Content-Encoding",
        remedy="compress it again, or send it plain",
    )
