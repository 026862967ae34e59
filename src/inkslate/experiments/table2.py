"""Training runs as means and standard deviations beside the printed Table 2 of the SLATE paper, and its claims."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from functools import reduce
from operator import getitem
from statistics import fmean, stdev
from types import MappingProxyType
from typing import Any

from inkslate.errors import InputError

Run = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Column:
    """Where an evaluation keeps a value, and how it is printed. Latency is in no evaluation: its path is empty."""

    group: str
    head: str
    path: tuple[str, ...]
    scale: float = 100.0
    digits: int = 1

    @property
    def title(self) -> str:
        return f"{self.group} {self.head}".strip()

    def show(self, value: float) -> str:
        return f"{self.scale * value:.{self.digits}f}"

    def show_difference(self, value: float) -> str:
        text = f"{self.scale * value:+.{self.digits}f}"
        return text.replace("-", "−") if float(text) else text[1:]


LATENCY = "latency"
COLUMNS: Mapping[str, Column] = MappingProxyType(
    {
        "task_recall": Column("task", "recall", ("task", "recall")),
        "task_precision": Column("task", "precision", ("task", "precision")),
        "task_f1": Column("task", "F1", ("task", "f1")),
        "context_task_recall": Column("task", "context recall", ("context", "task_recall")),
        "non_task_recall": Column("non-task", "recall", ("non_task", "recall")),
        "non_task_precision": Column("non-task", "precision", ("non_task", "precision")),
        "non_task_f1": Column("non-task", "F1", ("non_task", "f1")),
        "context_non_task_recall": Column("non-task", "context recall", ("context", "non_task_recall")),
        "accuracy": Column("", "accuracy", ("accuracy",)),
        "B_tp": Column("", "B_tp", ("B_tp",)),
        "B": Column("", "B", ("B",)),
        LATENCY: Column("", "latency ratio", (), scale=1.0, digits=2),
    }
)
SCORES = tuple(name for name in COLUMNS if name != LATENCY)

BASELINE = "baseline"
TITLES: Mapping[str, str] = MappingProxyType(
    {
        "nti-both": "SLATE-NTI with layout",
        "bio-both": "SLATE-BIO with layout",
        "nti-none": "SLATE-NTI",
        "bio-none": "SLATE-BIO",
        BASELINE: "baseline (two models)",
        "rules": "rules (no model)",
    }
)
# Per cent, in the order of SCORES; last the milliseconds, which the paper gives once for both schemes.
PRINTED: Mapping[str, tuple[float | None, ...]] = MappingProxyType(
    {
        "nti-both": (87.4, 81.7, 84.4, 69.6, 89.3, 92.9, 91.1, 60.9, 88.7, 89.1, 88.4, 34.2),
        "bio-both": (88.9, 80.4, 84.4, 75.6, 88.3, 93.6, 90.8, 64.0, 88.5, 86.6, None, 34.2),
        "nti-none": (90.2, 81.2, 85.5, 78.1, 88.6, 94.4, 91.4, 59.1, 89.2, 84.3, 83.4, 26.5),
        "bio-none": (87.4, 83.2, 85.3, 70.4, 90.4, 93.0, 91.7, 63.7, 89.4, 83.0, None, 26.5),
        BASELINE: (83.1, 81.5, 82.3, 43.0, 89.8, 90.1, 90.2, 57.8, 87.4, 85.5, 85.3, 90.6),
    }
)
# BIO knows nothing of the boundaries between non-tasks, so a B of it would say nothing.
_UNDEFINED = frozenset({("bio-both", "B"), ("bio-none", "B")})
_LAYOUTS = (("nti-both", "bio-both"), ("nti-none", "bio-none"))
_SLATE = tuple(key for pair in _LAYOUTS for key in pair)
_CONTEXT = ("task_f1", "accuracy", "context_task_recall", "context_non_task_recall")
_LIFTS = (("B", "nti-both", "nti-none"), ("B_tp", "nti-both", "nti-none"), ("B_tp", "bio-both", "bio-none"))


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
class Row:
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
    rows: tuple[Row, ...]
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


@dataclass(frozen=True, slots=True)
class Claim:
    """What the paper says, whether our means say so too (None: something is missing), and the numbers."""

    text: str
    holds: bool | None
    evidence: str


@dataclass(frozen=True, slots=True)
class _Gap:
    """How far the mean of one row is above that of another, in points; None where a row has no such mean."""

    points: float | None
    text: str
    missing: tuple[str, ...] = ()


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
    return {name: None if (run["row"], name) in _UNDEFINED else _score(run, name) for name in SCORES}


def show_cell(cell: Cell, name: str) -> str:
    """`mean ± sd`, or a dash where it is undefined."""
    if cell.mean is None:
        return "-"
    return COLUMNS[name].show(cell.mean) + ("" if cell.sd is None else f" ± {COLUMNS[name].show(cell.sd)}")


def to_json(table: Table, results: Sequence[Run]) -> dict[str, Any]:
    """Everything as plain values; from `runs` and `latency` the table can be built again."""
    return {
        "groups": [
            {
                "preset": group.rows[0].preset,
                "bullets": group.rows[0].bullets,
                "rows": [_row_json(row) for row in group.rows],
                "claims": [asdict(claim) for claim in claims(group)],
            }
            for group in table.groups
        ],
        "runs": [{**deepcopy(dict(run)), "values": run_scores(run)} for run in results],
        "latency": deepcopy(table.latency),
    }


def claims(table: Table) -> list[Claim]:
    """The paper's four claims for each group with a row of the paper; with several groups the text says which."""
    groups = [group for group in table.groups if any(row.key in PRINTED for row in group.rows)]
    if len(groups) == 1:
        return [_is_faster(groups[0]), _context_helps(groups[0]), _nti_segments(groups[0]), _layout_lifts(groups[0])]
    named = [(f"preset {group.rows[0].preset}, bullets {group.rows[0].bullets}", group) for group in groups]
    return [replace(claim, text=f"{name}: {claim.text}") for name, group in named for claim in claims(group)]


