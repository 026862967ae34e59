"""A text block of JIIX: its words on their lines, with their strokes, and where its list items begin."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from inkslate.board import Box, Line, Word
from inkslate.errors import InputError
from inkslate.formats.json_values import Fields
from inkslate.readers.layout.geometry import box_of
from inkslate.readers.layout.nesting import lines_of_rows
from inkslate.readers.layout.text_row import TextRow
from inkslate.readers.myscript.list_items import item_ids, text_row

# Blocks and lists nest three or four deep in what MyScript writes.
DEEPEST = 100
_BREAK = re.compile("\r\n|[\n\r\v\f\x85\u2028\u2029]")
_SPACE = re.compile(r"\s*")


@dataclass
class _Row:
    """The words of one line, and the line's number in the block."""

    number: int
    words: list[list[Word]] = field(default_factory=list)  # A word with its punctuation may come in pieces.


class TextBlock:
    """One block of text on its way to lines."""

    def __init__(self, block: Fields, pointer: str) -> None:
        self._block, self._pointer = block, pointer
        self._label = block.text("label") or ""
        self._words = block.objects("words")
        self._chars = block.objects("chars") if self._words else []
        self._texts = [_label_of(word) for word in self._words]
        # Offsets count characters, in units that differ: as many as UTF-16 needs are certainly enough.
        lengths = (len(text.encode("utf-16-le")) // 2 for text in (self._label, "  ".join([*self._texts, ""])))
        self._length = max(*lengths, len(self._chars))
        for word in self._words:
            _within(word, "first-char", self._length)
            _within(word, "last-char", self._length)
        self._numbers: list[int] = []

    def lines(self) -> list[Line]:
        """The lines of the block, with bullets and check boxes."""
        return lines_of_rows(self.rows())

    def rows(self) -> list[TextRow]:
        """The rows of the block, which become its lines."""
        rows = self._rows() if any(text.strip() for text in self._texts) else self._label_rows()
        bullets = self._bullets(1 + max((row.number for row in rows), default=0))
        # Only the first of the rows with a number begins an item: the others are its continuation.
        texts = [text_row(row.words, bullets.pop(row.number, None)) for row in rows]
        return [text for text in texts if text.words or text.bullet]

    def _label_rows(self) -> list[_Row]:
        source = (f"{self._pointer}/label",)
        return [
            _Row(number, [[Word(word, None, source)] for word in text.split()])
            for number, text in enumerate(_BREAK.split(self._label))
        ]

    def _rows(self) -> list[_Row]:
        places = self._places_in_label()
        strokes, numbers, touching = self._strokes_of_chars(), self._line_numbers(places), self._touching(places)
        by_layout = any(numbers)
        rows: list[_Row] = []
        breaks, seen = 0, None
        for index, text in enumerate(self._texts):
            for at, part in enumerate(_BREAK.split(text)):
                breaks += at > 0
                if not part.strip():
                    continue
                # A new line begins where the words have a break, and where the layout says so.
                if (numbers[index], breaks) != seen:
                    seen = (numbers[index], breaks)
                    rows.append(_Row(numbers[index] if by_layout else breaks))
                words = self._split(part, index, strokes.get(index, ()))
                if touching[index] and not at and rows[-1].words:
                    rows[-1].words[-1].append(words.pop(0))
                rows[-1].words += [[word] for word in words]
            self._numbers.append(numbers[index] if by_layout else breaks)
        return rows

    def _split(self, text: str, index: int, strokes: Sequence[str | int]) -> list[Word]:
        word = self._words[index]
        box = _box(word)
        source = tuple(dict.fromkeys(item_ids(word) or strokes))
        if not source:
            given = word.id("id")
            source = (f"{self._pointer}/words/{index}" if given is None else given,)
        return [Word(part, box, source) for part in text.split()]

    def _strokes_of_chars(self) -> dict[int, list[str | int]]:
        """The strokes of each word from its characters, for words without any of their own."""
        strokes: dict[int, list[str | int]] = {}
        for char in self._chars:
            index = char.whole("word")
            if index is not None:
                strokes.setdefault(index, []).extend(item_ids(char))
        return strokes

    def _touching(self, places: Sequence[tuple[int, int, bool]]) -> list[bool]:
        """Whether each word follows the one before it without a space, as a full stop does."""
        if places:
            return [touching for _, _, touching in places]
        # Without the label to tell, only where the spaces are words themselves.
        if not any(text and not text.strip() and not _BREAK.search(text) for text in self._texts):
            return [False] * len(self._texts)
        return [
            bool(before.strip()) and not before[-1].isspace() and not text[:1].isspace()
            for before, text in zip(["", *self._texts], self._texts, strict=False)
        ]

    def _line_numbers(self, places: Sequence[tuple[int, int, bool]]) -> list[int]:
        """The line of each word by the block's `lines`, else by the label; zeros where the words say it."""
        broken = any(_BREAK.search(text) for text in self._texts)
        starts = self._line_starts("first-word")
        if starts is not None:
            return _look_up(starts, range(len(self._words)))
        starts = self._line_starts("first-char")
        if starts is not None:
            offsets = self._offsets
            if offsets is None and places and not broken and not _BREAK.search(self._label):
                offsets = [offset for offset, _, _ in places]
            if offsets is not None:
                return _look_up(starts, offsets)
        if places and not broken:
            return [line for _, line, _ in places]
        return [0] * len(self._words)

    def _line_starts(self, key: str) -> list[int] | None:
        """Where each line begins; None unless every line says so."""
        lines = self._block.objects("lines")
        if not lines or not all(key in line for line in lines):
            return None
        limit = len(self._words) if key == "first-word" else self._length
        for line in lines:
            _within(line, key.replace("first", "last"), limit)
        return [_within(line, key, limit) or 0 for line in lines]

    @cached_property
    def _label_breaks(self) -> list[int]:
        """Where the lines of the label begin, but for the first."""
        return [match.end() for match in _BREAK.finditer(self._label)]

    @cached_property
    def _offsets(self) -> list[int] | None:
        """The first character of each word; None where a word does not say and no character names it."""
        firsts: dict[int, int] = {}
        for number, char in enumerate(self._chars):
            index = char.whole("word")
            if index is not None:
                firsts.setdefault(index, number)
        offsets, last = [], 0
        for index, word in enumerate(self._words):
            given = _within(word, "first-char", self._length)
            found = firsts.get(index) if given is None else given
            if found is None and self._texts[index].strip():
                return None
            last = last if found is None else found
            offsets.append(last)
        return offsets

    def _places_in_label(self) -> list[tuple[int, int, bool]]:
        """Offset and line in the label for each word, whether it touches the one before; empty where they differ."""
        places, at, line = [], 0, 0
        for text in self._texts:
            touching = False
            if text.strip():
                gap = _SPACE.match(self._label, at)
                assert gap is not None  # It matches nothing at all as well.
                touching = 0 < at == gap.end()
                at, line = gap.end(), line + len(_BREAK.findall(gap.group()))
                if not self._label.startswith(text.strip(), at):
                    return []
            places.append((at, line, touching))
            at += len(text.strip())
        return places

    def _bullets(self, count: int) -> dict[int, Fields]:
        """The lines at which a list item begins, and the item."""
        items = list(_structure(self._block))
        # A rule across the page takes a separate line, which the label does not have.
        rules = sum(_kind(item) == "divider" for item in items)
        count = max(count, len(_BREAK.split(self._label)), len(self._block.objects("lines"))) + rules
        begins: dict[int, Fields] = {}
        for item in items:
            if _kind(item) != "listitem" or (item.flag("explicit-linebreak") is False and "bullet" not in item):
                continue
            number = _within(item, "first-line", count - 1)
            if number is None:
                number = self._line_at(item)
            if number is not None:
                begins.setdefault(number, item)
        return begins

    def _line_at(self, item: Fields) -> int | None:
        """The line of an item that says with which word or character it begins."""
        index = _within(item, "first-word", len(self._words))
        if index is not None:
            return self._numbers[index] if index < len(self._numbers) else None
        offset = _within(item, "first-char", self._length)
        if offset is None:
            return None
        if not self._numbers or self._offsets is None:
            return bisect_right(self._label_breaks, offset)
        index = bisect_left(self._offsets, offset)
        return self._numbers[index] if index < len(self._numbers) else None


def _structure(block: Fields) -> Iterator[Fields]:
    """The items of the layout in order, also those of lists in lists."""
    try:
        top = block.objects("structure")
    except InputError:
        top = [inner] if (inner := block.inner("structure")) else []
    stack = [(item, 0) for item in reversed(top)]
    while stack:
        item, depth = stack.pop()
        if depth > DEEPEST:
            raise InputError(f"{block.where}: lists nested more than {DEEPEST} deep; the file is damaged")
        yield item
        inside = [child for key in ("items", "elements", "children") for _, child in item.numbered(key)]
        stack.extend((child, depth + 1) for child in reversed(inside))


def _kind(item: Fields) -> str:
    return re.sub(r"[\W_]", "", item.text("type") or "").lower()


def _look_up(starts: Sequence[int], offsets: Sequence[int]) -> list[int]:
    """The number of the last line that begins at or before each offset."""
    order = sorted(range(len(starts)), key=starts.__getitem__)
    sorted_starts = [starts[number] for number in order]
    return [order[max(0, bisect_right(sorted_starts, offset) - 1)] for offset in offsets]


def _within(fields: Fields, key: str, limit: int) -> int | None:
    """A whole number from 0 to `limit`, both of them allowed; an empty line may end before it begins."""
    value = fields.whole(key)
    if value is not None and not (-1 if key.startswith("last") else 0) <= value <= limit:
        raise fields.wrong(key, value, f"a place in the text (0 to {limit})")
    return value


def _label_of(word: Fields) -> str:
    """What was recognised: the label, or the first candidate where there is none."""
    if "label" in word:
        return word.text("label") or ""
    candidates = word.ids("candidates")
    return str(candidates[0]) if candidates else ""


def _box(word: Fields) -> Box | None:
    return box_of(word.inner("bounding-box"), ("x", "y", "width", "height"))
