"""From pieces to token windows and back to words.

Every word is tokenised by itself, as if after a space, so its tokens do not depend on its neighbours and
offsets are exact. Text never becomes a special token: `[CLS]` or `</>` in a note stay ordinary text.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from pathlib import Path
from typing import NamedTuple, TypeVar

from inkslate.errors import ModelError
from inkslate.messages import counted
from inkslate.model.layout import Mark, Piece, WordPiece
from inkslate.model.tokenizer import Subwords, read_subwords

NO_WORD = -1
_CACHE_SIZE = 1 << 14  # words: more than people use; a few megabytes if all words differ
_LONGEST_CACHED = 64  # characters: longer words are rarely repeated and take memory
_LONGEST_TOKEN = 64  # characters that are tokenised of a word, for each token that is kept of it
_SMALLEST_WINDOW = 16
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Window:
    """Token ids for one pass of a model, and the word each belongs to (NO_WORD for marks and specials)."""

    ids: tuple[int, ...]
    words: tuple[int, ...]

    @property
    def kept(self) -> list[int]:
        """Positions of all tokens but the later pieces of words."""
        before = (NO_WORD, *self.words)
        return [at for at, word in enumerate(self.words) if word == NO_WORD or word != before[at]]


class Place(NamedTuple):
    """Where a word is labelled: tokens start..end of one window."""

    window: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Encoded:
    """A region's windows and, for every word, its one place in them.

    `shortened` lists the words with too many tokens; the model reads only their beginning.
    """

    windows: tuple[Window, ...]
    places: tuple[Place, ...]
    shortened: tuple[int, ...] = ()

    def by_word(self, per_window: Sequence[Sequence[T]]) -> list[Sequence[T]]:
        """For every word the values of its tokens, from one value a token of each window."""
        for number, (window, values) in enumerate(zip(self.windows, per_window, strict=True)):
            if len(values) != len(window.ids):
                sizes = f"{counted(len(window.ids), 'token')} but {counted(len(values), 'output')}"
                raise ModelError(f"window {number} has {sizes}")
        return [per_window[place.window][place.start : place.end] for place in self.places]


class Encoder:
    """Cuts regions into windows of at most `max_length` tokens by one tokenizer's subwords."""

    def __init__(self, subwords: Subwords, *, max_length: int) -> None:
        self._prefix, self._suffix = subwords.prefix, subwords.suffix
        self.capacity = max_length - len(self._prefix) - len(self._suffix)
        if self.capacity < _SMALLEST_WINDOW:
            raise ModelError(
                f"a window of {max_length} tokens is too short: it needs {_SMALLEST_WINDOW} besides its special tokens"
            )
        self._marks = {mark: subwords.id_of(mark.value) for mark in Mark}
        self._unknown = subwords.unknown
        self._reserved = subwords.specials - {self._unknown}
        self._reserved |= {number for number in self._marks.values() if number is not None}
        self._spell = subwords.spell
        self._cache: dict[str, tuple[int, ...]] = {}

    @classmethod
    def from_file(cls, path: Path, *, max_length: int) -> Encoder:
        """An encoder from a `tokenizer.json`."""
        return cls(read_subwords(path), max_length=max_length)

    def encode(self, pieces: Sequence[Piece]) -> Encoded:
        """All pieces, in one window where they fit, else in overlapping ones cut at line breaks."""
        # For every piece its word and its tokens, which stay in one window; two lists, for speed.
        words: list[int] = []
        tokens: list[tuple[int, ...]] = []
        line_starts: list[int] = []
        shortened: list[int] = []
        longest, known = self.longest_word, self._cache
        for piece in pieces:
            if isinstance(piece, WordPiece):
                number, text = piece
                ids = known.get(text) or self.word_ids(text)
                if len(ids) > longest:
                    shortened.append(number)
                    ids = ids[:longest]
                words.append(number)
                tokens.append(ids)
            else:
                mark = self._marks[piece]
                # A model without this token gets none; windows can still be cut at the line break.
                words.append(NO_WORD)
                tokens.append(() if mark is None else (mark,))
                if piece is Mark.LINE_BREAK:
                    line_starts.append(len(words))
        ends = [0, *accumulate(map(len, tokens))]
        slices = _cut(ends, line_starts, self.capacity)
        windows = tuple([self._window(words[start:end], tokens[start:end]) for start, end in slices])
        return Encoded(windows, self._places(words, ends, slices), tuple(shortened))

    @property
    def longest_word(self) -> int:
        """How many tokens of a word are kept, so that a window holds its neighbours too."""
        return max(1, self.capacity // 4)

    def word_ids(self, word: str) -> tuple[int, ...]:
        """The tokens of one word (of its beginning, if it is very long), never empty, never a special token."""
        ids = self._cache.get(word)
        if ids is None:
            ids = self._tokenize(word[: self.longest_word * _LONGEST_TOKEN])
            if len(self._cache) >= _CACHE_SIZE:
                self._cache.clear()
            if len(word) <= _LONGEST_CACHED:
                self._cache[word] = ids
        return ids

    def _tokenize(self, word: str) -> tuple[int, ...]:
        ids = self._spell(word)
        if self._reserved.intersection(ids):
            # The vocabulary has the word itself as a special token: spell it letter by letter instead.
            letters = chain.from_iterable(map(self._spell, word))
            ids = [self._unknown if number in self._reserved else number for number in letters]
        # A word of characters that the tokenizer drops (controls, say) still has to be labelled.
        return tuple(ids) or (self._unknown,)

    def _window(self, words: Sequence[int], tokens: Sequence[tuple[int, ...]]) -> Window:
        of_tokens = [word for word, ids in zip(words, tokens, strict=True) for _ in ids]
        return Window(
            (*self._prefix, *chain.from_iterable(tokens), *self._suffix),
            (*[NO_WORD] * len(self._prefix), *of_tokens, *[NO_WORD] * len(self._suffix)),
        )

    def _places(
        self, words: Sequence[int], ends: Sequence[int], slices: Sequence[tuple[int, int]]
    ) -> tuple[Place, ...]:
        if len(slices) == 1:
            shift = len(self._prefix)
            spans = zip(words, pairwise(ends), strict=True)
            return tuple([Place(0, start + shift, end + shift) for word, (start, end) in spans if word != NO_WORD])
        best: dict[int, tuple[float, Place]] = {}
        for number, (start, end) in enumerate(slices):
            shift = len(self._prefix) - ends[start]
            for at in range(start, end):
                if (word := words[at]) == NO_WORD:
                    continue
                before = math.inf if start == 0 else ends[at] - ends[start]
                behind = math.inf if end == len(words) else ends[end] - ends[at + 1]
                context = min(before, behind)
                if word not in best or context > best[word][0]:
                    best[word] = context, Place(number, ends[at] + shift, ends[at + 1] + shift)
        return tuple(best[word][1] for word in sorted(best))


def _cut(ends: Sequence[int], line_starts: Sequence[int], capacity: int) -> list[tuple[int, int]]:
    """Slices of pieces, each of at most `capacity` tokens, that overlap by about a quarter of it."""
    pieces = len(ends) - 1
    slices: list[tuple[int, int]] = []
    start = covered = 0
    while covered < pieces:
        end = bisect_right(ends, ends[start] + capacity) - 1
        if end < pieces:
            half = bisect_left(ends, ends[start] + capacity // 2)
            at = bisect_right(line_starts, end) - 1
            if at >= 0 and line_starts[at] > max(half, covered):
                end = line_starts[at]
        slices.append((start, end))
        covered = end
        overlap = bisect_left(ends, ends[end] - capacity // 4)
        farthest = bisect_left(ends, ends[end] - 3 * capacity // 8)
        at = bisect_left(line_starts, farthest)
        at_line = at < len(line_starts) and line_starts[at] <= overlap
        start = max(line_starts[at] if at_line else overlap, start + 1)
    return slices
