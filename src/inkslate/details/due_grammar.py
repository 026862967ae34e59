"""How notes write days and times. Finds phrases and what they say; whether they set a due date is not decided here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from inkslate.details.day_forms import WORD_END, Kind, Value, read_day, whole_words


@dataclass(frozen=True, slots=True)
class Phrase:
    """Characters start..end with an optional word like `by` in front, which ends at `body`."""

    start: int
    body: int
    end: int
    cue: str
    kind: Kind
    day: Value | None
    time: tuple[int, int] | None  # MIDNIGHT is the end of a day, 0:00 either of its ends
    clear_time: bool  # a time that nobody takes for another: 3 pm, 15:00, noon


MIDNIGHT = (24, 0)
_CUE = re.compile(
    r"(?:(due(?:\s+date)?(?:\s+(?:by|on|before|at|is))?\s*[:=]?|deadline(?:\s+(?:is|by|on))?\s*[:=]?"
    r"|not?\s+later\s+than|by|before|until|till|til|on|at|latest(?:\s+by)?)\s+(?:the\s+(?=end\b|close\b))?|(@)\s?)",
    re.IGNORECASE,
)
_PART_OF_DAY = whole_words(
    r"\s+(?:(?:in\s+the\s+)?(?:morning|afternoon|evening|night|lunchtime|[ap]\.?m\.?)|(?:by\s+)?(?:eod|eob|cob|end\s+of\s+day))"
)
_BETWEEN = re.compile(r",?\s+(?:(?:at|by|before|@)\s*)?|\s*@\s*", re.IGNORECASE)
_DAY_AFTER_TIME = re.compile(r",?\s+(?:on\s+)?", re.IGNORECASE)
TIME = re.compile(
    r"(?:(?P<hour>\d{1,2})(?:[:.](?P<minute>[0-5]\d))?\s?(?P<half>[ap])\.?m(?:\.(?!\w)|\b)"
    r"|(?P<clock>(?:[01]?\d|2[0-3]):[0-5]\d)|(?P<named>noon|midday|midnight))" + WORD_END,
    re.IGNORECASE,
)
_SPACE = re.compile(r"\s+")
# Anything that could begin a phrase; most tasks have nothing of it and cost no more than this.
_TRIGGER = re.compile(
    r"\d|\b(?:mon|tue|wed|thu|fri|sat|sun|to(?:day|night|mor|mmor)|tm[rw]|2mor|end\b|close\b|eo[bdwmy]\b|cob\b|next\b|this\b"
    r"|noon|midday|midnight|(?:with)?in\s+(?:a|one|two|three|four|five|six|seven|eight|nine)\b)",
    re.IGNORECASE,
)
# Behind these a number is a price, a version or a phone number, and a quoted day is a title.
_START = re.compile(r"(?:(?<![^\s(\[{→>])|(?<=[a-z][,;:]))[\w@]", re.IGNORECASE)


def phrases(text: str) -> Iterator[Phrase]:
    """Every day and time in the text, from left to right, none inside another."""
    if not _TRIGGER.search(text):
        return
    at = 0
    while match := _START.search(text, at):
        phrase = _phrase(text, match.start())
        if phrase:
            yield phrase
            at = phrase.end
        else:
            at = match.end()


def _phrase(text: str, start: int) -> Phrase | None:
    cue = _CUE.match(text, start)
    at = cue.end() if cue else start
    said = _SPACE.sub(" ", (cue[1] or cue[2]).lower().rstrip(" :=")) if cue else ""
    day = read_day(text, at)
    if day is None:
        if (time := _time(text, at)) is None:
            return None
        value, clear, end = time
        gap = _DAY_AFTER_TIME.match(text, end)
        then = read_day(text, gap.end()) if gap else None
        if then is None or then.kind is Kind.ORDINAL:
            return Phrase(start, at, end, said, Kind.TIME, None, value, clear)
        return Phrase(start, at, _after_part(text, then.end), said, then.kind, then.value, value, clear)
    end = _after_part(text, day.end)
    gap = _BETWEEN.match(text, end)
    time = _time(text, gap.end()) if gap else None
    if time is None:
        return Phrase(start, at, end, said, day.kind, day.value, None, False)
    return Phrase(start, at, time[2], said, day.kind, day.value, time[0], time[1])


def _after_part(text: str, at: int) -> int:
    part = _PART_OF_DAY.match(text, at)
    return part.end() if part else at


def _time(text: str, at: int) -> tuple[tuple[int, int], bool, int] | None:
    match = TIME.match(text, at)
    if match is None:
        return None
    if match["named"]:
        return MIDNIGHT if match["named"].lower() == "midnight" else (12, 0), True, match.end()
    if match["clock"]:
        hour, minute = map(int, match["clock"].split(":"))
        # 1:30 is the afternoon as likely as the night.
        return (hour, minute), hour > 6 or hour == 0 or match["clock"].startswith("0"), match.end()
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if not 1 <= hour <= 12:
        return None
    return (hour % 12 + (12 if match["half"] in "pP" else 0), minute), True, match.end()
