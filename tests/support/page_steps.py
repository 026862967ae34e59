"""The steps of a walk over the page: what a person can press, type, drop and paste, and what must be left after it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.support.page_looks import DUE, OWNER, look, rush, stored_notes
from tests.support.waiting import assert_eventually

if TYPE_CHECKING:
    from tests.support.page_walk import Walk

# What a step does to decisions: nothing; it adds some; it replaces one; it replaces several; it takes some away, which
# must be in an earlier version then.
KEEPS, ADDS, DECIDES_ONE, DECIDES, TAKES = "keeps", "adds", "decides one", "decides", "takes"

_EXAMPLES = ("whiteboard.jiix", "minutes.hocr", "planning.txt", "retro.md", "crumble.txt")
_OPEN = "#list .item:not(.accepted, .dismissed) .accept"
_WRITE = """(text) => {
  const editor = document.querySelector("#editor");
  editor.value = text;
  editor.dispatchEvent(new Event("input"));
  location.reload();
}"""
_CLICK = "(button) => { document.querySelector(button).click(); location.reload(); }"
# The page also tries by itself, so the button may go at any moment.
_TRY_AGAIN = """() => [...document.querySelectorAll("#problem button")]
  .find((button) => button.textContent === "Try again")?.click()"""


@dataclass
class Step:
    """One kind of step: `weight` is how often it is taken, beside the others."""

    name: str
    kind: str
    weight: int
    action: Callable[[Walk], object]
    crashes: bool = False


@dataclass
class Notes:
    """Makes notes whose words are nowhere else."""

    seed: int
    random: random.Random
    words: set[str] = field(default_factory=set)
    number: int = 0

    def word(self) -> str:
        self.number += 1
        word = f"w{self.seed}x{self.number}"
        self.words.add(word)
        return word

    def line(self) -> str:
        return f"- call {self.word()} about {self.word()}"

    def note(self) -> str:
        return "\n".join(self.line() for _ in range(self.random.randint(1, 4)))

    def board(self) -> bytes:
        lines = [{"text": self.line()[2:], "bullet": True} for _ in range(3)]
        return json.dumps({"id": f"board {self.number}", "regions": [{"id": "r", "lines": lines}]}).encode()

    def name(self, suffix: str) -> str:
        return f"s{self.seed}n{self.number}{suffix}"


# Writing.


def _write(walk: Walk, text: Callable[[], str]) -> None:
    views = walk.page.page.locator("#views input[value='write']")
    if views.count():
        views.check(force=True)
        walk.page.write(text())


def _type(walk: Walk) -> None:
    _write(walk, lambda: f"{walk.page.page.input_value('#editor')}\n{walk.notes.line()}")


def _type_keys(walk: Walk) -> None:
    """Key by key, at the end of the text; the page reads what is there so far."""
    views = walk.page.page.locator("#views input[value='write']")
    if views.count():
        views.check(force=True)
        walk.page.page.focus("#editor")
        walk.page.press("Control+End", "Enter")
        walk.page.page.keyboard.type(walk.notes.line(), delay=5)


def _undo_in_editor(walk: Walk) -> None:
    if walk.page.page.locator("#editor").is_visible():
        walk.page.page.focus("#editor")
        walk.page.press(walk.random.choice(["Control+z", "Control+Shift+z"]))


def _erase(walk: Walk) -> None:
    def text() -> str:
        lines = walk.page.page.input_value("#editor").split("\n")
        lines.pop(walk.random.randrange(len(lines)))
        return "\n".join(lines)

    _write(walk, text)


# Opening.


def _replace(walk: Walk, action: Callable[[], object]) -> None:
    before = walk.page.page.get_attribute("#notes", "data-note")
    action()
    walk.page.page.wait_for_function("note => document.querySelector('#notes').dataset.note !== note", arg=before)


def _paste(walk: Walk) -> None:
    _replace(walk, lambda: walk.page.paste(walk.notes.note()))


def _drop_text(walk: Walk) -> None:
    text = walk.notes.note().encode()
    _replace(walk, lambda: walk.page.drop(walk.notes.name(".txt"), text))


def _drop_board(walk: Walk) -> None:
    data = walk.notes.board()
    _replace(walk, lambda: walk.page.drop(walk.notes.name(".jsonl"), data))


def _open_files(walk: Walk) -> None:
    """A file or two."""
    files = [(walk.notes.name(".jsonl"), walk.notes.board())]
    if walk.random.random() < 0.5:
        files.append((walk.notes.name(".txt"), walk.notes.note().encode()))
    chosen = [{"name": name, "mimeType": "", "buffer": data} for name, data in files]
    _replace(walk, lambda: walk.page.page.set_input_files("#file", chosen))  # type: ignore[arg-type]


def _board(walk: Walk) -> None:
    boards = walk.page.page.locator("#boards")
    if boards.is_visible():
        boards.select_option(str(walk.random.randrange(boards.locator("option").count())))


def _new(walk: Walk) -> None:
    def click() -> None:
        if not walk.page.page.locator("#new").is_visible():
            walk.page.page.click("#menu")
        walk.page.page.click("#new")

    _replace(walk, click)


def _example(walk: Walk) -> None:
    title = walk.page.page.title()  # it tells when the example is open
    walk.page.example(walk.random.choice([file for file in _EXAMPLES if not title.startswith(file)]))


def _others(walk: Walk) -> list[str]:
    return [note.id for note in stored_notes(walk.page) if note.id != walk.now.note]


def open_note(walk: Walk, note: str) -> None:
    """Open a note from the menu of recent ones."""
    walk.page.open_menu("recent")
    _replace(walk, lambda: walk.page.page.click(f"#recent [data-note='{note}'] .note >> nth=0"))


def _recent(walk: Walk) -> None:
    if others := _others(walk):
        open_note(walk, walk.random.choice(others))


def _remove(walk: Walk) -> None:
    """Remove a note from the recent ones, and put it back."""
    if others := _others(walk):
        note = walk.random.choice(others)
        before = {each.id: each for each in stored_notes(walk.page)}[note]
        walk.page.open_menu("recent")
        walk.page.page.click(f"#recent [data-note='{note}'] .remove")
        walk.page.page.click("#toast button")
        assert_eventually(lambda: before in stored_notes(walk.page), f"the note {note} again; {walk.told()}")
        walk.page.press("Escape")


def _version(walk: Walk) -> None:
    notes = [note for note in stored_notes(walk.page) if note.versions]
    if not notes:
        return
    note = walk.random.choice(notes)
    at = walk.random.randrange(len(note.versions))
    version = note.versions[at]
    walk.page.open_menu("recent")
    row = walk.page.page.locator(f"#recent [data-note='{note.id}']")
    if row.locator(".versions").get_attribute("aria-expanded") == "false":
        row.locator(".versions").click()
    row.locator(".version").nth(len(note.versions) - 1 - at).click()  # the last one is on top

    def is_open() -> bool:
        seen = look(walk.page)
        return seen.decided == version.decided and seen.text == (version.text or "")

    assert_eventually(is_open, f"the version {version}; {walk.told()}")


# Deciding.


def _decide(walk: Walk, how: str) -> None:
    buttons = walk.page.page.locator(f"#list .{how}")
    if count := buttons.count():
        at = walk.random.randrange(count)
        text = walk.page.page.locator("#list .item .text").nth(at).text_content()
        buttons.nth(at).click()
        wanted = {"accept": "accepted", "dismiss": "dismissed"}[how]
        assert look(walk.page).decided[str(text)].startswith(wanted), walk.told()


def _key(walk: Walk, *keys: str) -> bool:
    heads = walk.page.page.locator("#list .head")
    count = heads.count()
    if count:
        heads.nth(walk.random.randrange(count)).focus()
        walk.page.press(*keys)
    return count > 0


def _owner(walk: Walk) -> None:
    heads = walk.page.page.locator("#list .item:not(.dismissed) .head")
    if heads.count():
        heads.first.focus()
        walk.page.press("o", "Control+a")
        walk.page.page.keyboard.type(OWNER)
        walk.page.press("Enter")
        heads.first.locator(".owner").filter(has_text=OWNER).wait_for()  # another task may have this owner


def _due(walk: Walk) -> None:
    heads = walk.page.page.locator("#list .item:not(.dismissed) .head")
    if heads.count():
        heads.last.focus()
        walk.page.press("u")
        walk.page.page.locator("#list [data-field=due]").fill(DUE)
        walk.page.press("Enter")
        heads.last.locator(f".due time[datetime^='{DUE}']").wait_for()


def _split(walk: Walk) -> None:
    if _key(walk, "s") and walk.page.page.locator(".splitter").count():
        walk.page.press(*["ArrowRight"] * walk.random.randint(0, 2), walk.random.choice(["Enter", "Enter", "Escape"]))


def _several(walk: Walk) -> None:
    if walk.page.page.locator("#several summary").is_visible():
        walk.page.page.click("#several summary")
        choices = walk.page.page.locator("#several button:enabled")
        walk.page.page.locator("#several button").first.wait_for()
        if count := choices.count():
            choices.nth(walk.random.randrange(count)).click()
        else:
            walk.page.page.click("#several summary")


def _press_if(walk: Walk, button: str) -> None:
    found = walk.page.page.locator(button)
    if found.count() and found.is_enabled() and found.is_visible():
        found.click()


# Looking.


def _look_around(walk: Walk) -> None:
    """Keys and buttons that show something."""
    _key(walk, walk.random.choice(["Enter", "w", "n", "j", "k", "Home", "End", "ArrowDown", "ArrowUp", "Escape"]))
    if walk.random.random() < 0.3:
        walk.page.press("?")
        walk.page.press("Escape")
    if walk.page.page.locator("#board").is_visible():
        walk.page.page.focus("#board")
        walk.page.press(*walk.random.sample(["+", "-", "0"], 2))


def _theme(walk: Walk) -> None:
    walk.page.page.click("#more summary")
    walk.page.page.click("#theme")
    walk.page.press("Escape")


def _choose(walk: Walk, group: str) -> None:
    choices = walk.page.page.locator(f"{group} input")
    if count := choices.count():
        choices.nth(walk.random.randrange(count)).check(force=True)


def _context(walk: Walk) -> None:
    """Another date, the note's own one again, or other people."""
    walk.page.page.click("#context summary")
    if walk.random.random() < 0.5:
        walk.page.page.fill("#people", walk.random.choice(["Tom", "Tom, Priya", ""]))
    elif walk.page.page.locator("#written-reset").is_visible():
        walk.page.page.click("#written-reset")
    else:
        walk.page.page.fill("#written", f"2026-11-{walk.random.randint(10, 28)}")
    walk.page.page.evaluate("() => document.activeElement.blur()")
    walk.page.page.click("#context summary")  # on a phone it has the place of the note


