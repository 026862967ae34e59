"""Commands as processes of their own: a cold start, and batch runs with workers."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from cases import report
from inputs import LONGEST, MADE, NOW, WRITTEN, write


def run_processes() -> None:
    """`python -m inkslate.cli`, started cold."""
    began = time.monotonic()
    folder = f"{MADE}/batch"
    batch = ["batch", "--now", NOW, "--workers", "2"]
    commands = {
        "process/version": ["--version"],
        "process/help": ["--help"],
        "process/read": ["read", "examples/retro.md"],
        "process/extract": ["extract", "examples/standup.txt", "--now", NOW],
        "process/ics": ["extract", "examples/standup.txt", "--now", NOW, "--to", "ics", "--model", "rules"],
        "process/evaluate": ["evaluate", "examples/labelled.jsonl"],
        "process/error": ["read", "tests/files/azure/failed.json"],
        "batch/jsonl": [*batch, "examples", "--out", f"{folder}/jsonl", "--to", "jsonl", "--shard-rows", "3"],
        "batch/parquet": [*batch, "examples", "--out", f"{folder}/parquet", "--shard-rows", "3"],
        "batch/resume": [*batch, "examples", "--out", f"{folder}/parquet", "--shard-rows", "3", "--resume"],
        "batch/changed": [*batch, "examples", "--out", f"{folder}/parquet", "--shard-rows", "4", "--resume"],
        "batch/files": [*batch, "tests/files", "damaged/examples", "--out", f"{folder}/files", "--model", "rules"],
        "batch/packed": [*batch[:1], "packed", "--out", f"{folder}/packed", "--to", "jsonl", "--model", "rules"],
        "batch/corpus": [*batch, "corpus-test.jsonl", "--out", f"{folder}/corpus", "--shard-rows", "50"],
        "batch/again": [*batch, "examples", "--out", f"{folder}/jsonl"],
        "batch/no-input": [*batch, "no such file", "--out", f"{folder}/none"],
    }
    _write_parquet("packed/boards.parquet")
    for name, args in commands.items():
        done = subprocess.run([sys.executable, "-m", "inkslate.cli", *args], capture_output=True, timeout=LONGEST)
        for ending, content in (("out", done.stdout), ("err", done.stderr), ("code", b"%d\n" % done.returncode)):
            write(f"{MADE}/{name}.{ending}", content)
    report("processes", len(commands), began)


def _write_parquet(name: str) -> None:
    """Write the labelled boards as a table."""
    import pyarrow
    import pyarrow.parquet

    boards = Path("examples/labelled.jsonl").read_text("utf-8").splitlines()
    pyarrow.parquet.write_table(pyarrow.table({"board": boards}), name)
    os.utime(name, (WRITTEN, WRITTEN))
