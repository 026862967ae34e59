"""The process that reads files: one that hangs in a file, or is ended by one, costs a call and not the server."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from inkslate.assistant.limits import CALL_SECONDS
from inkslate.assistant.toolbox import Toolbox
from inkslate.errors import InkslateError, InputError
from inkslate.messages import one_line


class ToolProcess:
    """Calls tools in a process, one after the other; the process is started when it is needed."""

    def __init__(self, toolbox: Toolbox, *, seconds: float = CALL_SECONDS) -> None:
        self._toolbox, self._seconds = toolbox, seconds
        self._lock = threading.Lock()
        self._closed = False
        self._process: BaseProcess | None = None
        self._pipe: Connection[Any, Any] | None = None

    def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The result of a tool; InputError where there is none, whatever the reason is."""
        with self._lock:
            try:
                pipe = self._started()
                pipe.send((name, dict(arguments)))
                if not pipe.poll(self._seconds):
                    self._end()
                    raise InputError(f"{name} took longer than {self._seconds:g} seconds and was ended; ask for less")
                result, error = pipe.recv()
            except (EOFError, OSError):
                self._end()
                raise InputError(
                    f"{name} ended the process that reads files; ask for less, or for other files"
                ) from None
        if error is not None:
            raise InputError(error)
        found: dict[str, Any] = result
        return found

    def close(self) -> None:
        """End the process, also in the middle of a call."""
        self._closed = True
        if self._process is not None:
            self._process.kill()

    def _started(self) -> Connection[Any, Any]:
        if self._closed:
            raise EOFError
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self._end()
            # A fork would inherit the threads' locks.
            start = multiprocessing.get_context("spawn")
            self._pipe, theirs = start.Pipe()
            self._process = start.Process(target=_work, args=(theirs, self._toolbox), name="inkslate-mcp", daemon=True)
            self._process.start()
            theirs.close()
        return self._pipe

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _work(pipe: Connection[Any, Any], toolbox: Toolbox) -> None:
    """Answer calls until the server has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, whose end ends this
    with suppress(EOFError, OSError):
        while True:
            name, arguments = pipe.recv()
            pipe.send(_answer(toolbox, name, arguments))


def _answer(toolbox: Toolbox, name: str, arguments: Mapping[str, Any]) -> tuple[dict[str, Any] | None, str | None]:
    """Result and error of a call; one of them is None."""
    try:
        return toolbox.call(name, arguments), None
    except InkslateError as error:
        return None, _text(error)
    except MemoryError:
        return None, f"{name} needs more memory than there is; ask for less"
    except Exception as error:  # a defect must not end the process: what it has read would be lost
        return None, f"a defect of inkslate: {type(error).__name__}: {_text(error)}; report it"


def _text(error: Exception) -> str:
    return one_line(str(error), 1000).encode("utf-8", "replace").decode()
