"""Extractor: from notes to tasks. The entry point for applications."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from inkslate.board import Board, Region
from inkslate.errors import InputError, ModelError
from inkslate.extraction import Extraction, FoundSentence, ModelInfo, Predictor, apply_marks, predict
from inkslate.model.rules import Rules
from inkslate.model.shipped import DEFAULT_MODEL, SHIPPED, shipped_model
from inkslate.model.view import Passage
from inkslate.readers import read_file
from inkslate.readers.text import parse_text

if TYPE_CHECKING:
    from inkslate.model.bundle import Bundle
    from inkslate.model.predictor import Tagger

# How many boards are read ahead for each thread of `extract_many`: enough to keep it busy, few to keep in memory.
_AHEAD = 4

Notes = Board | Region | str
Sentences = tuple[FoundSentence, ...]


class Steps(NamedTuple):
    """How a region goes through a model: independent parts, and a function from their outputs to sentences.

    Equal parts have equal outputs, so the output of a part can be reused.
    """

    parts: tuple[Hashable, ...]
    conclude: Callable[[Sequence[Any]], Sentences]


class Extractor:
    """A loaded model that finds sentences and tasks. It may be used from several threads at once."""

    def __init__(self, predictor: Predictor, *, ignore_marks: bool = False) -> None:
        self._predictor = predictor
        self._ignore_marks = ignore_marks
        self._bundle: Bundle | None = None
        self._threads = 1
        self._tagger: Tagger | None = None  # the predictor, where it splits regions into windows
        self._single: Predictor | None = None
        self._lock = threading.Lock()

    @classmethod
    def load(
        cls, model: str | Path = DEFAULT_MODEL, *, threads: int | None = None, ignore_marks: bool = False
    ) -> Extractor:
        """Load a model by its name or its folder: `open` is part of the package, `rules` needs no model.

        `threads` is how many cores it may use; by default two to four, and at most those of the process. An open box or
        a to-do keyword makes a task, a ticked box none; with `ignore_marks` the model alone decides.
        """
        if threads is not None and (type(threads) is not int or not 1 <= threads <= 1024):
            raise InputError(f"threads is {threads!r}; it is a whole number from 1 to 1024")
        bundle = _bundle(model)
        if bundle is None:
            return cls(Rules(), ignore_marks=ignore_marks)
        from inkslate.model.backends import default_threads

        count = threads or default_threads()
        extractor = cls(_predictor(bundle, count), ignore_marks=ignore_marks)
        extractor._bundle, extractor._threads = bundle, count
        extractor._tagger = _tagger(extractor._predictor)
        return extractor

    @property
    def model(self) -> ModelInfo:
        """Name, version and configuration of the model."""
        return self._predictor.info

    def extract(self, notes: Notes) -> Extraction:
        """Sentences and tasks of a board, a region or plain text. Labels are ignored."""
        return _extract(self._predictor, notes, ignore_marks=self._ignore_marks)

    def passages(self, board: Board) -> list[Passage]:
        """The regions of a board, each with what the model reads above it: the parts that `steps` takes."""
        return [Passage(region) for region in board.regions] if self._tagger is None else self._tagger.passages(board)

    def steps(self, passage: Passage) -> Steps:
        """For callers that share a model: `run` each part, in any order and on any thread, then `conclude`."""
        region = passage.region
        if (tagger := self._tagger) is None:
            return Steps((region.without_labels(),), lambda outputs: outputs[0])
        encoded = tagger.encode(passage)
        if self._ignore_marks:
            return Steps(encoded.inputs, lambda outputs: tagger.decode(encoded, outputs))
        return Steps(encoded.inputs, lambda outputs: apply_marks(region, tagger.decode(encoded, outputs)))

    def run(self, part: Any) -> Any:
        """The output of a part that `steps` gave; the part may come from another Extractor of the same model."""
        return self.extract(part).sentences[0] if self._tagger is None else self._tagger.run(part)

    def extract_many(self, notes: Iterable[Notes]) -> Iterator[Extraction]:
        """An extraction for each item, in order and lazily: memory does not grow with the number of items.

        Boards go through the model in parallel threads, one by one: a result never depends on other boards.
        """
        alone = isinstance(notes, Sequence) and len(notes) == 1  # a second copy of the model would not be faster
        predictor = None if alone else self._for_one_thread()
        if predictor is None:
            return (self.extract(item) for item in notes)
        return _in_parallel(partial(_extract, predictor, ignore_marks=self._ignore_marks), notes, self._threads)

    def extract_file(self, path: str | Path, *, format: str | None = None) -> list[Extraction]:
        """One extraction for each board of a file, in any format that has a reader."""
        return list(self.extract_many(read_file(path, format=format)))

    def _for_one_thread(self) -> Predictor | None:
        """The same model with one thread a pass, created at the first use; None where that is not faster."""
        if self._threads == 1 or self._bundle is None:
            return None
        from inkslate.model.backends import backend_type

        if not backend_type(self._bundle).cpu_only:
            return None
        with self._lock:
            if self._single is None:
                self._single = _predictor(self._bundle, 1)
            return self._single


@cache
def default_extractor() -> Extractor:
    """The model of the package, loaded at the first call and kept."""
    return Extractor.load()


def load_predictor(model: str | Path = DEFAULT_MODEL) -> Predictor:
    """A predictor by its name or folder; ModelError where there is none."""
    return _predictor(_bundle(model), None)


def as_board(notes: Notes) -> Board:
    """The argument of `extract` as a board."""
    if isinstance(notes, Board):
        return notes
    if isinstance(notes, Region):
        return Board("board", (notes,))
    if isinstance(notes, str):
        return parse_text(notes, board="board")
    raise TypeError(f"extract takes a Board, a Region or a str, not {type(notes).__name__}")


def _extract(predictor: Predictor, notes: Notes, *, ignore_marks: bool) -> Extraction:
    board = as_board(notes).without_labels()
    return Extraction(board, predict(predictor, board, ignore_marks=ignore_marks), predictor.info)


def _in_parallel(extract: partial[Extraction], notes: Iterable[Notes], threads: int) -> Iterator[Extraction]:
    """Results in order; at most `_AHEAD` boards a thread are read ahead."""
    waiting: deque[Future[Extraction]] = deque()
    with ThreadPoolExecutor(threads, thread_name_prefix="inkslate") as pool:
        try:
            source = iter(notes)
            while (future := _submit_next(pool, extract, source)) is not None:
                waiting.append(future)
                if len(waiting) >= threads * _AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def _submit_next(
    pool: ThreadPoolExecutor, extract: partial[Extraction], source: Iterator[Notes]
) -> Future[Extraction] | None:
    """None at the end. An error of the source is raised in its turn, after the results before it."""
    try:
        return pool.submit(extract, next(source))
    except StopIteration:
        return None
    except Exception as error:
        broken: Future[Extraction] = Future()
        broken.set_exception(error)
        return broken


def _bundle(model: str | Path) -> Bundle | None:
    """The bundle of a model; None for `rules`."""
    if str(model) == "rules":
        return None
    folder = shipped_model(str(model)) or Path(model)
    try:
        exists = folder.exists()
    except OSError:  # the name is too long for a file
        exists = False
    if not exists:
        raise ModelError(f"no model {str(model)!r}; name a model's folder, {', '.join(SHIPPED)} or rules")
    from inkslate.model.bundle import load_bundle

    return load_bundle(folder)


def _tagger(predictor: Predictor) -> Tagger | None:
    from inkslate.model.predictor import Tagger

    return predictor if isinstance(predictor, Tagger) else None


def _predictor(bundle: Bundle | None, threads: int | None) -> Predictor:
    if bundle is None:
        return Rules()
    from inkslate.model.predictor import predictor_from

    return predictor_from(bundle, threads=threads)
