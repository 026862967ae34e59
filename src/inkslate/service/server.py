"""Processes and sockets: one worker, or several that share nothing, behind one address."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Any

import uvicorn

from inkslate.errors import InputError
from inkslate.model.backends import default_threads
from inkslate.service.app import create_app
from inkslate.service.connections import socket_protocols
from inkslate.service.proxy.application import Front
from inkslate.service.proxy.worker_pool import Crew, Worker
from inkslate.service.settings import Limits, Settings

_KEEP_ALIVE = 15  # seconds that an idle connection stays
_PING = 20.0
_LARGEST_HEAD = 1 << 16
_BACKLOG = 1024
_INSIDE = "127.0.0.1"  # where workers listen; they check who asks as if there was nobody before them
_FOR_EVER = 1 << 30  # seconds: who stands before workers closes what it does not need
_SWITCH = 0.0005  # seconds


def open_socket(host: str, port: int) -> socket.socket:
    """A socket that listens already, so that nobody is refused while the model loads."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        # Named, because asyncio sends at once only on sockets that say they are TCP; others wait for 40 ms.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot listen on {host} port {port} ({reason}); choose another --host or --port") from None
    return listening


def run_worker(settings: Settings, listening: socket.socket, *, keep_alive: int = _KEEP_ALIVE) -> None:
    """Serve until SIGTERM or SIGINT, then answer what is in flight and return."""
    _set_up_log()
    if (parent := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    # Threads that compute give way to the event loop after half a millisecond, not after five.
    sys.setswitchinterval(_SWITCH)
    app = create_app(settings)

    def close_the_door() -> None:
        app.core.stopping = True

    config = _config(app, settings.limits, keep_alive=keep_alive, lifespan="on")
    _Server(config, close_the_door).run(sockets=[listening])


def run_workers(settings: Settings, listening: socket.socket, *, count: int) -> None:
    """Keep `count` workers alive, and pass on to them what comes, until SIGTERM or SIGINT."""
    _set_up_log()
    context = multiprocessing.get_context("spawn")  # threads and sessions do not survive a fork
    limits = settings.limits
    # We count the connections; all of them may lead to one worker for a while.
    inner = replace(
        settings,
        threads=settings.threads or max(1, default_threads() // count),
        limits=replace(limits, connections=2 * limits.connections),
    )

    def worker() -> Worker:
        door = open_socket(_INSIDE, 0)

        def start() -> SpawnProcess:
            process = context.Process(
                target=run_worker, args=(inner, door), kwargs={"keep_alive": _FOR_EVER}, name="inkslate-worker"
            )
            # Ctrl-C reaches all processes of a terminal. Ours start deaf to it, and are told by us when to end.
            before = signal.signal(signal.SIGINT, signal.SIG_IGN)
            process.start()
            signal.signal(signal.SIGINT, before)
            return process

        return Worker(door.getsockname(), start)

    crew = Crew([worker() for _ in range(count)])
    front = Front(crew, limits)

    def close_the_door() -> None:
        front.stopping = crew.stopping = True

    config = _config(front, limits, keep_alive=_KEEP_ALIVE, lifespan="off", date_header=False)
    try:
        asyncio.run(_watched(_Server(config, close_the_door), crew, listening))
    finally:
        crew.end(seconds=_time_to_end(limits))


async def _watched(server: _Server, crew: Crew, listening: socket.socket) -> None:
    """Serve, and keep the workers alive as long. Ends where they cannot be, and says why."""
    watching = asyncio.ensure_future(crew.watch())
    watching.add_done_callback(lambda _: server.handle_exit(signal.SIGTERM, None))
    await server.serve(sockets=[listening])
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching


def _config(app: Any, limits: Limits, *, keep_alive: int, **options: Any) -> uvicorn.Config:
    """How to listen; the same for workers and for what stands before them."""
    http, websocket = socket_protocols(most=limits.connections, seconds=limits.body_seconds)
    return uvicorn.Config(
        app,
        http=http,
        ws=websocket,
        loop="asyncio",
        log_config=None,
        access_log=False,  # its lines have the query, and a query may name people
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=keep_alive,
        timeout_graceful_shutdown=_time_to_end(limits),
        ws_max_size=limits.bytes,
        ws_per_message_deflate=False,  # a few bytes could become a few gigabytes
        ws_ping_interval=_PING,
        ws_ping_timeout=_PING,
        h11_max_incomplete_event_size=_LARGEST_HEAD,
        **options,
    )


def _time_to_end(limits: Limits) -> int:
    """Seconds in which all that is inside has come to its deadline."""
    return int(limits.seconds + limits.body_seconds) + 1


class _Server(uvicorn.Server):
    """Closes the door before it waits for what is inside."""

    def __init__(self, config: uvicorn.Config, close_the_door: Callable[[], None]) -> None:
        super().__init__(config)
        self._close_the_door = close_the_door
        # Ours from now on, not from when uvicorn listens: a signal in between would be lost. It raises them again when
        # it is done; by then there is nothing left to end.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.handle_exit)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Ctrl-C is for whoever started us, who says when it is time.
        if sig != signal.SIGINT or multiprocessing.parent_process() is None:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._close_the_door()
        await super().shutdown(sockets)


def _end_with(sentinel: int) -> None:
    """A worker whose parent was killed would hold the address for ever."""
    wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def _set_up_log() -> None:
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    logging.getLogger("inkslate.service").setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "websockets"):
        logging.getLogger(name).setLevel(logging.WARNING)
