"""Limits of a body while it arrives: bytes, compressed or not, and time. `reading.checks` has those of its content."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import Request

from inkslate.service.problems import Problem, busy, too_large
from inkslate.service.settings import ServiceLimits

_GZIP = 16 + zlib.MAX_WBITS
_MAX_MEMBERS = 1000  # of a gzip file; each costs time, even an empty one, so bytes alone do not bound the work


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
        self._members = 1
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
                    self._members += 1
                    if self._members > _MAX_MEMBERS:
                        raise _too_many_members()
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


def _too_many_members() -> Problem:
    return Problem(
        "not-valid",
        f"the body has more than {_MAX_MEMBERS} gzip members",
        field="Content-Encoding",
        remedy="compress it in one piece, or send it uncompressed",
    )


def _invalid_gzip() -> Problem:
    return Problem(
        "not-valid",
        "the body is not complete, valid gzip",
        field="Content-Encoding",
        remedy="compress it again, or send it uncompressed",
    )
