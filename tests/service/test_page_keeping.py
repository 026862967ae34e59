"""What a person does in a hurry is kept: notes that others overtake, half typed owners, notes removed by mistake."""

from __future__ import annotations

import pytest

from tests.support.browser import Browser, Sheet, sheet
from tests.support.page_looks import look, rush, stored_notes
from tests.support.service import Service
from tests.support.waiting import assert_eventually

pytestmark = [pytest.mark.browser, pytest.mark.no_cover]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def texts(page: Sheet) -> set[str]:
    return {note.text for note in stored_notes(page)}


@pytest.mark.parametrize(
    "steps",
    [
        [("paste", "- call Ruth", 0), ("paste", "- buy milk", 0)],
        [("paste", "- call Ruth", 0), ("drop", "- buy milk", 5), ("click", "#undo", 0)],
        [("paste", "- call Ruth", 0), ("type", "- buy milk", 0)],  # into the note that is replaced
        [("type", "- call Ruth", 5), ("paste", "- buy milk", 0)],
    ],
)
def test_a_note_that_another_one_overtakes_is_kept(page: Sheet, steps: list[tuple[str, str, int]]) -> None:
    rush(page, steps)
    page.visit()
    kept = " ".join(texts(page))
    assert "call Ruth" in kept
    assert "buy milk" in kept


def test_a_note_is_kept_before_it_is_shown(page: Sheet) -> None:
    board = b'{"id": "b", "regions": [{"id": "r", "lines": [{"text": "call Ruth", "bullet": true}]}]}'
    page.drop("board.jsonl", board)
    page.page.wait_for_function("() => document.title.startsWith('board') && (location.reload(), true)")
    page.page.wait_for_function(
        "() => document.title.startsWith('board') && 'ready' in document.documentElement.dataset"
    )
    assert page.tasks() == ["call Ruth"]


def test_a_note_that_was_removed_comes_back_with_its_versions(page: Sheet) -> None:
    page.write("- call Ruth")
    page.wait_for_tasks("call Ruth")
    page.write("- buy milk")
    page.wait_for_tasks("buy milk")
    page.paste("- pay rent")
    page.wait_for_tasks("pay rent")
    before = {note.id: note for note in stored_notes(page)}
    (removed,) = [note for note in before.values() if note.versions]
    page.open_menu("recent")
    page.page.click(f"#recent [data-note='{removed.id}'] .remove")
    page.page.locator("#toast", has_text="Removed").wait_for()
    assert texts(page) == {"- pay rent"}
    page.page.click("#toast button")
    assert_eventually(lambda: {note.id: note for note in stored_notes(page)} == before, "both notes")


def type_owner(page: Sheet, task: str) -> None:
    """Write a note with this task and type the letters of an owner."""
    page.write(f"- {task}")
    page.wait_for_tasks(task)
    page.page.locator("#list .head").focus()
    page.press("o")
    page.page.keyboard.type("Zora")


def test_an_owner_that_is_being_typed_is_kept_when_the_page_is_left(page: Sheet) -> None:
    type_owner(page, "call Ruth")
    page.visit()
    assert look(page).decided == {"call Ruth": "accepted Zora"}


def test_a_decision_on_text_that_is_not_read_yet_is_undone_without_the_text(page: Sheet) -> None:
    page.write("- call Ruth")
    page.wait_for_tasks("call Ruth")
    rush(page, [("type", "- buy milk", 0), ("click", "#list .accept", 0)])
    page.wait_for_tasks("call Ruth", "buy milk")
    page.page.click("#undo")
    page.wait_for_tasks("call Ruth", "buy milk")  # the board of before has one task
    assert look(page).decided == {}


def test_a_decision_on_a_file_that_is_read_for_another_date_is_undone_without_the_date(page: Sheet) -> None:
    page.drop("b.jsonl", b'{"id": "b", "regions": [{"id": "r", "lines": [{"text": "call Ruth tomorrow"}]}]}')
    page.wait_for_tasks("call Ruth tomorrow")
    page.page.evaluate(
        """() => {
          const written = document.querySelector("#written");
          written.value = "2026-11-02";
          written.dispatchEvent(new Event("change"));
          document.querySelector("#list .accept").click();
        }"""
    )
    page.page.locator("#list .due time[datetime='2026-11-03']").wait_for()
    page.page.click("#undo")
    page.page.locator("#list .item:not(.accepted) .due time[datetime='2026-11-03']").wait_for()
    assert page.page.locator("#list .accepted").count() == 0


def test_undo_of_the_browser_does_not_mix_texts_of_before(page: Sheet) -> None:
    page.write("- call Ruth")
    page.wait_for_tasks("call Ruth")
    page.write("- buy milk")
    page.wait_for_tasks("buy milk")
    page.paste("- pay rent")
    page.wait_for_tasks("pay rent")
    page.page.click("#undo")  # the page sets the text
    page.wait_for_tasks("buy milk")
    page.page.focus("#editor")
    page.press("Control+z")
    assert look(page).text == "- buy milk"
    page.page.keyboard.type("!")
    page.press("Control+z")  # of what was typed since
    assert look(page).text == "- buy milk"


def test_both_parts_of_a_split_task_have_its_owner(page: Sheet) -> None:
    type_owner(page, "call Ruth and Tom")
    page.press("Enter")
    page.page.locator("#list .owner", has_text="Zora").wait_for()
    page.press("s", "ArrowRight", "Enter")
    page.wait_for_tasks("call Ruth", "and Tom")
    assert look(page).decided == {"call Ruth": "accepted Zora", "and Tom": "accepted Zora"}


def test_another_note_is_shown_from_its_beginning(page: Sheet) -> None:
    for name in ("one", "other"):
        page.drop(f"{name}.txt", "\n".join(f"- call {name} number {number}" for number in range(60)).encode())
        page.page.locator("#list .text", has_text=f"call {name} number 59").wait_for()
        assert page.page.evaluate("() => document.querySelector('#scroll').scrollTop") == 0
        page.page.locator("#list .head").last.focus()
        page.press("Home", "End")
        assert page.page.evaluate("() => document.querySelector('#scroll').scrollTop") > 1000


def test_details_that_open_at_the_edge_of_a_phone_are_shown(browser: Browser, service: Service) -> None:
    with sheet(browser, service.url, **PHONE) as page:
        page.drop("tasks.txt", "\n".join(f"- call number {number}" for number in range(9)).encode())
        page.page.locator("#list .head").nth(3).focus()
        page.press("Home", "ArrowDown", "ArrowDown", "Enter")
        panel, pane = page.page.locator("#list .panel").bounding_box(), page.page.locator("#scroll").bounding_box()
        head = page.page.locator("#list .item.opened .head").bounding_box()
        assert panel is not None
        assert pane is not None
        assert head is not None
        assert panel["y"] + 100 < pane["y"] + pane["height"]
        assert head["y"] >= pane["y"]


def test_a_phone_without_a_note_shows_the_examples(browser: Browser, service: Service) -> None:
    with sheet(browser, service.url, **PHONE) as page:
        examples = page.page.locator("#start button")
        tasks = page.page.locator("#tasks").bounding_box()
        box = examples.nth(3).bounding_box()
        assert tasks is not None
        assert box is not None
        assert box["y"] + box["height"] < tasks["y"]
