"""Which tasks of different notes are the same task. A task that is listed twice is a nuisance, a hidden one is lost.

Within a note, an edit is told by the tracker (`tracking.match_tasks`). Between notes the rules are stricter: the same
words, apart from case, punctuation and the words that say when it is due; or, in notes that are not far apart, a few
words more or less, or one misspelled word. Tasks are carried over from day to day, so one of the notes must have a day
in its name: "write the tests" in the notes of two projects, or below two headings of one, are two tasks.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Container, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from inkslate.tracking import KnownTask, Wording, match_tasks, similarity
from inkslate.vault.notes import is_daily
from inkslate.vault.values import NoteState, NoteTask

_CARRIED_OVER = timedelta(days=31)  # between two notes that have almost the same task
_FEWEST_SHARED = 3  # words: "call Sam" is not "call Sam about the boat"
_SHARE = 0.6  # of all words, where one text only has more
_SHORTEST_MISSPELLED = 5  # letters: Tim is not Tom
_MOST_COMPARED = 40  # tasks that share one of the rarest words
_RAREST = 3


class TaskWords(NamedTuple):
    """The words that make a task what it is, and those of them that are names: a name is never misspelled."""

    wording: Wording
    names: frozenset[str]


def words_of(task: NoteTask) -> TaskWords:
    """The words of a task, without those that say when it is due."""
    return _words(task.text, task.when or (0, 0))


@lru_cache(1 << 14)
def _words(text: str, when: tuple[int, int]) -> TaskWords:
    words, (start, end) = text.split(), when
    kept = words[:start] + words[end:] or words
    names = [word for word in kept[1:] if word[:1].isupper()]
    return TaskWords(Wording.of(kept), frozenset(Wording.of(names).words) if names else frozenset())


def nearly_same(one: TaskWords, other: TaskWords) -> bool:
    """Whether two texts are one task, in notes that are not far apart."""
    a, b = one.wording, other.wording
    if not similarity(a, b):
        return False
    only_a, only_b = a.words - b.words, b.words - a.words
    shared = (a.words & b.words).total()
    if not only_a or not only_b:
        return shared >= _FEWEST_SHARED and shared >= _SHARE * max(a.size, b.size)
    names = one.names | other.names
    return shared >= _FEWEST_SHARED and not names & (only_a | only_b).keys() and _misspelled(only_a, only_b)


def _misspelled(only_a: Counter[str], only_b: Counter[str]) -> bool:
    """Whether the words that differ are spellings of one word."""
    if only_a.total() != 1 or only_b.total() != 1:
        return False
    (one,), (other,) = only_a, only_b
    if min(len(one), len(other)) < _SHORTEST_MISSPELLED or not (one + other).isalpha() or one[0] != other[0]:
        return False
    return similarity(Wording.of([one]), Wording.of([other])) > 0


Place = tuple[str, str]  # path and heading, in a note that is not of a day


def place_of(task: NoteTask, path: str) -> Place | None:
    """Where a task belongs; None in the note of a day, which has tasks of everywhere."""
    return None if is_daily(path) else (path, task.heading or "")


class TaskIndex:
    """The tasks that are known, by their words."""

    def __init__(self) -> None:
        self._ids: dict[str, dict[str, None]] = defaultdict(dict)  # by plain text, in the order of notes
        self._words: dict[str, dict[str, TaskWords]] = defaultdict(dict)  # by id, then by plain text
        self._newest: dict[str, datetime] = {}
        self._places: dict[str, Place] = {}  # a task has at most one
        self._added: set[tuple[object, ...]] = set()
        self._having: dict[str, dict[str, None]] = defaultdict(dict)  # ids by word, in the order of notes

    def add(self, task: NoteTask, path: str | None, written: datetime) -> None:
        """Add a task with its id, as a note of that time has it; `path` is None where it may have moved since."""
        self._newest[task.id] = max(written, self._newest.get(task.id, written))
        place = place_of(task, path) if path else None
        if place is not None:
            self._places.setdefault(task.id, place)
        spelled = (task.id, task.text, task.when)  # most notes have it as the note before
        if spelled in self._added:
            return
        self._added.add(spelled)
        words = words_of(task)
        self._ids[words.wording.plain][task.id] = None
        self._words[task.id][words.wording.plain] = words
        for word in words.wording.words:
            self._having[word][task.id] = None

    def __contains__(self, id: object) -> bool:
        return id in self._newest

    def same(self, task: NoteTask, path: str) -> str | None:
        """The id of the task with the same words."""
        fitting = [name for name in self._ids.get(_plain(task), ()) if self._fits(name, task, path)]
        own = [name for name in fitting if self._places.get(name) == place_of(task, path)]
        return next(iter(own or fitting), None)

    def similar(self, task: NoteTask, path: str, written: datetime, *, besides: Container[str]) -> str | None:
        """The id of a task with nearly the same words in a note that is not far apart."""
        words = words_of(task)
        rarest = sorted(words.wording.words, key=lambda word: len(self._having.get(word, ())) or 1 << 30)[:_RAREST]
        found = dict.fromkeys(name for word in rarest for name in list(self._having.get(word, ()))[-_MOST_COMPARED:])
        for name in reversed(found):
            near = name not in besides and abs(self._newest[name] - written) <= _CARRIED_OVER
            if near and self._fits(name, task, path) and any(nearly_same(words, w) for w in self._words[name].values()):
                return name
        return None

    def _fits(self, name: str, task: NoteTask, path: str) -> bool:
        place = place_of(task, path)
        return place is None or self._places.get(name, place) == place


def assign_ids(
    tasks: Sequence[NoteTask], path: str, before: NoteState | None, index: TaskIndex, *, written: datetime
) -> tuple[NoteTask, ...]:
    """The tasks of a note with ids, those of known tasks where they are the same; they are added to the index.

    `before` is the note as it was: what is recognisably an edit of an open task of it keeps its id. Lines with
    different words never get one id.
    """
    names = _Names(path, before)
    for at, task in enumerate(tasks):
        names.take(at, task, names.before.get(names.key(task)))
    for at, task in enumerate(tasks):
        names.take(at, task, index.same(task, path))
    for at, known in names.edited(tasks).items():
        names.take(at, tasks[at], known)
    for at, task in enumerate(tasks):
        if at not in names.ids:
            names.take(at, task, names.of_words.get(names.key(task)))  # a second line with the same words
            names.take(at, task, index.similar(task, path, written, besides=names.used))
            names.take(at, task, _new_id(path, task, index, names.used))
    named = tuple(replace(task, id=names.ids[at]) for at, task in enumerate(tasks))
    for task in named:
        index.add(task, path, written)
    return named


class _Names:
    """The ids that the tasks of a note have got so far."""

    def __init__(self, path: str, before: NoteState | None) -> None:
        self._path = path
        self._old = before.tasks if before else ()
        self.before = {self.key(task): task.id for task in self._old}
        self.ids: dict[int, str] = {}
        self.used: dict[str, object] = {}  # by id: the words that have it
        self.of_words: dict[object, str] = {}

    def key(self, task: NoteTask) -> object:
        """What makes two lines of the note one task."""
        return (_plain(task), place_of(task, self._path))

    def take(self, at: int, task: NoteTask, name: str | None) -> None:
        """Give a task an id, unless it has one or other words of this note have it."""
        key = self.key(task)
        if name and at not in self.ids and self.used.get(name, key) == key:
            self.ids[at] = name
            self.used[name] = key
            self.of_words[key] = name

    def edited(self, tasks: Sequence[NoteTask]) -> dict[int, str]:
        """The ids of open tasks of the note as it was, by the places of those that are edits of them."""
        # What is done is done: a new task that resembles it is another one.
        old = [_known(task) for task in self._old if not task.done and task.id not in self.used]
        new = [at for at in range(len(tasks)) if at not in self.ids]
        return {new[n]: old[o].id for n, o in match_tasks(old, [_known(tasks[at]) for at in new]).items()}


def _plain(task: NoteTask) -> str:
    return words_of(task).wording.plain


def _known(task: NoteTask) -> KnownTask:
    return KnownTask(task.id, task.text, task.heading or "", when=task.when)


def _new_id(path: str, task: NoteTask, index: TaskIndex, used: Container[str]) -> str:
    """An id from the note and the words, so that a run that was ended and begins again gives the same one."""
    for attempt in range(1 << 30):
        name = hashlib.sha256(json.dumps([path, task.heading or "", _plain(task), attempt]).encode()).hexdigest()[:12]
        if name not in index and name not in used:
            return name
    raise AssertionError("unreachable: ids are 48 bits")
