"""The languages whose owners and due dates are found, and which of them a locale name means."""

from __future__ import annotations

import re

from inkslate.details.locale import Locale
from inkslate.details.locales.en import ENGLISH
from inkslate.errors import InputError
from inkslate.messages import shorten

# A language is one entry and its module.
LOCALES = {locale.language: locale for locale in (ENGLISH,)}
_MONTH_FIRST = ("en-US",)  # 12/3 is 3 December
_NAME = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{2,8})*(?:\.[\w-]+)?")


def find_locale(name: str) -> Locale:
    """The words for a name like en, en-GB or en_US.UTF-8; InputError for other languages than those of LOCALES."""
    match = _NAME.fullmatch(name)
    locale = LOCALES.get(match[1].lower()) if match else None
    if locale is None:
        known = ", ".join(sorted((*LOCALES, *_MONTH_FIRST)))
        raise InputError(
            f"{shorten(name)} is not a known locale; choose from {known} (other regions, like en-GB, are read as en)"
        )
    return locale


def day_first(name: str) -> bool:
    """Whether 12/3 is 12 March; only American English is known to mean 3 December."""
    find_locale(name)
    tag = name.partition(".")[0].replace("_", "-").lower()
    return not any(f"{tag}-".startswith(f"{month_first.lower()}-") for month_first in _MONTH_FIRST)
