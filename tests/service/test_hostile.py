"""Clients that are slow, send too much, send invalid data or disconnect; other clients are still served."""

from __future__ import annotations

import contextlib
import gzip
import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.support.service import Service, everything, serving
from tests.support.waiting import assert_eventually

TEXT = {"Content-Type": "text/plain"}
HEAD = b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
LITTLE = 64 << 20  # bytes: what memory may grow by, for whatever reason


READERS = ("", "?from=board", "?from=jiix", "?from=inkml", "?from=hocr", "?from=azure")
ENDLESS = [
    b"[" * (1 << 21),
    b'{"a":' * 200_000,
    b"[" + b"9" * (1 << 21) + b"]",
    b'["' + b'\\"' * (1 << 20) + b'"]',
    b"<a>" * 100_000,
    b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
    b'{"regions"' * 100_000,
]


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with serving("--body-seconds", "1", "--connections", "64") as running, running.client() as client:
        # Load everything that is imported on first use.
        for _ in range(20):
            client.post("/v1/extract?to=ics", content="- call Ruth by Friday", headers=TEXT)
        # Memory that parsers need for the largest bodies stays allocated and is reused.
        for body in ENDLESS:
            for query in READERS:
                client.post(f"/v1/extract{query}", content=body)
        yield running


@pytest.fixture(autouse=True)
def others_are_served(service: Service) -> Iterator[None]:
    """After each test another client is served, and memory has not grown."""
    before = service.memory()
    yield
    assert_served(service)
    assert service.memory() < before + LITTLE


def assert_served(service: Service) -> None:
    with service.client() as client:
        assert client.get("/healthz").status_code == 200
        answer = client.post("/v1/extract?to=checklist", content="- call Ruth", headers=TEXT)
        assert answer.text == "[ ] call Ruth\n"


@pytest.mark.parametrize("sent", [b"", b"GET", HEAD, HEAD + b"X: " + b"x" * 1000])
def test_heads_that_never_end(service: Service, sent: bytes) -> None:
    waiting = [socket.create_connection(service.address, timeout=60) for _ in range(40)]
    for connection in waiting:
        connection.sendall(sent)
    assert_served(service)
    for connection in waiting:
        assert everything(connection) == b""  # closed by the service
        connection.close()


def test_a_second_head_that_never_ends(service: Service) -> None:
    with socket.create_connection(service.address, timeout=60) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /heal")
        assert everything(connection).count(b"HTTP/1.1 ") == 1


def test_a_second_head_has_no_more_time_than_a_first(service: Service) -> None:
    """Whether it starts in the packet of the request before it, or in its own."""
    for pause in (0.0, 0.3):
        with socket.create_connection(service.address, timeout=60) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + b"GET /heal" * (not pause))
            time.sleep(pause)
            connection.sendall(b"GET /heal" * bool(pause))
            began = time.monotonic()
            assert everything(connection).count(b"HTTP/1.1 ") == 1
            assert time.monotonic() - began < 10


def trickled(connection: socket.socket, most: int) -> int:
    """How many bytes could be sent, one at a time, before the connection was closed."""
    sent = 0
    with contextlib.suppress(ConnectionError):
        while sent < most:
            connection.sendall(b"x")
            time.sleep(0.02)
            sent += 1
    return sent


def test_a_body_that_goes_on_after_its_answer(service: Service) -> None:
    with socket.create_connection(service.address, timeout=60) as connection:
        connection.sendall(HEAD.replace(b"text/plain", b"image/png") + b"Content-Length: 100000\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 415 ")
        assert trickled(connection, 1000) < 1000


def test_a_head_a_byte_at_a_time(service: Service) -> None:
    with socket.create_connection(service.address, timeout=60) as connection:
        assert trickled(connection, 10_000) < 10_000


def test_a_head_that_is_too_large(service: Service) -> None:
    with socket.create_connection(service.address, timeout=60) as connection:
        connection.sendall(HEAD + b"X: " + b"x" * 100_000)
        answer = everything(connection)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400 ")


