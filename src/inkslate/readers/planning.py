"""Planning lines of Org and Logseq: `DEADLINE: <2026-11-20 Fri>` is the due date of the line above."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from inkslate.board import Word, parse_due

_PLANNED = re.compile(
    r"\b(DEADLINE|SCHEDULED):\s{0,9}<(\d{4}-\d\d-\d\d)(?:\s+[^\s\d<>+-][^\s<>]{0,20})?(?:\s+(\d\d?:\d\d))?[^<>]{0,60}>"
)
_LONGEST = 4000  # characters of a line that are searched


class Plan(NamedTuple):
    """What a keyword of a planning line says: `2026-11-20` or `2026-11-20T09:00`, and the column of the day."""

    text: str
    start: int
    end: int


def find_plans(line: str) -> dict[str, Plan]:
    """The first active timestamp of each keyword on a planning line; repeaters and warnings say nothing."""
    found: dict[str, Plan] = {}
    for match in _PLANNED.finditer(line[:_LONGEST]):
        keyword, day, time = match.groups()
        moment = f"{day}T{time.zfill(5)}" if time else day
        text = moment if parse_due(moment) else day
        if parse_due(text):
            found.setdefault(keyword, Plan(text, *match.span(2)))
    return found


def due_of(plans: Mapping[str, Word]) -> Word:
    """The deadline, or where there is none the day that it is scheduled for."""
    return plans.get("DEADLINE") or plans["SCHEDULED"]
