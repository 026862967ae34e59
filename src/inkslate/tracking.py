"""Matches the tasks of an extraction with those of an earlier one, to keep ids and to list changes.

Tasks are matched within a board, one to one: first equal texts, then similar ones, the most similar first, and tasks of
the same region before others. The result does not depend on the time or on the order of dictionaries.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from inkslate.errors import InputError
from inkslate.extraction import Detail, Extraction, Task
from inkslate.formats.extraction_jsonl import ParsedTask, Wanted, parse_extraction_jsonl
from inkslate.messages import shorten

_MOST_COMPARED, _PAIR = 1_200_000, 30  # characters of all pairs; a short task costs as much as 30 more
_FEWEST_COMPARED = 5  # in a larger board a task is compared with a few that share its rarest words
_WORDS_SHARED = 0.5  # what "buy a cake" and "buy a lamp" share; more than that is an edit
_WORDS_KEPT = 1 / 3  # a task that only grew or shrank may do so by more
_WORDS_SHARED_DESPITE_NUMBERS = 0.8  # "pay invoice 13" is not "pay invoice 12"; from ten words on it is an edit
_LETTERS_ALIKE = 0.75  # of "the report" read as "thc rcpart"; "call Sam" and "call Bob" are below
_LONGEST_BY_LETTERS = 200  # longer tasks have words enough to tell
_CORE = re.compile(r"\w(?:.*\w)?", re.DOTALL)  # from the first letter or digit to the last, in linear time
_NUMBER = re.compile(r"\d+")
_FILE = "the file must be what `extract --to jsonl` prints"
_WANTED = Wanted(
    task=frozenset({"id", "text", "region", "start", "owner", "due", "due_span"}), required=frozenset({"tasks"})
)


@dataclass(frozen=True, slots=True)
class Wording:
    """A task's words for comparison: without case and without the punctuation around them."""

    plain: str
    words: Counter[str]
    numbers: Counter[str]  # without those that say when the task is due: another day is an edit
    size: int  # how many words

    @classmethod
    def of(cls, spelled: Sequence[str], *, when: tuple[int, int] | None = None) -> Wording:
        """The wording of a task's words; `when` is the span of those that say when it is due."""
        cores = [match[0].casefold() for match in map(_CORE.search, spelled) if match] or list(spelled)
        start, end = when or (0, 0)
        named = (word for at, word in enumerate(spelled) if not start <= at < end)
        numbers = (n for word in named for n in _NUMBER.findall(word))
        return cls(" ".join(cores), Counter(cores), Counter(numbers), len(cores))


@dataclass(frozen=True, slots=True)
class KnownTask:
    """The parts of a task that are compared."""

    id: str
    text: str
    region: str
    owner: str | None = None
    due: str | None = None
    when: tuple[int, int] | None = None  # those words of the text that say when it is due
    words: tuple[str, ...] = field(default=(), compare=False)  # of the text, where they are known already
    stated: str | None = None  # "box" or "keyword"; live boards compare it, files do not: older ones lack it

    @property
    def wording(self) -> Wording:
        """The words as they are compared."""
        return Wording.of(self.words or self.text.split(), when=self.when)

    def differences(self, other: KnownTask) -> tuple[str, ...]:
        """The names of the fields that differ. A task that only moved has not changed."""
        return tuple(name for name in ("text", "owner", "due", "stated") if getattr(self, name) != getattr(other, name))


Boards = Mapping[str, Sequence[KnownTask]]
Numbered = tuple[int, Wording]
Key = Callable[[int], Hashable]


@dataclass(frozen=True, slots=True)
class Difference:
    """The changes of a board's tasks, in the order of the new board; removed tasks are in the order of the old one."""

    board: str
    added: tuple[KnownTask, ...]
    changed: tuple[tuple[KnownTask, KnownTask], ...]
    removed: tuple[KnownTask, ...]
    same: int


def parse_extractions(text: str, name: str) -> dict[str, tuple[KnownTask, ...]]:
    """The tasks of an extraction file by board id; InputError in one line for everything else."""
    boards: dict[str, tuple[KnownTask, ...]] = {}
    places: dict[str, str] = {}
    for extraction in parse_extraction_jsonl(text, name, wanted=_WANTED):
        boards[extraction.id] = tuple(map(_known_task, extraction.tasks))
        for parsed, task in zip(extraction.tasks, boards[extraction.id], strict=True):
            if task.id in places:
                raise InputError(
                    f"{parsed.where}: duplicate task id {shorten(task.id)}, first on {places[task.id]}; {_FILE}"
                )
            places[task.id] = extraction.where
    return boards


