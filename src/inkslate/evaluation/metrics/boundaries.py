"""Boundary similarity B (Fournier 2013) between two segmentations, each a set of boundary positions.

A boundary at position p is before word p. A boundary in both sets is a match; one in the first
beside one in the second, one word apart, is a near miss (a transposition) that costs one half; any other
is a miss or an addition that costs one. This is segeval's default, which made the paper's table; its
wording allows two words.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from inkslate.board import HasSpan

NEAR_MISS_COST = 0.5


def boundaries_of(spans: Sequence[HasSpan]) -> set[int]:
    """The positions where spans begin and end, outer boundaries included."""
    return {span.start for span in spans} | {span.end for span in spans}


def boundary_similarity(a: Set[int], b: Set[int]) -> float | None:
    """B of two sets of boundary positions; None where neither has any."""
    if a == b:
        return 1.0 if a else None
    matches = len(a & b)
    odd = sorted(a ^ b)
    near, full, k = 0, 0, 0
    while k < len(odd):
        # Pairing from the left is optimal: neighbours one apart form runs, and a run of n pairs n // 2.
        beside = k + 1 < len(odd) and odd[k + 1] == odd[k] + 1 and (odd[k] in a) != (odd[k + 1] in a)
        near += beside
        full += not beside
        k += 2 if beside else 1
    return 1 - (full + NEAR_MISS_COST * near) / (matches + near + full)
