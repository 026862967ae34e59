"""Errors of a handwriting recogniser in labelled boards: `misread(board, rate=0.1, vocabulary=..., rng=...)`.

Errors stay within a line and within a sentence, so lines, bullets, sentences and labels stay one to one; a sentence
never loses its last word. A word may become two (split), two words of one sentence and line may become one (joined).
Only `rng.random()` is drawn from: it alone is promised to give the same numbers in every version of Python.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate, pairwise
from typing import TypeVar

from inkslate.board import Board, Line, Region, Sentence, Word

T = TypeVar("T")

# What letters and digits are taken for; capitals have shapes of their own.
LETTERS = {
    "a": "ouce", "b": "hl6", "c": "eo", "d": "aol", "e": "cao", "f": "tl", "g": "qy9", "h": "bnk", "i": "lj1",
    "j": "iy", "k": "hx", "l": "it1", "m": "nw", "n": "umr", "o": "ae0", "p": "yn", "q": "gy9", "r": "vns", "s": "5zr",
    "t": "fl", "u": "nva", "v": "ru", "w": "vum", "x": "kr", "y": "gvj", "z": "2s",
    "A": "HR", "B": "8R", "C": "GO", "D": "OP", "E": "FC", "F": "ET", "G": "6C", "H": "NA", "I": "l1", "J": "I",
    "K": "RH", "L": "CI", "M": "NH", "N": "MH", "O": "0Q", "P": "DR", "Q": "O", "R": "KP", "S": "58", "T": "F7",
    "U": "VO", "V": "U", "W": "NM", "X": "K", "Y": "V4", "Z": "2",
    "0": "Oo6", "1": "l7I", "2": "zZ7", "3": "85", "4": "9y", "5": "Ss6", "6": "bG0", "7": "12", "8": "3B", "9": "gq4",
}  # fmt: skip
# Strokes that make two letters or one: read either way.
STROKES = (
    ("rn", "m"), ("cl", "d"), ("uu", "w"), ("vv", "w"), ("li", "h"), ("ri", "n"), ("ni", "m"), ("ii", "u"), ("lo", "b"),
    ("ol", "d"), ("nn", "m"), ("ei", "a"), ("ci", "a"), ("io", "b"),
)  # fmt: skip
# Letters of one shape in both cases: at the start of a word their size decides, and is misjudged.
ONE_SHAPE = frozenset("cCkKoOpPsSuUvVwWxXzZ")
# Marks, and what they are read as; "" where a mark is lost.
MARKS = {
    ".": ("", ","), ",": ("", "."), ":": ("", ";", "."), ";": ("", ":"), "!": ("", "l", "1"), "?": ("", "2"),
    "'": ("",), '"': ("", "'"), ")": ("", "J"), "(": ("", "C"), "-": ("", "~"), "/": ("", "l"), "%": ("", "0"),
}  # fmt: skip
# What a speck or the tail of a letter is read as.
SPECKS = ".,':-"
# Words that can decide a label: they may be garbled, but not become another word.
DECISIVE = frozenset(
    "no not never nothing nobody none without don't dont can't cannot won't if unless until when done sent paid "
    "waiting".split()
)
JOINED = 0.06  # of the misread words that have a neighbour to run into
SECOND_SLIP = 0.25  # of the long words with one letter confused
TRIES = 12
# Boxes, like ticks, decide a label alone, so they are left as they are.
_BOX = re.compile(r"[\[(][xXvV✓~-]?[\])]")
_ENDS = re.compile(r"^(\W*)(.*?)(\W*)$", re.DOTALL)


class Vocabulary:
    """Words that a recogniser may take for each other: the same but for at most one letter of each, any place."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.words = frozenset(text for text in map(bare, texts) if text.isalpha() and text.islower())
        self._found = defaultdict(set)
        for word in self.words:
            if len(word) >= 4:
                for rest in _rests(word):
                    self._found[rest].add(word)

    def alike(self, word: str) -> list[str]:
        """The words at an edit distance of 1 or 2 that share all other letters in order, sorted."""
        if len(word) < 4:  # the short ones are all alike
            return []
        return sorted(set().union(*(self._found.get(rest, ()) for rest in _rests(word))) - {word})

    def readings(self, text: str) -> list[str]:
        """The words that look like this one, with its marks and its capitals."""
        front, word, back = _cut(text)
        case = str.upper if word.isupper() else str.capitalize if word[:1].isupper() else str.lower
        return [front + case(other) + back for other in self.alike(word.lower())]


def misread(board: Board, *, rate: float, vocabulary: Vocabulary, rng: random.Random) -> Board:
    """The labelled board with about `rate` of its words misread, one at least where any can be."""
    places = [
        (region.id, at) for region in board.regions for at, text in enumerate(region.word_texts) if _is_readable(text)
    ]
    wanted = round(rate * sum(len(region.word_texts) for region in board.regions))
    hits = set(sorted(places, key=lambda _: rng.random())[: max(1, wanted)])
    return replace(
        board,
        regions=tuple(
            _misread_region(region, {at for name, at in hits if name == region.id}, vocabulary, rng)
            for region in board.regions
        ),
    )


def bare(text: str) -> str:
    """The word without the marks around it."""
    return _cut(text)[1]


