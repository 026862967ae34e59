"""Readers that never end, and threads that hang: others are served, what is stuck is replaced, SIGTERM is obeyed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from inkslate.service.settings import ServiceLimits
from tests.support.paths import ROOT
from tests.support.service import HANG, PAUSE, Service, assert_all_ready, serving
from tests.support.waiting import assert_eventually

pytestmark = [pytest.mark.process, pytest.mark.no_cover]

TEXT = {"Content-Type": "text/plain"}
SCRIPT = ROOT / "tests" / "support" / "stuck_service.py"
LIMITS = ("--read-seconds", "1", "--max-seconds", "8", "--body-seconds", "3", "--health-seconds", "3")
# Where nobody has to be served meanwhile: most of the time of these tests is spent waiting for these limits.
SHORT_LIMITS = ("--read-seconds", "1", "--max-seconds", "2", "--body-seconds", "1", "--health-seconds", "2")
WORKERS = pytest.mark.parametrize("service", ["1", "2"], indirect=True, ids=["one worker", "two workers"])
STUCK = ["sleep", "spin", "backtrack"]


@pytest.fixture(scope="module")
def service(request: pytest.FixtureRequest) -> Iterator[Service]:
    with serving("--workers", request.param, "--threads", "1", "--queue", "4", *LIMITS, script=SCRIPT) as running:
        if request.param == "2":
            assert_all_ready(running)
        yield running


def status_of(service: Service, body: str, query: str = "") -> int:
    with service.client() as client:
        return client.post(f"/v1/extract{query}", content=body, headers=TEXT).status_code


def assert_served(service: Service) -> None:
    with service.client() as client:
        answer = client.post("/v1/extract?to=checklist", content="- call Ruth", headers=TEXT)
        assert (answer.status_code, answer.text) == (200, "[ ] call Ruth\n")


def counted(service: Service, metric: str) -> float:
    """The sum of a metric over all workers."""
    with service.client() as client:
        text = client.get("/metrics").text
    name, _, label = metric.partition("{")
    return sum(
        float(line.rpartition(" ")[2])
        for line in text.splitlines()
        if re.match(rf"{name}[ {{]", line) and label.rstrip("}") in line
    )


@WORKERS
@pytest.mark.parametrize("reader", STUCK)
def test_a_reader_that_never_ends_is_ended(service: Service, reader: str) -> None:
    before = counted(service, 'inkslate_reading_processes_ended_total{reason="deadline"}')
    with service.client() as client:
        answers = []

        def is_ended() -> bool:
            """On a busy machine the next process may not have started before the deadline of the request."""
            answers.append(client.post(f"/v1/extract?from={reader}", content="- call Ruth"))
            return answers[-1].status_code == 413

        assert_eventually(is_ended, "the end of the reader")
    assert "--read-seconds" in answers[-1].json()["remedy"]
    assert {answer.status_code for answer in answers} <= {413, 503}
    assert counted(service, 'inkslate_reading_processes_ended_total{reason="deadline"}') >= before + 1
    ended = "a reading process was ended (deadline); another one is started"
    assert_eventually(lambda: ended in service.log, "a line in the log")
    assert_served(service)


@WORKERS
def test_others_are_served_while_readers_are_stuck(service: Service) -> None:
    """More stuck bodies than there are reading processes, and places to wait for one."""
    stop = threading.Event()
    with ThreadPoolExecutor(13) as pool:

        def attack(number: int) -> list[int]:
            statuses = []
            while not stop.is_set():
                statuses.append(status_of(service, "- call Ruth", f"?from={STUCK[number % 3]}"))
            return statuses

        attacks = [pool.submit(attack, number) for number in range(12)]
        try:
            assert [status_of(service, f"- call person{number}") for number in range(100)] == [200] * 100
            with service.client() as client:
                assert client.get("/readyz").status_code == 200
        finally:
            stop.set()
        refused = {status for future in attacks for status in future.result()}
    assert refused <= {413, 429, 503}
    # Another format is read again, in a process that was not stuck.
    assert_eventually(lambda: status_of(service, "- call Ruth", "?from=markdown") == 200, "a reading process")


@WORKERS
def test_a_reader_that_takes_all_memory_is_refused(service: Service) -> None:
    def is_refused_for_memory() -> bool:
        """On a busy machine the second for reading may be over before the memory is."""
        assert status_of(service, "- call Ruth", "?from=swell") == 413
        return counted(service, 'inkslate_reading_processes_ended_total{reason="memory"}') >= 1

    assert_eventually(is_refused_for_memory, "the limit of memory")
    assert_eventually(
        lambda: all(memory_of(process) < 150 << 20 for process in service.processes()), "the memory to be free"
    )
    assert_served(service)


def memory_of(process: int) -> int:
    """Resident memory in bytes; none where it is gone."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
        return int(found[1]) * 1024 if found else 0
    return 0


@WORKERS
def test_a_reader_that_ends_its_process(service: Service) -> None:
    assert status_of(service, "- call Ruth", "?from=die") == 503
    assert_served(service)


