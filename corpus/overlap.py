"""What is said twice: by two boards of the corpus, by the corpus and the released data, by the corpus and real notes.

Letter case and the marks around words do not count. A board may repeat itself, as logs and weekly forms do.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from build import Entry
from ink_noise import bare

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.readers import read_file

SAME_WORDS = 4  # a shorter sentence may well be written twice
NEAR_WORDS, NEAR_GRAM, NEAR_ABOVE = 6, 3, 0.6
RELEASED_RUN = 6
NOTE_WORDS = 6


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence or a whole board of the corpus, its words as they are compared."""

    board: str
    where: str
    split: str
    words: tuple[str, ...]


def fold(words: Iterable[str]) -> tuple[str, ...]:
    """The words in lower case without the marks around them; what is only marks is left out."""
    return tuple(word for word in (bare(word).lower() for word in words) if word)


def list_sentences(entries: Iterable[Entry]) -> list[Passage]:
    """Every sentence of the clean boards."""
    return [
        Passage(
            entry.board.id,
            f"{entry.board.id} {region.id} words {s.start}-{s.end}",
            entry.split,
            fold(region.word_texts[s.start : s.end]),
        )
        for entry in entries
        for region in entry.written.board.regions
        for s in region.sentences or ()
    ]


def list_boards(entries: Iterable[Entry]) -> list[Passage]:
    """Every clean board as one passage."""
    return [
        Passage(
            entry.board.id,
            entry.board.id,
            entry.split,
            fold(w for region in entry.written.board.regions for w in region.word_texts),
        )
        for entry in entries
    ]


def find_same(sentences: Iterable[Passage]) -> list[str]:
    """A line for each sentence of four words or more that another board has too."""
    seen: dict[tuple[str, ...], Passage] = {}
    found = []
    for passage in sentences:
        if len(passage.words) >= SAME_WORDS:
            first = seen.setdefault(passage.words, passage)
            if first.board != passage.board:
                found.append(_describe(first, passage, "the same"))
    return found


def find_near(passages: Iterable[Passage]) -> list[str]:
    """A line for each pair of passages of two boards, six words or more, that share most runs of three words."""
    long = [passage for passage in passages if len(passage.words) >= NEAR_WORDS]
    runs = [set(_runs(passage.words, NEAR_GRAM)) for passage in long]
    holders: dict[tuple[str, ...], list[int]] = defaultdict(list)
    found = []
    for number, own in enumerate(runs):
        shared = Counter(other for run in own for other in holders[run])
        for other, count in shared.items():
            likeness = count / (len(own) + len(runs[other]) - count)
            if likeness > NEAR_ABOVE and long[other].board != long[number].board:
                found.append(_describe(long[other], long[number], f"alike by {likeness:.2f}"))
        for run in own:
            holders[run].append(number)
    return found


def read_released(folder: Path) -> list[Board]:
    """The boards of the released data: every CSV file of the folder."""
    paths = sorted(folder.glob("*.csv"))
    if not paths:
        raise InputError(f"{folder}: has no CSV files; name the folder of train.csv, val.csv and test.csv")
    return [board for path in paths for board in read_file(path, format="slate-csv")]


def find_released(entries: Sequence[Entry], released: Sequence[Board]) -> list[str]:
    """A line for each sentence of four words or run of six that the released data has too. It says where, not what."""
    theirs = [region for board in released for region in board.regions]
    known = {fold(region.word_texts[s.start : s.end]) for region in theirs for s in region.sentences or ()}
    runs = {run for region in theirs for run in _runs(fold(region.word_texts), RELEASED_RUN)}
    found = [
        f"{passage.where}: the released data has this sentence"
        for passage in list_sentences(entries)
        if len(passage.words) >= SAME_WORDS and passage.words in known
    ]
    for entry in entries:
        for region in entry.written.board.regions:
            found += [
                f"{entry.board.id} {region.id} from word {start}: the released data has these {RELEASED_RUN} words"
                for start, run in _placed_runs(region)
                if run in runs
            ]
    return found


def read_notes(folder: Path) -> list[Board]:
    """Real notes, labelled or not: every file of board JSONL in the folder but the boards that this corpus holds."""
    paths = [path for path in sorted(folder.glob("*.jsonl")) if path.stem != "after-real-notes"]
    if not paths:
        raise InputError(f"{folder}: has no board JSONL; name the folder of the real notes")
    return [board for path in paths for board in read_file(path)]


def find_in_notes(entries: Iterable[Entry], notes: Iterable[Board]) -> list[str]:
    """A line for each sentence of six words or more that a real note has too. It says where, not what."""
    theirs = [fold(region.word_texts) for board in notes for region in board.regions]
    runs: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
    for words in theirs:
        for at, run in enumerate(_runs(words, NOTE_WORDS)):
            runs[run].append(words[at:])
    return [
        f"{passage.where}: a real note has this sentence"
        for passage in list_sentences(entries)
        if len(passage.words) >= NOTE_WORDS
        and any(rest[: len(passage.words)] == passage.words for rest in runs.get(passage.words[:NOTE_WORDS], ()))
    ]


def _placed_runs(region: Region) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The region's runs of six words, each with the word of the region where it begins."""
    places = [at for at, word in enumerate(region.word_texts) if fold([word])]
    return zip(places, _runs(fold(region.word_texts), RELEASED_RUN), strict=False)


def _runs(words: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    return zip(*(words[at:] for at in range(length)), strict=False)


def _describe(first: Passage, second: Passage, what: str) -> str:
    return f"{what}: {first.where} ({first.split}) and {second.where} ({second.split}): {' '.join(second.words[:14])}"
