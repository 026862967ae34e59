"""InkML (W3C; IAMonDo, Office, UNIPEN conversions): regions, lines and words of annotated traces.

A word's source is the ids of its traces; where it has none, the nearest id and `#n`: the n-th such word there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from inkslate.board import Board, Box, Region, Word
from inkslate.errors import InputError
from inkslate.readers.document import Document
from inkslate.readers.inkml.nodes import BULLETS, ITEMS, LINES, LIST, LIST_SIGNS, REGIONS, WORDS, InkmlNode, make_node
from inkslate.readers.inkml.traces import Traces
from inkslate.readers.layout.bullets import find_bullet
from inkslate.readers.layout.from_boxes import rows_from_boxes
from inkslate.readers.layout.geometry import box_around_boxes
from inkslate.readers.layout.nesting import lines_of_rows
from inkslate.readers.layout.text_row import TextRow, row_of_words
from inkslate.readers.region_ids import RegionIds, next_number
from inkslate.readers.strokes import InkStroke
from inkslate.readers.xml import local, parse, root_tag

_ROOT = "ink"
# Words on one line overlap in height by at least this part of the lower one.
_OVERLAP = 0.3

SpelledWord = tuple[str, tuple[InkmlNode, ...]]  # a word, and the nodes that it was written in


def recognises(document: Document) -> bool:
    """Whether the root element is that of InkML."""
    tag = root_tag(document) or ""
    if tag == _ROOT:
        return b"<trace" in document.data
    return local(tag) == _ROOT and "inkml" in tag.lower()


def scan(document: Document) -> Iterator[Board]:
    """One board for all traces of the file."""
    root = parse(document, root=_ROOT)
    traces = Traces(root, document.name)
    reader = _InkmlWalker(traces)
    reader.visit(make_node(root))
    regions = tuple(reader.regions())
    if traces and not regions:
        raise InputError(
            f"{document.name}: the ink has no recognised text (no transcription annotations); "
            "recognise it first, then export it again"
        )
    yield Board(document.stem, regions)


def strokes(document: Document) -> Iterator[InkStroke]:
    """The traces that the pen drew and that can be read."""
    for key, points in Traces(parse(document, root=_ROOT), document.name).strokes():
        yield InkStroke(key, tuple(points))


class _InkmlWalker:
    """Collects rows into regions while it walks over the nodes."""

    def __init__(self, traces: Traces) -> None:
        self._traces = traces
        self._counts: Counter[str] = Counter()
        self._found: list[tuple[str | None, list[TextRow]]] = []
        self._key: str | None = None  # the id of the region that rows go to
        self._run: list[TextRow] | None = None  # its rows so far
        self._before = TextRow([], None)  # bullets that precede the next row

    def regions(self) -> Iterator[Region]:
        """The regions found, with unique ids."""
        ids = RegionIds(next_number)
        for number, (key, rows) in enumerate(self._found, 1):
            yield Region(ids.take(key or None, number=number), tuple(lines_of_rows(rows)))

    def visit(self, node: InkmlNode, *, inside: bool = False, in_list: bool = False) -> None:
        """Add the rows of a node; `inside` a region they go to it, else groups of lines are regions."""
        if node.kind in LINES:
            self._add(self._row(node, in_list=in_list))
            return
        if node.kind in BULLETS or (in_list and node.kind in LIST_SIGNS and not node.has_text):
            self._mark(self._before, node)
            return
        if not node.has_text:
            return
        self._before.bullet = self._before.bullet or node.kind in ITEMS
        flat = not node.lines_below and (all(child.is_leaf for child in node.children) or _is_spelled_out(node))
        rows = self._flat_rows(node) if flat else []
        opens = not inside and (node.kind in REGIONS or len(rows) > 1 or not flat)
        before = self._key
        if opens:
            self._key, self._run = node.id, None
        start = len(self._run or ())
        self._add_all(rows)
        if not flat:
            self._visit_children(node, inside=inside or node.kind in REGIONS, in_list=in_list or node.kind == LIST)
        if node.kind == LIST and self._run and not any(map(_is_item, self._run[start:])):
            # No sign of the list is annotated: each of its lines is an item.
            for row in self._run[start:]:
                row.bullet = True
        if opens:
            self._key, self._run = before, None

    def _visit_children(self, node: InkmlNode, *, inside: bool, in_list: bool) -> None:
        loose: list[InkmlNode] = []
        for child in node.children:
            if child.kind in WORDS:
                loose.append(child)
                continue
            self._add_all(self._grouped(loose))
            loose = []
            self.visit(child, inside=inside, in_list=in_list)
        self._add_all(self._grouped(loose))

    def _add_all(self, rows: Iterable[TextRow]) -> None:
        for row in rows:
            self._add(row)

    def _add(self, row: TextRow) -> None:
        if not row.words and not row.bullet:
            return
        if self._run is None:
            self._run = []
            self._found.append((self._key, self._run))
        if self._before.bullet:
            row.add_mark(self._before.mark, check=self._before.check)
            self._before = TextRow([], None)
        self._run.append(row)

    def _mark(self, row: TextRow, node: InkmlNode) -> None:
        """Give a row the bullet that a node is."""
        row.add_mark(self._traces.box(self._traces.within(node.element)), check=find_bullet(node.spelling).box)

    def _row(self, node: InkmlNode, *, in_list: bool) -> TextRow:
        parts = list(node.parts())
        signs = [child for child in node.children[:1] if in_list and child.kind in LIST_SIGNS]
        words = [part for part in parts if part.kind not in BULLETS and part not in signs]
        row = row_of_words(self._words(_tokens(node, words)))
        for mark in (*signs, *(part for part in parts if part.kind in BULLETS)):
            self._mark(row, mark)
        return row

    def _flat_rows(self, node: InkmlNode) -> list[TextRow]:
        """The rows of a node whose words say nothing of lines."""
        parts = list(node.parts())
        spelled = [part.spelling for part in parts if part.kind not in BULLETS]
        rows = [row.split() for row in node.text.splitlines()]
        if not any(spelled):
            return [row_of_words(self._words((token, (node,)) for token in row)) for row in rows]
        if any(part.kind in WORDS for part in parts):
            return [self._row(node, in_list=False)] if node.text and not all(spelled) else self._grouped(parts)
        if node.text:
            own = [token for row in rows for token in row]
            aligned = _aligned(own, parts)
            if aligned is None and _are_signs(spelled):
                aligned = [(token, (node,)) for token in own]
            if aligned is not None:
                words = iter(self._words(aligned))
                return [row_of_words([next(words) for _ in row]) for row in rows]
        if sum(len(text.split()) == 1 for text in spelled) * 2 > len(spelled):
            return self._grouped(parts)
        return [row for part in parts for row in self._flat_rows(part)]

    def _grouped(self, parts: Sequence[InkmlNode]) -> list[TextRow]:
        """Rows of words that only their places tell apart."""
        if not any(part.kind in BULLETS for part in parts):
            words = self._words([(part.spelling, (part,)) for part in parts])
            if words and all(word.box for word in words):
                found = [row for region in rows_from_boxes(words) for row in region]
                return [replace(row_of_words(row.words), plain=row.plain) for row in found]
        rows: list[TextRow] = []
        last: Box | None = None
        begin, before = True, TextRow([], None)
        for part in parts:
            if part.kind in BULLETS:
                self._mark(before, part)
                begin = True
                continue
            words = self._words([(part.spelling, (part,))])
            if not words:
                continue
            box = words[0].box
            if begin or not _on_one_line(last, box):
                rows.append(before)
                before = TextRow([], None)
            rows[-1].words += words
            rows[-1].box = box_around_boxes((rows[-1].box, *(word.box for word in words)))
            last, begin = box, False
        return rows

    def _words(self, tokens: Iterable[SpelledWord]) -> list[Word]:
        words: list[Word] = []
        known: dict[tuple[InkmlNode, ...], tuple[tuple[str, ...], Box | None]] = {}
        for text, nodes in tokens:
            if nodes not in known:
                ids = tuple(dict.fromkeys(key for node in nodes for key in self._traces.within(node.element)))
                known[nodes] = ids, self._traces.box(ids)
            ids, box = known[nodes]
            words.extend(Word(word, box, ids or self._address(nodes[0])) for word in text.split())
        return words

    def _address(self, node: InkmlNode) -> tuple[str]:
        number = self._counts[node.anchor]
        self._counts[node.anchor] += 1
        return (f"{node.anchor}#{number}",)


def _tokens(line: InkmlNode, parts: Sequence[InkmlNode]) -> list[SpelledWord]:
    """The words of a line, from its parts where they have them all, else from the line's own text."""
    own = line.text.split()
    spelled: list[SpelledWord] = [(part.spelling, (part,)) for part in parts if part.spelling]
    complete = len(spelled) == len(parts)
    if not own or (parts and complete and all(part.kind in WORDS for part in parts)):
        return spelled
    if spelled and (aligned := _aligned(own, parts)) is not None:
        return aligned
    if complete and any(len(text) > 1 for text, _ in spelled):
        return spelled
    nodes = parts if len(parts) == len(own) else [line] * len(own)
    return [(token, (node,)) for token, node in zip(own, nodes, strict=True)]


