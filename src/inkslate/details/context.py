"""What owners and due dates depend on beside the words of a task."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailContext:
    """From when days are counted, how dates are written, and who is known.

    12/3 is 3 December in the locale `en-US` and 12 March in all others. `people` are names that count in any case, each
    with its aliases after commas.
    """

    now: datetime | None = None  # in local time; None: the time of the call
    locale: str = "en"
    people: tuple[str, ...] = ()
