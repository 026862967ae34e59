"""`POST /v1/extract`, `/v1/write` and `/v1/strokes`: notes in, tasks and what to draw out."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from inkslate.board import Board, shorten
from inkslate.extraction import Extraction
from inkslate.readers import READERS
from inkslate.service import schemas
from inkslate.service.batching import Found, Work
from inkslate.service.core import Core, core_of, unless_hung_up
from inkslate.service.documentation import (
    EXTRACTIONS,
    STROKES,
    WITH_BODY,
    described,
    extraction_answers,
    failures,
    json_body,
    notes_body,
)
from inkslate.service.limits import whole_body
from inkslate.service.notes import (
    Answer,
    DetailOptions,
    add_details,
    answer,
    detail_options,
    format_of,
    read_boards,
    read_strokes,
)
from inkslate.service.problems import Problem
from inkslate.service.reviewed import fill_details, read_extractions
from inkslate.writers import WRITERS

router = APIRouter()
_log = logging.getLogger("inkslate.service")
_READERS, _WRITERS = {"enum": list(READERS)}, {"enum": list(WRITERS)}


class DetailQuery(BaseModel):
    """What owners and due dates need."""

    model_config = ConfigDict(extra="forbid")
    now: Annotated[
        str | None,
        Field(description="What `tomorrow` counts from; the service's own time where absent.", examples=["2026-11-15"]),
    ] = None
    locale: Annotated[str, Field(description="`en-US` reads 12/3 as 3 December.", max_length=100)] = "en"
    people: Annotated[
        list[str], Field(description="A name that counts in any case, its aliases behind commas; may be repeated.")
    ] = []


class ExtractQuery(DetailQuery):
    from_: Annotated[str | None, Field(alias="from", description="The body's format.", json_schema_extra=_READERS)] = (
        None
    )
    to: Annotated[
        str | None, Field(description="A writer; JSON of extractions where absent.", json_schema_extra=_WRITERS)
    ] = None
    name: Annotated[
        str | None,
        Field(description="The file's name: its ending says the format, the rest names the board.", max_length=200),
    ] = None
    obsidian: Annotated[
        bool, Field(description="With `to=markdown`: due dates as Obsidian's Tasks plugin has them.")
    ] = False


class WriteQuery(BaseModel):
    model_config = ConfigDict(extra="forbid")
    to: Annotated[str, Field(description="A writer.", json_schema_extra=_WRITERS)]
    now: Annotated[str | None, Field(description="The notes' date.", examples=["2026-11-15"])] = None
    obsidian: bool = False
    details: Annotated[
        bool, Field(description="Find owner and due date of those tasks that the body's `tasks` do not list.")
    ] = False
    locale: Annotated[str, Field(description="With `details`: as for `/v1/extract`.", max_length=100)] = "en"


class StrokesQuery(BaseModel):
    model_config = ConfigDict(extra="forbid")
    from_: Annotated[str | None, Field(alias="from", description="The body's format.", json_schema_extra=_READERS)] = (
        None
    )
    name: Annotated[str | None, Field(description="The file's name.", max_length=200)] = None


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
    details = detail_options(query.now, query.locale, query.people)
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
    details = detail_options(query.now, query.locale, ())
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
    core: Core, boards: Sequence[Board], found: Sequence[Found], details: DetailOptions, query: ExtractQuery
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


def check_json(request: Request) -> None:
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise Problem(
            "unknown-format",
            f"the content type is {shorten(media_type)}",
            field="Content-Type",
            remedy="send JSON as application/json",
        )


def log_text(core: Core, data: bytes) -> None:
    if core.settings.log_texts:
        _log.info("body: %s", data.decode("utf-8", "replace"))
