"""A reliability diagram: scores against the share of tasks among the sentences with that score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inkslate.errors import InputError
from inkslate.evaluation import svg
from inkslate.messages import counted
from inkslate.model.calibration import expected_error

BINS = 10
_LEFT, _SIDE, _TOP = 90.0, 320.0, 40.0
_BARS = 70.0  # height of the histogram below
_BOTTOM = _TOP + _SIDE  # of the diagram
_FLOOR = _BOTTOM + 44 + _BARS  # of the histogram


class Bin(NamedTuple):
    """Sentences with similar scores: their number, mean score, and the share of tasks among them."""

    sentences: int
    score: float
    share: float


def reliability(outcomes: Sequence[tuple[float, bool]]) -> list[Bin | None]:
    """Bins of equal width, None where one is empty."""
    groups: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for score, task in outcomes:
        groups[min(BINS - 1, int(score * BINS))].append((score, task))
    return [
        Bin(len(group), sum(s for s, _ in group) / len(group), sum(t for _, t in group) / len(group)) if group else None
        for group in groups
    ]


def reliability_figure(outcomes: Sequence[tuple[float, bool]], *, note: str) -> str:
    """A dot a bin, larger where it holds more sentences, and a histogram below; perfect scores lie on the line."""
    if not outcomes:
        raise InputError("there are no scores to draw: rules give none, and predictions may lack them")
    bins = reliability(outcomes)
    error = expected_error([score for score, _ in outcomes], [task for _, task in outcomes]) or 0.0
    drawn = [svg.text(_LEFT, 24, "share of tasks, by score", bold=True), *_grid(), *_dots(bins), *_histogram(bins)]
    summary = f"{counted(len(outcomes), 'sentence')}; expected calibration error {100 * error:.1f} points"
    drawn.append(svg.text(_LEFT, _FLOOR + 22, summary))
    rows = svg.wrap(note, 2 * _SIDE, 11)
    drawn += [svg.text(_LEFT, _FLOOR + 44 + 15 * row, text, size=11, fill=svg.SOFT) for row, text in enumerate(rows)]
    described = "; ".join(f"{one.sentences} of score {one.score:.2f}, {one.share:.2f} tasks" for one in bins if one)
    return svg.document(
        _FLOOR + 50 + 15 * len(rows), drawn, title="Reliability of the scores", description=f"{described}. {note}"
    )


def _place(score: float, share: float) -> svg.Point:
    return _LEFT + score * _SIDE, _BOTTOM - share * _SIDE


def _grid() -> list[str]:
    """Lines with their numbers, and the diagonal of perfect scores."""
    drawn = []
    for step in range(6):
        at, shown = step / 5, f"{step / 5:.1f}"
        drawn += [svg.line([_place(0, at), _place(1, at)], stroke=svg.HAIR)]
        drawn += [svg.line([_place(at, 0), _place(at, 1)], stroke=svg.HAIR)]
        drawn += [svg.text(_LEFT - 8, _place(0, at)[1] + 4, shown, anchor="end", fill=svg.SOFT)]
        drawn += [svg.text(_place(at, 0)[0], _BOTTOM + 18, shown, anchor="middle", fill=svg.SOFT)]
    return [*drawn, svg.line([_place(0, 0), _place(1, 1)], stroke=svg.SOFT, dash="4 4")]


def _dots(bins: Sequence[Bin | None]) -> list[str]:
    """A dot for each bin, on a line from one to the next."""
    filled = [one for one in bins if one]
    points = [_place(one.score, one.share) for one in filled]
    drawn = [svg.line(points, stroke=svg.colour_of(0), width=1.5)] if len(points) > 1 else []
    most = max(one.sentences for one in filled)
    for one, (x, y) in zip(filled, points, strict=True):
        told = f"{counted(one.sentences, 'sentence')} of score {one.score:.2f}: {one.share:.2f} are tasks"
        drawn.append(svg.titled(told, [svg.dot(x, y, 3 + 6 * (one.sentences / most) ** 0.5, fill=svg.colour_of(0))]))
    return drawn


def _histogram(bins: Sequence[Bin | None]) -> list[str]:
    """A bar for each bin, with the number of its sentences."""
    drawn, width = [], _SIDE / BINS
    most = max(one.sentences for one in bins if one)
    for number, one in enumerate(bins):
        height = _BARS * one.sentences / most if one else 0.0
        x = _LEFT + number * _SIDE / BINS
        drawn.append(svg.rect((x + 1, _FLOOR - height), width - 2, height, fill=svg.HAIR))
        if one:
            drawn.append(svg.text(x + width / 2, _FLOOR - height - 3, str(one.sentences), size=9, anchor="middle"))
    return drawn
