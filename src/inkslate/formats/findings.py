"""What is wrong in a data file, as values: reading stops at the first one, `check` lists all."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from inkslate.board import Board
from inkslate.errors import InputError, ReadingWarning
from inkslate.messages import shorten


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, where, and the remedy; `repaired` where reading corrects it.

    `told` is for what reading goes on without, such as a page that it skips: whoever reads the file is told.
    """

    where: str
    what: str
    remedy: str
    repaired: bool = False
    told: bool = False

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.remedy}"


Scanned = Board | Finding


@dataclass
class FindingCollector:
    """Collects the findings of one place in a file."""

    where: str
    found: list[Finding] = field(default_factory=list)
    _wrong: list[Finding] = field(default_factory=list)  # those that reading cannot correct; asked for at every region

    def wrong(self, what: str, remedy: str) -> None:
        """Add a finding that reading cannot correct."""
        self._wrong.append(Finding(self.where, what, remedy))
        self.found.append(self._wrong[-1])

    def repaired(self, what: str, remedy: str) -> None:
        """Add a finding that reading corrects."""
        self.found.append(Finding(self.where, what, remedy, repaired=True))

    def inside(self, place: str) -> FindingCollector:
        """A collector for a place within this one; the findings go to the same lists."""
        return FindingCollector(f"{self.where}, {place}", self.found, self._wrong)

    @property
    def clean(self) -> bool:
        """Whether there is nothing that reading cannot correct."""
        return not self._wrong


def boards_of(scanned: Iterable[Scanned]) -> Iterator[Board]:
    """The boards of a scan; InputError for the first finding that reading cannot correct."""
    for item in scanned:
        if isinstance(item, Board):
            yield item
        elif not item.repaired:
            raise InputError(str(item))


def boards_with_warnings(scanned: Iterable[Scanned]) -> Iterator[Board]:
    """The same, and a ReadingWarning for every finding that is to be told."""
    for item in scanned:
        if isinstance(item, Finding) and item.told:
            warnings.warn(str(item), ReadingWarning, stacklevel=2)
        else:
            yield from boards_of([item])


def findings_of(scanned: Iterable[Scanned]) -> list[Finding]:
    """The findings of a scan, without its boards."""
    return [item for item in scanned if isinstance(item, Finding)]


def show(value: object) -> str:
    """A wrong value as messages show it."""
    if value is None:
        return "missing"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return shorten(value) if isinstance(value, str) else json.dumps(value)
