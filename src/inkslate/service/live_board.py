"""`WS /v1/live`: revisions of one board in, what became of its tasks out. Ids stay, as in `tracking`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from inkslate.board import Board, Line
from inkslate.details import DetailContext, add_details
from inkslate.errors import InputError
from inkslate.extraction import Detail, Extraction
from inkslate.extractor import Sentences
from inkslate.formats import parse_board
from inkslate.readers.text import parse_text
from inkslate.service.conversion import parse_body_json
from inkslate.service.limits import check_boards
from inkslate.service.problems import not_valid
from inkslate.service.scheduler import Found, Outputs
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
    """What is known of the board of one connection: what did not change is not asked or looked for again."""

    def __init__(self) -> None:
        self._found: dict[tuple[Line, ...], Found] = {}
        self._details: dict[str, Detail] = {}
        self._tasks: tuple[KnownTask, ...] = ()

    def copy(self) -> Tracked:
        """What it is now; a revision changes a copy, which counts when its answer is sent and not before."""
        other = Tracked()
        other._found, other._details, other._tasks = self._found, dict(self._details), self._tasks
        return other

    def unknown(self, board: Board) -> list[int]:
        """The places of the regions that the last revision did not have as they are."""
        return [at for at, region in enumerate(board.regions) if region.lines not in self._found]

    def outputs(self) -> Outputs:
        """What the model said of the windows of long regions: an edit leaves most of them as they were."""
        return {part: output for found in self._found.values() for part, output in found.outputs.items()}

    def learn(self, board: Board, places: Sequence[int], found: Sequence[Found]) -> tuple[Sentences, ...]:
        """The sentences of every region, and nothing kept of regions that are gone."""
        new = dict(zip(places, found, strict=True))
        before, self._found = self._found, {}
        for at, region in enumerate(board.regions):
            here = new.get(at) or before[region.lines]
            # A region of one window that changes has no window left that was there.
            self._found[region.lines] = here if len(here.outputs) > 1 else Found(here.sentences, {})
        return tuple(self._found[region.lines].sentences for region in board.regions)

    def step(self, extraction: Extraction, context: DetailContext) -> tuple[Extraction, Difference]:
        """The extraction with its details and the ids that its tasks had, and what changed since the last."""
        (complete,) = add_details([extraction], context, known=self._details)
        self._details = {task.text: self._details[task.text] for task in complete.tasks_without_details}
        kept = keep_ids([complete], {"board": self._tasks})[0]
        tasks = tuple(KnownTask(task.id, task.text, task.region, task.owner, task.due) for task in kept.tasks)
        difference = compare_extractions({"board": self._tasks}, {"board": tasks})[0]
        self._tasks = tasks
        return kept, difference


def changes_json(extraction: Extraction, difference: Difference, *, revision: int, full: bool) -> str:
    """What the client is told of a revision."""
    tasks = {task.id: task for task in extraction.tasks}
    message: dict[str, Any] = {
        "revision": revision,
        "added": [tasks[task.id].to_json() for task in difference.added],
        "changed": [
            {"fields": list(old.differences(new)), "task": tasks[new.id].to_json()} for old, new in difference.changed
        ],
        "removed": [task.id for task in difference.removed],
        "same": difference.same,
    }
    if full:
        message["extraction"] = extraction.to_json()
    return json.dumps(message, ensure_ascii=False)
