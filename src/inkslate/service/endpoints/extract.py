"""`POST /v1/extract`, `/v1/write` and `/v1/strokes`: notes in, tasks and what to draw out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from inkslate.board import Board
from inkslate.details import DetailContext, add_details
from inkslate.extraction import Extraction
from inkslate.messages import shorten
from inkslate.readers import READERS
from inkslate.service import schemas
from inkslate.service.conversion import (
    Answer,
    answer,
    detail_context,
    format_of,
    read_boards,
    read_strokes,
)
from inkslate.service.limits import whole_body
from inkslate.service.openapi import (
    EXTRACTIONS,
    STROKES,
    WITH_BODY,
    described,
    extraction_answers,
    failures,
    json_body,
    notes_body,
)
from inkslate.service.problems import Problem
from inkslate.service.queries import ExtractQuery, StrokesQuery, WriteQuery, check_json
from inkslate.service.reviewed_extractions import fill_details, read_extractions
from inkslate.service.scheduler import Found, Work
from inkslate.service.state import Core, core_of, log_text, unless_hung_up
from inkslate.writers import WRITERS

router = APIRouter()


@router.post(
    "/v1/extract",
    response_class=Response,
    responses=extraction_answers() | failures(*WITH_BODY),
    openapi_extra=notes_body(),
    operation_id="extract",
    summary="Find the tasks in notes",
)
async def extract(request: Request, query: Annotated[ExtractQuery, Query()]) -> Response:
    core = core_of(request)
    details = detail_context(query.now, query.locale, query.people)
    _check_name(query.from_, READERS, field="from")
    _check_name(query.to, WRITERS, field="to")
    source = format_of(request.headers.get("content-type", ""), query.from_)
    async with whole_body(request, core.limits, core.held) as data:
        log_text(core, data)

        def read() -> Work[Answer]:
            boards = [
                board.without_labels() for board in read_boards(data, source, name=query.name, limits=core.limits)
            ]
            regions = [region for board in boards for region in board.regions]
            return Work(regions, lambda found: _finish(core, boards, found, details, query))

        async def work() -> Answer:
            with core.admission() as deadline:
                return await core.batcher.run(read, deadline=deadline)

        return _response(await unless_hung_up(request, work()))


@router.post(
    "/v1/write",
    response_class=Response,
    responses=extraction_answers() | failures(*WITH_BODY),
    openapi_extra=json_body(schemas.Reviewed, EXTRACTIONS),
    operation_id="write",
    summary="Write extractions, as they came or corrected, for a to-do tool",
)
async def write(request: Request, query: Annotated[WriteQuery, Query()]) -> Response:
    core = core_of(request)
    details = detail_context(query.now, query.locale, ())
    _check_name(query.to, WRITERS, field="to")
    check_json(request)
    async with whole_body(request, core.limits, core.held) as data:
        log_text(core, data)

        async def work() -> Answer:
            with core.admission() as deadline:
                found = await core.in_thread(deadline, read_extractions, data, core.limits)
                if query.details:
                    found = await core.in_thread(deadline, fill_details, found, details)
                return await core.in_thread(deadline, answer, found, query.to, obsidian=query.obsidian, now=details.now)

        return _response(await unless_hung_up(request, work()))


@router.post(
    "/v1/strokes",
    response_class=Response,
    responses=described(200, "What to draw", schemas.Strokes, STROKES) | failures(*WITH_BODY),
    openapi_extra=notes_body(),
    operation_id="strokes",
    summary="The strokes of a file (JIIX, InkML), for drawing; none where its format has none",
)
async def strokes(request: Request, query: Annotated[StrokesQuery, Query()]) -> Response:
    core = core_of(request)
    _check_name(query.from_, READERS, field="from")
    source = format_of(request.headers.get("content-type", ""), query.from_)
    async with whole_body(request, core.limits, core.held) as data:
        log_text(core, data)

        async def work() -> Answer:
            with core.admission() as deadline:
                return await core.in_thread(deadline, read_strokes, data, source, name=query.name, limits=core.limits)

        return _response(await unless_hung_up(request, work()))


def _finish(
    core: Core, boards: Sequence[Board], found: Sequence[Found], details: DetailContext, query: ExtractQuery
) -> Answer:
    rest = iter(found)
    bare = [
        Extraction(board, tuple(next(rest).sentences for _ in board.regions), core.batcher.model) for board in boards
    ]
    complete = add_details(bare, details)
    core.meters.found(sum(len(extraction.tasks) for extraction in complete))
    return answer(complete, query.to, obsidian=query.obsidian, now=details.now)


def _response(answered: Answer) -> Response:
    return Response(answered.body, media_type=answered.media_type)


def _check_name(name: str | None, known: Mapping[str, object], *, field: str) -> None:
    if name is not None and name not in known:
        raise Problem(
            "unknown-format",
            f"{shorten(name)} is no format that is {'read' if field == 'from' else 'written'}",
            field=field,
            remedy="GET /v1/formats lists them",
        )
