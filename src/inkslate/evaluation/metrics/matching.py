"""Match predicted tasks to gold sentences by IoU (the paper's section on matching).

The paper builds a complete bipartite graph weighted by IoU, takes the full matching of the largest
weight and drops its weak edges. Edges of weight zero never survive, and spans of one kind are disjoint
and ordered, so the edges that matter form a staircase: sorted by (prediction, gold), those that share
an end with an edge come right after it. That makes the matching a one-dimensional recurrence over the
edges, linear in their number. Only where several matchings weigh the same is the whole graph built,
because then the reference's own order decides.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from inkslate.board import HasSpan
from inkslate.evaluation.metrics.assignment import assign

# 1/4 is exact in binary and division rounds correctly, so comparing a quotient with it is exact too.
THRESHOLD = 0.25
# Far above the rounding of a sum of quotients; a false tie only takes the slower way to the same result.
_TIE = 1e-9
# The reference adds this to the cost of each later gold sentence.
_LATER_GOLD = 1e-10


class Match(NamedTuple):
    """Prediction number `predicted` is matched to gold sentence number `gold`."""

    predicted: int
    gold: int
    iou: float


@dataclass(frozen=True, slots=True)
class Matching:
    """A counting rule: which matches are kept, and whether a predicted task without one is an error."""

    name: str
    keeps: Callable[[float], bool]
    unmatched_is_false_positive: bool = False


MATCHINGS: Mapping[str, Matching] = MappingProxyType(
    {
        "paper": Matching("paper", THRESHOLD.__le__),
        "reference": Matching("reference", THRESHOLD.__lt__),
        "strict": Matching("strict", THRESHOLD.__le__, unmatched_is_false_positive=True),
    }
)


def overlaps(predicted: Sequence[HasSpan], gold: Sequence[HasSpan]) -> list[Match]:
    """Every overlapping pair in order, with shared words over all words; both sides disjoint and sorted."""
    starts, ends = [span.start for span in gold], [span.end for span in gold]
    edges: list[Match] = []
    g, count = 0, len(gold)
    for p, span in enumerate(predicted):
        start, end = span.start, span.end
        g = bisect_right(ends, start, g)
        if g < count and starts[g] == start and ends[g] == end:
            edges.append(Match(p, g, 1.0))
            continue
        at = g
        while at < count and starts[at] < end:
            shared = min(end, ends[at]) - max(start, starts[at])
            edges.append(Match(p, at, shared / (end - start + ends[at] - starts[at] - shared)))
            at += 1
    return edges


def best_matching(predicted: Sequence[HasSpan], gold: Sequence[HasSpan]) -> Sequence[Match]:
    """The matching of the largest total IoU; where several tie, the one the reference takes."""
    edges = overlaps(predicted, gold)
    chosen: list[Match] = []
    start, count = 0, len(edges)
    while start < count:
        end = start + 1
        while end < count and (edges[end][0] == edges[end - 1][0] or edges[end][1] == edges[end - 1][1]):
            end += 1
        if end == start + 1:
            chosen.append(edges[start])
        else:
            best = _best_of_chain(edges[start:end])
            if best is None:
                return _tied_matching(edges, len(predicted), len(gold))
            chosen += best
        start = end
    return chosen


def _best_of_chain(edges: Sequence[Match]) -> list[Match] | None:
    """The best choice among edges that each share an end with the next; None where two weigh the same."""
    count = len(edges)
    after, take = [0] * count, [False] * count
    best = [0.0] * (count + 1)
    for k in range(count - 1, -1, -1):
        free = k + 1
        while free < count and (edges[free][0] == edges[k][0] or edges[free][1] == edges[k][1]):
            free += 1
        gain = edges[k].iou + best[free] - best[k + 1]
        if -_TIE < gain < _TIE:
            return None
        after[k], take[k] = free, gain > 0
        best[k] = best[k + 1] + max(gain, 0.0)
    chosen, k = [], 0
    while k < count:
        if take[k]:
            chosen.append(edges[k])
        k = after[k] if take[k] else k + 1
    return chosen


def _tied_matching(edges: Sequence[Match], predicted: int, gold: int) -> Sequence[Match]:
    # Pairs without overlap take part here: a full matching gives each prediction some gold sentence,
    # and which one it gets can decide a tie elsewhere.
    by_pair = {(edge.predicted, edge.gold): edge for edge in edges}
    apart = [1 + g * _LATER_GOLD for g in range(gold)]
    cost = [apart.copy() for _ in range(predicted)]
    for p, g, weight in edges:
        cost[p][g] = 1 - weight + g * _LATER_GOLD
    return [by_pair[pair] for pair in assign(cost) if pair in by_pair]
