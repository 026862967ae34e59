"""Connections to a worker, each for one request after the other, and a body that can be sent a second time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

import h11
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope

_PART = 1 << 16
# What is between two neighbours and none of the next one's business. Lengths and encodings of bodies stay.
_BETWEEN_NEIGHBOURS = frozenset(
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


class LinkBroken(Exception):
    """The worker went away before its answer was whole."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Headers
    body: bytes


class Body:
    """The parts of a request's body as they come, kept so that another worker can be sent them too."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._parts: list[bytes] = []
        self.ended = False

    @classmethod
    def empty(cls) -> Body:
        """Of a request that nobody else asked for."""
        body = cls(_never)
        body.ended = True
        return body

    async def part(self, number: int) -> bytes | None:
        """None behind the last."""
        while number >= len(self._parts) and not self.ended:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            if part := message.get("body", b""):
                self._parts.append(part)
            self.ended = not message.get("more_body", False)
        return self._parts[number] if number < len(self._parts) else None

    async def hang_up(self) -> None:
        """Returns when the client is gone. Only for who has read the body to its end."""
        while (await self._receive())["type"] != "http.disconnect":
            pass


class Link:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._protocol = h11.Connection(h11.CLIENT)

    @classmethod
    async def open(cls, address: tuple[str, int]) -> Link:
        try:
            return cls(*await asyncio.open_connection(*address, limit=_PART))
        except OSError as error:
            raise LinkBroken from error

    @property
    def is_free(self) -> bool:
        """Whether another request may go this way."""
        return self._protocol.our_state is h11.IDLE and not self._reader.at_eof()

    async def ask(self, request: h11.Request, body: Body) -> Answer:
        """The answer. Where it comes before the body was sent to its end, the link is not free any more."""
        sending, receiving = asyncio.ensure_future(self._send(request, body)), asyncio.ensure_future(self._receive())
        tasks = [sending, receiving]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if not receiving.done() and isinstance(error := sending.exception(), ClientDisconnect):
                raise error
            if not receiving.done() and body.ended:
                tasks.append(asyncio.ensure_future(body.hang_up()))
                await asyncio.wait(tasks[1:], return_when=asyncio.FIRST_COMPLETED)
                if not receiving.done():
                    raise ClientDisconnect
            answer = await receiving
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._protocol.our_state is h11.DONE and self._protocol.their_state is h11.DONE:
            self._protocol.start_next_cycle()
        return answer

    def close(self) -> None:
        self._writer.close()

    async def _send(self, request: h11.Request, body: Body) -> None:
        self._write(request)
        number = 0
        while (part := await body.part(number)) is not None:
            self._write(h11.Data(data=part))
            await self._writer.drain()
            number += 1
        self._write(h11.EndOfMessage())

    async def _receive(self) -> Answer:
        status, headers, parts = 0, Headers(), list[bytes]()
        try:
            while True:
                event = self._protocol.next_event()
                if event is h11.NEED_DATA:
                    self._protocol.receive_data(await self._reader.read(_PART))
                elif isinstance(event, h11.Response):
                    status, headers = event.status_code, list(event.headers)
                elif isinstance(event, h11.Data):
                    parts.append(bytes(event.data))
                elif isinstance(event, h11.EndOfMessage):
                    return Answer(status, headers, b"".join(parts))
                elif isinstance(event, h11.ConnectionClosed) or event is h11.PAUSED:
                    raise LinkBroken
        except (OSError, h11.RemoteProtocolError) as error:
            raise LinkBroken from error

    def _write(self, event: h11.Event) -> None:
        if data := self._protocol.send(event):
            self._writer.write(data)


async def _never() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


def target(scope: Scope) -> bytes:
    """What the client asked for, as it wrote it."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope["query_string"]
    return path + b"?" + query if query else path


def passed_on(scope: Scope) -> Headers:
    """What the worker is told. It wants a Host, be it an empty one, where the client has none."""
    headers = _end_to_end(scope["headers"])
    if any(name == b"transfer-encoding" for name, _ in headers):
        # Of two lengths the other one counts, and no worker is to see it otherwise.
        headers = [(name, value) for name, value in headers if name != b"content-length"]
    return headers if any(name == b"host" for name, _ in headers) else [(b"host", b""), *headers]


def passed_back(answer: Answer) -> Headers:
    """What the client is told: that its connection ends too, where the worker says so."""
    closing = [(name, value) for name, value in answer.headers if name == b"connection" and value.lower() == b"close"]
    return [*_end_to_end(answer.headers), *closing]


def _end_to_end(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    return [(name, value) for name, value in headers if name not in _BETWEEN_NEIGHBOURS]