def _export(walk: Walk) -> None:
    if walk.page.page.locator("#export").is_enabled():
        walk.page.page.click("#export")
        writers = walk.page.page.locator(".writers input")
        writers.nth(walk.random.randrange(writers.count())).check(force=True)
        walk.page.page.click("#copy:enabled")
        walk.page.press("Escape")


# Leaving.


def _back(walk: Walk) -> None:
    walk.page.page.go_back()
    walk.page.page.go_forward()
    walk.page.page.wait_for_selector("html[data-ready]")


def _hurry(walk: Walk, script: str, value: str) -> None:
    """Do something and reload the page in the same moment."""
    with walk.page.page.expect_navigation():
        walk.page.page.evaluate(script, value)
    walk.page.page.wait_for_selector("html[data-ready]")


def _hurry_overwrite(walk: Walk) -> None:
    if walk.now.is_text:
        _hurry(walk, _WRITE, walk.notes.line())


def _hurry_click(walk: Walk, button: str) -> None:
    if walk.page.page.locator(button).count():
        _hurry(walk, _CLICK, button)


def _hurry_owner(walk: Walk) -> None:
    """Reload the page while the owner is typed."""
    heads = walk.page.page.locator("#list .item:not(.dismissed) .head")
    if heads.count():
        text = str(walk.page.page.locator("#list .item:not(.dismissed) .text").first.text_content())
        heads.first.focus()
        walk.page.press("o", "Control+a")
        walk.page.page.keyboard.type(OWNER)
        _hurry(walk, "() => location.reload()", "")
        seen = look(walk.page).decided.get(text, "")
        assert OWNER in seen, f"lost the owner of {text}: {seen}; {walk.told()}"


