"""`/v1/corrections`: what a person made of a board, kept in the workspace as labelled boards."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import Annotated, Any, ParamSpec, TypeVar

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.messages import shorten
from inkslate.service import schemas
from inkslate.service.conversion import json_answer, parse_body_json
from inkslate.service.corrections import Conflict, Correction, labelled_board
from inkslate.service.limits import check_boards, whole_body
from inkslate.service.openapi import GUARDED, LABELLED, WITH_BODY, described, failures, json_body, plain
from inkslate.service.problems import Problem, not_valid
from inkslate.service.queries import check_json
from inkslate.service.settings import Limits
from inkslate.service.state import Core, core_of, log_text

router = APIRouter()
_P = ParamSpec("_P")
_T = TypeVar("_T")
_LONGEST_ID = 1000
_LARGEST_NOTES = 1 << 18  # bytes of JSON
_LARGEST_REVISION = 2**53 - 1
_SAVED = {"board": "b1", "revision": 3, "saved": "2026-11-15T17:39:02.123+00:00"}
_KEPT = {"board": LABELLED, "revision": 3, "notes": {}, "saved": _SAVED["saved"]}


class ListQuery(BaseModel):
    model_config = ConfigDict(extra="forbid")
    after: Annotated[str, Field(description="`next` of the page before.", max_length=_LONGEST_ID)] = ""
    limit: Annotated[int, Field(ge=1, le=1000)] = 100
    id: Annotated[
        str | None,
        Field(
            description="Only the board with this id: a list of one, or of none.", min_length=1, max_length=_LONGEST_ID
        ),
    ] = None


class BoardQuery(BaseModel):
    model_config = ConfigDict(extra="forbid")
    id: Annotated[str, Field(description="The board's id.", min_length=1, max_length=_LONGEST_ID)]


class RevisionQuery(BoardQuery):
    revision: Annotated[int | None, Field(description="The latest where absent.", ge=0, le=_LARGEST_REVISION)] = None


@router.put(
    "/v1/corrections",
    response_class=Response,
    responses=described(200, "Was kept before, unchanged", schemas.Saved, _SAVED)
    | described(201, "Is on the disk now", schemas.Saved, _SAVED)
    | failures("conflict", "no-workspace", "store", *WITH_BODY),
    openapi_extra=json_body(schemas.CorrectionBody, {"board": LABELLED, "revision": 3}),
    operation_id="keepCorrection",
    summary="Keep a corrected board; the same revision again changes nothing",
)
async def put(request: Request) -> Response:
    core = core_of(request)
    workspace = core.workspace()
    check_json(request)
    async with whole_body(request, core.limits, core.held) as data:
        log_text(core, data)
        with core.admission() as deadline:
            board, revision, notes = await core.in_thread(deadline, _read, data, core.limits)
            try:
                kept, new = await _stored(core, workspace.put, board, revision, notes)
            except Conflict as error:
                raise Problem(
                    "conflict", str(error), field="revision", remedy="read the board again, then send a later revision"
                ) from None
    return _json(_saved(kept), 201 if new else 200)


@router.get(
    "/v1/corrections",
    response_class=Response,
    responses=described(200, "Boards by their ids", schemas.Corrections, {"corrections": [_SAVED], "next": None})
    | failures("no-workspace", "not-valid", "store", *GUARDED),
    operation_id="listCorrections",
    summary="The corrected boards, each with its latest revision",
)
async def get_list(request: Request, query: Annotated[ListQuery, Query()]) -> Response:
    core = core_of(request)
    if query.id is not None:
        found = await _stored(core, core.workspace().get, query.id, None)
        return _json({"corrections": [_saved(found)] if found else [], "next": None})
    rows = await _stored(core, core.workspace().latest, after=query.after, limit=query.limit + 1)
    more = len(rows) > query.limit
    shown = rows[: query.limit]
    return _json({"corrections": [_saved(row) for row in shown], "next": shown[-1].board if more else None})


@router.get(
    "/v1/corrections/board",
    response_class=Response,
    responses=described(200, "A labelled board", schemas.Correction, _KEPT)
    | failures("not-found", "no-workspace", "not-valid", "store", *GUARDED),
    operation_id="readCorrection",
    summary="One corrected board",
)
async def get_board(request: Request, query: Annotated[RevisionQuery, Query()]) -> Response:
    core = core_of(request)
    found = await _stored(core, core.workspace().get, query.id, query.revision)
    if found is None:
        raise Problem(
            "not-found",
            f"there is no correction of board {shorten(query.id)}"
            + (f" with revision {query.revision}" if query.revision is not None else ""),
            field="id",
            remedy="GET /v1/corrections lists the boards",
        )
    value = {"board": json.loads(found.content), "revision": found.revision, "notes": found.notes, "saved": found.saved}
    return _json(value)


@router.delete(
    "/v1/corrections/board",
    status_code=204,
    response_class=Response,
    responses=plain(204, "It is gone, or was never there") | failures("no-workspace", "not-valid", "store", *GUARDED),
    operation_id="forgetCorrection",
    summary="Forget a board with all its revisions",
)
async def delete(request: Request, query: Annotated[BoardQuery, Query()]) -> Response:
    core = core_of(request)
    await _stored(core, core.workspace().delete, query.id)
    return Response(status_code=204)


async def _stored(core: Core, call: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T:
    try:
        return await core.on_disk(call, *args, **named)
    except sqlite3.Error as error:
        raise Problem(
            "store",
            f"the workspace cannot be used ({error})",
            remedy="see that its disk has room and is writable, then send it again",
            headers={"Retry-After": "1"},
        ) from None


def _read(data: bytes, limits: Limits) -> tuple[Board, int, dict[str, Any]]:
    value = parse_body_json(data, limits)
    if not isinstance(value, dict):
        raise not_valid("the body is no object; send board and revision")
    for key in sorted(value.keys() - {"board", "revision", "notes"}):
        raise not_valid(f"{shorten(key)} is no field of a correction; leave it out")
    revision, notes = value.get("revision"), value.get("notes", {})
    if type(revision) is not int or not 0 <= revision <= _LARGEST_REVISION:
        raise not_valid("revision is no whole number; count your revisions from 0", field="revision")
    if not isinstance(notes, dict) or len(json.dumps(notes)) > _LARGEST_NOTES:
        raise not_valid(f"notes is no object of at most {_LARGEST_NOTES} bytes; send less", field="notes")
    try:
        board = labelled_board(value.get("board"), where="board")
    except InputError as error:
        raise not_valid(str(error), field="board") from None
    if len(board.id) > _LONGEST_ID:
        raise not_valid(f"the board's id is longer than {_LONGEST_ID} characters; give it a shorter one", field="board")
    check_boards([board], limits)
    return board, revision, notes


def _saved(kept: Correction) -> dict[str, Any]:
    return {"board": kept.board, "revision": kept.revision, "saved": kept.saved}


def _json(value: Any, status: int = 200) -> Response:
    answered = json_answer(value)
    return Response(answered.body, status, media_type=answered.media_type)
