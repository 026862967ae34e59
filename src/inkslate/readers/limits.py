"""How large a file of notes may be, for all readers: beyond that, reading takes many gigabytes and minutes.

Memory depends on words, not on bytes: a word with its source takes a kilobyte until it is written. Files with pictures
or attachments may have any size.
"""

from __future__ import annotations

import re
from itertools import islice

from inkslate.board import Board
from inkslate.errors import InputError

MOST_WORDS = 2_000_000  # and lines, and tags of HTML; three times the Bible
MOST_MARKUP = 64 << 20  # bytes of JSON, XML or HTML: reading them takes thirty times as much memory
MOST_STREAM = 1 << 30  # bytes of a pipe or a device, which may never end
MOST_TAGS = 4_000_000  # of XML that holds attachments
_PIECE = re.compile(r"<|\n|[^\s<]+")
_REMEDY = "divide it into several files"


def check_words(name: str, *texts: str) -> None:
    """Raise InputError where the texts have more words, lines and tags than a file of notes."""
    count = WordCount(name)
    for text in texts:
        count.add(sum(1 for _ in islice(_PIECE.finditer(text), MOST_WORDS + 1)))


def check_markup(name: str, size: int) -> None:
    """Raise InputError where JSON, XML or HTML has more bytes than its tree may be built of."""
    if size > MOST_MARKUP:
        raise InputError(f"{name}: has more than {MOST_MARKUP >> 20} MB of JSON or markup; {_REMEDY}")


def check_stream(name: str, size: int) -> None:
    """Raise InputError where a pipe or a device goes on for longer than memory is for."""
    if size > MOST_STREAM:
        raise InputError(f"{name}: goes on after {MOST_STREAM >> 20:,} MB; save it as files, and divide them")


def check_tags(name: str, data: bytes) -> None:
    """Raise InputError where XML, however large its attachments are, has too many tags."""
    if data.count(b"<") > MOST_TAGS:
        raise InputError(f"{name}: has more than {MOST_TAGS:,} tags; {_REMEDY}")


class WordCount:
    """Counts what is kept of a file; InputError beyond the limit."""

    def __init__(self, name: str) -> None:
        self._name, self._left = name, MOST_WORDS

    def add(self, count: int) -> None:
        """Count these words and lines."""
        self._left -= count
        if self._left < 0:
            raise _too_many(self._name)

    def add_board(self, board: Board) -> None:
        """Count what a board holds: an empty one takes memory too."""
        lines = [line for region in board.regions for line in region.lines]
        self.add(1 + len(board.regions) + len(lines) + sum(len(line.words) for line in lines))


def _too_many(name: str) -> InputError:
    return InputError(f"{name}: has more than {MOST_WORDS:,} words and lines; {_REMEDY}")
