"""Extractions that come back, with a person's corrections: sentences, tasks, owners and due dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.extraction import Detail, Extraction, FoundSentence, ModelInfo
from inkslate.formats import parse_board
from inkslate.formats.json_values import Fields
from inkslate.messages import shorten
from inkslate.service.conversion import DetailOptions, add_details, parse_body_json
from inkslate.service.limits import check_boards
from inkslate.service.problems import not_valid
from inkslate.service.settings import Limits

_DUE = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?")
_HINT = "send what POST /v1/extract answers, or mend it"
_LONGEST_TEXT = 1000


def read_extractions(data: bytes, limits: Limits) -> list[Extraction]:
    """The extractions of `{"extractions": [...]}`. Sentences decide what is a task, tasks add owners and due dates."""
    value = parse_body_json(data, limits)
    try:
        if not isinstance(value, dict) or not isinstance(value.get("extractions"), list):
            raise InputError(f"the body has no list of extractions; {_HINT}")
        found = [_extraction(item) for item in Fields(value, "body").objects("extractions")]
    except InputError as error:
        raise not_valid(str(error)) from None
    check_boards([extraction.board for extraction in found], limits)
    return found


def fill_details(extractions: Sequence[Extraction], options: DetailOptions) -> list[Extraction]:
    """Owners and due dates from the words of tasks of which a person said nothing. Runs in a thread."""
    found = add_details(extractions, options)
    return [
        replace(guessed, details={**guessed.details, **given.details})
        for guessed, given in zip(found, extractions, strict=True)
    ]


def _extraction(item: Fields) -> Extraction:
    regions = item.objects("regions")
    bare = [{"id": region.text("id"), "lines": _plain(region, "lines")} for region in regions]
    board = parse_board({"id": item.text("id"), "regions": bare}, where=item.where)
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


def _plain(region: Fields, key: str) -> list[Any]:
    """A list as it came: the board's own reader says what is wrong in it."""
    return [line.raw for line in region.objects(key)]


def _sentence(item: Fields) -> FoundSentence:
    start, end, task = item.whole("start"), item.whole("end"), item.flag("task")
    if start is None or end is None or task is None or not 0 <= start < end:
        raise InputError(f"{item.where}: no sentence (it needs start < end and task); {_HINT}")
    score = item.number("score")
    if score is not None and not 0 <= score <= 1:
        raise InputError(f"{item.where}: score is {score:g}; it is a number from 0 to 1, or null")
    return FoundSentence(start, end, task, score)


def _reviewed(extraction: Extraction, board: Board, tasks: list[Fields]) -> tuple[dict[str, Detail], dict[str, str]]:
    """Details and ids by the id that a task has by itself; tasks are told apart by their words."""
    own = {(task.region, task.start, task.end): task.id for task in extraction.tasks}
    details: dict[str, Detail] = {}
    ids: dict[str, str] = {}
    for item in tasks:
        place = (item.text("region"), item.whole("start"), item.whole("end"))
        name = own.get(place)  # type: ignore[arg-type]
        if name is None:
            raise InputError(f"{item.where}: is no sentence with task: true of board {shorten(board.id)}; {_HINT}")
        owner, due = _short(item, "owner"), _short(item, "due")
        if due is not None:
            _check_due(due, item.where)
        details[name] = Detail(owner=owner or None, due=due)
        if identity := _short(item, "id"):
            ids[name] = identity
    return details, ids


def _short(item: Fields, key: str) -> str | None:
    text = item.text(key)
    if text is not None and len(text) > _LONGEST_TEXT:
        raise InputError(f"{item.where}: {key} has {len(text)} characters; at most {_LONGEST_TEXT} are taken")
    return text


def _check_due(due: str, where: str) -> None:
    from datetime import datetime

    try:
        if not _DUE.fullmatch(due):
            raise ValueError("another form")
        datetime.fromisoformat(due)
    except ValueError:
        raise InputError(f"{where}: due is {shorten(due)}; write 2026-11-15 or 2026-11-15T09:30") from None
