"""What Label Studio sends to an ML backend: tasks to label, and annotations to learn from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.formats.label_studio import scan_label_studio
from inkslate.service.corrections import CorrectionStore
from inkslate.service.payloads import parse_body_json
from inkslate.service.problems import not_valid
from inkslate.service.settings import ServiceLimits

_NAME = "body"
LEARN_ACTION = "START_TRAINING"
_ANNOTATED = frozenset({"ANNOTATION_CREATED", "ANNOTATION_UPDATED"})


def tasks_to_label(data: bytes, limits: ServiceLimits) -> list[Board | None]:
    """The boards of a request for predictions; None for a task that `extract --to label-studio` did not write."""
    value = _object(data, limits)
    tasks = value.get("tasks")
    if not isinstance(tasks, list) or not all(isinstance(task, dict) for task in tasks):
        raise not_valid("tasks is not a list of objects; send what Label Studio sends", field="tasks")
    return [_board({"data": task.get("data")})[0] for task in tasks]


def annotated_boards(data: bytes, limits: ServiceLimits) -> tuple[list[Board], list[str], bool]:
    """The labelled boards of a webhook or a request to train, what is wrong with others, and whether to learn now."""
    value = _object(data, limits)
    action = value.get("action")
    if action is None:  # Label Studio without webhooks sends all annotated tasks
        tasks = value.get("annotations")
    elif action in _ANNOTATED:
        task, annotation = value.get("task"), value.get("annotation")
        tasks = [{**task, "annotations": [annotation]}] if isinstance(task, dict) else None
    else:
        return [], [], action == LEARN_ACTION
    if not isinstance(tasks, list) or not all(isinstance(task, dict) for task in tasks):
        raise not_valid("has no tasks with annotations; send what Label Studio sends", field="annotations")
    found = [_board(task) for task in tasks]
    boards = [board for board, _ in found if board is not None and _is_labelled(board)]
    return boards, [problem for _, problems in found for problem in problems], action is None


def store_boards(store: CorrectionStore, boards: Sequence[Board]) -> int:
    """Store labelled boards as the next revisions of theirs; how many of them are new or changed."""
    changed = 0
    for board in boards:
        known = store.get(board.id)
        if known is None:
            changed += store.put(board, 0, {})[1]
        elif store.put(board, known.revision + 1, known.notes)[0].content != known.content:
            changed += 1
    return changed


def _object(data: bytes, limits: ServiceLimits) -> dict[str, Any]:
    value = parse_body_json(data, limits)
    if not isinstance(value, dict):
        raise not_valid("the body is not an object; send what Label Studio sends")
    return value


def _board(task: Mapping[str, Any]) -> tuple[Board | None, list[str]]:
    """The board of one task, with labels where it has annotations, and what is wrong with it."""
    try:
        found = list(scan_label_studio(json.dumps([task]), _NAME))
    except InputError as error:
        return None, [str(error)]
    boards = [each for each in found if isinstance(each, Board)]
    return (boards[0] if boards else None), [str(each) for each in found if not isinstance(each, Board)]


def _is_labelled(board: Board) -> bool:
    return all(region.sentences is not None for region in board.regions)
