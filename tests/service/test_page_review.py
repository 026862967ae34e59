"""Review at speed: one key a decision, nothing moves, several at once, and what is left; why a task is one."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.support.browser import Browser, Sheet, sheet
from tests.support.paths import ROOT
from tests.support.service import Service, serving

pytestmark = [pytest.mark.browser, pytest.mark.no_cover]

EXAMPLES = ROOT / "examples"
NOTE = "- call Ruth\n- send the deck\n- buy milk\n- pay rent"
# What the examples of the page show with the model that ships: each is a task to everybody.
SHOWN = {
    "whiteboard.jiix": [
        "Priya sends the price list by Friday",
        "call the venue about the second screen",
        "book trains for 4 people",
        "ask Tom for the photos tomorrow",
    ],
    "minutes.hocr": [
        "Marta orders the new hose by Friday",
        "clean the gutters of the tool shed",
        "Jonas: send the list of free plots to the town",
        "buy a padlock for the lower gate",
    ],
    "planning.txt": [
        "Tom books the band by Friday",
        "Farah: ask the town for the street permit",
        "call the bakery about 200 rolls",
        "order two more tents before 20 May",
        "Ines writes to the sponsors",
    ],
    "retro.md": ["Imke writes down the on-call order", "delete or fix the login test"],
    "crumble.txt": [],
}


@pytest.fixture(scope="module")
def shipped() -> Iterator[Service]:
    """The service with the model that ships, which gives scores."""
    with serving("--model", "open") as running:
        yield running


def places(page: Sheet) -> list[float]:
    found: list[float] = page.page.locator("#list .dismiss").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().top).map(Math.round)"
    )
    return found


def test_decisions_by_mouse_move_nothing_and_open_nothing(page: Sheet) -> None:
    page.drop("note.txt", NOTE.encode())
    page.page.wait_for_selector("#list .item:nth-child(4)")
    before = places(page)
    page.page.locator("#list .dismiss").nth(1).click()
    page.page.locator("#list .accept").nth(0).click()
    assert places(page) == pytest.approx(before, abs=0.5)  # fractions of a pixel are rounding
    assert page.page.locator(".panel").count() == 0
    assert page.page.locator("#left").text_content() == "2 of 4 left to decide"


def test_one_key_decides_and_goes_on(page: Sheet) -> None:
    page.drop("note.txt", NOTE.encode())
    page.page.locator("#list .head").first.focus()
    before = places(page)
    page.press("a", "d")
    assert page.focus_is_on() == "buy milk"
    assert places(page) == pytest.approx(before, abs=0.5)
    page.press("d")
    page.press("Control+z")
    assert page.focus_is_on() == "buy milk"
    page.press("a", "a")
    assert page.texts(".item.accepted") == ["call Ruth", "buy milk", "pay rent"]
    assert page.texts(".item.dismissed") == ["send the deck"]
    assert page.page.locator("#left").text_content() == "All 4 decided"
    assert "Nothing is left to decide" in (page.page.locator("#said").text_content() or "")


def test_undo_goes_back_to_the_sentence_that_was_decided(page: Sheet) -> None:
    page.drop("note.txt", "\n".join(f"- call Ruth about room {number}" for number in range(60)).encode())
    page.page.wait_for_selector("#list .item:nth-child(60)")
    page.page.locator("#list .head").first.focus()
    page.press("ArrowDown")
    last = page.page.locator("#list .item").last
    last.locator(".dismiss").click()
    page.press("Control+z")
    assert page.focus_is_on() == "call Ruth about room 59"
    page.press("Control+Shift+z")
    page.page.locator("#list .head").first.focus()  # far from it
    page.page.locator("#scroll").evaluate("pane => pane.scrollTop = 0")
    page.page.click("#undo")
    assert last.evaluate("row => row.getBoundingClientRect().bottom <= innerHeight")
    assert page.texts(".item.dismissed") == []


def test_details_open_on_request_and_a_dismissed_task_has_no_form(page: Sheet) -> None:
    page.drop("note.txt", NOTE.encode())
    page.page.locator("#list .head").first.focus()
    page.press("Enter")
    assert page.page.locator(".panel input").count() == 3
    page.press("Enter", "d", "ArrowUp", "Enter")
    assert page.focus_is_on() == "call Ruth"
    assert page.page.locator(".panel input").count() == 0
    page.press("o")  # there is no field for it
    page.page.keyboard.type("z")
    assert page.texts(".item.dismissed") == ["call Ruth"]


def test_several_are_decided_at_once(page: Sheet) -> None:
    scores = {"call Ruth": 0.95, "send the deck": 0.92, "buy milk": 0.6, "pay rent": 0.97}
    page.give_scores(lambda text: scores.get(text, 0.01))
    page.drop("note.md", b"# One\n- call Ruth\n- buy milk\n\n# Two\n- send the deck\n- pay rent")
    page.wait_for_tasks("call Ruth", "buy milk", "send the deck", "pay rent")
    page.page.click("#several summary")
    page.page.get_by_role("button", name="Accept all above 90 %").click()
    assert page.texts(".item.accepted") == ["call Ruth", "send the deck", "pay rent"]
    page.page.locator("#toast").get_by_role("button", name="Undo").click()
    assert page.texts(".item.accepted") == []
    page.page.locator("#list .head").nth(2).focus()
    page.press("Shift+R")
    assert page.texts(".item.dismissed") == ["send the deck", "pay rent"]
    page.page.locator("#list .head").first.focus()
    page.press("Shift+A")
    assert page.texts(".item.accepted") == ["call Ruth", "buy milk"]
    page.press("Control+z")
    assert page.page.locator("#left").text_content() == "2 of 4 left to decide"


def test_a_message_goes_with_the_next_action_so_that_its_undo_is_its_own(page: Sheet) -> None:
    page.drop("note.txt", NOTE.encode())
    page.page.wait_for_selector("#list .item:nth-child(4)")
    page.page.locator("#list .head").first.focus()
    page.press("Shift+A")
    page.page.locator("#toast", has_text="Accepted all tasks").wait_for()
    page.press("d")
    assert page.page.locator("#toast").is_hidden()
    page.press("Shift+R", "Control+z", "Control+z")
    page.press("Shift+R")
    page.page.locator("#toast").get_by_role("button", name="Undo").press("Enter")
    assert page.texts(".item.dismissed") == []
    assert page.page.evaluate("document.activeElement.id") == "tasks"


def test_what_needs_review_stays_in_its_place_after_a_decision(page: Sheet) -> None:
    page.give_scores(lambda text: 0.5)
    page.drop("note.md", NOTE.encode())
    page.page.get_by_label("Needs review").check(force=True)
    before = places(page)
    page.page.locator("#list .dismiss").nth(1).click()
    assert places(page) == pytest.approx(before, abs=0.5)
    page.page.get_by_label("Tasks", exact=True).check(force=True)
    page.page.get_by_label("Needs review").check(force=True)
    assert page.texts() == ["call Ruth", "buy milk", "pay rent"]


def test_export_says_what_it_takes_and_can_take_accepted_tasks_only(page: Sheet) -> None:
    page.drop("note.txt", NOTE.encode())
    page.page.locator("#list .accept").first.click()
    page.page.locator("#list .dismiss").nth(1).click()
    page.page.click("#export")
    page.page.wait_for_selector("#copy:enabled")
    rule, written = page.page.locator("#rule"), page.page.locator("#export-dialog pre")
    assert rule.text_content() == "3 tasks: all that are not dismissed. You accepted 1 and have not decided on 2."
    assert (written.text_content() or "").splitlines() == ["- [ ] call Ruth", "- [ ] buy milk", "- [ ] pay rent"]
    page.page.get_by_label("Only accepted tasks").check()
    page.page.wait_for_selector("#copy:enabled")
    page.page.wait_for_function(
        "() => document.querySelector('#export-dialog pre').textContent === '- [ ] call Ruth\\n'"
    )
    assert (rule.text_content() or "").startswith("1 task: those that you accepted.")


def test_an_export_without_tasks_says_so(page: Sheet) -> None:
    page.write("it rained")
    page.page.click("#export")
    page.page.wait_for_selector("#copy:enabled")
    assert page.page.locator("#rule").text_content() == "There are no tasks to export."


CARRIED = {
    "markdown": "- [ ] pay rent (Ana, due 2030-12-24)",
    "todotxt": "owner:Ana due:2030-12-24",
    "lines": "pay rent (Ana, due 2030-12-24)",
    "todoist-csv": "Owner: Ana",
    "ics": "DESCRIPTION:Owner: Ana",
    "dataview": "[owner:: Ana]",
}


def test_export_tells_in_its_dialog_what_was_done(page: Sheet) -> None:
    page.drop("note.txt", NOTE.encode())
    page.page.wait_for_selector("#list .item:nth-child(4)")
    page.page.click("#export")
    told = page.page.locator("#export-dialog #exported")
    page.page.click("#copy:enabled")
    told.get_by_text("Copied.").wait_for()
    with page.page.expect_download():
        page.page.click("#download")
    assert told.text_content() == "Downloaded note-tasks.md."
    page.page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false; }"
    )
    page.page.click("#copy")
    told.get_by_text("The browser does not allow copying. Select the text instead.").wait_for()
    assert told.is_visible()
    page.page.get_by_label("CSV: spreadsheets").check(force=True)
    assert told.text_content() == ""


def test_exports_carry_what_a_person_set(page: Sheet) -> None:
    page.drop("note.txt", b"- pay rent")
    page.choose("pay rent")
    page.page.get_by_label("Owner").fill("Ana")
    page.page.get_by_label("Due", exact=True).fill("2030-12-24")
    page.press("Enter")
    page.item("pay rent").locator("time").wait_for()
    page.page.click("#export")
    written = page.page.locator("#export-dialog pre")
    for name, expected in CARRIED.items():
        page.page.locator(f"#export-dialog input[value='{name}']").check()
        page.page.wait_for_function(
            "text => document.querySelector('#export-dialog pre').textContent.includes(text)", arg=expected
        )
        assert expected in (written.text_content() or ""), name
    for name in ("todoist", "graph"):
        page.page.locator(f"#export-dialog input[value='{name}']").check()
        assert (page.page.locator("#use").text_content() or "").startswith("Not a file to import")


@pytest.mark.parametrize("own", [0.34, 0.6])
def test_the_slider_stands_at_the_threshold_of_the_model(browser: Browser, page_service: Service, own: float) -> None:
    with sheet(browser, page_service.url) as page:
        page.page.route("**/v1/model", lambda route: route.fulfill(json={**route.fetch().json(), "threshold": own}))
        scores = {"call Ruth": own + 0.004, "send the deck": 0.9, "buy milk": own - 0.05}
        page.give_scores(lambda text: scores.get(text, 0.01))
        page.visit()
        page.drop("note.md", b"- call Ruth\n- send the deck")
        slider = page.page.get_by_label("Confidence")
        assert slider.input_value() == str(round(own * 100))
        assert page.page.locator(".threshold output").text_content() == f"above {round(own * 100)} %, the model's own"
        slider.fill(str(round(own * 100) + 5))
        assert page.page.locator("#effect").text_content() == "0 would be added, 1 removed"
        slider.fill(str(round(own * 100)))  # back: the model's own threshold, without the loss of rounding
        assert page.page.locator("#effect").text_content() == "0 would be added, 0 removed"


def test_the_shipped_model_tells_its_threshold_and_the_list_agrees(browser: Browser, shipped: Service) -> None:
    with sheet(browser, shipped.url) as page:
        page.drop_file(EXAMPLES / "meeting.txt")
        page.page.get_by_label("All", exact=True).check(force=True)
        own = int(page.page.get_by_label("Confidence").input_value())
        for item in page.page.locator("#list .item").all():
            score = int((item.locator(".score").text_content() or "").removesuffix(" %"))
            assert score >= own if "task" in (item.get_attribute("class") or "").split() else score <= own


@pytest.mark.parametrize("file", SHOWN)
def test_no_example_shows_a_wrong_task(browser: Browser, shipped: Service, file: str) -> None:
    with sheet(browser, shipped.url) as page:
        page.example(file)
        page.page.wait_for_selector("#board .sentence")
        assert page.tasks() == SHOWN[file]


def test_words_that_speak_for_a_task_are_shown_on_demand(browser: Browser, shipped: Service) -> None:
    with sheet(browser, shipped.url) as page:
        page.drop("note.txt", b"Garden\n- Ruth will water the ferns on Monday")
        page.choose("Ruth will water the ferns on Monday")
        assert page.page.locator(".why").count() == 0
        page.page.get_by_role("button", name="Why?").click()
        page.page.wait_for_selector(".why-word")
        assert page.page.locator(".why-word bdi").all_text_contents() == "Ruth will water the ferns on Monday".split()
        assert "score" in (page.page.locator(".why p").first.text_content() or "")
        assert page.page.get_by_text("Alone, without the lines around it").count() == 1
        page.drop("stated.txt", b"[ ] water the ferns")
        page.choose("water the ferns")
        page.press("w")
        page.page.locator(".why", has_text="The note itself says so with an open box").wait_for()


def test_the_answer_and_the_words_to_split_at_are_in_sight_on_a_phone(browser: Browser, shipped: Service) -> None:
    with sheet(browser, shipped.url, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        page.example("planning.txt")
        page.choose("call the bakery about 200 rolls")
        for button, part in (("Why?", ".why-words"), ("Split", ".splitter .words")):
            page.page.get_by_role("button", name=button, exact=True).click()
            shown = page.page.locator(part)
            shown.wait_for()
            box, pane = shown.bounding_box(), page.page.locator("#scroll").bounding_box()
            assert box is not None
            assert pane is not None
            assert pane["y"] <= box["y"] < box["y"] + box["height"] <= pane["y"] + pane["height"], part


def test_without_scores_there_is_no_why(page: Sheet) -> None:
    page.drop("note.txt", NOTE.encode())
    page.choose("call Ruth")
    assert page.page.get_by_role("button", name="Why?").count() == 0


def test_two_hundred_tasks_by_keys_alone(page: Sheet) -> None:
    page.drop("long.txt", "\n".join(f"- call number {number} today" for number in range(200)).encode())
    page.page.wait_for_function("() => document.querySelectorAll('#list .item').length === 200")
    page.page.locator("#list .head").first.focus()
    for number in range(200):
        page.press("d" if number % 5 == 0 else "a")
    assert page.page.locator(".item.accepted").count() == 160
    assert page.page.locator(".item.dismissed").count() == 40
    assert page.page.locator("#left").text_content() == "All 200 decided"
    page.wait_until_saved()
    stored = page.page.evaluate(
        """async () => {
          const { all } = await import("/page/database.js");
          return JSON.stringify((await all("boards")).map((each) => each.notes.decisions.length));
        }"""
    )
    assert json.loads(stored) == [200]
