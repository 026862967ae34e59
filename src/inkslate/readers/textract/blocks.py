"""The blocks of Textract responses as a graph that has been checked: ids are unique and no block contains itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inkslate.board import Box
from inkslate.errors import InputError
from inkslate.formats.json_values import Fields
from inkslate.messages import shorten
from inkslate.readers.layout.geometry import box_around, box_of


@dataclass(slots=True)
class TextractBlock:
    """One block; `number` is its place in the file."""

    number: int
    id: str
    kind: str
    text: str
    box: Box | None
    page: int | None
    below: list[str]
    where: str
    selected: bool


class TextractBlocks:
    """All blocks of a document."""

    def __init__(self, responses: Sequence[Fields]) -> None:
        self._all: list[TextractBlock] = []
        self._by_id: dict[str, TextractBlock] = {}
        for part, response in enumerate(responses):
            pointer = f"/{part}/Blocks" if len(responses) > 1 else "/Blocks"
            for number, block in enumerate(response.objects("Blocks")):
                self._add(_block(block, len(self._all), f"{pointer}/{number}"))
        self._refuse_cycles()

    def children(self, element: TextractBlock) -> list[TextractBlock]:
        """The blocks right below one; unknown ids are left out."""
        return [self._by_id[name] for name in element.below if name in self._by_id]

    def misses(self, element: TextractBlock) -> bool:
        """Whether a block below this one is not in the file."""
        return any(name not in self._by_id for name in element.below)

    def pages(self) -> list[list[TextractBlock]]:
        """The blocks of each page in the order of the file; pages by their numbers where each has its own."""
        tops = [element for element in self._all if element.kind == "PAGE"]
        numbers = [top.page for top in tops if top.page is not None]
        # Responses of several single images count every page as the first: then the order of the file decides.
        numbered = len(set(numbers)) == len(tops)
        name = {top.number: (top.page or 0) if numbered else at for at, top in enumerate(tops)}
        home = self._below(tops)
        pages: dict[int, list[TextractBlock]] = {}
        last: int | None = None
        for element in self._all:
            if element.kind == "PAGE":
                last = name[element.number]
                continue
            if element.number in home:
                key = name[home[element.number]]
            elif numbered and element.page is not None:
                key = element.page
            else:
                key = last if last is not None else 1
            pages.setdefault(key, []).append(element)
        return [pages[key] for key in sorted(pages)]

    def _below(self, tops: Sequence[TextractBlock]) -> dict[int, int]:
        """For each block under one of these, directly or not, the number of the first that has it."""
        home: dict[int, int] = {}
        for top in tops:
            stack = [top]
            while stack:
                for child in self.children(stack.pop()):
                    if child.number not in home:
                        home[child.number] = top.number
                        stack.append(child)
        return home

    def _add(self, element: TextractBlock) -> None:
        if element.id in self._by_id:
            raise InputError(f"{element.where}: duplicate block id {shorten(element.id)}; give each block its own")
        self._all.append(element)
        self._by_id[element.id] = element

    def _refuse_cycles(self) -> None:
        open_, done = set[int](), set[int]()
        for root in self._all:
            stack = [] if root.number in done else [(root, iter(self.children(root)))]
            open_.add(root.number)
            while stack:
                element, rest = stack[-1]
                child = next(rest, None)
                if child is None:
                    stack.pop()
                    done.add(element.number)
                    open_.discard(element.number)
                elif child.number in open_:
                    raise InputError(
                        f"{child.where}: the block {shorten(child.id)} contains itself; the file is damaged"
                    )
                elif child.number not in done:
                    open_.add(child.number)
                    stack.append((child, iter(self.children(child))))
            open_.discard(root.number)


def _block(block: Fields, number: int, pointer: str) -> TextractBlock:
    below = [
        str(name)
        for relation in block.objects("Relationships")
        if (relation.text("Type") or "").upper() == "CHILD"
        for name in relation.ids("Ids")
    ]
    return TextractBlock(
        number,
        block.text("Id") or pointer,
        (block.text("BlockType") or "").upper(),
        block.text("Text") or "",
        _box(block),
        block.whole("Page"),
        below,
        block.where,
        (block.text("SelectionStatus") or "").upper() == "SELECTED",
    )


def _box(block: Fields) -> Box | None:
    geometry = block.inner("Geometry")
    if geometry is None:
        return None
    box = box_of(geometry.inner("BoundingBox"), ("Left", "Top", "Width", "Height"))
    if box is not None:
        return box
    corners = [(corner.number("X"), corner.number("Y")) for corner in geometry.objects("Polygon")]
    return box_around([(x, y) for x, y in corners if x is not None and y is not None])