def _where(run: Run) -> str:
    return f"{run['row']}, preset {run['preset']!r}, bullets {run['bullets']!r}, seed {run.get('seed')}"


def _score(run: Run, name: str) -> float | None:
    value = reduce(getitem, COLUMNS[name].path, run["evaluation"])
    if value is not None and not math.isfinite(value):
        raise InputError(f"{_where(run)}: {name} is {value}; write null where it is undefined")
    return None if value is None else float(value)


def _row(runs: Sequence[Run], latency: Mapping[str, Any] | None) -> Row:
    runs = sorted(runs, key=lambda run: (run.get("seed") is not None, run.get("seed") or 0))
    first, key = runs[0], runs[0]["row"]
    encoders = sorted({run.get("encoder") or "" for run in runs})
    if len(encoders) > 1:
        raise InputError(f"{_where(first)} and others: encoders {encoders}; a mean over several is no result")
    scores = [run_scores(run) for run in runs]
    printed = PRINTED.get(key, (None,) * len(COLUMNS))
    cells = {name: _cell([run[name] for run in scores], paper) for name, paper in zip(SCORES, printed, strict=False)}
    cells[LATENCY] = _latency_cell(key, latency)
    return Row(
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
    printed = {name: figures[-1] for name, figures in PRINTED.items()}
    ratio = _over(ours.get(BASELINE), ours.get(key))
    return Cell(ratio, None, int(ratio is not None), _over(printed[BASELINE], printed.get(key)))


def _over(above: float | None, below: float | None) -> float | None:
    return None if above is None or below is None else above / below


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "row": row.key,
        "title": row.title,
        "encoder": row.encoder,
        "seeds": list(row.seeds),
        "signatures": list(row.signatures),
        "cells": {name: {**asdict(cell), "difference": cell.difference} for name, cell in row.cells.items()},
    }


def _is_faster(group: Table) -> Claim:
    cells = {key: group.cell(key, LATENCY) for key in _SLATE}
    ratios = {key: cell.mean for key, cell in cells.items() if cell is not None and cell.mean is not None}
    # Both schemes read the same input, so one of them stands for both, as it does in the paper.
    missing = [" or ".join(TITLES[key] for key in pair) for pair in _LAYOUTS if not ratios.keys() & set(pair)]
    numbers = [f"{TITLES[key]} {COLUMNS[LATENCY].show(ratio)}" for key, ratio in ratios.items()]
    numbers += [f"not measured for {titles}" for titles in missing]
    return Claim(
        "One pass is faster than two models.",
        None if missing else all(ratio > 1 for ratio in ratios.values()),
        f"Latency, baseline over row: {', '.join(numbers)} (paper 2.65 with layout, 3.42 without).",
    )


def _context_helps(group: Table) -> Claim:
    gaps = [_gap(group, name, key, BASELINE) for key in _SLATE for name in _CONTEXT]
    known = sorted((gap.points, gap.text) for gap in gaps if gap.points is not None)
    below = [text for points, text in known if points <= 0]
    others = f"not above: {'; '.join(below)}" if below else f"the closest: {known[0][1]}" if known else ""
    text = "Context helps: every SLATE row is above the baseline in task F1, accuracy and both context recalls."
    return _claim(text, gaps, 0, [f"{len(known) - len(below)} of {len(known)} are above", others])


def _nti_segments(group: Table) -> Claim:
    gaps = [_gap(group, "B_tp", nti, bio) for nti, bio in _LAYOUTS]
    text = "NTI segments better than BIO: its B_tp is higher, with and without layout."
    return _claim(text, gaps, 0, [gap.text for gap in gaps])


def _layout_lifts(group: Table) -> Claim:
    gaps = [_gap(group, *lift) for lift in _LIFTS]
    text = "Layout lifts B (NTI) and B_tp (NTI and BIO) by more than 3.6 points."
    return _claim(text, gaps, 3.6, [gap.text for gap in gaps])


def _gap(group: Table, name: str, above: str, below: str) -> _Gap:
    column, high, low = COLUMNS[name], group.cell(above, name), group.cell(below, name)
    if high is None or low is None or high.mean is None or low.mean is None:
        pairs = (above, high), (below, low)
        return _Gap(None, "", tuple(TITLES[key] for key, cell in pairs if cell is None or cell.mean is None))
    # Rounded, because 86.6 - 83.0 has to be 3.6, not a hair more.
    points = round(100 * (high.mean - low.mean), 9)
    text = f"{column.title}, {TITLES[above]} {show_cell(high, name)} against {TITLES[below]} {show_cell(low, name)}"
    paper = "-" if high.paper is None or low.paper is None else column.show_difference(high.paper - low.paper)
    return _Gap(points, f"{text}: {column.show_difference(points / 100)} (paper {paper})")


def _claim(text: str, gaps: Sequence[_Gap], least: float, evidence: Sequence[str]) -> Claim:
    missing = list(dict.fromkeys(title for gap in gaps for title in gap.missing))
    holds = None if missing else all(gap.points is not None and gap.points > least for gap in gaps)
    parts = [*filter(None, evidence), *([f"missing: {', '.join(missing)}"] if missing else [])]
    return Claim(text, holds, f"{'; '.join(parts)}.")
