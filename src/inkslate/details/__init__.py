"""Owner and due date of a task: found in its words, never invented, left out where they are not certain."""

from __future__ import annotations

import re
from collections.abc import Collection, MutableMapping, Sequence
from dataclasses import replace
from datetime import datetime

from inkslate.details.calendar_values import Calendar
from inkslate.details.due_dates import find_due
from inkslate.details.owners import find_owner
from inkslate.details.people import Roster
from inkslate.details.quotations import mask_quotations
from inkslate.errors import InputError
from inkslate.extraction import Detail, Extraction

_LONGEST = 2000  # characters: beyond, it is no task that anybody wrote, and whose day it would be is open
_NOTHING = Detail()
_LOCALE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*(?:\.[\w-]+)?")


def find_details(
    extraction: Extraction,
    *,
    now: datetime,
    locale: str = "en",
    people: Collection[str] = (),
    known: MutableMapping[str, Detail] | None = None,
) -> Extraction:
    """The extraction with the owner and the due date of every task that has one.

    Days are counted from `now`; 12/3 is 3 December in `en-US` and 12 March elsewhere. `people` are names that count in
    any case, each with its aliases behind commas. `known` has what was found in the texts of tasks before, with spans
    that count from the task's first word; it is not looked for again, and what is new is added.
    """
    calendar, roster = Calendar(now, day_first(locale)), Roster.of(people)
    known = {} if known is None else known
    details = {}
    # By the ids that tasks have by themselves, as Extraction wants them.
    for task in extraction.own_tasks:
        detail = known.get(task.text)
        if detail is None:
            detail = known[task.text] = _detail(task.text.split(" "), calendar, roster)
        if detail != _NOTHING:
            details[task.id] = _moved(detail, task.start)
    return extraction.having(details=details)


def task_detail(words: Sequence[str], *, now: datetime, day_first: bool = True, people: Collection[str] = ()) -> Detail:
    """Owner and due date of one task; spans count its words from 0."""
    return _detail(words, Calendar(now, day_first), Roster.of(people))


def day_first(locale: str) -> bool:
    """Whether 12/3 is 12 March; only American English is known to mean 3 December."""
    if not _LOCALE.fullmatch(locale):
        raise InputError(f"{locale!r} is no locale; write it like en-US or de")
    return not re.match(r"en[-_]US\b", locale, re.IGNORECASE)


def _detail(words: Sequence[str], calendar: Calendar, roster: Roster) -> Detail:
    if sum(map(len, words)) + len(words) > _LONGEST:
        return _NOTHING
    text = mask_quotations(" ".join(words))
    due = find_due(text, calendar)
    owner = find_owner(_blanked(text, due.start, due.end) if due else text, roster)
    return Detail(
        owner=owner.owner if owner else None,
        owner_span=_words_at(words, owner.start, owner.end) if owner else None,
        due=due.due if due else None,
        due_span=_words_at(words, due.start, due.end) if due else None,
    )


def _blanked(text: str, start: int, end: int) -> str:
    """The text without what says the day, which names nobody.

    What stands around it closes up: "(Sam, Fri)" is "(Sam)", "Sam (Fri): call" is "Sam: call".
    """
    before, behind = text[:start].rstrip(), text[end:].lstrip()
    if before[-1:] + behind[:1] in ("()", "[]", "{}"):
        start, end = len(before) - 1, len(text) - len(behind) + 1
    return text[:start] + " " * (end - start) + text[end:]


def _words_at(words: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """The words that characters start..end of the text stand in."""
    first, last, at = len(words), 0, 0
    for number, word in enumerate(words):
        if at < end and at + len(word) > start:
            first, last = min(first, number), number + 1
        at += len(word) + 1
    return first, last


def _moved(detail: Detail, by: int) -> Detail:
    def shift(span: tuple[int, int] | None) -> tuple[int, int] | None:
        return (span[0] + by, span[1] + by) if span else None

    return replace(detail, owner_span=shift(detail.owner_span), due_span=shift(detail.due_span))
