"""Extractions that a client sends back with corrections: sentences, tasks, owners and due dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.extraction import Detail, Extraction, FoundSentence, ModelInfo
from inkslate.formats import parse_board
from inkslate.formats.json_values import Fields
from inkslate.messages import shorten
from inkslate.service.limits import check_boards
from inkslate.service.payloads import DetailOptions, add_details, parse_body_json
from inkslate.service.problems import not_valid
from inkslate.service.settings import ServiceLimits

_DUE = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?")
_HINT = "send the response of POST /v1/extract, with your corrections"
_MAX_TEXT = 1000


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


def fill_details(extractions: Sequence[Extraction], options: DetailOptions) -> list[Extraction]:
    """Find owners and due dates of tasks that the client did not list. Call it in a thread."""
    found = add_details(extractions, options)
    return [
        replace(guessed, details={**guessed.details, **given.details})
        for guessed, given in zip(found, extractions, strict=True)
    ]


def _extraction(item: Fields) -> Extraction:
    regions = item.objects("regions")
    unlabelled = [{"id": region.text("id"), "lines": _raw(region, "lines")} for region in regions]
    board = parse_board({"id": item.text("id"), "regions": unlabelled}, where=item.where)
    sentences = tuple(tuple(_sentence(each) for each in region.objects("sentences")) for region in regions)
    model = item.inner("model")
    info = ModelInfo(
        (model and model.text("name")) or "unknown",
        (model and model.text("version")) or "unknown",
        "unknown",
        "unknown",
    )
    try:
        extraction = Extraction(board, sentences, info)
    except ValueError as error:
        raise InputError(f"{item.where}, {error}; {_HINT}") from None
    return Extraction(board, sentences, info, *_reviewed(extraction, board, item.objects("tasks")))


def _raw(region: Fields, key: str) -> list[Any]:
    """A list without checks: the parser of boards reports the errors in it."""
    return [line.raw for line in region.objects(key)]


def _sentence(item: Fields) -> FoundSentence:
    start, end, task = item.whole("start"), item.whole("end"), item.flag("task")
    if start is None or end is None or task is None or not 0 <= start < end:
        raise InputError(f"{item.where}: not a sentence (it needs start < end and task); {_HINT}")
    score = item.number("score")
    if score is not None and not 0 <= score <= 1:
        raise InputError(f"{item.where}: score is {score:g}; it is a number from 0 to 1, or null")
    return FoundSentence(start, end, task, score)


def _reviewed(extraction: Extraction, board: Board, tasks: list[Fields]) -> tuple[dict[str, Detail], dict[str, str]]:
    """Details and ids from the client, by the task's generated id; tasks are matched by their span of words."""
    generated = {(task.region, task.start, task.end): task.id for task in extraction.tasks}
    details: dict[str, Detail] = {}
    ids: dict[str, str] = {}
    for item in tasks:
        span = (item.text("region"), item.whole("start"), item.whole("end"))
        name = generated.get(span)  # type: ignore[arg-type]
        if name is None:
            raise InputError(
                f"{item.where}: does not match a sentence with task: true of board {shorten(board.id)}; {_HINT}"
            )
        owner, due = _limited_text(item, "owner"), _limited_text(item, "due")
        if due is not None:
            _check_due(due, item.where)
        details[name] = Detail(owner=owner or None, due=due)
        if identity := _limited_text(item, "id"):
            ids[name] = identity
    return details, ids


def _limited_text(item: Fields, key: str) -> str | None:
    text = item.text(key)
    if text is not None and len(text) > _MAX_TEXT:
        raise InputError(f"{item.where}: {key} has {len(text)} characters; at most {_MAX_TEXT} are taken")
    return text


def _check_due(due: str, where: str) -> None:
    try:
        if not _DUE.fullmatch(due):
            raise ValueError("not this form")
        datetime.fromisoformat(due)
    except ValueError:
        raise InputError(f"{where}: due is {shorten(due)}; write 2026-11-15 or 2026-11-15T09:30") from None
