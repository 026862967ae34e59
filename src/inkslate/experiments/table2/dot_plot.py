"""A column of Table 2 as a dot plot in SVG, for a page that brings the style sheet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from inkslate.experiments.table2.table import COLUMNS, MethodRow, Table
from inkslate.experiments.table2.text import our_cell, paper_cell

_LEFT, _RIGHT, _WIDTH, _STEP = 134, 294, 340, 22


@dataclass(frozen=True, slots=True)
class _Axis:
    """From values to places on a plot."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def x(self, value: float) -> float:
        return round(_LEFT + (_RIGHT - _LEFT) * (value - self.low) / (self.high - self.low), 1)


def _axis(values: Sequence[float], least: float) -> _Axis:
    """At least so wide that a small difference does not look like a large one."""
    middle, span = (max(values) + min(values)) / 2, max(max(values) - min(values), least)
    low, high = middle - 0.54 * span, middle + 0.54 * span
    unit = 10 ** math.floor(math.log10(span / 5))
    step = unit * next(nice for nice in (1, 2, 2.5, 5, 10) if nice * unit >= span / 5)
    return _Axis(low, high, tuple(step * n for n in range(math.ceil(low / step), math.floor(high / step) + 1)))


def dot_plot(group: Table, name: str) -> str:
    """One column: a dot with its error bar for each row, and a diamond for the paper's figure."""
    column, cells = COLUMNS[name], [row.cells[name] for row in group.rows]
    means = [(cell.mean, cell.sd or 0.0) for cell in cells if cell.mean is not None]
    values = [side for mean, sd in means for side in (mean - sd, mean + sd)]
    values += [cell.paper for cell in cells if cell.paper is not None]
    if not values:
        return f"<figure><figcaption>{column.title}</figcaption><p>undefined</p></figure>"
    axis = _axis([column.scale * value for value in values], 4.0 if column.scale > 1 else 1.0)
    bottom = _STEP * len(cells) + 6
    grid = "".join(
        f'<path class="grid" d="M{axis.x(tick)} 4V{bottom}"/>'
        f'<text class="tick" x="{axis.x(tick)}" y="{bottom + 14}">{tick:g}</text>'
        for tick in axis.ticks
    )
    marks = "".join(_mark(row, name, axis, _STEP * place + 16) for place, row in enumerate(group.rows))
    return (
        f"<figure><figcaption>{column.title}</figcaption>"
        f'<svg viewBox="0 0 {_WIDTH} {bottom + 20}" role="img" aria-label="{column.title}, numbers in the table above">'
        f"{grid}{marks}</svg></figure>"
    )


def _mark(row: MethodRow, name: str, axis: _Axis, y: float) -> str:
    cell, column = row.cells[name], COLUMNS[name]
    shown = "-" if cell.mean is None else column.show(cell.mean)
    parts = [f"<title>{row.title}: {our_cell(row, name)}; paper: {paper_cell(row, name)}</title>"]
    parts.append(f'<text x="0" y="{y + 4}">{row.title}</text>')
    parts.append(f'<text class="value" x="{_WIDTH}" y="{y + 4}">{shown}</text>')
    if cell.mean is not None:
        mean, sd = column.scale * cell.mean, column.scale * (cell.sd or 0.0)
        if sd:
            low, high = axis.x(mean - sd), axis.x(mean + sd)
            parts.append(f'<path class="bar" d="M{low} {y}H{high}M{low} {y - 4}v8M{high} {y - 4}v8"/>')
        parts.append(f'<circle class="dot" cx="{axis.x(mean)}" cy="{y}" r="4"/>')
    if cell.paper is not None:
        parts.append(f'<path class="diamond" d="M{axis.x(column.scale * cell.paper)} {y - 6}l6 6-6 6-6-6z"/>')
    return f"<g>{''.join(parts)}</g>"
