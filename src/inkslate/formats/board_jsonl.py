"""Board JSONL, the canonical file format: one board a line, `sentences` only where labelled."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from inkslate.board import Board, Box, Label, Line, Region, Sentence, Word, partition_problems
from inkslate.errors import InputError
from inkslate.formats.findings import Notes, Scanned
from inkslate.formats.json_values import parse_json
from inkslate.messages import has_lone_surrogate, shorten

# `about` (who wrote a board, say) and `clean` (a line without its recogniser's errors) are for people and scripts.
KEYS = {
    "board": frozenset({"id", "regions", "about"}),
    "region": frozenset({"id", "lines", "sentences"}),
    "line": frozenset({"text", "bullet", "done", "words", "clean"}),
}


def scan_board_jsonl(text: str, name: str) -> Iterator[Scanned]:
    """Boards and findings in file order; a line with findings that reading cannot mend gives no board."""
    seen: dict[str, int] = {}
    # Only \n ends a line of JSONL: U+2028 and its kin may stand inside a string.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        notes = Notes(f"{name} line {number}")
        board = _parse_board_text(line, notes)
        if board is not None and board.id in seen:
            notes.wrong(
                f"the board id {shorten(board.id)} stands on line {seen[board.id]} already", "give each board its own"
            )
        yield from notes.findings
        if board is not None and notes.clean:
            seen[board.id] = number
            yield board


def parse_board(value: object, *, where: str) -> Board:
    """One board from parsed JSON; the first problem is an InputError."""
    notes = Notes(where)
    board = note_board(value, notes)
    for finding in notes.findings:
        if not finding.repaired:
            raise InputError(str(finding))
    assert board is not None
    return board


def format_board(board: Board, *, about: Mapping[str, Any] | None = None) -> str:
    """The board's line of JSONL, without the line end; `about` is written where it is given."""
    given = {} if about is None else {"about": about}
    regions = [_region_json(region) for region in board.regions]
    return json.dumps({"id": board.id, **given, "regions": regions}, ensure_ascii=False)


def format_boards(boards: Iterable[Board]) -> str:
    return "".join(format_board(board) + "\n" for board in boards)


def _parse_board_text(line: str, notes: Notes) -> Board | None:
    try:
        value = parse_json(line)
    except ValueError as error:
        notes.wrong(str(error), "a board file has one JSON object a line")
        return None
    return note_board(value, notes)


def note_board(item: object, notes: Notes) -> Board | None:
    """One board from parsed JSON, and what is wrong with it; None where that cannot be mended."""
    value = _object(item, notes, "board")
    if value is None:
        return None
    board_id = _identity(value, notes)
    regions = [
        _parse_region(region, notes.inside(f"region {_short_id(region, number)}"))
        for number, region in enumerate(_list(value, "regions", notes), 1)
    ]
    known = [region for region in regions if region is not None]
    if board_id is None or len(known) < len(regions) or not notes.clean:
        return None
    try:
        return Board(board_id, tuple(known))
    except InputError as error:
        notes.wrong(str(error), "region ids are unique within a board")
        return None


def _parse_region(item: object, notes: Notes) -> Region | None:
    value = _object(item, notes, "region")
    if value is None:
        return None
    region_id = _identity(value, notes)
    parsed = [
        _parse_line(line, notes.inside(f"line {number}")) for number, line in enumerate(_list(value, "lines", notes), 1)
    ]
    lines = tuple(line for line in parsed if line is not None)
    sentences = None
    if value.get("sentences") is not None:
        sentences = _parse_sentences(value, sum(len(line.words) for line in lines), len(lines) == len(parsed), notes)
    if region_id is None or not notes.clean:
        return None
    return Region(region_id, lines, sentences)


def _parse_line(item: object, notes: Notes) -> Line | None:
    value = _object(item, notes, "line")
    if value is None:
        return None
    bullet, done = value.get("bullet", False), value.get("done", False)
    for name, flag in (("bullet", bullet), ("done", done)):
        if not isinstance(flag, bool):
            notes.wrong(f"{name} is {_show(flag)}", "write true or false")
            return None
    text = value.get("text")
    try:
        if "words" in value:
            words = tuple(_parse_word(word) for word in _list(value, "words", notes))
            if isinstance(text, str) and text.split() != [word.text for word in words]:
                notes.wrong("text and words differ", "leave text out, or give it the same words")
            return Line(words, bullet, done)
        if not isinstance(text, str):
            notes.wrong(f"text is {_show(text)}", "give the line's text as a string")
            return None
        return Line.from_text(text, bullet=bullet, done=done)
    except InputError as error:
        notes.wrong(str(error), "mend the line's words")
        return None


