"""A WebSocket that is passed on to a worker, message by message."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress

from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Origin, Subprotocol

from inkslate.service.problems import cannot_be_read
from inkslate.service.proxy.worker_connections import Answer, LinkBroken, passed_on, target

_HOST = re.compile(r"[\w.:\[\]-]+", re.ASCII)
_NORMAL, _RESTARTING = 1000, 1012  # the end; come back in a moment
_CODES = frozenset((*range(1000, 1004), *range(1007, 1015), *range(3000, 5000)))  # that may be sent
# Those of the first request that our own side of the next connection makes itself.
_OF_HANDSHAKES = re.compile(rb"host|origin|user-agent|content-length|transfer-encoding|sec-websocket-.*")


class Refused(Exception):
    """The worker answered with something else than a WebSocket."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


async def dial(address: tuple[str, int], scope: Scope, *, seconds: float) -> Tunnel:
    """A tunnel to the worker at this address. Refused by the worker, or LinkBroken where there is none."""
    given = {name: value.decode("latin-1") for name, value in scope["headers"]}
    path = target(scope).decode("latin-1")
    if not _HOST.fullmatch(given.get(b"host", "")) or not path.startswith("/"):
        raise cannot_be_read()
    headers = [(name, value) for name, value in passed_on(scope) if not _OF_HANDSHAKES.fullmatch(name)]
    try:
        link = await connect(
            f"ws://{given[b'host']}{path}",
            host=address[0],
            port=address[1],
            origin=Origin(given[b"origin"]) if b"origin" in given else None,
            subprotocols=[Subprotocol(name) for name in scope["subprotocols"]] or None,
            additional_headers=[(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers],
            user_agent_header=None,
            compression=None,
            proxy=None,
            max_size=None,
            ping_interval=None,  # each side asks the client or the worker that it knows
            open_timeout=seconds,
        )
    except InvalidStatus as refusal:
        said = refusal.response
        items = [(name.lower().encode(), value.encode("latin-1")) for name, value in said.headers.raw_items()]
        raise Refused(Answer(said.status_code, items, bytes(said.body or b""))) from None
    except (OSError, EOFError, WebSocketException, asyncio.TimeoutError) as error:
        raise LinkBroken from error
    return Tunnel(link)


class Tunnel:
    """Both ends of it."""

    def __init__(self, link: ClientConnection) -> None:
        self._link = link

    async def pass_on(self, receive: Receive, send: Send) -> None:
        """Messages both ways until one side closes; the other is told how."""
        inwards, outwards = asyncio.ensure_future(self._inwards(receive)), asyncio.ensure_future(self._outwards(send))
        try:
            await asyncio.wait({inwards, outwards}, return_when=asyncio.FIRST_COMPLETED)
            if inwards.done() and (code := inwards.result()) is not None:
                await self._link.close(code)
            else:
                code, reason = await outwards
                with suppress(OSError):  # the client went at the same moment
                    await send({"type": "websocket.close", "code": code, "reason": reason})
        finally:
            for task in (inwards, outwards):
                task.cancel()
            await asyncio.gather(inwards, outwards, return_exceptions=True)
            self._link.transport.abort()

    async def _inwards(self, receive: Receive) -> int | None:
        """With what code the client closed; None where the worker can be told no more."""
        while (message := await receive())["type"] == "websocket.receive":
            text: str | None = message.get("text")
            try:
                await self._link.send(message["bytes"] if text is None else text)
            except ConnectionClosed:
                return None
        return _sendable(message.get("code"))

    async def _outwards(self, send: Send) -> tuple[int, str]:
        """With what code the worker closed, and why."""
        await send({"type": "websocket.accept", "subprotocol": self._link.subprotocol})
        while True:
            try:
                message = await self._link.recv()
            except ConnectionClosed as error:
                if error.rcvd is None:
                    return _RESTARTING, "this worker is gone; connect again"
                return _sendable(error.rcvd.code), error.rcvd.reason
            await send({"type": "websocket.send", "text" if isinstance(message, str) else "bytes": message})


def _sendable(code: int | None) -> int:
    return code if code is not None and code in _CODES else _NORMAL
