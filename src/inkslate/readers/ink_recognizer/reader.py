"""Microsoft's ink recognition tree, as the Ink Recognizer service and Windows ink analysis give it.

A flat list of units: a writing region holds paragraphs, they hold lines and list items, a line its bullet and words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inkslate.board import Board, Region, Word
from inkslate.errors import InputError
from inkslate.readers.document import Document, read_object
from inkslate.readers.ink_recognizer.units import InkUnit, build_tree, has_kind, split_lines, top_groups
from inkslate.readers.layout.bullets import find_bullet
from inkslate.readers.layout.nesting import lines_of_rows
from inkslate.readers.layout.text_row import TextRow, row_of_words
from inkslate.readers.region_ids import RegionIds, with_primes
from inkslate.readers.service_errors import refuse_service_error

_UNITS = "recognitionUnits"
_SPELLINGS = (_UNITS, "RecognitionUnits")  # .NET writes capitals unless it is told not to
_TEXTLESS = ("drawing", "bullet", "root")


def recognises(document: Document) -> bool:
    """Whether the document is certainly a result of ink recognition."""
    try:
        value = document.json if any(f'"{name}"' in document.text for name in _SPELLINGS) else None
    except (InputError, ValueError):
        return False
    units = next((value[name] for name in _SPELLINGS if name in value), None) if isinstance(value, dict) else None
    return isinstance(units, list) and all(isinstance(unit, dict) and has_kind(unit) for unit in units[:20])


def scan(document: Document) -> Iterator[Board]:
    """One board for the units of a file."""
    root = read_object(document)
    refuse_service_error(root, service="the ink recognizer", result=_SPELLINGS)
    name = next((name for name in _SPELLINGS if name in root), None)
    if name is None:
        raise InputError(
            f"{root.where}: no {_UNITS}, so it is not a result of ink recognition; name the format with --from"
        )
    units = build_tree([InkUnit(fields, f"/{name}", place) for place, fields in enumerate(root.objects(name))], root)
    regions: list[Region] = []
    ids = RegionIds(with_primes)
    for group in top_groups(units, root):
        builder = _RowCollector()
        for unit in group:
            builder.walk(unit)
        lines = lines_of_rows(builder.rows())
        if lines:
            regions.append(Region(ids.take(group[0].key or None, number=len(regions) + 1), tuple(lines)))
    yield Board(document.stem, tuple(regions))


class _RowCollector:
    """Collects rows while it walks over a region's units in reading order."""

    def __init__(self) -> None:
        self._rows: list[TextRow] = []
        self._leaves: list[InkUnit] = []  # Words and bullets of the line that is being read.
        self._pending = False  # The next line begins a list item.
        self._marks: list[InkUnit] = []  # Bullets that were drawn and that no line has yet.

    def walk(self, top: InkUnit) -> None:
        """Without recursion: a hostile file may nest a million units."""
        stack: list[tuple[InkUnit, int | None]] = [(top, None)]
        while stack:
            unit, written = stack.pop()
            if written is not None:
                self._leave(unit, written)
            elif unit.kind in ("word", "bullet") or (unit.is_leaf and unit.kind == "" and unit.text):
                self._leaves.append(unit)
            else:
                self._enter(unit)
                stack.append((unit, len(self._rows)))
                stack.extend((child, None) for child in reversed(unit.children))

    def rows(self) -> list[TextRow]:
        """The rows of all units walked over."""
        self._flush()
        self._close_item()
        return self._rows

    def _enter(self, unit: InkUnit) -> None:
        self._flush()
        if unit.kind == "item":
            self._pending = True

    def _leave(self, unit: InkUnit, written: int) -> None:
        if unit.kind == "line":
            self._add(self._words_of_line(unit), self._leaves, indent=unit.indent)
            self._leaves = []
            if self._marks and not self._pending:
                self._close_item()  # A bullet with nothing behind it; in a list item the next line may follow it.
        self._flush()
        # A unit of which no part was recognised may still have text.
        if unit.kind not in _TEXTLESS and unit.kind != "line" and unit.text and len(self._rows) == written:
            for text in unit.text.splitlines():
                self._add(_split(text, unit, unit.text_part), ())
        if unit.kind == "item":
            self._close_item()

    def _close_item(self) -> None:
        if self._marks:
            self._take_marks(TextRow([], None))
        self._pending = False

    def _flush(self) -> None:
        """Rows of the words and bullets that have no line unit."""
        leaves, self._leaves = self._leaves, []
        for line in split_lines(leaves):
            self._add([word for leaf in line for word in _split(leaf.text or leaf.alternative, leaf, "")], line)

    def _add(self, words: Sequence[Word], leaves: Sequence[InkUnit], *, indent: int | None = None) -> None:
        self._marks += [leaf for leaf in leaves if leaf.kind == "bullet"]
        if words:
            row = row_of_words(words)
            row.bullet, row.indent = self._pending, indent
            self._take_marks(row)
            self._pending = False

    def _take_marks(self, row: TextRow) -> None:
        for mark in self._marks:
            row.add_mark(mark.box, check=find_bullet(mark.text).box)
        self._marks = []
        self._rows.append(row)

    def _words_of_line(self, line: InkUnit) -> list[Word]:
        """From the line's words; where one of them was not recognised alone, with the help of the line's text."""
        leaves = [leaf for leaf in self._leaves if leaf.kind != "bullet"]
        said = _without_bullet(line.text, [leaf.text for leaf in self._leaves if leaf.kind == "bullet"]).split()
        if said and not all(leaf.text for leaf in leaves) and len(said) == len(leaves):
            return [
                word for leaf, text in zip(leaves, said, strict=True) for word in _split(leaf.text or text, leaf, "")
            ]
        if said and not (leaves and all(leaf.text for leaf in leaves)):
            return _split(" ".join(said), line, line.text_part)
        return [word for leaf in leaves for word in _split(leaf.text or leaf.alternative, leaf, "")]


def _without_bullet(text: str, bullets: Sequence[str]) -> str:
    """The line's text; a service that repeats the bullet in front of it has it removed."""
    for bullet in bullets:
        if bullet and text.split(maxsplit=1)[:1] == [bullet]:
            return text.lstrip()[len(bullet) :]
    return text


def _split(text: str, unit: InkUnit, part: str) -> list[Word]:
    """The words of a text; bullets have none. All lead to the unit's strokes, else to its place in the file."""
    if unit.kind == "bullet" or not text.strip():
        return []
    source = unit.strokes or (f"{unit.pointer}{part}",)
    return [Word(word, unit.box, source) for word in text.split()]
