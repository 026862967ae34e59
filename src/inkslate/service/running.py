"""Processes and sockets: one worker, or several that share nothing but the address."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType

import uvicorn

from inkslate.errors import InputError
from inkslate.service.app import create_app
from inkslate.service.connections import socket_protocols
from inkslate.service.door import Door
from inkslate.service.settings import Settings

_KEEP_ALIVE = 15  # seconds that an idle connection stays
_PING = 20.0
_LARGEST_HEAD = 1 << 16
_BACKLOG = 1024
_SOON = 3.0  # a worker that ends so soon after its start will not do better next time
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


def run_worker(settings: Settings, listening: socket.socket) -> None:
    """Serve until SIGTERM or SIGINT, then answer what is in flight and return."""
    _set_up_log()
    if (parent := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    # Threads that compute give way to the event loop after half a millisecond, not after five.
    sys.setswitchinterval(_SWITCH)
    limits = settings.limits
    http, websocket = socket_protocols(most=limits.connections, seconds=limits.body_seconds)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        http=http,
        ws=websocket,
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,  # its lines have the query, and a query may name people
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=int(limits.seconds + limits.body_seconds) + 1,
        ws_max_size=limits.bytes,
        ws_per_message_deflate=False,  # a few bytes could become a few gigabytes
        ws_ping_interval=_PING,
        ws_ping_timeout=_PING,
        h11_max_incomplete_event_size=_LARGEST_HEAD,
    )
    # uvicorn raises the signal again when it is done; by then there is nothing left to end.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _ignore)
    _Server(config, app).run(sockets=[listening])


def run_workers(settings: Settings, listening: socket.socket, *, count: int) -> None:
    """Keep `count` workers alive until SIGTERM or SIGINT."""
    stop = _Stop()
    context = multiprocessing.get_context("spawn")  # threads and sessions do not survive a fork
    workers: dict[SpawnProcess, float] = {}
    try:
        while not stop.asked:
            while len(workers) < count:
                worker = context.Process(target=run_worker, args=(settings, listening), name="inkslate-worker")
                worker.start()
                workers[worker] = time.monotonic()
            wait([worker.sentinel for worker in workers], timeout=0.2)
            for worker in [worker for worker in workers if not worker.is_alive()]:
                if time.monotonic() - workers.pop(worker) < _SOON and worker.exitcode not in (0, -signal.SIGKILL):
                    raise InputError("a worker ended as soon as it was started; see its message above")
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


class _Server(uvicorn.Server):
    """Closes the door before it waits for what is inside."""

    def __init__(self, config: uvicorn.Config, app: Door) -> None:
        super().__init__(config)
        self._door = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._door.core.stopping = True
        await super().shutdown(sockets)


class _Stop:
    """Whether somebody asked us to end."""

    def __init__(self) -> None:
        self.asked = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._ask)

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self.asked = True


def _end_with(sentinel: int) -> None:
    """A worker whose parent was killed would hold the address for ever."""
    wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def _ignore(_number: int, _frame: FrameType | None) -> None:
    pass


def _set_up_log() -> None:
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    logging.getLogger("inkslate.service").setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "websockets"):
        logging.getLogger(name).setLevel(logging.WARNING)
