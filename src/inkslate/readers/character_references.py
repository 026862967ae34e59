"""Character references of HTML that name no character."""

from __future__ import annotations

import re

# The highest character has seven digits. Python refuses to convert numbers of more than 4,300 digits.
_TOO_LONG = re.compile(r"&#[0-9]{20,};?")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def replace_long_references(text: str) -> str:
    """The text with U+FFFD for every `&#NUMBER;` of 20 digits or more, as HTML says for numbers beyond Unicode."""
    return _TOO_LONG.sub(_REPLACEMENT, text)
