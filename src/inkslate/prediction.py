"""What a predictor says of a board: its sentences, and which of them are tasks. What the note itself states holds."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Protocol

from inkslate.board import Board, Line, Region, Span
from inkslate.spans import TextSpan


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """Which model made a prediction. The signature of a score names it.

    >>> ModelInfo("mine", "2", scheme="nti", layout="both").name
    'mine'
    """

    name: str
    version: str
    scheme: str
    layout: str
    sha256: str | None = None
    thresholds: tuple[tuple[str, float], ...] = ()  # above which the model decides, by name
    runtime: tuple[str, str] | None = None  # the package that ran the model, and its version


@dataclass(frozen=True, slots=True)
class FoundSentence:
    """Words start..end of a region. `score` is the probability of a task, None where there is none.

    `spans` has its places in the text that was read, in characters, one a line; an `Extraction` sets them.

    >>> FoundSentence(0, 2, is_task=True, score=0.9).span
    Span(start=0, end=2, is_task=True)
    """

    start: int
    end: int
    is_task: bool
    score: float | None = None
    stated: str | None = None  # "box" or "keyword" where the note itself says that it is a task
    spans: tuple[TextSpan, ...] = field(default=(), compare=False)

    @property
    def span(self) -> Span:
        """The sentence without its score."""
        return Span(self.start, self.end, self.is_task)


class Predictor(Protocol):
    """A model, or anything that can be used as one."""

    @property
    def info(self) -> ModelInfo:
        """Name, version and configuration of the model."""
        ...

    def predict(self, board: Board) -> Sequence[tuple[FoundSentence, ...]]:
        """For each region, sentences that partition its words. The board carries no labels."""
        ...


def predict(predictor: Predictor, board: Board, *, ignore_marks: bool = False) -> tuple[tuple[FoundSentence, ...], ...]:
    """The sentences of each region. What boxes and to-do keywords state holds, unless marks are ignored."""
    found = predictor.predict(board)
    if ignore_marks:
        return tuple(found)
    return tuple(apply_marks(region, sentences) for region, sentences in zip(board.regions, found, strict=True))


def apply_marks(region: Region, sentences: tuple[FoundSentence, ...]) -> tuple[FoundSentence, ...]:
    """The sentences as the marks of the note have them.

    A line with a box or a to-do keyword begins a sentence. Behind an open one it is a task, behind a ticked one it is
    not, nor is any other sentence that begins on that line. A sentence does not cross the beginning or the end of a
    heading, nor an empty line. Everything else stays as the predictor has it.
    """
    marked: dict[int, Line] = {}
    cuts: list[int] = []
    for start, line in zip(region.line_starts, region.lines, strict=True):
        if line.box and line.words:
            marked[start] = line
            cuts.append(start)
        elif line.heading and line.words:
            cuts += [start, start + len(line.words)]
        elif line.gap:
            cuts.append(start)
    if not cuts:
        return sentences
    done = {word for start, line in marked.items() if line.done for word in range(start, start + len(line.words))}
    return tuple(_as_marked(part, marked, done) for part in _split_at(sentences, sorted(cuts)))


def with_stated(region: Region, sentences: Iterable[FoundSentence]) -> tuple[FoundSentence, ...]:
    """The sentences with what the note states about the tasks among them; which of them are tasks stays the same."""
    stated = {start: line.stated for start, line in zip(region.line_starts, region.lines, strict=True) if line.words}
    return tuple(replace(each, stated=stated.get(each.start)) if each.is_task else each for each in sentences)


def _split_at(sentences: Iterable[FoundSentence], starts: Sequence[int]) -> Iterator[FoundSentence]:
    """The sentences, divided where a word of `starts` is inside of one."""
    for sentence in sentences:
        inside = starts[bisect_right(starts, sentence.start) : bisect_left(starts, sentence.end)]
        for start, end in pairwise((sentence.start, *dict.fromkeys(inside), sentence.end)):
            yield (
                sentence if (start, end) == (sentence.start, sentence.end) else replace(sentence, start=start, end=end)
            )


def _as_marked(sentence: FoundSentence, marked: Mapping[int, Line], done: Set[int]) -> FoundSentence:
    line = marked.get(sentence.start)
    if line is not None and line.stated:
        return replace(sentence, is_task=True, score=None if sentence.score is None else 1.0, stated=line.stated)
    if sentence.start in done:
        return replace(sentence, is_task=False, score=None if sentence.score is None else 0.0)
    return sentence
