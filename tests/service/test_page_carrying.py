"""Decisions while the text changes: each stays with its own words, and what has no place is in an earlier version."""

from __future__ import annotations

import pytest

from tests.support.browser import Sheet
from tests.support.page_looks import look, stored_notes

pytestmark = [pytest.mark.browser, pytest.mark.no_cover]


def versions(page: Sheet) -> list[tuple[str | None, dict[str, str]]]:
    """All earlier versions: text and decisions."""
    return [(version.text, version.decided) for note in stored_notes(page) for version in note.versions]


def edit(page: Sheet, text: str) -> None:
    """Replace the text of the note and wait until it is read."""
    page.page.get_by_label("Write").check(force=True)
    page.write(text)
    look(page)


def test_erasing_several_words_is_a_step_with_a_version_of_its_own(page: Sheet) -> None:
    edit(page, "- call Ruth about it\n- pay Tom")
    page.page.locator("#list .head").last.focus()
    page.press("Shift+M")
    assert look(page).decided == {"call Ruth about it pay Tom": "accepted "}
    edit(page, "- call Ruth about it")
    edit(page, "")
    assert ("- call Ruth about it", {"call Ruth about it": "accepted "}) in versions(page)
    page.page.click("#undo")
    assert look(page).text == "- call Ruth about it"
    page.page.click("#undo")
    assert look(page).text == "- call Ruth about it\n- pay Tom"


def test_erasing_letters_is_one_step(page: Sheet) -> None:
    edit(page, "- call Ruth")
    page.page.focus("#editor")
    page.press("Control+End", *["Backspace"] * 4)
    look(page)
    page.press(*["Backspace"] * 3)
    assert look(page).text == "- ca"
    page.page.click("#undo")
    assert look(page).text == "- call Ruth"


def test_a_decision_that_letters_take_away_is_in_an_earlier_version(page: Sheet) -> None:
    edit(page, "- call Ruth\n- go")
    page.page.focus("#editor")
    page.press("Control+End", "Backspace")  # the one step begins before the decision
    look(page)
    page.item("g").locator(".accept").click()
    look(page)
    page.page.focus("#editor")
    page.press("Control+End", "Backspace")
    assert look(page).decided == {}
    assert {"g": "accepted "} in [decided for _, decided in versions(page)]
