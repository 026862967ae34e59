"""Earlier versions of notes on the page: what undo, starting over, other windows and closing at once take away."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error

from tests.support.browser import Browser, Sheet, sheet
from tests.support.page_looks import Note, look, stored_notes
from tests.support.service import crashing
from tests.support.waiting import assert_eventually

pytestmark = [pytest.mark.browser, pytest.mark.no_cover]

NOTE = "- call Ruth\n- send the deck"


def begin(page: Sheet) -> None:
    """A note with a decision on it."""
    page.write(NOTE)
    page.wait_for_tasks("call Ruth", "send the deck")
    page.item("send the deck").locator(".dismiss").click()
    page.wait_until_saved()


def boards(count: int) -> bytes:
    """A file of boards with one task each."""
    lines = [[{"text": f"call number {number}", "bullet": True}] for number in range(count)]
    values = [{"id": f"b{number}", "regions": [{"id": "r", "lines": each}]} for number, each in enumerate(lines)]
    return "\n".join(map(json.dumps, values)).encode()


def only_note(page: Sheet) -> Note:
    (note,) = stored_notes(page)
    return note


def open_version(page: Sheet, label: str) -> None:
    page.open_menu("recent")
    page.page.get_by_role("button", name=label).click()
    page.page.locator("#recent .version").first.click()


def test_text_that_was_undone_is_an_earlier_version_after_a_reload(page: Sheet) -> None:
    page.write(NOTE)  # in an empty note: nothing is deleted, and undo leaves nothing of it
    page.wait_for_tasks("call Ruth", "send the deck")
    page.page.click("#undo")
    page.page.wait_for_function("() => document.querySelector('#editor').value === ''")
    page.visit()
    assert look(page).text == ""
    open_version(page, "1 earlier version")
    page.wait_for_tasks("call Ruth", "send the deck")


def test_text_that_was_undone_and_replaced_is_an_earlier_version(page: Sheet) -> None:
    begin(page)
    page.page.get_by_label("Write").check(force=True)
    page.write(f"{NOTE}\n- pay Tom")
    page.wait_for_tasks("call Ruth", "pay Tom")
    page.page.click("#undo")
    page.wait_for_tasks("call Ruth")
    page.write(f"{NOTE}\n- buy milk")  # now there is no redo
    page.wait_for_tasks("call Ruth", "buy milk")
    assert [version.text for version in only_note(page).versions] == [f"{NOTE}\n- pay Tom"]


@pytest.mark.parametrize("is_file", [False, True])
@pytest.mark.parametrize("how", ["#undo", "#over"])
def test_a_decision_that_was_undone_is_in_an_earlier_version(page: Sheet, is_file: bool, how: str) -> None:
    if is_file:
        page.drop("b.jsonl", boards(1))
    else:
        page.paste("- call number 0")
    page.wait_for_tasks("call number 0")
    page.item("call number 0").locator(".accept").click()
    page.page.click(how)
    page.page.wait_for_selector("#list .item:not(.accepted)")
    page.wait_until_saved()
    page.visit()
    assert look(page).decided == {}
    page.item("call number 0").locator(".dismiss").click()
    open_version(page, "1 earlier version")
    page.page.wait_for_selector("#list .item.accepted")
    page.wait_until_saved()
    page.visit()
    assert look(page).decided == {"call number 0": "accepted "}
    # What the version replaced is found too: a file has one set of decisions, text opens as a note of its own.
    found = [version.decided for note in stored_notes(page) for version in note.versions]
    assert ({"call number 0": "dismissed "} in found) is is_file


def test_several_undone_decisions_are_one_version(page: Sheet) -> None:
    begin(page)
    page.item("call Ruth").locator(".accept").click()
    page.page.click("#undo")
    page.page.click("#undo")
    page.page.wait_for_function("() => !document.querySelector('#list .accepted, #list .dismissed')")
    page.page.click("#redo")
    page.page.wait_for_selector("#list .dismissed")
    assert_eventually(lambda: only_note(page).versions, "a version")
    (version,) = only_note(page).versions
    assert version.decided == {"call Ruth": "accepted ", "send the deck": "dismissed "}


def test_what_is_overwritten_in_the_moment_of_a_reload_is_an_earlier_version(page: Sheet) -> None:
    begin(page)
    with page.page.expect_navigation():
        page.page.evaluate(
            """() => {
              const editor = document.querySelector("#editor");
              editor.value = "something else";
              editor.dispatchEvent(new Event("input"));
              location.reload();
            }"""
        )
    page.page.wait_for_selector("html[data-ready]")
    assert look(page).text == "something else"
    (version,) = only_note(page).versions
    assert (version.text, version.decided) == (NOTE, {"send the deck": "dismissed "})


def test_a_page_that_was_hidden_and_crashed_later_has_its_last_text(page: Sheet) -> None:
    begin(page)
    page.page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
      delete document.hidden;
    }""")
    page.page.get_by_label("Write").check(force=True)
    page.write(f"{NOTE}\n- pay Tom")
    page.wait_for_tasks("call Ruth", "pay Tom")
    assert_eventually(lambda: "Tom" in only_note(page).words(), "the stored text")
    context = page.page.context
    with suppress(Error):
        page.page.goto("chrome://crash", timeout=5000)  # no event tells the page that it ends
    again = Sheet(context.new_page(), page.url)
    again.visit()
    assert look(again).text == f"{NOTE}\n- pay Tom"


