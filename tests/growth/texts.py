"""Parts of text that took more than their share of time somewhere, or could."""

from __future__ import annotations

from collections.abc import Sequence

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
# These in tasks only, where names and days are looked for.
_MORE_NAMES = (
    "Boiler: Sam to call, ",
    "please can Sam ",
    "Sunday Sam ",
    "Anna van de ",
    "really ",
    "JK ",
    "JK, ",
    "J.K. ",
    "[a] ",
    "(a b) ",
    "#a ",
    "A-1 ",
    "O'Neil ",
    "Will to ",
    "王芳 ",
    "प्रि",
    "*",
    "Sam pls ",
    "Sam | ",
)
_MORE_DAYS = (
    "over the weekend ",
    "finish a for ",
    "in 5 working ",
    "end of to",
    "a week from Fri ",
    "in an hour ",
    "within the next ",
    "half an ",
    "Fri latest ",
    "room 12 Dec 3 ",
    "room 1 ",
    "mid-",
    "first of ",
    "Fri week ",
    "2026-05-03T",
    "end ",
    "run in 1 h ",
)
TASK_PARTS = (*_MORE_NAMES, *_MORE_DAYS)
# And these in the first lines of a note, where its date is looked for.
DATE_PARTS = (
    "2026",
    "2026-05-03 ",
    "2026-05-",
    "1/2/",
    "1 May ",
    "May 1 ",
    "date: ",
    "date: 2026-05-03 ",
    "by ",
    "---\n",
    "by a ",
)
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


def long_lines(length: int, parts: Sequence[str] = PARTS) -> list[Repeat]:
    """Lines of so many characters: what is bounded by the length of a line may be slow up to that bound."""
    return [Repeat((part * length)[:length].strip() + "\n") for part in parts if part.strip()]
