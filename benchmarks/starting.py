"""What `inkslate train --start` gains for simulated persons from 40 corrected boards, and what it forgets.

    python benchmarks/starting.py --model open --corpus corpus --processes 2 --json starting.json

`persons.py` makes the persons; those with at least 48 boards are taken (`--groups all`: of both of its tables). 40
boards are trained on as the command does, with boards of the corpus' train split; the rest is held out. What is
forgotten is measured on the corpus' test split without the boards of the person's own group, and on dev.jsonl of the
folder that NOTES_DATA names, labelled by the guide; for a person with a habit, the same boards labelled by that habit
beside it (not of dev.jsonl where the habit needs `kinds`, which it lacks). Before is the model as it is, after is the
trained one in torch, before an export.

Persons are taken in an order drawn once, so that those of --limit, or those finished first, are a fair sample.

Weights in safetensors need torch alone; those of an exported model need onnx and onnxruntime. Every person has one
thread; on a GPU the processes share it.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from persons import (
    BY_KINDS,
    GROUPS,
    GUIDE,
    HABITS,
    HELD_OUT,
    OTHER_GROUPS,
    SEED,
    Person,
    Sentence,
    by_board,
    f1,
    persons,
    relabel,
)

from inkslate.board import Board
from inkslate.evaluation.metrics.scoring import Counts
from inkslate.extraction import Predictor
from inkslate.formats import format_boards, parse_board
from inkslate.model.bundle import Bundle
from inkslate.model.loading import find_bundle
from inkslate.model.predictor import predictor_from

BOARDS = 40
OWN, BY_HABIT = "held out", "test, by the habit"
NOTES, NOTES_BY_HABIT = "notes/dev", "notes/dev, by the habit"
TABLES = {"reported": (GROUPS,), "other": (OTHER_GROUPS,), "all": (GROUPS, OTHER_GROUPS)}
TEST = {"made-up": "test, made-up", "after": "test, after real notes"}


@dataclass(frozen=True)
class Settings:
    """What is the same for all persons."""

    model: str
    corpus: Path
    boards: int
    draws: int
    epochs: int | None  # None: as many as the command takes
    most: int | None  # boards of each set that may be forgotten; None: all


def other_boards(settings: Settings, person: Person) -> dict[str, list[Board]]:
    """The boards that may be forgotten, by the name of their set; none of them is of the person's own group."""
    mine = {board.id for board in person.boards}
    paths = sorted((settings.corpus / "test").glob("*.jsonl"))
    habit = HABITS[person.habit] if person.habit in HABITS and person.habit != GUIDE else None
    found: dict[str, list[Board]] = {}
    for kind, name in TEST.items():
        lines = _lines([path for path in paths if _origin(path) == kind], settings.most)
        found[name] = _parsed(lines, mine)
        if habit:
            found.setdefault(BY_HABIT, []).extend(_parsed(lines, mine, habit))
    if folder := os.environ.get("NOTES_DATA"):
        lines = _lines([Path(folder) / "dev.jsonl"], settings.most)
        found[NOTES] = _parsed(lines, mine)
        if habit and person.habit not in BY_KINDS:
            found[NOTES_BY_HABIT] = _parsed(lines, mine, habit)
    return found


def _lines(paths: Sequence[Path], most: int | None) -> list[str]:
    lines = [line for path in paths for line in path.read_text("utf-8").splitlines()]
    return lines if most is None else random.Random(SEED).sample(lines, min(most, len(lines)))


def _parsed(lines: Sequence[str], without: Set[str], habit: Callable[[Sentence], bool] | None = None) -> list[Board]:
    values = [json.loads(line) for line in lines]
    if habit:
        relabel(values, habit)
    return [parse_board(value, where="corpus") for value in values if value["id"] not in without]


def _origin(path: Path) -> str:
    return "after" if path.name.startswith("after-") else "made-up"


def start_of(settings: Settings) -> Bundle:
    """The model to train further."""
    bundle = find_bundle(settings.model)
    if bundle is None:
        raise SystemExit("rules has no weights to train; name a model")
    return bundle


def fine_tuned(boards: Sequence[Board], start: Bundle, settings: Settings, folder: Path) -> Bundle:
    """The model that `inkslate train --start MODEL --data FILE --mix corpus/train` writes."""
    from inkslate.training.config import fine_tuning
    from inkslate.training.data import load_data
    from inkslate.training.progress import NoProgress
    from inkslate.training.run import TrainingJob, train_model
    from inkslate.training.starting.mixing import mixed_data

    file = folder / "corrected.jsonl"
    file.write_text(format_boards(boards), "utf-8")
    config = fine_tuning(start)
    if settings.epochs:
        config = replace(config, epochs=settings.epochs)
    mixed = mixed_data(load_data(file, None), settings.corpus / "train", start, config)
    job = TrainingJob(
        mixed.config, mixed.data, folder / "model", soft_targets=mixed.soft_targets, start=start, must_find_tasks=True
    )
    return train_model(job, NoProgress())


