"""How the writer of one synthetic page lays it out: headings, gaps, nesting, boxes and keywords."""

from __future__ import annotations

import random
from dataclasses import dataclass

from inkslate.board import DONE, OPEN, Line


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """What stands in front of items; None is a box, a word a keyword."""

    open: tuple[str | None, ...] = (None,)
    done: tuple[str | None, ...] = (None,)
    outline: bool = False  # the keyword may stand in a heading, as in Org

    def draw(self, rng: random.Random, *, done: bool) -> Line:
        """A line without words behind an open or a ticked mark."""
        return Line((), box=DONE if done else OPEN, keyword=rng.choice(self.done if done else self.open))


BOXES = MarkStyle()
KEYWORDS = MarkStyle(("TODO", "TODO", "TODO", "FIXME", "AI", "Action"), ("DONE", "DONE", "done"))
ORG_KEYWORDS = MarkStyle(("TODO", "TODO", "TODO", "NEXT", "STRT"), ("DONE", "DONE", "KILL", "CANCELLED"), outline=True)


@dataclass(frozen=True, slots=True)
class Habits:
    """How one person lays out a page."""

    title: bool = False
    level: int = 0  # of the headings of sections; 0 where headings are not marked
    gap: bool = False  # an empty line below headings
    apart: bool = False  # an empty line between sections
    nested: bool = False  # items below items
    outlined: bool = False  # headings are items, and their lists are nested below them
    depth: int = 0  # of the items below a heading
    run_on: bool = False  # several sentences on a line
    marks: MarkStyle | None = None

    @property
    def title_level(self) -> int:
        """The level of the title, 0 where headings are not marked."""
        return max(0, self.level - 1)


def draw_habits(rng: random.Random) -> Habits:
    """Random habits."""
    title = rng.random() < 0.3
    level = title + rng.choice((1, 1, 2, 3)) if rng.random() < 0.4 else 0
    gap = rng.random() < 0.5
    nested = rng.random() < 0.35
    outlined = nested and not level and not gap and rng.random() < 0.5
    return Habits(
        title=title,
        level=level,
        gap=gap,
        apart=gap or rng.random() < 0.5,  # a heading with a gap below and none above would end the list before it
        nested=nested,
        outlined=outlined,
        depth=int(outlined or (nested and rng.random() < 0.2)),
        run_on=rng.random() < 0.15,
        marks=rng.choices((None, BOXES, KEYWORDS, ORG_KEYWORDS), (62, 22, 8, 8))[0],
    )
