"""How alike two tasks are: by their words, by their letters, and hardly where a number was replaced by another."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher

# Half of all words is what "buy a cake" and "buy a lamp" share; more than that is an edit.
_WORDS_SHARED = 0.5
# A task that only grew or shrank may do so by more.
_WORDS_KEPT = 1 / 3
# "Pay invoice 13" is not "pay invoice 12"; from ten words on, a number that differs is an edit.
_WORDS_SHARED_DESPITE_NUMBERS = 0.8
# "the report" read as "thc rcpart" shares no word but most letters; "call Sam" and "call Bob" are below.
_LETTERS_ALIKE = 0.75
# Comparing letters takes the product of the lengths; longer tasks have words enough to tell.
_LONGEST_BY_LETTERS = 200
# From the first letter or digit to the last, which takes one way there and one back however long the word is.
_CORE = re.compile(r"\w(?:.*\w)?", re.DOTALL)
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Wording:
    """A task's words as they count: without case and the punctuation around them."""

    plain: str
    words: Counter[str]
    numbers: Counter[str]  # without those that say when the task is due: another day is an edit

    @classmethod
    def of(cls, text: str, *, when: tuple[int, int] | None = None) -> Wording:
        """The wording of a text; `when` are those of its words that say when it is due."""
        spelled = text.split()
        cores = [match[0].casefold() for match in map(_CORE.search, spelled) if match] or spelled
        start, end = when or (0, 0)
        named = (word for at, word in enumerate(spelled) if not start <= at < end)
        return cls(" ".join(cores), Counter(cores), Counter(n for word in named for n in _NUMBER.findall(word)))


def similarity(a: Wording, b: Wording) -> float:
    """How alike two tasks are, from 0 (not the same) to 1."""
    shared = sum((a.words & b.words).values())
    size_a, size_b = a.words.total(), b.words.total()
    if not size_a or not size_b:
        return 0.0
    iou = shared / (size_a + size_b - shared)
    if a.numbers - b.numbers and b.numbers - a.numbers:
        return iou if iou > _WORDS_SHARED_DESPITE_NUMBERS else 0.0
    by_words = iou > _WORDS_SHARED or (iou >= _WORDS_KEPT and 2 <= shared == min(size_a, size_b))
    by_letters = _letters_alike(a.plain, b.plain)
    return max(iou if by_words else 0.0, by_letters if by_words or by_letters >= _LETTERS_ALIKE else 0.0)


def _letters_alike(a: str, b: str) -> float:
    """The share of letters in the same order; 0 where it cannot be large, or costs too much to find."""
    if max(len(a), len(b)) > _LONGEST_BY_LETTERS:
        return 0.0
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    if matcher.real_quick_ratio() < _LETTERS_ALIKE or matcher.quick_ratio() < _LETTERS_ALIKE:
        return 0.0
    return matcher.ratio()
