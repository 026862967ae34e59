"""A reading process as its worker sees it: the connection to it, its priority and the time that it used."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import socket
import sys
from contextlib import suppress
from functools import cache
from multiprocessing.context import ForkServerContext, SpawnContext
from pathlib import Path

from inkslate.files import holding_interrupts
from inkslate.service.reading.process import HEADER, READY, ProcessLimits, Reply, serve_calls

_START_SECONDS = 60.0  # for a process to load what it needs
_PRELOADED = ("inkslate.cli", "inkslate.service.reading.preload")  # the first is the main module of most services
_CPU_FIELDS = slice(11, 13)  # of /proc/PID/stat behind the name: user and system time, in ticks


class ReadingProcess:
    """A process, and the connection to it. A larger `niceness` leaves the cores to others that want them.

    The first one waits until the process is loaded that all are forked from: start it in a thread.
    """

    def __init__(self, limits: ProcessLimits, *, niceness: int) -> None:
        self._socket, theirs = socket.socketpair()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._process = _context().Process(
            target=serve_calls, args=(theirs, limits), name="inkslate-reader", daemon=True
        )
        with theirs, holding_interrupts():
            self._process.start()
        if niceness and self._process.pid is not None:
            with suppress(OSError):  # it ended already
                os.setpriority(os.PRIO_PROCESS, self._process.pid, os.getpriority(os.PRIO_PROCESS, 0) + niceness)

    async def wait_until_ready(self) -> None:
        """Wait until it has loaded what it needs; OSError, EOFError or a timeout where it fails."""
        self._streams = await asyncio.open_connection(sock=self._socket)
        try:
            if await asyncio.wait_for(self._receive(), _START_SECONDS) != READY:
                raise EOFError
        except BaseException:
            self.kill()
            raise

    async def ask(self, message: bytes) -> Reply:
        """Send a call and wait for its reply."""
        assert self._streams is not None
        _, writer = self._streams
        writer.write(HEADER.pack(len(message)) + message)
        await writer.drain()
        reply: Reply = pickle.loads(await self._receive())  # noqa: S301 - of our own process
        return reply

    def cpu_seconds(self) -> float | None:
        """The time that it spent on a core so far; None where the system does not tell."""
        with suppress(OSError):
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
            return sum(map(int, fields[_CPU_FIELDS])) / os.sysconf("SC_CLK_TCK")
        return None

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()  # the start of the next process, or the end of this one, reaps it
        if self._streams is None:
            self._socket.close()
            return
        with suppress(RuntimeError):  # the event loop is closed
            self._streams[1].close()

    async def _receive(self) -> bytes:
        assert self._streams is not None
        reader, _ = self._streams
        (size,) = HEADER.unpack(await reader.readexactly(HEADER.size))
        return await reader.readexactly(size)


@cache
def _context() -> ForkServerContext | SpawnContext:
    """Forked from a process that has loaded everything and has no threads: a new one is ready in milliseconds."""
    # Before, everybody on the machine could talk to that process (CVE-2022-42919).
    if sys.platform != "linux" or sys.version_info < (3, 11, 1):
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(_PRELOADED))
    return context
