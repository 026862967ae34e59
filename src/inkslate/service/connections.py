"""Sockets that are not held open for nothing: heads have a deadline, answers must be taken, and there are only so many.

uvicorn times idle connections alone; a client that sends a head a byte a minute would keep its socket for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from inkslate.service.problems import Problem

_DEFAULT_MOST, _DEFAULT_PATIENCE = 256, 30.0
# What is still read, to be thrown away, of who was answered before it was done. A socket that is closed over unread
# bytes resets the connection, and many clients lose the answer with it.
_LINGERING_SECONDS, _LINGERING_BYTES = 2.0, 16 << 20


def socket_protocols(*, most: int, seconds: float) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols for HTTP and WebSockets with these limits."""

    class Http(_Http):
        most_connections, seconds_to_wait = most, seconds

    class WebSocket(_WebSocket):
        seconds_to_wait = seconds

    return Http, WebSocket


class _Http(H11Protocol):
    most_connections = _DEFAULT_MOST
    seconds_to_wait = _DEFAULT_PATIENCE

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._lingering = _Lingering(transport, self._is_sending)
        super().connection_made(self._lingering)  # type: ignore[arg-type]
        if len(self.connections) > self.most_connections:
            transport.write(_full())
            transport.close()
            return
        self._expect_head()

    def data_received(self, data: bytes) -> None:
        if self._lingering.is_closing():
            self._lingering.throw_away(data)
            return
        super().data_received(data)
        if self.conn.their_state is h11.IDLE or self._is_answered_early():
            self._expect_head()
        else:
            self._stop_head_timer()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        # What came with the last request, the beginning of a head, is not followed by data that would set the timer.
        begun = self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]
        if not self.transport.is_closing() and (begun or self._is_answered_early()):
            self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_head_timer()
        self._stop_write_timer()
        self._lingering.stop()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_head_timer()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stop_write_timer()
        self._write_timer = self.loop.call_later(self.seconds_to_wait, self.transport.abort)

    def resume_writing(self) -> None:
        self._stop_write_timer()
        super().resume_writing()

    def _is_sending(self) -> bool:
        """A body that has not come to its end, whoever reads it."""
        return self.conn.their_state is h11.SEND_BODY

    def _is_answered_early(self) -> bool:
        """The rest of a body comes that nobody reads."""
        return self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY

    def _expect_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self.seconds_to_wait, self.transport.abort)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None


class _Lingering:
    """A transport that closes its own side first where the other is still sending."""

    def __init__(self, transport: asyncio.Transport, is_sending: Callable[[], bool]) -> None:
        self._transport, self._is_sending = transport, is_sending
        self._timer: asyncio.TimerHandle | None = None
        self._left = _LINGERING_BYTES

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        return self._timer is not None or self._transport.is_closing()

    def close(self) -> None:
        if self.is_closing():
            return
        if not self._is_sending():
            self._transport.close()
            return
        self._timer = asyncio.get_running_loop().call_later(_LINGERING_SECONDS, self._transport.abort)
        self._transport.write_eof()
        self._transport.resume_reading()

    def throw_away(self, data: bytes) -> None:
        self._left -= len(data)
        if self._left < 0:
            self._transport.abort()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


class _WebSocket(WebSocketsSansIOProtocol):
    seconds_to_wait = _DEFAULT_PATIENCE
    _write_timer: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        # Pongs are written without waiting: who takes nothing may send nothing.
        self.transport.pause_reading()
        self._write_timer = self.loop.call_later(self.seconds_to_wait, self.transport.abort)

    def resume_writing(self) -> None:
        self._stop_timer()
        if not self.read_paused:
            self.transport.resume_reading()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def _stop_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None


def _full() -> bytes:
    """An answer for one connection too many, before anything is read of it."""
    response = Problem(
        "busy",
        "there are as many connections as there may be",
        remedy="connect again after the seconds of Retry-After",
        headers={"Retry-After": "1", "Connection": "close"},
    ).response()
    head = b"".join(b"%s: %s\r\n" % (name, value) for name, value in response.raw_headers)
    return b"HTTP/1.1 429 Too Many Requests\r\n" + head + b"\r\n" + bytes(response.body)
