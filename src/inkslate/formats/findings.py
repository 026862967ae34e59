"""What is wrong in a data file, as values: reading stops at the first one, `check` lists all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from inkslate.board import Board
from inkslate.errors import InputError


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, where, and the remedy; `repaired` where reading corrects it."""

    where: str
    what: str
    remedy: str
    repaired: bool = False

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.remedy}"


Scanned = Board | Finding


@dataclass
class FindingCollector:
    """Collects the findings of one place in a file."""

    where: str
    found: list[Finding] = field(default_factory=list)

    def wrong(self, what: str, remedy: str) -> None:
        """Add a finding that reading cannot correct."""
        self.found.append(Finding(self.where, what, remedy))

    def repaired(self, what: str, remedy: str) -> None:
        """Add a finding that reading corrects."""
        self.found.append(Finding(self.where, what, remedy, repaired=True))

    def inside(self, place: str) -> FindingCollector:
        """A collector for a place within this one; the findings go to the same list."""
        return FindingCollector(f"{self.where}, {place}", self.found)

    @property
    def clean(self) -> bool:
        """Whether there is nothing that reading cannot correct."""
        return all(finding.repaired for finding in self.found)


def boards_of(scanned: Iterable[Scanned]) -> Iterator[Board]:
    """The boards of a scan; InputError for the first finding that reading cannot correct."""
    for item in scanned:
        if isinstance(item, Board):
            yield item
        elif not item.repaired:
            raise InputError(str(item))


def findings_of(scanned: Iterable[Scanned]) -> list[Finding]:
    """The findings of a scan, without its boards."""
    return [item for item in scanned if isinstance(item, Finding)]
