"""`/v1/corrections`: boards that a person corrected, stored in the workspace as labelled boards."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import Annotated, Any, ParamSpec, TypeVar

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from inkslate.board import Board
from inkslate.messages import shorten
from inkslate.service import schemas
from inkslate.service.corrections import Conflict, Correction
from inkslate.service.limits import read_body
from inkslate.service.openapi import (
    LABELLED_BOARD,
    WITH_BODY,
    WITH_TOKEN,
    json_request_body,
    json_response,
    plain_response,
    problem_responses,
)
from inkslate.service.payloads import json_payload
from inkslate.service.problems import Problem
from inkslate.service.queries import QueryRoute, refuse_repeated_parameters, require_json_content_type
from inkslate.service.reading import jobs
from inkslate.service.reading.correction_bodies import MAX_ID_LENGTH, MAX_REVISION, parse_correction
from inkslate.service.state import ServiceState, is_small, log_body, state_of

router = APIRouter(dependencies=[Depends(refuse_repeated_parameters)], route_class=QueryRoute)
_P = ParamSpec("_P")
_T = TypeVar("_T")
_SAVED = {"board": "b1", "revision": 3, "saved": "2026-11-15T17:39:02.123+00:00"}
_STORED = {"board": LABELLED_BOARD, "revision": 3, "notes": {}, "saved": _SAVED["saved"]}


class ListQuery(BaseModel):
    """Parameters of `GET /v1/corrections`."""

    model_config = ConfigDict(extra="forbid")
    after: Annotated[str, Field(description="`next` of the page before.", max_length=MAX_ID_LENGTH)] = ""
    limit: Annotated[int, Field(ge=1, le=1000)] = 100
    id: Annotated[
        str | None,
        Field(
            description="Only the board with this id: a list of one, or of none.",
            min_length=1,
            max_length=MAX_ID_LENGTH,
        ),
    ] = None


class BoardQuery(BaseModel):
    """Parameters of `DELETE /v1/corrections/board`."""

    model_config = ConfigDict(extra="forbid")
    id: Annotated[str, Field(description="The board's id.", min_length=1, max_length=MAX_ID_LENGTH)]


class RevisionQuery(BoardQuery):
    """Parameters of `GET /v1/corrections/board`."""

    revision: Annotated[int | None, Field(description="The latest where absent.", ge=0, le=MAX_REVISION)] = None


@router.put(
    "/v1/corrections",
    response_class=Response,
    responses=json_response(200, "Was kept before, unchanged", schemas.SavedSchema, _SAVED)
    | json_response(201, "Is on the disk now", schemas.SavedSchema, _SAVED)
    | problem_responses("conflict", "no-workspace", "store", *WITH_BODY),
    openapi_extra=json_request_body(schemas.CorrectionBodySchema, {"board": LABELLED_BOARD, "revision": 3}),
    operation_id="keepCorrection",
    summary="Keep a corrected board; the same revision again changes nothing",
)
async def put_correction(request: Request) -> Response:
    """Store a corrected board."""
    state = state_of(request)
    workspace = state.workspace()
    require_json_content_type(request)
    async with read_body(request, state.limits, state.body_memory) as data:
        log_body(state, data)
        with state.admission() as deadline:
            board, revision, notes = await _parse(state, data, deadline)
            try:
                stored, new = await _run(state, workspace.put, board, revision, notes)
            except Conflict as error:
                raise Problem(
                    "conflict", str(error), field="revision", remedy="read the board again, then send a later revision"
                ) from None
    return json_payload(_saved_json(stored)).response(201 if new else 200)


@router.get(
    "/v1/corrections",
    response_class=Response,
    responses=json_response(
        200, "Boards by their ids", schemas.CorrectionsSchema, {"corrections": [_SAVED], "next": None}
    )
    | problem_responses("no-workspace", "not-valid", "store", *WITH_TOKEN),
    operation_id="listCorrections",
    summary="The corrected boards, each with its latest revision",
)
async def get_corrections(request: Request, query: Annotated[ListQuery, Query()]) -> Response:
    """List the corrected boards, page by page."""
    state = state_of(request)
    if query.id is not None:
        found = await _run(state, state.workspace().get, query.id, None)
        return json_payload({"corrections": [_saved_json(found)] if found else [], "next": None}).response()
    rows = await _run(state, state.workspace().latest, after=query.after, limit=query.limit + 1)
    page = rows[: query.limit]
    return json_payload(
        {
            "corrections": [_saved_json(row) for row in page],
            "next": page[-1].board if len(rows) > query.limit else None,
        }
    ).response()


@router.get(
    "/v1/corrections/board",
    response_class=Response,
    responses=json_response(200, "A labelled board", schemas.CorrectionSchema, _STORED)
    | problem_responses("not-found", "no-workspace", "not-valid", "store", *WITH_TOKEN),
    operation_id="readCorrection",
    summary="One corrected board",
)
async def get_corrected_board(request: Request, query: Annotated[RevisionQuery, Query()]) -> Response:
    """Read a corrected board."""
    state = state_of(request)
    found = await _run(state, state.workspace().get, query.id, query.revision)
    if found is None:
        raise Problem(
            "not-found",
            f"there is no correction of board {shorten(query.id)}"
            + (f" with revision {query.revision}" if query.revision is not None else ""),
            field="id",
            remedy="GET /v1/corrections lists the boards",
        )
    value = {"board": json.loads(found.content), "revision": found.revision, "notes": found.notes, "saved": found.saved}
    return json_payload(value).response()


@router.delete(
    "/v1/corrections/board",
    status_code=204,
    response_class=Response,
    responses=plain_response(204, "It is gone, or was never there")
    | problem_responses("no-workspace", "not-valid", "store", *WITH_TOKEN),
    operation_id="forgetCorrection",
    summary="Forget a board with all its revisions",
)
async def delete_correction(request: Request, query: Annotated[BoardQuery, Query()]) -> Response:
    """Delete all revisions of a board."""
    state = state_of(request)
    await _run(state, state.workspace().delete, query.id)
    return Response(status_code=204)


async def _run(state: ServiceState, call: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T:
    """The result of a call to the workspace; a Problem where the database fails."""
    try:
        return await state.run_on_workspace(call, *args, **named)
    except sqlite3.Error as error:
        raise Problem(
            "store",
            f"the workspace cannot be used ({error})",
            remedy="check that its disk has free space and is writable, then send it again",
            headers={"Retry-After": "1"},
        ) from None


async def _parse(state: ServiceState, data: bytes, deadline: float) -> tuple[Board, int, dict[str, Any]]:
    """Board, revision and notes of a correction; a large one is read in a process."""
    if is_small(data):
        return await state.run_in_thread(deadline, parse_correction, data, state.limits)
    pickled = await state.reading.run(jobs.pickled_correction, data, state.limits, deadline=deadline)
    parsed: tuple[Board, int, dict[str, Any]] = await state.run_in_thread(deadline, jobs.unpickled, pickled)
    return parsed


def _saved_json(stored: Correction) -> dict[str, Any]:
    return {"board": stored.board, "revision": stored.revision, "saved": stored.saved}
