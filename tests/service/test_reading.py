"""The pool of reading processes, without a service around it."""

from __future__ import annotations

import asyncio
import operator
import os
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from inkslate.service.metrics import Metrics
from inkslate.service.problems import Defect, Problem
from inkslate.service.reading.child import ReadingProcess
from inkslate.service.reading.pool import ReadingPool
from inkslate.service.reading.process import ProcessLimits
from inkslate.service.settings import ServiceLimits

pytestmark = pytest.mark.process

_T = TypeVar("_T")


def with_pool(
    use: Callable[[ReadingPool], Awaitable[_T]], *, count: int = 2, waiting: int = 8, read_seconds: float = 30
) -> _T:
    """What `use` gives for a new pool."""

    async def run() -> _T:
        pool = ReadingPool(ServiceLimits(read_seconds=read_seconds), Metrics(), count=count, waiting=waiting)
        pool.start()
        try:
            return await use(pool)
        finally:
            pool.close()

    return asyncio.run(run())


def soon() -> float:
    """A deadline that nothing here reaches."""
    return time.monotonic() + 60


def test_a_process_is_used_again_however_large_this_one_is() -> None:
    """Where the memory of this process counted as that of the other, each call would need a new one."""
    held = b"x" * (300 << 20)

    async def ask(pool: ReadingPool) -> list[int]:
        return [await pool.run(os.getpid, deadline=soon()) for _ in range(3)]

    assert len(set(with_pool(ask))) == 1
    assert len(held) == 300 << 20


def test_calls_at_the_same_time_have_a_process_each() -> None:
    async def ask(pool: ReadingPool) -> list[None]:
        return await asyncio.gather(*(pool.run(time.sleep, 0.5, deadline=soon()) for _ in range(2)))

    assert with_pool(ask) == [None, None]


def test_more_calls_than_may_wait_are_refused() -> None:
    async def ask(pool: ReadingPool) -> list[BaseException | None]:
        calls = (pool.run(time.sleep, 0.1, deadline=soon()) for _ in range(6))
        return await asyncio.gather(*calls, return_exceptions=True)

    answers = with_pool(ask, count=1, waiting=3)
    assert [getattr(answer, "kind", None) for answer in answers] == [None] * 3 + ["busy"] * 3


def test_large_calls_leave_a_process_to_small_ones() -> None:
    async def ask(pool: ReadingPool) -> list[str]:
        ended: list[str] = []

        async def call(name: str, seconds: float, size: int) -> None:
            await pool.run(_sleep, seconds, "x" * size, deadline=soon())
            ended.append(name)

        large = [asyncio.ensure_future(call("large", 0.4, 1 << 16)) for _ in range(3)]
        await pool.run(os.getpid, deadline=soon())  # both processes have started
        await call("small", 0.0, 0)
        await asyncio.gather(*large)
        return ended

    assert with_pool(ask).index("small") < 2


def test_large_calls_have_processes_of_their_own_at_a_lower_priority() -> None:
    async def ask(pool: ReadingPool) -> list[tuple[int, int]]:
        small = await pool.run(_process_and_priority, "", deadline=soon())
        return [small, await pool.run(_process_and_priority, "x" * (1 << 16), deadline=soon())]

    (small, priority), (large, lower) = with_pool(ask)
    assert small != large
    assert priority < lower


def _process_and_priority(_text: str) -> tuple[int, int]:
    return os.getpid(), os.getpriority(os.PRIO_PROCESS, 0)


def test_time_on_a_core_counts_not_the_wait_for_one() -> None:
    async def ask(pool: ReadingPool) -> list[object]:
        waits = pool.run(time.sleep, 1.2, deadline=soon())
        spins = pool.run(sum, range(10**12), deadline=soon())
        return [
            getattr(answer, "kind", answer) for answer in await asyncio.gather(waits, spins, return_exceptions=True)
        ]

    assert with_pool(ask, read_seconds=1.0) == [None, "too-large"]


def _sleep(seconds: float, text: str) -> None:
    time.sleep(seconds if text else 0.0)


def test_a_call_that_has_no_process_before_its_deadline() -> None:
    async def ask(pool: ReadingPool) -> str:
        first = asyncio.ensure_future(pool.run(time.sleep, 0.9, deadline=soon()))
        await asyncio.sleep(0)
        with pytest.raises(Problem) as refused:
            await pool.run(os.getpid, deadline=time.monotonic() + 0.1)
        await first
        return refused.value.kind

    assert with_pool(ask, count=1) == "deadline"


def test_problems_and_defects_come_back() -> None:
    async def fail(pool: ReadingPool) -> None:
        await pool.run(operator.truediv, 1, 0, deadline=soon())

    with pytest.raises(Defect, match="ZeroDivisionError"):
        with_pool(fail)


def test_a_process_that_nobody_waits_for_any_more_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[ReadingProcess] = []

    class Slow(ReadingProcess):
        """One whose start ends after its pool is closed."""

        def __init__(self, limits: ProcessLimits, *, niceness: int) -> None:
            time.sleep(0.5)
            super().__init__(limits, niceness=niceness)
            made.append(self)

    monkeypatch.setattr("inkslate.service.reading.pool.ReadingProcess", Slow)

    async def leave(_: ReadingPool) -> None:
        await asyncio.sleep(0.1)

    with_pool(leave)  # asyncio waits for its threads at the end
    assert len(made) == 2
    for process in made:
        process._process.join(10)
        assert process._process.exitcode is not None
        assert process._socket.fileno() == -1


def test_a_problem_survives_its_way_between_processes() -> None:
    import pickle

    problem = Problem("too-large", "much", remedy="less", field="body", headers={"Retry-After": "1"})
    again = pickle.loads(pickle.dumps(problem))
    assert (again.to_json(), again.headers) == (problem.to_json(), problem.headers)
