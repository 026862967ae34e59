"""`POST /v1/extract`, `/v1/write` and `/v1/strokes`: notes in, tasks, files and strokes out."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Query, Request, Response

from inkslate.board import Board
from inkslate.details import DetailContext, day_first
from inkslate.readers.table import JSON
from inkslate.service import schemas
from inkslate.service.formats import DeclaredFormat, check_reader, check_writer, declared_format
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
from inkslate.service.payloads import Payload
from inkslate.service.queries import (
    ExtractQuery,
    QueryRoute,
    StrokesQuery,
    WriteQuery,
    parse_detail_context,
    refuse_repeated_parameters,
    require_json_content_type,
)
from inkslate.service.reading import jobs
from inkslate.service.reading.bodies import read_strokes
from inkslate.service.scheduler import ModelRequest, ScannedRegion, decide
from inkslate.service.state import ServiceState, cancel_on_disconnect, is_small, log_body, state_of

# Owner and due date take some 0.3 ms a task, during which the model's thread serves nobody else.
_FEW_SENTENCES = 64

router = APIRouter(dependencies=[Depends(refuse_repeated_parameters)], route_class=QueryRoute)


class _Notes(NamedTuple):
    """The body of a request, and what the request says about it."""

    data: bytes
    declared: DeclaredFormat
    name: str | None
    threshold: float | None


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
    declared = declared_format(request.headers.get("content-type", ""), query.from_)
    declared = declared._replace(day_first=day_first(query.locale))
    target = jobs.Target(query.to, query.obsidian, details.now, query.dated)
    async with read_body(request, state.limits, state.body_memory) as data:
        log_body(state, data)
        work = _extract(state, _Notes(data, declared, query.name, query.threshold), details, target)
        written = await cancel_on_disconnect(request, work)
    state.metrics.count_tasks(written.tasks)
    return written.payload.response()


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
    details = parse_detail_context(query.now, query.locale, query.people)
    check_writer(query.to)
    require_json_content_type(request)
    async with read_body(request, state.limits, state.body_memory) as data:
        log_body(state, data)

        target = jobs.Target(query.to, query.obsidian, details.now)
        arguments = (data, state.limits, details if query.details else None, target)

        async def _run() -> Payload:
            with state.admission() as deadline:
                if is_small(data):
                    return await state.run_in_thread(deadline, jobs.write_reviewed, *arguments)
                written: Payload = await state.reading.run(jobs.write_reviewed, *arguments, deadline=deadline)
                return written

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
    declared = declared_format(request.headers.get("content-type", ""), query.from_)
    async with read_body(request, state.limits, state.body_memory) as data:
        log_body(state, data)

        async def _run() -> Payload:
            arguments = (data, declared, query.name, state.limits)
            strokes: Payload = await state.reading.run(read_strokes, *arguments, deadline=state.new_deadline())
            return strokes

        return (await cancel_on_disconnect(request, _run())).response()


async def _extract(
    state: ServiceState, notes: _Notes, details: DetailContext, target: jobs.Target
) -> jobs.WrittenTasks:
    """Read, run the model and write. What is not certainly cheap runs in a process, before a place in the queue."""
    model, small = state.scheduler.model, is_small(notes.data)
    state.check_queue(small=small)
    deadline = state.new_deadline()
    boards_of = await _reader(state, notes, deadline)

    def _read() -> ModelRequest[jobs.WrittenTasks | bytes]:
        boards = boards_of()
        passages = [passage for board in boards for passage in state.scheduler.passages(board)]

        def _finish(scanned: Sequence[ScannedRegion]) -> jobs.WrittenTasks | bytes:
            sentences = decide([region.sentences for region in scanned], notes.threshold)
            if small and sum(map(len, sentences)) <= _FEW_SENTENCES:
                return jobs.write_tasks(boards, sentences, model, details, target)
            return pickle.dumps((boards, sentences))

        return ModelRequest(passages, _finish)

    with state.admission(small=small):
        apart = None if small else partial(state.run_in_thread, deadline)
        found = await state.scheduler.run(_read, deadline=deadline, apart=apart)
    if isinstance(found, jobs.WrittenTasks):
        return found
    written: jobs.WrittenTasks = await state.reading.run(
        jobs.write_pickled_tasks, found, model, details, target, deadline=deadline
    )
    return written


async def _reader(state: ServiceState, notes: _Notes, deadline: float) -> Callable[[], list[Board]]:
    """A function that gives the boards, to be called in a thread: it reads them there where that is cheap."""
    arguments = (notes.data, notes.declared, notes.name, state.limits)
    if is_small(notes.data) and notes.declared.format == "text":
        return partial(jobs.read_notes, *arguments)
    if is_small(notes.data) and notes.declared.syntax == JSON:
        boards = await state.run_in_thread(deadline, jobs.read_board_json, *arguments)
        if boards is not None:
            return lambda: boards
    pickled = await state.reading.run(jobs.pickled_notes, *arguments, deadline=deadline)
    return partial(jobs.unpickled, pickled)
