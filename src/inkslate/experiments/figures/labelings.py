"""The paper's figure 2: one region under several labeling schemes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from inkslate.board import Region, Span
from inkslate.errors import InputError
from inkslate.evaluation import svg
from inkslate.evaluation.svg import LEFT, RIGHT
from inkslate.experiments.figures.sentence_kinds import KINDS
from inkslate.messages import counted
from inkslate.model.schemes import SCHEMES, Scheme

_WORD_SIZE = 13
_BREAK, _BULLET = "⏎", "•"


@dataclass(frozen=True, slots=True)
class _Box:
    """A word with its position; or a bullet or line break, which has no word index and no label."""

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
        # A scheme with an outside label does not mark non-tasks.
        spans = [span for span in scheme.decode(labels) if span.is_task is not False or scheme.outside is None]
        pitch = 67 if any(span.is_task for span in spans) else 56
        drawn.append(svg.line([(LEFT, y), (RIGHT, y)], stroke=svg.RULE))
        drawn.append(svg.text(LEFT, y + 25, title, size=14, bold=True))
        drawn.append(svg.text(LEFT + svg.width_of(title, 14, bold=True) + 12, y + 25, _gloss(scheme), fill=svg.SOFT))
        tops = [y + 53 + pitch * row for row in range(1 + max((box.row for box in boxes), default=0))]
        drawn += [*_labels(boxes, scheme, labels, tops), *_brackets(boxes, spans, tops)]
        told.append(f"{title}: {', '.join(map(' '.join, zip(region.word_texts, labels, strict=True)))}.")
        told += [f"{KINDS[span.is_task].word}: “{region.text(span.start, span.end)}”." for span in spans]
        y = tops[-1] + pitch - 11
    drawn += [svg.break_mark(LEFT + 6, y + 6), svg.text(LEFT + 17, y + 10, "line break", size=11, fill=svg.SOFT)]
    drawn += [svg.dot(LEFT + 88, y + 6, 2.5), svg.text(LEFT + 97, y + 10, "bullet", size=11, fill=svg.SOFT)]
    legend = "A bracket spans a sentence, a thick one a task; an open end goes on in the next row."
    drawn.append(svg.text(RIGHT, y + 10, legend, size=11, fill=svg.SOFT, anchor="end"))
    title = "Labeling schemes and the sentences and tasks that follow from them"
    return svg.document(y + 26, drawn, title=title, description=" ".join(told))


def _gloss(scheme: Scheme) -> str:
    says = {label: f"begins a {KINDS[task].word}" for label, task in scheme.opens.items()}
    says |= {scheme.outside: "is outside of tasks"} if scheme.outside else {}
    return " · ".join(f"{label} {says.get(label, 'goes on')}" for label in scheme.labels)


def _as_written(region: Region) -> tuple[list[str], float]:
    """The lines on a sheet, bullets as dots, and the y where the next part starts."""
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
    """Words, bullets and line breaks in rows, which end at line ends where possible."""
    groups: list[list[tuple[str, int | None, float]]] = []
    for first, line in zip(region.line_starts, region.lines, strict=True):
        group: list[tuple[str, int | None, float]] = [(_BULLET, None, 8)] if line.bullet else []
        for index in range(first, first + len(line.words)):
            text = svg.truncate(region.word_texts[index], 0.85 * (RIGHT - LEFT), _WORD_SIZE)
            # Wide enough for the chip, and for the mark "task" under a task of one word.
            group.append((text, index, max(26, svg.width_of(text, _WORD_SIZE))))
        groups.append(group + [(_BREAK, None, 12)] * (len(groups) + 1 < len(region.lines)))
    places = svg.flow([[width for *_, width in group] for group in groups], gap=9)
    items = (item for group in groups for item in group)
    return [_Box(*item, x, row) for item, (x, row) in zip(items, places, strict=True)]


def _labels(boxes: Sequence[_Box], scheme: Scheme, labels: Sequence[str], tops: Sequence[float]) -> Iterator[str]:
    kind_of = {at: KINDS[span.is_task] for span in scheme.decode(labels) for at in range(span.start, span.end)}
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
    """A bracket under each sentence, one for each of its rows."""
    parts: dict[tuple[Span, int], list[_Box]] = {}
    span_of = {at: span for span in spans for at in range(span.start, span.end)}
    for box in boxes:
        if box.word is not None and box.word in span_of:
            parts.setdefault((span_of[box.word], box.row), []).append(box)
    for (span, row), part in parts.items():
        starts, ends = part[0].word == span.start, part[-1].word == span.end - 1
        left, right = part[0].x - (0 if starts else 6), part[-1].x + part[-1].width + (0 if ends else 6)
        y, ink = tops[row] + 33, KINDS[span.is_task].ink
        points = [(left, y - 4)] * starts + [(left, y), (right, y)] + [(right, y - 4)] * ends
        yield svg.line(points, stroke=ink, width=3 if span.is_task else 1.3)
        if span.is_task:
            mark = "task" if starts else "…"
            yield svg.text((left + right) / 2, y + 13, mark, size=11, fill=ink, anchor="middle", bold=True)
