"""Run a function over many items in threads: results in order, on demand, in constant memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

# How many items are read ahead for each thread: enough to keep it busy, few to keep in memory.
_AHEAD = 4
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def in_parallel(function: Callable[[_Item], _Result], items: Iterable[_Item], threads: int) -> Iterator[_Result]:
    """Results in order; at most `_AHEAD` items a thread are read ahead."""
    waiting: deque[Future[_Result]] = deque()
    with ThreadPoolExecutor(threads, thread_name_prefix="inkslate") as pool:
        try:
            source = iter(items)
            while (future := _submit_next(pool, function, source)) is not None:
                waiting.append(future)
                if len(waiting) >= threads * _AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def _submit_next(
    pool: ThreadPoolExecutor, function: Callable[[_Item], _Result], source: Iterator[_Item]
) -> Future[_Result] | None:
    """None at the end. An error of the source is raised in its turn, after the results before it."""
    try:
        return pool.submit(function, next(source))
    except StopIteration:
        return None
    except Exception as error:
        broken: Future[_Result] = Future()
        broken.set_exception(error)
        return broken
