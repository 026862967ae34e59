"""The corpus as people write it: a plain text markup for labelled boards.

    @board standup | Mira, backend developer | own notebook, Monday, hurried | no caps, arrows
    stand up mon
    ...

A board begins with `@board GENRE | WHO | FOR WHOM, WHERE, MOOD | STYLE`; one after a real note with `@board KIND |
AUTHOR | FORM | typed, ink or messy`, the author as a hash and the form of the note in a few words. Each line below is a
line of the board, `==` alone begins the next region. A sentence begins at its mark, `{1}` or `{4i}`: the label and the
kinds of the sentence; it runs to the next mark, over line ends too. Blank lines and lines that start with `%` are left
out.

The facts of a line stand in front of its first mark, in this order:

    two blanks for each level of nesting, `# ` to `###### ` a heading, `* ` a bullet, `[ ] ` or `[x] ` a box, `TODO ` a
    keyword: `  * [ ] {1}call Ruth`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from inkslate.board import DONE, OPEN, Board, Label, Line, Region, Sentence
from inkslate.errors import InputError

BOARD, REGION, COMMENT = "@board", "==", "%"
# What a sentence is beside its label, for counting the hard cases.
KINDS = {
    "n": "task without an imperative",
    "g": "negated",
    "p": "past or done",
    "c": "conditional",
    "w": "waiting",
    "i": "imperative that is no task",
}
ALLOWED = {"n": {1, 2, 3}, "g": {0, 4}, "p": {0, 4}, "c": {0, 4}, "w": {0, 4}, "i": {0, 4}}
_MARK = re.compile(r"\{([0-4])([a-z]*)\}")
_KEYWORDS = {"TODO": OPEN, "NEXT": OPEN, "STRT": OPEN, "FIXME": OPEN, "DONE": DONE, "CANCELLED": DONE, "KILL": DONE}
_FACTS = re.compile(
    r"(?P<indent>(?:  )*) ?(?:(?P<heading>#{1,6}) )?(?P<bullet>\* )?(?:\[(?P<box>[ x])\] )?"
    rf"(?:(?P<keyword>{'|'.join(_KEYWORDS)}) (?=\{{))?"
)


@dataclass(frozen=True, slots=True)
class Written:
    """A board as it was written, with what the writer says of it; `kinds` has one entry a sentence."""

    board: Board
    genre: str
    hand: str
    setting: str
    style: str
    kinds: tuple[tuple[str, ...], ...]


def read_boards(path: Path) -> Iterator[Written]:
    """The boards of a file of markup; InputError with the line where it is wrong."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        line = line.rstrip()
        if not line or line.startswith(COMMENT):
            continue
        if line.startswith(BOARD) and block:
            yield _board(block, path)
            block = []
        block.append((number, line))
    if block:
        yield _board(block, path)


def _board(block: list[tuple[int, str]], path: Path) -> Written:
    first, head = block[0]
    fields = [field.strip() for field in head.removeprefix(BOARD).split("|")]
    if not head.startswith(BOARD) or len(fields) != 4 or not all(fields):
        raise InputError(f"{path} line {first}: a board begins with `@board GENRE | WHO | WHERE, MOOD | STYLE`")
    regions: list[list[tuple[int, str]]] = [[]]
    for number, line in block[1:]:
        if line == REGION:
            regions.append([])
        else:
            regions[-1].append((number, line))
    parsed = [_region(lines, f"r{at}", path, first) for at, lines in enumerate(regions, 1)]
    genre, hand, setting, style = fields
    board = Board(f"{path.stem}-{first}", tuple(region for region, _ in parsed))
    return Written(board, genre, hand, setting, style, tuple(kinds for _, found in parsed for kinds in found))


def _region(numbered: list[tuple[int, str]], name: str, path: Path, first: int) -> tuple[Region, list[tuple[str, ...]]]:
    if not numbered:
        raise InputError(f"{path} line {first}: region {name} of this board is empty")
    lines: list[Line] = []
    starts: list[tuple[int, Label, tuple[str, ...]]] = []
    words = 0
    for number, line in numbered:
        where = f"{path} line {number}"
        facts = _FACTS.match(line)
        assert facts is not None  # every part may be missing
        texts: list[str] = []
        at = 0
        body = line[facts.end() :]
        for mark in _MARK.finditer(body):
            texts += body[at : mark.start()].split()
            starts.append((words + len(texts), Label(int(mark[1])), _kinds(mark, where)))
            at = mark.end()
        texts += body[at:].split()
        if not starts or starts[0][0] != 0:
            raise InputError(f"{where}: a region begins with the mark of a sentence, such as {{0}}")
        if not texts:
            raise InputError(f"{where}: the line has no words")
        for text in texts:
            if "{" in text or "}" in text:
                raise InputError(f"{where}: {text} looks like a broken mark")
        words += len(texts)
        lines.append(_line(" ".join(texts), facts))
    ends = [start for start, _, _ in starts[1:]] + [words]
    for (start, _, _), end in zip(starts, ends, strict=True):
        if start >= end:
            raise InputError(f"{path} line {numbered[0][0]}: region {name} has a sentence without words")
    sentences = tuple(Sentence(start, end, label) for (start, label, _), end in zip(starts, ends, strict=True))
    return Region(name, tuple(lines), sentences), [kinds for _, _, kinds in starts]


def _line(text: str, facts: re.Match[str]) -> Line:
    box = {None: None, " ": OPEN, "x": DONE}[facts["box"]]
    if keyword := facts["keyword"]:
        box = _KEYWORDS[keyword]
    line = Line.from_text(text, bullet=bool(facts["bullet"]), box=box, heading=len(facts["heading"] or ""))
    return replace(line, indent=len(facts["indent"]) // 2, keyword=keyword)


def _kinds(mark: re.Match[str], where: str) -> tuple[str, ...]:
    kinds = tuple(mark[2])
    for kind in kinds:
        if kind not in KINDS or int(mark[1]) not in ALLOWED[kind]:
            raise InputError(f"{where}: {mark[0]} has the kind {kind!r}, which does not go with label {mark[1]}")
    return kinds
