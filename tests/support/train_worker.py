"""Training runs in their own processes: `python -m tests.support.train_worker RUNS.json`, under a launcher or not."""

from __future__ import annotations

import json
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from inkslate.training.config import PRESETS
from inkslate.training.progress import NoProgress
from inkslate.training.run import TrainingJob, load_data, processes, train_model


class Stops(NoProgress):
    """Gets a signal after so many steps, as from Ctrl-C or the kernel, and remembers what was started."""

    def __init__(self, after: int | None = None, number: int = signal.SIGINT) -> None:
        self.after, self.number = after, number
        self.steps = 0
        self.started: list[str] = []

    def start(self, title: str, *, steps: int, done: int) -> None:
        self.started.append(f"{title} {done}/{steps}")

    def step(self, loss: float) -> None:
        self.steps += 1
        if self.steps == self.after:
            signal.raise_signal(self.number)


def train(run: dict[str, Any]) -> None:
    """A run as the tests write it down; interrupted ones end quietly."""
    config = replace(PRESETS[run["preset"]], **run["changes"])
    job = TrainingJob(
        config,
        load_data(run["train"], run["val"]),
        Path(run["out"]),
        resume=run.get("resume", False),
        checkpoint_seconds=run.get("checkpoint_seconds", 300.0),
    )
    # A signal may reach one process a step before the others.
    here = processes().is_main_process
    progress = Stops(run.get("stop_after"), run.get("signal", signal.SIGINT)) if here else NoProgress()
    try:
        train_model(job, progress)
    except KeyboardInterrupt:
        assert "stop_after" in run, "nobody asked it to stop"


if __name__ == "__main__":
    torch.set_num_threads(1)
    for entry in json.loads(Path(sys.argv[1]).read_text("utf-8")):
        train(entry)
    print(f"process {processes().process_index} of {processes().num_processes}")
