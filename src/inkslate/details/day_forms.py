"""How notes write a day, one form each; what a form says is worked out when the calendar is known."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import partial

from inkslate.details.calendar_values import MONTHS, WEEKDAYS, Calendar

Value = Callable[[Calendar], date | None]


class Kind(Enum):
    """What a phrase is written with, which says what else it could be."""

    WEEKDAY = "weekday"
    RELATIVE = "relative"  # today, tomorrow: nothing else
    PERIOD = "period"  # next week, this Friday, in 2 days
    END = "end"  # EOD, end of month
    NUMBERS = "numbers"  # 12/3: a fraction, a room, a score
    DOTTED = "dotted"  # 3.12.: a version
    MONTH_DAY = "month and day"
    ORDINAL = "ordinal"  # the 3rd: floor, draft
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Day:
    kind: Kind
    value: Value
    end: int


_Form = tuple[re.Pattern[str], Callable[[re.Match[str]], Day]]

_WEEKDAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_YEAR = r"20\d\d"
_TOMORROW = r"(?:tom?mor?row|tmrw|tmrrw|tmr|tmw|2moro)"
# A phrase ends where no letter, digit or sign goes on: not in "Friday's", "Mon-Fri", "12/3/4/5", "3.12.1".
WORD_END = r"(?![\w’']|[-–/.:](?=\w)|\s?%)"
_COUNTS = {"a": 1, "an": 1} | {
    word: n for n, word in enumerate("one two three four five six seven eight nine".split(), 1)
}


def whole_words(pattern: str) -> re.Pattern[str]:
    """The pattern where no longer word has it for its beginning."""
    return re.compile(pattern + WORD_END, re.IGNORECASE)


_DAY_AFTER_END = re.compile(r",?\s+(?:on\s+|of\s+)?", re.IGNORECASE)
_DATE_AFTER_WEEKDAY = re.compile(r"\.?,?\s+(?:the\s+)?", re.IGNORECASE)
_SPACE = re.compile(r"\s+")


def read_day(text: str, at: int) -> Day | None:
    """The day that begins at a character."""
    return _read(_FORMS, text, at)


def _read(forms: Sequence[_Form], text: str, at: int) -> Day | None:
    for pattern, read in forms:
        match = pattern.match(text, at)
        # Ignoring case, ſ is an s and ı an i; no note means them so.
        if match and match[0].isascii():
            return read(match)
    return None


def _iso(match: re.Match[str]) -> Day:
    year, month, day = map(int, re.split("[-/]", match[0]))
    return Day(Kind.MONTH_DAY, lambda calendar: calendar.day_and_month(day, month, year), match.end())


WORD_ENDS: dict[str, Value] = {
    "day": lambda calendar: calendar.day("today"),
    "week": lambda calendar: calendar.week_end(),
    "next week": lambda calendar: calendar.week_end(weeks=1),
    "month": lambda calendar: calendar.month_end(),
    "next month": lambda calendar: calendar.month_end(months=1),
    "year": lambda calendar: calendar.year_end(),
}
_SHORTWORD_ENDS = {"eow": "week", "eom": "month", "eoy": "year"}


def _end_of(match: re.Match[str]) -> Day:
    unit = _SPACE.sub(" ", (match["unit"] or _SHORTWORD_ENDS.get(match["short"].lower(), "day")).lower())
    if unit not in WORD_ENDS:
        month = _month(unit)
        return Day(Kind.END, lambda calendar: calendar.end_of_month(month), match.end())
    gap = _DAY_AFTER_END.match(match.string, match.end()) if unit == "day" else None
    then = read_day(match.string, gap.end()) if gap else None
    if then and then.kind is not Kind.ORDINAL:
        return Day(Kind.END, then.value, then.end)
    return Day(Kind.END, WORD_ENDS[unit], match.end())


def _after_tomorrow(match: re.Match[str]) -> Day:
    return Day(Kind.RELATIVE, Calendar.day_after_tomorrow, match.end())


def _relative(match: re.Match[str]) -> Day:
    word = "tomorrow" if match[0][:2].lower() in ("tm", "2m") or match[0][:3].lower() == "tom" else "today"
    return Day(Kind.RELATIVE, lambda calendar: calendar.day(word), match.end())


_PERIODS: dict[tuple[str, str], Value] = {
    ("next", "week"): lambda calendar: calendar.day("in 1 week"),
    ("next", "month"): lambda calendar: calendar.day("in 1 month"),
    ("this", "week"): lambda calendar: calendar.week_end(),
    ("this", "month"): lambda calendar: calendar.month_end(),
    ("this", "weekend"): lambda calendar: calendar.weekend(),
}


def _period(match: re.Match[str]) -> Day:
    which, unit = match["which"].lower(), match["unit"].lower()
    if match["weekday"]:
        number = _weekday(match["weekday"])
        weeks = int(which == "next")
        return Day(Kind.PERIOD, lambda calendar: calendar.weekday_of_week(number, weeks=weeks), match.end())
    return Day(Kind.PERIOD, _PERIODS[which, unit], match.end())


def _count(match: re.Match[str]) -> Day:
    count = _COUNTS.get(match["count"].lower()) or int(match["count"])
    unit = match["unit"].lower().rstrip("s")
    return Day(Kind.PERIOD, lambda calendar: calendar.day(f"in {count} {unit}s"), match.end())


def _weekday_form(match: re.Match[str]) -> Day:
    number, which = _weekday(match["weekday"]), (match["which"] or "").lower()
    if match["week"]:
        weeks = int(match["week"].lower().startswith("next"))
        return Day(Kind.PERIOD, lambda calendar: calendar.weekday_of_week(number, weeks=weeks), match.end())
    gap = None if which else _DATE_AFTER_WEEKDAY.match(match.string, match.end())
    then = _read(_DATES, match.string, gap.end()) if gap else None
    if then:
        # A day that is no such weekday is a slip of somebody: we cannot tell whose.
        return Day(Kind.MONTH_DAY, partial(_if_weekday, then.value, number), then.end)
    if which.startswith("this"):
        return Day(Kind.PERIOD, lambda calendar: calendar.this_weekday(number), match.end())
    return Day(Kind.PERIOD if which else Kind.WEEKDAY, lambda calendar: calendar.weekday(number), match.end())


def _numbers(match: re.Match[str]) -> Day:
    first, second, *rest = map(int, re.split("[-/]", match[0]))
    year = rest[0] + 2000 * (rest[0] < 100) if rest else None
    kind = Kind.NUMBERS if year is None else Kind.MONTH_DAY
    return Day(kind, lambda calendar: calendar.numbers(first, second, year), match.end())


def _dotted(match: re.Match[str]) -> Day:
    day, month = int(match["day"]), int(match["month"])
    year = int(match["year"]) + 2000 * (len(match["year"]) == 2) if match["year"] else None
    kind = Kind.DOTTED if year is None else Kind.MONTH_DAY
    return Day(kind, lambda calendar: calendar.day_and_month(day, month, year), match.end())


def _month_day(match: re.Match[str]) -> Day:
    day, month = int(match["day"]), _month(match["month"])
    year = int(match["year"]) + 2000 * (len(match["year"]) == 2) if match["year"] else None
    return Day(Kind.MONTH_DAY, lambda calendar: calendar.day_and_month(day, month, year), match.end())


def _ordinal(match: re.Match[str]) -> Day:
    day = int(match["day"])
    return Day(Kind.ORDINAL, lambda calendar: calendar.day_of_month(day), match.end())


def _if_weekday(value: Value, number: int, calendar: Calendar) -> date | None:
    day = value(calendar)
    return day if day and day.weekday() == number else None


def _weekday(name: str) -> int:
    return next(number for number, day in enumerate(WEEKDAYS) if day.startswith(name[:3].lower()))


def _month(name: str) -> int:
    return next(number for number, month in enumerate(MONTHS, 1) if month.startswith(name[:3].lower()))


_NTH = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_OPTIONAL_YEAR = rf"(?:,?\s+(?P<year>{_YEAR}))?"
_DATES: tuple[_Form, ...] = (
    (whole_words(rf"{_YEAR}([-/])\d\d?\1\d\d?"), _iso),
    (whole_words(rf"\d\d?/\d\d?(?:/(?:{_YEAR}|\d\d))?|\d\d?-\d\d?-{_YEAR}"), _numbers),
    (whole_words(rf"(?P<day>\d\d?)\.\s?(?P<month>\d\d?)\.(?:\s?(?P<year>{_YEAR}|\d\d))?"), _dotted),
    (whole_words(rf"(?P<day>3[01]|[12]\d|0?[1-9])-(?P<month>{_MONTH})(?:-(?P<year>{_YEAR}|\d\d))?"), _month_day),
    (whole_words(rf"(?P<month>{_MONTH})\.?\s+(?:the\s+)?{_NTH}{_OPTIONAL_YEAR}"), _month_day),
    (whole_words(rf"(?:the\s+)?{_NTH}\.?\s+(?:of\s+)?(?P<month>{_MONTH})\b\.?{_OPTIONAL_YEAR}"), _month_day),
    (whole_words(r"(?:the\s+)?(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)"), _ordinal),
)
_FORMS: tuple[_Form, ...] = (
    (
        whole_words(
            rf"(?:(?:the\s+)?end\s+of\s+(?:the\s+|this\s+)?(?:business\s+|work(?:ing)?\s+)?"
            rf"(?P<unit>(?:next\s+)?(?:week|month)|day|year|{_MONTH})"
            r"|(?P<short>eod|eob|cob|eow|eom|eoy|close\s+of\s+(?:business|play)))"
        ),
        _end_of,
    ),
    (whole_words(rf"(?:the\s+)?day\s+after\s+{_TOMORROW}"), _after_tomorrow),
    (whole_words(rf"today|tonight|{_TOMORROW}|this\s+(?:morning|afternoon|evening)"), _relative),
    (whole_words(rf"(?P<which>next|this)\s+(?P<unit>week)\s+(?:on\s+)?(?P<weekday>{_WEEKDAY})"), _period),
    (whole_words(r"(?P<which>next|this)\s+(?P<unit>week|month|(?<=this\s)weekend)(?P<weekday>)"), _period),
    (
        whole_words(
            r"(?:with)?in\s+(?P<count>\d{1,3}|"
            + "|".join(_COUNTS)
            + r")\s+(?P<unit>days?|weeks?|months?)(?:[’']?\s+time)?"
        ),
        _count,
    ),
    (
        whole_words(
            rf"(?:(?P<which>next|this\s+coming|this|coming)\s+)?(?P<weekday>{_WEEKDAY})(?:\.(?=[\s,)]|$))?"
            r"(?:\s+(?P<week>(?:next|this)\s+week))?"
        ),
        _weekday_form,
    ),
    *_DATES,
)
