"""Captions and cells of Table 2, which Markdown and HTML share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from inkslate.evaluation.columns import SCORES
from inkslate.experiments.table2.paper import PRINTED, TITLES
from inkslate.experiments.table2.table import COLUMNS, MethodRow, Table, show_cell
from inkslate.messages import counted

_BULLETS = MappingProxyType(
    {
        "layout": "bullets where the layout has them",
        "gold": "bullets placed where gold sentences start, as the released code does, which leaks the segmentation",
    }
)
VERDICTS: Mapping[bool | None, tuple[str, str]] = MappingProxyType(
    {True: ("yes", "✓ holds"), False: ("no", "✗ does not hold"), None: ("open", "? unknown")}
)
LEGEND = (
    "Per cent: mean ± sample standard deviation over the runs. Below it the figure that the paper prints and, in "
    "brackets, ours less the paper's, in points. Latency ratio: the baseline's mean time over the row's. "
    "A dash is undefined or not measured; BIO does not say where a non-task ends, so it has no B."
)
_TIMES = ("mean_ms", "p50_ms", "p95_ms")


def describe(group: Table, quote: Callable[[str], str]) -> str:
    """What the rows of a group have in common; `quote` escapes names that come from outside."""
    first = group.rows[0]
    bullets = _BULLETS.get(first.bullets) or f"bullets {quote(first.bullets)}"
    encoders = _by_row((row, f"encoder {quote(row.encoder)}" if row.encoder else "no encoder") for row in group.rows)
    return f"Preset {quote(first.preset)}; {bullets}; {encoders}; {_by_row((row, _seeds(row)) for row in group.rows)}."


def _by_row(texts: Iterable[tuple[MethodRow, str]]) -> str:
    """One text where it is the same for all rows, else each with its rows."""
    titles: dict[str, list[str]] = {}
    for row, text in texts:
        titles.setdefault(text, []).append(row.title)
    return "; ".join(text if len(titles) == 1 else f"{text} for {' and '.join(titles[text])}" for text in titles)


def _seeds(row: MethodRow) -> str:
    seeds = [str(seed) for seed in row.seeds if seed is not None]
    return f"{'seeds' if len(seeds) > 1 else 'seed'} {', '.join(seeds)}" if seeds else "no seed"


def our_cell(row: MethodRow, name: str) -> str:
    """What we measured, with the number of runs where a score is undefined in some of them."""
    cell, runs = row.cells[name], len(row.signatures)
    is_partial = name in SCORES and 0 < cell.n < runs
    return show_cell(cell, name) + (f" ({cell.n} of {runs} runs)" if is_partial else "")


def paper_cell(row: MethodRow, name: str) -> str:
    """What the paper prints, with the difference to ours."""
    cell, column = row.cells[name], COLUMNS[name]
    difference = "" if cell.difference is None else f" ({column.show_difference(cell.difference)})"
    return "-" if cell.paper is None else column.show(cell.paper) + difference


def ours_and_paper(row: MethodRow) -> list[tuple[str, str, list[str]]]:
    """Kind, title and cells: what we measured and, where there is one, what the paper prints."""
    lines = [("ours", row.title, [our_cell(row, name) for name in COLUMNS])]
    if row.key in PRINTED:
        lines.append(("paper", "paper (difference)", [paper_cell(row, name) for name in COLUMNS]))
    return lines


def latency_caption(table: Table, quote: Callable[[str], str]) -> str:
    """What the times were measured on, and the paper's own times."""
    latency = table.latency or {}
    size = f"{counted(int(latency['regions']), 'region')}, {counted(int(latency['rounds']), 'round')}"
    paper = "34.2 ms with layout, 26.5 ms without, 90.6 ms for the baseline, on an Intel i9-9900K"
    return f"Latency on {quote(latency['device'])}: {size}. The paper's: {paper}."


def latency_lines(table: Table) -> list[list[str]]:
    """Title and times of each row that was timed."""
    rows = table.latency["rows"] if table.latency else {}
    found = [(title, rows[key]) for key, title in TITLES.items() if key in rows]
    return [[title, *(f"{times[name]:.1f}" if name in times else "-" for name in _TIMES)] for title, times in found]


def as_utf8(text: str) -> str:
    """The text without lone surrogates: a name from outside may hold bytes that are not UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")
