"""A short run of the load benchmark: everything it checks but the times, which are the machine's."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

pytestmark = [pytest.mark.process, pytest.mark.no_cover]


def test_nothing_is_lost_mixed_up_or_kept_in_memory(tmp_path: Path) -> None:
    out = tmp_path / "load.json"
    options = ["--seconds", "1", "--kill-seconds", "3", "--connections", "32", "--json", out]
    subprocess.run([sys.executable, ROOT / "benchmarks" / "load.py", *options], check=True, capture_output=True)
    result = json.loads(out.read_text())
    assert result["batched"]["crowd"]["answers"] > 0
    assert result["killed"]["acknowledged"] > 0
    timed = ("p99 under 10 x p50 of a single client", "3 x the throughput without batching", "memory within 10 %")
    assert [what for what, holds in result["holds"].items() if not holds and what not in timed] == []
