"""The four claims that the SLATE paper makes of its Table 2, checked against our means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inkslate.experiments.table2.paper import BASELINE, LATENCY, LAYOUT_PAIRS, PRINTED, SLATE_ROWS, TITLES
from inkslate.experiments.table2.table import COLUMNS, Table, show_cell

_CONTEXT = ("task_f1", "accuracy", "context_task_recall", "context_non_task_recall")
_LIFTS = (("B", "nti-both", "nti-none"), ("B_tp", "nti-both", "nti-none"), ("B_tp", "bio-both", "bio-none"))


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


def claims(table: Table) -> list[Claim]:
    """The paper's four claims for each group with a row of the paper; with several groups the text says which."""
    groups = [group for group in table.groups if any(row.key in PRINTED for row in group.rows)]
    if len(groups) == 1:
        return [_is_faster(groups[0]), _context_helps(groups[0]), _nti_segments(groups[0]), _layout_lifts(groups[0])]
    named = [(f"preset {group.rows[0].preset}, bullets {group.rows[0].bullets}", group) for group in groups]
    return [replace(claim, text=f"{name}: {claim.text}") for name, group in named for claim in claims(group)]


def _is_faster(group: Table) -> Claim:
    cells = {key: group.cell(key, LATENCY) for key in SLATE_ROWS}
    ratios = {key: cell.mean for key, cell in cells.items() if cell is not None and cell.mean is not None}
    # Both schemes read the same input, so the time of one is that of both, as in the paper.
    missing = [" or ".join(TITLES[key] for key in pair) for pair in LAYOUT_PAIRS if not ratios.keys() & set(pair)]
    numbers = [f"{TITLES[key]} {COLUMNS[LATENCY].show(ratio)}" for key, ratio in ratios.items()]
    numbers += [f"not measured for {titles}" for titles in missing]
    return Claim(
        "One pass is faster than two models.",
        None if missing else all(ratio > 1 for ratio in ratios.values()),
        f"Latency, baseline over row: {', '.join(numbers)} (paper 2.65 with layout, 3.42 without).",
    )


def _context_helps(group: Table) -> Claim:
    gaps = [_gap(group, name, key, BASELINE) for key in SLATE_ROWS for name in _CONTEXT]
    known = sorted((gap.points, gap.text) for gap in gaps if gap.points is not None)
    below = [text for points, text in known if points <= 0]
    others = f"not above: {'; '.join(below)}" if below else f"the closest: {known[0][1]}" if known else ""
    text = "Context helps: every SLATE row is above the baseline in task F1, accuracy and both context recalls."
    return _claim(text, gaps, 0, [f"{len(known) - len(below)} of {len(known)} are above", others])


def _nti_segments(group: Table) -> Claim:
    gaps = [_gap(group, "B_tp", nti, bio) for nti, bio in LAYOUT_PAIRS]
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
