"""When a note was written and who is known; plain words; the page as an app, and tasks that are dragged out of it."""

from __future__ import annotations

import struct

import pytest

from tests.support.browser import Sheet
from tests.support.paths import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.no_cover]

EXAMPLES = ROOT / "examples"


def due(page: Sheet, text: str) -> str | None:
    found: str | None = page.item(text).locator("time").get_attribute("datetime")
    return found


def test_days_count_from_the_date_of_the_note_or_from_the_one_that_is_set(page: Sheet) -> None:
    page.write("# Sync 2026-03-09\n- call Ruth by Friday")
    page.page.wait_for_selector("#list time")
    assert due(page, "call Ruth by Friday") == "2026-03-13"
    page.page.click("#context summary")
    assert page.page.input_value("#written") == "2026-03-09"
    assert page.page.locator("#written-about").text_content() == "from the note itself"
    page.page.locator("#list .accept").first.click()
    page.page.fill("#written", "2030-01-01")
    page.page.locator("#list time[datetime='2030-01-04']").wait_for()
    assert page.texts(".item.accepted") == ["call Ruth by Friday"]
    assert page.page.locator("#written-about").text_content() == "as you set it"
    page.visit()
    page.page.locator("#list time[datetime='2030-01-04']").wait_for()
    page.page.click("#context summary")
    page.page.get_by_role("button", name="Use the note's own date").click()
    page.page.locator("#list time[datetime='2026-03-13']").wait_for()
    page.page.click("#undo")
    page.page.wait_for_function("() => document.querySelector('#written').value === '2030-01-01'")


def test_a_file_has_the_date_of_its_name(page: Sheet) -> None:
    page.drop("2026-03-09 sync.md", b"- call Ruth by Friday")
    page.page.locator("#list time[datetime='2026-03-13']").wait_for()
    page.drop("2026-03-10 sync.txt", b"- call Ruth by Friday")
    page.page.locator("#list time[datetime='2026-03-13']").wait_for()
    page.page.click("#context summary")
    assert page.page.input_value("#written") == "2026-03-10"


def test_people_are_found_as_owners_and_picked_from_a_list(page: Sheet) -> None:
    page.write("- zorb to pay the rent\n- Tom to call Ruth")
    page.page.wait_for_selector("#list .item:nth-child(2)")
    assert page.item("zorb to pay the rent").locator(".owner").count() == 0
    page.page.click("#context summary")
    page.page.fill("#people", "Zorb, Ana")
    page.page.locator("#people").press("Enter")
    page.item("zorb to pay the rent").locator(".owner").wait_for()
    names = page.page.locator("#names option").evaluate_all("all => all.map((each) => each.value)")
    assert {"Zorb", "Ana", "Tom"} <= set(names)
    page.choose("zorb to pay the rent")
    assert page.page.get_by_label("Owner").get_attribute("list") == "names"
    page.visit()
    page.item("zorb to pay the rent").locator(".owner").wait_for()


def test_other_people_can_be_undone(page: Sheet) -> None:
    page.write("- zorb to pay the rent")
    page.page.wait_for_selector("#list .item")
    page.page.click("#context summary")
    page.page.fill("#people", "Zorb")
    page.page.locator("#people").press("Enter")
    owner = page.item("zorb to pay the rent").locator(".owner")
    owner.wait_for()
    page.page.click("#undo")
    owner.wait_for(state="detached")
    assert page.page.input_value("#people") == ""
    page.page.click("#redo")
    owner.wait_for()
    assert page.page.input_value("#people") == "Zorb"


# Words.


def test_problems_are_sentences_with_a_remedy_and_look_like_problems(page: Sheet) -> None:
    page.drop("notes.docx", b"nothing of the kind")
    problem = page.page.locator("#problem")
    problem.wait_for()
    text = problem.locator("p").text_content() or ""
    assert text.startswith("This note cannot be read. ")
    # The name of a file stays as it is.
    assert all(part[0].isupper() or part.startswith("notes.docx: ") for part in text.rstrip(". ").split(". "))
    colours = page.page.evaluate(
        """() => [getComputedStyle(document.querySelector("#problem")).borderLeftColor,
          getComputedStyle(document.querySelector("#export")).borderLeftColor]"""
    )
    assert colours[0] != colours[1]
    page.errors.clear()  # the browser notes the answer 422


