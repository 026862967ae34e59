"""The scheduler: turns, which parts run, errors, and the cache of live boards."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from inkslate.board import Line, Region
from inkslate.details import DetailContext
from inkslate.extraction import Extraction, FoundSentence, ModelInfo
from inkslate.extractor import Extractor, Sentences, Steps
from inkslate.model.view import VIEWS, Passage, passages
from inkslate.readers.text import parse_text
from inkslate.service.live_board import LiveBoard
from inkslate.service.problems import Problem
from inkslate.service.scheduler import ModelRequest, ScannedRegion, Scheduler

INFO = ModelInfo("parts", "1", "nti", "both")


class Parts:
    """A model with one part for each word, which waits for an event before it answers."""

    model = INFO

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.ran: list[str] = []

    def steps(self, passage: Passage) -> Steps:
        return Steps(passage.region.word_texts, self._conclude)

    def run(self, part: str) -> str:
        self.gate.wait(30)
        self.ran.append(part)
        if part == "bad":
            raise ValueError("an invalid word")
        return part.upper()

    def _conclude(self, outputs: Sequence[str]) -> Sentences:
        return tuple(FoundSentence(at, at + 1, output.startswith("T")) for at, output in enumerate(outputs))


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> Parts:
    model = Parts()
    monkeypatch.setattr(Extractor, "load", lambda *_arguments, **_named: model)
    return model


@pytest.fixture
def scheduler(parts: Parts) -> Iterator[Scheduler]:
    made = Scheduler("parts", threads=1)
    yield made
    made.close()


def notes(text: str, known: dict[str, str] | None = None) -> Callable[[], ModelRequest[list[Any]]]:
    """A request whose response is the model's output for each region."""
    regions = [Region(f"r{at}", (Line.from_text(line),)) for at, line in enumerate(text.split("/"))]
    passages = [Passage(region) for region in regions]
    return lambda: ModelRequest(
        passages, lambda found: [list(region.outputs.values()) for region in found], known or {}
    )


def soon() -> float:
    return time.monotonic() + 30


def test_a_long_request_and_a_short_one_take_turns(scheduler: Scheduler, parts: Parts) -> None:
    async def both() -> list[Any]:
        parts.gate.clear()
        long = asyncio.ensure_future(scheduler.run(notes("a b c d e f g h"), deadline=soon()))
        await asyncio.sleep(0.1)  # its first part is in the model
        short = asyncio.ensure_future(scheduler.run(notes("x y"), deadline=soon()))
        await asyncio.sleep(0.1)
        parts.gate.set()
        return [await long, await short]

    assert asyncio.run(both()) == [[list("ABCDEFGH")], [["X", "Y"]]]
    assert parts.ran == list("abxcydefgh")


