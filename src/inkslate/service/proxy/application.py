"""The proxy in front of several workers: it holds the clients' connections and forwards their requests.

A worker that is killed breaks no connection: its requests are sent to another worker. All requests may be sent twice:
extraction changes nothing, and a correction that is already stored is acknowledged again. Responses are forwarded when
they are complete.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus

import h11
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from inkslate.service.metrics import ProxyMetrics, merge_worker_metrics
from inkslate.service.problems import Problem, deadline_exceeded, not_ready, stopping, unreadable_head
from inkslate.service.proxy.websockets import HandshakeRefused, WebSocketTunnel, open_tunnel
from inkslate.service.proxy.worker_connections import (
    ReplayableBody,
    WorkerLost,
    WorkerResponse,
    forwarded_headers,
    request_target,
    returned_headers,
)
from inkslate.service.proxy.worker_pool import Worker, WorkerPool
from inkslate.service.request_log import log_refusal
from inkslate.service.security import check_framing
from inkslate.service.settings import ServiceLimits

_ATTEMPTS = 2  # a request that ended two workers is not sent to a third one
_GRACE_SECONDS = 2.0  # that a worker may take beyond its own time limits


class ProxyApplication:
    """An ASGI application that forwards everything to the workers."""

    def __init__(self, pool: WorkerPool, limits: ServiceLimits, metrics: ProxyMetrics) -> None:
        self._pool, self._limits, self._metrics = pool, limits, metrics
        self.stopping = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if self.stopping:
                raise stopping()
            check_framing(scope["headers"])
            if scope["type"] == "http":
                await self._http(scope, receive, send)
            else:
                await self._websocket(scope, receive, send)
        except Problem as problem:
            log_refusal(scope, problem)
            self._metrics.count_refusal(problem.status)
            await problem.response()(scope, receive, send)
        except ClientDisconnect:
            pass  # the worker logs and counts it

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            request = h11.Request(
                method=scope["method"], target=request_target(scope), headers=forwarded_headers(scope)
            )
        except h11.LocalProtocolError:
            raise unreadable_head() from None
        if request.method in (b"GET", b"HEAD") and scope["path"] in ("/metrics", "/readyz"):
            response = await (self._readiness if scope["path"] == "/readyz" else self._merged_metrics)(request)
        else:
            response = await self._forward(request, ReplayableBody(receive))
        await _send_response(response, send, kind="http.response")

    async def _forward(self, request: h11.Request, body: ReplayableBody) -> WorkerResponse:
        for _ in range(_ATTEMPTS):
            worker = await self._pick()
            with suppress(WorkerLost):
                return await self._request(worker, request, body)
        raise deadline_exceeded()

    async def _request(self, worker: Worker, request: h11.Request, body: ReplayableBody) -> WorkerResponse:
        """The response of a worker. One that exceeds its own time limits gets no requests until it is healthy."""
        seconds = self._limits.body_seconds + self._limits.seconds + _GRACE_SECONDS
        try:
            return await asyncio.wait_for(worker.request(request, body), seconds)
        except asyncio.TimeoutError:
            worker.set_lost()
            raise deadline_exceeded() from None

    async def _readiness(self, request: h11.Request) -> WorkerResponse:
        """The response of a worker that takes requests; where there is none, that of another one, at once."""
        response = None
        for worker in self._pool.ready():
            with suppress(WorkerLost):
                response = await self._request(worker, request, ReplayableBody.empty())
                if response.status == HTTPStatus.OK:
                    return response
        if response is None:
            raise not_ready("no worker is ready")
        return response

    async def _merged_metrics(self, request: h11.Request) -> WorkerResponse:
        """The metrics of all ready workers as one response."""
        await self._pick()
        asked = h11.Request(method="GET", target=request.target, headers=request.headers)
        texts = {"proxy": self._metrics.text().decode()}
        for number, worker in enumerate(self._pool.workers):
            with suppress(WorkerLost):
                if worker.is_ready:
                    response = await self._request(worker, asked, ReplayableBody.empty())
                    if response.status != HTTPStatus.OK:
                        return response
                    texts[str(number)] = response.body.decode()
        if len(texts) == 1:
            raise deadline_exceeded()
        body = merge_worker_metrics(texts)
        headers = [(name, value) for name, value in response.headers if name != b"content-length"]
        sent = b"" if request.method == b"HEAD" else body
        return WorkerResponse(response.status, [*headers, (b"content-length", b"%d" % len(body))], sent)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # the message `websocket.connect`
        try:
            worker, tunnel = await self._open_tunnel(scope)
        except HandshakeRefused as refusal:
            await _send_response(refusal.response, send, kind="websocket.http.response")
            return
        worker.active += 1
        try:
            await tunnel.relay(receive, send)
        finally:
            worker.active -= 1

    async def _open_tunnel(self, scope: Scope) -> tuple[Worker, WebSocketTunnel]:
        for _ in range(_ATTEMPTS):
            worker = await self._pick()
            try:
                return worker, await open_tunnel(worker.address, scope, seconds=self._limits.seconds)
            except WorkerLost:
                worker.set_lost()
        raise deadline_exceeded()

    async def _pick(self) -> Worker:
        worker = await self._pool.pick(seconds=self._limits.seconds)
        if worker is None:
            raise deadline_exceeded()
        return worker


async def _send_response(response: WorkerResponse, send: Send, *, kind: str) -> None:
    await send({"type": f"{kind}.start", "status": response.status, "headers": returned_headers(response)})
    await send({"type": f"{kind}.body", "body": response.body})
