"""`inkslate diff`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import click

from inkslate.cli.options import read_extracted_tasks
from inkslate.cli.output import emit
from inkslate.tracking import Difference, KnownTask, compare_extractions
from inkslate.writers.spelling import visible


@click.command("diff")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(old: str, new: str, as_json: bool) -> None:
    """Compare the tasks of two extractions.

    Lists the tasks that were added, changed and removed between OLD and NEW. Both are results of `extract --to jsonl`.
    Boards with the same id are compared. If each file has only one board, these two are compared even if their ids
    differ.

    \b
    Examples:
      inkslate diff monday.jsonl tuesday.jsonl
      inkslate diff monday.jsonl tuesday.jsonl --json
    """
    differences = compare_extractions(read_extracted_tasks(old), read_extracted_tasks(new))
    text = json.dumps(_as_json(differences), ensure_ascii=False) if as_json else "\n".join(_lines(differences))
    emit(f"{text}\n")


def _lines(differences: Sequence[Difference]) -> Iterator[str]:
    named = len(differences) > 1
    for difference in differences:
        rows = [f"+ {visible(task.text)}" for task in difference.added]
        rows += [
            f"~ {visible(_shown(old, old, new))} -> {visible(_shown(new, old, new))}" for old, new in difference.changed
        ]
        rows += [f"- {visible(task.text)}" for task in difference.removed]
        if rows and named:
            yield visible(difference.board)
        yield from rows
    counts = _counts(differences)
    yield ", ".join(f"{count} {name}" for name, count in counts.items())


def _shown(task: KnownTask, old: KnownTask, new: KnownTask) -> str:
    """The text of the task, and the values of the other fields that changed."""
    others = [name for name in old.differences(new) if name != "text"]
    return task.text + "".join(f" [{name}: {getattr(task, name) or 'none'}]" for name in others)


def _as_json(differences: Sequence[Difference]) -> dict[str, Any]:
    return {
        "added": [_task(task, difference) for difference in differences for task in difference.added],
        "changed": [
            {
                "board": difference.board,
                "id": new.id,
                "fields": list(old.differences(new)),
                "old": _task(old),
                "new": _task(new),
            }
            for difference in differences
            for old, new in difference.changed
        ],
        "removed": [_task(task, difference) for difference in differences for task in difference.removed],
        "counts": _counts(differences),
    }


def _task(task: KnownTask, difference: Difference | None = None) -> dict[str, Any]:
    board = {"board": difference.board} if difference else {}
    return board | {"id": task.id, "text": task.text, "region": task.region, "owner": task.owner, "due": task.due}


def _counts(differences: Sequence[Difference]) -> dict[str, int]:
    return {
        "added": sum(len(difference.added) for difference in differences),
        "changed": sum(len(difference.changed) for difference in differences),
        "removed": sum(len(difference.removed) for difference in differences),
        "same": sum(difference.same for difference in differences),
    }
