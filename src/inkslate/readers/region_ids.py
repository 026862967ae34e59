"""Ids of a board's regions, each used once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

# A new id from the id that is in use, the number of the region, and how many ids were tried before.
Rename = Callable[[str, int, int], str]


def with_primes(wanted: str, number: int, tried: int) -> str:  # noqa: ARG001 - all renaming rules are called alike
    """a, a', a''."""
    return wanted + "'" * tried


def with_count(wanted: str, number: int, tried: int) -> str:  # noqa: ARG001 - all renaming rules are called alike
    """a, a-2, a-3."""
    return f"{wanted}-{tried + 1}"


def next_number(wanted: str, number: int, tried: int) -> str:  # noqa: ARG001 - all renaming rules are called alike
    """a, r2, r3: the number of the region, or the next that is free."""
    return f"r{number + tried}"


class RegionIds:
    """Gives each region the id of its file, or its number where it has none; `rename` says what a duplicate becomes.

    The rules differ by format because ids that readers once gave must stay the same.
    """

    def __init__(self, rename: Rename) -> None:
        self._rename = rename
        self._taken: set[str] = set()
        # How many names were tried, by the first of them: many duplicates must not take quadratic time.
        self._tried: Counter[str] = Counter()

    def __contains__(self, id: object) -> bool:
        return id in self._taken

    def take(self, id: str | None, *, number: int) -> str:
        """The id for a region that has this one in the file, and this number on the board from 1."""
        wanted = chosen = f"r{number}" if id is None else id
        while chosen in self._taken:
            first = self._rename(wanted, number, 0)
            self._tried[first] += 1
            chosen = self._rename(wanted, number, self._tried[first])
        self._taken.add(chosen)
        return chosen
