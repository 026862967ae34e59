"""Parts of text that took more than their share of time somewhere, or could."""

from __future__ import annotations

from tests.growth.measuring import Repeat

# Each is repeated as one long line in every format that is text.
_BRACKETS = (
    "[",
    "]",
    "![",
    "[[",
    "[a](",
    "[a](b ",
    "[a][",
    "![a](<",
    "(",
    "(a ",
    "{",
    "<",
    "<a ",
    "<!--",
    "<?",
    "&",
    "&#1",
)
_MARKS = (
    "*",
    "**a ",
    "*a ",
    "_a ",
    "*a_ ",
    "~~a ",
    "`",
    "`a ",
    "``a `",
    "==a ",
    "%%a ",
    "+a ",
    "\\[",
    "|",
    "a|",
    " :a",
    "# ",
)
_QUOTES = ('"a ', "'a ", "“a ", "“", "‘a ", "«a ")
_LISTS = ("- ", "-", "1. ", "a. ", "• ", "> ", "-> ", "☐ ", "[ ] ", "- [ ] ", "TODO: ", "x (A) ", "+a @b ")
_WORDS = (
    "a",
    "A",
    "1",
    " ",
    "\t",
    "a ",
    "AAAAAAa ",
    "a.",
    "a! ",
    "!",
    "é",
    "İ",
    "字",
    "🙂",
    "👨‍👩‍👧",
    "🇩🇪",
    "\u0301",
    "\u2028",
    "¬ ",
)
_NAMES = ("@", "@Sam ", "Sam, ", "Sam and ", "(Sam ", "[Sam] ", "Sam -> ", "Anna-Lena ")
_DAYS = ("1/2 ", "1.", "3 pm ", "by Fri ", "Fri, ", "May 3 ", "3rd ", "2026-05-03 ", "due: ", "next week ", "every ")
_CLAUSES = ("if ", "not ", "was ", "between 1 ", "from 1 to ", "https://a.b/", "a@b.c ")
PARTS = (*_BRACKETS, *_MARKS, *_QUOTES, *_LISTS, *_WORDS, *_NAMES, *_DAYS, *_CLAUSES)

# And these as very many lines.
LINES = (
    "a",
    "- a",
    "  - a",
    "# a",
    "## a",
    "[ ] a",
    "TODO a",
    "> a",
    "| a",
    "[a]: b",
    "Sam: a",
    "a.",
    "a-",
    "    a",
    "AA",
    "![",
)


def long_lines(length: int) -> list[Repeat]:
    """Lines of so many characters: what is bounded by the length of a line may be slow up to that bound."""
    return [Repeat((part * length)[:length].strip() + "\n") for part in PARTS if part.strip()]
