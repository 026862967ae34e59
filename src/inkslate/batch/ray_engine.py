"""The Ray engine: a Ray dataset of units, processed by actors that keep the model. Ray replaces dead actors.

Only units and counts go through Ray: an actor reads the boards from the input files and writes its shards itself.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout, suppress
from dataclasses import asdict, fields
from importlib import import_module
from typing import Any

from inkslate.batch.engines import Execution
from inkslate.batch.local_engine import default_workers
from inkslate.batch.manifest import model_json, versions
from inkslate.batch.settings import BatchCounts, WorkerConfig
from inkslate.batch.tables import load_extractor
from inkslate.batch.units import WorkUnit, format_unit, parse_unit
from inkslate.errors import InkslateError, InputError, ModelError
from inkslate.messages import counted, one_line
from inkslate.model.backends import backend_type
from inkslate.model.bundle import load_bundle

# Ray keeps metadata of every block during a run; with more units than this, a block has several.
_MOST_BLOCKS = 20_000
_STORE_BYTES = 256 << 20  # enough, because only units and counts go through the object store
_CONNECT_SECONDS = 5.0


class RayEngine:
    """Processes units with `workers` actors (0: one for each core of the cluster, or each GPU the model can use)."""

    def __init__(self, config: WorkerConfig, *, workers: int, address: str | None, tick: Callable[[int], None]) -> None:
        self._config, self._workers, self._address, self._tick = config, workers, address, tick
        if address is not None and address != "auto":
            _check_connection(address)

    def run(self, units: Iterator[WorkUnit]) -> Iterator[tuple[WorkUnit, BatchCounts | None]]:
        """Each unit when it is done, with its counts."""
        # Standard output is for results, not for messages of Ray.
        with redirect_stdout(sys.stderr):
            yield from self._run(units)

    def _run(self, units: Iterator[WorkUnit]) -> Iterator[tuple[WorkUnit, BatchCounts | None]]:
        ray = _connect(self._address, self._workers or default_workers())
        try:
            waiting = {unit.number: unit for unit in units}
            for row in self._rows(ray, list(waiting.values())):
                if row["failure"]:
                    raise InputError(row["failure"])
                # Ray repeats a result that was lost with its node, including the shards; count it once.
                unit = waiting.pop(row["unit"], None)
                if unit is not None:
                    self._tick(unit.rows)
                    yield unit, BatchCounts(**{field.name: row[field.name] for field in fields(BatchCounts)})
            if waiting:
                raise InputError(f"Ray returned no result for {counted(len(waiting), 'unit')}; continue with --resume")
        except ray.exceptions.RayError as error:
            reason = one_line(str(error))[-200:]  # Ray names the cause last
            raise InputError(f"the run on Ray failed ({reason}); continue with --resume") from None
        finally:
            with suppress(Exception):
                ray.shutdown()

    def _rows(self, ray: Any, units: list[WorkUnit]) -> Iterable[dict[str, Any]]:
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        gpus = int(ray.cluster_resources().get("GPU", 0)) if _wants_gpu(self._config.settings.model) else 0
        actors = gpus or int(ray.cluster_resources().get("CPU", 1))
        actors = min(self._workers or actors, actors, len(units))
        expected = {"model": model_json(load_extractor(self._config.settings.model).model), "versions": versions()}
        blocks = min(len(units), _MOST_BLOCKS)
        rows: Iterable[dict[str, Any]] = (
            ray.data.from_items([{"line": format_unit(unit)} for unit in units], override_num_blocks=blocks)
            .map_batches(
                RayWorker,
                batch_size=1,
                fn_constructor_kwargs={"config": self._config, "expected": expected},
                compute=ray.data.ActorPoolStrategy(size=actors, max_tasks_in_flight_per_actor=2),
                num_cpus=1,
                num_gpus=1 if gpus else 0,
            )
            .iter_rows()
        )
        return rows


class RayWorker:
    """An actor: it takes a unit and gives its counts. Errors are values, because Ray retries after an exception."""

    def __init__(self, config: WorkerConfig, expected: dict[str, Any]) -> None:
        self._config, self._expected = config, expected
        self._worker: Any = None

    def __call__(self, batch: dict[str, Any]) -> dict[str, list[Any]]:
        (line,) = batch["line"]
        unit = parse_unit(str(line))
        counts, failure = BatchCounts(), ""
        try:
            counts = self._loaded().process(unit)
        except InkslateError as error:
            failure = str(error)
        except Exception as error:
            failure = f"a defect of inkslate: {type(error).__name__}: {error}"
        row = {"unit": unit.number, "failure": failure, **asdict(counts)}
        return {name: [value] for name, value in row.items()}

    def _loaded(self) -> Any:
        if self._worker is None:
            from inkslate.batch.unit_worker import UnitWorker

            os.environ["TOKENIZERS_PARALLELISM"] = "false"
            worker = UnitWorker(self._config)
            here = {"model": model_json(load_extractor(self._config.settings.model).model), "versions": versions()}
            for name, value in here.items():
                if value != self._expected[name]:
                    raise InputError(
                        f"{socket.gethostname()}: has other {name} ({value}) than the machine that started the run "
                        f"({self._expected[name]}); install the same ones"
                    )
            self._worker = worker
        return self._worker


def make_engine(config: WorkerConfig, execution: Execution) -> RayEngine:
    """The engine for `inkslate.batch.engines`."""
    return RayEngine(config, workers=execution.workers, address=execution.address, tick=execution.progress.tick)


def _connect(address: str | None, workers: int) -> Any:
    """Connect to the cluster at the address; without one, start a cluster on this machine for this run."""
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
    except Exception as error:  # Ray raises exceptions of many libraries
        reason = one_line(str(error), 200)
        raise InputError(f"{address or 'Ray'}: no Ray cluster answers ({reason}); see `ray status`") from None
    return ray


def _check_connection(address: str) -> None:
    """Check that the port is open: Ray itself waits for minutes if there is no cluster."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_CONNECT_SECONDS).close()
    except (OSError, ValueError, OverflowError) as error:
        raise InputError(f"{address}: no Ray cluster answers ({error}); give its HOST:PORT, or auto") from None


def _wants_gpu(model: str) -> bool:
    """Whether the model runs on torch, which uses a GPU if there is one; ONNX models run on the CPU."""
    try:
        return not backend_type(load_bundle(model)).cpu_only
    except ModelError:  # a model without a folder, such as `rules`
        return False
