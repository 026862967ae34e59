"""The result: sentences and tasks, with their place on the board."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cached_property
from itertools import pairwise
from typing import Any, Protocol

from inkslate.board import Board, Line, Region, Span, Word, partition_problems
from inkslate.messages import shorten


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """Which model made a prediction. The signature of a score names it."""

    name: str
    version: str
    scheme: str
    layout: str
    sha256: str | None = None
    thresholds: tuple[tuple[str, float], ...] = ()  # above which the model decides, by name
    runtime: tuple[str, str] | None = None  # the package that ran the model, and its version


@dataclass(frozen=True, slots=True)
class FoundSentence:
    """Words start..end of a region. `score` is the probability of a task, None where there is none."""

    start: int
    end: int
    is_task: bool
    score: float | None = None
    stated: str | None = None  # "box" or "keyword" where the note itself says that it is a task

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
    heading. Everything else stays as the predictor has it.
    """
    marked: dict[int, Line] = {}
    cuts: list[int] = []
    for start, line in zip(region.line_starts, region.lines, strict=True):
        if line.box and line.words:
            marked[start] = line
            cuts.append(start)
        elif line.heading and line.words:
            cuts += [start, start + len(line.words)]
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


@dataclass(frozen=True, slots=True)
class Detail:
    """Who is to do a task and when: the normalised value, and the words of the region that say it."""

    owner: str | None = None
    owner_span: tuple[int, int] | None = None
    due: date | None = None  # a datetime, without a time zone, where the note has a time of day
    due_span: tuple[int, int] | None = None

    @property
    def due_text(self) -> str | None:
        """The due date as files have it: YYYY-MM-DD or YYYY-MM-DDTHH:MM."""
        if isinstance(self.due, datetime):
            return self.due.isoformat(timespec="minutes")
        return self.due.isoformat() if self.due else None


@dataclass(frozen=True, slots=True)
class Task:
    """A task and its place: region, words, lines, and ids in the source file."""

    id: str
    text: str
    region: str
    start: int
    end: int
    score: float | None
    lines: tuple[int, ...]
    sources: tuple[str | int, ...]
    stated: str | None = None  # "box" or "keyword" where the note itself says that it is a task
    detail: Detail = Detail()
    words: tuple[str, ...] = field(default=(), repr=False, compare=False)  # of which `text` is made

    @property
    def owner(self) -> str | None:
        """Who is to do it, None where the note does not say."""
        return self.detail.owner

    @property
    def due(self) -> str | None:
        """YYYY-MM-DD or YYYY-MM-DDTHH:MM, None where the note does not say."""
        return self.detail.due_text

    def to_json(self) -> dict[str, Any]:
        """The task as plain values, in the order of the file format."""
        return {
            "id": self.id,
            "text": self.text,
            "region": self.region,
            "start": self.start,
            "end": self.end,
            "score": self.score,
            "stated": self.stated,
            "owner": self.owner,
            "due": self.due,
            "owner_span": _span_json(self.detail.owner_span),
            "due_span": _span_json(self.detail.due_span),
            "lines": list(self.lines),
            "sources": list(self.sources),
        }


@dataclass(frozen=True)
class Extraction:
    """A board with the sentences found in each of its regions.

    `details` has owners and due dates, `ids` the ids that tasks had in an earlier extraction. The keys of both are the
    ids in `tasks_without_details`.
    """

    board: Board
    sentences: tuple[tuple[FoundSentence, ...], ...]
    model: ModelInfo
    details: Mapping[str, Detail] = field(default_factory=dict)
    ids: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.sentences) != len(self.board.regions):
            raise ValueError(f"{len(self.sentences)} lists of sentences for {len(self.board.regions)} regions")
        for region, found in zip(self.board.regions, self.sentences, strict=True):
            for problem in partition_problems(found, len(region.word_texts)):
                raise ValueError(f"region {shorten(region.id)}: {problem}")

    @cached_property
    def tasks_without_details(self) -> tuple[Task, ...]:
        """The tasks in reading order, with ids that depend on their words alone, and without owners and due dates."""
        occurrences: Counter[tuple[str, str]] = Counter()
        tasks = []
        for region, found in zip(self.board.regions, self.sentences, strict=True):
            numbers = [number for number, line in enumerate(region.lines) for _ in line.words]
            for sentence in found:
                if sentence.is_task:
                    span = slice(sentence.start, sentence.end)
                    words = region.word_texts[span]
                    text = " ".join(words)
                    occurrences[region.id, text] += 1
                    task = Task(
                        id=_task_id(self.board.id, region.id, text, occurrences[region.id, text]),
                        text=text,
                        region=region.id,
                        start=sentence.start,
                        end=sentence.end,
                        score=sentence.score,
                        lines=tuple(dict.fromkeys(numbers[span])),
                        sources=_sources(region.words[span]),
                        stated=sentence.stated,
                        words=words,
                    )
                    tasks.append(task)
        return tuple(tasks)

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks in reading order."""
        return tuple(
            replace(task, id=self.ids.get(task.id, task.id), detail=self.details.get(task.id, task.detail))
            if task.id in self.ids or task.id in self.details
            else task
            for task in self.tasks_without_details
        )

    def with_details(self, details: Mapping[str, Detail]) -> Extraction:
        """The same extraction with these details instead of its own."""
        return self._changed(details=details)

    def with_ids(self, ids: Mapping[str, str]) -> Extraction:
        """The same extraction with these ids from an earlier one instead of its own."""
        return self._changed(ids=ids)

    def _changed(self, **values: Mapping[str, Any]) -> Extraction:
        # A copy: the sentences are not checked again, and tasks_without_details is not computed again.
        other = copy(self)
        vars(other).pop("tasks", None)
        vars(other).update(values)
        return other

    def to_json(self) -> dict[str, Any]:
        """The extraction as plain values, in the order of the file format."""
        return {
            "id": self.board.id,
            "model": {"name": self.model.name, "version": self.model.version, "sha256": self.model.sha256},
            "regions": [
                {
                    "id": region.id,
                    "lines": [line.to_json() for line in region.lines],
                    "sentences": [
                        {
                            "start": sentence.start,
                            "end": sentence.end,
                            "text": region.text(sentence.start, sentence.end),
                            "task": sentence.is_task,
                            "score": sentence.score,
                        }
                        for sentence in found
                    ],
                }
                for region, found in zip(self.board.regions, self.sentences, strict=True)
            ],
            "tasks": [task.to_json() for task in self.tasks],
        }


def _sources(words: Iterable[Word]) -> tuple[str | int, ...]:
    """The sources of words, each once. Words of one text share a tuple, which may be long: it is read once."""
    shared = {id(word.source): word.source for word in words}
    return tuple(dict.fromkeys(source for sources in shared.values() for source in sources))


def _span_json(span: tuple[int, int] | None) -> list[int] | None:
    return list(span) if span else None


def _task_id(board: str, region: str, text: str, occurrence: int) -> str:
    """An id from the text and its board and region, not from its position: a task that is moved keeps its id."""
    return hashlib.sha256(json.dumps([board, region, text, occurrence]).encode()).hexdigest()[:16]
