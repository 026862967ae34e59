"""A whole run: lock, plan or resume, engine, manifest."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from inkslate.batch.listing import first_difference, format_listing, list_inputs
from inkslate.batch.local import LocalEngine
from inkslate.batch.lock import LOCK, locked
from inkslate.batch.manifest import LISTING, MANIFEST, PLAN, RUN, format_manifest, model_json, versions
from inkslate.batch.places import Entry, join, names_in, printable, read_bytes, write_file
from inkslate.batch.planning import plan
from inkslate.batch.process import load_extractor
from inkslate.batch.progress import Progress, Silent
from inkslate.batch.settings import Counts, Job
from inkslate.batch.shards import count_finished, finished_units, remove_leftovers
from inkslate.batch.units import LIMITS, Limits, Unit, format_unit, parse_unit
from inkslate.errors import InputError

LOCAL, RAY = "local", "ray"
ENGINES = (LOCAL, RAY)


@dataclass(frozen=True, slots=True)
class Order:
    """What a run is asked to do, beside the job of its workers."""

    job: Job
    inputs: tuple[str, ...]
    format: str | None = None
    limits: Limits = LIMITS
    resume: bool = False


@dataclass(frozen=True, slots=True)
class Means:
    """By what it is done: none of this can be seen in the output."""

    engine: str = LOCAL
    workers: int = 1
    address: str | None = None
    progress: Progress = field(default_factory=Silent)


@dataclass(frozen=True, slots=True)
class Summary:
    counts: Counts
    repeated: int  # units that were there already
    units: int
    unfinished: tuple[int, ...]


class Engine(Protocol):
    def run(self, units: Iterator[Unit]) -> Iterator[tuple[Unit, Counts | None]]: ...


def run_batch(order: Order, means: Means) -> Summary:
    """Do all units that are not done yet; the manifest is written when there is nothing left to do."""
    job = order.job
    engine = _engine(job, means, tick=means.progress.tick)  # before anything is written: its cluster may not be there
    with locked(job.out):
        entries = list_inputs(order.inputs, out=job.out)
        listing = format_listing(entries)
        told = _told(order)
        if not _resumes(order, told, listing):
            _prepare(order, told, entries, listing)
        lines = (read_bytes(join(job.out, PLAN)) or b"").decode().splitlines()
        del entries
        finished = finished_units(job) & set(range(len(lines)))
        counts, unfinished = _work(job, engine, means.progress, lines=lines, finished=finished)
        manifest = format_manifest(told, counts, listing=listing, units=len(lines), unfinished=unfinished)
        write_file(join(job.out, MANIFEST), manifest)
        return Summary(counts, len(finished), len(lines), tuple(unfinished))


def _work(
    job: Job, engine: Engine, progress: Progress, *, lines: Sequence[str], finished: set[int]
) -> tuple[Counts, list[int]]:
    counts = count_finished(job, sorted(finished))
    waiting = [number for number in range(len(lines)) if number not in finished]
    rows = [parse_unit(line).rows for line in lines]
    unfinished: list[int] = []
    progress.start(rows=sum(rows), done=sum(rows[number] for number in finished))
    try:
        if waiting:
            for unit, found in engine.run(parse_unit(lines[number]) for number in waiting):
                if found is None:
                    unfinished.append(unit.number)
                else:
                    counts += found
    finally:
        progress.close()
    return counts, sorted(unfinished)


def _engine(job: Job, means: Means, *, tick: Callable[[int], None]) -> Engine:
    if means.engine == LOCAL:
        return LocalEngine(job, workers=means.workers, tick=tick)
    from inkslate.batch.ray_engine import RayEngine

    return RayEngine(job, workers=means.workers, address=means.address, tick=tick)


def _told(order: Order) -> dict[str, Any]:
    """Everything that the output depends on; a run can be resumed by none that was told otherwise."""
    job, settings = order.job, order.job.settings
    details = settings.details
    return {
        "inputs": list(order.inputs),
        "model": model_json(load_extractor(settings.model).model),
        "versions": versions(),
        "settings": {
            "from": order.format,
            "to": job.target,
            "now": details.now.isoformat() if details.now else None,
            "locale": details.locale,
            "people": list(details.people),
            "rows": order.limits.rows,
            "bytes": order.limits.bytes,
        },
    }


def _resumes(order: Order, told: dict[str, Any], listing: bytes) -> bool:
    """Whether the folder holds the run that is to be resumed; InputError where it holds anything else."""
    out = order.job.out
    before = read_bytes(join(out, RUN))
    if before is None:
        # A run that broke off before it had a plan left nothing but the beginnings of one.
        own = {LOCK, LISTING, PLAN}
        others = sorted(name for name in names_in(out) - own if not (name.startswith(".") and name.endswith(".part")))
        if others:
            raise InputError(f"{out}: holds {printable(others[0])}, which is of no batch run; choose another folder")
        return False
    if not order.resume:
        raise InputError(f"{out}: holds a run already; go on with it by --resume, or choose another folder")
    was = json.loads(before)
    for name, what in (("inputs", "inputs"), ("model", "model"), ("settings", "settings"), ("versions", "versions")):
        if was.get(name) != told[name]:
            old, new = _first_change(was.get(name), told[name])
            raise InputError(f"{out}: the run there has other {what} ({old}, now {new}); choose another folder")
    known = read_bytes(join(out, LISTING)) or b""
    if known != listing:
        raise InputError(
            f"{printable(first_difference(known, listing))}: is not as it was when the run in {out} began; "
            "choose another folder"
        )
    remove_leftovers(order.job)
    return True


def _first_change(old: Any, new: Any) -> tuple[str, str]:
    if isinstance(old, dict) and isinstance(new, dict):
        for name in new:
            if old.get(name) != new[name]:
                return f"{name} {old.get(name)}", f"{new[name]}"
    return str(old), str(new)


def _prepare(order: Order, told: dict[str, Any], entries: Sequence[Entry], listing: bytes) -> None:
    """Write what the run is; `run.json` comes last, so a plan is never half there."""
    out = order.job.out
    remove_leftovers(order.job)
    write_file(join(out, LISTING), listing)
    units = plan(entries, format=order.format, limits=order.limits)
    write_file(join(out, PLAN), "".join(f"{format_unit(unit)}\n" for unit in units).encode())
    write_file(join(out, RUN), (json.dumps(told, indent=1) + "\n").encode())