def _rush(walk: Walk) -> None:
    """Several things, faster than the page answers."""
    chosen = []
    for _ in range(walk.random.randint(2, 4)):
        name = walk.random.choice(["drop", "paste", "type", "type", _OPEN, "#undo", "#redo", "#new", "#over"])
        value = walk.notes.note() if name in ("drop", "paste", "type") else name
        chosen.append((name if value != name else "click", value, walk.random.choice([0, 0, 5, 30, 70, 150])))
    for name, value, before, after in rush(walk.page, chosen):
        walk.steps.append(f"({name} {value!r})")
        if name == "type" and not before.is_text:
            walk.notes.words -= set(value.split())  # there was nothing to type into
        for seen in (before, after):
            walk.check(_RUSHED, walk.now, seen)
            walk.now = seen


# A crash of the service.


def _crash(walk: Walk) -> None:
    """While the service is away: decide and type, open another note, or paste one."""
    _restart(walk, walk.random.choice([_decide_and_type, _recent_and_type, _paste_and_type]))


def _restart(walk: Walk, meanwhile: Callable[[Walk], None]) -> None:
    assert walk.crash is not None
    walk.crash(lambda: meanwhile(walk))
    if walk.random.random() < 0.5:
        walk.page.visit()
    else:
        walk.page.page.evaluate(_TRY_AGAIN)


def _decide_and_type(walk: Walk) -> None:
    items = walk.page.page.locator("#list .item:not(.accepted, .dismissed)")
    if items.count():
        text = str(items.first.locator(".text").text_content())
        items.first.locator(".accept").click()
        walk.now.decided[text] = look_at(walk, text)
    _type(walk)


