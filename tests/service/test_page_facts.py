"""Boxes, keywords, headings and indents on the page, and what the note states in the list."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from inkslate.formats import boards_of
from inkslate.readers import scan_document
from inkslate.readers.document import Document
from tests.support.browser import Browser, Sheet, sheet
from tests.support.commands import Run
from tests.support.service import Service, serving

pytestmark = pytest.mark.browser

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is in the extra `dev`")
NOTE = """# House

- [ ] call the electrician
  - [ ] ask for the price
    - [x] find the number
- send Ruth the keys

TODO water the ferns

DONE return the books

### Garden

#### Gate
"""
TASKS = ("call the electrician", "ask for the price", "send Ruth the keys", "water the ferns")
# The left edge of the words of each line, in pixels.
_EDGES = """() => [...document.querySelectorAll("#board .line .sentence")]
  .map((each) => each.getBoundingClientRect().left)"""
_SIZES = """() => [...document.querySelectorAll("#board .heading")].map((each) => [
  each.tagName, parseFloat(getComputedStyle(each).fontSize), Number(getComputedStyle(each).fontWeight)])"""


def line(text: str, y: int, **facts: Any) -> dict[str, Any]:
    words = [{"text": word, "box": [100 + 60 * at, y, 55, 20]} for at, word in enumerate(text.split())]
    return {"text": text, "bullet": True, "words": words, **facts}


PLACED = [
    line("call Ruth", 10, box="open"),
    line("pay rent", 50, box="done"),
    line("water ferns", 90, box="open", keyword="TODO"),
    line("it rained", 130),
]
FILE = json.dumps({"id": "wall", "regions": [{"id": "r", "lines": PLACED}]}).encode()


def struck(page: Sheet, which: str) -> list[str]:
    found: list[str] = page.page.locator(which).evaluate_all(
        "all => all.filter((each) => getComputedStyle(each).textDecorationLine === 'line-through')"
        ".map((each) => each.textContent)"
    )
    return found


def test_a_note_is_drawn_with_its_marks(page: Sheet) -> None:
    page.write(NOTE)
    page.wait_for_tasks(*TASKS)
    boxes = page.page.locator("#board .box")
    assert [box.get_attribute("aria-label") for box in boxes.all()] == ["open box", "open box", "ticked box"]
    assert page.page.locator("#board .line > .keyword").all_text_contents() == ["TODO", "DONE"]
    assert page.page.locator("#board .line.bullet").count() == 1  # a box is there instead of a bullet
    house, call, ask, number, keys, *_ = page.page.evaluate(_EDGES)
    assert house < call == keys < ask < number
    assert ask - call == pytest.approx(number - ask)
    sizes = page.page.evaluate(_SIZES)
    assert [tag for tag, _, _ in sizes] == ["H3", "H4", "H5"]  # no level is skipped, whatever the note does
    assert all(one > other for (_, one, _), (_, other, _) in pairwise(sizes))
    assert {weight for _, _, weight in sizes} == {600}
    page.page.locator("#board .box").nth(1).click()
    assert "selected" in (page.item("ask for the price").get_attribute("class") or "")


def test_the_list_says_what_the_note_states(page: Sheet) -> None:
    page.give_scores(lambda text: {"send Ruth the keys": 0.8, "find the number": 0.0}.get(text, 1.0))
    page.drop("note.md", NOTE.encode())
    page.wait_for_tasks(*TASKS)
    facts = {text: " ".join(page.item(text).locator(".facts").inner_text().split()) for text in TASKS}
    assert facts == dict(
        zip(TASKS, ("Detected open box", "Detected open box", "Detected 80 %", "Detected TODO"), strict=True)
    )
    page.page.get_by_label("Confidence").fill("95")
    assert page.texts(".item.lost") == ["send Ruth the keys"]  # what is stated needs no score


def test_what_is_done_is_struck_and_not_a_task(page: Sheet) -> None:
    page.write(NOTE)
    page.wait_for_tasks(*TASKS)
    assert page.texts() == list(TASKS)
    assert struck(page, "#board .sentence") == ["find the number", "return the books"]
    page.page.get_by_label("All", exact=True).check(force=True)
    assert struck(page, "#list .text") == ["find the number", "return the books"]
    assert page.item("find the number").locator(".stated").inner_text() == "ticked box"
    assert page.item("return the books").locator(".stated").inner_text() == "DONE"
    page.item("find the number").locator(".accept").click()  # a person knows better
    assert struck(page, "#board .sentence") == ["return the books"]
    assert "find the number" in page.tasks()


EDITS = [
    # What was written, what is written then, and the boxes of the board and the tasks in the list after it.
    ("- milk", "- [ ] milk", ["open box"], ["milk"]),
    ("- [ ] milk", "- [x] milk", ["ticked box"], []),
    ("- [x] milk", "- [ ] milk", ["open box"], ["milk"]),
    ("- [ ] milk", "# milk", [], []),
    ("rain", "TODO rain", [], ["rain"]),
]


@pytest.mark.parametrize(("before", "after", "boxes", "tasks"), EDITS)
def test_what_is_typed_is_read_again(page: Sheet, before: str, after: str, boxes: list[str], tasks: list[str]) -> None:
    page.write(f"{before}\n\n- call Ruth")
    page.page.wait_for_selector("#list .item:has-text('call Ruth')")
    page.write(f"{after}\n\n- call Tom")
    page.page.wait_for_selector("#list .item:has-text('call Tom')")
    assert page.tasks() == [*tasks, "call Tom"]
    assert [box.get_attribute("aria-label") for box in page.page.locator("#board .box").all()] == boxes


def test_a_mark_that_is_typed_later_outdoes_a_decision(page: Sheet) -> None:
    page.write("- [ ] milk\n- call Ruth\n- pay")
    page.wait_for_tasks("milk", "call Ruth", "pay")
    page.item("milk").locator(".accept").click()
    page.item("call Ruth").locator(".dismiss").click()
    page.choose("pay")
    page.page.get_by_label("Owner").fill("Ana")
    page.press("Enter")
    page.item("pay").locator(".fact.owner").wait_for()
    page.write("- [x] milk\n- [ ] call Ruth\n- [ ] pay")
    page.wait_for_tasks("call Ruth", "pay")
    assert page.texts() == ["call Ruth", "pay"]
    assert page.page.locator(".item.dismissed, .item.accepted").count() == 1
    assert page.item("pay").locator(".fact.owner").count() == 1  # the box agrees with the decision, so it stays


def test_words_with_places_have_their_marks_in_front(page: Sheet) -> None:
    page.drop("wall.jsonl", FILE)
    page.page.wait_for_selector("#board svg.boxes")
    assert page.page.locator("#board rect.drawn-box").count() == 2
    assert page.page.locator("#board polyline.drawn-box").count() == 1  # the tick
    assert page.page.locator("#board .drawn-keyword").all_text_contents() == ["TODO"]
    assert page.page.locator("#board .done > .strike").count() == page.page.locator("#board .strike").count() == 1
    inside = "all => all.every((each) => each.getBBox().x >= 0)"
    assert page.page.locator("#board :is(.drawn-box, .drawn-keyword)").evaluate_all(inside)


def test_corrections_and_exports_keep_all_facts(browser: Browser, tmp_path: Path, run: Run) -> None:
    (board,) = boards_of(scan_document(Document("note.txt", NOTE.encode())))
    expected = [line.to_json() for region in board.regions for line in region.lines]
    for each in expected:
        each.pop("words")  # the live board has no places
    with serving("--model", "rules", "--workspace", tmp_path / "kept") as service, sheet(browser, service.url) as page:
        page.write(NOTE)
        page.wait_for_tasks(*TASKS)
        page.item("send Ruth the keys").locator(".dismiss").click()
        page.page.get_by_text("saved in the service's workspace").wait_for()
        page.page.get_by_role("button", name="Export").click()
        page.page.get_by_label("Labelled boards, for training").check()
        shown = page.page.locator("#export-dialog pre")
        page.page.wait_for_function("() => document.querySelector('#export-dialog pre').textContent.startsWith('{')")
        exported = json.loads(shown.text_content() or "")
        page.visit()
        assert page.texts(".item.dismissed") == ["send Ruth the keys"]
        assert page.page.locator("#board .box").count() == 3
    kept = json.loads(run("export-corrections", tmp_path / "kept").stdout)
    for found in (exported, kept):
        assert [line for region in found["regions"] for line in region["lines"]] == expected


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 768])
def test_axe_finds_nothing_and_nothing_sticks_out(
    browser: Browser, page_service: Service, theme: Any, width: int
) -> None:
    options = {"viewport": {"width": width, "height": 900}, "color_scheme": theme, "reduced_motion": "reduce"}
    with sheet(browser, page_service.url, **options) as page:
        page.write(f"{NOTE}\n{'  ' * 20}- [ ] deep\n\n###### Deep\n\n(A) call Ruth +{'x' * 200} due\n")
        page.page.wait_for_selector("#list .item:has-text('deep')")
        page.page.get_by_label("All", exact=True).check(force=True)
        for view in ("Write", "Lines"):
            page.page.get_by_label(view, exact=True).check(force=True)
            found = axe.Axe().run(page.page).response["violations"]
            assert [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]] == []
            assert page.page.locator("#board").evaluate("board => board.scrollWidth <= board.clientWidth")
            assert page.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
