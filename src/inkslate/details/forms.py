"""How a language writes something: forms that begin at a character, and phrases by their first words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

Pattern = re.Pattern[str]
Phrases = Mapping[str, tuple[tuple[str, ...], ...]]  # by their first words, the longest first

# A phrase ends where no letter, digit or sign goes on: not in "Friday's", "Mon-Fri", "12/3/4/5", "3.12.1".
WORD_END = r"(?![\w’']|[-–/.:](?=\w)|\s?%)"
YEAR = r"20\d\d"


def whole_words(pattern: str) -> Pattern:
    """The pattern, where it does not end inside of a longer word."""
    return re.compile(f"(?:{pattern}){WORD_END}", re.IGNORECASE)


def phrases_of(lines: str) -> Phrases:
    """The phrases of a text, one on each line or between commas, by their first words."""
    phrases = sorted((tuple(line.split()) for line in re.split("[,\n]", lines) if line.strip()), key=len, reverse=True)
    return {first: tuple(one for one in phrases if one[0] == first) for first in {one[0] for one in phrases}}


@dataclass(frozen=True, slots=True)
class Form:
    """A way to write something: its name (for a day, that in day_forms.READERS), how it begins, and the whole of it."""

    name: str
    begins: str  # its first words in lower case, or their beginnings; three characters of each decide
    pattern: Pattern


@dataclass(frozen=True)
class FormTable:
    """Forms in the order in which they are tried."""

    forms: tuple[Form, ...]

    def at(self, text: str, at: int) -> tuple[Form, ...]:
        """The forms that may begin at a character: a look-up that spares trying all of them."""
        first, table = text[at : at + 3].lower(), self._by_beginning
        found = table.get(first) or table.get(first[:2]) or table.get(first[:1], ())
        return found if first.isascii() else self.forms  # ignoring case, ı matches i

    @cached_property
    def _by_beginning(self) -> Mapping[str, tuple[Form, ...]]:
        begun = {form: {word[:3] for word in form.begins.split()} for form in self.forms}
        firsts: set[str] = set().union(*begun.values())
        return {one: tuple(form for form in self.forms if begun[form] & {one, one[:2], one[:1]}) for one in firsts}


# Dates in figures, which are the same in every language.
DIGITS = "0 1 2 3 4 5 6 7 8 9 "
FIGURES = (
    Form("iso", "2", re.compile(rf"{YEAR}([-/])\d\d?\1\d\d?(?:(?=T\d\d:\d\d)|{WORD_END})")),  # T is before a time
    Form("numbers", DIGITS, whole_words(rf"\d\d?/\d\d?(?:/(?:{YEAR}|\d\d))?|\d\d?-\d\d?-{YEAR}")),
    Form("dotted", DIGITS, whole_words(rf"(?P<day>\d\d?)\.\s?(?P<month>\d\d?)\.(?:\s?(?P<year>{YEAR}|\d\d))?")),
)
