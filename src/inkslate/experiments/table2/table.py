"""Training runs as means and standard deviations, beside the figures that the SLATE paper prints in its Table 2."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from statistics import fmean, stdev
from types import MappingProxyType
from typing import Any

from inkslate.errors import InputError
from inkslate.evaluation.columns import SCORES, Column
from inkslate.experiments.table2.paper import BASELINE, LATENCY, PRINTED, TITLES, UNDEFINED

Run = Mapping[str, Any]

COLUMNS: Mapping[str, Column] = MappingProxyType({**SCORES, LATENCY: Column("", "latency ratio", scale=1.0, digits=2)})


@dataclass(frozen=True, slots=True)
class Cell:
    """Fractions of one (latency: a ratio), None where undefined; `sd` is the sample's, so it takes two runs."""

    mean: float | None
    sd: float | None
    n: int
    paper: float | None

    @property
    def difference(self) -> float | None:
        """Ours less the paper's."""
        return None if self.mean is None or self.paper is None else self.mean - self.paper


@dataclass(frozen=True, slots=True)
class MethodRow:
    """All runs of one method under one preset, by seed; `signatures` and `seeds` have one entry for each run."""

    key: str
    title: str
    preset: str
    bullets: str
    encoder: str
    cells: Mapping[str, Cell]
    signatures: tuple[str, ...]
    seeds: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows in the paper's order; `latency` holds the times that are printed below the table."""

    rows: tuple[MethodRow, ...]
    latency: Mapping[str, Any] | None = None

    @property
    def groups(self) -> tuple[Table, ...]:
        """One table for each (preset, bullets); only rows of one group can be compared."""
        keys = dict.fromkeys((row.preset, row.bullets) for row in self.rows)
        return tuple(
            Table(tuple(row for row in self.rows if (row.preset, row.bullets) == key), self.latency) for key in keys
        )

    def cell(self, key: str, name: str) -> Cell | None:
        """The first row of that key, which is the only one in a group."""
        return next((row.cells[name] for row in self.rows if row.key == key), None)


def build_table(results: Sequence[Run], latency: Mapping[str, Any] | None = None) -> Table:
    """Rows in the paper's order; groups in the order of the results, those without a printed figure last."""
    runs: dict[tuple[str, str], dict[str, dict[int | None, Run]]] = {}
    for run in results:
        if run["row"] not in TITLES:
            raise InputError(f"row {run['row']!r} is not in the table; it has {', '.join(TITLES)}")
        seeds = runs.setdefault((run["preset"], run["bullets"]), {}).setdefault(run["row"], {})
        if run.get("seed") in seeds:
            raise InputError(f"{_where(run)}: two results; a seed counts once, leave one of them out")
        seeds[run.get("seed")] = run
    groups = sorted(runs.values(), key=lambda group: not any(key in PRINTED for key in group))
    rows = [_row(list(group[key].values()), latency) for group in groups for key in TITLES if key in group]
    return Table(tuple(rows), deepcopy(latency))


def run_scores(run: Run) -> dict[str, float | None]:
    """The columns of one run; None where undefined, or where its scheme cannot know."""
    return {name: None if (run["row"], name) in UNDEFINED else _score(run, name) for name in SCORES}


def show_cell(cell: Cell, name: str) -> str:
    """`mean ± sd`, or a dash where it is undefined."""
    if cell.mean is None:
        return "-"
    return COLUMNS[name].show(cell.mean) + ("" if cell.sd is None else f" ± {COLUMNS[name].show(cell.sd)}")


def _where(run: Run) -> str:
    return f"{run['row']}, preset {run['preset']!r}, bullets {run['bullets']!r}, seed {run.get('seed')}"


def _score(run: Run, name: str) -> float | None:
    # A run may be older than a score that the paper does not have.
    value = SCORES[name].read(run["evaluation"], required=name in PRINTED[BASELINE])
    if value is not None and not math.isfinite(value):
        raise InputError(f"{_where(run)}: {name} is {value}; write null where it is undefined")
    return None if value is None else float(value)


def _row(runs: Sequence[Run], latency: Mapping[str, Any] | None) -> MethodRow:
    runs = sorted(runs, key=lambda run: (run.get("seed") is not None, run.get("seed") or 0))
    first, key = runs[0], runs[0]["row"]
    encoders = sorted({run.get("encoder") or "" for run in runs})
    if len(encoders) > 1:
        raise InputError(f"{_where(first)} and others: encoders {encoders}; take the runs of one")
    scores = [run_scores(run) for run in runs]
    printed = PRINTED.get(key, {})
    cells = {name: _cell([run[name] for run in scores], printed.get(name)) for name in SCORES}
    cells[LATENCY] = _latency_cell(key, latency)
    return MethodRow(
        key=key,
        title=TITLES[key],
        preset=first["preset"],
        bullets=first["bullets"],
        encoder=encoders[0],
        cells=MappingProxyType(cells),
        signatures=tuple(run["evaluation"]["signature"] for run in runs),
        seeds=tuple(run.get("seed") for run in runs),
    )


def _cell(values: Iterable[float | None], printed: float | None) -> Cell:
    known = [value for value in values if value is not None]
    mean, sd = fmean(known) if known else None, stdev(known) if len(known) > 1 else None
    return Cell(mean, sd, len(known), None if printed is None else round(printed / 100, 3))


def _latency_cell(key: str, latency: Mapping[str, Any] | None) -> Cell:
    """Baseline over row: milliseconds belong to a machine, their ratio much less so."""
    ours = {name: float(timing["mean_ms"]) for name, timing in latency["rows"].items()} if latency else {}
    for name, mean in ours.items():
        if not (math.isfinite(mean) and mean > 0):
            raise InputError(f"latency of {name}: mean_ms is {mean}; it has to be above 0")
    printed = {name: figures[LATENCY] for name, figures in PRINTED.items()}
    ratio = _over(ours.get(BASELINE), ours.get(key))
    return Cell(ratio, None, int(ratio is not None), _over(printed[BASELINE], printed.get(key)))


def _over(above: float | None, below: float | None) -> float | None:
    return None if above is None or below is None else above / below
