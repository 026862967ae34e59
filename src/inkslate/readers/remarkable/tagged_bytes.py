"""The values in a page of a reMarkable: each is behind a tag, which is its number and its type."""

from __future__ import annotations

from typing import NamedTuple

from inkslate.errors import InputError

_ID, _LENGTH, _FOUR_BYTES = 0xF, 0xC, 0x4
_LONGEST_NUMBER = 10  # bytes of a number of 64 bits


class CharId(NamedTuple):
    """The id of a character, or of something else on a page: its author and a number."""

    author: int
    number: int


class TaggedBytes:
    """Reads values one after the other, up to the end of a block; an InputError where they are not as expected."""

    def __init__(self, data: bytes, where: str, begin: int = 0, end: int | None = None) -> None:
        self._data, self._where, self._at = data, where, begin
        self._end = len(data) if end is None else end
        if self._end > len(data):
            raise self._damaged()

    def __bool__(self) -> bool:
        """Whether there is anything left."""
        return self._at < self._end

    def take(self, length: int) -> bytes:
        """The next bytes."""
        if length > self._end - self._at:
            raise self._damaged()
        self._at += length
        return self._data[self._at - length : self._at]

    def byte(self) -> int:
        """The next byte as a number."""
        return self.take(1)[0]

    def fixed(self) -> int:
        """A number of four bytes."""
        return int.from_bytes(self.take(4), "little")

    def number(self) -> int:
        """A number of as many bytes as it needs."""
        value = 0
        for place in range(_LONGEST_NUMBER):
            byte = self.byte()
            value |= (byte & 0x7F) << (7 * place)
            if byte < 0x80:
                return value
        raise self._damaged()

    def bare_id(self) -> CharId:
        """An id without its tag."""
        return CharId(self.byte(), self.number())

    def id(self, index: int) -> CharId:
        """The id with this number."""
        self._expect(index, _ID)
        return self.bare_id()

    def tagged(self, index: int) -> int:
        """The number of four bytes with this number."""
        self._expect(index, _FOUR_BYTES)
        return self.fixed()

    def inner(self, index: int) -> TaggedBytes:
        """The block with this number. What a newer version has at its end is skipped."""
        self._expect(index, _LENGTH)
        return self.block(self.fixed())

    def block(self, length: int) -> TaggedBytes:
        """The next bytes as a block."""
        if length > self._end - self._at:
            raise self._damaged()
        self._at += length
        return TaggedBytes(self._data, self._where, self._at - length, self._at)

    def has_inner(self, index: int) -> bool:
        """Whether the block with this number is next; blocks have small numbers, so that the tag is one byte."""
        return bool(self) and self._data[self._at] == index << 4 | _LENGTH

    def text(self) -> str:
        """A string: its length, a flag and its bytes."""
        length = self.number()
        self.byte()
        try:
            text = self.take(length).decode("utf-8")
        except UnicodeDecodeError:
            raise self._damaged() from None
        if "\0" in text:
            raise self._damaged()
        return text

    def _expect(self, index: int, kind: int) -> None:
        if self.number() != index << 4 | kind:
            raise self._damaged()

    def _damaged(self) -> InputError:
        return InputError(
            f"{self._where}: is damaged or cut off near byte {self._at}, or of a newer version; copy it from the "
            "device again"
        )
