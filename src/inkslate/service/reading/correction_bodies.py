"""The body of `PUT /v1/corrections`: a labelled board, its revision and the notes of the client."""

from __future__ import annotations

import json
from typing import Any

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.messages import shorten
from inkslate.service.corrections import labelled_board
from inkslate.service.payloads import parse_body_json
from inkslate.service.problems import not_valid
from inkslate.service.reading.checks import check_boards
from inkslate.service.settings import ServiceLimits

MAX_ID_LENGTH = 1000
MAX_REVISION = 2**53 - 1
_MAX_NOTES = 1 << 18  # bytes of JSON


def parse_correction(data: bytes, limits: ServiceLimits) -> tuple[Board, int, dict[str, Any]]:
    """The board, the revision and the notes of a correction."""
    value = parse_body_json(data, limits)
    if not isinstance(value, dict):
        raise not_valid("the body is not an object; send board and revision")
    for key in sorted(value.keys() - {"board", "revision", "notes"}):
        raise not_valid(f"{shorten(key)} is not a field of a correction; leave it out")
    revision, notes = value.get("revision"), value.get("notes", {})
    if type(revision) is not int or not 0 <= revision <= MAX_REVISION:
        raise not_valid("revision is not a whole number; count your revisions from 0", field="revision")
    if not isinstance(notes, dict) or len(json.dumps(notes)) > _MAX_NOTES:
        raise not_valid(f"notes is not an object of at most {_MAX_NOTES} bytes; send less", field="notes")
    try:
        board = labelled_board(value.get("board"), where="board")
    except InputError as error:
        raise not_valid(str(error), field="board") from None
    if len(board.id) > MAX_ID_LENGTH:
        raise not_valid(
            f"the board's id is longer than {MAX_ID_LENGTH} characters; give it a shorter one", field="board"
        )
    check_boards([board], limits)
    return board, revision, notes
