"""Several workers behind one address respond like a single process."""

from __future__ import annotations

import gzip
import json
import re
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.service import Service, assert_all_ready, serving, write_token

pytestmark = pytest.mark.process

TEXT = {"Content-Type": "text/plain"}
NOTES = "to do\n- call Ruth by Friday\n- send the deck"


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with serving("--workers", "2") as started:
        assert_all_ready(started)
        yield started
        assert started.stop() == 0


@pytest.fixture(scope="module")
def alone() -> Iterator[Service]:
    with serving() as started:
        yield started


TOKEN = "a" * 20


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    file = write_token(tmp_path_factory.mktemp("token") / "token", TOKEN)
    with serving("--workers", "2", "--body-seconds", "1", "--token-file", file) as started:
        yield started


def test_workers_share_an_address(service: Service) -> None:
    with service.client() as client:
        for _ in range(20):
            assert client.post("/v1/extract", content=NOTES, headers=TEXT).status_code == 200


REQUESTS: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "/v1/extract", {"content": NOTES, "headers": TEXT}),
    ("POST", "/v1/extract?to=ics&now=2026-11-15", {"content": NOTES, "headers": TEXT}),
    ("POST", "/v1/extract", {"content": gzip.compress(NOTES.encode()), "headers": TEXT | {"Content-Encoding": "gzip"}}),
    ("POST", "/v1/extract", {"content": [b"to do\n", b"- call ", b"Ruth"], "headers": TEXT}),
    ("POST", "/v1/extract", {"content": b"", "headers": TEXT}),
    ("POST", "/v1/extract?frm=text", {"content": NOTES, "headers": TEXT}),
    ("POST", "/v1/extract?now=2026-11-15&people=Zo%C3%AB%20B", {"content": "- ask Zoë b", "headers": TEXT}),
    ("POST", "/v1/extract", {"content": b"x" * (5 << 20), "headers": TEXT}),
    ("POST", "/v1/extract", {"content": [b"x" * (1 << 20)] * 6, "headers": TEXT}),
    ("POST", "/v1/extract", {"content": NOTES, "headers": TEXT | {"Expect": "100-continue"}}),
    ("POST", "/v1/extract", {"content": NOTES, "headers": {"Content-Type": "image/png"}}),
    ("GET", "/v1/formats", {}),
    ("GET", "/", {}),
    ("HEAD", "/healthz", {}),
    ("GET", "/page/../../etc/passwd", {}),
    ("DELETE", "/v1/extract", {}),
    ("GET", "/v1/corrections", {}),
    ("GET", "/healthz", {"headers": {"Host": "evil.example"}}),
    ("GET", "/v1/model", {"headers": {"Origin": "https://evil.example"}}),
    ("OPTIONS", "/v1/extract", {"headers": {"Access-Control-Request-Method": "POST", "Origin": "http://localhost"}}),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=[f"{at}-{method}" for at, (method, _, _) in enumerate(REQUESTS)])
def test_an_answer_is_that_of_a_single_process(
    service: Service, alone: Service, request_: tuple[str, str, dict[str, Any]]
) -> None:
    method, path, options = request_
    content = options.get("content")
    answers = []
    for each in (service, alone):
        sent = options | {"content": iter(content)} if isinstance(content, list) else options  # in chunks
        with each.client() as client:
            answer = client.request(method, path, **sent)
            headers = {name: value for name, value in answer.headers.multi_items() if name != "date"}
            answers.append((answer.status_code, headers, answer.content, answer.headers.get_list("date")[1:]))
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "head",
    [
        b"GET /healthz HTTP/1.0\r\n\r\n",
        b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n",
        b"GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"0\r\n\r\n",
        b"GET /v1/live HTTP/1.1\r\nHost: a@b\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    ],
)
def test_heads_that_are_hardly_any(service: Service, head: bytes) -> None:
    with socket.create_connection(service.address, timeout=60) as connection:
        connection.sendall(head)
        status = int(connection.recv(65536).split(b" ", 2)[1])
    assert status in (200, 400, 404, 421)
    with service.client() as client:
        assert client.get("/healthz").status_code == 200


def test_who_sends_a_body_slowly_is_answered(service: Service) -> None:
    with socket.create_connection(service.address, timeout=60) as connection:
        head = (
            "POST /v1/extract?to=checklist HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nConnection: close"
        )
        connection.sendall(f"{head}\r\nContent-Length: {len(NOTES)}\r\n\r\n".encode())
        for letter in NOTES:
            connection.sendall(letter.encode())
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert b"[ ] call Ruth by Friday" in answer


def test_who_sends_no_body_is_told_so(guarded: Service) -> None:
    head = f"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nContent-Length: 9\r\n\r\n"
    with socket.create_connection(guarded.address, timeout=60) as connection:
        connection.sendall(head.encode() + b"- c")
        assert connection.recv(65536).startswith(b"HTTP/1.1 408 ")
    with socket.create_connection(guarded.address, timeout=60) as connection:
        connection.sendall(b"POST /v1/extract HTT")
        assert connection.recv(65536) == b""


def test_figures_of_all_workers_are_told_apart(service: Service) -> None:
    with service.client() as client:
        for _ in range(4):
            client.post("/v1/extract", content=NOTES, headers=TEXT)
        answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    families = re.findall(r"^# TYPE (\S+)", answer.text, re.MULTILINE)
    assert len(families) == len(set(families))
    counted = re.findall(
        r'^inkslate_requests_total\{.*route="/v1/extract".*worker="(\d)".*\} (\S+)$', answer.text, re.MULTILINE
    )
    assert sum(float(number) for _, number in counted) >= 4


def test_a_live_board_needs_a_token_and_a_page_of_ours(guarded: Service) -> None:
    address = guarded.url.replace("http", "ws") + "/v1/live"
    with pytest.raises(InvalidStatus) as refused:
        connect(address, proxy=None)
    assert refused.value.response.status_code == 401
    assert json.loads(refused.value.response.body or b"")["status"] == 401
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with pytest.raises(InvalidStatus) as refused:
        connect(address, additional_headers=headers, origin="https://evil.example", proxy=None)  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403
    with connect(address + "?full=true", additional_headers=headers, proxy=None) as live:
        live.send(json.dumps({"revision": 1, "text": "- call Ruth"}))
        assert json.loads(live.recv())["extraction"]["tasks"]
    with guarded.client() as client:
        assert client.get("/metrics").status_code == 401
        assert 'worker="' in client.get("/metrics", headers=headers).text
