"""Board JSONL, the canonical file format: one board a line, with `sentences` where it is labelled."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from inkslate.board import (
    BOXES,
    DEEPEST_HEADING,
    DONE,
    MOST_INDENT,
    OPEN,
    Board,
    Box,
    Label,
    Line,
    Region,
    Sentence,
    Word,
    partition_problems,
)
from inkslate.errors import InputError
from inkslate.formats.findings import FindingCollector, Scanned, show
from inkslate.formats.json_values import parse_json, rows_of
from inkslate.formats.place_ids import place_ids
from inkslate.formats.stated_facts import board_facts_json, parse_people, parse_speaker, parse_written, speaker_json
from inkslate.messages import has_lone_surrogate, shorten

# `about` (such as who wrote a board) and `clean` (a line without errors of the recogniser) are for people and scripts.
KEYS = {
    "board": frozenset({"id", "regions", "about", "written", "people"}),
    "region": frozenset({"id", "lines", "sentences", "speaker"}),
    "line": frozenset("text bullet box keyword heading indent gap done due words clean".split()),
}

# A word that has its text alone: equal ones are one object, because a data set has few different words.
_plain_word = lru_cache(maxsize=1 << 16)(Word)
_FACTS: Mapping[str, tuple[Callable[[Any], bool], str]] = MappingProxyType(
    {
        "bullet": (lambda fact: isinstance(fact, bool), "write true or false"),
        "gap": (lambda fact: isinstance(fact, bool), "write true or false"),
        "done": (lambda fact: isinstance(fact, bool), "write true or false"),
        "box": (lambda fact: fact in BOXES, "write open or done"),
        "keyword": (
            lambda fact: isinstance(fact, str) and fact.split() == [fact] and not has_lone_surrogate(fact),
            "write it as one word, like TODO",
        ),
        "heading": (
            lambda fact: type(fact) is int and 1 <= fact <= DEEPEST_HEADING,
            f"write a level from 1 to {DEEPEST_HEADING}, or leave it out",
        ),
        "indent": (lambda fact: type(fact) is int and 0 <= fact <= MOST_INDENT, "write the depth of nesting, from 0"),
    }
)


def scan_board_jsonl(text: str, name: str) -> Iterator[Scanned]:
    """Boards and findings in file order. A line with a finding that reading cannot correct gives no board."""
    seen: dict[str, int] = {}
    # Only \n ends a line of JSONL: U+2028 and similar characters may be part of a string.
    for number, line in enumerate(rows_of(text), 1):
        if not line.strip():
            continue
        findings = FindingCollector(f"{name} line {number}")
        board = _parse_board_text(line, findings)
        if board is not None and board.id in seen:
            findings.wrong(
                f"duplicate board id {shorten(board.id)}, first on line {seen[board.id]}", "give each board its own"
            )
        yield from findings.found
        if board is not None and findings.clean:
            seen[board.id] = number
            yield board


def parse_board(value: object, *, where: str) -> Board:
    """One board from parsed JSON; InputError for the first problem."""
    findings = FindingCollector(where)
    board = collect_board(value, findings)
    for finding in findings.found:
        if not finding.repaired:
            raise InputError(str(finding))
    assert board is not None
    return board


def format_board(board: Board, *, about: Mapping[str, Any] | None = None) -> str:
    """The board's line of JSONL, without the line end; `about` is written where it is given."""
    given = {} if about is None else {"about": about}
    regions = [_region_json(region) for region in board.regions]
    return json.dumps({"id": board.id, **given, **board_facts_json(board), "regions": regions}, ensure_ascii=False)


def format_boards(boards: Iterable[Board]) -> str:
    """The boards as JSONL."""
    return "".join(format_board(board) + "\n" for board in boards)


def _parse_board_text(line: str, findings: FindingCollector) -> Board | None:
    try:
        value = parse_json(line)
    except ValueError as error:
        findings.wrong(str(error), "a board file has one JSON object a line")
        return None
    return collect_board(value, findings)


def collect_board(item: object, findings: FindingCollector) -> Board | None:
    """One board from parsed JSON; findings are added. None where reading cannot correct them."""
    value = _object(item, findings, "board")
    if value is None:
        return None
    board_id = _identity(value, findings)
    given = _list(value, "regions", findings)
    places = place_ids(given)
    regions = [
        _parse_region(region, findings.inside(f"region {_short_id(region, number)}"), places.get(number))
        for number, region in enumerate(given, 1)
    ]
    known = [region for region in regions if region is not None]
    written, people = parse_written(value, findings), parse_people(value, findings)
    if board_id is None or len(known) < len(regions) or not findings.clean:
        return None
    try:
        return Board(board_id, tuple(known), written, people)
    except InputError as error:
        findings.wrong(str(error), "region ids are unique within a board")
        return None


def _parse_region(item: object, findings: FindingCollector, place: str | None) -> Region | None:
    value = _object(item, findings, "region")
    if value is None:
        return None
    if place is not None:
        findings.repaired("id is missing", f"reading takes its place, {place}")
    region_id = place or _identity(value, findings)
    parsed = [
        _parse_line(line, findings.inside(f"line {number}"))
        for number, line in enumerate(_list(value, "lines", findings), 1)
    ]
    lines = tuple(line for line in parsed if line is not None)
    sentences = None
    if value.get("sentences") is not None:
        sentences = _parse_sentences(value, sum(len(line.words) for line in lines), len(lines) == len(parsed), findings)
    speaker = parse_speaker(value, findings)
    if region_id is None or not findings.clean:
        return None
    return Region(region_id, lines, sentences, speaker)


