"""A walk over the page at random: buttons, keys, drops, pastes, reloads and crashes, and what must be found after it.

Every word that is entered is unique, so it can be looked for. What was decided is read from the page after each step:
a step that does not decide must leave it as it was, and a note that is opened again must have what it had. What a step
takes away (undo, start over, erased text) must be in an earlier version of the note. The steps are in `page_steps.py`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import ViewportSize

from tests.support.browser import Sheet
from tests.support.page_looks import Decisions, Seen, look, stored_notes
from tests.support.page_steps import ADDS, DECIDES_ONE, KEEPS, STEPS, TAKES, Notes, Step, open_note

_SIZES = ((390, 844), (768, 1024), (1024, 768), (1440, 900))


@dataclass(frozen=True)
class Window:
    """The window of a walk: each width in turn, then the same in dark; phones and small tablets have touch."""

    seed: int

    @property
    def size(self) -> ViewportSize:
        width, height = _SIZES[self.seed % len(_SIZES)]
        return {"width": width, "height": height}

    @property
    def has_touch(self) -> bool:
        return self.size["width"] < 1024

    def resize(self, page: Sheet) -> None:
        """Give a page the size and the colours."""
        page.page.set_viewport_size(self.size)
        scheme: Literal["dark", "light"] = "dark" if self.seed // len(_SIZES) % 2 else "light"
        page.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")


@dataclass
class Walk:
    """One walk. `crash` kills the service, calls the function given to it, and starts the service again."""

    page: Sheet
    seed: int
    crash: Callable[[Callable[[], None]], None] | None = None
    known: dict[tuple[str, int], Decisions] = field(default_factory=dict)
    taken: set[tuple[str, str]] = field(default_factory=set)  # decisions that a step took away
    steps: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.notes = Notes(self.seed, self.random)

    def run(self, count: int) -> None:
        """Take the steps, then look for everything."""
        possible = [step for step in STEPS if self.crash or not step.crashes for _ in range(step.weight)]
        self.now = look(self.page)
        for _ in range(count):
            self.take(self.random.choice(possible))
        self._check_all()

    def take(self, step: Step) -> None:
        """Take one step and check what it left."""
        self.steps.append(step.name)
        try:
            step.action(self)
            before, self.now = self.now, look(self.page)
        except Exception as error:
            raise AssertionError(f"{error}; {self.told()}") from error
        self.check(step, before, self.now)

    def check(self, step: Step, before: Seen, after: Seen) -> None:
        """A step must leave the decisions that it does not change."""
        is_same = after.place == before.place
        wanted = before.decided if is_same else self.known.get(after.place, {})
        fewer = {text for text in wanted if is_same and after.count(text) < before.count(text)}  # one copy was erased
        gone = {
            text: how
            for text, how in wanted.items()
            if after.has(text) and text not in fewer and after.decided.get(text) != how
        }
        most = {KEEPS: 0, ADDS: 0, DECIDES_ONE: 1}.get(step.kind)
        assert most is None or len(gone) <= most, f"{step.name} lost {gone}; {self.told()}"
        if is_same and step.kind in (KEEPS, TAKES):
            self.taken |= set(before.decided.items()) - set(after.decided.items())
        self.known[after.place] = after.decided

    def _check_all(self) -> None:
        self.page.wait_until_saved()
        self.take(Step("reload at the end", KEEPS, 1, lambda walk: walk.page.visit()))
        notes = stored_notes(self.page)
        lost = self.notes.words - {word for note in notes for word in note.words()}
        assert not lost, f"lost the words {lost}; {self.told()}"
        found = {decision for note in notes for version in note.versions for decision in version.decided.items()}
        for note in notes:
            if note.id != look(self.page).note:
                open_note(self, note.id)
            for seen in self._boards():
                wanted = self.known.get(seen.place, seen.decided)
                assert seen.decided == wanted, f"{note.id}: {seen.decided} instead of {wanted}; {self.told()}"
                found |= set(seen.decided.items())
        assert self.taken <= found, f"lost the decisions {self.taken - found}; {self.told()}"

    def _boards(self) -> list[Seen]:
        """What the page shows of each board of the note."""
        boards = self.page.page.locator("#boards")
        if not boards.is_visible():
            return [look(self.page)]
        seen = []
        for at in range(boards.locator("option").count()):
            boards.select_option(str(at))
            seen.append(look(self.page))
        return seen

    def told(self) -> str:
        """What to tell about a failure."""
        return f"seed {self.seed}, {len(self.steps)} steps: {', '.join(self.steps)}"
