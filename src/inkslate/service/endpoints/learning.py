"""`/v1/learning`: learn from the corrections of the workspace, use the result at once, and take it back."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends, Request, Response

from inkslate.service.learning import schemas
from inkslate.service.learning.workspace import learn_from_workspace, learned_models, stored_boards
from inkslate.service.openapi import WITH_TOKEN, json_response, problem_responses
from inkslate.service.payloads import json_payload
from inkslate.service.queries import QueryRoute, refuse_repeated_parameters
from inkslate.service.state import ServiceState, state_of
from inkslate.training.adapting.adapter import Adapted, has_reviewed

router = APIRouter(dependencies=[Depends(refuse_repeated_parameters)], route_class=QueryRoute)
_NOW = {"boards": 12, "model": "1", "learned": True}
_PART = {"name": "tasks", "before": 81.2, "after": 86.9, "error": 1.9, "fixed": 14, "broken": 3, "used": True}
_RESULT = {**_NOW, "sentences": 140, "tasks": 55, "used": True, "more_boards": 8, "parts": [_PART]}
_PROBLEMS = ("no-workspace", "cannot-learn", *WITH_TOKEN)


@router.get(
    "/v1/learning",
    response_class=Response,
    responses=json_response(200, "What there is to learn from", schemas.LearningSchema, _NOW)
    | problem_responses(*_PROBLEMS),
    operation_id="learning",
    summary="How many corrected boards there are to learn from, and which model is in use",
)
async def get_learning(request: Request) -> Response:
    """What there is to learn from."""
    state = state_of(request)
    return json_payload(await _status(state)).response()


@router.post(
    "/v1/learning",
    response_class=Response,
    responses=json_response(200, "What was learned", schemas.LearnedSchema, _RESULT)
    | problem_responses("deadline", *_PROBLEMS),
    operation_id="learn",
    summary="Learn from the corrected boards; what gains on boards left out is used from now on",
)
async def post_learning(request: Request) -> Response:
    """Learn from the corrections."""
    state = state_of(request)
    adapted = await learn_from_workspace(state)
    return json_payload({**await _status(state), **_result(adapted)}).response()


@router.delete(
    "/v1/learning",
    response_class=Response,
    responses=json_response(200, "What is in use now", schemas.LearningSchema, _NOW) | problem_responses(*_PROBLEMS),
    operation_id="unlearn",
    summary="Use again what was used before the last learning",
)
async def delete_learning(request: Request) -> Response:
    """Take the last learned model back."""
    state = state_of(request)
    models = learned_models(state)
    await state.run_on_workspace(models.undo)
    await state.use_learned()
    return json_payload(await _status(state)).response()


async def _status(state: ServiceState) -> dict[str, Any]:
    models = learned_models(state)
    boards = sum(has_reviewed(board) for board in await stored_boards(state))
    learned = await state.run_on_workspace(models.can_undo)
    return {"boards": boards, "model": state.scheduler.model.name, "learned": learned}


def _result(adapted: Adapted) -> dict[str, Any]:
    parts = [
        {
            "name": name,
            "before": round(each.gain.before, 2),
            "after": round(each.gain.after, 2),
            "error": round(each.gain.error, 2),
            "fixed": each.gain.fixed,
            "broken": each.gain.broken,
            "used": name in adapted.used,
        }
        for name, each in adapted.learned.items()
    ]
    return {
        "sentences": adapted.sentences,
        "tasks": adapted.tasks,
        "used": bool(adapted.used),
        "more_boards": adapted.more_boards,
        "parts": parts,
    }
