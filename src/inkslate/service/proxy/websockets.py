"""WebSockets that are forwarded to a worker, message by message."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress

from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Origin, Subprotocol

from inkslate.service.problems import unreadable_head
from inkslate.service.proxy.worker_connections import WorkerLost, WorkerResponse, forwarded_headers, request_target

_HOST = re.compile(r"[\w.:\[\]-]+", re.ASCII)
_NORMAL_CLOSURE, _SERVICE_RESTART = 1000, 1012
_SENDABLE_CODES = frozenset((*range(1000, 1004), *range(1007, 1015), *range(3000, 5000)))
# Headers that the connection to the worker sets itself.
_HANDSHAKE_HEADERS = re.compile(rb"host|origin|user-agent|content-length|transfer-encoding|sec-websocket-.*")


class HandshakeRefused(Exception):
    """The worker answered the handshake with an HTTP response."""

    def __init__(self, response: WorkerResponse) -> None:
        super().__init__(response.status)
        self.response = response


async def open_tunnel(address: tuple[str, int], scope: Scope, *, seconds: float) -> WebSocketTunnel:
    """A tunnel to the worker at this address; HandshakeRefused by the worker, or WorkerLost where it is gone."""
    given = {name: value.decode("latin-1") for name, value in scope["headers"]}
    path = request_target(scope).decode("latin-1")
    if not _HOST.fullmatch(given.get(b"host", "")) or not path.startswith("/"):
        raise unreadable_head()
    headers = [(name, value) for name, value in forwarded_headers(scope) if not _HANDSHAKE_HEADERS.fullmatch(name)]
    try:
        connection = await connect(
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
            ping_interval=None,  # uvicorn pings the client, and the worker pings this connection
            open_timeout=seconds,
        )
    except InvalidStatus as refusal:
        response = refusal.response
        items = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.headers.raw_items()]
        raise HandshakeRefused(WorkerResponse(response.status_code, items, bytes(response.body or b""))) from None
    except (OSError, EOFError, WebSocketException, asyncio.TimeoutError) as error:
        raise WorkerLost from error
    return WebSocketTunnel(connection)


class WebSocketTunnel:
    """Forwards messages between a client and a worker."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def relay(self, receive: Receive, send: Send) -> None:
        """Forward messages in both directions until one side closes; the other gets the same close code."""
        to_worker = asyncio.ensure_future(self._to_worker(receive))
        to_client = asyncio.ensure_future(self._to_client(send))
        try:
            await asyncio.wait({to_worker, to_client}, return_when=asyncio.FIRST_COMPLETED)
            if to_worker.done() and (code := to_worker.result()) is not None:
                await self._connection.close(code)
            else:
                code, reason = await to_client
                with suppress(OSError):  # the client disconnected at the same time
                    await send({"type": "websocket.close", "code": code, "reason": reason})
        finally:
            for task in (to_worker, to_client):
                task.cancel()
            await asyncio.gather(to_worker, to_client, return_exceptions=True)
            self._connection.transport.abort()

    async def _to_worker(self, receive: Receive) -> int | None:
        """The close code of the client; None where the connection to the worker is closed."""
        while (message := await receive())["type"] == "websocket.receive":
            text: str | None = message.get("text")
            try:
                await self._connection.send(message["bytes"] if text is None else text)
            except ConnectionClosed:
                return None
        return _sendable(message.get("code"))

    async def _to_client(self, send: Send) -> tuple[int, str]:
        """The close code and reason of the worker."""
        await send({"type": "websocket.accept", "subprotocol": self._connection.subprotocol})
        while True:
            try:
                message = await self._connection.recv()
            except ConnectionClosed as error:
                if error.rcvd is None:
                    return _SERVICE_RESTART, "this worker is gone; connect again"
                return _sendable(error.rcvd.code), error.rcvd.reason
            await send({"type": "websocket.send", "text" if isinstance(message, str) else "bytes": message})


def _sendable(code: int | None) -> int:
    return code if code is not None and code in _SENDABLE_CODES else _NORMAL_CLOSURE
