"""What owners and due dates depend on beside the words of a task."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from inkslate.details.locales import find_locale
from inkslate.errors import InputError
from inkslate.messages import shorten


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailContext:
    """From when days are counted, how dates are written, and who is known.

    12/3 is 3 December in the locale `en-US` and 12 March in other English ones; there is no other language. `people`
    are names that count in any case, each with its aliases after commas.
    """

    now: datetime | None = None  # in local time; None: the time of the call
    locale: str = "en"
    people: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        find_locale(self.locale)

    @classmethod
    def of(cls, now: date | None, locale: str, people: Iterable[str]) -> DetailContext:
        """The context that the options of a call give; a time with a zone is read as the clock there shows it."""
        moment, names = None, (people,) if isinstance(people, str) else tuple(people)
        if now is not None and not isinstance(now, date):
            raise InputError(f"now is {shorten(repr(now))}; it is a date or a datetime")
        if wrong := [name for name in names if not isinstance(name, str)]:
            raise InputError(f"people has {shorten(repr(wrong[0]))}; give names, each a string")
        if now is not None:
            moment = now.replace(tzinfo=None) if isinstance(now, datetime) else datetime(now.year, now.month, now.day)
            if not 1900 <= moment.year <= 9000:
                raise InputError(f"now is in the year {moment.year}; dates are computed for 1900 to 9000")
        return cls(now=moment, locale=locale, people=names)