def test_a_new_request_has_the_next_turn(scheduler: Scheduler, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    async def both() -> None:
        loop, shorts, run = asyncio.get_running_loop(), list[Any](), parts.run

        def run_and_ask(part: str) -> str:
            if part == "b":  # in the middle of the long request, with "c" in the queue
                asked = threading.Event()
                loop.call_soon_threadsafe(lambda: (shorts.append(ask("x")), loop.call_soon(asked.set)))
                asked.wait(30)
            return run(part)

        def ask(text: str) -> asyncio.Future[Any]:
            return asyncio.ensure_future(scheduler.run(notes(text), deadline=soon()))

        monkeypatch.setattr(parts, "run", run_and_ask)
        await ask("a b c d")
        await asyncio.gather(*shorts)

    asyncio.run(both())
    assert parts.ran == list("abxcd")


def test_a_long_request_is_read_and_finished_apart(scheduler: Scheduler, parts: Parts) -> None:
    threads: list[str] = []

    def read() -> ModelRequest[list[Any]]:
        threads.append(threading.current_thread().name)
        request = notes("a b/c")()

        def finish(found: Sequence[ScannedRegion]) -> list[Any]:
            threads.append(threading.current_thread().name)
            return request.finish(found)

        return ModelRequest(request.passages, finish)

    answer = asyncio.run(scheduler.run(read, deadline=soon(), apart=asyncio.to_thread))
    assert (answer, parts.ran) == ([["A", "B"], ["C"]], ["a", "b", "c"])
    assert not [name for name in threads if name.startswith("model")]


def test_what_is_known_or_the_same_is_run_once(scheduler: Scheduler, parts: Parts) -> None:
    answer = asyncio.run(scheduler.run(notes("a b/b a/c", {"a": "1", "z": "2"}), deadline=soon()))
    assert answer == [["1", "B"], ["B", "1"], ["C"]]
    assert parts.ran == ["b", "c"]


def test_a_request_may_have_nothing_for_the_model(scheduler: Scheduler, parts: Parts) -> None:
    assert asyncio.run(scheduler.run(notes("a", {"a": "1"}), deadline=soon())) == [["1"]]
    assert asyncio.run(scheduler.run(lambda: ModelRequest([], len), deadline=soon())) == 0
    assert parts.ran == []


def test_an_error_ends_its_request_alone(scheduler: Scheduler, parts: Parts) -> None:
    async def both() -> list[Any]:
        asked = [scheduler.run(notes(text), deadline=soon()) for text in ("a bad c d", "e f")]
        return await asyncio.gather(*asked, return_exceptions=True)

    wrong, right = asyncio.run(both())
    assert isinstance(wrong, ValueError)
    assert right == [["E", "F"]]
    assert "d" not in parts.ran


def test_nobody_works_on_after_the_deadline(scheduler: Scheduler, parts: Parts) -> None:
    async def late() -> None:
        parts.gate.clear()
        with pytest.raises(Problem) as problem:
            await scheduler.run(notes("a b c"), deadline=time.monotonic() + 0.2)
        assert problem.value.kind == "deadline"
        parts.gate.set()

    asyncio.run(late())
    assert asyncio.run(scheduler.run(notes("x"), deadline=soon())) == [["X"]]
    assert parts.ran == ["a", "x"]


# What a live board remembers.


def told(tracked: LiveBoard, text: str, parts: Parts) -> list[tuple[str, str | None]]:
    """The tasks of a revision, with their due dates."""
    board = parse_text(text, board="board")
    passages = [Passage(region) for region in board.regions]
    changed = tracked.changed_passages(passages)
    known = tracked.cached_outputs()
    found = []
    for passage in changed:
        words = passage.region.word_texts
        outputs = {word: known[word] if word in known else parts.run(word) for word in words}
        found.append(ScannedRegion((FoundSentence(0, len(words), True),), outputs))
    extraction = Extraction(board, tracked.update(passages, changed, found), INFO)
    kept, _ = tracked.track(extraction, DetailContext())
    return [(task.text, task.due) for task in kept.tasks]


def test_an_edit_runs_what_it_changed(parts: Parts) -> None:
    tracked = LiveBoard()
    told(tracked, "a b c\n\nd\n\ne f", parts)
    parts.ran.clear()
    told(tracked, "a b x\n\nd\n\ne f", parts)
    assert parts.ran == ["x"]
    parts.ran.clear()
    told(tracked, "a b\n\nd", parts)
    assert parts.ran == []
    told(tracked, "a x\n\nd e", parts)  # what is gone is forgotten
    assert parts.ran == ["x", "d", "e"]


def test_a_day_is_counted_from_when_its_words_were_first_there(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import datetime

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return today

    monkeypatch.setattr("inkslate.details.datetime", Clock)
    tracked, today = LiveBoard(), datetime(2026, 11, 15, 23, 59)
    assert told(tracked, "call Ruth tomorrow", parts) == [("call Ruth tomorrow", "2026-11-16")]
    today = datetime(2026, 11, 16, 0, 1)
    assert told(tracked, "call Ruth tomorrow\n\ncall Sam tomorrow", parts) == [
        ("call Ruth tomorrow", "2026-11-16"),
        ("call Sam tomorrow", "2026-11-17"),
    ]


@pytest.mark.parametrize(
    ("after", "run"),
    [
        # An edited heading touches what is below it, and nothing else.
        ("# Home\n\n- sweep\n\n# Office\n\n- invoice\n- report\n\n# Garden\n\n- dig", ["Office", "invoice report"]),
        # An edited item touches its own list.
        ("# Home\n\n- sweep\n\n# Work\n\n- invoice\n- reports\n\n# Garden\n\n- dig", ["invoice reports"]),
        # A heading of a higher level touches all of those below it.
        ("# House\n\n- sweep\n\n# Work\n\n- invoice\n- report\n\n# Garden\n\n- dig", ["House", "sweep"]),
        # A new heading takes over what stands below it.
        ("# Home\n\n- sweep\n\n# Work\n\n- invoice\n- report\n\n# Garden\n\n## Beds\n\n- dig", ["Beds", "dig"]),
    ],
)
def test_an_edited_heading_touches_what_is_below_it(after: str, run: list[str]) -> None:
    before = "# Home\n\n- sweep\n\n# Work\n\n- invoice\n- report\n\n# Garden\n\n- dig"
    tracked = LiveBoard()
    shown = passages(parse_text(before, board="board"), VIEWS["headings"])
    scanned = [ScannedRegion((FoundSentence(0, len(p.region.words), False),), {}) for p in shown]
    tracked.update(shown, tracked.changed_passages(shown), scanned)
    changed = tracked.changed_passages(passages(parse_text(after, board="board"), VIEWS["headings"]))
    assert [" ".join(passage.region.word_texts) for passage in changed] == run
