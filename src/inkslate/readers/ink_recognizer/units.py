"""Units of an ink recognition tree: parents, children and reading order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from inkslate.board import Box
from inkslate.errors import InputError
from inkslate.formats.json_values import Fields
from inkslate.messages import shorten
from inkslate.readers.json_keys import find_key, pascal_case
from inkslate.readers.layout.geometry import box_around, box_around_boxes, box_of
from inkslate.readers.layout.reading_order import CutRules, Extent, overlaps_by_half, reading_order

# Windows ink analysis writes the same names in capitals; "" is a unit of an unknown kind.
_KINDS = {
    "root": "root",
    "writingregion": "region",
    "paragraph": "paragraph",
    "line": "line",
    "listitem": "item",
    "inklistitem": "item",
    "inkbullet": "bullet",
    "inkword": "word",
    "textword": "word",
    "inkdrawing": "drawing",
}
Thing = TypeVar("Thing")
_RIGHT_TO_LEFT = ("ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi")


class InkUnit:
    """One recognition unit, with its children in reading order once the tree is built."""

    __slots__ = (
        "box",
        "child_ids",
        "children",
        "fields",
        "indent",
        "key",
        "kind",
        "parent",
        "place",
        "pointer",
        "strokes",
        "text",
        "text_part",
    )

    def __init__(self, fields: Fields, pointer: str, place: int) -> None:
        text = _key(fields, "recognizedText")
        self.text_part = f"/{text}"
        self.fields, self.pointer, self.place = fields, f"{pointer}/{place}", place
        kind = fields.text(_key(fields, "category")) or fields.text(_key(fields, "kind")) or ""
        self.kind = _KINDS.get(kind.lower(), "")
        name, parent = fields.id(_key(fields, "id")), fields.id(_key(fields, "parentId"))
        self.key = None if name is None else str(name)
        self.parent = None if parent is None or self.kind == "root" else str(parent)
        self.text = fields.text(text) or ""
        self.strokes = tuple(fields.ids(_key(fields, "strokeIds")))
        self.child_ids = fields.ids(_key(fields, "childIds"))
        self.box = _box(fields)
        self.indent = fields.whole(_key(fields, "indentLevel"))  # Windows ink analysis says it of lines
        self.children: list[InkUnit] = []

    @property
    def is_leaf(self) -> bool:
        """Whether the unit has no children."""
        return not self.children

    @property
    def alternative(self) -> str:
        """The recogniser's first alternative, for a word without text."""
        return next(
            (
                text
                for other in self.fields.objects(_key(self.fields, "alternates"))
                if (text := other.text(_key(other, "recognizedString")))
            ),
            "",
        )


def has_kind(unit: Mapping[str, object]) -> bool:
    """Whether a JSON object names a kind of unit, in any spelling."""
    return any(name in unit for name in ("category", "kind", "Category", "Kind"))


def _key(fields: Fields, name: str) -> str:
    return find_key(fields, name, pascal_case)


def build_tree(units: list[InkUnit], root: Fields) -> list[InkUnit]:
    """Give every unit its children in reading order; returns the units without a parent."""
    by_key: dict[str, InkUnit] = {}
    for unit in units:
        if unit.key is not None and by_key.setdefault(unit.key, unit) is not unit:
            raise InputError(f"{unit.fields.where}: duplicate unit id {shorten(unit.key)}; the file is damaged")
    parents = _parents(units, by_key)
    listed = _add_children(units, by_key, parents)
    tops = [unit for unit in units if unit.place not in parents]
    right_to_left = _right_to_left(root)
    for unit in reversed(_parents_first(tops, units)):
        # Children that no list names follow the others, in the order of their places.
        count = listed[unit.place]
        rest = unit.children[count:]
        if len(rest) > 1:
            unit.children[count:] = (
                _across(rest, right_to_left=right_to_left)
                if unit.kind == "line"
                else read_order(rest, _place, right_to_left=right_to_left)
            )
        unit.box = unit.box or box_around_boxes(child.box for child in unit.children)
    return tops


def _add_children(
    units: Sequence[InkUnit], by_key: Mapping[str, InkUnit], parents: Mapping[int, InkUnit]
) -> dict[int, int]:
    """Children that a unit lists first, then those that only name it; returns how many each unit lists, by place."""
    listed: set[int] = set()
    for unit in units:
        for name in unit.child_ids:
            child = by_key.get(str(name))
            if child and parents.get(child.place) is unit and child.place not in listed:
                listed.add(child.place)
                unit.children.append(child)
    counts = {unit.place: len(unit.children) for unit in units}
    for unit in units:
        parent = parents.get(unit.place)
        if parent and unit.place not in listed:
            parent.children.append(unit)
    return counts


def _parents_first(tops: Sequence[InkUnit], units: Sequence[InkUnit]) -> list[InkUnit]:
    """All units, each behind its parent; a unit that is not reached from the top contains itself."""
    reached = list(tops)
    for unit in reached:
        reached.extend(unit.children)
    if len(reached) < len(units):
        places = {unit.place for unit in reached}
        lost = next(unit for unit in units if unit.place not in places)
        raise InputError(f"{lost.fields.where}: contains itself through its children; the file is damaged")
    return reached


