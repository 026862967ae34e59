"""What comes out: sentences and tasks with their place on the board."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from inkslate.board import Board, Region, Span, partition_problems
from inkslate.messages import shorten


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """Who made a prediction: what a score's signature is written from."""

    name: str
    version: str
    scheme: str
    layout: str
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class FoundSentence:
    """Words start..end of a region. `score` is the probability of a task, None where there is none."""

    start: int
    end: int
    is_task: bool
    score: float | None = None

    @property
    def span(self) -> Span:
        return Span(self.start, self.end, self.is_task)


class Predictor(Protocol):
    """A model, or anything that can stand in for one."""

    @property
    def info(self) -> ModelInfo: ...

    def predict(self, board: Board) -> Sequence[tuple[FoundSentence, ...]]:
        """For each region, sentences that partition its words. The board carries no labels."""
        ...


def predict(predictor: Predictor, board: Board) -> tuple[tuple[FoundSentence, ...], ...]:
    """What the predictor says of each region; what stands behind a ticked box is no task, whatever it says."""
    found = predictor.predict(board)
    return tuple(less_done(region, sentences) for region, sentences in zip(board.regions, found, strict=True))


def less_done(region: Region, sentences: tuple[FoundSentence, ...]) -> tuple[FoundSentence, ...]:
    """The sentences, of which none that begins behind a ticked box is a task."""
    done = {
        word
        for start, line in zip(region.line_starts, region.lines, strict=True)
        if line.done
        for word in range(start, start + len(line.words))
    }
    if not done:
        return sentences
    return tuple(
        replace(sentence, is_task=False, score=None if sentence.score is None else 0.0)
        if sentence.start in done
        else sentence
        for sentence in sentences
    )


@dataclass(frozen=True, slots=True)
class Detail:
    """Who is to do a task and when: the normalised value, and the words of the region that say it."""

    owner: str | None = None
    owner_span: tuple[int, int] | None = None
    due: str | None = None  # YYYY-MM-DD or YYYY-MM-DDTHH:MM
    due_span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A task and the way back to it: region, words, lines, and ids in the source file."""

    id: str
    text: str
    region: str
    start: int
    end: int
    score: float | None
    lines: tuple[int, ...]
    sources: tuple[str | int, ...]
    detail: Detail = Detail()

    @property
    def owner(self) -> str | None:
        return self.detail.owner

    @property
    def due(self) -> str | None:
        return self.detail.due

    def to_json(self) -> dict[str, Any]:
        """The task as plain values, in the order of the file format."""
        return {
            "id": self.id,
            "text": self.text,
            "region": self.region,
            "start": self.start,
            "end": self.end,
            "score": self.score,
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

    `details` has what is known of tasks beside their words, `ids` the ids that tasks had before; both by the id that a
    task has by itself.
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
    def own_tasks(self) -> tuple[Task, ...]:
        """The tasks in reading order, with the ids that they have by themselves and nothing but their words."""
        occurrences: Counter[tuple[str, str]] = Counter()
        tasks = []
        for region, found in zip(self.board.regions, self.sentences, strict=True):
            numbers = [number for number, line in enumerate(region.lines) for _ in line.words]
            for sentence in found:
                if sentence.is_task:
                    text = region.text(sentence.start, sentence.end)
                    occurrences[region.id, text] += 1
                    span = slice(sentence.start, sentence.end)
                    task = Task(
                        id=_task_id(self.board.id, region.id, text, occurrences[region.id, text]),
                        text=text,
                        region=region.id,
                        start=sentence.start,
                        end=sentence.end,
                        score=sentence.score,
                        lines=tuple(dict.fromkeys(numbers[span])),
                        sources=tuple(dict.fromkeys(source for word in region.words[span] for source in word.source)),
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
            for task in self.own_tasks
        )

    def having(
        self, *, details: Mapping[str, Detail] | None = None, ids: Mapping[str, str] | None = None
    ) -> Extraction:
        """The same with other details or ids; what its words say is not worked out again."""
        other = replace(
            self, details=self.details if details is None else details, ids=self.ids if ids is None else ids
        )
        other.__dict__["own_tasks"] = self.own_tasks
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


def _span_json(span: tuple[int, int] | None) -> list[int] | None:
    return list(span) if span else None


def _task_id(board: str, region: str, text: str, occurrence: int) -> str:
    """What is written and where it belongs, not its position: moving lines keeps the id."""
    return hashlib.sha256(json.dumps([board, region, text, occurrence]).encode()).hexdigest()[:16]
