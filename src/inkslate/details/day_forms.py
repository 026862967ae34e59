"""The forms in which notes write a day. A form is read without a calendar; its value is computed with one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import partial

from inkslate.details.calendar_values import DAYS_OF, MINUTES_OF, Calendar
from inkslate.details.locale import DayWords, FormTable

Value = Callable[[Calendar], date | None]


class DayKind(Enum):
    """How a day is written, which decides what else the phrase could mean."""

    WEEKDAY = "weekday"
    RELATIVE = "relative"  # today, tomorrow: nothing else
    PERIOD = "period"  # next week, this Friday, in 2 days
    HOURS = "hours"  # in an hour, within 48 hours
    END = "end"  # EOD, end of month
    NUMBERS = "numbers"  # 12/3: a fraction, a room, a score
    DOTTED = "dotted"  # 3.12.: a version
    MONTH_DAY = "month and day"
    ORDINAL = "ordinal"  # the 3rd: floor, draft
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Day:
    """A day in a text: how it is written, what it means, and the character where it ends."""

    kind: DayKind
    value: Value
    end: int


_SPACE = re.compile(r"\s+")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
ENDS: Mapping[str, Value] = {
    "day": lambda calendar: calendar.today,
    "week": lambda calendar: calendar.week_end(),
    "next week": lambda calendar: calendar.week_end(weeks=1),
    "month": lambda calendar: calendar.month_end(),
    "next month": lambda calendar: calendar.month_end(months=1),
    "year": lambda calendar: calendar.year_end(),
    "weekend": lambda calendar: calendar.weekend(),
}
PERIODS: Mapping[str, Value] = {
    "next week": lambda calendar: calendar.days_later(7),
    "next month": lambda calendar: calendar.months_later(1),
    "this week": lambda calendar: calendar.week_end(),
    "this month": lambda calendar: calendar.month_end(),
    "this weekend": lambda calendar: calendar.weekend(),
}


def read_day(text: str, at: int, words: DayWords) -> Day | None:
    """The day that begins at a character."""
    return _read(words.forms, text, at, words)


def _read(forms: FormTable, text: str, at: int, words: DayWords) -> Day | None:
    for form in forms.at(text, at):
        match = form.pattern.match(text, at)
        # Ignoring case, ſ matches s and ı matches i; such letters are not meant.
        if match and match[0].isascii():
            day = READERS[form.name](match, words)
            if day:
                return day
    return None


def _iso(match: re.Match[str], _words: DayWords) -> Day:
    year, month, day = map(int, re.split("[-/]", match[0]))
    return Day(DayKind.MONTH_DAY, lambda calendar: calendar.day_and_month(day, month, year), match.end())


def _end_of(match: re.Match[str], words: DayWords) -> Day:
    word = _SPACE.sub(" ", (match["unit"] or match["month"] or match["short"]).lower())
    period = words.ends.get(word)
    if period is None:
        month = words.months[word[:3]]
        return Day(DayKind.END, lambda calendar: calendar.end_of_month(month), match.end())
    gap = words.day_after_end.match(match.string, match.end()) if period == "day" else None
    then = read_day(match.string, gap.end(), words) if gap else None
    if then and then.kind is not DayKind.ORDINAL:
        return Day(DayKind.END, then.value, then.end)
    return Day(DayKind.END, ENDS[period], match.end())


def _end_of_day(match: re.Match[str], words: DayWords) -> Day | None:
    """`end of Friday`, `the end of today`."""
    day = read_day(match.string, match.end(), words)
    return Day(DayKind.END, day.value, day.end) if day else None


def _middle_of_this_month(match: re.Match[str], _words: DayWords) -> Day:
    return Day(DayKind.MONTH_DAY, Calendar.middle_of_month, match.end())


def _start_of_next_week(match: re.Match[str], _words: DayWords) -> Day:
    return Day(DayKind.END, lambda calendar: calendar.weekday_of_week(0, weeks=1), match.end())


def _working_days(match: re.Match[str], words: DayWords) -> Day:
    said = _SPACE.sub(" ", match["count"].lower())
    count = int(said) if said.isdigit() else round(words.counts[said])
    return Day(DayKind.PERIOD, lambda calendar: calendar.working_days_later(count), match.end())


def _day_after_tomorrow(match: re.Match[str], _words: DayWords) -> Day:
    return Day(DayKind.RELATIVE, lambda calendar: calendar.days_later(2), match.end())


def _today(match: re.Match[str], _words: DayWords) -> Day:
    return Day(DayKind.RELATIVE, lambda calendar: calendar.today, match.end())


def _tomorrow(match: re.Match[str], _words: DayWords) -> Day:
    return Day(DayKind.RELATIVE, lambda calendar: calendar.days_later(1), match.end())


def _weekday_of_week(match: re.Match[str], words: DayWords) -> Day:
    number, weeks = _weekday(match, words), words.weeks[match["which"].lower()]
    return Day(DayKind.PERIOD, lambda calendar: calendar.weekday_of_week(number, weeks=weeks), match.end())


def _period(match: re.Match[str], words: DayWords) -> Day:
    return Day(DayKind.PERIOD, PERIODS[words.periods[_SPACE.sub(" ", match[0].lower())]], match.end())


def _count(match: re.Match[str], words: DayWords) -> Day:
    count, unit = _counted(match, words)
    kind = DayKind.HOURS if unit in MINUTES_OF else DayKind.PERIOD
    return Day(kind, lambda calendar: calendar.later(count, unit), match.end())


def _count_from_day(match: re.Match[str], words: DayWords) -> Day | None:
    """`a week from Friday`, `two weeks from now`, `Friday week`, `Friday after next`."""
    groups = match.groupdict()
    count, unit = _counted(match, words) if groups.get("count") else (1.0, "week")
    if groups.get("now") or groups.get("today"):
        return Day(DayKind.PERIOD, lambda calendar: calendar.later(count, unit), match.end())
    if unit not in DAYS_OF:
        return None  # an hour from Friday
    number = None if groups.get("tomorrow") else _weekday(match, words)

    def value(calendar: Calendar) -> date | None:
        start = calendar.days_later(1) if number is None else calendar.weekday(number)
        return calendar.later(count, unit, start=start) if start else None

    return Day(DayKind.PERIOD, value, match.end())


def _counted(match: re.Match[str], words: DayWords) -> tuple[float, str]:
    said = _SPACE.sub(" ", match["count"].lower())
    count = float(said) if said.isdigit() else words.counts[said]
    return count, words.units[match["unit"].lower()]


def _inside_of_month(match: re.Match[str], words: DayWords) -> Day:
    middle = bool(match["middle"])
    if match["which"]:
        return Day(DayKind.MONTH_DAY, lambda calendar: calendar.inside_next_month(middle=middle), match.end())
    month = words.months[match["month"][:3].lower()]
    return Day(DayKind.MONTH_DAY, lambda calendar: calendar.inside_month(month, middle=middle), match.end())


def _day_of_month(match: re.Match[str], words: DayWords) -> Day:
    day = _nth(match, words)
    if words.weeks.get(match["which"].lower()):
        return Day(DayKind.MONTH_DAY, lambda calendar: calendar.day_of_next_month(day), match.end())
    return Day(DayKind.MONTH_DAY, lambda calendar: calendar.day_of_month(day), match.end())


def _weekday_form(match: re.Match[str], words: DayWords) -> Day:
    number, which = _weekday(match, words), (match["which"] or "").lower()
    if match["week"]:
        weeks = words.weeks[match["week"].lower().split()[0]]
        return Day(DayKind.PERIOD, lambda calendar: calendar.weekday_of_week(number, weeks=weeks), match.end())
    gap = None if which else words.date_after_weekday.match(match.string, match.end())
    then = _read(words.dates, match.string, gap.end(), words) if gap else None
    if then:
        # Where weekday and date do not agree, nobody can say which of them is wrong.
        return Day(DayKind.MONTH_DAY, partial(_if_weekday, then.value, number), then.end)
    if which and words.weeks.get(which.split()[0]) == 0:
        return Day(DayKind.PERIOD, lambda calendar: calendar.this_weekday(number), match.end())
    return Day(DayKind.PERIOD if which else DayKind.WEEKDAY, lambda calendar: calendar.weekday(number), match.end())


def _numbers(match: re.Match[str], _words: DayWords) -> Day:
    first, second, *rest = map(int, re.split("[-/]", match[0]))
    year = rest[0] + 2000 * (rest[0] < 100) if rest else None
    kind = DayKind.NUMBERS if year is None else DayKind.MONTH_DAY
    return Day(kind, lambda calendar: calendar.numbers(first, second, year), match.end())


def _dotted(match: re.Match[str], _words: DayWords) -> Day:
    day, month, year = int(match["day"]), int(match["month"]), _year(match)
    kind = DayKind.DOTTED if year is None else DayKind.MONTH_DAY
    return Day(kind, lambda calendar: calendar.day_and_month(day, month, year), match.end())


def _month_day(match: re.Match[str], words: DayWords) -> Day:
    day, month, year = _nth(match, words), words.months[match["month"][:3].lower()], _year(match)
    return Day(DayKind.MONTH_DAY, lambda calendar: calendar.day_and_month(day, month, year), match.end())


def _ordinal(match: re.Match[str], _words: DayWords) -> Day:
    day = int(match["day"])
    return Day(DayKind.ORDINAL, lambda calendar: calendar.day_of_month(day), match.end())


def _if_weekday(value: Value, number: int, calendar: Calendar) -> date | None:
    day = value(calendar)
    return day if day and day.weekday() == number else None


def _weekday(match: re.Match[str], words: DayWords) -> int:
    return words.weekdays[match["weekday"][:3].lower()]


def _nth(match: re.Match[str], words: DayWords) -> int:
    said = match["day"].lower()
    return words.ordinals[said] if said in words.ordinals else int(said.rstrip(_LETTERS))


def _year(match: re.Match[str]) -> int | None:
    return int(match["year"]) + 2000 * (len(match["year"]) == 2) if match["year"] else None


# How the match of a form is read, by the form's name in a locale.
READERS: Mapping[str, Callable[[re.Match[str], DayWords], Day | None]] = {
    "iso": _iso,
    "numbers": _numbers,
    "dotted": _dotted,
    "month and day": _month_day,
    "ordinal": _ordinal,
    "end": _end_of,
    "end of day": _end_of_day,
    "middle of this month": _middle_of_this_month,
    "start of next week": _start_of_next_week,
    "working days": _working_days,
    "day after tomorrow": _day_after_tomorrow,
    "today": _today,
    "tomorrow": _tomorrow,
    "weekday of week": _weekday_of_week,
    "period": _period,
    "count": _count,
    "count from day": _count_from_day,
    "inside of month": _inside_of_month,
    "day of month": _day_of_month,
    "weekday": _weekday_form,
}
