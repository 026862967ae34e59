"""The content of an Azure result and the spans into it, in whichever unit the file counts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property

from inkslate.errors import InputError
from inkslate.formats.json_values import Fields
from inkslate.readers.json_keys import find_key, snake_case

# Flags are two letters each. `\X` alone counts a run of them from its start for every flag, in quadratic time.
_ELEMENT = r"\p{RI}\p{RI}?[\p{GCB=EX}\p{GCB=SM}\p{GCB=ZWJ}]*+|\X"
_MOST_TAKEN = 8  # times its length that the content is taken for text: of words, of lines, of some of them twice
_POINTS, _UTF16, _ELEMENTS = "unicodecodepoint", "utf16codeunit", "textelements"


def azure_key(fields: Fields, name: str) -> str:
    """The key as the service spells it (camelCase), or as the Python packages write it (snake_case)."""
    return find_key(fields, name, snake_case)


def element_starts(text: str) -> list[int]:
    """Where each text element begins, in code points: a letter with its accents or a family of emoji is one."""
    # Imported here: it takes 30 ms, and few files count in text elements.
    import regex  # type: ignore[import-untyped]

    return [match.start() for match in regex.finditer(_ELEMENT, text)]


class AzureContent:
    """The text that spans point into. Where the file has none, spans still say which element contains which."""

    def __init__(self, text: str | None, unit: str) -> None:
        self.text, self._unit = text, unit
        self._taken = 0

    @classmethod
    def of(cls, result: Fields) -> AzureContent:
        """The content of a result, with the unit that its spans count in."""
        key = azure_key(result, "stringIndexType")
        unit = result.text(key)
        # Only the Python packages leave it out, and they ask for code points.
        folded = (unit or _POINTS).casefold()
        if folded not in (_POINTS, _UTF16, _ELEMENTS):
            raise result.wrong(key, unit, "textElements, unicodeCodePoint or utf16CodeUnit")
        return cls(result.text("content"), folded)

    def spans(self, fields: Fields) -> list[tuple[int, int]]:
        """Start and end of each span of an element, checked; empty spans are left out."""
        one = fields.inner("span")
        found = [self._span(span) for span in ([one] if one is not None else fields.objects("spans"))]
        return [span for span in found if span is not None]

    def take(self, spans: list[tuple[int, int]], where: str) -> str:
        """The text of an element that has none of its own; many elements cannot all have all of the content."""
        text = self.slice(*spans[0]) if spans else ""
        self._taken += len(text)
        if self._taken > _MOST_TAKEN * len(self.text or ""):
            raise InputError(f"{where}: too many spans cover the same content; the file is damaged")
        return text

    def slice(self, start: int, end: int) -> str:
        """The text of a span."""
        return (self.text or "")[self._point(start) : self._point(end)]

    def _span(self, fields: Fields) -> tuple[int, int] | None:
        offset, length = fields.whole("offset"), fields.whole("length")
        if offset is None or length is None:
            return None
        if offset < 0 or length < 0 or (self._limit is not None and offset + length > self._limit):
            raise InputError(
                f"{fields.where}: offset {offset}, length {length} lies outside of the content, which has "
                f"{'no' if self._limit is None else self._limit} characters; the file is damaged or was cut"
            )
        return (offset, offset + length) if length else None

    @cached_property
    def _limit(self) -> int | None:
        if self.text is None:
            return None
        # Unicode versions disagree on text elements; there are never more of them than code points.
        return len(self.text) + (self._beyond if self._unit == _UTF16 else 0)

    @cached_property
    def _beyond(self) -> int:
        text = self.text or ""
        return 0 if text.isascii() else sum(character > "\uffff" for character in text)

    @cached_property
    def _starts(self) -> list[int] | None:
        """For each unit the code point it begins; None where they are the same."""
        text = self.text or ""
        if self._unit == _UTF16 and self._beyond:
            return [at for at, character in enumerate(text) for _ in range(2 if character > "\uffff" else 1)]
        if self._unit == _ELEMENTS and not (text.isascii() and "\r" not in text):
            return element_starts(text)
        return None

    def _point(self, unit: int) -> int:
        if self._starts is None:
            return unit
        return self._starts[unit] if unit < len(self._starts) else len(self.text or "")


class SpanIndex:
    """Which element of a list covers an offset; where two do, the one that begins later."""

    def __init__(self, elements: Iterable[list[tuple[int, int]]]) -> None:
        spans = sorted((start, end, number) for number, spans in enumerate(elements) for start, end in spans)
        self._starts = [start for start, _, _ in spans]
        self._spans = spans

    def __bool__(self) -> bool:
        return bool(self._spans)

    def at(self, offset: int) -> int | None:
        """The number of the element that covers the offset; None where there is none."""
        found = bisect_right(self._starts, offset) - 1
        if found < 0:
            return None
        _, end, number = self._spans[found]
        return number if offset < end else None
