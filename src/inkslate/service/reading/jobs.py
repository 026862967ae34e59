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
from inkslate.readers.document import Document
from inkslate.service.formats import DeclaredFormat
from inkslate.service.live_board import read_revision
from inkslate.service.payloads import Payload, write_payload
from inkslate.service.problems import not_valid
from inkslate.service.reading.bodies import DOCUMENT_NAME, find_boards, read_boards
from inkslate.service.reading.checks import check_boards
from inkslate.service.reading.correction_bodies import parse_correction
from inkslate.service.reading.reviewed_extractions import fill_details, read_extractions
from inkslate.service.settings import ServiceLimits


class Target(NamedTuple):
    """How extractions are written: the writer (None: JSON) and its options."""

    to: str | None
    obsidian: bool
    now: datetime | None


class WrittenTasks(NamedTuple):
    """The response to a request for tasks, and how many there are."""

    payload: Payload
    tasks: int


def read_notes(data: bytes, declared: DeclaredFormat, name: str | None, limits: ServiceLimits) -> list[Board]:
    """The boards of a request, without labels."""
    return [board.without_labels() for board in read_boards(data, declared, name, limits)]


def read_board_json(
    data: bytes, declared: DeclaredFormat, name: str | None, limits: ServiceLimits
) -> list[Board] | None:
    """The boards of a request that is board JSON, without labels; None where it is something else."""
    try:
        boards = find_boards(Document(name or DOCUMENT_NAME, data), declared, limits)
    except InputError as error:
        raise not_valid(str(error)) from None
    if boards is None:
        return None
    check_boards(boards, limits)
    return [board.without_labels() for board in boards]


def pickled_notes(data: bytes, declared: DeclaredFormat, name: str | None, limits: ServiceLimits) -> bytes:
    """The same as bytes."""
    return pickle.dumps(read_notes(data, declared, name, limits))


def write_tasks(
    boards: Sequence[Board], sentences: Sequence[Sentences], model: ModelInfo, details: DetailContext, target: Target
) -> WrittenTasks:
    """The response for boards whose sentences were found, region by region."""
    remaining = iter(sentences)
    extractions = [Extraction(board, tuple(next(remaining) for _ in board.regions), model) for board in boards]
    complete = add_details(extractions, details)
    payload = write_payload(complete, target.to, obsidian=target.obsidian, now=target.now)
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


def pickled_revision(text: str, limits: ServiceLimits) -> bytes:
    """The number and the board of a message of a live board."""
    return pickle.dumps(read_revision(text, limits))


def unpickled(pickled: bytes) -> Any:
    """What one of the functions above pickled."""
    return pickle.loads(pickled)  # noqa: S301 - of our own process
