"""Extraction JSONL, which `extract --to jsonl` prints: the one writer of it, and the one parser."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from inkslate.board import Board, Span
from inkslate.errors import InputError
from inkslate.extraction import Extraction, FoundSentence, ModelInfo
from inkslate.formats.board_jsonl import parse_board
from inkslate.formats.json_values import Fields, parse_json
from inkslate.messages import shorten

UNKNOWN = "unknown"  # of models
_FILE = "the file must be what `extract --to jsonl` prints"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The fields that a caller needs. Other fields are not checked: scripts may leave them out or change them."""

    model: bool = False
    region: frozenset[str] = frozenset()  # of id, lines, sentences; empty: regions are not read
    task: frozenset[str] = frozenset()  # of the fields of ParsedTask; empty: tasks are not read
    required: frozenset[str] = frozenset()  # lists that must be there: regions, sentences, tasks
    remedy: str = _FILE


@dataclass(frozen=True, slots=True)
class ParsedRegion:
    """A region's id and its sentences; the words of the region are not checked here."""

    id: str
    sentences: tuple[FoundSentence, ...]


@dataclass(frozen=True, slots=True)
class ParsedTask:
    """A task as it is written. Fields that are missing or not wanted are None."""

    where: str
    id: str | None = None
    text: str | None = None
    region: str | None = None
    start: int | None = None
    end: int | None = None
    owner: str | None = None
    owner_span: tuple[int, ...] | None = None
    due: str | None = None
    due_span: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class ParsedExtraction:
    """One extraction. `board` is there where the regions' lines were wanted."""

    where: str
    id: str
    model: ModelInfo
    regions: tuple[ParsedRegion, ...]
    tasks: tuple[ParsedTask, ...]
    board: Board | None = None


@dataclass(frozen=True, slots=True)
class Predictions:
    """The spans of an extraction file, and their scores where they have some: by board id, then by region id."""

    name: str
    model: ModelInfo
    spans: dict[str, dict[str, tuple[Span, ...]]]
    scores: dict[str, dict[str, tuple[float | None, ...]]] = field(default_factory=dict)


def format_extractions(extractions: Iterable[Extraction]) -> str:
    """The extractions as JSONL, one board a line."""
    return "".join(json.dumps(extraction.to_json(), ensure_ascii=False) + "\n" for extraction in extractions)


def parse_extraction_jsonl(text: str, name: str, *, wanted: Wanted) -> Iterator[ParsedExtraction]:
    """The extractions of a file in order; InputError for the first line that is not one, or has a duplicate id."""
    seen: set[str] = set()
    for item in json_objects(text, name, remedy=wanted.remedy):
        extraction = parse_extraction(item, wanted=wanted)
        if extraction.id in seen:
            raise InputError(f"{item.where}: duplicate board id {shorten(extraction.id)}; {wanted.remedy}")
        seen.add(extraction.id)
        yield extraction


def json_objects(text: str, name: str, *, remedy: str) -> Iterator[Fields]:
    """The objects of a JSONL file in order; InputError for the first line that is not one."""
    # Only \n ends a line of JSONL: U+2028 and similar characters may be part of a string.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{name} line {number}"
        try:
            value = parse_json(line)
        except ValueError as error:
            raise InputError(f"{where}: {error}; {remedy}") from None
        if not isinstance(value, dict):
            raise InputError(f"{where}: not an extraction: it must be a JSON object; {remedy}")
        yield Fields(value, where)


def parse_extraction(item: Fields, *, wanted: Wanted) -> ParsedExtraction:
    """One extraction from a JSON object; InputError for the first field that is wrong."""
    identity = _parse_id(item, wanted)
    regions = _objects(item, "regions", wanted) if wanted.region else []
    tasks = _objects(item, "tasks", wanted) if wanted.task else []
    board = None
    if "lines" in wanted.region:
        bare = [
            {
                "id": region.text("id"),
                "speaker": region.text("speaker"),
                "lines": [line.raw for line in region.objects("lines")],
            }
            for region in regions
        ]
        board = parse_board({"id": identity, "regions": bare}, where=item.where)
    return ParsedExtraction(
        item.where,
        identity,
        _parse_model(item, wanted),
        tuple(_parse_region(region, wanted) for region in regions),
        tuple(_parse_task(task, wanted.task) for task in tasks),
        board,
    )


def _objects(item: Fields, key: str, wanted: Wanted) -> list[Fields]:
    if key in wanted.required and not isinstance(item.value(key), list):
        raise InputError(f"{item.where}: not an extraction: {key} is not a list; {wanted.remedy}")
    return item.objects(key)


def _parse_id(item: Fields, wanted: Wanted) -> str:
    identity = item.text("id")
    if not identity:
        raise InputError(f"{item.where}: not an extraction: it needs an id, which is a string; {wanted.remedy}")
    return identity


def _parse_model(item: Fields, wanted: Wanted) -> ModelInfo:
    fields = item.inner("model") if wanted.model else None
    name, version = ((fields.text(key) if fields else None) or UNKNOWN for key in ("name", "version"))
    return ModelInfo(name, version, UNKNOWN, UNKNOWN)


def _parse_region(item: Fields, wanted: Wanted) -> ParsedRegion:
    sentences = tuple(_parse_sentence(sentence, wanted) for sentence in _objects(item, "sentences", wanted))
    return ParsedRegion(_parse_id(item, wanted), sentences)


def _parse_sentence(item: Fields, wanted: Wanted) -> FoundSentence:
    start, end, task = item.whole("start"), item.whole("end"), item.flag("task")
    if start is None or end is None or task is None or not 0 <= start < end:
        raise InputError(f"{item.where}: not a sentence: it needs start < end, and task; {wanted.remedy}")
    score = item.number("score")
    if score is not None and not 0 <= score <= 1:
        raise InputError(f"{item.where}: score is {score:g}, but it must be a number from 0 to 1, or null")
    return FoundSentence(start, end, task, score)


def _parse_task(item: Fields, wanted: frozenset[str]) -> ParsedTask:
    def text(key: str) -> str | None:
        return item.text(key) if key in wanted else None

    def whole(key: str) -> int | None:
        return item.whole(key) if key in wanted else None

    def span(key: str) -> tuple[int, ...] | None:
        return tuple(int(place) for place in item.numbers(key)) if key in wanted else None

    return ParsedTask(
        where=item.where,
        id=text("id"),
        text=text("text"),
        region=text("region"),
        start=whole("start"),
        end=whole("end"),
        owner=text("owner"),
        owner_span=span("owner_span"),
        due=text("due"),
        due_span=span("due_span"),
    )
