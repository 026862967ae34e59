"""Several workers behind one address: who is killed takes nothing with it, and nobody can tell them from one."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import multiprocessing
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from inkslate.errors import InputError
from inkslate.service.crew import Crew, Worker

from .service import Service, serving
from .waiting import assert_eventually

TEXT = {"Content-Type": "text/plain"}
NOTES = "to do\n- call Ruth by Friday\n- send the deck"


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with serving("--workers", "2") as started:
        assert_all_ready(started)
        yield started


@pytest.fixture(scope="module")
def alone() -> Iterator[Service]:
    with serving() as started:
        yield started


def assert_all_ready(service: Service) -> None:
    """All workers have loaded: each is counted in the figures."""
    with service.client() as client:
        assert_eventually(
            lambda: {"0", "1"} <= set(re.findall(r'worker="(\d)"', client.get("/metrics").text)), "workers"
        )


def extracted(answer: httpx.Response) -> list[str]:
    (extraction,) = answer.json()["extractions"]
    return [line["text"] for region in extraction["regions"] for line in region["lines"]]


def tell(service: Service, number: int) -> None:
    for worker in service.workers():
        os.kill(worker, number)


# As one


REQUESTS: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "/v1/extract", {"content": NOTES, "headers": TEXT}),
    ("POST", "/v1/extract?to=ics&now=2026-11-15", {"content": NOTES, "headers": TEXT}),
    ("POST", "/v1/extract", {"content": gzip.compress(NOTES.encode()), "headers": TEXT | {"Content-Encoding": "gzip"}}),
    ("POST", "/v1/extract", {"content": iter([b"to do\n", b"- call ", b"Ruth"]), "headers": TEXT}),
    ("POST", "/v1/extract", {"content": b"", "headers": TEXT}),
    ("POST", "/v1/extract?frm=text", {"content": NOTES, "headers": TEXT}),
    ("POST", "/v1/extract?now=2026-11-15&people=Zo%C3%AB%20B", {"content": "- ask Zoë b", "headers": TEXT}),
    ("POST", "/v1/extract", {"content": b"x" * (5 << 20), "headers": TEXT}),
    ("POST", "/v1/extract", {"content": iter([b"x" * (1 << 20)] * 6), "headers": TEXT}),
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
    if not isinstance(options.get("content", b""), (bytes, str)):
        options = options | {"content": list(options["content"])}
    answers = []
    for each in (service, alone):
        sent = options | {"content": iter(options["content"])} if isinstance(options.get("content"), list) else options
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


def test_who_sends_no_body_is_told_so() -> None:
    with serving("--workers", "2", "--body-seconds", "1") as service:
        with socket.create_connection(service.address, timeout=60) as connection:
            connection.sendall(b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n- c")
            assert connection.recv(65536).startswith(b"HTTP/1.1 408 ")
        with socket.create_connection(service.address, timeout=60) as connection:
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


# Killed


@pytest.mark.parametrize("which", [0, 1])
def test_what_a_killed_worker_was_asked_is_asked_of_another(which: int, tmp_path: Path) -> None:
    """Both are halted with requests inside; then one is killed, and the other goes on."""
    with serving("--workers", "2", "--queue", "64", "--workspace", tmp_path) as service, ThreadPoolExecutor(6) as pool:
        assert_all_ready(service)
        tell(service, signal.SIGSTOP)

        def ask(number: int) -> httpx.Response:
            with service.client() as client:
                return client.post("/v1/extract", content=f"- call person{number}", headers=TEXT)

        def correct() -> httpx.Response:
            region = {"id": "r", "lines": [{"text": "call Ruth"}], "sentences": [{"start": 0, "end": 2, "label": 1}]}
            with service.client() as client:
                return client.put("/v1/corrections", json={"board": {"id": "b", "regions": [region]}, "revision": 1})

        asked = [pool.submit(ask, number) for number in range(4)]
        corrected = [pool.submit(correct) for _ in range(2)]
        time.sleep(0.5)
        workers = service.workers()
        os.kill(workers[which], signal.SIGKILL)
        os.kill(workers[1 - which], signal.SIGCONT)
        assert [extracted(future.result()) for future in asked] == [[f"call person{number}"] for number in range(4)]
        assert {future.result().status_code for future in corrected} <= {200, 201}
        assert_eventually(lambda: len(service.workers()) == 2, "another worker")
        assert "a worker ended (-9); another takes its place" in service.log


def test_clients_do_not_notice_that_workers_are_killed() -> None:
    with serving("--workers", "2", "--queue", "64") as service, ThreadPoolExecutor(6) as pool:
        until = time.monotonic() + 3

        def keep_asking(name: int) -> list[int]:
            statuses = []
            with service.client() as client:
                while time.monotonic() < until:
                    lines = [f"call person{name} about {len(statuses)}"]
                    answer = client.post("/v1/extract", content=f"- {lines[0]}", headers=TEXT)
                    statuses.append(answer.status_code)
                    assert extracted(answer) == lines
            return statuses

        asking = [pool.submit(keep_asking, name) for name in range(5)]
        for _ in range(2):
            time.sleep(1)
            os.kill(service.workers()[0], signal.SIGKILL)
        for future in asking:
            statuses = future.result()
            assert len(statuses) > 5
            assert set(statuses) == {200}


def test_where_no_worker_is_left_one_waits_for_the_next() -> None:
    with serving("--workers", "2") as service, service.client() as client:
        tell(service, signal.SIGKILL)
        time.sleep(0.2)
        assert extracted(client.post("/v1/extract", content="- call Ruth", headers=TEXT)) == ["call Ruth"]


def test_a_request_that_ends_workers_is_not_given_to_all_of_them() -> None:
    with serving("--workers", "3") as service, ThreadPoolExecutor(1) as pool, service.client() as client:
        assert_eventually(lambda: len(set(re.findall(r'worker="(\d)"', client.get("/metrics").text))) == 3, "workers")
        ended: set[int] = set()
        tell(service, signal.SIGSTOP)
        asked = pool.submit(client.post, "/v1/extract", content=NOTES, headers=TEXT)
        # Whoever has it is killed, as if by what it reads.
        while not asked.done() and len(ended) < 2:
            time.sleep(0.3)
            for worker in holding(service) - ended:
                ended.add(worker)
                os.kill(worker, signal.SIGKILL)
        tell(service, signal.SIGCONT)
        answer = asked.result()
    assert (answer.status_code, answer.headers["retry-after"], len(ended)) == (503, "1", 2)
    assert answer.json()["type"] == "urn:inkslate:problem:deadline"


def holding(service: Service) -> set[int]:
    """Halted workers with bytes that they did not read."""
    found = set()
    for worker in service.workers():
        inodes = set()
        for link in Path(f"/proc/{worker}/fd").iterdir():
            with contextlib.suppress(OSError):
                inodes.update(re.findall(r"socket:\[(\d+)\]", str(link.readlink())))
        for line in Path(f"/proc/{worker}/net/tcp").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "01" and fields[9] in inodes and int(fields[4].split(":")[1], 16):
                found.add(worker)
    return found


def test_a_live_board_is_told_to_come_back() -> None:
    with serving("--workers", "2") as service:
        address = service.url.replace("http", "ws") + "/v1/live"
        with connect(address, subprotocols=["inkslate"], proxy=None) as live:  # type: ignore[list-item]
            assert live.subprotocol == "inkslate"
            live.send(json.dumps({"revision": 1, "text": "- call Ruth"}))
            assert [task["text"] for task in json.loads(live.recv())["added"]] == ["call Ruth"]
            live.send("nonsense")
            assert json.loads(live.recv())["problem"]["status"] == 422
            tell(service, signal.SIGKILL)
            with pytest.raises(ConnectionClosed) as closed:
                live.recv(timeout=60)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        with connect(address, proxy=None) as live:
            live.send(b"bytes")
            with pytest.raises(ConnectionClosed) as closed:
                live.recv(timeout=60)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1003


def test_a_live_board_needs_a_token_and_a_page_of_ours(tmp_path: Path) -> None:
    token = "a" * 20
    (tmp_path / "token").write_text(token)
    with serving("--workers", "2", "--token-file", tmp_path / "token") as service:
        address = service.url.replace("http", "ws") + "/v1/live"
        with pytest.raises(InvalidStatus) as refused:
            connect(address, proxy=None)
        assert refused.value.response.status_code == 401
        assert json.loads(refused.value.response.body or b"")["status"] == 401
        headers = {"Authorization": f"Bearer {token}"}
        with pytest.raises(InvalidStatus) as refused:
            connect(address, additional_headers=headers, origin="https://evil.example", proxy=None)  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403
        with connect(address + "?full=true", additional_headers=headers, proxy=None) as live:
            live.send(json.dumps({"revision": 1, "text": "- call Ruth"}))
            assert json.loads(live.recv())["extraction"]["tasks"]
        with service.client() as client:
            assert client.get("/metrics").status_code == 401
            assert 'worker="' in client.get("/metrics", headers=headers).text


# The end


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_what_is_in_flight_is_answered_before_the_end(number: int) -> None:
    with serving("--workers", "2") as service:
        with socket.create_connection(service.address, timeout=60) as connection:
            head = "POST /v1/extract?to=checklist HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            connection.sendall(f"{head}Content-Length: {len(NOTES)}\r\n\r\n{NOTES[:5]}".encode())
            with service.client() as client:
                client.get("/healthz")
            # As Ctrl-C does it: all processes are told at once.
            if number == signal.SIGINT:
                tell(service, number)
            stopped = threading.Thread(target=service.stop, args=(number,))
            stopped.start()
            time.sleep(0.5)
            connection.sendall(NOTES[5:].encode())
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        stopped.join()
        assert b"[ ] call Ruth by Friday" in answer
        assert service.process.returncode == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_end_while_a_worker_loads(number: int) -> None:
    """All processes are told at once; one of them has just begun, in place of one that was killed."""
    with serving("--workers", "2") as service:
        before = service.workers()
        os.kill(before[0], signal.SIGKILL)
        assert_eventually(lambda: len(service.workers()) == 2 and service.workers() != before, "another worker")
        tell(service, number)
        assert service.stop(number) == 0
        assert "Traceback" not in service.log
        assert "as soon as" not in service.log


def test_a_worker_that_is_stuck_is_left_alone_till_it_answers() -> None:
    """It lives, so nobody starts another in its place; its deadlines are kept for it."""
    with (
        serving("--workers", "2", "--max-seconds", "2", "--body-seconds", "0.5") as service,
        service.client() as client,
    ):
        assert_all_ready(service)
        stuck, _ = service.workers()
        os.kill(stuck, signal.SIGSTOP)
        with ThreadPoolExecutor(2) as pool:
            asked = list(pool.map(lambda _: client.post("/v1/extract", content=NOTES, headers=TEXT), range(2)))
        assert 503 in {answer.status_code for answer in asked} <= {200, 503}
        assert [client.post("/v1/extract", content=NOTES, headers=TEXT).status_code for _ in range(4)] == [200] * 4
        os.kill(stuck, signal.SIGCONT)
        assert_all_ready(service)


def test_a_worker_that_cannot_start_is_not_started_for_ever() -> None:
    def start() -> SpawnProcess:
        process = multiprocessing.get_context("spawn").Process(target=os._exit, args=(3,))
        process.start()
        return process

    worker = Worker(("127.0.0.1", 9), start)
    worker.process.join()
    with pytest.raises(InputError, match="ended as soon as it was started"):
        asyncio.run(Crew([worker]).watch())
