"""`WS /v1/live`: revisions of one board in, what became of its tasks out. Ids stay, as in `tracking`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from inkslate.board import Board, Line
from inkslate.corpus import parse_board
from inkslate.errors import InputError
from inkslate.extraction import Extraction
from inkslate.readers.text import parse_text
from inkslate.service.batching import Sentences
from inkslate.service.limits import check_boards
from inkslate.service.notes import parse_body_json
from inkslate.service.problems import not_valid
from inkslate.service.settings import Limits
from inkslate.tracking import Difference, KnownTask, compare_extractions, keep_ids

_LARGEST_REVISION = 2**53 - 1  # what every JSON reader can count to


def read_revision(text: str, limits: Limits) -> tuple[int, Board]:
    """A message of the client: `revision`, and the notes as `board` or `text`."""
    value = parse_body_json(text.encode("utf-8", "surrogatepass"), limits)
    if not isinstance(value, dict):
        raise not_valid("the message is no object; send revision and board, or revision and text", field="message")
    revision = value.get("revision")
    if type(revision) is not int or not 0 <= revision <= _LARGEST_REVISION:
        raise not_valid("revision is no whole number; count your revisions from 0", field="revision")
    if ("board" in value) == ("text" in value):
        raise not_valid("the message has not one of board and text; send either", field="board")
    try:
        if "board" in value:
            board = parse_board(value["board"], where="board")
        elif isinstance(value["text"], str):
            board = parse_text(value["text"], board="board")
        else:
            raise not_valid("text is no string; send the notes as a string", field="text")
    except InputError as error:
        raise not_valid(str(error), field="board" if "board" in value else "text") from None
    check_boards([board], limits)
    return revision, board.without_labels()


class Tracked:
    """What is known of the board of one connection. Only regions that changed need the model again."""

    def __init__(self) -> None:
        self._sentences: dict[tuple[Line, ...], Sentences] = {}
        self._tasks: tuple[KnownTask, ...] = ()

    def copy(self) -> Tracked:
        """What it is now; a revision changes a copy, which counts when its answer is sent and not before."""
        other = Tracked()
        other._sentences, other._tasks = self._sentences, self._tasks
        return other

    def unknown(self, board: Board) -> list[int]:
        """The places of the regions that the last revision did not have as they are."""
        return [at for at, region in enumerate(board.regions) if region.lines not in self._sentences]

    def learn(self, board: Board, places: Sequence[int], found: Sequence[Sentences]) -> tuple[Sentences, ...]:
        """The sentences of every region, and nothing kept of regions that are gone."""
        new = {board.regions[at].lines: sentences for at, sentences in zip(places, found, strict=True)}
        known = self._sentences | new
        self._sentences = {region.lines: known[region.lines] for region in board.regions}
        return tuple(self._sentences[region.lines] for region in board.regions)

    def step(self, extraction: Extraction) -> tuple[Extraction, Difference]:
        """The extraction with the ids that its tasks had, and what changed since the last."""
        kept = keep_ids([extraction], {"board": self._tasks})[0]
        tasks = tuple(KnownTask(task.id, task.text, task.region, task.owner, task.due) for task in kept.tasks)
        difference = compare_extractions({"board": self._tasks}, {"board": tasks})[0]
        self._tasks = tasks
        return kept, difference


def changes_json(extraction: Extraction, difference: Difference, *, revision: int, full: bool) -> str:
    """What the client is told of a revision."""
    value = extraction.to_json()
    tasks: Mapping[str, Any] = {task["id"]: task for task in value["tasks"]}
    message: dict[str, Any] = {
        "revision": revision,
        "added": [tasks[task.id] for task in difference.added],
        "changed": [{"fields": list(old.differences(new)), "task": tasks[new.id]} for old, new in difference.changed],
        "removed": [task.id for task in difference.removed],
        "same": difference.same,
    }
    if full:
        message["extraction"] = value
    return json.dumps(message, ensure_ascii=False)