def _parse_line(item: object, findings: FindingCollector) -> Line | None:
    value = _object(item, findings, "line")
    if value is None:
        return None
    facts = _parse_facts(value, findings)
    if facts is None:
        return None
    text = value.get("text")
    try:
        if "words" in value:
            words = tuple(_parse_word(word) for word in _list(value, "words", findings))
            if isinstance(text, str) and text.split() != [word.text for word in words]:
                findings.wrong("text and words differ", "leave text out, or give it the same words")
        elif isinstance(text, str):
            words = tuple([_plain_word(word) for word in text.split()])
        else:
            findings.wrong(f"text is {show(text)}", "give the line's text as a string")
            return None
        due = None if value.get("due") is None else _parse_word(value["due"])
        return Line(words, **facts, due=due)
    except InputError as error:
        findings.wrong(str(error), "correct the line's words")
        return None


def _parse_facts(value: Mapping[str, Any], findings: FindingCollector) -> dict[str, Any] | None:
    """The layout facts of a line, as arguments of Line; None where one of them is wrong."""
    facts: dict[str, Any] = {}
    for name, (expected, remedy) in _FACTS.items():
        fact = value.get(name)
        if fact is None:
            continue
        if not expected(fact):
            findings.wrong(f"{name} is {show(fact)}", remedy)
            return None
        facts[name] = fact
    # `done: true` is the older spelling of a ticked box.
    if facts.pop("done", False):
        if facts.get("box") == OPEN:
            findings.wrong("box is open, but done is true", "leave done out")
            return None
        facts["box"] = DONE
    if "keyword" in facts and "box" not in facts:
        findings.wrong("keyword without box", "say by box whether it means open or done")
        return None
    return facts


def _parse_word(value: object) -> Word:
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        raise InputError(f"a word is {show(value)}, not an object with a text")
    box, source = value.get("box"), value.get("source", [])
    if box is not None:
        if not isinstance(box, list) or len(box) != 4 or not all(_is_number(side) for side in box):
            raise InputError(f"the box of {shorten(value['text'])} is not [x, y, width, height]")
        box = Box(*box)
    if not isinstance(source, list) or not all(isinstance(i, str | int) and not isinstance(i, bool) for i in source):
        raise InputError(f"the source of {shorten(value['text'])} is not a list of ids")
    if any(isinstance(identity, str) and has_lone_surrogate(identity) for identity in source):
        raise InputError(f"the source of {shorten(value['text'])} has half a surrogate pair, which is not text")
    return Word(value["text"], box, tuple(source))


def _parse_sentences(
    region: Mapping[str, Any], words: int, lines_known: bool, findings: FindingCollector
) -> tuple[Sentence, ...] | None:
    sentences = []
    for number, item in enumerate(_list(region, "sentences", findings), 1):
        try:
            sentences.append(_parse_sentence(item))
        except InputError as error:
            findings.wrong(f"sentence {number}: {error}", "a sentence has start < end and a label from 0 to 4")
    if findings.clean and lines_known:
        for problem in partition_problems(sentences, words):
            findings.wrong(problem, "sentences cover every word once, in order")
    return tuple(sentences)


def _parse_sentence(value: object) -> Sentence:
    if not isinstance(value, dict):
        raise InputError(f"it is {show(value)}, not an object")
    for key in ("start", "end", "label"):
        if not isinstance(value.get(key), int) or isinstance(value.get(key), bool):
            raise InputError(f"{key} is {show(value.get(key))}, not a whole number")
    if value["label"] not in set(Label):
        raise InputError(f"label {value['label']} is unknown")
    if not isinstance(value.get("reviewed", True), bool):
        raise InputError(f"reviewed is {show(value['reviewed'])}, not true or false")
    return Sentence(value["start"], value["end"], Label(value["label"]), value.get("reviewed", True))


def _object(value: object, findings: FindingCollector, kind: str) -> dict[str, Any] | None:
    if not isinstance(value, dict):
        findings.wrong(f"the {kind} is {show(value)}", "it must be a JSON object")
        return None
    for key in sorted(value.keys() - KEYS[kind]):
        findings.repaired(f"unknown field {shorten(key)} in a {kind}", "reading leaves it out")
    return value


def _identity(value: Mapping[str, Any], findings: FindingCollector) -> str | None:
    identity = value.get("id")
    if isinstance(identity, str) and identity and not has_lone_surrogate(identity):
        return identity
    findings.wrong(f"id is {show(identity)}", "give it a string that is not empty")
    return None


def _list(value: Mapping[str, Any], key: str, findings: FindingCollector) -> list[Any]:
    items = value.get(key)
    if isinstance(items, list):
        return items
    findings.wrong(f"{key} is {show(items)}", "it must be a list")
    return []


def _is_number(value: object) -> bool:
    # JSON allows integers of hundreds of digits, which a float cannot hold.
    return type(value) is float or (type(value) is int and abs(value) <= sys.float_info.max)


def _short_id(value: object, number: int) -> str:
    identity = value.get("id") if isinstance(value, dict) else None
    return (
        identity if isinstance(identity, str) and identity.isprintable() and 0 < len(identity) <= 60 else f"#{number}"
    )


def _region_json(region: Region) -> dict[str, Any]:
    value: dict[str, Any] = {
        "id": region.id,
        **speaker_json(region),
        "lines": [line.to_json() for line in region.lines],
    }
    if region.sentences is not None:
        value["sentences"] = [_sentence_json(sentence) for sentence in region.sentences]
    return value


def _sentence_json(sentence: Sentence) -> dict[str, Any]:
    value: dict[str, Any] = {"start": sentence.start, "end": sentence.end, "label": int(sentence.label)}
    # Most labels were given by somebody: only those that nobody looked at say so.
    return value if sentence.reviewed else {**value, "reviewed": False}
