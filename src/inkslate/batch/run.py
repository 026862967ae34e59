"""A whole run: lock the folder, plan or resume, process the units, write the manifest."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from inkslate.batch.engines import BatchEngine, Execution, load_engine
from inkslate.batch.filesystem import FileEntry, join, names_in, printable, read_bytes, write_file
from inkslate.batch.input_files import first_difference, format_listing, list_inputs
from inkslate.batch.lock import LOCK, locked
from inkslate.batch.manifest import LISTING, MANIFEST, PLAN, RUN, format_manifest, model_json, versions
from inkslate.batch.planning import plan_units
from inkslate.batch.progress import BatchProgress
from inkslate.batch.settings import BatchCounts, WorkerConfig
from inkslate.batch.shards import count_finished, finished_units, first_error, remove_leftovers
from inkslate.batch.tables import load_extractor
from inkslate.batch.units import DEFAULT_LIMITS, UnitLimits, format_unit, parse_unit
from inkslate.errors import InputError


@dataclass(frozen=True, slots=True)
class BatchJob:
    """What a run does: the configuration of its workers, and the inputs."""

    config: WorkerConfig
    inputs: tuple[str, ...]
    format: str | None = None
    limits: UnitLimits = DEFAULT_LIMITS
    resume: bool = False


@dataclass(frozen=True, slots=True)
class BatchSummary:
    """What a run has done."""

    counts: BatchCounts
    kept: int  # units that an earlier run had finished
    units: int
    unfinished: tuple[int, ...]
    first_error: str | None = None


def run_batch(job: BatchJob, execution: Execution) -> BatchSummary:
    """Process all units that are not finished yet, then write the manifest."""
    config = job.config
    engine = load_engine(config, execution)  # before anything is written: its cluster may not be there
    with locked(config.out):
        entries = list_inputs(job.inputs, out=config.out)
        listing = format_listing(entries)
        description = _describe(job)
        if not _can_resume(job, description, listing):
            _prepare(job, description, entries, listing)
        with _own_files(config.out):
            lines = (read_bytes(join(config.out, PLAN)) or b"").decode().splitlines()
        del entries
        finished = finished_units(config) & set(range(len(lines)))
        counts, unfinished = _process_units(config, engine, execution.progress, lines=lines, finished=finished)
        manifest = format_manifest(description, counts, listing=listing, units=len(lines), unfinished=unfinished)
        write_file(join(config.out, MANIFEST), manifest)
        first = first_error(config) if counts.errors else None
        return BatchSummary(counts, len(finished), len(lines), tuple(unfinished), first)


@contextmanager
def _own_files(out: str) -> Iterator[None]:
    """In this context only what a run has written is read: errors of values say that it is damaged."""
    try:
        yield
    except InputError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(
            f"{out}: what the run there has written is damaged ({type(error).__name__}); delete the folder and begin "
            "anew, or choose another folder"
        ) from None


def _process_units(
    config: WorkerConfig, engine: BatchEngine, progress: BatchProgress, *, lines: Sequence[str], finished: set[int]
) -> tuple[BatchCounts, list[int]]:
    with _own_files(config.out):
        counts = count_finished(config, sorted(finished))
        rows = [parse_unit(line).rows for line in lines]
    waiting = [number for number in range(len(lines)) if number not in finished]
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


def _describe(job: BatchJob) -> dict[str, Any]:
    """Everything that the output depends on, for `run.json`; a run is resumed only if nothing of it has changed."""
    config, settings = job.config, job.config.settings
    details = settings.details
    return {
        "inputs": list(job.inputs),
        "model": model_json(load_extractor(settings.model).model),
        "versions": versions(),
        "settings": {
            "from": job.format,
            "to": config.target,
            "now": details.now.isoformat() if details.now else None,
            "locale": details.locale,
            "people": list(details.people),
            "rows": job.limits.rows,
            "bytes": job.limits.bytes,
        },
    }


def _can_resume(job: BatchJob, description: dict[str, Any], listing: bytes) -> bool:
    """Whether the folder has the run to resume; InputError if it has anything else."""
    out = job.config.out
    stored = read_bytes(join(out, RUN))
    if stored is None:
        _refuse_other_files(out)
        return False
    if not job.resume:
        raise InputError(f"{out}: already holds a run; continue it with --resume, or choose another folder")
    with _own_files(out):
        _refuse_changes(out, json.loads(stored), description)
        known = read_bytes(join(out, LISTING)) or b""
        changed = first_difference(known, listing) if known != listing else None
    if changed is not None:
        raise InputError(f"{printable(changed)}: has changed since the run in {out} began; choose another folder")
    remove_leftovers(job.config)
    return True


def _refuse_other_files(out: str) -> None:
    # A run that ended before its plan was complete left only these files.
    own = {LOCK, LISTING, PLAN}
    others = sorted(name for name in names_in(out) - own if not (name.startswith(".") and name.endswith(".part")))
    if others:
        raise InputError(f"{out}: holds {printable(others[0])}, which is not from a batch run; choose another folder")


def _refuse_changes(out: str, stored: dict[str, Any], description: dict[str, Any]) -> None:
    for name in ("inputs", "model", "settings", "versions"):
        if stored.get(name) != description[name]:
            old, new = _first_change(stored.get(name), description[name])
            raise InputError(f"{out}: the run there has other {name} ({old}, now {new}); choose another folder")


def _first_change(old: Any, new: Any) -> tuple[str, str]:
    if isinstance(old, dict) and isinstance(new, dict):
        for name in new:
            if old.get(name) != new[name]:
                return f"{name} {old.get(name)}", f"{new[name]}"
    return str(old), str(new)


def _prepare(job: BatchJob, description: dict[str, Any], entries: Sequence[FileEntry], listing: bytes) -> None:
    """Write listing, plan and `run.json`, which comes last: if it exists, the plan is complete."""
    out = job.config.out
    remove_leftovers(job.config)
    write_file(join(out, LISTING), listing)
    units = plan_units(entries, format=job.format, limits=job.limits)
    write_file(join(out, PLAN), "".join(f"{format_unit(unit)}\n" for unit in units).encode())
    write_file(join(out, RUN), (json.dumps(description, indent=1) + "\n").encode())
