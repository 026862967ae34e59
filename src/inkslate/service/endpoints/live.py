"""`WS /v1/live`: revisions of one board in, changes of its tasks out."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Query, WebSocket
from starlette.websockets import WebSocketDisconnect

from inkslate.board import Board
from inkslate.details import DetailContext
from inkslate.extraction import Extraction
from inkslate.service.live_board import LiveBoard, changes_json, dated_context, read_revision
from inkslate.service.problems import Problem
from inkslate.service.queries import DatedQuery, Threshold, parse_detail_context, refuse_repeated_parameters
from inkslate.service.reading import jobs
from inkslate.service.request_log import log_request
from inkslate.service.scheduler import ModelRequest, ScannedRegion
from inkslate.service.security import SUBPROTOCOL
from inkslate.service.state import ServiceState, is_small, state_of

router = APIRouter(dependencies=[Depends(refuse_repeated_parameters)])
_IDLE_SECONDS = 900.0  # without a revision; the client connects again when it needs to
_UNSUPPORTED_DATA = 1003
_GOING_AWAY = 1001


class LiveQuery(DatedQuery):
    """Parameters of `WS /v1/live`."""

    full: bool = False
    threshold: Threshold = None


@router.websocket("/v1/live")
async def live(socket: WebSocket, query: Annotated[LiveQuery, Query()]) -> None:
    """Follow a board: answer each revision with the changes of its tasks."""
    state = state_of(socket)
    try:
        details = parse_detail_context(query.now, query.locale, query.people)
    except Problem as problem:
        await socket.send_denial_response(problem.response())
        return
    await socket.accept(SUBPROTOCOL if SUBPROTOCOL in socket.scope["subprotocols"] else None)
    board = LiveBoard(threshold=query.threshold)
    state.metrics.add_live_boards(1)
    try:
        while True:
            text = await _next_message(socket)
            if text is None:
                return
            message, board = await _answer(state, board, text, details, query)
            await socket.send_text(message)
    except WebSocketDisconnect:
        return
    finally:
        state.metrics.add_live_boards(-1)


async def _next_message(socket: WebSocket) -> str | None:
    """The text of the next message; None after the socket was closed."""
    try:
        message = await asyncio.wait_for(socket.receive(), _IDLE_SECONDS)
    except asyncio.TimeoutError:
        await socket.close(_GOING_AWAY, "no message for a long time")
        return None
    if message["type"] == "websocket.disconnect":
        return None
    text = message.get("text")
    if text is None:
        await socket.close(_UNSUPPORTED_DATA, "send text, not bytes")
        return None
    return str(text)


async def _answer(
    state: ServiceState, board: LiveBoard, text: str, details: DetailContext, query: LiveQuery
) -> tuple[str, LiveBoard]:
    """The response to a revision, and the board after it: unchanged after a problem, even if the work goes on."""
    began = time.perf_counter()
    revisions: list[int] = []  # its number, as soon as it is read
    after, status = board.copy(), 200
    try:
        message = await _run(state, after, text, details, revisions, query)
    except Problem as problem:
        message = json.dumps({**({"revision": revisions[0]} if revisions else {}), "problem": problem.to_json()})
        after, status = board, problem.status
        log_request("WEBSOCKET", "/v1/live", status, seconds=time.perf_counter() - began, size=len(message))
    state.metrics.observe_request("/v1/live", status, time.perf_counter() - began)
    return message, after


async def _run(
    state: ServiceState,
    after: LiveBoard,
    text: str,
    details: DetailContext,
    revisions: list[int],
    query: LiveQuery,
) -> str:
    if state.stopping:
        raise Problem("stopping", "the service is stopping", remedy="connect again when it is back")
    revision_of = await _reader(state, text, query.locale)

    def _read() -> ModelRequest[str]:
        revision, received = revision_of()
        revisions.append(revision)
        passages = state.scheduler.passages(received)
        changed = after.changed_passages(passages)

        def _finish(scanned: Sequence[ScannedRegion]) -> str:
            extraction = Extraction(received, after.update(passages, changed, scanned), state.scheduler.model)
            context = dated_context(details, received) if query.dated else details
            tracked, difference = after.track(extraction, context)
            return changes_json(tracked, difference, revision=revision, full=query.full, dated=query.dated)

        return ModelRequest(changed, _finish, after.cached_outputs())

    async with state.waiting_admission() as deadline:
        return await state.scheduler.run(_read, deadline=deadline, apart=partial(state.run_in_thread, deadline))


async def _reader(state: ServiceState, text: str, locale: str) -> Callable[[], tuple[int, Board]]:
    """A function that gives a revision, to be called in a thread; a large message is read in a process before."""
    if is_small(text):
        return partial(read_revision, text, state.limits, locale)
    arguments = (text, state.limits, locale)
    pickled = await state.reading.run(jobs.pickled_revision, *arguments, deadline=state.new_deadline())
    return partial(jobs.unpickled, pickled)
