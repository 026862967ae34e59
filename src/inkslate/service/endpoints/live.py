"""`WS /v1/live`: revisions of one board in, changes of its tasks out."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket
from starlette.websockets import WebSocketDisconnect

from inkslate.details import DetailContext
from inkslate.extraction import Extraction
from inkslate.service.live_board import LiveBoard, changes_json, read_revision
from inkslate.service.problems import Problem
from inkslate.service.queries import DetailQuery, parse_detail_context
from inkslate.service.scheduler import ModelRequest, ScannedRegion
from inkslate.service.security import SUBPROTOCOL
from inkslate.service.state import ServiceState, state_of

router = APIRouter()
_IDLE_SECONDS = 900.0  # without a revision; the client connects again when it needs to
_UNSUPPORTED_DATA = 1003
_GOING_AWAY = 1001


class LiveQuery(DetailQuery):
    """Parameters of `WS /v1/live`."""

    full: bool = False


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
    board = LiveBoard()
    state.metrics.add_live_boards(1)
    try:
        while True:
            text = await _next_message(socket)
            if text is None:
                return
            try:
                message, board = await _step(state, board, text, details, full=query.full)
            except Problem as problem:
                message = json.dumps({"problem": problem.to_json()})
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


async def _step(
    state: ServiceState, board: LiveBoard, text: str, details: DetailContext, *, full: bool
) -> tuple[str, LiveBoard]:
    """The response to a revision, and the board after it: unchanged after a problem, even if the work goes on."""
    if state.stopping:
        raise Problem("stopping", "the service is stopping", remedy="connect again when it is back")
    await state.wait_for_place()
    began = time.perf_counter()
    revisions: list[int] = []

    after = board.copy()

    def _read() -> ModelRequest[str]:
        revision, received = read_revision(text, state.limits)
        revisions.append(revision)
        passages = state.scheduler.passages(received)
        changed = after.changed_passages(passages)

        def _finish(scanned: Sequence[ScannedRegion]) -> str:
            extraction = Extraction(received, after.update(passages, changed, scanned), state.scheduler.model)
            tracked, difference = after.track(extraction, details)
            return changes_json(tracked, difference, revision=revision, full=full)

        return ModelRequest(changed, _finish, after.cached_outputs())

    with state.admission() as deadline:
        try:
            message = await state.scheduler.run(_read, deadline=deadline)
        except Problem as problem:
            return json.dumps(
                {**({"revision": revisions[0]} if revisions else {}), "problem": problem.to_json()}
            ), board
    state.metrics.observe_request("/v1/live", 200, time.perf_counter() - began)
    return message, after
