"""Extraction JSONL: what `extract --to jsonl` prints, both ways."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from inkslate.board import Span
from inkslate.errors import InputError
from inkslate.extraction import Extraction, ModelInfo
from inkslate.formats.json_values import parse_json
from inkslate.messages import shorten

_FILE = "predictions are what `extract --to jsonl` prints"


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
