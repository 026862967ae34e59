"""Whether scores mean what they say, as a picture: scores against the share of tasks among sentences of that score."""

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


class Bin(NamedTuple):
    """Sentences of alike scores: how many, their mean score, and the share of tasks among them."""

    sentences: int
    score: float
    share: float


def reliability(outcomes: Sequence[tuple[float, bool]]) -> list[Bin | None]:
    """Bins of equal width, None where nothing fell."""
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
    bottom = _TOP + _SIDE
    error = expected_error([score for score, _ in outcomes], [task for _, task in outcomes]) or 0.0

    def place(score: float, share: float) -> svg.Point:
        return _LEFT + score * _SIDE, bottom - share * _SIDE

    drawn = [svg.text(_LEFT, 24, "share of tasks, by score", bold=True)]
    for step in range(6):
        at, shown = step / 5, f"{step / 5:.1f}"
        drawn += [svg.line([place(0, at), place(1, at)], stroke=svg.HAIR)]
        drawn += [svg.line([place(at, 0), place(at, 1)], stroke=svg.HAIR)]
        drawn += [svg.text(_LEFT - 8, place(0, at)[1] + 4, shown, anchor="end", fill=svg.SOFT)]
        drawn += [svg.text(place(at, 0)[0], bottom + 18, shown, anchor="middle", fill=svg.SOFT)]
    drawn.append(svg.line([place(0, 0), place(1, 1)], stroke=svg.SOFT, dash="4 4"))
    points = [place(one.score, one.share) for one in bins if one]
    if len(points) > 1:
        drawn.append(svg.line(points, stroke=svg.colour_of(0), width=1.5))
    most = max(one.sentences for one in bins if one)
    for one in bins:
        if one:
            x, y = place(one.score, one.share)
            told = f"{counted(one.sentences, 'sentence')} of score {one.score:.2f}: {one.share:.2f} are tasks"
            drawn.append(
                svg.titled(told, [svg.dot(x, y, 3 + 6 * (one.sentences / most) ** 0.5, fill=svg.colour_of(0))])
            )
    floor = bottom + 44 + _BARS
    for number, one in enumerate(bins):
        height = _BARS * one.sentences / most if one else 0.0
        x = _LEFT + number * _SIDE / BINS
        drawn.append(svg.rect((x + 1, floor - height), _SIDE / BINS - 2, height, fill=svg.HAIR))
        if one:
            drawn.append(
                svg.text(x + _SIDE / BINS / 2, floor - height - 3, str(one.sentences), size=9, anchor="middle")
            )
    drawn.append(
        svg.text(
            _LEFT,
            floor + 22,
            f"{counted(len(outcomes), 'sentence')}; expected calibration error {100 * error:.1f} points",
        )
    )
    rows = svg.wrap(note, 2 * _SIDE, 11)
    drawn += [svg.text(_LEFT, floor + 44 + 15 * row, text, size=11, fill=svg.SOFT) for row, text in enumerate(rows)]
    described = "; ".join(f"{one.sentences} of score {one.score:.2f}, {one.share:.2f} tasks" for one in bins if one)
    return svg.document(
        floor + 50 + 15 * len(rows), drawn, title="Reliability of the scores", description=f"{described}. {note}"
    )
