"""What a file states about a whole board or region: when it was written, who takes part, and who speaks in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from inkslate.board import Board, Region
from inkslate.formats.findings import FindingCollector, show
from inkslate.messages import has_lone_surrogate


def parse_written(value: Mapping[str, Any], findings: FindingCollector) -> datetime | None:
    """The moment `written` of a board."""
    given = value.get("written")
    if given is None:
        return None
    try:
        return datetime.fromisoformat(given).replace(tzinfo=None)
    except (TypeError, ValueError):
        findings.wrong(f"written is {show(given)}", "write it as 2026-11-16T09:30:00, or leave it out")
        return None


def parse_speaker(value: Mapping[str, Any], findings: FindingCollector) -> str | None:
    """The `speaker` of a region."""
    given = value.get("speaker")
    if given is None or (isinstance(given, str) and given.strip() and not has_lone_surrogate(given)):
        return given
    findings.wrong(f"speaker is {show(given)}", "write a name, or leave it out")
    return None


def parse_people(value: Mapping[str, Any], findings: FindingCollector) -> tuple[str, ...]:
    """The `people` of a board."""
    given = value.get("people")
    if given is None:
        return ()
    if isinstance(given, list) and all(isinstance(name, str) and not has_lone_surrogate(name) for name in given):
        return tuple(given)
    findings.wrong(f"people is {show(given)}", "write a list of names, or leave it out")
    return ()


def board_facts_json(board: Board) -> dict[str, Any]:
    """`written` and `people`, where the board has them."""
    written = {"written": board.written.isoformat(timespec="seconds")} if board.written else {}
    return {**written, **({"people": list(board.people)} if board.people else {})}


def speaker_json(region: Region) -> dict[str, str]:
    """`speaker`, where the region has one."""
    return {"speaker": region.speaker} if region.speaker else {}