def _parse_word(value: object) -> Word:
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        raise InputError(f"a word is {_show(value)}, not an object with a text")
    box, source = value.get("box"), value.get("source", [])
    if box is not None:
        if not isinstance(box, list) or len(box) != 4 or not all(_is_number(side) for side in box):
            raise InputError(f"the box of {shorten(value['text'])} is not [x, y, width, height]")
        box = Box(*box)
    if not isinstance(source, list) or not all(isinstance(i, str | int) and not isinstance(i, bool) for i in source):
        raise InputError(f"the source of {shorten(value['text'])} is not a list of ids")
    if any(isinstance(identity, str) and has_lone_surrogate(identity) for identity in source):
        raise InputError(f"the source of {shorten(value['text'])} holds half a surrogate pair, which is no text")
    return Word(value["text"], box, tuple(source))


def _parse_sentences(
    region: Mapping[str, Any], words: int, lines_known: bool, notes: Notes
) -> tuple[Sentence, ...] | None:
    sentences = []
    for number, item in enumerate(_list(region, "sentences", notes), 1):
        try:
            sentences.append(_parse_sentence(item))
        except InputError as error:
            notes.wrong(f"sentence {number}: {error}", "a sentence has start < end and a label from 0 to 4")
    if notes.clean and lines_known:
        for problem in partition_problems(sentences, words):
            notes.wrong(problem, "sentences cover every word once, in order")
    return tuple(sentences)


def _parse_sentence(value: object) -> Sentence:
    if not isinstance(value, dict):
        raise InputError(f"it is {_show(value)}, not an object")
    for key in ("start", "end", "label"):
        if not isinstance(value.get(key), int) or isinstance(value.get(key), bool):
            raise InputError(f"{key} is {_show(value.get(key))}, not a whole number")
    if value["label"] not in set(Label):
        raise InputError(f"label {value['label']} is unknown")
    return Sentence(value["start"], value["end"], Label(value["label"]))


def _object(value: object, notes: Notes, kind: str) -> dict[str, Any] | None:
    if not isinstance(value, dict):
        notes.wrong(f"the {kind} is {_show(value)}", "it must be a JSON object")
        return None
    for key in sorted(value.keys() - KEYS[kind]):
        notes.repaired(f"unknown field {shorten(key)} in a {kind}", "reading leaves it out")
    return value


def _identity(value: Mapping[str, Any], notes: Notes) -> str | None:
    identity = value.get("id")
    if isinstance(identity, str) and identity and not has_lone_surrogate(identity):
        return identity
    notes.wrong(f"id is {_show(identity)}", "give it a string that is not empty")
    return None


def _list(value: Mapping[str, Any], key: str, notes: Notes) -> list[Any]:
    items = value.get(key)
    if isinstance(items, list):
        return items
    notes.wrong(f"{key} is {_show(items)}", "it must be a list")
    return []


def _is_number(value: object) -> bool:
    # Whole numbers of hundreds of digits are JSON, but no place on a board.
    return type(value) is float or (type(value) is int and abs(value) <= sys.float_info.max)


def _show(value: object) -> str:
    """How a wrong value reads in a message."""
    if value is None:
        return "missing"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return shorten(value) if isinstance(value, str) else json.dumps(value)


def _short_id(value: object, number: int) -> str:
    identity = value.get("id") if isinstance(value, dict) else None
    return (
        identity if isinstance(identity, str) and identity.isprintable() and 0 < len(identity) <= 60 else f"#{number}"
    )


def _region_json(region: Region) -> dict[str, Any]:
    value: dict[str, Any] = {"id": region.id, "lines": [line.to_json() for line in region.lines]}
    if region.sentences is not None:
        value["sentences"] = [{"start": s.start, "end": s.end, "label": int(s.label)} for s in region.sentences]
    return value
