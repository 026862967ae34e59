"""Which task of one extraction is which of an earlier one, so that ids stay and changes can be told.

Tasks are compared within a board: the same text first, then texts that are recognisably the same, always in the same
region before others, the most alike first, one to one. Nothing here depends on the order of dictionaries or on time.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from inkslate.board import shorten
from inkslate.errors import InputError
from inkslate.extraction import Extraction, json_lines
from inkslate.readers.fields import Fields

# Half of all words is what "buy a cake" and "buy a lamp" share; more than that is an edit.
_WORDS_SHARED = 0.5
# A task that only grew or shrank may do so by more.
_WORDS_KEPT = 1 / 3
# "the report" read as "thc rcpart" shares no word but most letters; "call Sam" and "call Bob" are below.
_LETTERS_ALIKE = 0.75
# Comparing letters takes the product of the lengths; longer tasks have words enough to tell.
_LONGEST_BY_LETTERS = 200
# So many pairs are compared; in a larger board a task meets those that share its rarest words, a few at least.
_MOST_COMPARED = 30_000
_FEWEST_COMPARED = 5
_EDGES = re.compile(r"^\W+|\W+$")
_FILE = "an extraction is what `extract --to jsonl` prints"


@dataclass(frozen=True, slots=True)
class KnownTask:
    """What matters of a task when extractions are compared."""

    id: str
    text: str
    region: str
    owner: str | None = None
    due: str | None = None

    def differences(self, other: KnownTask) -> tuple[str, ...]:
        """The names of what differs; a task that only moved has not changed."""
        return tuple(name for name in ("text", "owner", "due") if getattr(self, name) != getattr(other, name))


Boards = Mapping[str, Sequence[KnownTask]]


@dataclass(frozen=True, slots=True)
class Difference:
    """What became of a board's tasks: those of the new one in order, then those that are gone."""

    board: str
    added: tuple[KnownTask, ...]
    changed: tuple[tuple[KnownTask, KnownTask], ...]
    removed: tuple[KnownTask, ...]
    same: int


def parse_extractions(text: str, name: str) -> dict[str, tuple[KnownTask, ...]]:
    """The tasks of an Extraction JSONL file by board id; InputError in one line for all that is none."""
    boards: dict[str, tuple[KnownTask, ...]] = {}
    homes: dict[str, str] = {}
    for number, value in json_lines(text, name, remedy=_FILE):
        where = f"{name} line {number}"
        if not isinstance(value, dict) or not isinstance(value.get("tasks"), list):
            raise InputError(f"{where}: no extraction (it needs an id and tasks); {_FILE}")
        board = Fields(value, where).text("id")
        if not board:
            raise InputError(f"{where}: no extraction (it needs an id and tasks); {_FILE}")
        if board in boards:
            raise InputError(f"{where}: the board id {shorten(board)} stands in the file already; {_FILE}")
        boards[board] = tuple(_known_task(item) for item in Fields(value, where).objects("tasks"))
        for at, task in enumerate(boards[board]):
            if task.id in homes:
                raise InputError(
                    f"{where}, tasks[{at}]: the task id {shorten(task.id)} stands on {homes[task.id]} already; {_FILE}"
                )
            homes[task.id] = f"line {number}"
    return boards


def keep_ids(extractions: Sequence[Extraction], earlier: Boards) -> list[Extraction]:
    """The extractions with the ids that their tasks had before. A new task never gets an id that was another's."""
    used = {task.id for tasks in earlier.values() for task in tasks}
    kept: list[Extraction] = []
    open_boards = dict(earlier)
    by_itself = len(extractions) == 1 == len(earlier)
    for extraction in extractions:
        board = next(iter(earlier)) if by_itself else extraction.board.id
        # A second board of the same id finds its tasks taken.
        before = open_boards.pop(board, ())
        own = [KnownTask(task.id, task.text, task.region) for task in replace(extraction, ids={}).tasks]
        old_of = match_tasks(before, own)
        ids = {}
        for at, task in enumerate(own):
            name = before[old_of[at]].id if at in old_of else _fresh(task.id, used)
            used.add(name)
            if name != task.id:
                ids[task.id] = name
        kept.append(replace(extraction, ids=ids))
    return kept


def compare_extractions(old: Boards, new: Boards) -> list[Difference]:
    """What was added, changed and removed, board by board: those of `new` in order, then those that are gone."""
    pairs = [(board, board) for board in new] + [(board, board) for board in old if board not in new]
    if len(old) == 1 == len(new):
        pairs = [(next(iter(old)), next(iter(new)))]
    return [_difference(after, old.get(before, ()), new.get(after, ())) for before, after in pairs]


