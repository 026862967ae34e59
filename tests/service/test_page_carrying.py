"""Decisions while the text changes: each stays with its own words, and what has no place is in an earlier version."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.browser import Sheet
from tests.support.page_looks import look, stored_notes
from tests.support.waiting import assert_eventually

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


def marks(page: Sheet) -> list[str]:
    """Each sentence of the list in order, with + where it was accepted and - where it was dismissed."""
    look(page)
    return [
        f"{'+' if 'accepted' in classes else '-' if 'dismissed' in classes else ''}{text}"
        for classes, text in page.page.evaluate(
            "() => [...document.querySelectorAll('#list .item')]"
            ".map((item) => [item.className, item.querySelector('.text').textContent])"
        )
    ]


CARRIED = [
    # What is typed above moves all copies, however long it is.
    (["call Ruth", "-call Ruth"], ["pay Tom and all others today", "call Ruth", "-call Ruth"]),
    (["+call Ruth", "-call Ruth"], ["pay Tom", "+call Ruth", "-call Ruth"]),
    # In two places at once, as after a time without the service.
    (["call Ruth", "-call Ruth"], ["water the plants", "call Ruth", "-call Ruth", "buy milk"]),
    (["call Ruth", "pay Tom", "+call Ruth"], ["go home", "call Ruth", "pay Tim", "+call Ruth", "buy milk"]),
    # The copy that is erased takes its decision with it: neither a neighbour nor another copy gets it.
    (["+call Ruth", "call Tom", "-call Ruth"], ["call Tom", "-call Ruth"]),
    (["call Ruth", "call Tom", "-call Ruth"], ["call Ruth", "call Tom"]),
    # A line that is moved keeps its decision.
    (["+call Ruth", "pay Tom", "buy milk"], ["pay Tom", "buy milk", "+call Ruth"]),
    # A new line is not a part of the sentence above it that was corrected in the same moment.
    (["+call Rth"], ["+call Ruth", "pay Tom"]),
]


@pytest.mark.parametrize(("before", "after"), CARRIED)
def test_each_of_equal_sentences_keeps_its_own_decision(page: Sheet, before: list[str], after: list[str]) -> None:
    def text(lines: list[str]) -> str:
        return "\n".join(f"- {line.lstrip('+-')}" for line in lines)

    edit(page, text(before))
    for row, line in enumerate(before):
        if line[0] in "+-":
            page.page.locator(f"#list .item .{'accept' if line[0] == '+' else 'dismiss'}").nth(row).click()
    assert marks(page) == before
    edit(page, text(after))
    assert marks(page) == after
    page.wait_until_saved()
    page.visit()
    assert marks(page) == after


_TYPE_AND_RELOAD = """(text) => {
  const editor = document.querySelector("#editor");
  editor.value = text;
  editor.dispatchEvent(new Event("input"));
  location.reload();
}"""


def test_decisions_of_which_some_are_left_are_stored_with_their_new_words(page: Sheet) -> None:
    def type_and_reload(text: str) -> None:
        with page.page.expect_navigation():
            page.page.evaluate(_TYPE_AND_RELOAD, text)
        page.page.wait_for_selector("html[data-ready]")

    edit(page, "- call Ann about Ben")
    page.item("call Ann about Ben").locator(".accept").click()
    page.page.locator("#list .head").focus()
    page.press("s", "ArrowRight", "ArrowRight", "Enter")
    assert look(page).decided == {"call Ann about": "accepted ", "Ben": "accepted "}
    page.wait_until_saved()
    type_and_reload("- call Cid about Dan")
    assert look(page).decided == {"call Cid about Dan": "accepted "}
    page.wait_until_saved()
    type_and_reload("- call Cid about Dan\n- call Eve about Fay")
    assert look(page).decided == {"call Cid about Dan": "accepted "}
    assert {"call Ann about": "accepted ", "Ben": "accepted "} in [decided for _, decided in versions(page)]


_ANSWERED_LATE = """([text, at, field, value]) => {
  const editor = document.querySelector("#editor");
  editor.value = text;
  editor.dispatchEvent(new Event("input"));
  const head = document.querySelectorAll("#list .head")[at];
  head.focus();
  head.dispatchEvent(new KeyboardEvent("keydown", { key: field[0] === "o" ? "o" : "u", bubbles: true }));
  document.activeElement.value = value;
  return document.activeElement.dataset.field === field && document.querySelector("#notes").hasAttribute("data-stale");
}"""
_FOCUS = """() => {
  const active = document.activeElement;
  return [active.closest(".item")?.querySelector(".text").textContent, active.dataset.field, active.value];
}"""


@pytest.mark.parametrize(("field", "value"), [("owner", "Zo"), ("due", "2031-05-17")])
@pytest.mark.parametrize("above", ["", "- pay Tom and the others today\n", "- send the deck\n"])
def test_a_field_that_is_filled_in_stays_with_its_task(page: Sheet, field: str, value: str, above: str) -> None:
    """What is typed above is read while the field is filled in: the list is drawn again, with other places."""
    edit(page, "- call Ruth\n- send the deck")
    text = f"{above}- call Ruth\n- send the deck\n- buy milk"
    assert page.page.evaluate(_ANSWERED_LATE, [text, 1, field, value])
    look(page)
    assert page.page.evaluate(_FOCUS) == ["send the deck", field, value]
    page.press("Enter")
    page.page.locator("#list .item.accepted").wait_for()
    assert marks(page)[-2:] == ["+send the deck", "buy milk"]
    assert [mark for mark in marks(page) if mark.startswith("+")] == ["+send the deck"]


@pytest.mark.parametrize("typed", [True, False])
def test_what_is_done_to_a_note_that_is_being_opened_again_stays(page: Sheet, typed: bool) -> None:
    page.drop("note.md", b"- call Ruth\n- pay Tom")
    page.wait_for_tasks("call Ruth", "pay Tom")
    held: list[Any] = []
    page.page.route("**/v1/extract*", lambda route: held.append(route))
    page.open_menu("recent")
    page.page.click("#recent .note >> nth=0")
    assert_eventually(lambda: page.page.evaluate("() => 1") and held, "the request")
    page.press("Escape")
    if typed:
        page.page.get_by_label("Write").check(force=True)
        page.write("- call Ruth\n- pay Tom\n- buy milk")
    else:
        page.item("pay Tom").locator(".accept").click()
    page.page.wait_for_timeout(150)  # so that it is stored before the answer
    held[0].continue_()
    page.page.unroute("**/v1/extract*")
    expected = ["call Ruth", "pay Tom", "buy milk"] if typed else ["call Ruth", "+pay Tom"]
    assert marks(page) == expected
    page.wait_until_saved()
    page.visit()
    assert marks(page) == expected


def test_nothing_can_be_typed_before_there_is_a_note(page: Sheet) -> None:
    held: list[Any] = []
    page.page.route("**/v1/service", lambda route: held.append(route))
    page.page.goto(page.url)
    page.page.wait_for_selector("#editor[readonly]")
    assert_eventually(lambda: page.page.evaluate("() => 1") and held, "the request")
    held[0].continue_()
    page.page.unroute("**/v1/service")
    page.page.wait_for_selector("#editor:not([readonly])")
    edit(page, "- call Ruth")
    assert marks(page) == ["call Ruth"]


_WRITE_AND_RELOAD = """(text) => {
  const editor = document.querySelector("#editor");
  editor.value = text;
  editor.dispatchEvent(new Event("input"));
  location.reload();
}"""


def test_a_stored_decision_that_has_no_place_any_more_is_in_an_earlier_version(page: Sheet) -> None:
    edit(page, "- call Ruth\n- pay Tom")
    page.item("call Ruth").locator(".accept").click()
    page.wait_until_saved()
    with page.page.expect_navigation():
        page.page.evaluate(_WRITE_AND_RELOAD, "- [x] call Ruth\n- pay Tom")  # nothing is erased
    page.page.wait_for_selector("html[data-ready]")
    assert marks(page) == ["pay Tom"]
    page.item("pay Tom").locator(".accept").click()
    page.wait_until_saved()
    assert ("- call Ruth\n- pay Tom", {"call Ruth": "accepted "}) in versions(page)
