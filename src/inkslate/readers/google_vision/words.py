"""Words and lines from Google Vision's symbols, and their breaks; where symbols have none, breaks from the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from inkslate.board import Word
from inkslate.errors import InputError
from inkslate.formats.json_values import Fields
from inkslate.readers.json_keys import find_key, snake_case, with_underscore
from inkslate.readers.layout.geometry import box_around

_NONE, _SPACE, _LINE, _HYPHEN = "", " ", "\n", "-\n"
# Names as the service writes them, numbers as the Python client does.
_BREAKS: dict[str | int, str] = {
    **dict.fromkeys(("UNKNOWN", 0), _NONE),
    **dict.fromkeys(("SPACE", 1, "SURE_SPACE", 2), _SPACE),
    **dict.fromkeys(("EOL_SURE_SPACE", 3, "LINE_BREAK", 5), _LINE),
    **dict.fromkeys(("HYPHEN", 4), _HYPHEN),
}
_FARTHEST = 200  # how far a word may be from its place in the text; a search without a bound would be quadratic

Points = list[tuple[float, float]]


@dataclass(slots=True)
class VisionNode:
    """An object of the file and the JSON pointer to it. Names are asked for as REST spells them."""

    fields: Fields
    pointer: str

    def spelled(self, name: str) -> str:
        """The name as this file has it: the service's or the Python client's."""
        return find_key(self.fields, name, snake_case, with_underscore)

    def __contains__(self, name: str) -> bool:
        return self.fields.has(self.spelled(name))

    def child(self, name: str) -> VisionNode | None:
        """The object under this name; None where it is missing."""
        key = self.spelled(name)
        inner = self.fields.inner(key)
        return None if inner is None else VisionNode(inner, f"{self.pointer}/{key}")

    def children(self, name: str) -> list[VisionNode]:
        """The objects of the list under this name."""
        key = self.spelled(name)
        return [VisionNode(item, f"{self.pointer}/{key}/{at}") for at, item in enumerate(self.fields.objects(key))]

    def text(self, name: str) -> str:
        """The string under this name; empty where it is missing."""
        return self.fields.text(self.spelled(name)) or ""


@dataclass(slots=True)
class VisionPiece:
    """Symbols of one word with no break between them, and the breaks around."""

    text: str
    source: str
    where: str
    points: Points
    before: str = _NONE
    after: str = _NONE


@dataclass(slots=True)
class _Growing:
    """The word that pieces are being added to."""

    where: str = ""
    texts: list[str] = field(default_factory=list)
    sources: dict[str, None] = field(default_factory=dict)
    points: Points = field(default_factory=list)
    hyphen: bool = False


def split_word(word: VisionNode) -> Iterator[VisionPiece]:
    """A word, split at the breaks inside of it."""
    points = corner_points(word, "boundingBox")
    symbols = [VisionNode(symbol, "") for symbol in word.fields.objects("symbols")]
    if not points:
        points = [point for symbol in symbols for point in corner_points(symbol, "boundingBox")]
    texts: list[str] = []
    before = _NONE

    def piece(after: str) -> VisionPiece:
        return VisionPiece("".join(texts), word.pointer, word.fields.where, points, before, after)

    for symbol in symbols:
        kind, is_prefix = _break(symbol)
        if is_prefix and kind:
            if texts or before:
                yield piece(_NONE)
            texts, before = [], kind
        texts.append(symbol.text("text"))
        if kind and not is_prefix:
            yield piece(kind)
            texts, before = [], _NONE
    if not symbols:
        texts = [word.text("text")]
    kind, is_prefix = _break(word)
    after = _NONE if is_prefix else kind
    if texts or before or after:
        yield piece(after)


def _break(node: VisionNode) -> tuple[str, bool]:
    """The break at a symbol or word, and whether the break comes before it."""
    properties = node.child("property")
    found = properties.child("detectedBreak") if properties else None
    if found is None:
        return _NONE, False
    kind = found.fields.id(found.spelled("type"))
    # An unknown kind of break separates words at least.
    return _NONE if kind is None else _BREAKS.get(kind, _SPACE), bool(found.fields.flag(found.spelled("isPrefix")))


def corner_points(node: VisionNode, name: str) -> Points:
    """The corners; a coordinate that is 0 is left out of the file."""
    polygon = node.child(name)
    if polygon is None:
        return []
    corners = polygon.fields.objects("vertices") or polygon.fields.objects(polygon.spelled("normalizedVertices"))
    return [(corner.number("x") or 0.0, corner.number("y") or 0.0) for corner in corners]


def align(pieces: list[VisionPiece], text: str) -> None:
    """Breaks from the whole text, for pieces that have none of their own."""
    at = 0
    for last, piece in zip([None, *pieces], pieces, strict=False):
        found = text.find(piece.text, at, at + len(piece.text) + _FARTHEST)
        gap = text[at:found] if found >= 0 else _SPACE
        if last and gap:
            wrapped = "\n" in gap
            last.after = _HYPHEN if wrapped and gap.strip() == "-" else _LINE if wrapped else _SPACE
        at = found + len(piece.text) if found >= 0 else at


def join_pieces(pieces: Iterable[VisionPiece]) -> Iterator[list[Word]]:
    """The words of each line of a paragraph."""
    line: list[Word] = []
    word = _Growing()
    for piece in pieces:
        for kind, text in _steps(piece):
            if kind == _HYPHEN and word.texts:
                word.hyphen = True
            elif kind:
                ends = kind != _SPACE or word.hyphen
                if word.texts:
                    line.append(make_word(word.where, "".join(word.texts), word.points, tuple(word.sources)))
                    word = _Growing()
                if ends and line:
                    yield line
                    line = []
            if text:
                word.where = word.where or piece.where
                if not word.hyphen:
                    word.points += piece.points if piece.source not in word.sources else []
                word.texts.append(text)
                word.sources[piece.source] = None
    if word.texts:
        line.append(make_word(word.where, "".join(word.texts), word.points, tuple(word.sources)))
    if line:
        yield line


def _steps(piece: VisionPiece) -> Iterator[tuple[str, str]]:
    """Breaks, each with the text behind it; white space in the text is a break too."""
    texts = piece.text.split()
    if not texts:
        yield piece.before or (_SPACE if piece.text else _NONE), ""
    for number, text in enumerate(texts):
        inner = number > 0 or piece.text[0].isspace()
        yield (_SPACE if inner else _NONE) if number or not piece.before else piece.before, text
    if texts and piece.text[-1].isspace() and not piece.after:
        yield _SPACE, ""
    yield piece.after, ""


def make_word(where: str, text: str, points: Points, sources: tuple[str, ...]) -> Word:
    """A word with the box around its points; `where` is for the error message."""
    try:
        return Word(text, box_around(points), sources)
    except InputError as error:
        raise InputError(f"{where}: {error}; the file is damaged") from None
