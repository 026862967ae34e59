"""What the corpus is worth to a model: a table of training runs, `python corpus/worth.py [RUNS.json]`.

The file has one object a run and test set: what `inkslate evaluate --json` prints, beside `train`, `seed` and `on`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RUNS = HERE.parent / "docs" / "results" / "corpus-worth.json"
# Heading, and where the value stands in an evaluation.
COLUMNS = {
    "task R": ("task", "recall"),
    "P": ("task", "precision"),
    "F1": ("task", "f1"),
    "R by context": ("context", "task_recall"),
    "non-task R": ("non_task", "recall"),
    "non-task P": ("non_task", "precision"),
    "non-task F1": ("non_task", "f1"),
    "non-task R by context": ("context", "non_task_recall"),
    "accuracy": ("accuracy",),
    "B_tp": ("B_tp",),
    "B": ("B",),
}


def cell(runs: Sequence[Mapping[str, Any]], path: Sequence[str]) -> str:
    """Mean and standard deviation of one column over the seeds, in points."""
    values = []
    for run in runs:
        value: Any = run
        for key in path:
            value = value[key]
        values.append(100 * value)
    spread = f" ± {statistics.stdev(values):.1f}" if len(values) > 1 else ""
    return f"{statistics.fmean(values):.1f}{spread}"


def table(runs: Sequence[Mapping[str, Any]], on: str) -> str:
    """The runs on one test set, a row for each training set."""
    here = [run for run in runs if run["on"] == on]
    lines = [
        f"| trained on | seeds | {' | '.join(COLUMNS)} |",
        f"| --- | --: |{' --: |' * len(COLUMNS)}",
    ]
    for train in dict.fromkeys(run["train"] for run in here):
        mine = [run for run in here if run["train"] == train]
        lines.append(f"| {train} | {len(mine)} | {' | '.join(cell(mine, path) for path in COLUMNS.values())} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="The table of docs/results/corpus-worth.md.")
    parser.add_argument("runs", nargs="?", type=Path, default=RUNS, help="the runs; by default those in docs/results")
    runs = json.loads(parser.parse_args().runs.read_text("utf-8"))
    for on in dict.fromkeys(run["on"] for run in runs):
        sys.stdout.write(f"### {on}\n\n{table(runs, on)}\n\n")


if __name__ == "__main__":
    main()