def test_bodies_that_never_end(service: Service) -> None:
    with socket.create_connection(service.address, timeout=60) as connection:
        connection.sendall(HEAD + b"Content-Length: 100\r\n\r\nabc")
        answer = everything(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"--body-seconds" in answer


def test_a_gigabyte_in_chunks(service: Service) -> None:
    chunk = b"100000\r\n" + b"x" * (1 << 20) + b"\r\n"
    with socket.create_connection(service.address, timeout=60) as connection:
        connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        try:
            for _ in range(1024):
                connection.sendall(chunk)
        except ConnectionError:
            pass
        answer = everything(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("level", [1, 9])
def test_bombs(service: Service, level: int) -> None:
    """Many more zeros than memory may grow by, compressed once and twice; they are decompressed only once."""
    with service.client() as client:
        packed = gzip.compress(bytes(4 * LITTLE), level)
        headers = TEXT | {"Content-Encoding": "gzip"}
        assert client.post("/v1/extract", content=packed, headers=headers).status_code == 413
        assert client.post("/v1/extract", content=gzip.compress(packed), headers=headers).status_code in (413, 422)


def test_bombs_of_members(service: Service) -> None:
    """A gzip file of members that are all empty has no bytes to count, but takes time in the event loop."""
    headers = TEXT | {"Content-Encoding": "gzip"}
    with service.client() as client:
        few = gzip.compress(b"- call ") + gzip.compress(b"") * 900 + gzip.compress(b"Ruth")
        assert "call Ruth" in client.post("/v1/extract", content=few, headers=headers).text
        answer = client.post("/v1/extract", content=gzip.compress(b"") * 1001, headers=headers)
    assert (answer.status_code, answer.json()["field"]) == (422, "Content-Encoding")


def test_lengths_that_are_wrong(service: Service) -> None:
    for header in (b"Content-Length: -1", b"Content-Length: 9" + b"9" * 30, b"Content-Length: 1\r\nContent-Length: 2"):
        with socket.create_connection(service.address, timeout=60) as connection:
            connection.sendall(HEAD + header + b"\r\n\r\n")
            assert everything(connection).startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 413 "))


def test_nesting_and_numbers_without_end(service: Service) -> None:
    with service.client() as client:
        for body in ENDLESS:
            for query in READERS:
                answer = client.post(f"/v1/extract{query}", content=body)
                assert answer.status_code in (413, 415, 422), (query, answer.text)


def status_of(service: Service, body: bytes) -> int:
    with service.client() as client:
        return client.post("/v1/extract", content=body, headers=TEXT).status_code


def test_clients_that_hang_up(service: Service) -> None:
    body = b"- call Ruth by Friday\n" * 400
    for _ in range(60):
        with socket.create_connection(service.address, timeout=60) as connection:
            connection.sendall(HEAD + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
    # What is still worked on counts in the queue.
    assert_eventually(lambda: status_of(service, b"- call Ruth") == 200, "a place in the queue")


def test_answers_that_nobody_takes(service: Service) -> None:
    body = b"- call Ruth by Friday please\n" * 1000
    request = HEAD + f"Content-Length: {len(body)}\r\n\r\n".encode() + body
    greedy = []
    for _ in range(8):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(service.address)
        connection.settimeout(60)
        connection.sendall(request)
        greedy.append(connection)
    with service.client() as client:
        # The service gives up on them; until then others are served.
        assert_eventually(
            lambda: "inkslate_requests_inside 0.0" in client.get("/metrics").text, "an end of all requests"
        )
    for connection in greedy:
        connection.close()


def test_more_connections_than_there_may_be(service: Service) -> None:
    held = [socket.create_connection(service.address, timeout=60) for _ in range(64)]
    with socket.create_connection(service.address, timeout=60) as connection:
        answer = everything(connection)
    for other in held:
        other.close()
    assert answer.startswith(b"HTTP/1.1 429 ")
    assert b"retry-after: 1" in answer.lower()


def live(service: Service, query: str = "") -> connect:
    return connect(f"{service.url.replace('http', 'ws')}/v1/live{query}", proxy=None, max_queue=1)


def test_a_flood_of_revisions(service: Service) -> None:
    """Sent without reading the responses, until the service closes the connection."""
    message = json.dumps({"revision": 1, "text": "- call Ruth by Friday\n" * 300})
    with pytest.raises((ConnectionClosed, TimeoutError, OSError)), live(service, "?full=true") as flood:  # noqa: PT012
        flood.socket.settimeout(3)
        for _ in range(100_000):
            flood.send(message)


def test_a_flood_of_pings(service: Service) -> None:
    """Each gets a pong, which the client does not read."""
    ping = b"\x89\xfd" + bytes(4) + b"x" * 125
    with socket.create_connection(service.address, timeout=60) as flood:
        flood.sendall(UPGRADE)
        sent = 0
        with contextlib.suppress(OSError):
            while sent < 2_000:
                flood.sendall(ping * 1000)
                sent += 1
    assert sent < 2_000


def test_live_boards_that_were_left(service: Service) -> None:
    """Half-open: the client is gone without closing the connection."""
    for _ in range(20):
        left = live(service).__enter__()
        left.send('{"revision": 1, "text": "- call Ruth"}')
        left.socket.shutdown(socket.SHUT_RDWR)
    with service.client() as client:
        assert_eventually(
            lambda: "inkslate_live_boards 0.0" in client.get("/metrics").text, "an end of all live boards"
        )


UPGRADE = (
    b"GET /v1/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
CLOSE = b"\x88\x82" + bytes(4) + b"\x03\xe8"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\x81\x82" + bytes(4) + b"\xff\xfe", 1007),  # not UTF-8
        ((b"\x81\x82" + bytes(4) + b"\xff\xfe") * 3 + CLOSE, 1000),  # and more behind it
        (b"\x80\x80" + bytes(4), 1002),  # the end of no message
        (b"\x83\x80" + bytes(4) + bytes(1 << 20), 1002),  # no frame, and much behind it
        (b"\x81\xff" + b"\x7f" + bytes(7), 1009),  # exabytes
    ],
)
def test_frames_that_are_none_end_the_connection_and_are_one_line_of_the_log(
    service: Service, sent: bytes, code: int
) -> None:
    before = len(service.log)
    with socket.create_connection(service.address, timeout=60) as connection:
        connection.sendall(UPGRADE)
        assert connection.recv(65536).startswith(b"HTTP/1.1 101 ")
        answer = b""
        with contextlib.suppress(ConnectionError):
            connection.sendall(sent)
            answer = everything(connection)
    assert not answer or answer[2:4] == code.to_bytes(2, "big")  # a reset may overtake it
    assert_eventually(lambda: "/v1/live" in service.log[before:], "a line of the log")
    assert "Traceback" not in service.log[before:]


def test_messages_that_do_not_wait_for_the_handshake_are_refused(service: Service) -> None:
    """They would be lost."""
    with socket.create_connection(service.address, timeout=60) as connection:
        connection.sendall(UPGRADE + b"\x81\x82" + bytes(4) + b"{}")
        assert everything(connection).startswith(b"HTTP/1.1 400 ")


# Too much at once.


def ask(service: Service, number: int, **options: object) -> tuple[int, bool, str | None]:
    """The status, whether the response belongs to this request, and Retry-After."""
    words = f"call number{number} about thing{number}"
    with service.client() as client:
        answer = client.post("/v1/extract?to=checklist", content=f"- {words}\n" * 50, headers=TEXT)
    return answer.status_code, answer.text == f"[ ] {words}\n" * 50, answer.headers.get("retry-after")


@pytest.mark.no_cover
@pytest.mark.parametrize("options", [(), ("--no-batching",), ("--threads", "3")])
def test_answers_are_not_mixed_up(options: tuple[str, ...]) -> None:
    with serving("--queue", "100", *options) as service, ThreadPoolExecutor(16) as pool:
        assert set(pool.map(lambda number: ask(service, number), range(200))) == {(200, True, None)}


@pytest.fixture(scope="module")
def small() -> Iterator[Service]:
    with serving("--queue", "1", "--max-held-bytes", "100000") as running:
        yield running


def test_a_full_queue_asks_to_come_back(small: Service) -> None:
    with ThreadPoolExecutor(16) as pool:
        answers = set(pool.map(lambda number: ask(small, number), range(200)))
        assert answers == {(200, True, None), (429, False, "1")}


def test_a_deadline() -> None:
    notes = "- call Ruth by Friday\n" * 2500
    with serving("--max-seconds", "0.1") as service, service.client() as client:
        answer = client.post("/v1/extract?to=ics", content=notes, headers=TEXT)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        assert answer.json()["type"] == "urn:inkslate:problem:deadline"


def test_bodies_fill_no_more_memory_than_they_may(small: Service) -> None:
    def is_full() -> bool:
        """Whether others are refused beside most of a body; where one of them was read first, the body was."""
        with socket.create_connection(small.address, timeout=60) as connection, contextlib.suppress(OSError):
            connection.sendall(HEAD + b"Content-Length: 90001\r\n\r\n" + b"x " * 45_000)
            refused = any(status_of(small, b"y " * 10_000) == 429 for _ in range(20))
            connection.sendall(b"x")
            return refused
        return False

    assert_eventually(is_full, "a refusal for want of memory")
    assert_eventually(lambda: status_of(small, b"y") == 200, "memory for others")


def test_health_is_told_under_load(service: Service) -> None:
    notes = "- call Ruth by Friday\n" * 1000
    stop = threading.Event()

    def load() -> None:
        with service.client() as client:
            while not stop.is_set():
                client.post("/v1/extract?to=ics", content=notes, headers=TEXT)

    with service.client() as client:
        threads = [threading.Thread(target=load) for _ in range(4)]
        for thread in threads:
            thread.start()
        assert [client.get("/healthz").status_code for _ in range(50)] == [200] * 50
        stop.set()
        for thread in threads:
            thread.join()
