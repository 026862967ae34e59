"""How an extractor runs a predictor: over many boards in threads, and telling how far it is. It needs no numpy."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol, TypeVar, runtime_checkable

from inkslate.board import Board
from inkslate.extraction import FoundSentence, Predictor
from inkslate.model.view import Passage

# How many items are read ahead for each thread: enough to keep it busy, few to keep in memory.
_AHEAD = 4
Tick = Callable[[int], object]  # is told how many words are done
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def in_parallel(function: Callable[[_Item], _Result], items: Iterable[_Item], threads: int) -> Iterator[_Result]:
    """Results in order, on demand, in constant memory: at most `_AHEAD` items a thread are read ahead."""
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


@runtime_checkable
class PassagePredictor(Protocol):
    """A predictor that reads a board passage by passage, and tells of each window of one."""

    def passages(self, board: Board) -> list[Passage]:
        """The regions of the board, each with what the model reads above it."""
        ...

    def predict_passage(self, passage: Passage, *, tick: Tick | None = None) -> tuple[FoundSentence, ...]:
        """The sentences of a passage."""
        ...


class Watched:
    """A predictor that tells how many words it has read: after each window where it has windows, else each board."""

    def __init__(self, predictor: Predictor, tick: Tick) -> None:
        self.info, self._predictor, self._tick = predictor.info, predictor, tick

    def predict(self, board: Board) -> Sequence[tuple[FoundSentence, ...]]:
        """The sentences of each region of the board."""
        watched = self._predictor
        if isinstance(watched, PassagePredictor):
            return [watched.predict_passage(passage, tick=self._tick) for passage in watched.passages(board)]
        found = watched.predict(board)
        self._tick(sum(len(region.words) for region in board.regions))
        return found
