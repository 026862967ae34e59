"""Match predicted tasks to gold sentences by IoU (the paper's section on matching).

The paper builds a complete bipartite graph weighted by IoU, takes the full matching of the largest
weight and drops its weak edges. Edges of weight zero never survive, and spans of one kind are disjoint
and ordered, so the edges that matter form a staircase: sorted by (prediction, gold), those that share
an end with an edge stand right behind it. That makes the matching a one-dimensional recurrence over the
edges, linear in their number and exact in rational arithmetic. Only where several matchings tie is the
whole graph built, because then the reference's own order decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from inkslate.board import HasSpan
from inkslate.metrics.assignment import assign

THRESHOLD = Fraction(1, 4)


@dataclass(frozen=True, slots=True)
class Match:
    """Prediction `predicted` goes with gold sentence `gold` (indices into what was given)."""

    predicted: int
    gold: int
    iou: Fraction


@dataclass(frozen=True, slots=True)
class Matching:
    """A way to count: which matches are kept, and whether a prediction without one is an error."""

    name: str
    keeps: Callable[[Fraction], bool]
    unmatched_is_false_positive: bool = False


MATCHINGS: Mapping[str, Matching] = MappingProxyType(
    {
        "paper": Matching("paper", lambda iou: iou >= THRESHOLD),
        "reference": Matching("reference", lambda iou: iou > THRESHOLD),
        "strict": Matching("strict", lambda iou: iou >= THRESHOLD, unmatched_is_false_positive=True),
    }
)


def iou(a: HasSpan, b: HasSpan) -> Fraction:
    """Shared words over all words of the two spans."""
    shared = max(0, min(a.end, b.end) - max(a.start, b.start))
    return Fraction(shared, (a.end - a.start) + (b.end - b.start) - shared)


def overlaps(predicted: Sequence[HasSpan], gold: Sequence[HasSpan]) -> list[Match]:
    """Every overlapping pair in order; both sides must be disjoint and sorted."""
    edges, p, g = [], 0, 0
    while p < len(predicted) and g < len(gold):
        similarity = iou(predicted[p], gold[g])
        if similarity:
            edges.append(Match(p, g, similarity))
        if predicted[p].end <= gold[g].end:
            p += 1
        else:
            g += 1
    return edges


def best_matching(predicted: Sequence[HasSpan], gold: Sequence[HasSpan]) -> tuple[Match, ...]:
    """The matching of the largest total IoU; where several tie, the one the reference meets first."""
    edges = overlaps(predicted, gold)
    after = [_first_free(edges, k) for k in range(len(edges))]
    best, ways = [Fraction(0)] * (len(edges) + 1), [1] * (len(edges) + 1)
    for k in reversed(range(len(edges))):
        taken, skipped = edges[k].iou + best[after[k]], best[k + 1]
        best[k] = max(taken, skipped)
        ways[k] = ways[after[k]] * (taken == best[k]) + ways[k + 1] * (skipped == best[k])
    if ways[0] > 1:
        return _tied_matching(edges, len(predicted), len(gold))
    chosen, k = [], 0
    while k < len(edges):
        take = best[k] != best[k + 1]
        if take:
            chosen.append(edges[k])
        k = after[k] if take else k + 1
    return tuple(chosen)


def _first_free(edges: Sequence[Match], k: int) -> int:
    """The first edge behind k that shares neither end with it."""
    free = k + 1
    while free < len(edges) and (edges[free].predicted == edges[k].predicted or edges[free].gold == edges[k].gold):
        free += 1
    return free


def _tied_matching(edges: Sequence[Match], predicted: int, gold: int) -> tuple[Match, ...]:
    # Pairs without overlap take part here: a full matching gives each prediction some gold sentence,
    # and which one it gets can decide a tie elsewhere.
    by_pair = {(edge.predicted, edge.gold): edge for edge in edges}
    cost = [[0.0] * gold for _ in range(predicted)]
    for edge in edges:
        cost[edge.predicted][edge.gold] = -float(edge.iou)
    return tuple(by_pair[pair] for pair in assign(cost) if pair in by_pair)
