"""`WS /v1/live`: the client sends revisions of one board, the service sends the changes of its tasks.

Task ids stay the same from one revision to the next, as in `tracking`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from inkslate.board import Board, Line
from inkslate.details import DetailContext, add_details, day_first, detail_key
from inkslate.errors import InputError
from inkslate.extraction import Detail, Extraction
from inkslate.extractor import Sentences
from inkslate.formats import parse_board
from inkslate.model.view import Passage
from inkslate.readers.document import Document
from inkslate.readers.note_date import note_date
from inkslate.readers.text import parse_text
from inkslate.service.payloads import parse_body_json
from inkslate.service.problems import not_valid
from inkslate.service.reading.checks import check_boards, check_text
from inkslate.service.scheduler import ModelOutputs, ScannedRegion, decide
from inkslate.service.settings import ServiceLimits
from inkslate.tracking import Difference, KnownTask, compare_extractions, keep_ids

_Key = tuple[tuple[Line, ...], tuple[Line, ...]]
_MAX_NAME = 200
_MAX_REVISION = 2**53 - 1  # the largest integer that every JSON parser can represent


def read_revision(text: str, limits: ServiceLimits, locale: str = "en") -> tuple[int, Board]:
    """A message of the client: `revision`, the notes as `board` or `text`, and perhaps their `name`."""
    value = parse_body_json(text.encode("utf-8", "surrogatepass"), limits)
    if not isinstance(value, dict):
        raise not_valid("the message is not an object; send revision and board, or revision and text", field="message")
    revision = value.get("revision")
    if type(revision) is not int or not 0 <= revision <= _MAX_REVISION:
        raise not_valid("revision is not a whole number; count your revisions from 0", field="revision")
    if ("board" in value) == ("text" in value):
        raise not_valid("the message has both or neither of board and text; send one of them", field="board")
    try:
        if "board" in value:
            board = parse_board(value["board"], where="board")
        elif isinstance(value["text"], str):
            check_text(value["text"], limits)
            board = parse_text(value["text"], board="board")
        else:
            raise not_valid("text is not a string; send the notes as a string", field="text")
    except InputError as error:
        raise not_valid(str(error), field="board" if "board" in value else "text") from None
    check_boards([board], limits)
    name = value.get("name", "")
    if not isinstance(name, str):
        raise not_valid("name is not a string; send the name of the file, or leave it out", field="name")
    document = Document(name[:_MAX_NAME], str(value.get("text", "")).encode("utf-8", "surrogatepass"))
    written = note_date(document, board, day_first=day_first(locale))
    return revision, replace(board.without_labels(), written=written)


def dated_context(details: DetailContext, board: Board) -> DetailContext:
    """The context in which days count from the date of the note, where it has one."""
    return replace(details, now=board.written or details.now)


def written_text(board: Board) -> str | None:
    """The date of a note for JSON: a day, or a moment where its time is known."""
    if board.written is None:
        return None
    is_day = (board.written.hour, board.written.minute) == (0, 0)
    return board.written.date().isoformat() if is_day else board.written.isoformat(timespec="minutes")


def _key(passage: Passage) -> _Key:
    """What decides about the sentences of a region: its id is not part of it."""
    return passage.above, passage.region.lines


class LiveBoard:
    """The board of one connection, with cached results: what did not change is not run again.

    A region is run again when its own lines or the headings above it change.
    """

    def __init__(self, *, threshold: float | None = None) -> None:
        self._threshold = threshold
        self._regions: dict[_Key, ScannedRegion] = {}
        self._details: dict[str, Detail] = {}
        self._context: DetailContext | None = None
        self._tasks: tuple[KnownTask, ...] = ()

    def copy(self) -> LiveBoard:
        """A copy for the next revision; it replaces this board only when the response is sent."""
        other = LiveBoard(threshold=self._threshold)
        other._regions, other._details, other._tasks = self._regions, dict(self._details), self._tasks
        other._context = self._context
        return other

    def changed_passages(self, passages: Sequence[Passage]) -> list[Passage]:
        """Those that differ from all of the last revision, each once."""
        return list({_key(passage): passage for passage in passages if _key(passage) not in self._regions}.values())

    def cached_outputs(self) -> ModelOutputs:
        """The model's outputs for the windows of long regions: an edit leaves most windows unchanged."""
        return {part: output for region in self._regions.values() for part, output in region.outputs.items()}

    def update(
        self, passages: Sequence[Passage], changed: Sequence[Passage], scanned: Sequence[ScannedRegion]
    ) -> tuple[Sentences, ...]:
        """The sentences of every region, from the cache or new; regions that are gone are dropped from the cache."""
        known = self._regions | {_key(passage): result for passage, result in zip(changed, scanned, strict=True)}
        self._regions = {}
        for key in map(_key, passages):
            result = known[key]
            # The output of a single window is useless after an edit: the edit changes that window.
            self._regions[key] = result if len(result.outputs) > 1 else ScannedRegion(result.sentences, {})
        return tuple(decide([self._regions[_key(passage)].sentences for passage in passages], self._threshold))

    def track(self, extraction: Extraction, details: DetailContext) -> tuple[Extraction, Difference]:
        """The extraction with details and with the ids of earlier revisions, and the difference from the last one."""
        if details != self._context:  # the note got another date: its days are others
            self._details, self._context = {}, details
        (complete,) = add_details([extraction], details, known=self._details)
        self._details = {key: self._details[key] for key in map(detail_key, complete.tasks_without_details)}
        tracked = keep_ids([complete], {"board": self._tasks})[0]
        tasks = tuple(
            KnownTask(task.id, task.text, task.region, task.owner, task.due, stated=task.stated)
            for task in tracked.tasks
        )
        difference = compare_extractions({"board": self._tasks}, {"board": tasks})[0]
        self._tasks = tasks
        return tracked, difference


def changes_json(
    extraction: Extraction, difference: Difference, *, revision: int, full: bool, dated: bool = False
) -> str:
    """The message to the client for one revision."""
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
    if dated:
        message["written"] = written_text(extraction.board)
    if full:
        message["extraction"] = extraction.to_json()
    return json.dumps(message, ensure_ascii=False)
