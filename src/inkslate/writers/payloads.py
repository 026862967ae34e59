"""JSON for programs: a list with one payload a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from inkslate.formats.json_values import parse_json
from inkslate.writers.items import OutputTask
from inkslate.writers.spelling import DIRECTION

_ESCAPES = {ord(mark): f"\\u{ord(mark):04x}" for mark in DIRECTION}


def json_array(payloads: Iterable[Mapping[str, Any]]) -> str:
    """The payloads as one JSON list; direction marks are escaped, so that printing it is safe."""
    # Characters outside the BMP are not escaped: Taskwarrior does not join surrogate pairs.
    return json_list([json.dumps(payload, ensure_ascii=False).translate(_ESCAPES) for payload in payloads])


def json_list(values: Sequence[str]) -> str:
    """Values that are JSON texts already, as one list with a value a line."""
    return "[\n" + ",\n".join(values) + "\n]\n" if values else "[]\n"


def read_results(text: str, *names: str) -> list[dict[str, Any]]:
    """The objects of a service's answer: a list, or one below one of the names; ValueError for anything else."""
    value = parse_json(text)
    if isinstance(value, dict):
        value = next((value[name] for name in names if name in value), None)
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        wrapped = f", nor an object with {' or '.join(names)}" if names else ""
        raise ValueError(f"not a JSON list of tasks{wrapped}")
    return value


def origin(item: OutputTask) -> list[str]:
    """The owner and the place of the task, as lines for a payload's free text."""
    lines = ", ".join(str(line + 1) for line in item.lines)
    where = f"Board: {item.board}, region: {item.region}, {'lines' if len(item.lines) > 1 else 'line'}: {lines}"
    return [*([f"Owner: {item.owner}"] if item.owner else []), where]
