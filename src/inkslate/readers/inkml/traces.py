"""The traces of an InkML file: their ids, what refers to them, and the boxes around them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from inkslate.board import Box
from inkslate.errors import InputError
from inkslate.messages import shorten

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

# One value: how it is meant (! as it is, ' as a difference, " as a difference of differences), then a number or a mark.
_VALUE = re.compile(r"""\s*([!'"]?)\s*([-+]?\s*(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?#[0-9A-Fa-f]+|[*?TF])\s*""")
_HOLDERS = ("traceGroup", "traceView")
# References to references could multiply a small file without end.
_MOST_REFERENCES = 1_000_000
_LONGEST_CHAIN = 100

Extent = tuple[float, float, float, float]  # left, top, right, bottom


class Traces:
    """Traces by id. One without an id is called `ink#n`, the n-th trace of the file."""

    def __init__(self, root: Element, name: str) -> None:
        self._name = name
        self._ids: dict[Element, str] = {}
        self._traces: dict[str, Element] = {}
        self._holders: dict[str, Element] = {}
        self._resolved: dict[str, tuple[str, ...]] = {}
        self._extents: dict[str, Extent | None] = {}
        self._formats = _Formats(root)
        self._left = _MOST_REFERENCES
        for number, trace in enumerate(root.iter("trace")):
            key = trace.get("id") or f"ink#{number}"
            if key in self._traces:
                raise InputError(f"{name}: two traces have the id {shorten(key)}; give each its own")
            self._ids[trace] = key
            self._traces[key] = trace
        for tag in _HOLDERS:
            for holder in root.iter(tag):
                if key := holder.get("id", ""):
                    self._holders.setdefault(key, holder)

    def __bool__(self) -> bool:
        return bool(self._traces)

    def within(self, element: Element) -> tuple[str, ...]:
        """The ids of the traces that an element holds or refers to, each once."""
        return self._within(element, ())

    def box(self, ids: Iterable[str]) -> Box | None:
        """The box around traces; None where one of them cannot be read."""
        extents = []
        for key in ids:
            if self._traces[key].get("type") == "penUp":  # the pen moved above the paper
                continue
            if key not in self._extents:
                self._extents[key] = self._extent(self._traces[key])
            extents.append(self._extents[key])
        if not extents or None in extents:
            return None
        lefts, tops, rights, bottoms = zip(*(extent for extent in extents if extent is not None), strict=True)
        left, top = min(lefts), min(tops)
        return Box(left, top, max(rights) - left, max(bottoms) - top)

    def _within(self, element: Element, chain: tuple[str, ...]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for inner in element.iter():
            if inner.tag == "trace":
                found[self._ids[inner]] = None
            elif reference := inner.get("traceDataRef"):
                found.update(dict.fromkeys(self._resolve(reference, chain)))
        return tuple(found)

    def _resolve(self, reference: str, chain: tuple[str, ...]) -> tuple[str, ...]:
        # `#t1` after the standard, `t1` in many files; a trace of another file is out of reach.
        file, mark, fragment = reference.strip().rpartition("#")
        key = fragment if mark and not file else reference.strip()
        if key in self._traces:
            return (key,)
        if key not in self._holders:
            return ()
        if key not in self._resolved:
            self._resolved[key] = self._follow(key, chain)
        self._left -= len(self._resolved[key])
        if self._left < 0:
            raise InputError(f"{self._name}: too many references to traces; let each view refer to its own traces")
        return self._resolved[key]

    def _follow(self, key: str, chain: tuple[str, ...]) -> tuple[str, ...]:
        if key in chain or len(chain) >= _LONGEST_CHAIN:
            raise InputError(
                f"{self._name}: the traceView {shorten(key)} refers to itself or through too many others; "
                "let it refer to traces"
            )
        return self._within(self._holders[key], (*chain, key))

    def strokes(self) -> Iterator[tuple[str, list[tuple[float, float]]]]:
        """The id and the points of every trace that the pen drew and that can be read."""
        for key, trace in self._traces.items():
            if trace.get("type") != "penUp" and self._extent(trace) is not None:
                yield key, self._points_of(trace)

    def _points_of(self, trace: Element) -> list[tuple[float, float]]:
        """None of them where the trace cannot be read."""
        channels = self._formats.of(trace)
        if "X" not in channels or "Y" not in channels:
            return []
        text = trace.text or ""
        try:
            return _plain_points(text, channels) or list(_points(text, channels))
        except ValueError:
            return []

    def _extent(self, trace: Element) -> Extent | None:
        points = self._points_of(trace)
        if not points:
            return None
        xs, ys = zip(*points, strict=True)
        extent = min(xs), min(ys), max(xs), max(ys)
        # A NaN hides from min and max, not from the sum.
        return extent if all(abs(side) < 1e300 for side in extent) and math.isfinite(sum(xs) + sum(ys)) else None


class _Formats:
    """Which channels a trace has, in which order."""

    def __init__(self, root: Element) -> None:
        self._by_id = {
            key: element
            for tag in ("context", "inkSource", "traceFormat")
            for element in root.iter(tag)
            if (key := element.get("id"))
        }
        self._of_trace: dict[Element, Element] = {}
        self._known: dict[Element, tuple[str, ...] | None] = {}
        self._default = next(root.iter("traceFormat"), None)
        self._note(root, None)

    def of(self, trace: Element) -> tuple[str, ...]:
        """The channels of a trace."""
        context = self._of_trace.get(trace)
        if context is not None:
            if context not in self._known:
                self._known[context] = self._channels(context)
            if channels := self._known[context]:
                return channels
        return (self._default is not None and _names(self._default)) or ("X", "Y")

    def _note(self, parent: Element, context: Element | None) -> None:
        """Remember each trace's context: its own, that of its group, or the one declared last before it."""
        for child in parent:
            if child.tag in ("context", "traceFormat"):
                context = child
            elif child.tag in ("trace", "traceGroup"):
                own = self._by_id.get(child.get("contextRef", "").lstrip("#"), context)
                if child.tag == "traceGroup":
                    self._note(child, own)
                elif own is not None:
                    self._of_trace[child] = own

    def _channels(self, element: Element | None) -> tuple[str, ...] | None:
        seen: set[Element] = set()
        while element is not None and element not in seen:
            seen.add(element)
            for declared in element.iter("traceFormat"):
                if names := _names(declared):
                    return names
            references = (element.get(key, "").lstrip("#") for key in ("traceFormatRef", "inkSourceRef", "contextRef"))
            element = next((self._by_id[key] for key in references if key in self._by_id), None)
        return None


def _names(format: Element) -> tuple[str, ...]:
    return tuple(channel.get("name", "").upper() for channel in format.iter("channel"))


def _plain_points(text: str, channels: Sequence[str]) -> list[tuple[float, float]] | None:
    """The points where every value is a number as it is, which most files have; None where one is not."""
    x, y = channels.index("X"), channels.index("Y")
    split = [point.split() for point in text.split(",")]
    if any(len(values) != len(channels) for values in split):
        return None
    try:
        return [(float(values[x]), float(values[y])) for values in split]
    except ValueError:
        return None


def _points(text: str, channels: Sequence[str]) -> Iterator[tuple[float, float]]:
    """The x and y of each point; ValueError where a value cannot be read."""
    states = [_Channel() for _ in channels]
    x, y = channels.index("X"), channels.index("Y")
    for values in _split(text, len(channels)):
        for state, (meant, value) in zip(states, values, strict=False):
            state.take(meant, value)
        if len(values) <= max(x, y):
            raise ValueError("a point without x or y")
        yield states[x].value, states[y].value


def _split(text: str, channels: int) -> Iterator[list[tuple[str, str]]]:
    """The values of each point. Early drafts of the standard had no commas: then values are counted."""
    points = [_values(point) for point in text.split(",") if point.strip()]
    if len(points) == 1 and len(points[0]) >= 2 * channels:
        (values,) = points
        points = [values[at : at + channels] for at in range(0, len(values) - channels + 1, channels)]
    yield from points


def _values(point: str) -> list[tuple[str, str]]:
    values, at = [], 0
    while at < len(point):
        match = _VALUE.match(point, at)
        if match is None:
            raise ValueError("not a value")
        values.append((match[1], match[2]))
        at = match.end()
    return values


class _Channel:
    """A channel's value so far, and how the next one changes it."""

    def __init__(self) -> None:
        self.value = self._speed = self._change = 0.0
        self._meant = "!"

    def take(self, meant: str, text: str) -> None:
        """Apply the next value of the channel."""
        self._meant = meant or self._meant
        if text in "?TF":
            return
        again = text == "*"
        if self._meant == "!":
            self.value = self.value if again else _number(text)
            self._speed = self._change = 0.0
        elif self._meant == "'":
            self._speed = self._speed if again else _number(text)
            self.value += self._speed
        else:
            self._change = self._change if again else _number(text)
            self._speed += self._change
            self.value += self._speed


def _number(text: str) -> float:
    text = "".join(text.split())
    if "#" in text:
        sign, _, digits = text.partition("#")
        if len(digits) > 16:
            raise ValueError("too many digits")
        return float(int(sign + digits, 16))
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("not finite")
    return number
