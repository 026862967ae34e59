"""Owner and due date of a task: found in its words, never invented, left out where they are not certain."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from inkslate.board import Region, parse_due
from inkslate.details.calendar_values import Calendar
from inkslate.details.context import DetailContext
from inkslate.details.due_dates import find_due
from inkslate.details.locale import Locale
from inkslate.details.locales import day_first, find_locale
from inkslate.details.owners import FoundOwner, find_owner, find_promise, is_signature
from inkslate.details.people import Roster
from inkslate.details.quotations import mask_quotations
from inkslate.details.task_marks import MarkedText, find_marks
from inkslate.extraction import Detail, Extraction, Task

__all__ = ["DetailContext", "add_details", "day_first", "detail_key", "find_locale", "task_detail"]

_LONGEST = 2000  # characters: a longer text is not a task, and any day in it may belong to something else
_NOTHING = Detail()
_BOX = "☐"  # before the texts of tasks that have one, where `known` has them


def add_details(
    extractions: Iterable[Extraction], context: DetailContext, *, known: MutableMapping[str, Detail] | None = None
) -> list[Extraction]:
    """The extractions with the owner and the due date of every task that has one.

    `known` has what was found in the texts of tasks before, with spans that count from the task's first word; texts
    behind a check box have one in front. Those texts are not searched again; what is found in others is added to it.
    """
    finder = _Finder.of(context)
    known = {} if known is None else known
    return [_with_details(extraction, finder, known) for extraction in extractions]


def task_detail(words: Sequence[str], context: DetailContext) -> Detail:
    """Owner and due date of one task; spans count its words from 0."""
    return _Finder.of(context).find(" ".join(words), words)


@dataclass(frozen=True, slots=True)
class _Finder:
    """A context, prepared for many tasks."""

    calendar: Calendar
    roster: Roster
    locale: Locale

    @classmethod
    def of(cls, context: DetailContext) -> _Finder:
        locale = find_locale(context.locale)
        calendar = Calendar(context.now or datetime.now(), day_first(context.locale))
        return cls(calendar, Roster.of(context.people, locale.owners), locale)

    def beside(self, people: Iterable[str]) -> _Finder:
        """The same for a board with these people."""
        return replace(self, roster=self.roster.beside(people, self.locale.owners))

    def find(self, text: str, words: Sequence[str], speaker: str | None = None, *, boxed: bool = False) -> Detail:
        """The detail of a task; `words` are those of the text, `speaker` is who says `I` in it.

        `boxed` where a check box in front of it says that it is a task.
        """
        if len(text) >= _LONGEST:
            return _NOTHING
        marked = find_marks(text)
        if marked.marks.due:
            return self._find_marked(marked, words, speaker, boxed=boxed)
        masked = mask_quotations(text)
        due = find_due(masked, self.calendar, self.locale)
        planned = due is not None and self.calendar.is_today_or_later(due.due)
        rest = _blanked(masked, due.start, due.end) if due else masked
        owner = self._owner(rest, speaker, boxed=boxed, planned=planned)
        return Detail(
            owner=owner.owner if owner else None,
            owner_span=_words_at(words, owner.start, owner.end) if owner else None,
            due=due.due if due else None,
            due_span=_words_at(words, due.start, due.end) if due else None,
        )

    def _owner(self, text: str, speaker: str | None, *, boxed: bool, planned: bool) -> FoundOwner | None:
        if speaker and (promised := find_promise(text, speaker, self.locale)):
            return promised
        found = find_owner(text, self.roster, self.locale, boxed=boxed, planned=planned)
        return None if found and speaker and is_signature(found, text, speaker) else found

    def _find_marked(self, marked: MarkedText, words: Sequence[str], speaker: str | None, *, boxed: bool) -> Detail:
        """The detail of a task whose due date is a mark of a plugin, which may be in the past."""
        planned = marked.marks.due is not None and self.calendar.is_today_or_later(marked.marks.due)
        owner = self._owner(mask_quotations(marked.blanked), speaker, boxed=boxed, planned=planned)
        place = marked.place_of("due")
        return Detail(
            owner=owner.owner if owner else None,
            owner_span=_words_at(words, owner.start, owner.end) if owner else None,
            due=marked.marks.due,
            due_span=_words_at(words, *place) if place else None,
        )


def detail_key(task: Task) -> str:
    """What a task's detail is known by: its words, and whether a check box is in front of them."""
    return f"{_BOX} {task.text}" if task.stated == "box" else task.text


def _with_details(extraction: Extraction, finder: _Finder, known: MutableMapping[str, Detail]) -> Extraction:
    details = {}
    regions = {region.id: region for region in extraction.board.regions}
    if extraction.board.people:
        # The same words may mean somebody else, or nobody, on another board.
        finder, known = finder.beside(extraction.board.people), {}
    for task in extraction.tasks_without_details:
        region = regions[task.region]
        boxed = task.stated == "box"
        key = detail_key(task)
        # What somebody says of himself is not what the same words mean elsewhere.
        said = finder.find(task.text, task.words, region.speaker, boxed=boxed) if region.speaker else None
        detail = said or known.get(key)
        if detail is None:
            detail = known[key] = finder.find(task.text, task.words, boxed=boxed)
        if due := _stated_due(region, task.lines):
            detail = replace(detail, due=due, due_span=None)
        if detail != _NOTHING:
            details[task.id] = _moved(detail, task.start)
    return extraction.with_details(details)


def _stated_due(region: Region, lines: Iterable[int]) -> date | None:
    """The due date that the file states for the first of these lines that has one, a past one too."""
    return next((parse_due(due.text) for number in lines if (due := region.lines[number].due)), None)


def _blanked(text: str, start: int, end: int) -> str:
    """The text without the words that say the day, which are not a name.

    Brackets around them are blanked too: "(Sam, Fri)" is "(Sam)", "Sam (Fri): call" is "Sam: call".
    """
    before, behind = text[:start].rstrip(), text[end:].lstrip()
    if before[-1:] + behind[:1] in ("()", "[]", "{}"):
        start, end = len(before) - 1, len(text) - len(behind) + 1
    return text[:start] + " " * (end - start) + text[end:]


def _words_at(words: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """The words that characters start..end of the text belong to."""
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