@WORKERS
def test_a_reader_that_fails_is_a_defect_whose_text_is_not_logged(service: Service) -> None:
    assert status_of(service, "- xylophone", "?from=fail") == 500
    assert_eventually(lambda: "a defect: RuntimeError < _fail:" in service.log, "a line in the log")
    assert "xylophone" not in service.log


@WORKERS
def test_large_texts_are_read_where_they_can_be_stopped(service: Service) -> None:
    assert status_of(service, f"- {HANG}\n" * 1000) == 413
    assert_served(service)


@WORKERS
def test_a_client_that_hangs_up_counts_as_499(service: Service) -> None:
    before = counted(service, 'inkslate_requests_total{route="/v1/extract",status="499"')
    for _ in range(3):
        with socket.create_connection(service.address, timeout=60) as connection:
            head = "POST /v1/extract?from=sleep HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n\r\n"
            connection.sendall(f"{head}- call".encode())
    assert_eventually(
        lambda: counted(service, 'inkslate_requests_total{route="/v1/extract",status="499"') == before + 3, "three 499"
    )


def test_readiness_tells_whether_a_request_would_be_taken() -> None:
    with (
        serving("--queue", "1", "--threads", "1", script=SCRIPT) as service,
        service.client() as client,
        ThreadPoolExecutor(1) as pool,
    ):
        pausing = pool.submit(status_of, service, PAUSE)
        assert_eventually(lambda: client.get("/readyz").status_code == 503, "a full queue")
        refused = client.get("/readyz")
        if not pausing.done():
            assert refused.json()["type"] == "urn:inkslate:problem:not-ready"
            assert client.get("/healthz").status_code == 200
        assert pausing.result() == 200
        assert client.get("/readyz").status_code == 200


def test_a_single_worker_whose_threads_hang_says_so_and_ends() -> None:
    with serving("--threads", "1", *SHORT_LIMITS, script=SCRIPT) as service, service.client() as client:
        assert status_of(service, HANG) == 503
        assert_eventually(lambda: client.get("/readyz").status_code == 503, "the truth about its readiness")
        assert client.get("/healthz").status_code == 503
        assert_eventually(lambda: "threads are stuck" in service.log, "a line in the log")
        assert counted(service, "inkslate_stuck_threads_total") == 1
        assert service.stop() == 0
        assert "a thread did not end" in service.log


def test_workers_whose_threads_hang_are_replaced() -> None:
    with serving("--workers", "2", "--threads", "1", *SHORT_LIMITS, script=SCRIPT) as service:
        assert_all_ready(service)
        before = service.workers()
        with ThreadPoolExecutor(2) as pool:
            assert set(pool.map(lambda _: status_of(service, HANG), range(2))) == {503}

        def are_replaced() -> bool:
            """On a busy machine a request may have been refused before a worker took it; then it is sent again."""
            lines = [f"worker {worker} says that all its threads are stuck; it is replaced" for worker in before]
            return all(line in service.log for line in lines) or status_of(service, HANG) == 0

        assert_eventually(are_replaced, "new workers")
        assert_eventually(lambda: not set(before) & set(service.workers()), "other processes")
        assert_all_ready(service)  # before that, /metrics may have nobody to answer
        assert_eventually(lambda: counted(service, 'inkslate_workers_replaced_total{reason="hung"') >= 2, "the count")
        assert_eventually(lambda: status_of(service, "- call Ruth") == 200, "an answer")
        assert_served(service)
        assert service.stop() == 0


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_end_while_readers_are_stuck(workers: str, number: int) -> None:
    with (
        serving("--workers", workers, *LIMITS, "--read-seconds", "2", script=SCRIPT) as service,
        ThreadPoolExecutor(4) as pool,
    ):
        asked = [pool.submit(status_of, service, "- call Ruth", f"?from={reader}") for reader in STUCK]
        assert_eventually(lambda: len(service.processes()) > int(workers), "reading processes")
        processes = service.processes()
        assert service.stop(number) == 0
        for future in asked:
            with contextlib.suppress(httpx.HTTPError):
                assert future.result() in (413, 429, 503)
        assert_eventually(lambda: not any(map(is_alive, processes)), "the end of all processes")
        assert "Traceback" not in service.log


@pytest.mark.parametrize("reader", STUCK)
def test_no_reading_process_outlives_a_service_that_is_killed(reader: str) -> None:
    with serving(*LIMITS, script=SCRIPT) as service, ThreadPoolExecutor(1) as pool:
        assert_eventually(service.processes, "a reading process")
        asked = pool.submit(status_of, service, "- call Ruth", f"?from={reader}")
        with service.client() as client:
            client.get("/healthz")  # the request before it has come in
        processes = service.processes()
        os.kill(service.process.pid, signal.SIGKILL)
        with contextlib.suppress(httpx.HTTPError):
            asked.result()
        assert_eventually(lambda: not any(map(is_alive, processes)), "the end of its processes")


def is_alive(process: int) -> bool:
    """Whether it runs: one that waits to be reaped does not."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    return False


def test_the_time_for_reading_is_shorter_than_that_of_a_request() -> None:
    limits = ServiceLimits()
    assert limits.read_seconds < limits.seconds
