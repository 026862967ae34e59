"""How much PDFium reads for one page of a PDF: a page can draw a form many times, and a form can draw others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

_DEEPEST = 100  # PDFium stops earlier
_ONE = 200  # bytes that a form counts for, however small it is
_LONGEST = 50_000  # bytes of what a form says about its names
_NAME = rb"/([^\s/<>\[\]()]+)"
_DRAWN = re.compile(_NAME + rb"\s+Do\b")
_PLACE = re.compile(_NAME + rb"\s*([0-9]{1,9})\s+[0-9]{1,9}\s+R\b")
_RESOURCES = frozenset((b"Resources", b"XObject"))


class _Drawing(NamedTuple):
    size: int
    names: Counter[bytes]  # of the forms that it draws, and how many times
    head: bytes


class Forms:
    """The streams of a file that draw others, by the number of their object."""

    def __init__(self) -> None:
        self._drawings: dict[bytes, _Drawing] = {}
        self._texts: dict[bytes, bytes] = {}
        self._sizes: dict[bytes, int] = {}
        self._open: set[bytes] = set()
        self._all: dict[bytes, set[bytes]] = {}

    def add_stream(self, number: bytes, head: bytes, unpacked: bytes) -> None:
        """Note what a stream draws; an object may be there several times, and all of them count."""
        names = Counter(_DRAWN.findall(unpacked)) if b"Do" in unpacked else Counter[bytes]()
        before = self._drawings.get(number, _Drawing(0, Counter(), b""))
        self._drawings[number] = _Drawing(max(before.size, len(unpacked)), before.names | names, before.head + head)

    def add_object(self, number: bytes, text: bytes) -> None:
        """Note an object that is no stream."""
        self._texts[number] = self._texts.get(number, b"") + text[:_LONGEST]

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
            for name, number in self._places(text):
                self._all.setdefault(name, set()).add(number)
        return max(self._size(number) for number in self._drawings)

    def _size(self, number: bytes) -> float:
        """The size of a stream with what it draws; PDFium draws no form inside of itself."""
        if number in self._open:
            return 0
        if len(self._open) > _DEEPEST:
            return float("inf")
        if number not in self._sizes:
            size, names, head = self._drawings[number]
            self._open.add(number)
            places = self._named(head) if names else {}
            drawn = (times * (_ONE + self._largest_of(places.get(name, ()))) for name, times in names.items())
            self._sizes[number] = size + sum(drawn)
            self._open.remove(number)
        return self._sizes[number]

    def _largest_of(self, numbers: Iterable[bytes]) -> float:
        return max(map(self._size, numbers), default=0)

    def _named(self, head: bytes) -> dict[bytes, set[bytes]]:
        """The streams that the names in a form mean. A page says that elsewhere: there, any of all forms."""
        if b"/Resources" not in head:
            return self._all
        found: dict[bytes, set[bytes]] = {}
        text = head
        for _ in range(3):  # the form, its resources, and the list of forms in them
            places = _PLACE.findall(text)
            for name, number in self._places(text):
                found.setdefault(name, set()).add(number)
            text = b"".join(self._texts.get(number, b"") for name, number in places if name in _RESOURCES)
        return found

    def _places(self, text: bytes) -> list[tuple[bytes, bytes]]:
        return [(name, number) for name, number in _PLACE.findall(text) if number in self._drawings]
