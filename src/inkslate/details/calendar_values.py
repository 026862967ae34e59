"""Days and times as seen from `now`: the arithmetic behind the words of a note, whatever their language."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

_FRIDAY, _SATURDAY = 4, 5
_MIDDLE = 15
# What is counted: how many days or minutes one of them has; months have no fixed length.
DAYS_OF = {"day": 1, "week": 7, "fortnight": 14}
MINUTES_OF = {"minute": 1, "hour": 60}
_YEARS_TO_LEAP_DAY = 8  # at most, as from 1896 to 1904


@dataclass
class Calendar:
    """The days as seen from `now`, in local time without a time zone. None: the calendar has no such day."""

    now: datetime
    day_first: bool

    def __post_init__(self) -> None:
        self.now = self.now.replace(tzinfo=None)

    @property
    def today(self) -> date:
        """The day of `now`."""
        return self.now.date()

    def is_today_or_later(self, due: date) -> bool:
        """Whether a day, or the day of a moment, is today or later."""
        return (due.date() if isinstance(due, datetime) else due) >= self.today

    def days_later(self, days: int) -> date | None:
        """So many days after today."""
        return self._later(days)

    def months_later(self, months: int) -> date | None:
        """The same day of a later month, or its last day where it has no such day."""
        end = self.month_end(months=months)
        return end and end.replace(day=min(self.today.day, end.day))

    def weekday(self, number: int) -> date | None:
        """The next such weekday, never today: a note that means today says so."""
        return self._later((number - self.today.weekday()) % 7 or 7)

    def this_weekday(self, number: int) -> date | None:
        """The next such weekday, which may be today."""
        return self.today if self.today.weekday() == number else self.weekday(number)

    def weekday_of_week(self, number: int, *, weeks: int) -> date | None:
        """A day of this week or of a later one; weeks begin on Monday."""
        return self._later(number - self.today.weekday() + 7 * weeks)

    def week_end(self, *, weeks: int = 0) -> date | None:
        """Friday; on a weekend, the next Friday."""
        ahead = _FRIDAY - self.today.weekday()
        return self._later(ahead + 7 * (weeks + (ahead < 0 and weeks == 0)))

    def weekend(self) -> date | None:
        """Saturday; today on a Sunday."""
        return self._later(max(0, _SATURDAY - self.today.weekday()))

    def month_end(self, *, months: int = 0) -> date | None:
        """The last day of this month, or of a later one."""
        year, month = divmod(self.today.year * 12 + self.today.month - 1 + months, 12)
        return date(year, month + 1, monthrange(year, month + 1)[1]) if year <= date.max.year else None

    def end_of_month(self, month: int) -> date | None:
        """The last day of the next month with this number, which may be the current one."""
        return self.month_end(months=(month - self.today.month) % 12)

    def year_end(self) -> date:
        """The last day of this year."""
        return date(self.today.year, 12, 31)

    def day_and_month(self, day: int, month: int, year: int | None) -> date | None:
        """The date; without a year the next one, which may be today."""
        if not (1 <= month <= 12 and 1 <= day <= 31):
            return None
        years = range(self.today.year, self.today.year + _YEARS_TO_LEAP_DAY + 1) if year is None else (year,)
        dates = (date_of(each, month, day) for each in years)
        return next((found for found in dates if found and (year is not None or found >= self.today)), None)

    def numbers(self, first: int, second: int, year: int | None) -> date | None:
        """12/3 in the order of the locale, or in the other where only that is a date."""
        day, month = (first, second) if self.day_first else (second, first)
        if month > 12:
            day, month = month, day
        return self.day_and_month(day, month, year)

    def day_of_month(self, day: int) -> date | None:
        """The next 15th, say; months without such a day are skipped."""
        for months in range(4):
            end = self.month_end(months=months)
            if end and day <= end.day and (found := end.replace(day=day)) >= self.today:
                return found
        return None

    def time(self, hour: int, minute: int) -> datetime | None:
        """The next moment with this time of day."""
        if not (0 <= hour < 24 and 0 <= minute < 60):
            return None
        day = self._later((hour, minute) < (self.now.hour, self.now.minute))
        return datetime(day.year, day.month, day.day, hour, minute) if day else None

    def later(self, count: float, unit: str, *, start: date | None = None) -> date | None:
        """So many units after `start`, by default after now.

        Hours and minutes give a time where `now` has one. At midnight it has none: only the day of the note is known.
        """
        if (minutes := MINUTES_OF.get(unit)) is not None:
            return self._minutes_later(round(count * minutes))
        if (days := DAYS_OF.get(unit)) is not None:
            return self._later(round(count * days), start=start)
        return self.months_later(int(count)) if start is None and count == int(count) else None

    def _minutes_later(self, minutes: int) -> date | None:
        try:
            moment = self.now.replace(second=0, microsecond=0) + timedelta(minutes=minutes)
        except OverflowError:
            return None
        return moment.date() if self.now.time() == time() else moment

    def inside_month(self, month: int, *, middle: bool) -> date | None:
        """The 15th or the first day of the next month with this number."""
        return self.day_and_month(_MIDDLE if middle else 1, month, None)

    def inside_next_month(self, *, middle: bool) -> date | None:
        """The 15th or the first day of the month after this one."""
        return self.day_of_next_month(_MIDDLE if middle else 1)

    def day_of_next_month(self, day: int) -> date | None:
        """A day of the month after this one, where it has that day."""
        end = self.month_end(months=1)
        return end.replace(day=day) if end and day <= end.day else None

    def middle_of_month(self) -> date | None:
        """The 15th of this month, or of the next one where it is over."""
        return self.day_of_month(_MIDDLE)

    def working_days_later(self, count: int) -> date | None:
        """So many days from Monday to Friday after today; holidays are not known."""
        start = min(self.today.weekday(), _FRIDAY)  # the weekend counts as Friday, and its days are behind it
        weeks, number = divmod(start + count, _SATURDAY)
        return self._later(7 * weeks + number - self.today.weekday())

    def _later(self, days: int, *, start: date | None = None) -> date | None:
        try:
            return (start or self.today) + timedelta(days=days)
        except OverflowError:
            return None


def date_of(year: int, month: int, day: int) -> date | None:
    """The date with these numbers."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def day_end(day: date) -> datetime | None:
    """The midnight that ends a day."""
    try:
        return datetime(day.year, day.month, day.day) + timedelta(days=1)
    except OverflowError:
        return None
