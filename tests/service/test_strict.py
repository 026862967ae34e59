"""Requests that a lenient server would take, guess at or wait for: each is refused, once, with the right status."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.service import Service, assert_all_ready, everything, serving
from tests.support.waiting import assert_eventually

pytestmark = pytest.mark.process

TEXT, JSON, XML = ({"Content-Type": kind} for kind in ("text/plain", "application/json", "application/xml"))
JSON_LINES = {"Content-Type": "application/jsonl"}
NOTES = "- call Ruth by Friday"
POST = b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
UPGRADE = (
    b"GET /v1/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
CONNECTIONS = 32


@pytest.fixture(scope="module", params=["1", "2"], ids=["one worker", "two workers"])
def service(request: pytest.FixtureRequest) -> Iterator[Service]:
    options = ("--workers", request.param, "--body-seconds", "1", "--connections", str(CONNECTIONS), "--queue", "16")
    with serving(*options) as running:
        if request.param == "2":
            assert_all_ready(running)
        yield running


def raw(service: Service, sent: bytes) -> bytes:
    """All that the service answers until it closes the connection."""
    with socket.create_connection(service.address, timeout=30) as connection:
        connection.sendall(sent)
        return everything(connection)


# A body is what its content type says.


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        ("{", JSON, 422),
        ("null", JSON, 422),
        ("[[1", JSON, 422),
        ("[1]", JSON, 422),
        ('"- call Ruth"', JSON, 422),
        ("- call Ruth", JSON, 422),
        ("", JSON, 422),
        ('{"a": 1}', JSON, 415),  # JSON, but of no known format
        ("call Bob", XML, 422),
        ("<call>Bob", XML, 422),
        ("<call Bob", XML, 422),
        ("<call>Bob</call>", XML, 415),
        ("call Bob", {"Content-Type": "text/html"}, 422),
        ("call Bob", {"Content-Type": "application/inkml+xml"}, 422),
        ("call Bob", JSON_LINES, 422),
        ("call Bob", {"Content-Type": "application/x-unknown"}, 415),
        ("call Bob", {"Content-Type": "application/octet-stream"}, 200),
        ("{", {"Content-Type": "application/octet-stream"}, 200),  # nothing says that it is JSON
        ("{", TEXT, 200),
    ],
)
def test_bodies_that_are_not_what_they_are_called(
    service: Service, body: str, headers: dict[str, str], status: int
) -> None:
    with service.client() as client:
        answer = client.post("/v1/extract", content=body, headers=headers)
        assert answer.status_code == status, answer.text
        if headers != JSON_LINES:  # which have no strokes, so it is not read
            assert client.post("/v1/strokes", content=body, headers=headers).status_code == status


def test_a_name_says_what_a_body_is_too(service: Service) -> None:
    with service.client() as client:
        assert client.post("/v1/extract?name=a.json", content="call Bob").status_code == 422
        assert client.post("/v1/extract?name=a.xml", content="call Bob").status_code == 422
        assert client.post("/v1/extract?name=a.txt", content="call Bob").status_code == 200


@pytest.mark.parametrize(
    ("body", "query"),
    [
        ("![" * (1 << 21), "?from=markdown"),
        ("a" * 500_000, "?from=org"),
        ("\n" * 100_000, "?from=text"),
        ("a " * 50_000, "?from=markdown"),
    ],
)
def test_texts_are_measured_before_they_are_parsed(service: Service, body: str, query: str) -> None:
    with service.client() as client:
        answer = client.post(f"/v1/extract{query}", content=body)
    assert answer.status_code == 413
    assert "--max-" in answer.json()["remedy"]


@pytest.mark.parametrize(
    ("body", "query"),
    [("<a>" * 65 + "</a>" * 65, "?from=page-xml"), ("<a>" * 65, "?from=inkml"), ("[" * 65, "?from=jiix")],
)
def test_nesting_is_measured_before_it_is_parsed(service: Service, body: str, query: str) -> None:
    with service.client() as client:
        answer = client.post(f"/v1/extract{query}", content=body)
    assert answer.status_code == 422
    assert "--max-depth" in answer.json()["remedy"]


# Parameters


@pytest.mark.parametrize("query", ["to=csv&to=ics", "now=2026-11-15&now=2026-11-15", "from=text&from=board"])
def test_a_parameter_is_given_once(service: Service, query: str) -> None:
    with service.client() as client:
        answer = client.post(f"/v1/extract?{query}", content=NOTES, headers=TEXT)
        assert (answer.status_code, answer.json()["field"]) == (422, query.partition("=")[0])
        assert client.post("/v1/extract?people=Ann&people=Bob", content=NOTES, headers=TEXT).status_code == 200
        assert client.get("/v1/corrections?limit=1&limit=2").status_code == 422
    address = service.url.replace("http", "ws")
    with pytest.raises(InvalidStatus) as refused, connect(f"{address}/v1/live?full=true&full=true", proxy=None):
        pass
    assert refused.value.response.status_code == 422


@pytest.mark.parametrize(
    ("locale", "status"), [("tlh", 422), ("xx-US", 422), ("12", 422), ("en", 200), ("en-US", 200), ("EN_gb.UTF-8", 200)]
)
def test_a_locale_is_one_that_is_known(service: Service, locale: str, status: int) -> None:
    with service.client() as client:
        answer = client.post(f"/v1/extract?locale={locale}", content=NOTES, headers=TEXT)
    assert answer.status_code == status
    assert status == 200 or answer.json()["field"] == "locale"


# Heads


@pytest.mark.parametrize(
    "head",
    [
        POST + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n- a\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n3\r\n- a\r\n0\r\n\r\n",
        POST + b"Content-Type: application/json\r\nContent-Length: 3\r\n\r\n- a",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        b"nonsense\r\n\r\n",
        UPGRADE + b"Content-Length: 5\r\n\r\n",
        UPGRADE + b"Content-Length: 0\r\n\r\n",
        UPGRADE + b"Transfer-Encoding: chunked\r\n\r\n",
        UPGRADE.replace(b"GET", b"POST") + b"\r\n",
        UPGRADE + b"X: " + b"x" * 20_000 + b"\r\n\r\n",
        UPGRADE.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"short") + b"\r\n",
    ],
)
def test_heads_that_are_ambiguous_or_wrong(service: Service, head: bytes) -> None:
    """They are answered, logged once, and the connection is closed."""
    before = service.log.count(" 400 ")
    assert raw(service, head).startswith(b"HTTP/1.1 400 ")
    assert_eventually(lambda: service.log.count(" 400 ") > before, "a line in the log")
    with service.client() as client:
        client.get("/healthz")
    assert service.log.count(" 400 ") == before + 1


def test_upgrades_with_a_body_hold_no_connection(service: Service) -> None:
    held = []
    for _ in range(3 * CONNECTIONS):
        connection = socket.create_connection(service.address, timeout=30)
        connection.sendall(UPGRADE + b"Content-Length: 1000\r\n\r\n")
        held.append(connection)
        assert connection.recv(65536).startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 429 "))
    assert_eventually(lambda: is_served(service), "a free connection")
    for connection in held:
        connection.close()


def is_served(service: Service) -> bool:
    with service.client() as client:
        try:
            return client.post("/v1/extract", content=NOTES, headers=TEXT).status_code == 200
        except httpx.HTTPError:
            return False


@pytest.mark.parametrize("path", ["/", "/healthz", "/readyz", "/metrics", "/v1/formats", "/v1/model", "/openapi.json"])
def test_where_get_is_head_is(service: Service, path: str) -> None:
    with service.client() as client:
        got, asked = client.get(path), client.head(path)
        # Clients of one connection: no body of the second is left for the third.
        assert client.head(path).status_code == 200
    assert (asked.status_code, asked.content) == (200, b"")
    assert asked.headers["content-type"] == got.headers["content-type"]
    assert int(asked.headers["content-length"]) > 0


def test_head_is_not_where_get_is_not(service: Service) -> None:
    with service.client() as client:
        assert client.head("/v1/extract").status_code == 405
        assert client.head("/nowhere").status_code == 404
        assert client.post("/healthz").headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize("path", ["/v1/extract/", "/healthz/", "/v1/model/"])
def test_nothing_is_redirected(service: Service, path: str) -> None:
    answer = raw(service, f"GET {path} HTTP/1.1\r\nHost: localhost:1\r\nConnection: close\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 404 ")
    assert b"localhost:1" not in answer


# The log


def refusals(service: Service) -> list[str]:
    """The statuses of all requests that were refused so far, in the order of the log."""
    return re.findall(r" ([45]\d\d) [\d.]+ ms ", service.log)


def test_every_refusal_is_logged_once_and_without_texts(service: Service) -> None:
    secret = "xylophone"
    before, logged = len(refusals(service)), len(service.log)
    with service.client() as client:
        statuses = [
            client.post(f"/v1/extract?people={secret}&to={secret}", content=secret, headers=TEXT).status_code,
            client.post(f"/v1/extract?{secret}={secret}", content=secret, headers=TEXT).status_code,
            client.post("/v1/extract", content=f'{{"{secret}"', headers=JSON).status_code,
            client.get(f"/{secret}").status_code,
            client.get("/v1/model", headers={"Origin": f"https://{secret}.example"}).status_code,
            client.get("/v1/model", headers={"Host": f"{secret}.example"}).status_code,
        ]
        assert statuses == [415, 422, 422, 404, 403, 421]
        address = service.url.replace("http", "ws")
        for query in (f"locale={secret}", f"{secret}=1", f"people={secret}&full=true&full=true"):
            with pytest.raises(InvalidStatus), connect(f"{address}/v1/live?{query}", proxy=None):
                pass
        raw(service, f"{secret} {secret}\r\n\r\n".encode())
        expected = sorted(map(str, [*statuses, 422, 422, 422, 400]))
        assert_eventually(lambda: len(refusals(service)) >= before + len(expected), "all lines")
        client.get("/healthz")
    assert sorted(refusals(service)[before:]) == expected
    assert secret not in service.log
    assert " ERROR " not in service.log[logged:]  # a refusal is no defect of the service


def test_half_a_head_is_logged_when_it_is_given_up(service: Service) -> None:
    assert raw(service, b"GET /heal") == b""
    assert_eventually(lambda: "- none 408 " in service.log, "a line in the log")


def test_a_live_board_is_still_answered(service: Service) -> None:
    """The checks of handshakes let through what a browser sends."""
    with connect(f"{service.url.replace('http', 'ws')}/v1/live", proxy=None) as live:
        live.send(json.dumps({"revision": 1, "text": NOTES}))
        assert json.loads(live.recv(60))["added"]
        live.send(json.dumps({"revision": 2, "text": NOTES + "\n- buy milk" * 1000}))
        assert len(json.loads(live.recv(60))["added"]) == 1000
