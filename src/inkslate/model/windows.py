"""From pieces to token windows and back to words.

Every word is tokenised by itself, as if after a space, so its tokens do not depend on its neighbours and
offsets are exact. Text never becomes a special token: `[CLS]` or `</>` in a note stay ordinary text.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from pathlib import Path
from typing import NamedTuple, TypeVar

from inkslate.board import Line
from inkslate.errors import ModelError
from inkslate.messages import counted
from inkslate.model.cutting import Flow, Slice, cut
from inkslate.model.layout import Mark, Piece, WordPiece
from inkslate.model.tokenizer import Subwords, read_subwords
from inkslate.model.view import Outline

NO_WORD = -1
_NO_OUTLINE = Outline()
_CACHE_SIZE = 1 << 14  # words: more than people use; a few megabytes if all words differ
_LONGEST_CACHED = 64  # characters: longer words are rarely repeated and take memory
_LONGEST_TOKEN = 64  # characters that are tokenised of a word, for each token that is kept of it
_SMALLEST_WINDOW = 16
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Window:
    """Token ids for one pass of a model, and the word each belongs to: NO_WORD for marks and specials.

    Context is read and not labelled; `context_word` gives the numbers of its words.
    """

    ids: tuple[int, ...]
    words: tuple[int, ...]

    @property
    def kept(self) -> list[int]:
        """Positions of all tokens but the later pieces of words."""
        before = (NO_WORD, *self.words)
        return [at for at, word in enumerate(self.words) if word == NO_WORD or word != before[at]]


class _Context(NamedTuple):
    """Tokens that are read and not labelled, and the number of the context word that each belongs to."""

    ids: tuple[int, ...] = ()
    words: tuple[int, ...] = ()


_NO_CONTEXT = _Context()


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

    def encode(self, pieces: Sequence[Piece], outline: Outline = _NO_OUTLINE) -> Encoded:
        """All pieces, in one window where they fit, else in overlapping ones; `cutting` says where.

        The outline says where lines and sections begin, and with which context each window begins.
        """
        # For every piece its word and its tokens, which stay in one window; two lists, for speed.
        words: list[int] = []
        tokens: list[tuple[int, ...]] = []
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
                # A tokenizer without this mark has no token for it.
                words.append(NO_WORD)
                tokens.append(() if mark is None else (mark,))
        flow = Flow(words, tokens, [0, *accumulate(map(len, tokens))])
        if outline.section_starts or outline.openings or flow.ends[-1] > self.capacity:
            slices = self._slices(pieces, flow, outline)
        else:
            slices = [(Slice(0, 0, len(words), len(words)), _NO_CONTEXT)] if words else []
        windows = tuple([self._window(flow, piece, context) for piece, context in slices])
        return Encoded(windows, self._places(flow, slices), tuple(shortened))

    def _slices(self, pieces: Sequence[Piece], flow: Flow, outline: Outline) -> list[tuple[Slice, _Context]]:
        """The pieces of each window, all of one section, and the context of the first that it labels."""
        place = _line_places(pieces)
        end = len(pieces)
        line_starts = sorted({place.get(word, end) for word in outline.line_starts}) or _behind_breaks(pieces)
        above = self._context_lines(outline.context)
        openings = [(place.get(start, end), self._context(above, lines)) for start, lines in outline.openings]
        starts = [start for start, _ in openings]

        def context_at(piece: int) -> _Context:
            at = bisect_right(starts, piece) - 1
            return openings[at][1] if at >= 0 else _NO_CONTEXT

        found: list[tuple[Slice, _Context]] = []
        for first, last in pairwise((0, *sorted(place[word] for word in outline.section_starts), end)):
            inside = openings[bisect_right(starts, first) : bisect_left(starts, last)]
            longest = max(len(context.ids) for context in (context_at(first), *(context for _, context in inside)))
            slices = cut(flow, (first, last), line_starts, self.capacity - longest)
            found += [(piece, context_at(piece.start)) for piece in slices]
        return found

    def _context_lines(self, lines: Sequence[Line]) -> list[_Context]:
        """The tokens of each context line; of a line that is longer than all context may be, its beginning."""
        firsts = accumulate((len(line.words) for line in lines), initial=0)
        found = []
        for line, first in zip(lines, firsts, strict=False):
            most = self.most_context + 1  # words: one more tells that the line does not fit
            of_words = [self.word_ids(word.text)[: self.longest_word] for word in line.words[:most]]
            named = [context_word(first + at) for at, ids in enumerate(of_words) for _ in ids]
            found.append(_Context(tuple(chain.from_iterable(of_words)), tuple(named)))
        return found

    def _context(self, lines: Sequence[_Context], numbers: Sequence[int]) -> _Context:
        """The tokens of these context lines; the nearest are the last, and at most a quarter of a window is kept."""
        most = self.most_context
        ids: tuple[int, ...] = ()
        words: tuple[int, ...] = ()
        for number in reversed(numbers):
            line = lines[number]
            if ids and len(ids) + len(line.ids) > most:
                break
            ids, words = line.ids[:most] + ids, line.words[:most] + words
        return _Context(ids, words)

    @property
    def most_context(self) -> int:
        """How many tokens of context a window has at most."""
        return self.capacity // 4

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

    def _window(self, flow: Flow, piece: Slice, context: _Context) -> Window:
        span = slice(piece.start, piece.end)
        tokens = flow.tokens[span]
        of_tokens = [word for word, ids in zip(flow.words[span], tokens, strict=True) for _ in ids]
        return Window(
            (*self._prefix, *context.ids, *chain.from_iterable(tokens), *self._suffix),
            (*[NO_WORD] * len(self._prefix), *context.words, *of_tokens, *[NO_WORD] * len(self._suffix)),
        )

    def _places(self, flow: Flow, slices: Sequence[tuple[Slice, _Context]]) -> tuple[Place, ...]:
        words, ends = flow.words, flow.ends
        places: list[Place] = []
        for number, (piece, context) in enumerate(slices):
            shift = len(self._prefix) + len(context.ids) - ends[piece.start]
            labelled = slice(piece.begin, piece.stop)
            spans = zip(words[labelled], pairwise(ends[piece.begin : piece.stop + 1]), strict=True)
            places += [Place(number, start + shift, end + shift) for word, (start, end) in spans if word != NO_WORD]
        return tuple(places)


def context_word(number: int) -> int:
    """The word number of the tokens of a context word."""
    return NO_WORD - 1 - number


def context_number(word: int) -> int:
    """The inverse of `context_word`."""
    return NO_WORD - 1 - word


def _behind_breaks(pieces: Sequence[Piece]) -> list[int]:
    return [at for at, piece in enumerate(pieces, 1) if piece is Mark.LINE_BREAK]


def _line_places(pieces: Sequence[Piece]) -> dict[int, int]:
    """For every word the piece that begins a line with it: a bullet mark before it, or the word itself."""
    marked = [False, *(piece is Mark.BULLET for piece in pieces)]
    return {piece.number: at - marked[at] for at, piece in enumerate(pieces) if isinstance(piece, WordPiece)}
