"""The paper's figure 4: how predicted tasks are matched to gold sentences."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from inkslate.board import Region, Sentence, Span
from inkslate.evaluation import svg
from inkslate.evaluation.metrics.matching import MATCHINGS, THRESHOLD, Match, best_matching, overlaps
from inkslate.evaluation.svg import LEFT, RIGHT
from inkslate.experiments.figures.sentence_kinds import KINDS

_COLUMN, _PITCH, _TALL = 198, 52, 42
_VERDICTS: Mapping[str, str] = MappingProxyType(
    {
        "true positive": svg.GREEN,
        "false positive": svg.BROWN,
        "false negative": svg.RED,
        "true negative": svg.SOFT,
        "no match": svg.PURPLE,
    }
)


@dataclass(frozen=True, slots=True)
class _Node:
    """A sentence as a box; `middle` is the distance of its centre from the top of a step."""

    name: str
    span: Span | Sentence
    text: str
    x: float
    middle: float

    def draw(self, top: float, verdict: str | None) -> str:
        """The box, with the verdict on an unmatched sentence; the full text is its title."""
        kind, y = KINDS[self.span.is_task], top + self.middle - _TALL / 2
        head = f"{self.name} · {'predicted ' * self.name.startswith('P')}{kind.word}"
        head += "" if verdict else f" · [{self.span.start}, {self.span.end})"
        dash = "" if self.span.is_task else "4 3"
        parts = [
            svg.rect((self.x, y), _COLUMN, _TALL, fill=kind.tint, stroke=kind.ink, radius=5, dash=dash),
            svg.text(self.x + 9, y + 16, head, size=11, fill=kind.ink, bold=True),
            svg.text(self.x + 9, y + 33, f"“{svg.truncate(self.text, _COLUMN - 30, 13)}”", size=13),
        ]
        if verdict:
            middle = self.x + _COLUMN - 5 - svg.chip_width(verdict) / 2
            parts.append(svg.chip(middle, y + 12, verdict, fill=svg.PAPER, ink=_VERDICTS[verdict]))
        return svg.titled(f"{head} “{self.text}”", parts)


def matching_figure(region: Region, gold: Sequence[Sentence], predicted: Sequence[Span]) -> str:
    """The paper's figure 4: the tasks among `predicted` (both sides in order) matched to `gold` in three steps."""
    tasks = [span for span in predicted if span.is_task]
    edges, matches = overlaps(tasks, gold), best_matching(tasks, gold)
    kept = [match for match in matches if MATCHINGS["paper"].keeps(match.iou)]
    tasks_at, gold_at = _positions(len(tasks), len(gold), edges)
    left, right = _nodes(region, "P", tasks, tasks_at, LEFT), _nodes(region, "G", gold, gold_at, RIGHT - _COLUMN)
    pairs = {match: "true positive" if gold[match.gold].is_task else "false positive" for match in kept}
    lone = dict.fromkeys(left, "no match")
    lone |= {node: "false negative" if node.span.is_task else "true negative" for node in right}
    for p, g, _ in kept:
        del lone[left[p]], lone[right[g]]
    counts = Counter([*pairs.values(), *lone.values()])
    unseen = min(len(tasks), len(gold)) - len(matches)
    total = f"total IoU {math.fsum(match.iou for match in matches):.2f}"
    steps = (
        ("(a) Every pair, weighted by IoU", "words in both over words in either; [0, 3) is words 0, 1, 2; grey: IoU 0"),
        ("(b) The full matching of the largest weight", total + f"; {unseen} of IoU 0 not drawn" * (unseen > 0)),
        (f"(c) Pairs below IoU {THRESHOLD} pruned", " · ".join(f"{counts[word]} {word}" for word in _VERDICTS)),
    )
    height = 92 + max((*tasks_at, *gold_at, 0.0)) + _TALL / 2
    tops = [66 + number * height for number in range(3)]
    paired = {(edge.predicted, edge.gold) for edge in edges}
    apart = [(p, g) for p in range(len(left)) for g in range(len(right)) if (p, g) not in paired]
    drawn = [svg.line(_edge(left[p], right[g], tops[0]), stroke=svg.HAIR, width=0.8) for p, g in apart]
    for top, chosen in zip(tops, (edges, matches), strict=False):
        drawn += [_joined(_edge(left[p], right[g], top), _iou(iou), svg.INK) for p, g, iou in chosen]
    for (p, g, _), word in pairs.items():
        drawn.append(_joined(_edge(left[p], right[g], tops[2]), word, _VERDICTS[word]))
    for top, (title, note) in zip(tops, steps, strict=True):
        drawn += [svg.line([(LEFT, top - 66), (RIGHT, top - 66)], stroke=svg.RULE)] if top > tops[0] else []
        drawn += [svg.text(LEFT, top - 36, title, size=14, bold=True), svg.text(LEFT, top - 17, note, fill=svg.SOFT)]
        drawn += [node.draw(top, lone.get(node) if top == tops[2] else None) for node in (*left, *right)]
    told = [f"{left[p].name} and {right[g].name} have IoU {_iou(iou)}." for p, g, iou in edges]
    told += [f"{left[p].name} with {right[g].name}: {word}." for (p, g, _), word in pairs.items()]
    told += [f"{node.name} alone: {word}." for node, word in lone.items()]
    title = "Matching predicted task sentences to gold sentences"
    return svg.document(3 * height, drawn, title=title, description=" ".join(told))


def _positions(tasks: int, gold: int, edges: Sequence[Match]) -> tuple[list[float], list[float]]:
    """Centres of the boxes: the longer side evenly, the other beside the sentences it shares words with."""
    even = [_TALL / 2 + _PITCH * number for number in range(max(tasks, gold))]
    near: list[list[float]] = [[] for _ in range(min(tasks, gold))]
    for p, g, _ in edges:
        near[g if tasks > gold else p].append(even[p if tasks > gold else g])
    wanted = (math.fsum(places) / len(places) if places else 0.0 for places in near)
    beside = svg.spread(wanted, _PITCH, _TALL / 2, max(even, default=0.0))
    return (even, beside) if tasks > gold else (beside, even)


def _nodes(
    region: Region, side: str, spans: Sequence[Span | Sentence], places: Sequence[float], x: float
) -> list[_Node]:
    named = enumerate(zip(spans, places, strict=True), 1)
    return [_Node(f"{side}{n}", span, region.text(span.start, span.end), x, place) for n, (span, place) in named]


def _edge(left: _Node, right: _Node, top: float) -> tuple[svg.Point, svg.Point]:
    return (left.x + _COLUMN, top + left.middle), (right.x, top + right.middle)


def _joined(edge: tuple[svg.Point, svg.Point], words: str, ink: str) -> str:
    # Overlapping pairs are ordered on both sides, so their middles are half a pitch apart and words never touch.
    (x1, y1), (x2, y2) = edge
    words_at = (x1 + x2) / 2, (y1 + y2) / 2
    return svg.line(edge, stroke=ink, width=1.8) + svg.chip(*words_at, words, fill=svg.PAPER, ink=ink)


def _iou(iou: float) -> str:
    """Two digits; more only where two would put it on the wrong side of the threshold, or at zero."""
    keeps = MATCHINGS["paper"].keeps
    rounded = (f"{iou:.{digits}f}" for digits in range(2, 17))
    return next((shown for shown in rounded if float(shown) and keeps(float(shown)) == keeps(iou)), str(iou))