def test_text_of_another_window_is_an_earlier_version(page: Sheet) -> None:
    begin(page)
    other = Sheet(page.page.context.new_page(), page.url)
    other.visit()
    other.page.get_by_label("Write").check(force=True)
    other.write(f"{NOTE}\n- pay Tom")
    other.wait_for_tasks("call Ruth", "pay Tom")
    page.page.get_by_label("Write").check(force=True)
    page.write(f"{NOTE}\n- buy milk")
    page.wait_for_tasks("call Ruth", "buy milk")
    assert_eventually(lambda: {"Tom", "milk"} <= only_note(page).words(), "the texts of both windows")


def test_a_redone_decision_on_another_board_is_stored(page: Sheet) -> None:
    page.drop("b.jsonl", boards(2))
    page.wait_for_tasks("call number 0")
    page.item("call number 0").locator(".accept").click()
    page.page.select_option("#boards", "1")
    page.wait_for_tasks("call number 1")
    page.page.click("#undo")
    page.wait_for_tasks("call number 0")
    page.page.click("#redo")
    page.wait_for_tasks("call number 1")
    page.wait_until_saved()
    page.visit()
    page.page.select_option("#boards", "0")
    page.wait_for_tasks("call number 0")
    assert look(page).decided == {"call number 0": "accepted "}


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("workspace", [True, False])
def test_decisions_on_the_last_of_many_boards_are_restored(browser: Browser, tmp_path: Path, workspace: bool) -> None:
    options: tuple[str | Path, ...] = ("--workspace", tmp_path / "kept") if workspace else ()
    with crashing(*options) as service, sheet(browser, service.url) as page:
        page.drop("b.jsonl", boards(250))
        page.wait_for_tasks("call number 0")
        page.page.select_option("#boards", "249")
        page.wait_for_tasks("call number 249")
        page.item("call number 249").locator(".accept").click()
        page.wait_until_saved()
        page.visit()
        assert look(page).decided == {"call number 249": "accepted "}


@pytest.mark.process
@pytest.mark.parametrize("workspace", [True, False])
def test_a_note_that_is_opened_while_the_service_is_away_keeps_its_decisions(
    browser: Browser, tmp_path: Path, workspace: bool
) -> None:
    options: tuple[str | Path, ...] = ("--workspace", tmp_path / "kept") if workspace else ()
    with crashing(*options) as service, sheet(browser, service.url) as page:
        begin(page)
        page.page.click("#new")
        page.page.wait_for_function("() => document.querySelector('#editor').value === ''")

        def open_note() -> None:
            page.open_menu("recent")
            page.page.locator("#recent .note", has_text="call Ruth").click()
            page.page.locator("#problem", has_text="The service cannot be reached").wait_for()

        service.crash(open_note)
        page.wait_for_tasks("call Ruth")  # the page tries again by itself
        assert look(page).decided == {"send the deck": "dismissed "}
        page.item("call Ruth").locator(".accept").click()
        page.wait_until_saved()
        page.visit()
        assert look(page).decided == {"call Ruth": "accepted ", "send the deck": "dismissed "}
        page.errors.clear()  # the browser notes the refused connections


@pytest.mark.process
def test_a_decision_like_an_old_one_is_kept_while_the_service_is_away(browser: Browser, tmp_path: Path) -> None:
    """The workspace takes the same content for the same revision, so it must not be sent as an old one."""
    with crashing("--workspace", tmp_path / "kept") as service, sheet(browser, service.url) as page:
        page.drop("note.txt", b"- call Ruth")
        page.wait_for_tasks("call Ruth")
        for button in ("accept", "dismiss"):
            page.item("call Ruth").locator(f".{button}").click()
            page.wait_until_saved()
        page.page.route("**/v1/corrections", lambda route: route.abort())
        page.page.click("#undo")
        page.page.get_by_text("Corrections are not saved yet").wait_for()
        page.visit()
        page.page.get_by_text("Corrections are not saved yet").wait_for()
        page.page.unroute("**/v1/corrections")
        page.wait_until_saved()
        page.visit()
        assert look(page).decided == {"call Ruth": "accepted "}
        page.errors.clear()  # the browser notes the refused connections


