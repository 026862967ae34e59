"""Cues of a caption file: when each begins, who speaks in it as far as its mark says, and its raw lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from inkslate.errors import InputError
from inkslate.messages import shorten

ARROW = "-->"
_CLOCK = r"(?:\d{1,4}:)?\d{1,2}:\d{2}[.,]\d{1,3}"
_TIMES = re.compile(rf"\s*({_CLOCK})\s*-->\s*{_CLOCK}(?:\s|$)")
_LINE_END = re.compile(r"\r\n|\r|\n")
_NUMBER = re.compile(r"\d+")


@dataclass
class Cue:
    """What is said from one moment on. `start` is its time code as the file has it, `mark` the line above that."""

    start: str
    mark: str = ""
    lines: list[str] = field(default_factory=list)


def lines_of(text: str) -> list[str]:
    """The lines of a file."""
    return _LINE_END.split(text)


def is_times(line: str) -> bool:
    """Whether the line says when a cue begins and ends."""
    return _TIMES.match(line) is not None


def cues_of(lines: Sequence[str], *, name: str, first: int) -> Iterator[Cue]:
    """The cues of the lines, of which the first one has the number `first`.

    Text without time codes belongs to the cue before it: some programs leave blank lines inside of cues.
    """
    cue: Cue | None = None
    mark = ""
    for number, raw in enumerate(lines, first):
        line = raw.strip()
        if ARROW in line:
            times = _TIMES.match(line)
            if times is None:
                raise InputError(
                    f"{name} line {number}: {shorten(line)} has no time codes; write 00:01:02.000 --> 00:01:04.000"
                )
            if cue is not None:
                yield cue
            cue, mark = Cue(times[1], mark), ""
        elif line and _is_mark(lines, number - first):
            mark = line
        elif line and cue is None:
            raise InputError(f"{name} line {number}: text without time codes; is the file cut off at its start?")
        elif line and cue is not None:
            cue.lines.append(line)
    if cue is not None:
        yield cue


def _is_mark(lines: Sequence[str], at: int) -> bool:
    """Whether the line is the number or the name of a cue: it is right above its time codes, or they are cut off."""
    number = _NUMBER.fullmatch(lines[at].strip()) is not None
    alone = at == 0 or not lines[at - 1].strip()
    if at + 1 == len(lines):
        return number and alone and at > 0
    return ARROW in lines[at + 1] and (number or alone)
