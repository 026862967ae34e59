"""What listens where there are several workers: it holds the clients' connections and asks the workers.

A worker that is killed takes no connection with it: what it was asked is asked of another. All requests may be sent
twice, for extraction changes nothing and a correction that is there already is acknowledged. Answers are passed on when
they are whole.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus

import h11
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from inkslate.service.metrics import text_of_workers
from inkslate.service.problems import Problem, cannot_be_read, stopping, too_late
from inkslate.service.proxy.websockets import Refused, Tunnel, dial
from inkslate.service.proxy.worker_connections import Answer, Body, LinkBroken, passed_back, passed_on, target
from inkslate.service.proxy.worker_pool import Crew, Worker
from inkslate.service.settings import Limits

_TRIES = 2  # a request that ended two workers is not given to a third
_GRACE = 2.0  # seconds that a worker may take beyond its deadlines


class Front:
    """An application that has others do the work."""

    def __init__(self, crew: Crew, limits: Limits) -> None:
        self._crew, self._limits = crew, limits
        self.stopping = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if self.stopping:
                raise stopping()
            if scope["type"] == "http":
                await self._http(scope, receive, send)
            else:
                await self._websocket(scope, receive, send)
        except Problem as problem:
            await problem.response()(scope, receive, send)
        except ClientDisconnect:
            pass

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            request = h11.Request(method=scope["method"], target=target(scope), headers=passed_on(scope))
        except h11.LocalProtocolError:
            raise cannot_be_read() from None
        if (request.method, scope["path"]) == (b"GET", "/metrics"):
            answer = await self._gather(request)
        else:
            answer = await self._ask(request, Body(receive))
        await _send_answer(answer, send, kind="http.response")

    async def _ask(self, request: h11.Request, body: Body) -> Answer:
        for _ in range(_TRIES):
            worker = await self._somebody()
            with suppress(LinkBroken):
                return await self._in_time(worker, request, body)
        raise too_late()

    async def _in_time(self, worker: Worker, request: h11.Request, body: Body) -> Answer:
        """Workers have deadlines of their own; one that keeps none is stuck, and asked no more till it answers."""
        seconds = self._limits.body_seconds + self._limits.seconds + _GRACE
        try:
            return await asyncio.wait_for(worker.ask(request, body), seconds)
        except asyncio.TimeoutError:
            worker.lost()
            raise too_late() from None

    async def _gather(self, request: h11.Request) -> Answer:
        """What every worker that is there says of itself, as one answer."""
        await self._somebody()
        texts: dict[str, str] = {}
        for number, worker in enumerate(self._crew.workers):
            with suppress(LinkBroken):
                if worker.is_ready:
                    answer = await self._in_time(worker, request, Body.empty())
                    if answer.status != HTTPStatus.OK:
                        return answer
                    texts[str(number)] = answer.body.decode()
        if not texts:
            raise too_late()
        body = text_of_workers(texts)
        headers = [(name, value) for name, value in answer.headers if name != b"content-length"]
        return Answer(answer.status, [*headers, (b"content-length", b"%d" % len(body))], body)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # that it wants to connect
        try:
            worker, tunnel = await self._dial(scope)
        except Refused as refusal:
            await _send_answer(refusal.answer, send, kind="websocket.http.response")
            return
        worker.busy += 1
        try:
            await tunnel.pass_on(receive, send)
        finally:
            worker.busy -= 1

    async def _dial(self, scope: Scope) -> tuple[Worker, Tunnel]:
        for _ in range(_TRIES):
            worker = await self._somebody()
            try:
                return worker, await dial(worker.address, scope, seconds=self._limits.seconds)
            except LinkBroken:
                worker.lost()
        raise too_late()

    async def _somebody(self) -> Worker:
        worker = await self._crew.somebody(seconds=self._limits.seconds)
        if worker is None:
            raise too_late()
        return worker


async def _send_answer(answer: Answer, send: Send, *, kind: str) -> None:
    await send({"type": f"{kind}.start", "status": answer.status, "headers": passed_back(answer)})
    await send({"type": f"{kind}.body", "body": answer.body})