def keep_ids(extractions: Sequence[Extraction], earlier: Boards) -> list[Extraction]:
    """The extractions with the earlier ids of their tasks. A new task never gets an id that another task had."""
    used = {task.id for tasks in earlier.values() for task in tasks}
    kept: list[Extraction] = []
    open_boards = dict(earlier)
    by_itself = len(extractions) == 1 == len(earlier)
    for extraction in extractions:
        board = next(iter(earlier)) if by_itself else extraction.board.id
        # For a second board with the same id there are no earlier tasks left.
        before = open_boards.pop(board, ())
        own = [_bare_task(task, extraction.details.get(task.id)) for task in extraction.tasks_without_details]
        old_of = match_tasks(before, own)
        ids = {}
        for at, task in enumerate(own):
            name = before[old_of[at]].id if at in old_of else _fresh(task.id, used)
            used.add(name)
            if name != task.id:
                ids[task.id] = name
        kept.append(extraction.with_ids(ids))
    return kept


def compare_extractions(old: Boards, new: Boards) -> list[Difference]:
    """What was added, changed and removed, board by board: the boards of `new` in order, then removed boards."""
    pairs = [(board, board) for board in new] + [(board, board) for board in old if board not in new]
    if len(old) == 1 == len(new):
        pairs = [(next(iter(old)), next(iter(new)))]
    return [_difference(after, old.get(before, ()), new.get(after, ())) for before, after in pairs]


def match_tasks(old: Sequence[KnownTask], new: Sequence[KnownTask]) -> dict[int, int]:
    """The index of a task in `old` by the index of its match in `new`; one to one."""
    matching = _Matching(len(old), len(new))
    matching.pair(lambda o: (old[o].region, old[o].text), lambda n: (new[n].region, new[n].text))
    matching.pair(lambda o: old[o].text, lambda n: new[n].text)
    # Most tasks have not changed and are matched already.
    words_old = {o: old[o].wording for o in matching.open_old}
    words_new = {n: new[n].wording for n in matching.open_new}
    matching.pair(lambda o: (old[o].region, words_old[o].plain), lambda n: (new[n].region, words_new[n].plain))
    matching.pair(lambda o: words_old[o].plain, lambda n: words_new[n].plain)
    # Tasks with equal words are compared once, through the first of them.
    twins_old = _twins(matching.open_old, lambda o: (old[o].region, words_old[o].plain))
    twins_new = _twins(matching.open_new, lambda n: (new[n].region, words_new[n].plain))
    alike = []
    for n, o in _candidates([(o, words_old[o]) for o in twins_old], [(n, words_new[n]) for n in twins_new]):
        score = similarity(words_old[o], words_new[n])
        if score:
            alike.append((old[o].region != new[n].region, -score, abs(o - n), o, n))
    for *_, o, n in sorted(alike):
        while twins_old[o] and twins_new[n]:
            matching.take(twins_old[o].popleft(), twins_new[n].popleft())
    return matching.old_of


class _Matching:
    """The matches so far."""

    def __init__(self, old: int, new: int) -> None:
        self.old_of: dict[int, int] = {}
        self._taken: set[int] = set()
        self._old, self._new = range(old), range(new)

    @property
    def open_old(self) -> list[int]:
        return [o for o in self._old if o not in self._taken]

    @property
    def open_new(self) -> list[int]:
        return [n for n in self._new if n not in self.old_of]

    def take(self, old: int, new: int) -> None:
        self._taken.add(old)
        self.old_of[new] = old

    def pair(self, key_of_old: Key, key_of_new: Key) -> None:
        """Match tasks with the same key, in order."""
        waiting: dict[Hashable, deque[int]] = defaultdict(deque)
        for o in self.open_old:
            waiting[key_of_old(o)].append(o)
        for n in self.open_new:
            same = waiting.get(key_of_new(n))
            if same:
                self.take(same.popleft(), n)


def _twins(numbers: Iterable[int], key: Key) -> dict[int, deque[int]]:
    """Groups of tasks with the same key, by their first task."""
    groups: dict[Hashable, deque[int]] = defaultdict(deque)
    for number in numbers:
        groups[key(number)].append(number)
    return {group[0]: group for group in groups.values()}


