"""`inkslate diff`, and ids that stay: arguments in, text out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import click

from inkslate.readers.document import load
from inkslate.tracking import Difference, KnownTask, compare_extractions, parse_extractions
from inkslate.writers.spelling import visible


@click.command()
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def diff(old: str, new: str, as_json: bool) -> None:
    """Say which tasks were added, changed and removed from OLD to NEW.

    Both are files of `extract --to jsonl`. Boards are compared by their ids; two files with one board each are
    compared whatever they are called.

    \b
    Examples:
      inkslate diff monday.jsonl tuesday.jsonl
      inkslate diff monday.jsonl tuesday.jsonl --json
    """
    differences = compare_extractions(earlier_tasks(old), earlier_tasks(new))
    text = json.dumps(_as_json(differences), ensure_ascii=False) if as_json else "\n".join(_lines(differences))
    # Bytes, so that the output is UTF-8 whatever the locale says.
    click.echo(f"{text}\n".encode(), nl=False)


def earlier_tasks(path: str) -> dict[str, tuple[KnownTask, ...]]:
    """The tasks of an extraction file, by board."""
    document = load(path)
    return parse_extractions(document.text, document.name)


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
    """The task's text, and what else changed."""
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