def measure(person: Person, settings: Settings) -> dict[str, Any]:
    """Mean F1 before and after, over the draws, on the boards held out and on each set that may be forgotten."""
    import torch

    torch.set_num_threads(1)
    start = start_of(settings)
    shipped = predictor_from(start, threads=1)
    others = other_boards(settings, person)
    before = {name: by_board(boards, shipped) for name, boards in {OWN: person.boards, **others}.items()}
    draws = []
    for draw in range(settings.draws):
        order = random.Random(SEED + draw).sample(person.boards, len(person.boards))
        with tempfile.TemporaryDirectory() as folder:
            began, cpu = time.monotonic(), time.process_time()
            bundle = fine_tuned(order[: settings.boards], start, settings, Path(folder))
            seconds = {"seconds": time.monotonic() - began, "cpu_seconds": time.process_time() - cpu}
            after = predictor_from(bundle, threads=1)
        sets = {OWN: order[settings.boards :], **others}
        changes = {name: _change(boards, before[name], after) for name, boards in sets.items()}
        draws.append({**seconds, "f1": changes})
    return {"person": person.name, "habit": person.habit, "boards": len(person.boards), "draws": draws}


def _change(boards: Sequence[Board], before: Mapping[str, Counts], after: Predictor) -> dict[str, float]:
    was, now = f1([before[board.id] for board in boards]), f1(list(by_board(boards, after).values()))
    return {"boards": len(boards), "before": was, "after": now, "gain": now - was}


def run_all(chosen: Sequence[Person], settings: Settings, processes: int) -> Iterator[dict[str, Any]]:
    """The row of each person, in the order in which they are finished. Whatever ends this ends the processes too."""
    context = multiprocessing.get_context("spawn")  # a fork cannot use the GPU
    pool = ProcessPoolExecutor(min(processes, len(chosen)), mp_context=context)
    try:
        futures = [pool.submit(measure, person, settings) for person in chosen]
        for future in as_completed(futures):
            yield future.result()
        pool.shutdown()
    finally:
        children = multiprocessing.active_children()
        pool.shutdown(wait=False, cancel_futures=True)
        for child in children:
            child.terminate()


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """The results as Markdown: F1 before, and what is gained or lost; the mean over persons last."""
    names = list(dict.fromkeys(name for row in rows for name in row["draws"][0]["f1"]))
    lines = [
        f"| person | tasks are | boards | {' | '.join(names)} | CPU seconds |",
        "| --- | --- | --- |" + " --- |" * (len(names) + 1),
    ]
    for row in rows:
        known = row["draws"][0]["f1"]
        cells = [
            f"{_mean(row, name, 'before'):.1f} {_mean(row, name, 'gain'):+.1f}" if name in known else "-"
            for name in names
        ]
        lines.append(f"| {row['person']} | {row['habit']} | {row['boards']} | {' | '.join(cells)} | {_cpu(row):.0f} |")
    kinds = {
        "by the guide": [row for row in rows if row["habit"] == GUIDE],
        "a habit of their own": [row for row in rows if row["habit"] != GUIDE],
        "all": list(rows),
    }
    for title, chosen in kinds.items():
        if chosen:
            means = [_mean_cell(chosen, name) for name in names]
            lines.append(f"| **mean, {title}** | | | {' | '.join(means)} | {fmean(map(_cpu, chosen)):.0f} |")
    return "\n".join(lines)


def _mean_cell(rows: Sequence[Mapping[str, Any]], name: str) -> str:
    gains = [_mean(row, name, "gain") for row in rows if name in row["draws"][0]["f1"]]
    return f"**{fmean(gains):+.1f}** (lowest {min(gains):+.1f})" if gains else "-"


def _mean(row: Mapping[str, Any], name: str, value: str) -> float:
    return fmean(draw["f1"][name][value] for draw in row["draws"])


def _cpu(row: Mapping[str, Any]) -> float:
    return fmean(draw["cpu_seconds"] for draw in row["draws"])


def main() -> int:
    """Print the table, and write the figures where --json names a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="open", help="open, or the folder of a model, in int8 or in safetensors")
    parser.add_argument("--corpus", type=Path, default=Path("corpus"))
    parser.add_argument("--draws", type=int, default=1, help="how often the boards to learn from are drawn anew")
    parser.add_argument("--processes", type=int, default=1, help="persons side by side")
    parser.add_argument("--groups", choices=TABLES, default="reported")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--limit", type=int, help="only so many persons, drawn at random")
    parser.add_argument("--boards", type=int, default=BOARDS, help="boards to learn from")
    parser.add_argument("--epochs", type=int, help="for a quick try; without it, as many as the command takes")
    parser.add_argument("--most", type=int, help="for a quick try: boards of each set that may be forgotten")
    given = parser.parse_args()
    settings = Settings(given.model, given.corpus, given.boards, given.draws, given.epochs, given.most)
    found = (person for groups in TABLES[given.groups] for person in persons(given.corpus, groups))
    enough = [person for person in found if len(person.boards) >= given.boards + HELD_OUT]
    chosen = random.Random(SEED).sample(enough, len(enough))[: given.limit]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the processes end too
    rows: list[dict[str, Any]] = []
    for row in run_all(chosen, settings, given.processes):
        rows.append(row)
        print(f"{len(rows)}/{len(chosen)} {json.dumps(row)}", file=sys.stderr, flush=True)
        if given.json:
            given.json.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    order = [(person.name, person.habit) for person in enough]
    print(table(sorted(rows, key=lambda row: order.index((row["person"], row["habit"])))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
