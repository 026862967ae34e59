"""A short run of the soak benchmark: honest clients lose nothing, and the service still ends when it is told to."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

pytestmark = [pytest.mark.process, pytest.mark.no_cover]


def test_honest_clients_lose_nothing_beside_hostile_ones(tmp_path: Path) -> None:
    out = tmp_path / "soak.json"
    options = ["--minutes", "0.2", "--alone-seconds", "1", "--json", out]
    subprocess.run([sys.executable, ROOT / "benchmarks" / "soak.py", *options], check=True, capture_output=True)
    result = json.loads(out.read_text())
    for kind in ("alone", "beside hostile clients"):
        assert result[kind]["answers"] > 0
        assert result[kind]["lost"] == 0
        assert set(result[kind]["statuses"]) <= {"200", "429", "503"}
    assert list(result["memory_mb"]) == ["after the first minute", "at the end"]
    assert sum(result["attacks"].values()) > 0