def _misread_region(region: Region, hits: Collection[int], vocabulary: Vocabulary, rng: random.Random) -> Region:
    assert region.sentences is not None
    owner = [number for number, sentence in enumerate(region.sentences) for _ in range(sentence.start, sentence.end)]
    sizes = [0] * len(region.sentences)
    lines = []
    for start, line in zip(region.line_starts, region.lines, strict=True):
        words: list[Word] = []
        own = owner[start : start + len(line.words)]
        for sentence, read in _read_line(line, own, {hit - start for hit in hits}, vocabulary, rng):
            sizes[sentence] += len(read)
            words += read
        lines.append(replace(line, words=tuple(words)))
    spans = pairwise(accumulate(sizes, initial=0))
    sentences = tuple(Sentence(*span, was.label) for span, was in zip(spans, region.sentences, strict=True))
    return replace(region, lines=tuple(lines), sentences=sentences)


def _read_line(
    line: Line, owner: Sequence[int], hits: Collection[int], vocabulary: Vocabulary, rng: random.Random
) -> Iterator[tuple[int, tuple[Word, ...]]]:
    """The line piece by piece: the sentence that a piece belongs to, and its one or two words as they are read."""
    at = 0
    while at < len(line.words):
        word, behind = line.words[at], at + 1
        if at not in hits:
            yield owner[at], (word,)
        elif _can_join(line, owner, at) and behind not in hits and rng.random() < JOINED:
            yield owner[at], (Word(word.text + line.words[behind].text),)
            behind += 1
        else:
            yield owner[at], tuple(map(Word, _misread_word(word.text, vocabulary, rng).split()))
        at = behind


def _can_join(line: Line, owner: Sequence[int], at: int) -> bool:
    """Whether the word may run into the next one: in the same sentence, and no mark by itself."""
    return at + 1 < len(owner) and owner[at] == owner[at + 1] and _is_readable(line.words[at + 1].text)


def _misread_word(text: str, vocabulary: Vocabulary, rng: random.Random) -> str:
    """The word with one error, a space where it fell apart; the word itself where nothing fits it."""
    word = bare(text).lower()
    others = vocabulary.words - {word} if word in DECISIVE else frozenset()
    # "never" without a letter is "ever", whether the vocabulary has that or not.
    errors = [pair for pair in _errors(vocabulary) if not (others and pair[0] is thinned)]
    for _ in range(TRIES):
        error = _weighted(errors, rng)
        read = _pick(error(text) or [text], rng)
        if error is confused and len(text) >= 6 and rng.random() < SECOND_SLIP:
            read = _pick(confused(read) or [read], rng)
        if read not in ("", text) and bare(read).lower() not in others:
            return read
    return text


def confused(text: str) -> list[str]:
    """Every reading with one letter, digit or group of strokes taken for another."""
    return [
        text[:at] + new + text[at + len(old) :]
        for at in range(len(text))
        for old, new in _likenesses(text[at])
        if text.startswith(old, at)
    ]


def thinned(text: str) -> list[str]:
    """Every reading that leaves out a letter or digit, where another stays."""
    places = _inside(text)
    return [text[:at] + text[at + 1 :] for at in places] if len(places) > 1 else []


def doubled(text: str) -> list[str]:
    """Every reading that has a letter or digit twice."""
    return [text[:at] + text[at] + text[at:] for at in _inside(text)]


def recased(text: str) -> list[str]:
    """The reading with a large first letter for a small one, or the reverse, where only the size tells."""
    return [text[0].swapcase() + text[1:]] if text[0] in ONE_SHAPE else []


def punctuated(text: str) -> list[str]:
    """Every reading with a mark lost or taken for another; where there is none, with one too many."""
    changed = [
        text[:at] + other + text[at + 1 :] for at, mark in enumerate(text) if mark in MARKS for other in MARKS[mark]
    ]
    return changed or [text + speck for speck in SPECKS]


def split(text: str) -> list[str]:
    """Every reading as two words, each with a letter or digit of its own."""
    if len(text) < 4:
        return []
    cuts = [(text[:at], text[at:]) for at in range(1, len(text))]
    return [f"{left} {right}" for left, right in cuts if _is_readable(left) and _is_readable(right)]


def _errors(vocabulary: Vocabulary) -> tuple[tuple[Callable[[str], list[str]], int], ...]:
    """The kinds of errors and how often each is tried; one that does not fit the word gives way to another draw."""
    return (
        (confused, 50),
        (thinned, 7),
        (doubled, 4),
        (vocabulary.readings, 14),
        (recased, 8),
        (punctuated, 11),
        (split, 6),
    )


@cache
def _likenesses(letter: str) -> tuple[tuple[str, str], ...]:
    """What the letter, or a group of strokes that begins with it, is taken for; an accent may be lost."""
    plain = unicodedata.normalize("NFD", letter)[0]
    others = [plain] if plain != letter else list(LETTERS.get(letter, ""))
    groups = [pair for two, one in STROKES for pair in ((two, one), (one, two)) if pair[0][0] == letter]
    return (*((letter, other) for other in others), *groups)


def _rests(word: str) -> set[str]:
    """The word, and what is left of it without one of its letters."""
    return {word} | {word[:at] + word[at + 1 :] for at in range(len(word))}


def _cut(text: str) -> tuple[str, str, str]:
    match = _ENDS.match(text)
    assert match is not None
    return match[1], match[2], match[3]


def _inside(text: str) -> list[int]:
    return [at for at, letter in enumerate(text) if letter.isalnum()]


def _is_readable(text: str) -> bool:
    """Whether the word has a letter or digit to misread, and is no box."""
    return bool(_inside(text)) and not _BOX.fullmatch(text)


def _pick(items: Sequence[T], rng: random.Random) -> T:
    return items[int(rng.random() * len(items))]


def _weighted(items: Sequence[tuple[T, int]], rng: random.Random) -> T:
    mark = rng.random() * sum(weight for _, weight in items)
    for item, weight in items:
        mark -= weight
        if mark < 0:
            return item
    return items[-1][0]
