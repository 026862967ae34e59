"""Several windows with the page, and windows that are closed before all is stored: none takes from another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.browser import Browser, Sheet, sheet
from tests.support.page_looks import look, stored_notes
from tests.support.service import crashing

pytestmark = [pytest.mark.browser, pytest.mark.no_cover]

_TYPE_AND_LEAVE = """(text) => {
  const editor = document.querySelector("#editor");
  editor.value = text;
  editor.dispatchEvent(new Event("input"));
  location.href = "about:blank";
}"""


def another(page: Sheet) -> Sheet:
    """The page in another window of the same browser."""
    window = Sheet(page.page.context.new_page(), page.url)
    window.visit()
    return window


def open_recent(page: Sheet, text: str) -> None:
    page.open_menu("recent")
    page.page.locator("#recent .note", has_text=text).click()
    page.page.locator("#list .text", has_text=text).wait_for()


def test_text_that_a_closed_window_left_survives_another_window(page: Sheet) -> None:
    other = another(page)
    other.page.click("#new")
    look(other)
    page.page.evaluate(_TYPE_AND_LEAVE, "- call Ruth")
    page.page.wait_for_url("about:blank")
    other.page.evaluate(_TYPE_AND_LEAVE, "- pay Tom")  # leaves something of its own
    other.page.wait_for_url("about:blank")
    page.visit()
    assert look(page).text == "- call Ruth"  # that of this window
    assert {note.text for note in stored_notes(page)} == {"- call Ruth", "- pay Tom"}
    assert page.page.evaluate("() => Object.keys(localStorage).filter((key) => key.includes('unsaved'))") == []


@pytest.mark.process
def test_decisions_that_a_closed_window_left_survive_another_window(browser: Browser, tmp_path: Path) -> None:
    with crashing("--workspace", tmp_path / "kept") as service, sheet(browser, service.url) as page:
        page.drop("one.txt", b"- call Ruth")
        page.wait_for_tasks("call Ruth")
        other = another(page)
        page.page.route("**/v1/corrections", lambda route: route.abort())
        page.item("call Ruth").locator(".accept").click()
        page.page.get_by_text("Corrections are not saved yet").wait_for()
        page.page.goto("about:blank")
        other.drop("two.txt", b"- pay Tom")
        other.wait_for_tasks("pay Tom")
        other.item("pay Tom").locator(".accept").click()
        other.wait_until_saved()
        page.page.unroute("**/v1/corrections")
        page.visit()
        page.wait_until_saved()
        for text in ("call Ruth", "pay Tom"):
            open_recent(page, text)
            assert look(page).decided == {text: "accepted "}
        page.errors.clear()  # the browser notes the refused connections


_LEAVE = """(button) => {
  document.querySelector(button).click();
  window.dispatchEvent(new Event("pagehide"));
  return Object.entries(localStorage).filter(([key]) => key.startsWith("inkslate.unsaved.corrections."));
}"""
_LEFT = "(entries) => entries.forEach(([key, text]) => localStorage.setItem(key, text))"


@pytest.mark.process
@pytest.mark.parametrize("workspace", [True, False])
@pytest.mark.parametrize("button", ["#undo", "#list .dismiss"])
def test_decisions_that_were_stored_since_a_window_was_closed_stay(
    browser: Browser, tmp_path: Path, workspace: bool, button: str
) -> None:
    """The browser may show what a closed window left only after the next window has opened the note."""
    options: tuple[str | Path, ...] = ("--workspace", tmp_path / "kept") if workspace else ()
    with crashing(*options) as service, sheet(browser, service.url) as page:
        page.drop("one.txt", b"- call Ruth\n- pay Tom")
        page.wait_for_tasks("call Ruth", "pay Tom")
        page.item("call Ruth").locator(".accept").click()
        page.wait_until_saved()
        left = page.page.evaluate(_LEAVE, button)
        assert left
        page.wait_until_saved()
        page.item("call Ruth").locator(".accept").click()
        page.item("pay Tom").locator(".accept").click()
        page.wait_until_saved()
        page.page.evaluate(_LEFT, left)
        page.visit()
        page.wait_until_saved()
        page.visit()
        assert look(page).decided == {"call Ruth": "accepted ", "pay Tom": "accepted "}
        if button != "#undo":
            (note,) = stored_notes(page)
            assert {"call Ruth": "dismissed "} in [version.decided for version in note.versions]
        assert page.page.evaluate("() => Object.keys(localStorage).filter((key) => key.includes('unsaved'))") == []


# The second write of notes and those after it wait behind a transaction that does not end.
_HOLD = """() => {
  const begin = IDBDatabase.prototype.transaction;
  let writes = 0;
  IDBDatabase.prototype.transaction = function (store, mode) {
    if (store === "notes" && mode === "readwrite" && (writes += 1) === 2) {
      const notes = begin.call(this, store, mode).objectStore(store);
      const spin = () => (notes.get("nothing").onsuccess = spin);
      spin();
    }
    return begin.call(this, store, mode);
  };
}"""
_PASTE_AND_TYPE = """([pasted, typed]) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", pasted);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  const editor = document.querySelector("#editor");
  editor.value = typed;
  editor.dispatchEvent(new Event("input"));
}"""


def test_a_note_whose_writing_a_reload_stops_is_kept(page: Sheet) -> None:
    page.page.evaluate(_HOLD)
    page.page.evaluate(_PASTE_AND_TYPE, ["- call Ruth", "- buy milk"])  # into the note that is replaced
    page.wait_for_tasks("call Ruth")
    page.visit()
    assert look(page).text == "- call Ruth"
    assert {note.text for note in stored_notes(page)} == {"- call Ruth", "- buy milk"}


@pytest.mark.process
@pytest.mark.parametrize("workspace", [True, False])
@pytest.mark.parametrize("how", ["accept", "undo"])
def test_decisions_of_another_window_are_an_earlier_version(
    browser: Browser, tmp_path: Path, workspace: bool, how: str
) -> None:
    options: tuple[str | Path, ...] = ("--workspace", tmp_path / "kept") if workspace else ()
    with crashing(*options) as service, sheet(browser, service.url) as page:
        page.drop("one.txt", b"- call Ruth\n- pay Tom")
        page.wait_for_tasks("call Ruth", "pay Tom")
        page.item("call Ruth").locator(".accept").click()
        page.wait_until_saved()
        other = another(page)
        other.item("pay Tom").locator(".dismiss").click()
        other.wait_until_saved()
        if how == "accept":
            page.item("pay Tom").locator(".accept").click()
        else:
            page.page.click("#undo")
        page.wait_until_saved()
        both = {"call Ruth": "accepted ", "pay Tom": "dismissed "}
        (note,) = stored_notes(page)
        assert both in [version.decided for version in note.versions]
        page.visit()
        decided = {"call Ruth": "accepted ", "pay Tom": "accepted "} if how == "accept" else {}
        assert look(page).decided == decided
        page.errors.clear()  # the browser notes a refused revision


def test_decisions_of_another_window_on_text_that_this_one_replaced_can_be_opened(page: Sheet) -> None:
    page.write("- call Ruth")
    page.wait_for_tasks("call Ruth")
    page.wait_until_saved()
    look(page)
    page.visit()
    other = another(page)
    other.item("call Ruth").locator(".accept").click()
    other.wait_until_saved()
    page.page.get_by_label("Write").check(force=True)
    page.write("- buy milk")
    page.wait_for_tasks("buy milk")
    page.item("buy milk").locator(".accept").click()
    page.wait_until_saved()
    page.open_menu("recent")
    page.page.locator("#recent .versions").click()
    page.page.locator("#recent .version", has_text="1 decision").click()
    page.page.locator("#list .item.accepted", has_text="call Ruth").wait_for()
    assert page.texts("#list .item.accepted") == ["call Ruth"]


def test_decisions_of_one_window_are_no_earlier_version_of_their_own(page: Sheet) -> None:
    page.write("- call Ruth")
    page.wait_for_tasks("call Ruth")
    for button in ("accept", "dismiss"):
        page.item("call Ruth").locator(f".{button}").click()
        page.wait_until_saved()
    page.visit()
    page.item("call Ruth").locator(".accept").click()
    page.wait_until_saved()
    with page.page.expect_navigation():
        page.page.evaluate("() => { document.querySelector('#list .dismiss').click(); location.reload(); }")
    page.page.wait_for_selector("html[data-ready]")
    page.wait_until_saved()
    assert look(page).decided == {"call Ruth": "dismissed "}
    assert [note.versions for note in stored_notes(page)] == [[]]


def test_an_owner_that_is_typed_while_an_earlier_version_is_opened_is_kept(page: Sheet) -> None:
    page.drop("b.jsonl", b'{"id": "b", "regions": [{"id": "r", "lines": [{"text": "call Ruth", "bullet": true}]}]}')
    page.wait_for_tasks("call Ruth")
    page.item("call Ruth").locator(".dismiss").click()
    page.page.click("#over")
    page.wait_until_saved()
    page.open_menu("recent")
    page.page.locator("#recent .versions").click()
    page.page.locator("#recent .version").wait_for()
    page.page.evaluate(
        """() => {
          const find = (part) => document.querySelector(part);
          find("#recent .version").click();
          find("#list .head").dispatchEvent(new KeyboardEvent("keydown", { key: "o", bubbles: true }));
          find("#list [data-field=owner]").value = "Zora";
        }"""
    )
    page.page.locator("#list .item.dismissed").wait_for()
    page.wait_until_saved()
    assert look(page).decided == {"call Ruth": "dismissed "}
    assert {"call Ruth": "accepted Zora"} in [each.decided for note in stored_notes(page) for each in note.versions]
