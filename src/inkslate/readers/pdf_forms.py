"""How much PDFium reads for one page of a PDF: a page can draw a form many times, and a form can draw others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

_DEEPEST = 100  # PDFium stops earlier
_DEEPEST_NAMES = 2  # a form refers to its resources, and they refer to the list of forms
_MOST_PLACES = 8  # of the names of one form; there is one, and one more each time the file is saved
_ONE = 200  # bytes that a form counts for, however small it is
_LONGEST = 50_000  # bytes of what a form says about its names
_NAME = rb"/([^\s/<>\[\]()]+)"
_DRAWN = re.compile(_NAME + rb"\s+Do\b")
_PLACE = re.compile(_NAME + rb"\s*([0-9]{1,9})\s+[0-9]{1,9}\s+R\b")
_NUMBER = re.compile(rb"([0-9]{1,9})\s+[0-9]{1,9}\s+R\b")
_KIDS = re.compile(rb"/Kids\s*\[([^\[\]/]*)\]")
_CONTENTS = re.compile(rb"/Contents([\s\[0-9R]+)")


@dataclass
class _Drawing:
    size: int = 0
    names: dict[bytes, int] = field(default_factory=dict)  # of the forms that it draws, and how many times
    head: bytes = b""


class Forms:
    """The streams of a file that draw others, by the number of their object."""

    def __init__(self) -> None:
        self._drawings: dict[bytes, _Drawing] = {}
        self._texts: dict[bytes, bytes] = {}
        self._sizes: dict[bytes, float] = {}
        self._open: set[bytes] = set()
        self._places: dict[bytes, Mapping[bytes, set[bytes]]] = {}
        self._all: dict[bytes, set[bytes]] = {}

    def add_stream(self, number: bytes, head: bytes, unpacked: bytes) -> None:
        """Note what a stream draws; an object may be there several times, and all of them count."""
        drawing = self._drawings.setdefault(number, _Drawing())
        drawing.size = max(drawing.size, len(unpacked))
        if len(drawing.head) < _LONGEST:
            drawing.head += head
        for name, times in Counter(_DRAWN.findall(unpacked)).items() if b"Do" in unpacked else ():
            drawing.names[name] = max(times, drawing.names.get(name, 0))

    def add_object(self, number: bytes, text: bytes) -> None:
        """Note an object that is no stream."""
        before = self._texts.get(number, b"")
        if len(before) < _LONGEST:
            self._texts[number] = before + text[:_LONGEST]

    def add_objects(self, first: int, unpacked: bytes) -> None:
        """Note those of an object stream: pairs of a number and a place come first."""
        pairs = unpacked[:first].split()
        places = [
            (number, int(place)) for number, place in zip(pairs[::2], pairs[1::2], strict=False) if place.isdigit()
        ]
        ends = [place for _, place in places[1:]] + [len(unpacked)]
        for (number, place), end in zip(places, ends, strict=True):
            self.add_object(number, unpacked[first + place : first + end])

    def largest(self) -> float:
        """The size of the largest stream, with all that it draws."""
        if not any(drawing.names for drawing in self._drawings.values()):
            return 0
        for text in [*self._texts.values(), *(drawing.head for drawing in self._drawings.values())]:
            for name, number in _PLACE.findall(text):
                if number in self._drawings:
                    self._all.setdefault(name, set()).add(number)
        return max(map(self._size, self._drawings))

    def of_all_pages(self) -> float:
        """The size of all pages with what they draw: a file may show one page, or one text, many times."""
        pages = Counter(
            number for text in self._texts.values() for kids in _KIDS.findall(text) for number in _NUMBER.findall(kids)
        )
        return sum(
            times * self._largest(_NUMBER.findall(contents))
            for page, times in pages.items()
            for contents in _CONTENTS.findall(self._texts.get(page, b""))
        )

    def _size(self, number: bytes) -> float:
        """The size of a stream with what it draws."""
        drawing = self._drawings[number]
        return self._once(number, lambda: drawing.size + self._drawn(drawing))

    def _drawn(self, drawing: _Drawing) -> float:
        # A page says elsewhere what its names mean: there, each means any of all forms.
        own = _numbers(drawing.head) if b"/Resources" in drawing.head and drawing.names else None
        sizes = (
            times
            * (_ONE + (self._size_of(name) if own is None else self._largest(self._named(own, name, _DEEPEST_NAMES))))
            for name, times in drawing.names.items()
        )
        return sum(sizes)

    def _size_of(self, name: bytes) -> float:
        """The size of the largest form of a name."""
        return self._once(b"/" + name, lambda: self._largest(self._all.get(name, ())))

    def _largest(self, numbers: Iterable[bytes]) -> float:
        return max((self._size(number) for number in numbers if number in self._drawings), default=0)

    def _once(self, key: bytes, find: Callable[[], float]) -> float:
        """What `find` gives, asked for once; 0 inside of itself, because PDFium draws no form inside of itself."""
        if key in self._open:
            return 0
        if key not in self._sizes:
            if len(self._open) > _DEEPEST:
                return float("inf")
            self._open.add(key)
            self._sizes[key] = find()
            self._open.remove(key)
        return self._sizes[key]

    def _named(self, places: Mapping[bytes, set[bytes]], name: bytes, depth: int) -> set[bytes]:
        """The objects that a name means in a form, its resources, or the list of forms in them."""
        found = set(places.get(name, ()))
        inner = {*places.get(b"Resources", ()), *places.get(b"XObject", ())} if depth else set()
        if len(inner) > _MOST_PLACES:
            return self._all.get(name, set())
        for number in inner:
            if number not in self._places:
                self._places[number] = _numbers(self._texts.get(number, b""))
            found |= self._named(self._places[number], name, depth - 1)
        return found


def _numbers(text: bytes) -> Mapping[bytes, set[bytes]]:
    """The numbers of the objects that each name has in a text."""
    found: dict[bytes, set[bytes]] = {}
    for name, number in _PLACE.findall(text):
        found.setdefault(name, set()).add(number)
    return found
