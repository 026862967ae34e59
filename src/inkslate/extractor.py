"""Extractor: from notes to tasks. The entry point for applications."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, lru_cache, partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from inkslate.board import Board
from inkslate.errors import InputError, ModelError
from inkslate.extraction import Extraction, FoundSentence, ModelInfo, Predictor, apply_marks, predict
from inkslate.model.calibration import apply_threshold, check_threshold, with_threshold
from inkslate.model.loading import bundle_predictor, find_bundle
from inkslate.model.rules import Rules
from inkslate.model.running import Watched, in_parallel
from inkslate.model.shipped import DEFAULT_MODEL, model_name
from inkslate.model.view import Passage
from inkslate.readers.note_date import read_dated_file
from inkslate.readers.notes import Notes, as_board, as_boards

if TYPE_CHECKING:
    from inkslate.details import DetailContext
    from inkslate.model.bundle import Bundle
    from inkslate.model.predictor import Tagger

Sentences = tuple[FoundSentence, ...]


class Steps(NamedTuple):
    """How a region goes through a model: independent parts, and a function from their outputs to sentences.

    Equal parts have equal outputs, so the output of a part can be reused.
    """

    parts: tuple[Hashable, ...]
    conclude: Callable[[Sequence[Any]], Sentences]


class Extractor:
    """A loaded model that finds sentences and tasks. It may be used from several threads at once.

    It can be pickled: the model itself is not part of the pickle, it is loaded again from its folder, once a process.

    >>> extractor = Extractor.load("open", threads=2)
    >>> [task.text for task in extractor.extract("We met.\\n- [ ] call Ruth").tasks]
    ['call Ruth']
    """

    def __init__(self, predictor: Predictor, *, ignore_marks: bool = False) -> None:
        if isinstance(predictor, str | Path):
            given = str(predictor)
            raise InputError(f"Extractor takes a loaded model, not a name; call Extractor.load({given!r})")
        self._predictor = predictor
        self._ignore_marks = ignore_marks
        self._bundle: Bundle | None = None
        self._threads = 1
        self._tagger: Tagger | None = None  # the predictor, where it splits regions into windows
        self._single: Predictor | None = None
        self._lock = threading.Lock()
        self._tick: Callable[[int], object] | None = None

    @classmethod
    def load(
        cls, model: str | Path = DEFAULT_MODEL, *, threads: int | None = None, ignore_marks: bool = False
    ) -> Extractor:
        """Load a model by its name or its folder: `open` is part of the package, `rules` needs no model.

        `threads` is how many cores it may use; by default two to four, and at most those of the process. An open box or
        a to-do keyword makes a task, a ticked box none; with `ignore_marks` the model alone decides.

        >>> Extractor.load("open", threads=1).model.scheme
        'nti'
        """
        if threads is not None and (type(threads) is not int or not 1 <= threads <= 1024):
            raise InputError(f"threads is {threads!r}; it is a whole number from 1 to 1024")
        bundle = find_bundle(model)
        if bundle is None:
            return cls(Rules(), ignore_marks=ignore_marks)
        from inkslate.model.backends import default_threads

        count = threads or default_threads()
        extractor = cls(bundle_predictor(bundle, count), ignore_marks=ignore_marks)
        extractor._bundle, extractor._threads = bundle, count
        extractor._tagger = _tagger(extractor._predictor)
        return extractor

    def __reduce__(self) -> tuple[Any, ...]:
        if self._bundle is None:
            return partial(type(self), ignore_marks=self._ignore_marks), (self._predictor,)
        name = model_name(self._bundle.folder)
        return _load_again, (type(self), name, self.model.sha256, self._threads, self._ignore_marks)

    @property
    def model(self) -> ModelInfo:
        """Name, version and configuration of the model.

        >>> Extractor.load("rules").model.name
        'rules'
        """
        return self._predictor.info

    def watched(self, tick: Callable[[int], object]) -> Extractor:
        """The same model, which calls `tick` with the number of words that are done, from any of its threads.

        >>> done = []
        >>> found = Extractor.load().watched(done.append).extract("call Ruth")
        >>> done
        [2]
        """
        watched = object.__new__(type(self))  # copy() would load the model again, as a pickle does
        watched.__dict__.update(self.__dict__)
        watched._tick = tick
        return watched

    def extract(
        self,
        notes: Notes,
        *,
        now: date | None = None,
        locale: str = "en",
        people: Iterable[str] = (),
        details: bool = True,
        id: str | None = None,
        threshold: float | None = None,
    ) -> Extraction:
        """Sentences and tasks of a board, a region or plain text. Labels are ignored.

        Owners and due dates are found unless `details` is False. `tomorrow` counts from `now`, by default the time of
        the call; `locale` says how dates are written, `people` who may own a task (docs/details.md). `id` is the
        board's: tasks of boards with different ids have different ids. A sentence is a task above `threshold`, by
        default the model's own.

        >>> (task,) = Extractor.load().extract("- [ ] Sam: call Ruth tomorrow", now=date(2026, 11, 16)).tasks
        >>> task.owner, task.due
        ('Sam', '2026-11-17')
        """
        options = _Options.of(now, locale, people, details=details, threshold=threshold)
        return self._extract(self._predictor, options, as_board(notes, id=id))

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
        if self._tagger is not None:
            return self._tagger.run(part)
        return predict(self._predictor, as_board(part), ignore_marks=self._ignore_marks)[0]

    def extract_many(
        self,
        notes: Iterable[Notes],
        *,
        now: date | None = None,
        locale: str = "en",
        people: Iterable[str] = (),
        details: bool = True,
        ids: Iterable[str] | None = None,
        threshold: float | None = None,
    ) -> Iterator[Extraction]:
        """An extraction for each item, in order and lazily: memory does not grow with the number of items.

        The options are those of `extract`; `ids` has an id for each item. Boards go through the model in parallel
        threads, one by one: a result never depends on other boards.

        >>> notes = {"monday.md": "- [ ] call Ruth", "tuesday.md": "- [ ] call Ruth"}
        >>> found = Extractor.load().extract_many(notes.values(), ids=notes)
        >>> len({task.id for extraction in found for task in extraction.tasks})
        2
        """
        options = _Options.of(now, locale, people, details=details, threshold=threshold)
        alone = isinstance(notes, Sequence) and len(notes) == 1  # a second copy of the model would not be faster
        predictor = None if alone else self._for_one_thread()
        boards = as_boards(notes, ids)
        if predictor is None:
            return (self._extract(self._predictor, options, board) for board in boards)
        return in_parallel(partial(self._extract, predictor, options), boards, self._threads)

    def extract_file(
        self,
        path: str | PathLike[str],
        *,
        format: str | None = None,
        now: date | None = None,
        locale: str = "en",
        people: Iterable[str] = (),
        details: bool = True,
        threshold: float | None = None,
    ) -> list[Extraction]:
        """One extraction for each board of a file, in any format that has a reader.

        The options are those of `extract`; without `now`, days count from the date of the note, else that of the file.

        >>> [extraction.board.id for extraction in Extractor.load().extract_file("examples/todo.txt")]
        ['todo']
        """
        from inkslate.details import day_first

        notes = read_dated_file(Path(path), format=format, day_first=day_first(locale))
        found = self.extract_many([note.board for note in notes], details=False, threshold=threshold)
        return [
            _Options.of(now or note.written, locale, people, details=details, threshold=None).complete(extraction)
            for note, extraction in zip(notes, found, strict=True)
        ]

    def _extract(self, predictor: Predictor, options: _Options, board: Board) -> Extraction:
        shown = board.without_labels()
        if self._tick is not None:
            predictor = Watched(predictor, self._tick)
        found = predict(predictor, shown, ignore_marks=self._ignore_marks)
        decided = tuple(apply_threshold(sentences, options.threshold) for sentences in found)
        return options.complete(Extraction(shown, decided, with_threshold(predictor.info, options.threshold)))

    def _for_one_thread(self) -> Predictor | None:
        """The same model with one thread a pass, created at the first use; None where that is not faster."""
        if self._threads == 1 or self._bundle is None:
            return None
        from inkslate.model.backends import backend_type

        if not backend_type(self._bundle).cpu_only:
            return None
        with self._lock:
            if self._single is None:
                self._single = bundle_predictor(self._bundle, 1)
            return self._single


@dataclass(frozen=True, slots=True)
class _Options:
    """How boards of one call become extractions."""

    context: DetailContext | None = None  # of owners and due dates; None: they are not looked for
    threshold: float | None = None

    @classmethod
    def of(
        cls, now: date | None, locale: str, people: Iterable[str], *, details: bool, threshold: float | None
    ) -> _Options:
        check_threshold(threshold)
        if not details:
            return cls(None, threshold)
        from inkslate.details import DetailContext

        return cls(DetailContext.of(now or datetime.now(), locale, people), threshold)

    def complete(self, extraction: Extraction) -> Extraction:
        """The extraction with owners and due dates, where they are wanted."""
        if self.context is None:
            return extraction
        from inkslate.details import add_details

        return add_details([extraction], self.context)[0]


@cache
def default_extractor() -> Extractor:
    """The model of the package, loaded at the first call and kept."""
    return Extractor.load()


@lru_cache(maxsize=4)
def _load_again(
    extractor: type[Extractor], model: str, sha256: str | None, threads: int, ignore_marks: bool
) -> Extractor:
    """What a pickle stands for; a process that gets many pickles of one extractor loads its model once."""
    loaded = extractor.load(model, threads=threads, ignore_marks=ignore_marks)
    if loaded.model.sha256 != sha256:
        raise ModelError(f"{model}: is not the model that was pickled; load it, and pickle the extractor again")
    return loaded


def _tagger(predictor: Predictor) -> Tagger | None:
    from inkslate.model.predictor import Tagger

    return predictor if isinstance(predictor, Tagger) else None
