"""The endpoint of `WS /v1/live`."""

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
from inkslate.service.conversion import detail_context
from inkslate.service.live_board import Tracked, changes_json, read_revision
from inkslate.service.problems import Problem
from inkslate.service.queries import DetailQuery
from inkslate.service.scheduler import Found, Work
from inkslate.service.security import SUBPROTOCOL
from inkslate.service.state import Core, core_of

router = APIRouter()
_IDLE = 900.0  # seconds without a revision; the client opens another when it goes on
_TEXT_ONLY = 1003
_GONE = 1001


class LiveQuery(DetailQuery):
    full: bool = False


@router.websocket("/v1/live")
async def live(socket: WebSocket, query: Annotated[LiveQuery, Query()]) -> None:
    core = core_of(socket)
    try:
        details = detail_context(query.now, query.locale, query.people)
    except Problem as problem:
        await socket.send_denial_response(problem.response())
        return
    await socket.accept(SUBPROTOCOL if SUBPROTOCOL in socket.scope["subprotocols"] else None)
    tracked = Tracked()
    core.meters.live(1)
    try:
        while True:
            text = await _latest(socket)
            if text is None:
                return
            try:
                message, tracked = await _step(core, tracked, text, details, full=query.full)
            except Problem as problem:
                message = json.dumps({"problem": problem.to_json()})
            await socket.send_text(message)
    except WebSocketDisconnect:
        return
    finally:
        core.meters.live(-1)


async def _latest(socket: WebSocket) -> str | None:
    """The next message. None after the socket was closed for good."""
    try:
        message = await asyncio.wait_for(socket.receive(), _IDLE)
    except asyncio.TimeoutError:
        await socket.close(_GONE, "nothing was sent for long")
        return None
    if message["type"] == "websocket.disconnect":
        return None
    text = message.get("text")
    if text is None:
        await socket.close(_TEXT_ONLY, "send text, not bytes")
        return None
    return str(text)


async def _step(core: Core, tracked: Tracked, text: str, details: DetailContext, *, full: bool) -> tuple[str, Tracked]:
    """The answer, and what is known after it: what it was where there was a problem, even if the work went on."""
    if core.stopping:
        raise Problem("stopping", "the service is stopping", remedy="connect again when it is back")
    await core.room()
    began = time.perf_counter()
    revisions: list[int] = []

    after = tracked.copy()

    def read() -> Work[str]:
        revision, board = read_revision(text, core.limits)
        revisions.append(revision)
        places = after.unknown(board)

        def finish(found: Sequence[Found]) -> str:
            extraction = Extraction(board, after.learn(board, places, found), core.batcher.model)
            kept, difference = after.step(extraction, details)
            return changes_json(kept, difference, revision=revision, full=full)

        return Work([board.regions[at] for at in places], finish, after.outputs())

    with core.admission() as deadline:
        try:
            message = await core.batcher.run(read, deadline=deadline)
        except Problem as problem:
            return json.dumps(
                {**({"revision": revisions[0]} if revisions else {}), "problem": problem.to_json()}
            ), tracked
    core.meters.request("/v1/live", 200, time.perf_counter() - began)
    return message, after