def _candidates(old: Sequence[Numbered], new: Sequence[Numbered]) -> Iterator[tuple[int, int]]:
    """Pairs (new, old) worth comparing: all in an ordinary board, those that share rare words in a huge one."""
    length_old, length_new = (sum(_PAIR + len(wording.plain) for _, wording in tasks) for tasks in (old, new))
    if length_old * len(new) + length_new * len(old) <= _MOST_COMPARED:
        yield from ((n, o) for n, _ in new for o, _ in old)
        return
    having: dict[str, list[int]] = defaultdict(list)
    for o, wording in old:
        for word in wording.words:
            having[word].append(o)
    length = length_old // len(old) + length_new // len(new)  # of a usual pair
    most = max(_MOST_COMPARED // (len(new) * max(1, length)), _FEWEST_COMPARED)
    for n, wording in new:
        found: dict[int, None] = {}
        for word in sorted(wording.words, key=lambda word: len(having.get(word, ()))):
            found.update(dict.fromkeys(having.get(word, ())[:most]))
            if len(found) >= most:
                break
        yield from ((n, o) for o in found)


def _difference(board: str, old: Sequence[KnownTask], new: Sequence[KnownTask]) -> Difference:
    # Tasks with the same id are the same task, however much was edited.
    by_id = {task.id: at for at, task in enumerate(old)}
    old_of = {n: by_id[task.id] for n, task in enumerate(new) if task.id in by_id}
    known = set(old_of.values())
    rest_old = [o for o in range(len(old)) if o not in known]
    rest_new = [n for n in range(len(new)) if n not in old_of]
    matched = match_tasks([old[o] for o in rest_old], [new[n] for n in rest_new])
    old_of |= {rest_new[n]: rest_old[o] for n, o in matched.items()}
    pairs = [(old[old_of[n]], task) for n, task in enumerate(new) if n in old_of]
    gone = set(range(len(old))) - set(old_of.values())
    changed = tuple(pair for pair in pairs if pair[0].differences(pair[1]))
    return Difference(
        board=board,
        added=tuple(task for n, task in enumerate(new) if n not in old_of),
        changed=changed,
        removed=tuple(old[o] for o in sorted(gone)),
        same=len(pairs) - len(changed),
    )


def _fresh(own: str, used: set[str]) -> str:
    """The task's own id, or a new one where a different task has or had that id."""
    name, attempt = own, 0
    while name in used:
        attempt += 1
        name = hashlib.sha256(json.dumps([own, attempt]).encode()).hexdigest()[:16]
    return name


def _known_task(task: ParsedTask) -> KnownTask:
    if task.text is None or not task.text.split():
        raise InputError(f"{task.where}: a task without text; {_FILE}")
    # Ids go on into other programs: only short, printable text is accepted.
    if not task.id or len(task.id) > 1000 or not task.id.isprintable():
        raise InputError(f"{task.where}: id is {shorten(task.id or '')}, not a short, printable string; {_FILE}")
    when = _inside(task.start or 0, task.due_span or ())
    return KnownTask(task.id, task.text, task.region or "", task.owner, task.due, when)


def _bare_task(task: Task, detail: Detail | None) -> KnownTask:
    when = _inside(task.start, detail.due_span or ()) if detail else None
    return KnownTask(task.id, task.text, task.region, when=when, words=task.words)


def _inside(start: int, span: Sequence[int]) -> tuple[int, int] | None:
    """A span of the region's words as a span of the task's words; the task begins at word `start`."""
    return (span[0] - start, span[1] - start) if len(span) == 2 else None


def similarity(a: Wording, b: Wording) -> float:
    """How similar two tasks are, from 0 (different tasks) to 1 (equal)."""
    less, more = sorted((a, b), key=lambda wording: wording.size)  # in the time of the shorter one
    if not less.size or (less.size < _WORDS_KEPT * more.size and len(more.plain) > _LONGEST_BY_LETTERS):
        return 0.0
    shared = sum(min(count, more.words[word]) for word, count in less.words.items())
    iou = shared / (a.size + b.size - shared)
    if a.numbers - b.numbers and b.numbers - a.numbers:
        return iou if iou > _WORDS_SHARED_DESPITE_NUMBERS else 0.0
    by_words = iou > _WORDS_SHARED or (iou >= _WORDS_KEPT and 2 <= shared == less.size)
    by_letters = _letters_alike(a.plain, b.plain)
    return max(iou if by_words else 0.0, by_letters if by_words or by_letters >= _LETTERS_ALIKE else 0.0)


def _letters_alike(a: str, b: str) -> float:
    """The share of letters in the same order; 0 where it is small, or where the words tell enough."""
    length = len(a) + len(b)
    if max(len(a), len(b)) > _LONGEST_BY_LETTERS or 2 * min(len(a), len(b)) < _LETTERS_ALIKE * length:
        return 0.0
    places: dict[str, int] = defaultdict(int)
    for at, letter in enumerate(a):
        places[letter] |= 1 << at
    full = row = (1 << len(a)) - 1  # of the table of the longest common subsequence, as bits
    for letter in b:
        same = row & places.get(letter, 0)
        row = ((row + same) | (row - same)) & full
    share = 2 * (len(a) - row.bit_count()) / length
    return share if share >= _LETTERS_ALIKE else 0.0
