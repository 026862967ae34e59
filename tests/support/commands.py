"""The command line in tests: types of the fixtures that run it, and a call in the process of the test."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]
"""The fixture `run`: `inkslate ARGUMENTS` as a process."""
Here = Callable[..., Done]
"""The fixture `here`: `inkslate ARGUMENTS` in the process of the test."""


def without_this_package(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment for another copy of the package: this one is not on its path, and its coverage is not ours."""
    ours = ("PYTHONPATH", "COV_", "COVERAGE_")
    return {name: value for name, value in environment.items() if not name.startswith(ours)}


def call_main(*arguments: str | Path, stdin: str | bytes = b"") -> int:
    """Run `inkslate ARGUMENTS` in this process and return the exit status."""
    from inkslate.cli import main

    given = stdin.encode() if isinstance(stdin, str) else stdin
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["inkslate", *map(str, arguments)])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), "utf-8"))
        with pytest.raises(SystemExit) as stop:
            main()
    assert isinstance(stop.value.code, int)
    return stop.value.code
