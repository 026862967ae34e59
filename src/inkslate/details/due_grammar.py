"""Finds the phrases of a text that name a day or a time. `due_dates` decides which of them is a due date."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from inkslate.details.day_forms import DayKind, Value, read_day
from inkslate.details.locale import DayWords


@dataclass(frozen=True, slots=True)
class Phrase:
    """Characters start..end with an optional word like `by` in front, which ends at `body`."""

    start: int
    body: int
    end: int
    cue: str
    kind: DayKind
    day: Value | None
    time: tuple[int, int] | None  # MIDNIGHT is the end of a day; 0:00 may be its beginning or its end
    clear_time: bool  # an unambiguous time: 3 pm, 15:00, noon


MIDNIGHT = (24, 0)
_NEAR = 40  # characters before a number that may name what it numbers
_NUMBER = re.compile(r"\d{1,4}[A-Za-z]?,?\s+")
_SPACE = re.compile(r"\s+")
# After other characters a number is a price, a version or a phone number, and a quoted day is a title.
_START = re.compile(r"(?:(?<![^\s(\[{→>])|(?<=[a-z][,;:]))[\w@]", re.IGNORECASE)


def phrases(text: str, words: DayWords) -> Iterator[Phrase]:
    """Every day and time in the text, from left to right, none inside another."""
    # Most tasks have no day, and cost no more than this.
    if not words.trigger.search(text):
        return
    at = 0
    while match := _START.search(text, at):
        start = match.start()
        opens = words.openings.at(text, start) and not _numbers_a_place(text, start, words)
        phrase = _whole_phrase(text, start, words) if opens else None
        if phrase:
            yield phrase
            at = phrase.end
        else:
            at = match.end()


def _whole_phrase(text: str, start: int, words: DayWords) -> Phrase | None:
    """The phrase that begins at a character, with `latest` behind it."""
    phrase = _phrase(text, start, words)
    behind = words.cue_behind.match(text, phrase.end) if phrase else None
    return replace(phrase, end=behind.end(), cue=words.behind) if phrase and behind else phrase


def _numbers_a_place(text: str, start: int, words: DayWords) -> bool:
    """Whether the number at a character belongs to a room, because a day of its own follows: "room 12 Dec 3"."""
    number = _NUMBER.match(text, start)
    if number is None or not words.numbered_place.search(text, max(0, start - _NEAR), start):
        return False
    return read_day(text, number.end(), words) is not None


def _phrase(text: str, start: int, words: DayWords) -> Phrase | None:
    cue = words.cue.pattern.match(text, start)
    at = cue.end() if cue else start
    said = _SPACE.sub(" ", (cue[1] or cue[2]).lower().rstrip(" :=")) if cue else ""
    day = read_day(text, at, words)
    if day is None:
        if (time := _time(text, at, words)) is None:
            return None
        value, clear, end = time
        gap = words.before_day.match(text, end)
        then = read_day(text, gap.end(), words) if gap else None
        if then is None or then.kind is DayKind.ORDINAL:
            return Phrase(start, at, end, said, DayKind.TIME, None, value, clear)
        return Phrase(start, at, _after_part(text, then.end, words), said, then.kind, then.value, value, clear)
    end = _after_part(text, day.end, words)
    gap = words.before_time.match(text, end)
    time = _time(text, gap.end(), words) if gap else None
    if time is None:
        return Phrase(start, at, end, said, day.kind, day.value, None, False)
    return Phrase(start, at, time[2], said, day.kind, day.value, time[0], time[1])


def _after_part(text: str, at: int, words: DayWords) -> int:
    part = words.part_of_day.match(text, at)
    return part.end() if part else at


def _time(text: str, at: int, words: DayWords) -> tuple[tuple[int, int], bool, int] | None:
    match = words.time.pattern.match(text, at)
    if match is None or not match[0].isascii():  # ignoring case, ı matches i
        return None
    if match["named"]:
        return words.named_times[match["named"].lower()], True, match.end()
    if match["clock"]:
        hour, minute = map(int, match["clock"].split(":"))
        # 1:30 may be in the afternoon or in the night.
        return (hour, minute), hour > 6 or hour == 0 or match["clock"].startswith("0"), match.end()
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if not 1 <= hour <= 12:
        return None
    return (hour % 12 + (12 if match["half"].lower() == words.afternoon else 0), minute), True, match.end()
