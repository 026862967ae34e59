"""The languages whose owners and due dates are found, and which of them a locale name means."""

from __future__ import annotations

import re

from inkslate.details.locale import Locale
from inkslate.details.locales.en import ENGLISH
from inkslate.errors import InputError

# A language is one entry and its module.
LOCALES = {locale.language: locale for locale in (ENGLISH,)}
_NAME = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{2,8})*(?:\.[\w-]+)?")


def find_locale(name: str) -> Locale:
    """The words for a name like en-US. A language without words of its own is read as English."""
    return LOCALES.get(_match(name)[1].lower(), ENGLISH)


def day_first(name: str) -> bool:
    """Whether 12/3 is 12 March; only American English is known to mean 3 December."""
    return not re.match(r"en[-_]US\b", _match(name)[0], re.IGNORECASE)


def _match(name: str) -> re.Match[str]:
    match = _NAME.fullmatch(name)
    if match is None:
        raise InputError(f"{name!r} is not a locale; write it like en-US or de")
    return match