def test_a_version_without_decisions_has_none_when_it_is_opened_again(page: Sheet) -> None:
    page.write("- call Ruth")
    page.wait_for_tasks("call Ruth")
    page.write("- buy milk")
    page.wait_for_tasks("buy milk")
    open_version(page, "1 earlier version")
    page.wait_for_tasks("call Ruth")
    page.item("call Ruth").locator(".accept").click()
    page.wait_until_saved()
    page.page.click("#new")
    page.page.wait_for_function("() => document.querySelector('#editor').value === ''")
    page.open_menu("recent")
    page.page.locator("#recent .version").first.click()  # they are still listed
    page.wait_for_tasks("call Ruth")
    assert look(page).decided == {}
    page.visit()
    assert look(page).decided == {}
    kept = [version.decided for note in stored_notes(page) for version in note.versions]
    assert {"call Ruth": "accepted "} in kept


def test_the_board_that_an_undo_showed_is_shown_after_a_reload(page: Sheet) -> None:
    page.drop("b.jsonl", boards(2))
    page.wait_for_tasks("call number 0")
    page.item("call number 0").locator(".accept").click()
    page.page.select_option("#boards", "1")
    page.wait_for_tasks("call number 1")
    page.page.click("#undo")
    page.wait_for_tasks("call number 0")
    page.visit()
    page.wait_for_tasks("call number 0")
    assert (page.page.input_value("#boards"), look(page).decided) == ("0", {})


def test_the_board_that_is_shown_is_shown_after_a_reload_at_once(page: Sheet) -> None:
    page.drop("b.jsonl", boards(2))
    page.wait_for_tasks("call number 0")
    page.page.evaluate("""() => {
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (value, ...key) {  // the page is gone before the database has it
          if (this.name !== "last") return put.call(this, value, ...key);
        };
      }""")
    page.page.select_option("#boards", "1")
    page.wait_for_tasks("call number 1")
    page.visit()
    page.wait_for_tasks("call number 1")


def versions_after(page: Sheet, versions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The versions that are kept of these, which were made one after the other."""
    found: list[dict[str, Any]] = page.page.evaluate(
        """async (versions) => {
          const { withVersion } = await import("/page/versions.js");
          return versions.reduce(withVersion, []);
        }""",
        versions,
    )
    return found


def version(text: str, *decisions: dict[str, Any]) -> dict[str, Any]:
    """A version as it is stored; decisions are on its first words."""
    region = {"id": "r", "lines": [{"text": text}]}
    review = {"board": {"regions": [region]}, "notes": {"decisions": list(decisions), "threshold": None}}
    return {"text": text, "at": 0, "review": review if decisions else None}


def decision(decided: bool, end: int = 1, **details: str) -> dict[str, Any]:
    """A decision on the first words of a version."""
    return {"region": "r", "start": 0, "end": end, "decided": decided, **details}


KEPT = [
    ([version("call Ruth"), version("call Ruth now")], [1]),  # the second has all words of the first
    ([version("call Ruth now"), version("call Ruth")], [0]),  # the other way round
    ([version("call Ruth"), version("call Tom")], [0, 1]),  # a word of its own
    ([version("call Tom pay Ruth"), version("call Ruth pay Tom")], [0, 1]),  # the same words in another order
    ([version("call", decision(True)), version("call Ruth")], [0, 1]),  # a decision that the second lacks
    ([version("call"), version("call Ruth", decision(True))], [1]),  # one that the first lacks
    (
        [version("call", decision(True)), version("call", decision(False))],
        [0, 1],
    ),  # another decision, not another count
    ([version("call", decision(True, owner="Ana")), version("call", decision(True))], [0, 1]),  # an owner of its own
    ([version("call Ruth", decision(True)), version("call Ruth", decision(True, 2))], [0, 1]),  # on other words
]


@pytest.mark.parametrize(("made", "kept"), KEPT)
def test_a_version_is_left_out_only_where_another_contains_it(
    page: Sheet, made: list[dict[str, Any]], kept: list[int]
) -> None:
    assert versions_after(page, made) == [made[place] for place in kept]


def test_many_typing_errors_do_not_remove_a_page_of_notes(page: Sheet) -> None:
    notes = version("the plan for the house and the garden")
    decided = version("call", decision(True), decision(False, 2))
    errors = [version(f"x{number}") for number in range(150)]
    kept = versions_after(page, [notes, decided, *errors])
    assert len(kept) == 100
    assert kept[:2] == [notes, decided]
    assert kept[-1] == errors[-1]
