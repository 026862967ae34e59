"""Workers that are killed, hang or are told to end: no connection breaks, and no process is left over."""

from __future__ import annotations

import asyncio
import contextlib
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
from http.client import HTTPConnection
from multiprocessing.context import SpawnProcess
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from inkslate.errors import InputError
from inkslate.service.proxy.worker_pool import Worker, WorkerPool, restart_pause
from tests.support.service import Service, assert_all_ready, serving
from tests.support.waiting import assert_eventually

pytestmark = pytest.mark.process

TEXT = {"Content-Type": "text/plain"}
NOTES = "to do\n- call Ruth by Friday\n- send the deck"


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving("--workers", "2", "--queue", "64", "--workspace", tmp_path_factory.mktemp("workspace")) as started:
        yield started
        assert started.stop() == 0


@pytest.fixture
def service(pair: Service) -> Service:
    """Two workers that are ready, whatever the test before did to them."""
    assert_all_ready(pair)
    return pair


@pytest.fixture(scope="module")
def watched() -> Iterator[Service]:
    """Two workers whose health checks have a short deadline."""
    limits = ("--max-words", "1000000", "--max-characters", "10000000", "--max-seconds", "120", "--queue", "64")
    limits += ("--read-seconds", "60")
    with serving("--workers", "2", "--health-seconds", "2", *limits) as started:
        yield started
        assert started.stop() == 0


def extracted(answer: httpx.Response) -> list[str]:
    (extraction,) = answer.json()["extractions"]
    return [line["text"] for region in extraction["regions"] for line in region["lines"]]


def tell(service: Service, number: int) -> None:
    for worker in service.workers():
        os.kill(worker, number)


def test_connections_that_are_kept_outlive_the_workers(service: Service) -> None:
    old = service.workers()
    kept = [HTTPConnection(*service.address, timeout=60) for _ in range(16)]
    assert [status_on(connection) for connection in kept] == [200] * 16
    os.kill(old[0], signal.SIGKILL)
    assert [status_on(connection) for connection in kept] == [200] * 16
    assert [httpx.get(f"{service.url}/healthz", timeout=10, verify=False).status_code for _ in range(20)] == [200] * 20
    assert_eventually(lambda: len(service.workers()) == 2, "two workers")
    assert len(set(service.workers()) - set(old)) == 1
    # The new worker serves alone.
    os.kill(old[1], signal.SIGKILL)
    assert [httpx.get(f"{service.url}/healthz", timeout=60, verify=False).status_code for _ in range(20)] == [200] * 20
    for connection in kept:
        connection.close()


def status_on(connection: HTTPConnection) -> int:
    connection.request("GET", "/healthz")
    answer = connection.getresponse()
    answer.read()
    return answer.status


@pytest.mark.parametrize("which", [0, 1])
def test_what_a_killed_worker_was_asked_is_asked_of_another(which: int, service: Service) -> None:
    """Both are stopped with requests inside; then one is killed, and the other continues."""
    with ThreadPoolExecutor(6) as pool:
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
        assert "a worker ended (exit code -9); it is restarted" in service.log


def test_clients_do_not_notice_that_workers_are_killed(service: Service) -> None:
    with ThreadPoolExecutor(6) as pool:
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


def test_where_no_worker_is_left_one_waits_for_the_next(service: Service) -> None:
    with service.client() as client:
        tell(service, signal.SIGKILL)
        time.sleep(0.2)
        assert extracted(client.post("/v1/extract", content="- call Ruth", headers=TEXT)) == ["call Ruth"]


def test_a_request_that_ends_workers_is_not_given_to_all_of_them() -> None:
    with serving("--workers", "3") as service, ThreadPoolExecutor(1) as pool, service.client() as client:
        assert_all_ready(service, 3)
        ended: set[int] = set()
        tell(service, signal.SIGSTOP)
        asked = pool.submit(client.post, "/v1/extract", content=NOTES, headers=TEXT)
        # The worker with the request is killed, as if the request had crashed it.
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
    """Stopped workers with unread bytes."""
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


def test_a_live_board_is_told_to_come_back(service: Service) -> None:
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
    with connect(address, proxy=None, open_timeout=60) as live:  # another worker starts first
        live.send(b"bytes")
        with pytest.raises(ConnectionClosed) as closed:
            live.recv(timeout=60)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1003


# The end


