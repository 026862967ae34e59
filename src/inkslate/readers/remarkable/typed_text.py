"""The order of typed text. The device keeps runs of characters, each with its neighbours at the time of typing."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from inkslate.errors import InputError
from inkslate.readers.remarkable.tagged_bytes import CharId


@dataclass(frozen=True, slots=True)
class TypedRun:
    """Characters with consecutive ids that were typed in a row, between the characters `left` and `right`.

    `text` is empty where they were deleted or are a code; `length` counts their ids, and may be any number in a
    damaged file, so nothing here is done for each of them.
    """

    author: int
    number: int
    text: str
    length: int
    left: CharId
    right: CharId


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a run that nothing was typed into."""

    author: int
    number: int
    text: str


def in_order(runs: Sequence[TypedRun], where: str) -> Iterator[Piece]:
    """The pieces in the order of the text.

    Runs are cut where others were typed into them. A piece then follows the piece that ends with its left neighbour and
    precedes the one that begins with its right one. Of pieces that were typed at the same place on two devices, those
    of the author with the higher number come first.
    """
    runs = list({(run.author, run.number): run for run in runs}.values())
    cuts = _Cuts(runs)
    followers: list[list[int]] = [[] for _ in range(cuts.count)]
    waiting = [0] * cuts.count
    for before, after in cuts.neighbours():
        followers[before].append(after)
        waiting[after] += 1
    ready = [(-piece.author, piece.number, at) for at, piece in enumerate(cuts.pieces) if not waiting[at]]
    ready.sort()
    done = 0
    while ready:
        *_, at = heappop(ready)
        yield cuts.pieces[at]
        done += 1
        for after in followers[at]:
            waiting[after] -= 1
            if not waiting[after]:
                piece = cuts.pieces[after]
                heappush(ready, (-piece.author, piece.number, after))
    if done < cuts.count:
        raise InputError(f"{where}: its typed text is in no order; the file is damaged, copy it from the device again")


class _Cuts:
    """Runs, cut into pieces where others refer to them."""

    def __init__(self, runs: Sequence[TypedRun]) -> None:
        self._runs = runs
        self._by_author: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for at, run in enumerate(runs):
            self._by_author[run.author].append((run.number, at))
        for starts in self._by_author.values():
            starts.sort()
        self._ends = [(self._find(run.left), self._find(run.right)) for run in runs]
        offsets: list[set[int]] = [{0} for _ in runs]
        for left, right in self._ends:
            if left is not None and left[1] + 1 < runs[left[0]].length:
                offsets[left[0]].add(left[1] + 1)
            if right is not None:
                offsets[right[0]].add(right[1])
        self._offsets = [sorted(each) for each in offsets]
        self._first: list[int] = []
        self.pieces: list[Piece] = []
        for run, begins in zip(runs, self._offsets, strict=True):
            self._first.append(len(self.pieces))
            ends = [*begins[1:], run.length]
            self.pieces += [
                Piece(run.author, run.number + begin, run.text[begin:end])
                for begin, end in zip(begins, ends, strict=True)
            ]
        self.count = len(self.pieces)

    def neighbours(self) -> Iterator[tuple[int, int]]:
        """Pairs of pieces: the first is somewhere before the second."""
        for at, (left, right) in enumerate(self._ends):
            first, last = self._first[at], self._first[at] + len(self._offsets[at]) - 1
            yield from ((piece, piece + 1) for piece in range(first, last))
            if left is not None:
                yield self._piece(*left), first
            if right is not None:
                yield last, self._piece(*right)

    def _find(self, id: CharId) -> tuple[int, int] | None:
        """The run that a character is in, and its place there; None for the start, the end and what is unknown."""
        starts = self._by_author.get(id.author, [])
        index = bisect_left(starts, (id.number + 1, -1)) - 1
        if index < 0:
            return None
        number, at = starts[index]
        return (at, id.number - number) if id.number - number < self._runs[at].length else None

    def _piece(self, run: int, offset: int) -> int:
        return self._first[run] + bisect_right(self._offsets[run], offset) - 1