def _aligned(own: Sequence[str], parts: Sequence[InkmlNode]) -> list[SpelledWord] | None:
    """The words of a text with the parts that spell each, letters for instance; None where they spell another text."""
    aligned: list[SpelledWord] = []
    rest = iter(parts)
    for token in own:
        spelled, nodes = "", []
        while len(spelled) < len(token):
            part = next(rest, None)
            if part is None:
                return None
            spelled += "".join(part.spelling.split())
            nodes.append(part)
        if spelled != token:
            return None
        aligned.append((token, tuple(nodes)))
    return None if any(part.spelling for part in rest) else aligned


def _is_spelled_out(node: InkmlNode) -> bool:
    """Whether everything in a node with its own text is a letter or sign of it."""
    parts = list(node.parts())
    if not node.text or any(part.kind in WORDS or part.kind in BULLETS for part in parts):
        return False
    return _are_signs([part.spelling for part in parts]) or _aligned(node.text.split(), parts) is not None


def _are_signs(texts: Sequence[str]) -> bool:
    """Whether most of them are signs of a formula, as CROHME has them: then only its text says how they belong."""
    return sum(len(text) == 1 or text.startswith("\\") for text in texts) * 2 > len(texts)


def _on_one_line(before: Box | None, after: Box | None) -> bool:
    if before is None or after is None:
        return True
    overlap = min(before.y + before.height, after.y + after.height) - max(before.y, after.y)
    return after.x >= before.x and overlap >= _OVERLAP * min(before.height, after.height)


def _is_item(row: TextRow) -> bool:
    return row.bullet or bool(find_bullet(" ".join(word.text for word in row.words)))
