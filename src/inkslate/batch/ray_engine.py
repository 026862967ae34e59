"""The Ray engine: units as a Ray dataset, done by actors that hold the model. What to do when one dies is Ray's affair.

Units and counts travel, boards do not: an actor reads its unit from the inputs and writes its shards itself.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout, suppress
from importlib import import_module
from typing import Any

from inkslate.batch.local import default_workers
from inkslate.batch.manifest import model_json, versions
from inkslate.batch.process import load_extractor
from inkslate.batch.settings import Counts, Job
from inkslate.batch.units import Unit, format_unit, parse_unit
from inkslate.errors import InkslateError, InputError, ModelError
from inkslate.messages import counted, one_line
from inkslate.model.bundle import load_bundle
from inkslate.model.predictor import runs_on_onnx

# Ray keeps a block in its books for as long as a run lasts; beyond this, a block has several units.
_MOST_BLOCKS = 20_000
_STORE_BYTES = 256 << 20  # nothing large goes through the store
_PATIENCE = 5.0  # seconds to wait for a cluster's door


class RayEngine:
    """Does units with `workers` actors (0: one a core of the cluster, or one a GPU for a model that uses them)."""

    def __init__(self, job: Job, *, workers: int, address: str | None, tick: Callable[[int], None]) -> None:
        self._job, self._workers, self._address, self._tick = job, workers, address, tick
        if address is not None and address != "auto":
            _knock(address)

    def run(self, units: Iterator[Unit]) -> Iterator[tuple[Unit, Counts | None]]:
        """Each unit with its counts."""
        # Standard output is for results; what Ray has to say is none.
        with redirect_stdout(sys.stderr):
            yield from self._run(units)

    def _run(self, units: Iterator[Unit]) -> Iterator[tuple[Unit, Counts | None]]:
        ray = _connect(self._address, self._workers or default_workers())
        try:
            waiting = {unit.number: unit for unit in units}
            for row in self._rows(ray, list(waiting.values())):
                if row["failure"]:
                    raise InputError(row["failure"])
                # A result that was lost with its node is made again, shards and all: it counts once.
                unit = waiting.pop(row["unit"], None)
                if unit is not None:
                    self._tick(unit.rows)
                    yield unit, Counts(*(row[name] for name in ("boards", "tasks", "words", "errors")))
            if waiting:
                raise InputError(f"Ray gave no answer for {counted(len(waiting), 'unit')}; --resume goes on")
        except ray.exceptions.RayError as error:
            reason = " ".join(str(error).split())[-200:]
            raise InputError(f"the run on Ray broke off ({reason}); --resume goes on with it") from None
        finally:
            with suppress(Exception):
                ray.shutdown()

    def _rows(self, ray: Any, units: list[Unit]) -> Iterable[dict[str, Any]]:
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        gpus = int(ray.cluster_resources().get("GPU", 0)) if _wants_gpu(self._job.settings.model) else 0
        actors = gpus or int(ray.cluster_resources().get("CPU", 1))
        actors = min(self._workers or actors, actors, len(units))
        expected = {"model": model_json(load_extractor(self._job.settings.model).model), "versions": versions()}
        blocks = min(len(units), _MOST_BLOCKS)
        rows: Iterable[dict[str, Any]] = (
            ray.data.from_items([{"line": format_unit(unit)} for unit in units], override_num_blocks=blocks)
            .map_batches(
                RayWorker,
                batch_size=1,
                fn_constructor_kwargs={"job": self._job, "expected": expected},
                compute=ray.data.ActorPoolStrategy(size=actors, max_tasks_in_flight_per_actor=2),
                num_cpus=1,
                num_gpus=1 if gpus else 0,
            )
            .iter_rows()
        )
        return rows


class RayWorker:
    """An actor: a unit in, its counts out. What is wrong is a value, since Ray would try again what is raised."""

    def __init__(self, job: Job, expected: dict[str, Any]) -> None:
        self._job, self._expected = job, expected
        self._worker: Any = None

    def __call__(self, batch: dict[str, Any]) -> dict[str, list[Any]]:
        (line,) = batch["line"]
        unit = parse_unit(str(line))
        counts, failure = Counts(), ""
        try:
            counts = self._ready().do(unit)
        except InkslateError as error:
            failure = str(error)
        except Exception as error:
            failure = f"a defect of inkslate: {type(error).__name__}: {error}"
        row = {"unit": unit.number, "failure": failure, "boards": counts.boards, "tasks": counts.tasks}
        return {name: [value] for name, value in (row | {"words": counts.words, "errors": counts.errors}).items()}

    def _ready(self) -> Any:
        if self._worker is None:
            from inkslate.batch.unit_work import UnitWorker

            os.environ["TOKENIZERS_PARALLELISM"] = "false"
            worker = UnitWorker(self._job)
            here = {"model": model_json(load_extractor(self._job.settings.model).model), "versions": versions()}
            for name, value in here.items():
                if value != self._expected[name]:
                    raise InputError(
                        f"{socket.gethostname()}: has other {name} ({value}) than where the run was started "
                        f"({self._expected[name]}); install the same there"
                    )
            self._worker = worker
        return self._worker


def _connect(address: str | None, workers: int) -> Any:
    """A cluster that is there, or one of this machine for this run alone."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    ray: Any = import_module("ray")
    import_module("ray.data")
    for name in ("ray", "ray.data"):
        logging.getLogger(name).setLevel(logging.ERROR)
    own: dict[str, Any] = {} if address else {"num_cpus": workers, "object_store_memory": _STORE_BYTES}
    if not address:
        own["include_dashboard"] = False
    try:
        ray.init(address=address or "local", log_to_driver=False, logging_level=logging.ERROR, **own)
    except Exception as error:  # Ray raises what its parts raise
        reason = one_line(str(error), 200)
        raise InputError(f"{address or 'Ray'}: no Ray cluster answers ({reason}); see `ray status`") from None
    return ray


def _knock(address: str) -> None:
    """Ray waits for minutes for a cluster that is not there."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE).close()
    except (OSError, ValueError, OverflowError) as error:
        raise InputError(f"{address}: no Ray cluster answers ({error}); give its HOST:PORT, or auto") from None


def _wants_gpu(model: str) -> bool:
    """Models in safetensors run on torch, which takes a GPU where there is one; the others are made for cores."""
    try:
        return not runs_on_onnx(load_bundle(model))
    except ModelError:  # the name of one that needs no folder
        return False
