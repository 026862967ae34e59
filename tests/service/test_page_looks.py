"""Accessibility, themes, small screens, hostile notes and very long notes on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import Browser, Sheet, sheet
from tests.support.paths import ROOT
from tests.support.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.no_cover]

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is in the extra `dev`")
EXAMPLES = ROOT / "examples"
RETRO = {"release on a Tuesday, no rollback": 0.65, "nobody knew who was on call": 0.4}
# What a finger must hit and is not hit by way of a label around it.
_SMALL = """() => [...document.querySelectorAll("button, summary, select, input, label:has(input)")]
  .filter((element) => element.checkVisibility() && !(element.matches("input") && element.closest("label")))
  .map((element) => [element.textContent || element.id, element.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
  .map(([name, box]) => `${name.trim()}: ${box.width} x ${box.height}`)"""


def faults(page: Sheet, *, rules: str = "") -> list[str]:
    """All violations that axe-core finds."""
    found = axe.Axe().run(page.page, options={"runOnly": [rules]} if rules else {}).response["violations"]
    return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_any_state(browser: Browser, page_service: Service, theme: Any) -> None:
    rules = "color-contrast" if theme == "dark" else ""  # nothing else changes with the light
    with sheet(browser, page_service.url, color_scheme=theme, reduced_motion="reduce") as page:
        assert faults(page, rules=rules) == []
        page.write("- call Ruth\n- pay")
        page.page.wait_for_selector("#list .item")
        assert faults(page, rules=rules) == []
        page.give_scores(lambda text: RETRO.get(text, 0.9))
        page.drop_file(EXAMPLES / "retro.md")
        page.page.locator("#list .dismiss").first.click()
        page.page.locator("#list .head").nth(1).click()
        page.page.get_by_role("button", name="Split").click()
        page.page.get_by_label("Confidence").fill("80")
        assert page.page.locator(".item.lost").count()
        assert faults(page, rules=rules) == []
        page.page.get_by_label("All", exact=True).check(force=True)
        page.page.get_by_role("button", name="Export").click()
        page.page.wait_for_selector("#copy:enabled")
        assert faults(page, rules=rules) == []
        page.press("Escape")
        page.open_menu("more")
        page.page.get_by_role("button", name="Shortcuts").click()
        assert faults(page, rules=rules) == []
        page.press("Escape")
        for file in ("whiteboard.jiix", "minutes.hocr"):
            page.example(file)
            page.page.wait_for_selector("#board svg")
            assert faults(page, rules=rules) == []


def test_the_theme_can_be_chosen_and_stays(page: Sheet) -> None:
    colour = "() => getComputedStyle(document.body).backgroundColor"
    page.page.emulate_media(color_scheme="dark")
    dark_system = page.page.evaluate(colour)
    page.page.emulate_media(color_scheme="light")
    light = page.page.evaluate(colour)
    page.open_menu("more")
    button = page.page.get_by_role("button", name="Theme")
    button.click()
    assert page.page.evaluate(colour) == light
    page.page.emulate_media(color_scheme="dark")
    assert page.page.evaluate(colour) == light  # the choice goes before the system
    page.page.emulate_media(color_scheme="light")
    button.click()
    dark = page.page.evaluate(colour)
    assert dark != light
    assert dark == dark_system
    page.visit()
    assert page.page.evaluate(colour) == dark


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (768, 1024), (390, 844), (360, 740)])
def test_small_screens_scroll_one_way_and_fingers_hit_everything(
    browser: Browser, page_service: Service, width: int, height: int
) -> None:
    with sheet(browser, page_service.url, viewport={"width": width, "height": height}, has_touch=True) as page:
        page.drop_file(EXAMPLES / "standup.txt")
        page.page.locator("#list .head").nth(1).tap()
        page.page.get_by_role("button", name="Split").tap()
        assert page.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert page.page.evaluate(_SMALL) == []
        page.page.get_by_role("button", name="before the", exact=True).tap()
        page.page.get_by_role("button", name="Export").tap()
        page.page.wait_for_selector("#copy:enabled")
        assert page.page.evaluate(_SMALL) == []


def test_what_is_said_is_said_to_those_who_do_not_see_it(page: Sheet) -> None:
    page.drop_file(EXAMPLES / "standup.txt")
    said = page.page.locator("#said[role=status]")
    assert said.text_content() == f"{len(page.tasks())} tasks found"
    page.page.locator("#list .dismiss").first.click()
    assert said.text_content() == "Dismissed: login page done, tests green"
    page.page.get_by_role("button", name="Undo").click()
    assert said.text_content() == "Undone: Dismissed: login page done, tests green"
    assert page.page.evaluate("() => document.activeElement.id") == "redo"
    page.paste("- buy milk")
    page.wait_for_tasks("buy milk")
    page.page.wait_for_function("() => document.querySelector('#said').textContent === '1 task found'")
    assert said.text_content() == "1 task found"


def test_focus_is_seen(page: Sheet) -> None:
    page.drop_file(EXAMPLES / "standup.txt")
    page.page.locator("#examples summary").focus()
    stops = 0
    while page.press("Tab") or page.page.evaluate("() => document.activeElement !== document.body"):
        stops += 1
        assert stops < 200, "the focus goes round and round"
        outline = page.page.evaluate(
            "() => { const at = document.activeElement;"
            " const seen = at.matches('[type=radio]') ? at.nextElementSibling : at;"
            " return [at.outerHTML.slice(0, 80), getComputedStyle(seen).outlineStyle]; }"
        )
        assert outline[1] == "solid", outline[0]
    assert stops >= 8


# Notes that mean harm.

HOSTILE = """<script>document.title = "harm"</script>
- <img src=x onerror="document.title='harm'"> call Ruth
- [link](javascript:alert(1)) pay \u202egnp.exe
- {{constructor.constructor('x')()}} ${alert(1)} send
- </bdi></li></textarea><iframe srcdoc="<script>parent.document.title='harm'</script>"> buy
- שלום call \u2066left\u2069 עולם
"""


@pytest.mark.parametrize("name", ["note.txt", "note.md", "<img src=x onerror=alert(1)>.txt", "\u202etxt.live.txt"])
def test_a_hostile_note_stays_text(page: Sheet, name: str) -> None:
    page.drop(name, HOSTILE.encode())
    page.page.wait_for_selector("#list .item.task")
    page.page.locator("#list .head").first.click()
    page.page.get_by_role("button", name="Split").click()
    page.page.get_by_role("button", name="Export").click()
    page.page.wait_for_selector("#copy:enabled")
    assert page.page.title() == f"{name} – inkslate"
    assert page.page.locator("iframe, img, script:not([src^='/page/'])").count() == 0
    assert any("call Ruth" in text for text in page.texts())


def test_hostile_ids_in_a_file_stay_text(page: Sheet) -> None:
    name = '"><script>alert(1)</script>'
    region = '{"id": %s, "lines": [{"text": "call Ruth", "bullet": true}]}'
    quoted = '"\\"><script>alert(1)</script>"'
    line = f'{{"id": {quoted}, "regions": [{region % quoted}]}}'
    page.drop("boards.jsonl", f"{line}\n{line.replace('alert', 'other', 1)}\n".encode())
    page.page.wait_for_selector("#list .item.task")
    assert page.page.locator("#boards option").first.text_content() == f"1 of 2: {name}"
    page.page.locator("#list .accept").first.click()
    page.wait_until_saved()


def test_two_thousand_lines_stay_usable(page: Sheet) -> None:
    lines = [f"- call number {number} today" for number in range(2000)]
    page.drop("long.txt", "\n".join(lines).encode())
    page.page.wait_for_function("() => document.querySelectorAll('#list .item').length === 2000")
    page.page.locator("#list .dismiss").nth(1500).click()
    assert page.page.locator("#board .dismissed").text_content() == lines[1500][2:]
    page.page.locator("#list .head").nth(1500).click()
    page.press("ArrowDown", "m")
    assert page.page.locator("#list .item").count() == 1999
    page.press("Control+z")
    page.page.get_by_label("Write", exact=True).check(force=True)
    page.page.locator("#editor").press("Control+End")
    page.page.locator("#editor").press_sequentially("\n- one more")
    page.page.wait_for_selector("#list .item:has-text('one more')")
    page.page.get_by_role("button", name="Export").click()
    page.page.wait_for_selector("#copy:enabled")
    written = page.page.locator("#export-dialog pre").text_content() or ""
    assert written.count("\n") == 2000
    assert lines[1500][2:] not in written


def test_the_page_is_in_the_package_and_asks_nobody_else() -> None:
    folder = ROOT / "src" / "inkslate" / "service" / "page"
    for file in filter(Path.is_file, folder.glob("*.*")):
        text = file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "://" not in text, file.name
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "DOMParser"):
            assert word not in text, f"{file.name}: {word}"
    assert Path(folder / "index.html").stat().st_size < 10_000


@pytest.mark.parametrize("width", [390, 1440])
def test_the_whole_note_and_list_are_printed_dark_on_white(browser: Browser, page_service: Service, width: int) -> None:
    with sheet(browser, page_service.url, viewport={"width": width, "height": 844}, color_scheme="dark") as page:
        page.drop("note.txt", "\n".join(f"- call number {number}" for number in range(80)).encode())
        page.page.wait_for_selector("#list .item:nth-child(80)")
        page.page.locator("#list .head").first.focus()
        page.press("d")
        page.page.emulate_media(media="print", color_scheme="dark")
        assert page.page.evaluate("() => getComputedStyle(document.body).color") == "rgb(34, 37, 43)"
        last = page.page.locator("#list .item").last.bounding_box()
        whole = page.page.evaluate("() => document.documentElement.scrollHeight")
        assert last["y"] > page.page.locator("#board .line").last.bounding_box()["y"]
        assert 844 < last["y"] + last["height"] <= whole
        assert page.page.locator("button:visible:not(.head)").count() == 0
        assert page.page.locator("#list .tag").first.inner_text() == "Dismissed"
