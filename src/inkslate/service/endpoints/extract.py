"""`POST /v1/extract`, `/v1/write` and `/v1/strokes`: notes in, tasks, files and strokes out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from inkslate.board import Board
from inkslate.details import DetailContext, add_details
from inkslate.extraction import Extraction
from inkslate.service import schemas
from inkslate.service.formats import check_reader, check_writer, format_of
from inkslate.service.limits import read_body
from inkslate.service.openapi import (
    EXTRACTIONS,
    STROKES,
    WITH_BODY,
    extraction_responses,
    json_request_body,
    json_response,
    notes_request_body,
    problem_responses,
)
from inkslate.service.payloads import Payload, read_boards, read_strokes, write_payload
from inkslate.service.queries import (
    ExtractQuery,
    StrokesQuery,
    WriteQuery,
    parse_detail_context,
    require_json_content_type,
)
from inkslate.service.reviewed_extractions import fill_details, read_extractions
from inkslate.service.scheduler import ModelRequest, ScannedRegion
from inkslate.service.state import ServiceState, cancel_on_disconnect, log_body, state_of

router = APIRouter()


@router.post(
    "/v1/extract",
    response_class=Response,
    responses=extraction_responses() | problem_responses(*WITH_BODY),
    openapi_extra=notes_request_body(),
    operation_id="extract",
    summary="Find the tasks in notes",
)
async def post_extract(request: Request, query: Annotated[ExtractQuery, Query()]) -> Response:
    """Find the tasks in notes."""
    state = state_of(request)
    details = parse_detail_context(query.now, query.locale, query.people)
    check_reader(query.from_)
    check_writer(query.to)
    source = format_of(request.headers.get("content-type", ""), query.from_)
    async with read_body(request, state.limits, state.body_memory) as data:
        log_body(state, data)

        def _read() -> ModelRequest[Payload]:
            boards = [
                board.without_labels() for board in read_boards(data, source, name=query.name, limits=state.limits)
            ]
            passages = [passage for board in boards for passage in state.scheduler.passages(board)]
            return ModelRequest(passages, lambda scanned: _finish(state, boards, scanned, details, query))

        async def _run() -> Payload:
            with state.admission() as deadline:
                return await state.scheduler.run(_read, deadline=deadline)

        return (await cancel_on_disconnect(request, _run())).response()


@router.post(
    "/v1/write",
    response_class=Response,
    responses=extraction_responses() | problem_responses(*WITH_BODY),
    openapi_extra=json_request_body(schemas.ReviewedSchema, EXTRACTIONS),
    operation_id="write",
    summary="Write extractions, as they came or corrected, for a to-do tool",
)
async def post_write(request: Request, query: Annotated[WriteQuery, Query()]) -> Response:
    """Write extractions in the format of a to-do tool."""
    state = state_of(request)
    details = parse_detail_context(query.now, query.locale, ())
    check_writer(query.to)
    require_json_content_type(request)
    async with read_body(request, state.limits, state.body_memory) as data:
        log_body(state, data)

        async def _run() -> Payload:
            with state.admission() as deadline:
                extractions = await state.run_in_thread(deadline, read_extractions, data, state.limits)
                if query.details:
                    extractions = await state.run_in_thread(deadline, fill_details, extractions, details)
                return await state.run_in_thread(
                    deadline, write_payload, extractions, query.to, obsidian=query.obsidian, now=details.now
                )

        return (await cancel_on_disconnect(request, _run())).response()


@router.post(
    "/v1/strokes",
    response_class=Response,
    responses=json_response(200, "What to draw", schemas.StrokesSchema, STROKES) | problem_responses(*WITH_BODY),
    openapi_extra=notes_request_body(),
    operation_id="strokes",
    summary="The strokes of a file (JIIX, InkML), for drawing; none where its format has none",
)
async def post_strokes(request: Request, query: Annotated[StrokesQuery, Query()]) -> Response:
    """Read the strokes of a file."""
    state = state_of(request)
    check_reader(query.from_)
    source = format_of(request.headers.get("content-type", ""), query.from_)
    async with read_body(request, state.limits, state.body_memory) as data:
        log_body(state, data)

        async def _run() -> Payload:
            with state.admission() as deadline:
                return await state.run_in_thread(
                    deadline, read_strokes, data, source, name=query.name, limits=state.limits
                )

        return (await cancel_on_disconnect(request, _run())).response()


def _finish(
    state: ServiceState,
    boards: Sequence[Board],
    scanned: Sequence[ScannedRegion],
    details: DetailContext,
    query: ExtractQuery,
) -> Payload:
    remaining = iter(scanned)
    extractions = [
        Extraction(board, tuple(next(remaining).sentences for _ in board.regions), state.scheduler.model)
        for board in boards
    ]
    complete = add_details(extractions, details)
    state.metrics.count_tasks(sum(len(extraction.tasks) for extraction in complete))
    return write_payload(complete, query.to, obsidian=query.obsidian, now=details.now)
