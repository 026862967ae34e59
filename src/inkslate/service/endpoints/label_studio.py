"""`/label-studio/...`: the calls that Label Studio makes to an ML backend (docs/label-studio.md).

The addresses, fields and status codes are Label Studio's, so they are not in our OpenAPI document.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request, Response

from inkslate.board import Board
from inkslate.extraction import Extraction
from inkslate.service.learning.annotations import annotated_boards, store_boards, tasks_to_label
from inkslate.service.learning.workspace import learn_from_workspace
from inkslate.service.limits import read_body
from inkslate.service.payloads import json_payload
from inkslate.service.queries import require_json_content_type
from inkslate.service.reading.checks import check_boards
from inkslate.service.scheduler import ModelRequest, ScannedRegion
from inkslate.service.state import ServiceState, cancel_on_disconnect, log_body, state_of
from inkslate.writers.label_studio import label_studio_prediction, model_version

router = APIRouter(prefix="/label-studio", include_in_schema=False)


@router.get("/health")
async def get_health(request: Request) -> Response:
    """Whether the backend can work."""
    state_of(request).check_health()
    return json_payload({"status": "UP", "model_class": "inkslate"}).response()


@router.post("/setup")
async def post_setup(request: Request) -> Response:
    """The version of the model. The body names the project, and has a token of it that is not needed here."""
    return json_payload({"model_version": model_version(state_of(request).scheduler.model)}).response()


@router.get("/versions")
async def get_versions(request: Request) -> Response:
    """The versions to choose from: the one in use."""
    return json_payload({"versions": [model_version(state_of(request).scheduler.model)]}).response()


@router.post("/predict")
async def post_predict(request: Request) -> Response:
    """Predictions for tasks, in their order; empty ones for tasks that are not boards."""
    state = state_of(request)
    require_json_content_type(request)
    async with read_body(request, state.limits, state.body_memory) as data:
        log_body(state, data)
        results = await cancel_on_disconnect(request, _predict(state, data))
    return json_payload({"results": results}).response()


@router.post("/webhook")
@router.post("/train")
async def post_webhook(request: Request) -> Response:
    """Store annotations in the workspace, and learn from it where Label Studio asks for that."""
    state = state_of(request)
    require_json_content_type(request)
    async with read_body(request, state.limits, state.body_memory) as data:
        log_body(state, data)
        boards, problems, learn = await state.run_in_thread(state.new_deadline(), annotated_boards, data, state.limits)
    stored = await state.run_on_workspace(store_boards, state.workspace(), boards) if boards else 0
    answer: dict[str, Any] = {"stored": stored, "problems": problems}
    if learn:
        adapted = await learn_from_workspace(state)
        answer |= {"used": bool(adapted.used), "more_boards": adapted.more_boards}
    return json_payload({**answer, "model_version": model_version(state.scheduler.model)}).response(201)


async def _predict(state: ServiceState, data: bytes) -> list[dict[str, Any]]:
    deadline = state.new_deadline()
    boards = await state.run_in_thread(deadline, tasks_to_label, data, state.limits)
    check_boards([board for board in boards if board is not None][:1], state.limits)
    results: list[dict[str, Any]] = []
    with state.admission(small=False):
        for board in boards:
            if board is None:
                results.append({"result": [], "model_version": model_version(state.scheduler.model)})
            else:
                results.append(await _prediction(state, board, deadline))
    return results


async def _prediction(state: ServiceState, board: Board, deadline: float) -> dict[str, Any]:
    check_boards([board], state.limits)
    bare, model = board.without_labels(), state.scheduler.model

    def _read() -> ModelRequest[dict[str, Any]]:
        def _finish(scanned: Sequence[ScannedRegion]) -> dict[str, Any]:
            return label_studio_prediction(Extraction(bare, tuple(region.sentences for region in scanned), model))

        return ModelRequest(state.scheduler.passages(bare), _finish)

    return await state.scheduler.run(_read, deadline=deadline)
