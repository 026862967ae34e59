"""No note and no decision is lost on the page: what replaces a note is undone, and recent notes are kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.browser import Browser, Sheet, sheet
from tests.support.paths import ROOT
from tests.support.service import serving

pytestmark = [pytest.mark.browser, pytest.mark.no_cover]

EXAMPLES = ROOT / "examples"
NOTE = "- call Ruth\n- send the deck"


def begin(page: Sheet) -> None:
    """A note with a decision on it."""
    page.write(NOTE)
    page.wait_for_tasks("call Ruth", "send the deck")
    page.item("send the deck").locator(".dismiss").click()


def open_recent(page: Sheet, title: str) -> None:
    page.open_menu("recent")
    page.page.locator("#recent .note", has_text=title).first.click()


REPLACEMENTS: dict[str, Callable[[Sheet], None]] = {
    "paste": lambda page: page.paste("- buy milk"),
    "new": lambda page: page.page.click("#new"),
    "drop": lambda page: page.drop("other.txt", b"- buy milk"),
    "open": lambda page: page.page.set_input_files("#file", [EXAMPLES / "todo.txt"]),
    "example": lambda page: page.example("planning.txt"),
}


@pytest.mark.parametrize("how", REPLACEMENTS)
def test_a_replaced_note_comes_back_by_undo_and_from_the_recent_notes(page: Sheet, how: str) -> None:
    begin(page)
    REPLACEMENTS[how](page)
    page.page.locator("#toast", has_text="The last note is under Recent").wait_for()
    page.page.wait_for_function("() => document.querySelector('#editor').value !== '- call Ruth\\n- send the deck'")
    page.page.get_by_role("button", name="Undo", exact=True).first.click()
    page.wait_for_tasks("call Ruth")
    assert page.page.input_value("#editor") == NOTE
    assert page.texts(".item.dismissed") == ["send the deck"]
    REPLACEMENTS[how](page)
    page.page.wait_for_function("() => document.querySelector('#editor').value !== '- call Ruth\\n- send the deck'")
    open_recent(page, "call Ruth")
    page.wait_for_tasks("call Ruth")
    assert page.page.input_value("#editor") == NOTE
    assert page.texts(".item.dismissed") == ["send the deck"]


def test_a_file_that_cannot_be_read_replaces_nothing(page: Sheet) -> None:
    begin(page)
    page.drop("broken.docx", b"PK nothing")
    page.page.locator("#problem").wait_for()
    assert page.page.input_value("#editor") == NOTE
    assert page.tasks() == ["call Ruth"]
    page.errors.clear()  # the browser notes the answer 422


def test_typing_keeps_the_review_and_what_can_be_undone(page: Sheet) -> None:
    begin(page)
    page.page.get_by_label("Write").check(force=True)
    page.page.locator("#editor").press("Control+End")
    page.page.locator("#editor").press_sequentially("\n- pay")
    page.wait_for_tasks("call Ruth", "pay")
    assert page.texts(".item.dismissed") == ["send the deck"]
    undo = page.page.locator("#undo")
    undo.click()
    page.wait_for_tasks("call Ruth")
    assert page.page.input_value("#editor") == NOTE
    undo.click()
    page.wait_for_tasks("call Ruth", "send the deck")
    redo = page.page.locator("#redo")
    redo.click()
    redo.click()
    page.wait_for_tasks("call Ruth", "pay")
    assert page.page.input_value("#editor") == f"{NOTE}\n- pay"


EDITS = [
    ("- call Ruth\n- send the deck", "- call Ruth\n- send the new deck", "send the new deck"),  # a word more
    ("- call Ruth\n- send the deck", "- call Ruth\n- send the desk", "send the desk"),  # another word
    ("- call Ruth\n- pay", "- call Ruth\n- pays", "pays"),  # the only word
    ("- call Ruth\n- send the deck", "first\n\n- call Ruth today\n- send the deck", "send the deck"),  # elsewhere
]


@pytest.mark.parametrize(("before", "after", "text"), EDITS)
def test_a_decision_stays_with_a_sentence_that_is_edited(page: Sheet, before: str, after: str, text: str) -> None:
    page.write(before)
    page.page.wait_for_selector("#list .item:nth-child(2)")
    page.page.locator("#list .dismiss").nth(1).click()
    page.write(after)
    page.page.locator("#board .dismissed", has_text=text).wait_for()
    assert page.texts(".item.dismissed") == [text]


def test_a_reload_in_the_same_moment_loses_nothing(page: Sheet) -> None:
    begin(page)
    page.page.get_by_label("Write").check(force=True)
    page.page.evaluate(
        """() => {
          document.querySelector("#list .item .accept").click();
          const editor = document.querySelector("#editor");
          editor.value += "\\n- one more";
          editor.dispatchEvent(new Event("input"));
          location.reload();
        }"""
    )
    page.page.wait_for_selector("html[data-ready]")
    page.wait_for_tasks("call Ruth", "one more")
    assert page.texts(".item.accepted") == ["call Ruth"]
    assert page.texts(".item.dismissed") == ["send the deck"]


def test_what_was_overwritten_is_an_earlier_version_after_a_reload(page: Sheet) -> None:
    begin(page)
    page.write("something else")
    page.page.locator("#board .sentence", has_text="something else").wait_for()
    page.visit()
    page.open_menu("recent")
    page.page.get_by_role("button", name="1 earlier version").click()
    page.page.locator("#recent .version").click()
    page.wait_for_tasks("call Ruth")
    assert page.texts(".item.dismissed") == ["send the deck"]
    open_recent(page, "something else")
    page.page.locator("#board .sentence", has_text="something else").wait_for()


def test_an_edited_file_is_not_overwritten_by_opening_the_file_again(page: Sheet) -> None:
    page.drop("plan.txt", b"- call Ruth")
    page.wait_for_tasks("call Ruth")
    page.page.get_by_label("Write").check(force=True)
    page.write("- call Ruth and Tom")
    page.wait_for_tasks("call Ruth and Tom")
    page.drop("plan.txt", b"- call Ruth")
    page.wait_for_tasks("call Ruth")
    page.open_menu("recent")
    assert page.page.locator("#recent .note .about").all_text_contents()[1].endswith("- call Ruth and Tom")


def test_a_recent_note_has_its_heading_as_title(page: Sheet) -> None:
    page.paste("## Week #12\n\n- call Ruth")
    page.wait_for_tasks("call Ruth")
    page.open_menu("recent")
    assert page.page.locator("#recent .title").first.text_content() == "Week #12"


def test_notes_are_removed_only_by_the_user(page: Sheet) -> None:
    for number in range(4):
        page.paste(f"- call number {number}")
        page.wait_for_tasks(f"call number {number}")
    page.visit()
    page.open_menu("recent")
    titles = page.page.locator("#recent .title")
    titles.nth(3).wait_for()
    assert titles.all_text_contents() == [f"- call number {number}" for number in (3, 2, 1, 0)]
    page.page.get_by_role("button", name="Remove - call number 1").click()
    page.page.wait_for_function("() => document.querySelectorAll('#recent .title').length === 3")


def test_the_examples_are_there_after_new_note(page: Sheet) -> None:
    page.example("planning.txt")
    assert page.page.locator("#start").is_hidden()
    page.page.click("#new")
    example = page.page.locator("#start [data-example='whiteboard.jiix']")
    example.wait_for()
    page.open_menu("examples")
    listed = page.page.locator("#examples [data-example]").evaluate_all(
        "all => all.map((each) => each.dataset.example)"
    )
    page.press("Escape")
    offered = page.page.locator("#start [data-example]").evaluate_all("all => all.map((each) => each.dataset.example)")
    assert offered == listed
    assert len(offered) > 1
    example.click()
    page.page.wait_for_function("() => document.title.startsWith('whiteboard.jiix')")


@pytest.mark.process
@pytest.mark.parametrize("workspace", [True, False])
def test_a_crash_of_the_service_loses_nothing(browser: Browser, tmp_path: Path, workspace: bool) -> None:
    options: tuple[str | Path, ...] = ("--workspace", tmp_path / "kept") if workspace else ()
    with serving(*options) as first:
        port = first.address[1]
        with sheet(browser, first.url) as page:
            begin(page)
            page.wait_until_saved()
            first.process.kill()
            first.process.wait()
            page.page.locator("#list .accept").first.click()
            page.page.get_by_label("Write").check(force=True)
            page.write(f"{NOTE}\n- buy milk")
            page.page.locator("#problem", has_text="The service cannot be reached").wait_for()
            with serving(*options, port=port):
                page.visit()
                page.wait_for_tasks("call Ruth", "buy milk")
                assert page.texts(".item.accepted") == ["call Ruth"]
                assert page.texts(".item.dismissed") == ["send the deck"]
                page.wait_until_saved()
                page.errors.clear()  # the browser notes the refused connections
