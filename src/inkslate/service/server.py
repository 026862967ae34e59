"""Processes and sockets: one worker, or several workers behind a proxy at one address."""

from __future__ import annotations

import asyncio
import gc
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
from typing import Any

import uvicorn

from inkslate.errors import InputError
from inkslate.files import holding_interrupts
from inkslate.model.backends import default_threads
from inkslate.service.app import create_app
from inkslate.service.connections import socket_protocols
from inkslate.service.metrics import ProxyMetrics
from inkslate.service.proxy.application import ProxyApplication
from inkslate.service.proxy.worker_pool import Worker, WorkerPool
from inkslate.service.settings import ServiceLimits, ServiceSettings

_KEEP_ALIVE_SECONDS = 15
_PING_SECONDS = 20.0
_MAX_HEAD_BYTES = 1 << 16
_BACKLOG = 1024
_WORKER_HOST = "127.0.0.1"  # workers listen here; they check requests as if there were no proxy
_NEVER_SECONDS = 1 << 30  # keep-alive of workers: the proxy closes the connections
_SWITCH_SECONDS = 0.0005
_STOP_SECONDS = 5.0  # for workers, after the proxy has answered all requests
_ALARM_SECONDS = 10.0  # beyond the time for the shutdown; then the kernel ends the process
_log = logging.getLogger("inkslate.service")


def open_socket(host: str, port: int) -> socket.socket:
    """A socket that already listens, so connections wait, and are not refused, while the model loads."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        # IPPROTO_TCP is explicit because asyncio sets TCP_NODELAY only then; otherwise responses are delayed by 40 ms.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot listen on {host} port {port} ({reason}); choose another --host or --port") from None
    return listening


def run_worker(settings: ServiceSettings, listening: socket.socket, *, keep_alive: int = _KEEP_ALIVE_SECONDS) -> None:
    """Serve until SIGTERM or SIGINT, then finish the running requests and return."""
    _set_up_log()
    if (parent := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_end_with_parent, args=(parent.sentinel,), daemon=True).start()
    # Computing threads release the GIL to the event loop after 0.5 ms, not after 5 ms.
    sys.setswitchinterval(_SWITCH_SECONDS)
    app = create_app(settings)
    _spare_collector()

    def refuse_requests() -> None:
        app.state.stopping = True

    config = _config(app, settings.limits, keep_alive=keep_alive, lifespan="on")
    _Server(config, refuse_requests).run(sockets=[listening])
    if not app.state.ended:
        _log.error("a thread did not end; what it worked on is abandoned")
        logging.shutdown()
        os._exit(0)  # Python itself would wait for the thread


def _spare_collector() -> None:
    """Look for cycles of garbage in what requests leave alone, not in what was loaded, which stays."""
    gc.collect()
    gc.freeze()


def run_workers(settings: ServiceSettings, listening: socket.socket, *, count: int) -> None:
    """Run `count` workers and a proxy in front of them until SIGTERM or SIGINT."""
    _set_up_log()
    limits = settings.limits
    # The proxy limits the connections; for a while all of them may be forwarded to one worker.
    worker_settings = replace(
        settings,
        threads=settings.threads or max(1, default_threads() // count),
        limits=replace(limits, connections=2 * limits.connections),
    )
    metrics = ProxyMetrics()
    pool = WorkerPool([], health_seconds=limits.health_seconds, count_replaced=metrics.count_worker)
    proxy = ProxyApplication(pool, limits, metrics)

    def refuse_requests() -> None:
        proxy.stopping = True

    config = _config(proxy, limits, keep_alive=_KEEP_ALIVE_SECONDS, lifespan="off", date_header=False)
    server = _Server(config, refuse_requests)
    pool.is_stopping = lambda: server.should_exit
    try:
        # The server handles signals by now: one that arrives during these starts ends the workers too.
        for _ in range(count):
            pool.workers.append(_create_worker(worker_settings))
        asyncio.run(_serve_and_watch(server, pool, listening))
    finally:
        pool.stop(seconds=_STOP_SECONDS)


def _create_worker(settings: ServiceSettings) -> Worker:
    """A worker process on a free port; its socket stays open in this process when the worker is replaced."""
    context = multiprocessing.get_context("spawn")  # threads and model sessions do not survive a fork
    worker_socket = open_socket(_WORKER_HOST, 0)

    def start() -> SpawnProcess:
        process = context.Process(
            target=run_worker,
            args=(settings, worker_socket),
            kwargs={"keep_alive": _NEVER_SECONDS},
            name="inkslate-worker",
        )
        with holding_interrupts():
            process.start()
        return process

    return Worker(worker_socket.getsockname(), start)


async def _serve_and_watch(server: _Server, pool: WorkerPool, listening: socket.socket) -> None:
    """Serve, and watch the workers meanwhile; InputError where they cannot be kept running."""
    watching = asyncio.ensure_future(pool.watch())
    watching.add_done_callback(lambda _: server.handle_exit(signal.SIGTERM, None))
    await server.serve(sockets=[listening])
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching


def _config(app: Any, limits: ServiceLimits, *, keep_alive: int, **options: Any) -> uvicorn.Config:
    """The configuration of uvicorn, for workers and for the proxy."""
    http, websocket = socket_protocols(max_connections=limits.connections, seconds=limits.body_seconds)
    return uvicorn.Config(
        app,
        http=http,
        ws=websocket,
        loop="asyncio",
        log_config=None,
        access_log=False,  # its lines contain the query, and a query may contain names of people
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=keep_alive,
        timeout_graceful_shutdown=_shutdown_seconds(limits),
        ws_max_size=limits.bytes,
        ws_per_message_deflate=False,  # a few bytes could decompress to gigabytes
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PING_SECONDS,
        h11_max_incomplete_event_size=_MAX_HEAD_BYTES,
        **options,
    )


def _shutdown_seconds(limits: ServiceLimits) -> int:
    """Seconds after which all running requests have reached their deadline."""
    return int(limits.seconds + limits.body_seconds) + 1


class _Server(uvicorn.Server):
    """Refuses new requests before it waits for the running ones."""

    def __init__(self, config: uvicorn.Config, refuse_requests: Callable[[], None]) -> None:
        super().__init__(config)
        self._refuse_requests = refuse_requests
        # Handled from now on, not only when uvicorn serves: a signal in between would be lost. uvicorn raises the
        # signals again after its shutdown, when nothing is left to do.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.handle_exit)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._refuse_requests()
        # Whatever hangs in this process from now on, it ends.
        signal.setitimer(signal.ITIMER_REAL, float(self.config.timeout_graceful_shutdown or 0) + _ALARM_SECONDS)
        await super().shutdown(sockets)


def _end_with_parent(sentinel: int) -> None:
    """End this worker when its parent is gone: otherwise it would keep the address in use."""
    wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def _set_up_log() -> None:
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    logging.getLogger("inkslate.service").setLevel(logging.INFO)
    logging.getLogger("websockets").setLevel(logging.WARNING)
    # Its warnings are of requests that are refused; `connections` logs these.
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.ERROR)
