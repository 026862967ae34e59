"""What runs in reading processes. Boards travel as bytes: a thread unpickles them, so the event loop is not blocked."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from inkslate.board import Board
from inkslate.details import DetailContext, add_details
from inkslate.errors import InputError
from inkslate.extraction import Extraction, ModelInfo
from inkslate.extractor import Sentences
from inkslate.prediction import FoundSentence
from inkslate.readers.document import Document
from inkslate.service.formats import DeclaredFormat
from inkslate.service.live_board import dated_context, read_revision, written_text
from inkslate.service.payloads import Payload, write_payload
from inkslate.service.problems import not_valid
from inkslate.service.reading.bodies import DOCUMENT_NAME, find_boards, read_boards, with_dates
from inkslate.service.reading.checks import check_boards
from inkslate.service.reading.correction_bodies import parse_correction
from inkslate.service.reading.reviewed_extractions import fill_details, read_extractions
from inkslate.service.settings import ServiceLimits


class Target(NamedTuple):
    """How extractions are written: the writer (None: JSON) and its options; `dated`: days count from a note's date."""

    to: str | None
    obsidian: bool
    now: datetime | None
    dated: bool = False


class WrittenTasks(NamedTuple):
    """The response to a request for tasks, and how many there are."""

    payload: Payload
    tasks: int


def warm_up() -> None:
    """Load what most calls need: a parser of Markdown, or of dates, takes longer to load than to use."""
    (board,) = read_notes(b"- call Ruth by Friday\n", DeclaredFormat("markdown"), None, ServiceLimits())
    sentence = FoundSentence(0, len(board.regions[0].word_texts), is_task=True)
    model = ModelInfo("none", "", scheme="", layout="")
    write_tasks([board], [(sentence,)], model, DetailContext(), Target(None, obsidian=False, now=None))


def read_notes(data: bytes, declared: DeclaredFormat, name: str | None, limits: ServiceLimits) -> list[Board]:
    """The boards of a request, without labels."""
    return [board.without_labels() for board in read_boards(data, declared, name, limits)]


def read_board_json(
    data: bytes, declared: DeclaredFormat, name: str | None, limits: ServiceLimits
) -> list[Board] | None:
    """The boards of a request that is board JSON, without labels; None where it is something else."""
    document = Document(name or DOCUMENT_NAME, data)
    try:
        boards = find_boards(document, declared, limits)
    except InputError as error:
        raise not_valid(str(error)) from None
    if boards is None:
        return None
    check_boards(boards, limits)
    dated = with_dates(document, boards, day_first=declared.day_first)
    return [board.without_labels() for board in dated]


def pickled_notes(data: bytes, declared: DeclaredFormat, name: str | None, limits: ServiceLimits) -> bytes:
    """The same as bytes."""
    return pickle.dumps(read_notes(data, declared, name, limits))


def write_tasks(
    boards: Sequence[Board], sentences: Sequence[Sentences], model: ModelInfo, details: DetailContext, target: Target
) -> WrittenTasks:
    """The response for boards whose sentences were found, region by region."""
    remaining = iter(sentences)
    extractions = [Extraction(board, tuple(next(remaining) for _ in board.regions), model) for board in boards]
    if target.dated:
        complete = [add_details([each], dated_context(details, each.board))[0] for each in extractions]
    else:
        complete = add_details(extractions, details)
    written = [written_text(board) for board in boards] if target.dated and target.to is None else None
    payload = write_payload(complete, target.to, obsidian=target.obsidian, now=target.now, written=written)
    return WrittenTasks(payload, sum(len(extraction.tasks) for extraction in complete))


def write_pickled_tasks(pickled: bytes, model: ModelInfo, details: DetailContext, target: Target) -> WrittenTasks:
    """The same for pickled boards and sentences."""
    boards, sentences = pickle.loads(pickled)  # noqa: S301 - of our own process
    return write_tasks(boards, sentences, model, details, target)


def write_reviewed(data: bytes, limits: ServiceLimits, details: DetailContext | None, target: Target) -> Payload:
    """Extractions that were sent back, written; `details` where those of tasks that are not listed are to be found."""
    extractions = read_extractions(data, limits)
    if details is not None:
        extractions = fill_details(extractions, details)
    return write_payload(extractions, target.to, obsidian=target.obsidian, now=target.now)


def pickled_correction(data: bytes, limits: ServiceLimits) -> bytes:
    """The board, the revision and the notes of a correction."""
    return pickle.dumps(parse_correction(data, limits))


def pickled_revision(text: str, limits: ServiceLimits, locale: str) -> bytes:
    """The number and the board of a message of a live board."""
    return pickle.dumps(read_revision(text, limits, locale))


def unpickled(pickled: bytes) -> Any:
    """What one of the functions above pickled."""
    return pickle.loads(pickled)  # noqa: S301 - of our own process