def look_at(walk: Walk, text: str) -> str:
    """What was decided about a sentence; the service may be away, so the page need not be quiet."""
    ((_, _, before, _),) = rush(walk.page, [("click", "#nowhere", 0)])
    return before.decided[text]


def _recent_and_type(walk: Walk) -> None:
    if others := _others(walk):
        walk.page.open_menu("recent")
        walk.page.page.click(f"#recent [data-note='{walk.random.choice(others)}'] .note >> nth=0")
        walk.page.page.locator("#problem").wait_for()
    _type(walk)


def _paste_and_type(walk: Walk) -> None:
    _paste(walk)
    _type(walk)


_RUSHED = Step("rush", TAKES, 1, _rush)
STEPS = [
    Step("type", KEEPS, 4, _type),
    Step("type keys", KEEPS, 2, _type_keys),
    Step("erase a line", KEEPS, 2, _erase),
    Step("overwrite", KEEPS, 1, lambda walk: _write(walk, walk.notes.line)),
    Step("undo in the editor", TAKES, 1, _undo_in_editor),
    Step("paste", KEEPS, 1, _paste),
    Step("drop text", KEEPS, 1, _drop_text),
    Step("drop a board", KEEPS, 1, _drop_board),
    Step("open files", KEEPS, 1, _open_files),
    Step("another board", KEEPS, 1, _board),
    Step("new", KEEPS, 1, _new),
    Step("example", KEEPS, 1, _example),
    Step("recent", KEEPS, 2, _recent),
    Step("remove", KEEPS, 1, _remove),
    Step("version", TAKES, 1, _version),
    Step("accept", DECIDES_ONE, 4, lambda walk: _decide(walk, "accept")),
    Step("dismiss", DECIDES_ONE, 3, lambda walk: _decide(walk, "dismiss")),
    Step("key a", DECIDES_ONE, 2, lambda walk: _key(walk, "a")),
    Step("key d", DECIDES_ONE, 2, lambda walk: _key(walk, "d")),
    Step("key Delete", DECIDES_ONE, 1, lambda walk: _key(walk, "Delete")),
    Step("owner", DECIDES_ONE, 1, _owner),
    Step("due", DECIDES_ONE, 1, _due),
    Step("split", DECIDES, 1, _split),
    Step("merge", DECIDES, 1, lambda walk: _key(walk, "m")),
    Step("merge with previous", DECIDES, 1, lambda walk: _key(walk, "Shift+M")),
    Step("accept all", ADDS, 1, lambda walk: _key(walk, "Shift+A")),
    Step("accept the region", ADDS, 1, lambda walk: _key(walk, "r")),
    Step("dismiss the region", ADDS, 1, lambda walk: _key(walk, "Shift+R")),
    Step("several", ADDS, 1, _several),
    Step("undo", TAKES, 3, lambda walk: _press_if(walk, "#undo")),
    Step("redo", TAKES, 2, lambda walk: _press_if(walk, "#redo")),
    Step("undo by key", TAKES, 1, lambda walk: _key(walk, "Control+z")),
    Step("redo by key", TAKES, 1, lambda walk: _key(walk, "Control+Shift+z")),
    Step("undo in the message", TAKES, 1, lambda walk: _press_if(walk, "#toast button")),
    Step("start over", TAKES, 1, lambda walk: _press_if(walk, "#over")),
    Step("look around", KEEPS, 2, _look_around),
    Step("theme", KEEPS, 1, _theme),
    Step("view", KEEPS, 1, lambda walk: _choose(walk, "#views")),
    Step("filter", KEEPS, 1, lambda walk: _choose(walk, "#filters")),
    Step("date or people", KEEPS, 1, _context),
    Step("export", KEEPS, 1, _export),
    Step("reload", KEEPS, 1, lambda walk: walk.page.visit()),
    Step("back", KEEPS, 1, _back),
    Step("hurry overwrite", TAKES, 1, _hurry_overwrite),
    Step("hurry accept", DECIDES_ONE, 1, lambda walk: _hurry_click(walk, _OPEN)),
    Step("hurry undo", TAKES, 1, lambda walk: _hurry_click(walk, "#undo:enabled")),
    Step("hurry start over", TAKES, 1, lambda walk: _hurry_click(walk, "#over:not([hidden])")),
    Step("hurry owner", DECIDES_ONE, 1, _hurry_owner),
    Step("rush", TAKES, 2, _rush),
    Step("crash", KEEPS, 1, _crash, crashes=True),
    Step("undo in a crash", TAKES, 1, lambda walk: _restart(walk, lambda _: _press_if(walk, "#undo")), crashes=True),
]
