"""Latency against the size of the input, as a line chart."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from inkslate.errors import InputError
from inkslate.evaluation import svg
from inkslate.evaluation.svg import LEFT, RIGHT


def latency_figure(series: Mapping[str, Sequence[tuple[int, float]]], *, x_label: str, y_label: str, note: str) -> str:
    """A line chart of named (x, y) points on linear axes; y starts at zero."""
    _check(series)
    names = {name: svg.truncate(name, 150, 12, bold=True) for name in series}
    lines = {name: sorted(points) for name, points in series.items()}
    every = [point for points in lines.values() for point in points]
    across, up = svg.ticks(min(every)[0], max(every)[0], whole=True), svg.ticks(0, max(y for _, y in every) or 1)
    drawn, y = svg.legend(list(names.values()), top=26)
    drawn.append(svg.text(LEFT, y + 32, svg.truncate(y_label, RIGHT - LEFT, 12), fill=svg.SOFT))
    left = LEFT + 10 + max(svg.width_of(svg.format_tick(tick), 12) for tick in up)
    right = RIGHT - 14 - max(svg.width_of(name, 12, bold=True) for name in names.values())
    top, bottom = y + 52, y + 52 + max(250, 15 * len(series))

    def place(x: float, y: float) -> svg.Point:
        along = (x - across[0]) / (across[-1] - across[0])
        return left + along * (right - left), bottom - y / up[-1] * (bottom - top)

    for x, shown in ((place(tick, 0)[0], svg.format_tick(tick)) for tick in across):
        drawn += [svg.line([(x, top), (x, bottom + 5)], stroke=svg.HAIR)]
        drawn += [svg.text(x, bottom + 20, shown, anchor="middle", fill=svg.SOFT)]
    for y, shown in ((place(across[0], tick)[1], svg.format_tick(tick)) for tick in up):
        drawn += [svg.line([(left, y), (right, y)], stroke=svg.HAIR if y < bottom else svg.SOFT)]
        drawn += [svg.text(left - 8, y + 4, shown, anchor="end", fill=svg.SOFT)]
    below = svg.truncate(x_label, right - left, 12)
    drawn.append(svg.text((left + right) / 2, bottom + 40, below, anchor="middle", fill=svg.SOFT))
    ends = {name: place(*points[-1]) for name, points in lines.items()}
    downwards = sorted(ends, key=lambda name: ends[name][1])
    heights = svg.spread([ends[name][1] for name in downwards], 15, top, bottom)
    label_at = {name: (right + 12, height) for name, height in zip(downwards, heights, strict=True)}
    for look, (name, points) in enumerate(lines.items()):
        (x, y), ink, through = label_at[name], svg.colour_of(look), [place(*point) for point in points]
        if math.dist(ends[name], (x, y)) > 16:
            drawn.append(svg.line([ends[name], (x - 3, y)], stroke=ink, width=0.8, dash="1 3"))
        drawn += [svg.curve(through, look, marked=through), svg.text(x, y + 4, names[name], fill=ink, bold=True)]
    rows = svg.wrap(note, RIGHT - LEFT - 60, 11)
    drawn += [svg.text(LEFT, bottom + 66 + 15 * row, text, size=11, fill=svg.SOFT) for row, text in enumerate(rows)]
    told = [f"{name}: {', '.join(f'{y:g} at {x}' for x, y in points)}." for name, points in lines.items()]
    title = f"{y_label} by {x_label}"
    return svg.document(bottom + 65 + 15 * len(rows), drawn, title=title, description=" ".join([*told, note]))


def _check(series: Mapping[str, Sequence[tuple[int, float]]]) -> None:
    if not series:
        raise InputError("a latency figure needs at least one series: there is none")
    for name, points in series.items():
        if not points:
            raise InputError(f"the series {name!r} has no points: leave it out or measure it")
        for x, y in points:
            if not (math.isfinite(y) and y >= 0):
                raise InputError(f"the series {name!r} has {y} at {x}: a latency is finite and not negative")