def test_problems_name_no_parameter_of_the_api_and_files_as_they_are(page: Sheet) -> None:
    page.drop("photo.bin", bytes(range(256)))
    problem = page.page.locator("#problem p")
    problem.wait_for()
    assert (problem.text_content() or "").endswith("photo.bin: cannot tell the format from '.bin'. Choose its format.")
    page.drop("board.jsonl", b'{"id": "x", "regions": [{"id": "r", "lines": [{"text": 3}]}]}')
    page.page.locator("#problem p", has_text="This note cannot be read. board.jsonl, region r").wait_for()
    page.errors.clear()  # the browser notes the answers 415 and 422


def test_a_folder_and_an_example_that_cannot_be_had_are_told(page: Sheet) -> None:
    page.page.evaluate("() => { File.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone')); }")
    page.drop("notes", b"")  # as browsers do with a folder
    problem = page.page.locator("#problem p")
    problem.wait_for()
    assert (problem.text_content() or "").startswith(
        "That did not work. The browser cannot read notes. If it is a folder"
    )
    page.page.route("**/page/examples/*", lambda route: route.abort())
    page.open_menu("examples")
    page.page.click("#examples [data-example='retro.md']")
    problem.get_by_text("The service cannot be reached.").wait_for()
    page.page.unroute("**/page/examples/*")
    page.page.get_by_role("button", name="Try again").click()
    page.page.get_by_role("heading", name="retro.md").wait_for()
    page.errors.clear()  # the browser notes the request that failed


def test_labels_are_plain(page: Sheet) -> None:
    page.give_scores(lambda text: {"call Ruth": 0.9, "pay": 0.5}.get(text, 0.01))
    page.drop("note.md", b"- call Ruth\n- pay\n- rain")
    page.page.wait_for_selector("#list .item:nth-child(3)")
    assert page.page.locator(".tag").all_text_contents() == ["Detected", "Needs review", "Detected"]
    page.page.locator(".accept").first.click()
    page.page.locator(".dismiss").nth(1).click()
    assert page.page.locator(".tag").all_text_contents()[:2] == ["Accepted", "Dismissed"]


# An app among others.


def test_the_page_can_be_installed(page: Sheet) -> None:
    address = page.page.locator("link[rel=manifest]").get_attribute("href")
    answer = page.page.request.get(f"{page.url}{address}")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    for icon in manifest["icons"]:
        found = page.page.request.get(f"{page.url}{icon['src']}")
        assert found.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert "x".join(map(str, struct.unpack(">II", found.body()[16:24]))) == icon["sizes"]
    session = page.page.context.new_cdp_session(page.page)
    assert session.send("Page.getAppManifest")["errors"] == []
    assert page.page.request.get(page.url).headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def test_a_list_of_tasks_is_dragged_to_other_apps_but_not_into_the_page(page: Sheet) -> None:
    page.drop("note.txt", b"- call Ruth\n- pay")
    page.wait_for_tasks("call Ruth", "pay")
    page.page.click("#export")
    page.page.wait_for_selector("#drag:not([hidden])")
    dragged = page.page.evaluate(
        """() => {
          const transfer = new DataTransfer();
          const send = (target, type) => target.dispatchEvent(
            new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
          send(document.querySelector("#drag"), "dragstart");
          send(document.body, "drop");
          send(document.querySelector("#drag"), "dragend");
          return [transfer.getData("text/plain"), transfer.getData("DownloadURL")];
        }"""
    )
    assert dragged[0] == "- [ ] call Ruth\n- [ ] pay\n"
    assert dragged[1].startswith("text/markdown:note-tasks.md:blob:")
    assert page.page.title().startswith("note.txt")