def top_groups(tops: Sequence[InkUnit], root: Fields) -> list[list[InkUnit]]:
    """What becomes a region each: writing regions, paragraphs in none, and other units that lack the same parent."""
    units = [unit for top in tops for unit in (top.children if top.kind == "root" else [top])]
    ordered = any(top.kind == "root" for top in tops)
    groups: list[list[InkUnit]] = []
    loose: dict[str | None, list[InkUnit]] = {}
    for unit in units:
        if unit.kind in ("region", "paragraph"):
            groups.append([unit])
        elif unit.kind != "drawing" or unit.children:
            if unit.parent not in loose:
                loose[unit.parent] = []
                groups.append(loose[unit.parent])
            loose[unit.parent].append(unit)
    if ordered:
        return groups
    right_to_left = _right_to_left(root)
    groups = [read_order(group, _place, right_to_left=right_to_left) for group in groups]
    return read_order(groups, lambda group: box_around_boxes(unit.box for unit in group), right_to_left=right_to_left)


def split_lines(leaves: Sequence[InkUnit]) -> list[list[InkUnit]]:
    """Words and bullets without a line unit, as lines: a line begins at a bullet and where a word is lower."""
    lines: list[list[InkUnit]] = []
    top = bottom = 0.0
    before: Box | None = None
    for leaf in leaves:
        box = leaf.box
        if not lines or leaf.kind == "bullet" or not _beside(box, before, (top, bottom)):
            lines.append([])
            before = None
        lines[-1].append(leaf)
        if box:
            low = box.y + box.height
            top, bottom = (min(top, box.y), max(bottom, low)) if before else (box.y, low)
            before = box
    return lines


def read_order(things: Sequence[Thing], box_of_: Callable[[Thing], Box | None], *, right_to_left: bool) -> list[Thing]:
    """From top to bottom, columns side by side one after the other; unchanged where one has no box."""
    boxes = [box for thing in things if (box := box_of_(thing))]
    if len(boxes) < len(things):
        return list(things)
    rules = CutRules(continues=overlaps_by_half, deepest=0, right_to_left=right_to_left)
    return [things[number] for number in reading_order([Extent.of(box) for box in boxes], rules)]


def _place(unit: InkUnit) -> Box | None:
    return unit.box


def _across(units: Sequence[InkUnit], *, right_to_left: bool) -> list[InkUnit]:
    """The words of a line from its beginning to its end, however tilted it is."""
    places = [(unit.box.x + unit.box.width / 2, unit) for unit in units if unit.box]
    if len(places) < len(units):
        return list(units)
    return [unit for _, unit in sorted(places, key=lambda pair: pair[0], reverse=right_to_left)]


def _beside(box: Box | None, before: Box | None, line: tuple[float, float]) -> bool:
    """Whether a word follows on the line of the word before it; without places it does."""
    if box is None or before is None:
        return True
    rows = (box.y, box.y + box.height)
    if overlaps_by_half(rows, (before.y, before.y + before.height)):
        return True
    # After a comma or a dash the line as a whole decides, as long as the words move on.
    return box.x > before.x and overlaps_by_half(rows, line)


def _parents(units: Sequence[InkUnit], by_key: dict[str, InkUnit]) -> dict[int, InkUnit]:
    """The unit that holds each unit: of those that list it the one it names, else the first, else the one it names."""
    claims: dict[int, InkUnit] = {}
    # Words and bullets have no children: a region whose parent is 0 is at the top, even if a word has the id 0.
    holders = [unit for unit in units if unit.kind not in ("word", "bullet")]
    for unit in holders:
        for name in unit.child_ids:
            child = by_key.get(str(name))
            if child and child.kind != "root" and (child.place not in claims or child.parent == (unit.key or "")):
                claims[child.place] = unit
    named = {unit.key: unit for unit in holders if unit.key is not None}
    for unit in units:
        if unit.place not in claims and unit.parent in named:
            claims[unit.place] = named[unit.parent]
    return claims


def _right_to_left(root: Fields) -> bool:
    return (root.text("language") or "").lower().partition("-")[0] in _RIGHT_TO_LEFT


def _box(fields: Fields) -> Box | None:
    """From the upright rectangle: the tilted ones of paragraphs are often not rectangles."""
    return (
        _rectangle(fields, "boundingRectangle", ("topX", "topY", "width", "height"))
        or _rectangle(fields, "boundingRect", ("x", "y", "width", "height"))
        or box_around(
            [
                (x, y)
                for point in fields.objects(_key(fields, "rotatedBoundingRectangle"))
                if (x := point.number(_key(point, "x"))) is not None
                and (y := point.number(_key(point, "y"))) is not None
            ]
        )
    )


def _rectangle(fields: Fields, name: str, sides: tuple[str, str, str, str]) -> Box | None:
    inner = fields.inner(_key(fields, name))
    if inner is None:
        return None
    x, y, width, height = sides
    return box_of(inner, (_key(inner, x), _key(inner, y), _key(inner, width), _key(inner, height)))
