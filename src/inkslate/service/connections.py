"""Protocols with timeouts for slow clients: for request heads, for unread responses, and a limit of connections.

uvicorn has a timeout for idle connections only; a client that sends one byte of a head per minute would never be
disconnected.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from inkslate.service.problems import Problem, unreadable_head
from inkslate.service.request_log import log_refusal

_DEFAULT_MAX_CONNECTIONS, _DEFAULT_SECONDS = 256, 30.0
# How long and how much is still read, and discarded, from a client that got its response before it had sent its whole
# request. Closing a socket with unread bytes resets the connection, and many clients then lose the response.
_NOT_TEXT = 1007  # the code of RFC 6455 for a message that is not of its type
_LINGERING_SECONDS, _LINGERING_BYTES = 2.0, 16 << 20


def socket_protocols(*, max_connections: int, seconds: float) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Protocols for HTTP and WebSockets with these limits."""
    http = type("HttpProtocol", (_HttpProtocol,), {"max_connections": max_connections, "timeout": seconds})
    websocket = type("WebSocketProtocol", (_WebSocketProtocol,), {"timeout": seconds})
    return http, websocket


class _HttpProtocol(H11Protocol):
    max_connections = _DEFAULT_MAX_CONNECTIONS
    timeout = _DEFAULT_SECONDS

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._lingering_transport = _LingeringTransport(transport, self._is_receiving_body)
        super().connection_made(self._lingering_transport)  # type: ignore[arg-type]
        if len(self.connections) > self.max_connections:
            transport.write(_refusal(_too_many_connections()))
            transport.close()
            return
        self._expect_head()

    def data_received(self, data: bytes) -> None:
        if self._lingering_transport.is_closing():
            self._lingering_transport.discard(data)
            return
        super().data_received(data)
        if self.conn.their_state is h11.IDLE or self._is_answered_early():
            self._expect_head()
        else:
            self._stop_head_timer()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        # The start of the next head may have arrived with the last request; no further data would start its timer.
        head_started = self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]
        if not self.transport.is_closing() and (head_started or self._is_answered_early()):
            self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_head_timer()
        self._stop_write_timer()
        self._lingering_transport.stop()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_head_timer()
        has_body = any(name in (b"content-length", b"transfer-encoding") for name, _ in self.headers)
        # A client must wait for the answer; uvicorn would lose what it sends before.
        is_early = bool(self.conn.trailing_data[0])
        if event.method != b"GET" or has_body or is_early:
            self.transport.write(_refusal(_invalid_handshake()))
            self.transport.close()
        else:
            super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP; `msg` is uvicorn's text for it."""
        del msg
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):  # else a response is on its way
            self.transport.write(_refusal(unreadable_head()))
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stop_write_timer()
        self._write_timer = self.loop.call_later(self.timeout, self.transport.abort)

    def resume_writing(self) -> None:
        self._stop_write_timer()
        super().resume_writing()

    def _is_receiving_body(self) -> bool:
        """Whether the client has not sent its whole body."""
        return self.conn.their_state is h11.SEND_BODY

    def _is_answered_early(self) -> bool:
        """Whether the response is complete and the rest of the body is still arriving."""
        return self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY

    def _expect_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self.timeout, self._give_up)

    def _give_up(self) -> None:
        if self.conn.trailing_data[0]:
            log_refusal(None, _too_slow())  # half a head; one that sent nothing asked for nothing
        self.transport.abort()

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None


class _LingeringTransport:
    """A transport that first closes only its own side while the client is still sending."""

    def __init__(self, transport: asyncio.Transport, is_receiving_body: Callable[[], bool]) -> None:
        self._transport, self._is_receiving_body = transport, is_receiving_body
        self._timer: asyncio.TimerHandle | None = None
        self._remaining = _LINGERING_BYTES

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        return self._timer is not None or self._transport.is_closing()

    def close(self) -> None:
        if self.is_closing():
            return
        if not self._is_receiving_body():
            self._transport.close()
            return
        self._timer = asyncio.get_running_loop().call_later(_LINGERING_SECONDS, self._transport.abort)
        self._transport.write_eof()
        self._transport.resume_reading()

    def discard(self, data: bytes) -> None:
        self._remaining -= len(data)
        if self._remaining < 0:
            self._transport.abort()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


class _WebSocketProtocol(WebSocketsSansIOProtocol):
    timeout = _DEFAULT_SECONDS
    _write_timer: asyncio.TimerHandle | None = None
    _handshake_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._handshake_timer = self.loop.call_later(self.timeout, self._give_up_handshake)

    def data_received(self, data: bytes) -> None:
        if self.conn.parser_exc is not None:
            return  # refused, and the connection is ending; uvicorn would answer again, and log that it cannot
        first = not self.handshake_initiated
        super().data_received(data)
        if not first or self.conn.handshake_exc is None:
            return
        if self.handshake_initiated:
            log_refusal(None, _invalid_handshake())  # uvicorn has answered
        else:
            # The library could not even read the request; uvicorn leaves such a connection as it is.
            self.transport.write(_refusal(_invalid_handshake()))
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Hand a message over. Text that is not UTF-8 ends the connection: uvicorn would log it with a traceback."""
        if self.close_sent or self.curr_msg_data_type != "text" or _is_text(b"".join(self.frames)):
            super().send_receive_event_to_app()
            return
        self.frames = []
        if self.conn.close_sent is None:  # else the client has closed the connection behind this message
            self.conn.send_close(_NOT_TEXT)
            self.handle_parser_exception()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            # Otherwise uvicorn takes a refused handshake for one that was never answered, and logs an error.
            self.handshake_complete = True

    def pause_writing(self) -> None:
        super().pause_writing()
        # uvicorn writes pongs without flow control, so reading stops while the client does not read.
        self.transport.pause_reading()
        self._write_timer = self.loop.call_later(self.timeout, self.transport.abort)

    def resume_writing(self) -> None:
        self._stop_timer()
        if not self.read_paused:
            self.transport.resume_reading()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        if self._handshake_timer is not None:
            self._handshake_timer.cancel()
        super().connection_lost(exc)

    def _give_up_handshake(self) -> None:
        if not self.handshake_complete:
            log_refusal(None, _too_slow())
            self.transport.abort()
        elif self.initial_response is not None:
            self.transport.abort()  # a refusal that the client has not read

    def _stop_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _refusal(problem: Problem) -> bytes:
    """A whole response, for a connection that is closed after it; logs the refusal."""
    log_refusal(None, problem)
    response = problem.response()
    response.headers["Connection"] = "close"
    head = b"".join(b"%s: %s\r\n" % (name, value) for name, value in response.raw_headers)
    status = HTTPStatus(problem.status)
    return f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() + head + b"\r\n" + bytes(response.body)


def _too_many_connections() -> Problem:
    """A connection above the limit, before its request is read."""
    return Problem(
        "busy",
        "the limit of open connections is reached",
        remedy="connect again after the seconds of Retry-After",
        headers={"Retry-After": "1"},
    )


def _invalid_handshake() -> Problem:
    return Problem(
        "bad-request",
        "the handshake of the WebSocket cannot be read, has a body, or messages follow it at once",
        remedy="send a GET without a body, with the headers of RFC 6455, and wait for the answer",
    )


def _too_slow() -> Problem:
    """A head or a handshake that did not end in time; it is only logged, and the connection is closed."""
    return Problem("too-slow", "the head did not arrive in time", remedy="send it faster")
