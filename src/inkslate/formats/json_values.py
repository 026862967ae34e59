"""JSON of files and requests: parsed strictly, and read field by field with errors that say where."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from inkslate.errors import InputError
from inkslate.messages import has_lone_surrogate, shorten


def parse_json(text: str) -> Any:
    """JSON as values; ValueError with a short reason for everything that is not JSON."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        reason = error.msg.removesuffix(" starting at").removesuffix(" at")  # Python's message would end in the place
        raise ValueError(f"not JSON: {reason} at character {error.pos + 1}") from None
    except RecursionError:
        raise ValueError("JSON nested too deep") from None
    except _NotANumber as error:
        raise ValueError(f"not JSON: {error} is not a number") from None
    except ValueError:  # Python's limit for whole numbers, whose message is for programmers
        raise ValueError("JSON with a number of thousands of digits") from None


def rows_of(text: str) -> Iterator[str]:
    """The rows of JSONL one at a time: a list of them would be a second copy of it."""
    at = 0
    while (end := text.find("\n", at)) >= 0:
        yield text[at:end]
        at = end + 1
    yield text[at:]


class _NotANumber(ValueError):
    """NaN or Infinity, which Python would read."""


def _no_constant(name: str) -> float:
    raise _NotANumber(name)


class Fields:
    """A JSON object and its place in the file. null counts as missing; a wrong type is an InputError."""

    __slots__ = ("_value", "where")

    def __init__(self, value: dict[str, Any], where: str) -> None:
        self._value, self.where = value, where

    def __contains__(self, key: str) -> bool:
        return self._value.get(key) is not None

    def has(self, key: str) -> bool:
        """Whether the key is there, even with null."""
        return key in self._value

    def value(self, key: str) -> object:
        """The value as it is; None where it is missing."""
        return self._value.get(key)

    @property
    def raw(self) -> dict[str, Any]:
        """The object as it was parsed."""
        return self._value

    def is_empty(self) -> bool:
        """Whether the object has no keys."""
        return not self._value

    def text(self, key: str) -> str | None:
        """A string without half surrogate pairs and NUL characters."""
        value = self._value.get(key)
        if value is None or isinstance(value, str):
            return self._whole(key, value)
        raise self.wrong(key, value, "a string")

    def whole(self, key: str) -> int | None:
        """A whole number."""
        value = self._value.get(key)
        if value is None or type(value) is int:
            return value
        raise self.wrong(key, value, "a whole number")

    def flag(self, key: str) -> bool | None:
        """True or false."""
        value = self._value.get(key)
        if value is None or isinstance(value, bool):
            return value
        raise self.wrong(key, value, "true or false")

    def id(self, key: str) -> str | int | None:
        """A string or a whole number: files use both as ids."""
        value = self._value.get(key)
        return value if type(value) is int else self.text(key)

    def number(self, key: str) -> float | None:
        """A finite number."""
        value = self._value.get(key)
        if value is None:
            return None
        if not _is_number(value):
            raise self.wrong(key, value, "a finite number")
        return float(value)

    def inner(self, key: str) -> Fields | None:
        """An object inside of this one."""
        value = self._value.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.wrong(key, value, "an object")
        return Fields(value, f"{self.where}, {key}")

    def objects(self, key: str) -> list[Fields]:
        """The objects of a list; an empty one where it is missing."""
        return [
            Fields(item, f"{self.where}, {key}[{number}]") if isinstance(item, dict) else self._bad(key, number, item)
            for number, item in enumerate(self._list(key))
        ]

    def numbered(self, key: str) -> list[tuple[int, Fields]]:
        """The objects of a list with their indices; ids among them, which refer to other objects, are left out."""
        return [
            (number, Fields(item, f"{self.where}, {key}[{number}]"))
            if isinstance(item, dict)
            else (number, self._bad(key, number, item))
            for number, item in enumerate(self._list(key))
            if not isinstance(item, str) and type(item) is not int
        ]

    def ids(self, key: str) -> list[str | int]:
        """Strings and whole numbers of a list; an empty one where it is missing."""
        items = [item for item in self._list(key) if item is not None]
        for item in items:
            if isinstance(item, str):
                self._whole(key, item)
            elif type(item) is not int:
                raise self.wrong(key, item, "a list of ids")
        return items

    def numbers(self, key: str) -> list[float]:
        """Finite numbers of a list; an empty one where it is missing."""
        items = self._list(key)
        # The whole list at once, for speed: a page has such a list for every word.
        if items and (set(map(type, items)) - {int, float} or not -1e300 < min(items) <= max(items) < 1e300):
            raise self.wrong(key, next(item for item in items if not _is_number(item)), "a list of finite numbers")
        return list(map(float, items))

    def points(self, key: str) -> list[tuple[float, float]]:
        """The corners of a polygon: x, y, x, y, ... or objects with x and y; none where it is missing."""
        items = self._list(key)
        if items and isinstance(items[0], dict):
            corners = [(corner.number("x"), corner.number("y")) for corner in self.objects(key)]
            return [(x, y) for x, y in corners if x is not None and y is not None]
        return list(pairs(self.numbers(key)))

    def wrong(self, key: str, value: object, expected: str) -> InputError:
        """The error for a field of the wrong type."""
        shown = shorten(value) if isinstance(value, str) else shorten(str(value), 30)
        return InputError(f"{self.where}: {key} is {shown}, not {expected}; the file is damaged or of another format")

    def _list(self, key: str) -> list[Any]:
        value = self._value.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.wrong(key, value, "a list")
        return value

    def _whole(self, key: str, value: str | None) -> str | None:
        if value is not None:
            if has_lone_surrogate(value):
                raise self.wrong(key, value, "text: it has half a surrogate pair")
            if "\0" in value:
                raise self.wrong(key, value, "text: it has a NUL character")
        return value

    def _bad(self, key: str, number: int, item: object) -> Fields:
        raise self.wrong(f"{key}[{number}]", item, "an object")


def pairs(numbers: list[float]) -> Iterator[tuple[float, float]]:
    """x, y, x, y, ... as points; an odd number at the end is left out."""
    return zip(numbers[::2], numbers[1::2], strict=False)


def _is_number(value: object) -> bool:
    # Booleans are not numbers; NaN and the infinities fail the comparison.
    return (type(value) is float or type(value) is int) and abs(value) < 1e300
