"""Our section of a Markdown file: what stands between two marks is ours, everything else is its owner's."""

from __future__ import annotations

import re

from inkslate.errors import InputError

BEGIN, END = "<!-- inkslate: tasks -->", "<!-- inkslate: end of tasks -->"
_SECTION = re.compile(rf"^{BEGIN}[ \t]*\r?$.*?^{END}[ \t]*\r?$", re.MULTILINE | re.DOTALL)
_MARK = re.compile(rf"^(?:{BEGIN}|{END})[ \t]*\r?$", re.MULTILINE)
_NOT_LINE_END = re.compile(r"[^\r\n]+")


def find_section(text: str, name: str) -> str | None:
    """Our section of a file; None where it has none. InputError where one of the marks is missing or there twice."""
    found = _SECTION.findall(text)
    if len(found) > 1 or len(_MARK.findall(text)) != 2 * len(found):
        raise InputError(
            f"{name}: the lines {BEGIN!r} and {END!r} must be there once each, in this order; mend them, or delete "
            "both to get a new list at the end"
        )
    return found[0] if found else None


def replace_section(text: str, own: str) -> str:
    """The text with another section of ours; a first one is put behind what is there."""
    section = f"{BEGIN}\n{own}{END}"
    if _SECTION.search(text):
        return _SECTION.sub(lambda _: section, text, count=1)
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return f"{text}{gap}{section}\n"


def blank_sections(text: str) -> str:
    """The text without lists of ours, whose tasks are those of other notes; lines keep their numbers."""
    if BEGIN not in text:
        return text
    return _SECTION.sub(lambda match: _NOT_LINE_END.sub("", match[0]), text)
