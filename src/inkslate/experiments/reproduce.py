"""The runs for the paper's Table 2: five rows times the seeds, every run kept, several in parallel.

A run is a process of its own (`python -m inkslate.experiments.reproduce RUN.json`), so that several share a GPU or
the cores.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.evaluation.evaluation import Evaluation, compare, evaluate, predict_all
from inkslate.files import write_whole
from inkslate.model.bundle import MANIFEST, Bundle, load_bundle
from inkslate.model.layout import Layout, Mark, Piece, WordPiece, render
from inkslate.model.rules import Rules
from inkslate.readers import read_file

RESULT = "result.json"
SPLITS = ("train.csv", "val.csv", "test.csv")
_SECONDS_TO_END = 60


@dataclass(frozen=True, slots=True)
class TableMethod:
    """A row of the table: what is trained."""

    scheme: str
    layout: str
    baseline: bool = False


METHODS: Mapping[str, TableMethod] = MappingProxyType(
    {
        "nti-both": TableMethod("nti", "both"),
        "bio-both": TableMethod("bio", "both"),
        "nti-none": TableMethod("nti", "none"),
        "bio-none": TableMethod("bio", "none"),
        "baseline": TableMethod("bi", "none", baseline=True),  # without layout in the released configuration
    }
)


@dataclass(frozen=True, slots=True)
class RunOrder:
    """One training run of the table, as its process gets it."""

    row: str
    seed: int
    preset: str
    bullets: str
    encoder: str
    data: str
    out: str
    overrides: dict[str, Any]

    @property
    def folder(self) -> Path:
        """Where the run keeps its files."""
        return Path(self.out) / f"{self.preset}-{self.bullets}" / f"{self.row}-seed{self.seed}"


def render_gold_bullets(region: Region, layout: Layout) -> tuple[Piece, ...]:
    """As the released code does: a bullet where a gold sentence begins on a bulleted line, and nowhere else.

    This shows the model where sentences begin. It is only for a comparison with the paper under equal conditions.
    """
    if region.sentences is None:
        raise InputError(f"region {region.id!r}: gold bullets need labels")
    starts = {sentence.start for sentence in region.sentences}
    bulleted = {
        at + offset
        for at, line in zip(region.line_starts, region.lines, strict=True)
        if line.bullet
        for offset in range(len(line.words))
    }
    pieces: list[Piece] = []
    for piece in render(region, replace(layout, bullets=False)):
        if layout.bullets and isinstance(piece, WordPiece) and piece.number in starts & bulleted:
            pieces.append(Mark.BULLET)
        pieces.append(piece)
    return tuple(pieces)


RENDERERS = MappingProxyType({"layout": render, "gold": render_gold_bullets})


def orders_for(
    *, data: Path, encoder: str, preset: str, seeds: int, bullets: str, out: Path, overrides: dict[str, Any]
) -> list[RunOrder]:
    """All runs of a table, the first seed of every row first."""
    for name in SPLITS:
        if not (data / name).is_file():
            raise InputError(f"{data}: has no {name}; --data names the folder of the released data")
    return [
        RunOrder(row, seed, preset, bullets, encoder, str(data), str(out), overrides)
        for seed in range(seeds)
        for row in METHODS
    ]


def run_all(orders: Sequence[RunOrder], *, jobs: int) -> Iterator[tuple[RunOrder, str | None]]:
    """Run what has no result yet, `jobs` in parallel; yields each order as it ends, with its error or None."""
    stop = threading.Event()
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        futures = {pool.submit(_run_process, order, stop): order for order in orders}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BaseException:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def run_one(order: RunOrder) -> dict[str, Any]:
    """Train, evaluate on the test set, write the result. Called in the run's own process."""
    from inkslate.training.config import PRESETS
    from inkslate.training.progress import TrainingBar
    from inkslate.training.run import TrainingJob, load_data, train_baseline, train_model

    method, data = METHODS[order.row], Path(order.data)
    started = time.monotonic()
    model = order.folder / "model"
    if not (model / MANIFEST).exists():
        config = replace(
            PRESETS[order.preset],
            encoder=order.encoder,
            scheme=method.scheme,
            layout=method.layout,
            seed=order.seed,
            **order.overrides,
        )
        boards = load_data(data / "train.csv", data / "val.csv")
        name = f"{order.preset}-{order.row}-seed{order.seed}"
        training = TrainingJob(config, boards, model, resume=True, renderer=RENDERERS[order.bullets], name=name)
        (train_baseline if method.baseline else train_model)(training, TrainingBar())
    bundle = load_bundle(model)
    result = {
        "row": order.row,
        "seed": order.seed,
        "preset": order.preset,
        "bullets": order.bullets,
        "encoder": bundle.manifest.encoder,
        "seconds": round(time.monotonic() - started, 1),
        "evaluation": measure(bundle, read_file(data / "test.csv"), bullets=order.bullets).to_json(),
    }
    write_whole(order.folder / RESULT, json.dumps(result, indent=1) + "\n")
    return result


def measure(bundle: Bundle, boards: Sequence[Board], *, bullets: str) -> Evaluation:
    """Score a bundle; with gold bullets the model sees where sentences start, and the signature says so."""
    from inkslate.model.predictor import predictor_from

    predictor = predictor_from(bundle, renderer=RENDERERS[bullets])
    if bullets == "layout":
        return evaluate(boards, predictor)
    peeking = predict_all(boards, predictor)
    model = replace(peeking.model, layout=f"{peeking.model.layout}, {bullets} bullets")
    return compare(boards, replace(peeking, model=model))


def rules_result(data: Path) -> dict[str, Any]:
    """The rules without a model, as a row like the others."""
    evaluation = evaluate(read_file(data / "test.csv"), Rules())
    return {
        "row": "rules",
        "seed": 0,
        "preset": "rules",
        "bullets": "layout",
        "encoder": "none",
        "seconds": 0.0,
        "evaluation": evaluation.to_json(),
    }


def collect(orders: Iterable[RunOrder]) -> list[dict[str, Any]]:
    """The results of the runs that are finished."""
    paths = (order.folder / RESULT for order in orders)
    return [json.loads(path.read_text("utf-8")) for path in paths if path.exists()]


def _run_process(order: RunOrder, stop: threading.Event) -> str | None:
    """Run an order in its own process; returns the last line of its log if it failed."""
    if (order.folder / RESULT).exists() or stop.is_set():
        return None
    order.folder.mkdir(parents=True, exist_ok=True)
    write_whole(order.folder / "run.json", json.dumps(asdict(order)) + "\n")
    log = order.folder / "run.log"
    # Processes in parallel share the cores.
    environment = os.environ | {"OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "2")}
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603  our own module, on a file of ours
            [sys.executable, "-m", "inkslate.experiments.reproduce", str(order.folder / "run.json")],
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environment,
        )
        while process.poll() is None:
            if stop.wait(0.2):
                _end(process)
    if process.returncode:
        lines = log.read_text("utf-8", "replace").strip().splitlines() or ["no output"]
        return f"{order.folder}: {lines[-1]}"
    return None


def _end(process: subprocess.Popen[bytes]) -> None:
    """Interrupt like Ctrl-C, which writes a checkpoint; kill if that takes too long."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(_SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


if __name__ == "__main__":
    # A shell lets its background jobs ignore Ctrl-C, and their children inherit that; `_end` sends it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    run_one(RunOrder(**json.loads(Path(sys.argv[1]).read_text("utf-8"))))
