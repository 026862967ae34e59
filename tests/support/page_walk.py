"""A walk over the page at random: buttons, keys, drops, pastes, reloads and crashes, and what must be found after it.

Every word that is entered is unique, so it can be looked for. What was decided is read from the page after each step:
a step that does not decide must leave it as it was, and a note that is opened again must have what it had. What a step
takes away (undo, start over, erased text) must be in an earlier version of the note.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.support.browser import Sheet
from tests.support.page_looks import Decisions, Seen, look, stored_notes
from tests.support.waiting import assert_eventually

_DECIDING = ("accept", "dismiss", "key", "owner", "undo", "redo", "start over", "merge", "version", "hurry")
_PERSONAL = ("accept", "dismiss", "key", "owner", "merge", "hurry accept")  # a person replaced one decision by another
_OPEN = "#list .item:not(.accepted, .dismissed) .accept"
_WRITE = """(text) => {
  const editor = document.querySelector("#editor");
  editor.value = text;
  editor.dispatchEvent(new Event("input"));
  location.reload();
}"""
# The page also tries by itself, so the button may go at any moment.
_TRY_AGAIN = """() => [...document.querySelectorAll("#problem button")]
  .find((button) => button.textContent === "Try again")?.click()"""
_CLICK = "(button) => { document.querySelector(button).click(); location.reload(); }"


@dataclass
class Walk:
    """One walk. `crash` kills the service, calls the function given to it, and starts the service again."""

    page: Sheet
    seed: int
    crash: Callable[[Callable[[], None]], None] | None = None
    words: set[str] = field(default_factory=set)
    known: dict[str, Decisions] = field(default_factory=dict)
    taken: set[tuple[str, str]] = field(default_factory=set)  # decisions that a step took away
    steps: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self._number = 0

    def run(self, count: int) -> None:
        """Take the steps, then look for everything."""
        actions = [(name, action) for name, action, weight in self._actions() for _ in range(weight)]
        self.now = look(self.page)
        for _ in range(count):
            name, action = self.random.choice(actions)
            self.steps.append(name)
            action()
            before, self.now = self.now, look(self.page)
            self._check(name, before, self.now)
        self._check_all()

    def _actions(self) -> list[tuple[str, Callable[[], Any], int]]:
        crashes = [("crash", self._crash, 1), ("undo in a crash", self._undo_in_crash, 1)] if self.crash else []
        return [
            ("type", self._type, 4),
            ("erase a line", self._erase, 2),
            ("overwrite", lambda: self._write(self._line), 1),
            ("paste", lambda: self._replace(lambda: self.page.paste(self._note())), 1),
            ("drop text", lambda: self._replace(lambda: self._drop(".txt", self._note().encode())), 1),
            ("drop a board", lambda: self._replace(lambda: self._drop(".jsonl", self._board())), 1),
            ("new", lambda: self._replace(lambda: self.page.page.click("#new")), 1),
            ("recent", self._recent, 2),
            ("version", self._version, 1),
            ("accept", lambda: self._decide("accept"), 4),
            ("dismiss", lambda: self._decide("dismiss"), 3),
            ("key a", lambda: self._key("a"), 2),
            ("key d", lambda: self._key("d"), 2),
            ("owner", self._owner, 1),
            ("undo", lambda: self._press_if("#undo"), 3),
            ("redo", lambda: self._press_if("#redo"), 2),
            ("start over", lambda: self._press_if("#over"), 1),
            ("accept all", lambda: self._key("Shift+A"), 1),
            ("merge", lambda: self._key("m"), 1),
            ("export", self._export, 1),
            ("view", self._view, 1),
            ("reload", self.page.visit, 1),
            ("back", self._back, 1),
            ("hurry overwrite", lambda: self._hurry(_WRITE, self._line), 1),
            ("hurry accept", lambda: self._hurry(_CLICK, lambda: _OPEN), 1),
            ("hurry undo", lambda: self._hurry(_CLICK, lambda: "#undo:enabled"), 1),
            ("hurry start over", lambda: self._hurry(_CLICK, lambda: "#over:not([hidden])"), 1),
            *crashes,
        ]

    # Words and notes.

    def _word(self) -> str:
        self._number += 1
        word = f"w{self.seed}x{self._number}"
        self.words.add(word)
        return word

    def _line(self) -> str:
        return f"- call {self._word()} about {self._word()}"

    def _note(self) -> str:
        return "\n".join(self._line() for _ in range(self.random.randint(1, 4)))

    def _board(self) -> bytes:
        lines = [{"text": self._line()[2:], "bullet": True} for _ in range(3)]
        return json.dumps({"id": f"board {self._number}", "regions": [{"id": "r", "lines": lines}]}).encode()

    # Steps.

    def _drop(self, suffix: str, data: bytes) -> None:
        self.page.drop(f"s{self.seed}n{self._number}{suffix}", data)

    def _write(self, text: Callable[[], str]) -> None:
        views = self.page.page.locator("#views input[value='write']")
        if views.count():
            views.check(force=True)
            self.page.write(text())

    def _type(self) -> None:
        self._write(lambda: f"{self.page.page.input_value('#editor')}\n{self._line()}")

    def _erase(self) -> None:
        def text() -> str:
            lines = self.page.page.input_value("#editor").split("\n")
            lines.pop(self.random.randrange(len(lines)))
            return "\n".join(lines)

        self._write(text)

    def _replace(self, action: Callable[[], Any]) -> None:
        before = self.page.page.get_attribute("#notes", "data-note")
        action()
        self.page.page.wait_for_function("note => document.querySelector('#notes').dataset.note !== note", arg=before)

    def _recent(self) -> None:
        others = [note.id for note in stored_notes(self.page) if note.id != self.now.note]
        if others:
            self._open(self.random.choice(others))

    def _open(self, note: str) -> None:
        self.page.page.click("#recent summary")
        self._replace(lambda: self.page.page.click(f"#recent [data-note='{note}'] .note >> nth=0"))

    def _version(self) -> None:
        notes = [note for note in stored_notes(self.page) if note.versions]
        if not notes:
            return
        note = self.random.choice(notes)
        at = self.random.randrange(len(note.versions))
        version = note.versions[at]
        self.page.page.click("#recent summary")
        row = self.page.page.locator(f"#recent [data-note='{note.id}']")
        if row.locator(".versions").get_attribute("aria-expanded") == "false":
            row.locator(".versions").click()
        row.locator(".version").nth(len(note.versions) - 1 - at).click()  # the last one is on top

        def is_open() -> bool:
            seen = look(self.page)
            return seen.decided == version.decided and seen.text == (version.text or "")

        assert_eventually(is_open, f"the version {version}; {self._told()}")

    def _decide(self, how: str) -> None:
        buttons = self.page.page.locator(f"#list .{how}")
        if count := buttons.count():
            at = self.random.randrange(count)
            text = self.page.page.locator("#list .item .text").nth(at).text_content()
            buttons.nth(at).click()
            wanted = {"accept": "accepted", "dismiss": "dismissed"}[how]
            assert look(self.page).decided[str(text)].startswith(wanted), self._told()

    def _key(self, key: str) -> None:
        heads = self.page.page.locator("#list .head")
        if count := heads.count():
            heads.nth(self.random.randrange(count)).focus()
            self.page.press(key)

    def _owner(self) -> None:
        heads = self.page.page.locator("#list .item:not(.dismissed) .head")
        if heads.count():
            heads.first.focus()
            self.page.press("o")
            self.page.page.keyboard.type("Ana")
            self.page.press("Enter")
            self.page.page.locator("#list .owner").first.wait_for()

    def _press_if(self, button: str) -> None:
        if self.page.page.locator(button).is_enabled() and self.page.page.locator(button).is_visible():
            self.page.page.click(button)

    def _export(self) -> None:
        if self.page.page.locator("#export").is_enabled():
            self.page.page.click("#export")
            self.page.page.wait_for_selector("#copy:enabled")
            self.page.press("Escape")

    def _view(self) -> None:
        self.page.page.locator("#views input").last.check(force=True)

    def _back(self) -> None:
        self.page.page.go_back()
        self.page.page.go_forward()
        self.page.page.wait_for_selector("html[data-ready]")

    def _hurry(self, script: str, argument: Callable[[], str]) -> None:
        """Do something and reload the page in the same moment."""
        if script is _WRITE:
            if not self.now.is_text:
                return
            value = argument()
        elif not self.page.page.locator(value := argument()).count():
            return
        with self.page.page.expect_navigation():
            self.page.page.evaluate(script, value)
        self.page.page.wait_for_selector("html[data-ready]")

    def _crash(self) -> None:
        """While the service is away: decide and type, open another note, or paste one."""
        self._restart(self.random.choice([self._decide_and_type, self._recent_and_type, self._paste_and_type]))

    def _undo_in_crash(self) -> None:
        self._restart(lambda: self._press_if("#undo"))

    def _restart(self, meanwhile: Callable[[], None]) -> None:
        assert self.crash is not None
        self.crash(meanwhile)
        if self.random.random() < 0.5:
            self.page.visit()
        else:
            self.page.page.evaluate(_TRY_AGAIN)

    def _decide_and_type(self) -> None:
        items = self.page.page.locator("#list .item:not(.accepted, .dismissed)")
        if items.count():
            text = str(items.first.locator(".text").text_content())
            items.first.locator(".accept").click()
            self.now.decided[text] = "accepted "
        self._type()

    def _recent_and_type(self) -> None:
        others = [note.id for note in stored_notes(self.page) if note.id != self.now.note]
        if others:
            self.page.page.click("#recent summary")
            self.page.page.click(f"#recent [data-note='{self.random.choice(others)}'] .note >> nth=0")
            self.page.page.locator("#problem").wait_for()
        self._type()

    def _paste_and_type(self) -> None:
        self._replace(lambda: self.page.paste(self._note()))
        self._type()

    # What must hold.

    def _check(self, name: str, before: Seen, after: Seen) -> None:
        is_same = after.note == before.note
        if not name.startswith(_DECIDING):
            wanted = before.decided if is_same else self.known.get(after.note, {})
            lost = {text: how for text, how in wanted.items() if after.has(text) and after.decided.get(text) != how}
            assert not lost, f"{name} lost {lost}; {self._told()}"
        if is_same and not name.startswith(_PERSONAL):
            self.taken |= set(before.decided.items()) - set(after.decided.items())
        self.known[after.note] = after.decided

    def _check_all(self) -> None:
        self.page.wait_until_saved()
        self.page.visit()
        now = look(self.page)
        self._check("reload", self.now, now)
        notes = stored_notes(self.page)
        lost = self.words - {word for note in notes for word in note.words()}
        assert not lost, f"lost the words {lost}; {self._told()}"
        found = {decision for note in notes for version in note.versions for decision in version.decided.items()}
        for note in notes:
            if note.id != look(self.page).note:
                self._open(note.id)
            seen = look(self.page)
            wanted = self.known.get(note.id, seen.decided)
            assert seen.decided == wanted, f"{note.id}: {seen.decided} instead of {wanted}; {self._told()}"
            found |= set(seen.decided.items())
        assert self.taken <= found, f"lost the decisions {self.taken - found}; {self._told()}"

    def _told(self) -> str:
        return f"seed {self.seed}, steps: {', '.join(self.steps)}"
