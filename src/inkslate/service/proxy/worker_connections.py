"""HTTP connections to a worker, reused for several requests, and a request body that can be sent again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

import h11
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope

_CHUNK = 1 << 16
# Hop-by-hop headers are not forwarded. Content-Length and Transfer-Encoding are: they describe the body.
_HOP_BY_HOP = frozenset(
    (
        b"connection",
        b"expect",
        b"keep-alive",
        b"proxy-authorization",
        b"proxy-connection",
        b"te",
        b"trailer",
        b"upgrade",
    )
)
Headers = list[tuple[bytes, bytes]]


class WorkerLost(Exception):
    """The connection to the worker broke before the response was complete."""


@dataclass(frozen=True, slots=True)
class WorkerResponse:
    """A complete HTTP response of a worker."""

    status: int
    headers: Headers
    body: bytes


class ReplayableBody:
    """The body of a request, kept as it arrives so that it can be sent to another worker."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._parts: list[bytes] = []
        self.is_complete = False

    @classmethod
    def empty(cls) -> ReplayableBody:
        """The body of a request that the proxy makes itself."""
        body = cls(_never)
        body.is_complete = True
        return body

    async def part(self, number: int) -> bytes | None:
        """A part of the body; None after the last one."""
        while number >= len(self._parts) and not self.is_complete:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            if part := message.get("body", b""):
                self._parts.append(part)
            self.is_complete = not message.get("more_body", False)
        return self._parts[number] if number < len(self._parts) else None

    async def wait_for_disconnect(self) -> None:
        """Return when the client disconnects. Only for a complete body."""
        while (await self._receive())["type"] != "http.disconnect":
            pass


class WorkerConnection:
    """One connection to a worker."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._protocol = h11.Connection(h11.CLIENT)

    @classmethod
    async def open(cls, address: tuple[str, int]) -> WorkerConnection:
        """Connect to a worker; WorkerLost where that fails."""
        try:
            return cls(*await asyncio.open_connection(*address, limit=_CHUNK))
        except OSError as error:
            raise WorkerLost from error

    @property
    def is_idle(self) -> bool:
        """Whether the connection can be used for another request."""
        return self._protocol.our_state is h11.IDLE and not self._reader.at_eof()

    async def request(self, request: h11.Request, body: ReplayableBody) -> WorkerResponse:
        """The response. Where it arrives before the whole body was sent, the connection cannot be reused."""
        sending, receiving = asyncio.ensure_future(self._send(request, body)), asyncio.ensure_future(self._receive())
        tasks = [sending, receiving]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if not receiving.done() and isinstance(error := sending.exception(), ClientDisconnect):
                raise error
            if not receiving.done() and body.is_complete:
                tasks.append(asyncio.ensure_future(body.wait_for_disconnect()))
                await asyncio.wait(tasks[1:], return_when=asyncio.FIRST_COMPLETED)
                if not receiving.done():
                    raise ClientDisconnect
            response = await receiving
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._protocol.our_state is h11.DONE and self._protocol.their_state is h11.DONE:
            self._protocol.start_next_cycle()
        return response

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()

    async def _send(self, request: h11.Request, body: ReplayableBody) -> None:
        self._write(request)
        number = 0
        while (part := await body.part(number)) is not None:
            self._write(h11.Data(data=part))
            await self._writer.drain()
            number += 1
        self._write(h11.EndOfMessage())

    async def _receive(self) -> WorkerResponse:
        status, headers, parts = 0, Headers(), list[bytes]()
        try:
            while True:
                event = self._protocol.next_event()
                if event is h11.NEED_DATA:
                    self._protocol.receive_data(await self._reader.read(_CHUNK))
                elif isinstance(event, h11.Response):
                    status, headers = event.status_code, list(event.headers)
                elif isinstance(event, h11.Data):
                    parts.append(bytes(event.data))
                elif isinstance(event, h11.EndOfMessage):
                    return WorkerResponse(status, headers, b"".join(parts))
                elif isinstance(event, h11.ConnectionClosed) or event is h11.PAUSED:
                    raise WorkerLost
        except (OSError, h11.RemoteProtocolError) as error:
            raise WorkerLost from error

    def _write(self, event: h11.Event) -> None:
        if data := self._protocol.send(event):
            self._writer.write(data)


async def _never() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


def request_target(scope: Scope) -> bytes:
    """The target of a request exactly as the client sent it."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope["query_string"]
    return path + b"?" + query if query else path


def forwarded_headers(scope: Scope) -> Headers:
    """The headers for the worker. It needs a Host, so a missing one is sent empty."""
    headers = _end_to_end(scope["headers"])
    return headers if any(name == b"host" for name, _ in headers) else [(b"host", b""), *headers]


def returned_headers(response: WorkerResponse) -> Headers:
    """The headers for the client, with `Connection: close` where the worker sent it."""
    closing = [(name, value) for name, value in response.headers if name == b"connection" and value.lower() == b"close"]
    return [*_end_to_end(response.headers), *closing]


def _end_to_end(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    return [(name, value) for name, value in headers if name not in _HOP_BY_HOP]
