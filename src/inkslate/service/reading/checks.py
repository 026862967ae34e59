"""Limits of the content of a request: of its text before a parser sees it, and of the boards that it gives."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inkslate.board import Board
from inkslate.service.problems import Problem, too_large
from inkslate.service.settings import ServiceLimits

_STRING = re.compile(rb'"[^"]*"')
_NOT_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")
_TAG = re.compile(rb"<(/?)[^<>!?/][^<>]*>")
# Marks, addresses and comments are no words of a board. A text may have this many times what its board may have.
_MARKUP = 4


def check_depth(data: bytes, limits: ServiceLimits) -> None:
    """Refuse JSON that is nested too deeply, before it is parsed."""
    if data.count(b"[") + data.count(b"{") <= limits.depth:
        return
    depth = 0
    # Escapes are removed first, so that the pattern needs no alternatives: their backtracking needs memory.
    unescaped = data.replace(rb"\\", b"").replace(rb"\"", b"")
    for bracket in _STRING.sub(b"", unescaped).translate(None, _NOT_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        if depth > limits.depth:
            raise _too_deep("JSON", limits)


def check_markup_depth(data: bytes, limits: ServiceLimits) -> None:
    """Refuse XML that is nested too deeply, before it is parsed."""
    plain = data.replace(b"\0", b"")  # UTF-16
    if plain.count(b"<") <= limits.depth:
        return
    depth = 0
    for tag in _TAG.finditer(plain):
        if tag[1]:
            depth -= 1
        elif not tag[0].endswith(b"/>"):
            depth += 1
        if depth > limits.depth:
            raise _too_deep("XML", limits)


def check_text(text: str, limits: ServiceLimits) -> None:
    """Refuse a text with many more characters, words or lines than a board may have, before it is parsed."""
    # Characters first: they bound the number of words, and to count words takes memory.
    _check("characters", len(text) - sum(map(text.count, " \t\n\r")), _MARKUP * limits.characters, "--max-characters")
    _check("lines", text.count("\n") + 1, _MARKUP * limits.lines, "--max-lines")
    _check("words", len(text.split()), _MARKUP * limits.words, "--max-words")


def check_boards(boards: Sequence[Board], limits: ServiceLimits) -> None:
    """Refuse more boards, regions, lines, words or characters than a request may have."""
    regions = [region for board in boards for region in board.regions]
    _check("boards", len(boards), limits.regions, "--max-regions")
    _check("regions", len(regions), limits.regions, "--max-regions")
    _check("lines", sum(len(region.lines) for region in regions), limits.lines, "--max-lines")
    _check("words", sum(len(region.word_texts) for region in regions), limits.words, "--max-words")
    characters = sum(len(word) for region in regions for word in region.word_texts)
    _check("characters", characters, limits.characters, "--max-characters")


def _check(unit: str, count: int, limit: int, flag: str) -> None:
    if count > limit:
        raise too_large("the notes", count, limit, unit, flag=flag)


def _too_deep(syntax: str, limits: ServiceLimits) -> Problem:
    return Problem(
        "not-valid",
        f"the {syntax} is nested more than {limits.depth} levels deep",
        field="body",
        remedy="send it with less nesting, or start the service with a larger --max-depth",
    )
