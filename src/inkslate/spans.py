"""Half-open spans of words, and what is wrong with a list of them that should cover all words once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from inkslate.errors import InputError
from inkslate.messages import counted

TextSpan = tuple[int, int]  # characters start..end of the text that was read


class HasSpan(Protocol):
    """Anything that covers words start..end of a region."""

    @property
    def start(self) -> int:
        """The index of the first word."""
        ...

    @property
    def end(self) -> int:
        """The index behind the last word."""
        ...


@dataclass(frozen=True, slots=True)
class Span:
    """Words start..end of a region; `is_task` is None where it is not known.

    >>> Span(0, 2, is_task=True)
    Span(start=0, end=2, is_task=True)
    """

    start: int
    end: int
    is_task: bool | None = None

    def __post_init__(self) -> None:
        check_bounds(self.start, self.end)


def check_bounds(start: int, end: int) -> None:
    """InputError where words start..end are not a span."""
    if not 0 <= start < end:
        raise InputError(f"words {start} to {end} are not a span: a sentence has at least one word")


def partition_problems(sentences: Sequence[HasSpan], words: int) -> list[str]:
    """Every reason why the sentences, in order, do not cover words 0..words exactly once."""
    problems, at = [], 0
    for number, sentence in enumerate(sentences, 1):
        if sentence.start != at:
            problem = "overlaps the one before" if sentence.start < at else "leaves words out"
            problems.append(f"sentence {number} {problem}: it starts at word {sentence.start}, expected {at}")
        if sentence.end > words:
            problems.append(
                f"sentence {number} ends at word {sentence.end} but the region has {counted(words, 'word')}"
            )
        at = sentence.end
    if at < words:
        problems.append(f"the sentences end at word {at} but the region has {counted(words, 'word')}")
    return problems