def match_tasks(old: Sequence[KnownTask], new: Sequence[KnownTask]) -> dict[int, int]:
    """For tasks of `new`, by index, the index of the task of `old` that it was; one to one."""
    matching = _Matching(old, new)
    words_old, words_new = [_words(task.text) for task in old], [_words(task.text) for task in new]
    plain_old, plain_new = [" ".join(words) for words in words_old], [" ".join(words) for words in words_new]
    regions_old, regions_new = [task.region for task in old], [task.region for task in new]
    for keys_old, keys_new in (([task.text for task in old], [task.text for task in new]), (plain_old, plain_new)):
        matching.pair(list(zip(regions_old, keys_old, strict=True)), list(zip(regions_new, keys_new, strict=True)))
        matching.pair(keys_old, keys_new)
    alike = []
    for n, o in matching.candidates(words_old, words_new):
        score = similarity(words_old[o], words_new[n])
        if score:
            alike.append((regions_old[o] != regions_new[n], -score, abs(o - n), o, n))
    for *_, o, n in sorted(alike):
        matching.take(o, n)
    return matching.old_of


def similarity(a: Sequence[str], b: Sequence[str]) -> float:
    """How alike two lists of words are, from 0 (not the same task) to 1."""
    if not a or not b:
        return 0.0
    shared = sum((Counter(a) & Counter(b)).values())
    iou = shared / (len(a) + len(b) - shared)
    by_words = iou > _WORDS_SHARED or (iou >= _WORDS_KEPT and 2 <= shared == min(len(a), len(b)))
    by_letters = _letters_alike(" ".join(a), " ".join(b))
    return max(iou if by_words else 0.0, by_letters if by_words or by_letters >= _LETTERS_ALIKE else 0.0)


def _letters_alike(a: str, b: str) -> float:
    """The share of letters in the same order; 0 where it cannot be large, or costs too much to find."""
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    if max(len(a), len(b)) > _LONGEST_BY_LETTERS or matcher.real_quick_ratio() < _LETTERS_ALIKE:
        return 0.0
    return matcher.ratio() if matcher.quick_ratio() >= _LETTERS_ALIKE else 0.0


class _Matching:
    """Which old task goes with which new one, so far."""

    def __init__(self, old: Sequence[KnownTask], new: Sequence[KnownTask]) -> None:
        self.old_of: dict[int, int] = {}
        self._taken: set[int] = set()
        self._old, self._new = range(len(old)), range(len(new))

    def take(self, old: int, new: int) -> None:
        if old not in self._taken and new not in self.old_of:
            self._taken.add(old)
            self.old_of[new] = old

    def pair(self, old: Sequence[Hashable], new: Sequence[Hashable]) -> None:
        """Match what has the same key, in order."""
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        for o in reversed(self._old):
            if o not in self._taken:
                waiting[old[o]].append(o)
        for n in self._new:
            if n not in self.old_of and waiting[new[n]]:
                self.take(waiting[new[n]].pop(), n)

    def candidates(self, old: Sequence[Sequence[str]], new: Sequence[Sequence[str]]) -> Iterator[tuple[int, int]]:
        """Pairs worth comparing: all of them in an ordinary board, those that share rare words in a huge one."""
        open_old = [o for o in self._old if o not in self._taken]
        open_new = [n for n in self._new if n not in self.old_of]
        if len(open_old) * len(open_new) <= _MOST_COMPARED:
            yield from ((n, o) for n in open_new for o in open_old)
            return
        having: dict[str, list[int]] = defaultdict(list)
        for o in open_old:
            for word in dict.fromkeys(old[o]):
                having[word].append(o)
        most = max(_MOST_COMPARED // len(open_new), _FEWEST_COMPARED)
        for n in open_new:
            found: dict[int, None] = {}
            for word in sorted(dict.fromkeys(new[n]), key=lambda word: len(having.get(word, ()))):
                found.update(dict.fromkeys(having.get(word, ())[:most]))
                if len(found) >= most:
                    break
            yield from ((n, o) for o in found)


def _difference(board: str, old: Sequence[KnownTask], new: Sequence[KnownTask]) -> Difference:
    # Tasks that carried their id over are the same, however much was edited.
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


def _words(text: str) -> list[str]:
    """The words as they count: without case and the punctuation around them."""
    words = [_EDGES.sub("", word).casefold() for word in text.split()]
    return [word for word in words if word] or text.split()


def _fresh(own: str, used: set[str]) -> str:
    """The task's own id, or another where that one belongs, or belonged, to a different task."""
    name, attempt = own, 0
    while name in used:
        attempt += 1
        name = hashlib.sha256(json.dumps([own, attempt]).encode()).hexdigest()[:16]
    return name


def _known_task(item: Fields) -> KnownTask:
    text = item.text("text")
    if text is None or not text.split():
        raise InputError(f"{item.where}: a task without text; {_FILE}")
    return KnownTask(_id(item), text, item.text("region") or "", item.text("owner"), item.text("due"))


def _id(item: Fields) -> str:
    """Ids go on into other people's tools: nothing but short, printable text is one."""
    identity = item.text("id")
    if not identity or len(identity) > 1000 or not identity.isprintable():
        raise InputError(f"{item.where}: id is {shorten(identity or '')}, not a short string; {_FILE}")
    return identity
