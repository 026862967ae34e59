"""The process that reads files: one that hangs or is ended costs one call."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any, cast

import pytest

from inkslate.assistant.tool_process import ToolProcess
from inkslate.assistant.toolbox import Toolbox
from inkslate.errors import InputError

pytestmark = pytest.mark.process


class Misbehaving:
    """A toolbox whose tools do what their names say."""

    def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        if name == "hang":
            time.sleep(600)
        if name == "die":
            os._exit(3)
        if name == "crash":
            raise RuntimeError("line one\nline two \ud800")
        if name == "recursion":
            return self.call(name, arguments)
        if name == "memory":
            raise MemoryError
        return {"process": os.getpid(), **arguments}


def test_a_call_that_fails_costs_itself_alone() -> None:
    worker = ToolProcess(cast(Toolbox, Misbehaving()), seconds=20)
    try:
        first = worker.call("answer", {"x": 1})
        assert first["x"] == 1
        assert first["process"] != os.getpid()
        for name, reason in {
            "crash": "RuntimeError: line one line two",
            "recursion": "RecursionError",
            "memory": "memory",
        }.items():
            with pytest.raises(InputError, match=reason):
                worker.call(name, {})
        assert worker.call("answer", {}) == {"process": first["process"]}
        with pytest.raises(InputError, match="die ended the process"):
            worker.call("die", {})
        assert worker.call("answer", {})["process"] != first["process"]
    finally:
        worker.close()
    with pytest.raises(InputError):
        worker.call("answer", {})


def test_a_call_that_hangs_is_ended() -> None:
    worker = ToolProcess(cast(Toolbox, Misbehaving()), seconds=20)
    try:
        first = worker.call("answer", {})
        worker._seconds = 0.2
        with pytest.raises(InputError, match=r"took longer than 0\.2 seconds"):
            worker.call("hang", {})
        worker._seconds = 20
        assert worker.call("answer", {})["process"] != first["process"]
    finally:
        worker.close()
