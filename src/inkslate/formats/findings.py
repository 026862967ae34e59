"""What is wrong in a data file, as values, so that reading can stop at the first and `check` list all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from inkslate.board import Board
from inkslate.errors import InputError


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, where, and what to do; `repaired` where reading mends it."""

    where: str
    what: str
    remedy: str
    repaired: bool = False

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.remedy}"


Scanned = Board | Finding


@dataclass
class Notes:
    """Collects the findings of one place in a file."""

    where: str
    findings: list[Finding] = field(default_factory=list)

    def wrong(self, what: str, remedy: str) -> None:
        self.findings.append(Finding(self.where, what, remedy))

    def repaired(self, what: str, remedy: str) -> None:
        self.findings.append(Finding(self.where, what, remedy, repaired=True))

    def inside(self, place: str) -> Notes:
        """Notes of a place within this one; the findings go to the same list."""
        return Notes(f"{self.where}, {place}", self.findings)

    @property
    def clean(self) -> bool:
        return all(finding.repaired for finding in self.findings)


def boards_of(scanned: Iterable[Scanned]) -> Iterator[Board]:
    """The boards of a scan; the first thing that reading cannot mend is an InputError."""
    for item in scanned:
        if isinstance(item, Board):
            yield item
        elif not item.repaired:
            raise InputError(str(item))


def findings_of(scanned: Iterable[Scanned]) -> list[Finding]:
    return [item for item in scanned if isinstance(item, Finding)]
