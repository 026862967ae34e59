"""Limits of a request: bytes as they arrive, compressed or not, then nesting, regions and words."""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from starlette.requests import Request

from inkslate.board import Board
from inkslate.service.problems import Problem, busy
from inkslate.service.settings import ServiceLimits

_GZIP = 16 + zlib.MAX_WBITS
_STRING = re.compile(rb'"[^"]*"')
_NOT_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


class BodyMemory:
    """Counts the bytes of request bodies in memory, over all requests of this process."""

    def __init__(self, limit: int) -> None:
        self._limit, self._used = limit, 0

    def reserve(self, count: int) -> None:
        """Count these bytes; the problem `busy` where they exceed the limit."""
        if self._used + count > self._limit:
            raise busy("the bodies of other requests use all the memory reserved for bodies")
        self._used += count

    def release(self, count: int) -> None:
        """Stop counting these bytes."""
        self._used -= count


@asynccontextmanager
async def read_body(request: Request, limits: ServiceLimits, memory: BodyMemory) -> AsyncIterator[bytes]:
    """The decompressed body; its bytes are reserved in `memory` until the block ends."""
    collector = _BodyCollector(limits.bytes, memory, request.headers.get("content-encoding", ""))
    try:
        length = request.headers.get("content-length", "")
        if length.isdigit() and int(length[:20]) > limits.bytes:
            raise too_large("the body", int(length[:20]), limits.bytes, "bytes", flag="--max-bytes")
        try:
            await asyncio.wait_for(_receive(request, collector), limits.body_seconds)
        except asyncio.TimeoutError:
            raise Problem(
                "too-slow",
                f"the body took longer than {limits.body_seconds:g} s",
                field="body",
                remedy="send it faster, or start the service with a larger --body-seconds",
                headers={"Connection": "close"},
            ) from None
        yield collector.result()
    finally:
        collector.close()


async def _receive(request: Request, collector: _BodyCollector) -> None:
    async for chunk in request.stream():
        collector.add(chunk)


class _BodyCollector:
    """Collects and decompresses a body within its limits."""

    def __init__(self, limit: int, memory: BodyMemory, encoding: str) -> None:
        self._limit, self._memory, self._parts, self._size = limit, memory, list[bytes](), 0
        coding = encoding.strip().lower()
        if coding not in ("", "identity", "gzip", "x-gzip"):
            raise Problem(
                "unknown-format",
                "the compression of the body is not supported",
                field="Content-Encoding",
                remedy="send it uncompressed, or with gzip",
            )
        self._unzip = zlib.decompressobj(_GZIP) if coding.endswith("gzip") else None

    def add(self, chunk: bytes) -> None:
        """Add the next bytes as they were received."""
        if self._unzip is None:
            self._keep(chunk)
            return
        try:
            while chunk:
                if self._unzip.eof:  # a gzip file may consist of several members
                    self._unzip = zlib.decompressobj(_GZIP)
                # One byte more than the limit is enough to detect that the body is too large.
                self._keep(self._unzip.decompress(chunk, self._limit - self._size + 1))
                chunk = self._unzip.unconsumed_tail or self._unzip.unused_data
        except zlib.error:
            raise _invalid_gzip() from None

    def result(self) -> bytes:
        """The whole body; a problem where the compressed data is incomplete."""
        if self._unzip is not None and not self._unzip.eof:
            raise _invalid_gzip()
        return b"".join(self._parts)

    def close(self) -> None:
        """Release the memory."""
        self._memory.release(self._size)
        self._parts, self._size = [], 0

    def _keep(self, data: bytes) -> None:
        if self._size + len(data) > self._limit:
            raise too_large("the body", None, self._limit, "bytes", flag="--max-bytes")
        self._memory.reserve(len(data))
        self._size += len(data)
        self._parts.append(data)


def check_depth(data: bytes, limits: ServiceLimits) -> None:
    """Refuse JSON that is nested too deeply, before it is parsed."""
    if data.count(b"[") + data.count(b"{") <= limits.depth:
        return
    depth = 0
    # Escapes are removed first, so that the pattern needs no alternatives: their backtracking needs memory.
    unescaped = data.replace(rb"\\", b"").replace(rb"\"", b"")
    for bracket in _STRING.sub(b"", unescaped).translate(None, _NOT_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        if depth > limits.depth:
            raise Problem(
                "not-valid",
                f"the JSON is nested more than {limits.depth} levels deep",
                field="body",
                remedy="send it with less nesting, or start the service with a larger --max-depth",
            )


def check_boards(boards: Sequence[Board], limits: ServiceLimits) -> None:
    """Refuse more boards, regions, words or characters than a request may have."""
    regions = [region for board in boards for region in board.regions]
    for unit, count, limit, flag in (
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
        if count > limit:
            raise too_large("the notes", count, limit, unit, flag=flag)


def too_large(what: str, count: int | None, limit: int, unit: str, *, flag: str) -> Problem:
    """A body or notes above a limit; `count` is None where counting stopped at the limit."""
    actual = f"more than {limit}" if count is None else str(count)
    detail = f"{what} has {actual} {unit}" if what == "the body" else f"{what} have {actual} {unit}"
    return Problem(
        "too-large",
        f"{detail}; at most {limit} are taken",
        field="body",
        remedy=f"send it in parts, or start the service with a larger {flag}",
        headers={"Connection": "close"},
    )


def _invalid_gzip() -> Problem:
    return Problem(
        "not-valid",
        "the body is not complete, valid gzip",
        field="Content-Encoding",
        remedy="compress it again, or send it uncompressed",
    )
