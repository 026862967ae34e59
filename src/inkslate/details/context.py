"""What owners and due dates depend on beside the words of a task."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from inkslate.details.locales import find_locale


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
