"""The page at the widths of a phone, a tablet and a desk; light and dark; mouse, finger and keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.browser import Browser, Sheet, sheet
from tests.support.paths import ROOT
from tests.support.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.no_cover]

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is in the extra `dev`")
EXAMPLES = ROOT / "examples"
SIZES = {390: 844, 768: 1024, 1024: 768, 1440: 900}
LONG = "\n".join(f"- call number {number} today" for number in range(120))
_INSIDE = """all => all.filter((each) => each.checkVisibility()).map((each) => [each.id || each.textContent,
  each.getBoundingClientRect()]).filter(([, box]) => box.left < -0.5 || box.right > innerWidth + 0.5 ||
  box.top < -0.5 || box.bottom > innerHeight + 0.5).map(([name]) => name)"""
_FRAMES = """async () => {
  for (let frame = 0; frame < 4; frame += 1) await new Promise((done) => requestAnimationFrame(done));
}"""
_WHOLE = """() => {
  const row = document.activeElement.closest(".item").getBoundingClientRect();
  const list = document.querySelector("#scroll").getBoundingClientRect();
  return row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
}"""
_TALL = "() => document.querySelector('.bar').getBoundingClientRect().height"
_SMALL = """() => [...document.querySelectorAll("button, summary, select, input, label:has(input)")]
  .filter((each) => each.checkVisibility() && !(each.matches("input") && each.closest("label")))
  .map((each) => [each.textContent || each.id, each.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5)).map(([name]) => name.trim())"""


@pytest.fixture(params=SIZES)
def sized(request: Any, browser: Browser, page_service: Service) -> Iterator[Sheet]:
    """The page at one of the widths; fingers on the smaller ones, and every second one is dark."""
    width = request.param
    options = {
        "viewport": {"width": width, "height": SIZES[width]},
        "has_touch": width < 1024,
        "color_scheme": "dark" if width in (768, 1440) else "light",
        "reduced_motion": "reduce",
    }
    with sheet(browser, page_service.url, **options) as opened:
        yield opened


def width_of(page: Sheet) -> int:
    return int(page.page.viewport_size["width"])  # type: ignore[index]


def press_on(page: Sheet, selector: str) -> None:
    """With a finger where there are fingers, else with the mouse."""
    found = page.page.locator(selector).first
    if width_of(page) < 1024:
        found.tap()
    else:
        found.click()


def serious(page: Sheet) -> list[str]:
    found = axe.Axe().run(page.page).response["violations"]
    return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]


def test_the_header_is_one_row_and_the_first_task_is_in_sight(sized: Sheet) -> None:
    sized.drop("long.txt", LONG.encode())
    sized.page.wait_for_selector("#list .item:nth-child(120)")
    assert sized.page.evaluate(_TALL) < 70
    assert sized.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert sized.page.locator(".bar button, .bar summary").evaluate_all(_INSIDE) == []
    first = sized.page.locator("#list .item").first.bounding_box()
    assert first["y"] + first["height"] < SIZES[width_of(sized)]
    board, tasks = (sized.page.locator(name).bounding_box() for name in ("#notes", "#tasks"))
    if width_of(sized) >= 768:
        assert board["x"] + board["width"] <= tasks["x"] + 1  # side by side
    else:
        assert board["y"] + board["height"] <= tasks["y"] + 1  # a sheet below


def test_decisions_details_and_export_are_in_reach(sized: Sheet) -> None:
    sized.drop("note.txt", b"- call Ruth\n- send the deck\n- pay")
    press_on(sized, "#list .accept")
    press_on(sized, "#list .item:nth-child(2) .head")
    sized.page.wait_for_selector(".panel")
    assert sized.page.evaluate(_SMALL) == []
    assert sized.texts(".item.accepted") == ["call Ruth"]
    assert serious(sized) == []
    press_on(sized, "#export")
    sized.page.wait_for_selector("#copy:enabled")
    assert sized.page.locator("#export-dialog > .group button").evaluate_all(_INSIDE) == []
    assert sized.page.evaluate(_SMALL) == []
    assert serious(sized) == []


def test_a_decision_on_what_needs_review_moves_nothing(sized: Sheet) -> None:
    sized.give_scores(lambda text: 0.6)
    days = "\n".join(f"- call {'Ruth ' * number}by {9 + number} November 2031" for number in range(1, 15))
    sized.drop("note.md", days.encode())
    sized.page.wait_for_selector("#list .item:nth-child(14)")
    heads = sized.page.locator("#list .head")
    before = heads.evaluate_all("all => all.map((each) => each.offsetHeight)")
    heads.first.focus()
    sized.press(*"adadadadadadad")
    assert sized.page.locator("#left").text_content() == "All 14 decided"
    assert heads.evaluate_all("all => all.map((each) => each.offsetHeight)") == before


def test_the_sentence_with_the_focus_is_in_sight_as_a_whole(sized: Sheet) -> None:
    lines = [f"- call {'Ruth and everybody else ' * (day % 4)}by {day} November" for day in range(1, 29)]
    sized.drop("note.md", "\n".join(lines).encode())
    sized.page.wait_for_selector("#list .item:nth-child(28)")
    sized.page.locator("#list .head").first.focus()
    for key in (*"adadadadadad", "End", "ArrowUp", "Home", "Shift+A", "Control+z"):
        sized.press(key)
        sized.page.evaluate(_FRAMES)  # rows that came into sight get their height
        assert sized.page.evaluate(_WHOLE), key


def test_a_long_owner_stays_beside_the_buttons(sized: Sheet) -> None:
    sized.drop("note.txt", b"- call Ruth")
    sized.page.locator("#list .head").first.focus()
    sized.press("o")
    sized.page.keyboard.type("W" * 90)
    sized.press("Enter")
    owner = sized.page.locator("#list .owner", has_text="W" * 90).bounding_box()
    assert owner["x"] + owner["width"] <= sized.page.locator("#list .accept").bounding_box()["x"] + 1


def test_numbers_and_filters_move_nothing(sized: Sheet) -> None:
    sized.give_scores(lambda text: 0.6 if "maybe" in text else 0.95)
    lines = [f"- {'maybe ' if line > 100 else ''}call number {line}" for line in range(1, 113)]
    sized.drop("note.md", "\n".join(lines).encode())
    sized.page.locator("#filters", has_text="Needs review 12").wait_for()
    top = sized.page.locator("#scroll").bounding_box()["y"]
    assert sized.page.locator("#left").text_content() == "112 of 112 left to decide"
    for label in ("All", "Needs review 12"):
        sized.page.get_by_label(label, exact=True).check(force=True)
        assert sized.page.locator("#scroll").bounding_box()["y"] == top
    sized.page.locator("#list .head").first.focus()
    for _ in range(12):
        sized.press("a")
        assert sized.page.locator("#scroll").bounding_box()["y"] == top
    assert sized.page.locator("#filters label").nth(1).text_content() == "Needs review"
    assert sized.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_the_end_of_a_drawing_is_not_below_the_buttons_of_the_zoom(sized: Sheet) -> None:
    sized.example("minutes.hocr")
    sized.page.locator("#board svg.boxes text").last.wait_for()
    sized.page.evaluate("() => document.querySelector('#board').scrollTo(0, 9999)")
    last = sized.page.locator("#board svg.boxes text").last.bounding_box()
    assert last["y"] + last["height"] <= sized.page.locator("#zoom").bounding_box()["y"]


def test_menus_and_fields_fit(sized: Sheet) -> None:
    sized.drop("note.txt", b"- call Ruth")
    sized.wait_for_tasks("call Ruth")
    for name in ("recent", "examples", "more", "several"):
        sized.open_menu(name)
        sized.page.wait_for_selector(f"#{name} li")
        boxes = sized.page.locator(f"#{name} li").evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect()).map((box) => [box.left, box.right])"
        )
        assert all(left >= 0 and right <= width_of(sized) for left, right in boxes), name
        assert sized.page.evaluate(_SMALL) == []
        sized.press("Escape")
    sized.page.click("#context summary")
    assert sized.page.locator("#context input").evaluate_all(_INSIDE) == []
    assert serious(sized) == []


def drawing(page: Sheet) -> dict[str, float]:
    box: dict[str, float] = page.page.locator("#board svg").bounding_box()
    return box


def test_a_message_covers_no_button_of_the_list(sized: Sheet) -> None:
    sized.paste("- call Ruth")
    sized.wait_for_tasks("call Ruth")
    sized.paste("- buy milk")
    sized.page.locator("#toast button").wait_for()
    sized.page.get_by_label("All", exact=True).click(timeout=5000)  # fails where something else would get the click
    assert sized.page.locator("#toast").is_visible()


def test_a_message_covers_no_button(sized: Sheet) -> None:
    sized.drop("note.txt", LONG.encode())
    sized.page.wait_for_selector("#list .item:nth-child(120)")
    sized.example("minutes.hocr")
    sized.page.locator("#toast button").wait_for()
    if width_of(sized) < 768:
        sized.open_menu("recent")
    buttons = sized.page.locator("#recent button" if width_of(sized) < 768 else "#zoom button, #list .item button")
    assert buttons.count() > 2
    assert buttons.evaluate_all(
        """all => all.every((each) => {
          const box = each.getBoundingClientRect();
          const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
          return document.elementFromPoint(x, y)?.closest("#toast") === null || y > innerHeight;
        })"""
    )


def test_a_message_covers_no_choice_of_decide_several(sized: Sheet) -> None:
    text = "We talked about the summer fair for long\n- call Ruth\n- send the deck to everybody who was there"
    sized.drop("first.txt", b"- buy milk")
    sized.wait_for_tasks("buy milk")
    sized.drop("note.txt", text.encode())
    sized.page.locator("#toast", has_text="The last note").wait_for()
    sized.page.locator("#list .head").first.focus()
    sized.press("ArrowDown")
    press_on(sized, "#several summary")
    choices = sized.page.locator("#several li button")
    assert choices.last.text_content() == "Dismiss all of “We talked about the summer fai…”2"
    assert choices.evaluate_all(
        """all => all.every((each) => {
          const box = each.getBoundingClientRect();
          return each.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
        })"""
    )


def test_menus_close_when_they_are_left_and_keep_the_focus(sized: Sheet) -> None:
    def focus() -> str:
        return str(sized.page.evaluate("() => document.activeElement.closest('details, button')?.id"))

    sized.drop("note.txt", b"- call Ruth\n- pay\n- send the deck")
    sized.page.wait_for_selector("#list .item:nth-child(3)")
    sized.open_menu("more")
    sized.page.click("#help")
    sized.press("Escape")
    assert focus() == "more"  # not lost with the menu, which is closed
    sized.open_menu("more")
    sized.press("Escape")
    assert (sized.page.locator("#more[open]").count(), focus()) == (0, "more")
    sized.open_menu("several")
    sized.page.locator("#several li button").first.wait_for()
    sized.press(*["Tab"] * 3)
    assert (sized.page.locator("#several[open]").count(), focus() == "several") == (0, False)
    sized.page.focus("#list .head")
    sized.press("Enter")
    sized.page.evaluate("() => { document.querySelector('#several').open = true; }")
    sized.press("Escape")  # the menu is on top of the details
    assert (sized.page.locator("#several[open]").count(), sized.page.locator(".item.opened").count()) == (0, 1)
    sized.press("Escape")
    assert sized.page.locator(".item.opened").count() == 0
    sized.open_menu("several")
    sized.page.click("#several button[data-several=acceptLeft]")
    assert focus() == "several"
    sized.example("planning.txt")
    assert focus() == ("menu" if width_of(sized) < 768 else "examples")


def test_recent_notes_keep_the_focus(sized: Sheet) -> None:
    def focus() -> str:
        return str(sized.page.evaluate("() => document.activeElement.ariaLabel ?? document.activeElement.textContent"))

    sized.write("- call Ruth")
    sized.wait_for_tasks("call Ruth")
    sized.write("- pay")
    sized.wait_for_tasks("pay")
    sized.page.locator("#undo:enabled").wait_for()
    for name in ("first.txt", "second.txt"):
        sized.drop(name, b"- buy milk")
        sized.page.wait_for_function("name => document.title.startsWith(name)", arg=name)
    sized.open_menu("recent")
    sized.page.locator("#recent .versions").focus()
    sized.press("Enter")
    sized.page.locator("#recent .version").first.wait_for()
    assert focus() == "1 earlier version"
    sized.page.get_by_label("Remove first.txt").focus()
    sized.press("Enter")
    sized.page.get_by_label("Remove first.txt").wait_for(state="detached")
    assert focus().startswith("Remove")
    sized.press("Escape")
    assert sized.page.locator("#recent[open]").count() == 0


def test_recent_notes_tell_their_time(sized: Sheet) -> None:
    sized.drop("note.txt", b"a first line that is much too long for one row of the menu of recent notes, on any screen")
    sized.page.wait_for_function("() => document.title.startsWith('note.txt')")
    sized.open_menu("recent")
    about = sized.page.locator("#recent .about").first
    assert re.match(r"\d\d:\d\d( [AP]M)? a first line", about.text_content() or "")


def test_ink_fits_and_is_zoomed_by_wheel_keys_and_buttons(sized: Sheet) -> None:
    sized.drop_file(EXAMPLES / "whiteboard.jiix")
    sized.page.wait_for_selector("#board svg.ink path")
    fit, board = drawing(sized), sized.page.locator("#board").bounding_box()
    assert fit["x"] >= board["x"] - 1
    assert fit["x"] + fit["width"] <= board["x"] + board["width"] + 1
    assert fit["height"] <= board["height"] + 1
    sized.page.mouse.move(board["x"] + 40, board["y"] + 40)
    sized.page.keyboard.down("Control")
    sized.page.mouse.wheel(0, -200)
    sized.page.keyboard.up("Control")
    wheeled = drawing(sized)
    assert wheeled["width"] > fit["width"] * 1.5
    assert abs((board["x"] + 40 - wheeled["x"]) / wheeled["width"] - (board["x"] + 40 - fit["x"]) / fit["width"]) < 0.02
    sized.page.locator("#board").focus()
    sized.press("0")
    assert drawing(sized)["width"] == pytest.approx(fit["width"], abs=1)
    sized.press("+", "+", "-")
    assert drawing(sized)["width"] == pytest.approx(fit["width"] * 1.25, rel=0.02)
    press_on(sized, "#zoom-in")
    assert drawing(sized)["width"] == pytest.approx(fit["width"] * 1.25**2, rel=0.02)
    press_on(sized, "#zoom-fit")
    assert drawing(sized)["width"] == pytest.approx(fit["width"], abs=1)
    assert sized.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_zoomed_ink_of_a_task_comes_into_sight(sized: Sheet) -> None:
    sized.drop_file(EXAMPLES / "whiteboard.jiix")
    sized.page.wait_for_selector("#board svg.ink path")
    for _ in range(5):
        press_on(sized, "#zoom-in")
    board = sized.page.locator("#board").bounding_box()
    for item in (sized.page.locator("#list .item").last, sized.page.locator("#list .item").first):
        item.locator(".head").focus()
        ink = sized.page.locator("#board .pointed .mark").first.bounding_box()
        assert ink["x"] >= board["x"] - 1
        assert ink["x"] < board["x"] + board["width"] / 2 or ink["x"] + ink["width"] <= board["x"] + board["width"] + 1
        assert board["y"] - 1 <= ink["y"] < board["y"] + board["height"]


def test_ink_is_zoomed_by_two_fingers(browser: Browser, page_service: Service) -> None:
    with sheet(browser, page_service.url, viewport={"width": 768, "height": 1024}, has_touch=True) as page:
        page.drop_file(EXAMPLES / "whiteboard.jiix")
        page.page.wait_for_selector("#board svg.ink path")
        before = drawing(page)
        touch = page.page.context.new_cdp_session(page.page)
        x, y = before["x"] + 150, before["y"] + 80

        def fingers(kind: str, apart: float) -> None:
            points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if kind != "touchEnd" else []})

        fingers("touchStart", 30)
        for apart in (40, 50, 60):
            fingers("touchMove", apart)
        fingers("touchEnd", 0)
        assert drawing(page)["width"] == pytest.approx(before["width"] * 2, rel=0.1)


def test_the_sheet_of_a_phone_is_drawn_up_and_down(browser: Browser, page_service: Service) -> None:
    with sheet(browser, page_service.url, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        page.drop("long.txt", LONG.encode())
        page.page.wait_for_selector("#list .item:nth-child(120)")
        tall = page.page.locator("#tasks")

        def height() -> float:
            return float(tall.bounding_box()["height"])

        half = height()
        page.page.locator("#sheet").tap()
        assert height() > half * 1.5
        page.page.locator("#sheet").tap()
        assert height() < half / 2
        box = page.page.locator("#sheet").bounding_box()
        page.page.mouse.move(box["x"] + 100, box["y"] + 15)
        page.page.mouse.down()
        page.page.mouse.move(box["x"] + 100, 420, steps=4)
        page.page.mouse.up()
        assert height() == pytest.approx(half, abs=2)
        box = page.page.locator("#sheet").bounding_box()
        touch = page.page.context.new_cdp_session(page.page)
        for kind, y in (("touchStart", box["y"] + 15), ("touchMove", 300), ("touchMove", 200), ("touchEnd", 0)):
            points = [{"x": box["x"] + 100, "y": y}] if y else []
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        assert height() > half * 1.5
        box = page.page.locator("#sheet").bounding_box()
        page.page.mouse.move(box["x"] + 100, box["y"] + 15)  # a pen above the glass
        page.page.mouse.move(box["x"] + 100, box["y"] + 25)
        assert height() > half * 1.5
        assert page.page.locator("#tasks").get_attribute("data-sheet") == "full"
        page.page.locator("#sheet").focus()
        page.press("Enter")
        assert height() < half / 2
