"""The paper's figures 2 and 4 and a latency chart, as SVG text that needs nothing but itself.

Letters, words, line weights and marker shapes say what the colours say.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from inkslate.board import Region, Sentence, Span
from inkslate.errors import InputError
from inkslate.evaluation import svg
from inkslate.evaluation.metrics.matching import MATCHINGS, THRESHOLD, Match, best_matching, overlaps
from inkslate.evaluation.svg import LEFT, RIGHT
from inkslate.messages import counted
from inkslate.model.schemes import SCHEMES, Scheme


class _Kind(NamedTuple):
    """What is shown of a sentence by its `is_task`."""

    word: str
    ink: str
    tint: str


_KINDS: Mapping[bool | None, _Kind] = MappingProxyType(
    {
        True: _Kind("task", svg.GREEN, "#e6f5ea"),
        False: _Kind("non-task", svg.SOFT, "#f1f3f5"),
        None: _Kind("sentence", svg.BLUE, "#e3f2f8"),
    }
)
_WORD_SIZE = 13
_BREAK, _BULLET = "⏎", "•"


@dataclass(frozen=True, slots=True)
class _Box:
    """A word in its place; or a bullet or line break, which has no word index and takes no label."""

    text: str
    word: int | None
    width: float
    x: float
    row: int

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


def labelings_figure(region: Region, labelings: Mapping[str, Sequence[str]]) -> str:
    """The paper's figure 2: the region as written, then each labeling (by its scheme's title) and its sentences."""
    schemes = {scheme.title: scheme for scheme in SCHEMES.values()}
    boxes = _boxes(region)
    drawn, y = _as_written(region)
    told = [f"As written: {' / '.join((f'{_BULLET} ' if line.bullet else '') + line.text for line in region.lines)}."]
    for title, labels in labelings.items():
        if title not in schemes:
            raise InputError(f"no scheme is called {title!r}: take one of {', '.join(schemes)}")
        if len(labels) != len(region.word_texts):
            sizes = f"{counted(len(labels), 'label')} for {counted(len(region.word_texts), 'word')}"
            raise InputError(f"{title}: {sizes}: give one for each word")
        scheme = schemes[title]
        # Where a scheme has an outside, a non-task is a stretch of which it knows nothing.
        spans = [span for span in scheme.decode(labels) if span.is_task is not False or scheme.outside is None]
        pitch = 67 if any(span.is_task for span in spans) else 56
        drawn.append(svg.line([(LEFT, y), (RIGHT, y)], stroke=svg.RULE))
        drawn.append(svg.text(LEFT, y + 25, title, size=14, bold=True))
        drawn.append(svg.text(LEFT + svg.width_of(title, 14, bold=True) + 12, y + 25, _gloss(scheme), fill=svg.SOFT))
        tops = [y + 53 + pitch * row for row in range(1 + max((box.row for box in boxes), default=0))]
        drawn += [*_labels(boxes, scheme, labels, tops), *_brackets(boxes, spans, tops)]
        told.append(f"{title}: {', '.join(map(' '.join, zip(region.word_texts, labels, strict=True)))}.")
        told += [f"{_KINDS[span.is_task].word}: “{region.text(span.start, span.end)}”." for span in spans]
        y = tops[-1] + pitch - 11
    drawn += [svg.break_mark(LEFT + 6, y + 6), svg.text(LEFT + 17, y + 10, "line break", size=11, fill=svg.SOFT)]
    drawn += [svg.dot(LEFT + 88, y + 6, 2.5), svg.text(LEFT + 97, y + 10, "bullet", size=11, fill=svg.SOFT)]
    legend = "A bracket spans a sentence, a thick one a task; an open end goes on in the next row."
    drawn.append(svg.text(RIGHT, y + 10, legend, size=11, fill=svg.SOFT, anchor="end"))
    title = "Labeling schemes and the sentences and tasks that follow from them"
    return svg.document(y + 26, drawn, title=title, description=" ".join(told))


def _gloss(scheme: Scheme) -> str:
    says = {label: f"begins a {_KINDS[task].word}" for label, task in scheme.opens.items()}
    says |= {scheme.outside: "is outside of tasks"} if scheme.outside else {}
    return " · ".join(f"{label} {says.get(label, 'goes on')}" for label in scheme.labels)


def _as_written(region: Region) -> tuple[list[str], float]:
    """The lines on a sheet, bullets as dots, and where the rest can start."""
    texts, y = [], 62
    for line in region.lines:
        x = LEFT + (32 if line.bullet else 14)
        if line.bullet:
            texts.append(svg.dot(x - 12, y - 5, 3))
        for number, row in enumerate(svg.wrap(line.text, RIGHT - 60 - x, 14) or [""]):
            texts.append(svg.text(x + (10 if number else 0), y, row, size=14))
            y += 22
    sheet = svg.rect((LEFT, 40), RIGHT - LEFT, max(y - 48, 20), fill="#fffdf3", stroke="#dccf9a", radius=6)
    return [svg.text(LEFT, 28, "As written", size=14, bold=True), sheet, *texts], y + 8


def _boxes(region: Region) -> list[_Box]:
    """Words, bullets and line breaks in rows, which end where lines end if they can."""
    groups: list[list[tuple[str, int | None, float]]] = []
    for first, line in zip(region.line_starts, region.lines, strict=True):
        group: list[tuple[str, int | None, float]] = [(_BULLET, None, 8)] if line.bullet else []
        for index in range(first, first + len(line.words)):
            text = svg.fit(region.word_texts[index], 0.85 * (RIGHT - LEFT), _WORD_SIZE)
            # Wide enough for the chip, and for the mark "task" under a task of one word.
            group.append((text, index, max(26, svg.width_of(text, _WORD_SIZE))))
        groups.append(group + [(_BREAK, None, 12)] * (len(groups) + 1 < len(region.lines)))
    places = svg.flow([[width for *_, width in group] for group in groups], gap=9)
    items = (item for group in groups for item in group)
    return [_Box(*item, x, row) for item, (x, row) in zip(items, places, strict=True)]


def _labels(boxes: Sequence[_Box], scheme: Scheme, labels: Sequence[str], tops: Sequence[float]) -> Iterator[str]:
    kind_of = {at: _KINDS[span.is_task] for span in scheme.decode(labels) for at in range(span.start, span.end)}
    for box in boxes:
        y = tops[box.row]
        if box.word is None:
            yield svg.break_mark(box.middle, y - 4) if box.text == _BREAK else svg.dot(box.middle, y - 4, 2.5)
            continue
        label, kind = labels[box.word], kind_of[box.word]
        fill = kind.ink if label in scheme.opens else svg.PAPER if label == scheme.outside else kind.tint
        yield svg.text(box.middle, y, box.text, size=_WORD_SIZE, anchor="middle")
        yield svg.chip(box.middle, y + 17, label, fill=fill, ink=kind.ink, dash="2 2" if fill == svg.PAPER else "")


def _brackets(boxes: Sequence[_Box], spans: Sequence[Span], tops: Sequence[float]) -> Iterator[str]:
    """A bracket under each sentence, one for each row it stands in."""
    parts: dict[tuple[Span, int], list[_Box]] = {}
    span_of = {at: span for span in spans for at in range(span.start, span.end)}
    for box in boxes:
        if box.word is not None and box.word in span_of:
            parts.setdefault((span_of[box.word], box.row), []).append(box)
    for (span, row), part in parts.items():
        starts, ends = part[0].word == span.start, part[-1].word == span.end - 1
        left, right = part[0].x - (0 if starts else 6), part[-1].x + part[-1].width + (0 if ends else 6)
        y, ink = tops[row] + 33, _KINDS[span.is_task].ink
        points = [(left, y - 4)] * starts + [(left, y), (right, y)] + [(right, y - 4)] * ends
        yield svg.line(points, stroke=ink, width=3 if span.is_task else 1.3)
        if span.is_task:
            mark = "task" if starts else "…"
            yield svg.text((left + right) / 2, y + 13, mark, size=11, fill=ink, anchor="middle", bold=True)


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
    """A sentence as a box; `middle` is where it stands below the top of a step."""

    name: str
    span: Span | Sentence
    text: str
    x: float
    middle: float

    def draw(self, top: float, verdict: str | None) -> str:
        """The box, with the verdict on a sentence that stands alone; the full text is its title."""
        kind, y = _KINDS[self.span.is_task], top + self.middle - _TALL / 2
        head = f"{self.name} · {'predicted ' * self.name.startswith('P')}{kind.word}"
        head += "" if verdict else f" · [{self.span.start}, {self.span.end})"
        dash = "" if self.span.is_task else "4 3"
        parts = [
            svg.rect((self.x, y), _COLUMN, _TALL, fill=kind.tint, stroke=kind.ink, radius=5, dash=dash),
            svg.text(self.x + 9, y + 16, head, size=11, fill=kind.ink, bold=True),
            svg.text(self.x + 9, y + 33, f"“{svg.fit(self.text, _COLUMN - 30, 13)}”", size=13),
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
    tasks_at, gold_at = _stand(len(tasks), len(gold), edges)
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


def _stand(tasks: int, gold: int, edges: Sequence[Match]) -> tuple[list[float], list[float]]:
    """The longer side stands evenly, the other beside the sentences it shares words with."""
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


def latency_figure(series: Mapping[str, Sequence[tuple[int, float]]], *, x_label: str, y_label: str, note: str) -> str:
    """A line chart of named (x, y) points on linear axes; y starts at zero."""
    _check(series)
    names = {name: svg.fit(name, 150, 12, bold=True) for name in series}
    lines = {name: sorted(points) for name, points in series.items()}
    every = [point for points in lines.values() for point in points]
    across, up = svg.ticks(min(every)[0], max(every)[0], whole=True), svg.ticks(0, max(y for _, y in every) or 1)
    drawn, y = svg.legend(list(names.values()), top=26)
    drawn.append(svg.text(LEFT, y + 32, svg.fit(y_label, RIGHT - LEFT, 12), fill=svg.SOFT))
    left = LEFT + 10 + max(svg.width_of(svg.plain(tick), 12) for tick in up)
    right = RIGHT - 14 - max(svg.width_of(name, 12, bold=True) for name in names.values())
    top, bottom = y + 52, y + 52 + max(250, 15 * len(series))

    def place(x: float, y: float) -> svg.Point:
        along = (x - across[0]) / (across[-1] - across[0])
        return left + along * (right - left), bottom - y / up[-1] * (bottom - top)

    for x, shown in ((place(tick, 0)[0], svg.plain(tick)) for tick in across):
        drawn += [svg.line([(x, top), (x, bottom + 5)], stroke=svg.HAIR)]
        drawn += [svg.text(x, bottom + 20, shown, anchor="middle", fill=svg.SOFT)]
    for y, shown in ((place(across[0], tick)[1], svg.plain(tick)) for tick in up):
        drawn += [svg.line([(left, y), (right, y)], stroke=svg.HAIR if y < bottom else svg.SOFT)]
        drawn += [svg.text(left - 8, y + 4, shown, anchor="end", fill=svg.SOFT)]
    below = svg.fit(x_label, right - left, 12)
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