@pytest.mark.no_cover
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_what_is_in_flight_is_answered_before_the_end(number: int) -> None:
    with serving("--workers", "2") as service:
        with socket.create_connection(service.address, timeout=60) as connection:
            head = "POST /v1/extract?to=checklist HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            connection.sendall(f"{head}Content-Length: {len(NOTES)}\r\n\r\n{NOTES[:5]}".encode())
            with service.client() as client:
                client.get("/healthz")
            # Ctrl-C sends the signal to all processes.
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


@pytest.mark.no_cover
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_end_while_a_worker_loads(number: int) -> None:
    """All processes get the signal; one of them has just been started in place of a killed one."""
    with serving("--workers", "2") as service:
        before = service.workers()
        os.kill(before[0], signal.SIGKILL)
        assert_eventually(lambda: len(service.workers()) == 2 and service.workers() != before, "another worker")
        tell(service, number)
        assert service.stop(number) == 0
        assert "Traceback" not in service.log
        assert "right after" not in service.log


@pytest.mark.no_cover
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_end_while_the_first_workers_start(number: int) -> None:
    with serving("--workers", "4", wait=False) as service:
        assert_eventually(service.workers, "the first worker", between=lambda: None)
        tell(service, number)
        assert service.stop(number) == 0
        assert "Traceback" not in service.log


def test_a_worker_that_is_stuck_is_left_alone_till_it_answers() -> None:
    """Within --health-seconds it is not replaced; the proxy applies the time limits of its requests."""
    with (
        serving("--workers", "2", "--max-seconds", "6", "--body-seconds", "0.5") as service,
        service.client() as client,
        ThreadPoolExecutor(4) as pool,
    ):

        def statuses(count: int) -> list[int]:
            asked = pool.map(lambda _: client.post("/v1/extract", content=NOTES, headers=TEXT), range(count))
            return [answer.status_code for answer in asked]

        assert_all_ready(service)
        statuses(4)  # both workers have their reading processes now
        stuck, _ = service.workers()
        os.kill(stuck, signal.SIGSTOP)
        assert 503 in set(statuses(2)) <= {200, 503}
        assert [statuses(1) for _ in range(4)] == [[200]] * 4
        os.kill(stuck, signal.SIGCONT)
        assert_all_ready(service)


def test_a_worker_that_hangs_is_replaced_and_its_requests_are_answered(watched: Service) -> None:
    """Both workers are stopped with requests inside: their health checks fail, and new processes answer."""
    assert_all_ready(watched)
    stopped = watched.workers()
    with ThreadPoolExecutor(4) as pool:
        tell(watched, signal.SIGSTOP)

        def ask(number: int) -> httpx.Response:
            with watched.client() as client:
                return client.post("/v1/extract", content=f"- call person{number}", headers=TEXT)

        asked = [pool.submit(ask, number) for number in range(4)]
        assert [extracted(future.result()) for future in asked] == [[f"call person{number}"] for number in range(4)]
    assert_eventually(lambda: len(watched.workers()) == 2, "two workers")
    assert not set(watched.workers()) & set(stopped)
    for worker in stopped:
        assert f"worker {worker} did not answer its health check within 2 s; it is replaced" in watched.log


def test_a_long_request_does_not_look_like_a_hang(watched: Service) -> None:
    """It runs in a thread for longer than the deadline of the health check, which the event loop answers."""
    assert_all_ready(watched)
    workers = watched.workers()
    with watched.client() as client:
        for lines in (2_000, 4_000, 8_000, 16_000, 32_000):  # how long it takes depends on the machine
            began = time.monotonic()
            notes = "- call Ruth by Friday\n" * lines
            assert client.post("/v1/extract?to=ics", content=notes, headers=TEXT).status_code == 200
            if (took := time.monotonic() - began) > 2.5:
                break
    assert took > 2
    assert watched.workers() == workers


def test_a_worker_that_always_hangs_is_restarted_less_and_less_often() -> None:
    assert [restart_pause(hangs) for hangs in range(1, 10)] == [0, 2, 4, 8, 16, 32, 60, 60, 60]


def test_a_worker_that_cannot_start_is_not_started_for_ever() -> None:
    def start() -> SpawnProcess:
        process = multiprocessing.get_context("spawn").Process(target=os._exit, args=(3,))
        process.start()
        return process

    worker = Worker(("127.0.0.1", 9), start)
    worker.process.join()
    with pytest.raises(InputError, match="ended right after its start"):
        asyncio.run(WorkerPool([worker], health_seconds=30).watch())
