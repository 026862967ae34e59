"""What comes out: sentences and tasks with their place on the board, and the Extraction JSONL file."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from inkslate.board import Board, Region, Span, partition_problems, shorten
from inkslate.corpus import lines_json, parse_json
from inkslate.errors import InputError

_FILE = "predictions are what `extract --to jsonl` prints"


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
            for problem in partition_problems(found, len(region.words)):
                raise ValueError(f"region {shorten(region.id)}: {problem}")

    @cached_property
    def own_tasks(self) -> tuple[Task, ...]:
        """The tasks in reading order, with the ids that they have by themselves and nothing but their words."""
        occurrences: Counter[tuple[str, str]] = Counter()
        tasks = []
        for region, found in zip(self.board.regions, self.sentences, strict=True):
            words = [word for line in region.lines for word in line.words]
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
                        sources=tuple(dict.fromkeys(source for word in words[span] for source in word.source)),
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
                    "lines": lines_json(region.lines),
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


@dataclass(frozen=True, slots=True)
class Predictions:
    """The spans of an Extraction JSONL file, and their scores where they have some: by board id, then by region id."""

    name: str
    model: ModelInfo
    spans: dict[str, dict[str, tuple[Span, ...]]]
    scores: dict[str, dict[str, tuple[float | None, ...]]] = field(default_factory=dict)


def format_extractions(extractions: Iterable[Extraction]) -> str:
    return "".join(json.dumps(extraction.to_json(), ensure_ascii=False) + "\n" for extraction in extractions)


def json_lines(text: str, name: str, *, remedy: str) -> Iterator[tuple[int, Any]]:
    """The value of every line that is not blank, with the line's number; InputError for what is no JSON."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                value = parse_json(line)
            except ValueError as error:
                raise InputError(f"{name} line {number}: {error}; {remedy}") from None
            yield number, value


def parse_predictions(text: str, name: str) -> Predictions:
    """The spans of an Extraction JSONL file; whether they fit the gold boards is the evaluation's to say."""
    spans: dict[str, dict[str, tuple[Span, ...]]] = {}
    scores: dict[str, dict[str, tuple[float | None, ...]]] = {}
    models: list[tuple[str, str]] = []
    for number, value in json_lines(text, name, remedy=_FILE):
        where = f"{name} line {number}"
        try:
            board = value["id"]
            if board in spans:
                raise InputError(f"the board id {shorten(str(board))} stands in the file already")
            model = value.get("model") or {}
            models.append((str(model.get("name", "unknown")), str(model.get("version", "unknown"))))
            spans[board] = {region["id"]: tuple(_spans(region["sentences"])) for region in value["regions"]}
            scores[board] = {region["id"]: tuple(_scores(region["sentences"])) for region in value["regions"]}
        except (InputError, ValueError) as error:
            raise InputError(f"{where}: {error}; {_FILE}") from None
        except (KeyError, TypeError, AttributeError):
            raise InputError(f"{where}: no extraction (it needs id, regions and their sentences); {_FILE}") from None
    distinct = sorted(set(models))
    model_name, version = distinct[0] if len(distinct) == 1 else ("several" if distinct else "none", "unknown")
    return Predictions(name, ModelInfo(model_name, version, "unknown", "unknown"), spans, scores)


def _span_json(span: tuple[int, int] | None) -> list[int] | None:
    return list(span) if span else None


def _spans(sentences: Any) -> Iterator[Span]:
    for sentence in sentences:
        start, end, task = sentence["start"], sentence["end"], sentence["task"]
        if type(start) is not int or type(end) is not int or type(task) is not bool:
            raise InputError("a sentence has start and end as whole numbers and task as true or false")
        yield Span(start, end, task)


def _scores(sentences: Any) -> Iterator[float | None]:
    for sentence in sentences:
        score = sentence.get("score")
        if score is not None and (type(score) not in (int, float) or not 0 <= score <= 1):
            raise InputError("a score is a number from 0 to 1, or null")
        yield score


def _task_id(board: str, region: str, text: str, occurrence: int) -> str:
    """What is written and where it belongs, not its position: moving lines keeps the id."""
    return hashlib.sha256(json.dumps([board, region, text, occurrence]).encode()).hexdigest()[:16]
