"""The command line in the process of the test, with standard input."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from inkslate.cli import main
from tests.conftest import Done, Here


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Here:
    """Run `inkslate ARGUMENTS` in an empty folder and in this process, which saves the imports of a new one."""

    def call(*arguments: str | Path, stdin: str | bytes = b"") -> Done:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["inkslate", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        capfd.readouterr()
        with pytest.raises(SystemExit) as stop:
            main()
        assert isinstance(stop.value.code, int)
        return subprocess.CompletedProcess(arguments, stop.value.code, *capfd.readouterr())

    return call
