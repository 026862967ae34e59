"""Extractions that a client sends back with corrections: sentences, tasks, owners and due dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime

from inkslate.details import DetailContext, add_details
from inkslate.errors import InputError
from inkslate.extraction import Detail, Extraction, with_stated
from inkslate.formats.extraction_jsonl import ParsedTask, Wanted, parse_extraction
from inkslate.formats.json_values import Fields
from inkslate.messages import shorten
from inkslate.service.payloads import parse_body_json
from inkslate.service.problems import not_valid
from inkslate.service.reading.checks import check_boards
from inkslate.service.settings import ServiceLimits

_DUE = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?")
_HINT = "send the response of POST /v1/extract, with your corrections"
_MAX_TEXT = 1000
_WANTED = Wanted(
    model=True,
    region=frozenset({"id", "lines", "sentences"}),
    task=frozenset({"id", "region", "start", "end", "owner", "owner_span", "due", "due_span"}),
    remedy=_HINT,
)


def read_extractions(data: bytes, limits: ServiceLimits) -> list[Extraction]:
    """The extractions of `{"extractions": [...]}`. Sentences define the tasks; `tasks` adds owners and due dates."""
    value = parse_body_json(data, limits)
    try:
        if not isinstance(value, dict) or not isinstance(value.get("extractions"), list):
            raise InputError(f"the body has no list of extractions; {_HINT}")
        extractions = [_extraction(item) for item in Fields(value, "body").objects("extractions")]
    except InputError as error:
        raise not_valid(str(error)) from None
    check_boards([extraction.board for extraction in extractions], limits)
    return extractions


def fill_details(extractions: Sequence[Extraction], context: DetailContext) -> list[Extraction]:
    """Find owners and due dates of tasks that the client did not list. Call it in a thread."""
    found = add_details(extractions, context)
    return [
        guessed.with_details({**guessed.details, **given.details})
        for guessed, given in zip(found, extractions, strict=True)
    ]


def _extraction(item: Fields) -> Extraction:
    parsed = parse_extraction(item, wanted=_WANTED)
    assert parsed.board is not None  # the lines are wanted
    # A person decides which sentences are tasks; what states a task is in the lines.
    sentences = tuple(
        with_stated(region, found.sentences) for region, found in zip(parsed.board.regions, parsed.regions, strict=True)
    )
    try:
        extraction = Extraction(parsed.board, sentences, parsed.model)
    except ValueError as error:
        raise InputError(f"{item.where}, {error}; {_HINT}") from None
    details, ids = _reviewed(extraction, parsed.tasks)
    return extraction.with_details(details).with_ids(ids)


def _reviewed(extraction: Extraction, tasks: Sequence[ParsedTask]) -> tuple[dict[str, Detail], dict[str, str]]:
    """Details and ids from the client, by the task's generated id; tasks are matched by their span of words."""
    own = {(task.region, task.start, task.end): task.id for task in extraction.tasks}
    details: dict[str, Detail] = {}
    ids: dict[str, str] = {}
    for item in tasks:
        name = own.get((item.region, item.start, item.end))  # type: ignore[arg-type]
        if name is None:
            board = shorten(extraction.board.id)
            raise InputError(f"{item.where}: does not match a sentence with task: true of board {board}; {_HINT}")
        for key, text in (("owner", item.owner), ("due", item.due), ("id", item.id)):
            if text is not None and len(text) > _MAX_TEXT:
                raise InputError(f"{item.where}: {key} has {len(text)} characters; at most {_MAX_TEXT} are taken")
        due = None if item.due is None else _parse_due(item.due, item.where)
        details[name] = Detail(
            owner=item.owner or None,
            owner_span=_inside(item, item.owner_span) if item.owner else None,
            due=due,
            due_span=_inside(item, item.due_span) if due else None,
        )
        if item.id:
            ids[name] = item.id
    return details, ids


def _inside(task: ParsedTask, span: Sequence[int] | None) -> tuple[int, int] | None:
    """The words that say a detail; None where they are not words of the task, as after a correction."""
    if span is None or len(span) != 2 or task.start is None or task.end is None:
        return None
    start, end = span
    return (start, end) if task.start <= start < end <= task.end else None


def _parse_due(due: str, where: str) -> date:
    try:
        if not _DUE.fullmatch(due):
            raise ValueError("not this form")
        return datetime.fromisoformat(due) if "T" in due else date.fromisoformat(due)
    except ValueError:
        raise InputError(f"{where}: due is {shorten(due)}; write 2026-11-15 or 2026-11-15T09:30") from None
