"""The result: sentences and tasks, with their place on the board."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cached_property
from json.encoder import encode_basestring_ascii as _quoted
from typing import Any

from inkslate.board import Board, Region, Word, partition_problems
from inkslate.messages import shorten
from inkslate.prediction import FoundSentence as FoundSentence
from inkslate.prediction import ModelInfo as ModelInfo
from inkslate.prediction import Predictor as Predictor
from inkslate.prediction import apply_marks as apply_marks
from inkslate.prediction import predict as predict
from inkslate.prediction import with_stated as with_stated
from inkslate.spans import TextSpan


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
    """A task and its place: region, words, lines, ids in the source file, and characters of a text.

    >>> import inkslate
    >>> notes = "Minutes\\n- [ ] call Ruth"
    >>> (task,) = inkslate.extract(notes).tasks
    >>> [notes[start:end] for start, end in task.spans]
    ['call Ruth']
    """

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
    spans: tuple[TextSpan, ...] = ()  # characters of the text that was read, one a line; none where it was no text
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
            "spans": _lists(self.spans),
        }


@dataclass(frozen=True)
class Extraction:
    """A board with the sentences found in each of its regions.

    `details` has owners and due dates, `ids` the ids that tasks had in an earlier extraction. The keys of both are the
    ids in `tasks_without_details`.

    >>> import inkslate
    >>> extraction = inkslate.extract("We met.\\n- [ ] call Ruth", id="2026-11-16.md")
    >>> extraction.board.id, [task.text for task in extraction.tasks], extraction.model.name
    ('2026-11-16.md', ['call Ruth'], 'open')
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
        if any(region.words and region.words[0].span for region in self.board.regions):
            vars(self)["sentences"] = tuple(map(_in_text, self.board.regions, self.sentences))

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
                        sources=_sources((*region.words[span], *_due_words(region, numbers[span]))),
                        stated=sentence.stated,
                        spans=sentence.spans,
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
                    **({"speaker": region.speaker} if region.speaker else {}),
                    "lines": [line.to_json() for line in region.lines],
                    "sentences": [
                        {
                            "start": sentence.start,
                            "end": sentence.end,
                            "text": region.text(sentence.start, sentence.end),
                            "task": sentence.is_task,
                            "score": sentence.score,
                            "spans": _lists(sentence.spans),
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


def _due_words(region: Region, lines: Iterable[int]) -> list[Word]:
    """The due dates that the file states beside these lines; they lead back to it as the words do."""
    return [due for number in dict.fromkeys(lines) if (due := region.lines[number].due)]


def _in_text(region: Region, sentences: Iterable[FoundSentence]) -> tuple[FoundSentence, ...]:
    """The sentences with their places in the text that was read."""
    places = region.spans_of
    return tuple(
        [
            FoundSentence(each.start, each.end, each.is_task, each.score, each.stated, places(each.start, each.end))
            for each in sentences
        ]
    )


def _lists(spans: Iterable[TextSpan]) -> list[list[int]]:
    return [list(span) for span in spans]


def _span_json(span: tuple[int, int] | None) -> list[int] | None:
    return list(span) if span else None


def _task_id(board: str, region: str, text: str, occurrence: int) -> str:
    """An id from the text and its board and region, not from its position: a task that is moved keeps its id."""
    # The JSON of a list, written out: json.dumps takes six times as long.
    named = f"[{_quoted(board)}, {_quoted(region)}, {_quoted(text)}, {occurrence}]"
    return hashlib.sha256(named.encode()).hexdigest()[:16]
