"""The page in a browser: open notes, review tasks, export them, and find the corrections after a reload."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inkslate.formats import boards_of
from inkslate.readers import READERS, scan_document
from inkslate.readers.document import Document
from inkslate.writers import WRITERS
from tests.support.browser import Browser, Sheet, sheet
from tests.support.commands import Run
from tests.support.paths import ROOT
from tests.support.service import serving, write_token
from tests.support.waiting import assert_eventually

pytestmark = [pytest.mark.browser, pytest.mark.no_cover]

EXAMPLES = ROOT / "examples"
STANDUP = [
    "login page done, tests green",
    "send the copy deck to Priya before lunch",
    "ask legal about the cookie banner",
]


# Notes come in.


def test_examples_are_copies_of_those_in_the_repository() -> None:
    folder = ROOT / "src" / "inkslate" / "service" / "page"
    files = {file.name: file.read_bytes() for file in (folder / "examples").iterdir()}
    assert {item["file"] for item in json.loads((folder / "examples.json").read_bytes())} == set(files)
    originals = {file.name: file.read_bytes() for file in EXAMPLES.rglob("*") if file.is_file()}
    assert {name: originals[name] for name in files} == files


def test_every_example_opens(page: Sheet) -> None:
    examples = page.page.request.get(f"{page.url}/page/examples.json").json()
    assert examples
    for item in examples:
        page.example(item["file"])
        page.page.wait_for_selector("#board .sentence")
        assert all(page.texts()), item["file"]
        assert page.page.locator("#problem").is_hidden(), item["file"]


def test_files_of_every_format_are_dropped(page: Sheet) -> None:
    ink = sorted((EXAMPLES / "ink").iterdir())
    formats = sorted((EXAMPLES / "formats").iterdir())
    for path in [EXAMPLES / "standup.txt", EXAMPLES / "labelled.jsonl", *formats, *ink]:
        page.drop_file(path)
        page.page.wait_for_selector("#board .sentence")
        assert page.page.locator("#list .item").count(), path.name


def test_writing_gives_tasks_while_it_goes_on(page: Sheet) -> None:
    page.write("to do\n- call Ruth by Friday")
    page.wait_for_tasks("call Ruth by Friday")
    assert page.page.locator("#list time").count() == 1
    page.page.locator("#editor").press_sequentially("\n- send the deck")
    page.wait_for_tasks("call Ruth by Friday", "send the deck")


def test_decisions_stay_with_their_words_while_the_text_changes(page: Sheet) -> None:
    page.write("- call Ruth\n- send the deck\n- send the deck")
    page.wait_for_tasks("call Ruth", "send the deck", "send the deck")
    page.page.locator("#list .item .dismiss").nth(1).click()
    page.write("first\n\nthings\n- call Ruth\n- send the deck\n- send the deck\n- pay")
    page.page.wait_for_selector("#list .item:has-text('pay')")
    assert page.tasks() == ["call Ruth", "send the deck", "pay"]
    assert page.texts(".item.dismissed") == ["send the deck"]


def test_text_is_pasted_anywhere(page: Sheet) -> None:
    page.paste("- buy milk")
    page.wait_for_tasks("buy milk")
    assert page.page.locator("#editor").input_value() == "- buy milk"
    page.paste(json.dumps({"id": "b", "regions": [{"id": "r", "lines": [{"text": "fix it", "bullet": True}]}]}))
    page.wait_for_tasks("fix it")
    assert page.texts() == ["fix it"]
    assert page.page.locator("#editor").is_hidden()


def test_several_files_and_boards_are_chosen_from_a_list(page: Sheet) -> None:
    page.page.set_input_files("#file", [EXAMPLES / "standup.txt", EXAMPLES / "todo.txt"])
    page.page.locator("#boards").select_option("1")
    page.page.wait_for_selector("#list .item")
    assert page.page.locator("#boards option").all_text_contents() == ["1 of 2: standup", "2 of 2: todo"]


def test_what_cannot_be_read_says_why_and_can_be_read_as_something_else(page: Sheet) -> None:
    page.drop("notes.xyz", b"- call Ruth")
    problem = page.page.locator("#problem")
    problem.get_by_label("Read it as").select_option("text")
    problem.get_by_role("button", name="Try").click()
    page.wait_for_tasks("call Ruth")
    assert problem.is_hidden()
    page.errors.clear()  # the browser notes the answer 415


# The board, as it is.


def test_ink_is_drawn_and_points_at_its_task_and_back(page: Sheet) -> None:
    page.drop_file(EXAMPLES / "whiteboard.jiix")
    page.page.wait_for_selector("#board svg.ink path")
    document = Document("w.jiix", (EXAMPLES / "whiteboard.jiix").read_bytes())
    assert page.page.locator("#board path").count() == document.text.count('"stroke"')
    item = page.item("book trains for 4 people")
    item.hover()
    pointed = page.page.locator("#board .sentence.pointed")
    assert pointed.get_attribute("data-key") == item.get_attribute("data-key")
    assert pointed.locator("path").count() > 10
    other = page.page.locator("#list .item.task").first
    page.page.locator(f"#board [data-key='{other.get_attribute('data-key')}'] path").first.hover(force=True)
    assert page.page.locator("#list .item.pointed").get_attribute("data-key") == other.get_attribute("data-key")
    page.page.locator("#board .sentence.pointed").click(force=True)
    assert "selected" in (other.get_attribute("class") or "")
    page.page.get_by_label("Lines", exact=True).check(force=True)
    assert page.page.locator("#board .line.bullet").count()


def test_traces_and_boxes_are_drawn(page: Sheet) -> None:
    page.drop_file(EXAMPLES / "formats" / "iamondo.inkml")
    page.page.wait_for_selector("#board svg.ink path")
    assert page.page.locator("#board .loose path").count() == 2  # a bullet and a drawing belong to no word
    page.drop_file(EXAMPLES / "formats" / "tesseract.hocr")
    page.page.wait_for_selector("#board svg.boxes text")
    assert "Priya" in page.page.locator("#board text").all_text_contents()


# Review.


def test_tasks_are_dismissed_split_merged_given_a_date_and_undone(page: Sheet) -> None:
    page.drop_file(EXAMPLES / "standup.txt")
    before = page.tasks()
    assert before[:3] == STANDUP
    page.item(STANDUP[0]).locator(".dismiss").click()
    assert page.tasks() == before[1:]
    page.choose(STANDUP[1])
    page.page.get_by_role("button", name="Split").click()
    page.page.get_by_role("button", name="before to", exact=True).click()
    assert page.tasks()[:2] == ["send the copy deck", "to Priya before lunch"]
    page.page.get_by_role("button", name="Merge with next").click()
    assert page.tasks()[:2] == STANDUP[1:]
    page.page.get_by_label("Due", exact=True).fill("2026-12-24")
    page.page.get_by_label("Time").fill("15:00")
    page.page.get_by_label("Owner").fill("Ana")
    page.press("Enter")
    page.item(STANDUP[1]).locator("time[datetime='2026-12-24T15:00']").wait_for()
    page.item(STANDUP[1]).locator(".fact.owner").wait_for()
    undo = page.page.get_by_role("button", name="Undo")
    assert_eventually(undo.is_disabled, "all to be undone", between=undo.click)
    assert page.tasks() == before
    assert page.page.locator("#list time[datetime^='2026-12-24']").count() == 0
    redo = page.page.get_by_role("button", name="Redo")
    assert_eventually(redo.is_disabled, "all to be done again", between=redo.click)
    assert page.tasks()[:2] == STANDUP[1:]
    page.item(STANDUP[1]).locator("time[datetime='2026-12-24T15:00']").wait_for()


def test_the_whole_review_by_keyboard_alone(page: Sheet) -> None:
    page.page.locator("#examples summary").focus()
    page.press("Enter", "Tab", "Tab", "Enter")
    page.page.wait_for_function("() => document.title.startsWith('minutes')")
    page.drop_file(EXAMPLES / "standup.txt")
    page.page.locator("#examples summary").focus()
    before = page.tasks()
    assert_eventually(lambda: page.focus_is_on() != "None", "the focus on a task", between=lambda: page.press("Tab"))
    assert page.focus_is_on() == STANDUP[0]
    page.press("d")
    assert page.texts(".item.dismissed") == [STANDUP[0]]
    assert page.focus_is_on() == STANDUP[1]  # on to the next
    page.press("s", "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    assert page.tasks()[:2] == ["send the copy deck", "to Priya before lunch"]
    assert page.focus_is_on() == "send the copy deck"
    page.press("m")
    assert page.tasks() == before[1:]
    page.press("ArrowDown", "Shift+M")
    assert page.tasks()[0] == f"{STANDUP[1]} {STANDUP[2]}"
    page.press("Control+z")
    page.press("o")
    page.page.keyboard.type("Ana")
    page.press("Enter")
    page.item(STANDUP[2]).locator(".fact.owner").wait_for()
    assert page.focus_is_on() == STANDUP[2]
    page.press("u")
    page.page.keyboard.type("12242026")
    page.press("Enter")
    page.item(STANDUP[2]).locator("time[datetime='2026-12-24']").wait_for()
    page.press("Control+z", "Control+z")
    assert page.page.locator("#list .fact.owner").count() == 0
    page.press("Control+Shift+z")
    page.item(STANDUP[2]).locator(".fact.owner").wait_for()
    page.press("Shift+A")
    assert page.page.locator("#list .item.task:not(.accepted)").count() == 0
    assert (page.page.locator("#said").text_content() or "").startswith("Accepted all tasks that were left: ")


def test_what_nobody_found_is_accepted_with_the_date_in_its_words(page: Sheet) -> None:
    page.write("shopping was fun\n\nthe form is due by 24 December 2030")
    page.page.get_by_label("All", exact=True).check(force=True)
    item = page.item("the form is due by 24 December 2030")
    item.locator(".accept").click()
    item.locator("time[datetime='2030-12-24']").wait_for()
    assert page.tasks() == ["the form is due by 24 December 2030"]


def test_a_threshold_shows_what_would_be_gained_and_lost(page: Sheet) -> None:
    scores = {"release on a Tuesday, no rollback": 0.65, "nobody knew who was on call": 0.4}
    page.give_scores(lambda text: scores.get(text, 0.9 if text.startswith(("Imke", "delete")) else 0.05))
    page.drop_file(EXAMPLES / "retro.md")
    slider = page.page.get_by_label("Confidence")
    slider.fill("80")
    effect = page.page.locator("#effect")
    tasks = page.tasks()
    lost = page.texts(".item.lost")
    assert lost
    assert effect.text_content() == f"0 would be added, {len(lost)} removed"
    assert page.page.locator("#board .lost").count() == len(lost)
    assert page.tasks() == tasks  # nothing is decided yet
    page.page.get_by_role("button", name="Apply").click()
    assert page.tasks() == ["Imke writes down the on-call order", "delete or fix the login test"]
    slider.fill("35")
    assert page.texts(".item.gained") == ["release on a Tuesday, no rollback", "nobody knew who was on call"]
    page.press("Control+z")
    assert page.tasks() == tasks
    page.page.get_by_label("Needs review").check(force=True)
    assert page.texts() == ["release on a Tuesday, no rollback", "nobody knew who was on call"]
    assert page.page.locator("#board .unsure").count() == 2
    page.page.locator("#list .head").first.focus()
    page.press("d")
    assert page.focus_is_on() == "nobody knew who was on call"


def test_without_scores_there_is_no_slider(page: Sheet) -> None:
    page.drop_file(EXAMPLES / "standup.txt")
    assert page.page.locator("#sure").count() == 0
    assert page.page.get_by_label("Needs review").count() == 0


# Take away.


def test_every_writer_writes_what_was_corrected(page: Sheet) -> None:
    page.drop_file(EXAMPLES / "standup.txt")
    page.item(STANDUP[0]).locator(".dismiss").click()
    page.page.get_by_role("button", name="Export").click()
    dialog = page.page.locator("#export-dialog")
    written = dialog.locator("pre")
    for name in WRITERS:
        with page.page.expect_response(f"**/v1/write?to={name}*") as answer:
            dialog.locator(f"input[value='{name}']").check()
            dialog.locator("#copy:enabled").wait_for()
        text = answer.value.text() if name != "markdown" else written.text_content()
        assert STANDUP[1] in text.replace("\u2060", "")
        assert name in ("jsonl", "label-studio") or STANDUP[0] not in text
        with page.page.expect_download() as download:
            dialog.get_by_role("button", name="Download").click()
        assert Path(download.value.path()).read_bytes().decode() == text
        assert download.value.suggested_filename.startswith("standup-tasks.")
    dialog.locator("input[value='markdown']").check()
    page.page.wait_for_function("() => document.querySelector('#export-dialog pre').textContent.startsWith('- [ ]')")
    dialog.get_by_role("button", name="Copy").click()
    page.page.wait_for_function("() => document.querySelector('#exported').textContent === 'Copied.'")
    assert page.page.evaluate("navigator.clipboard.readText()") == written.text_content()


# Corrections stay.


def test_corrections_are_still_there_after_a_reload(page: Sheet) -> None:
    page.drop_file(EXAMPLES / "standup.txt")
    page.item(STANDUP[0]).locator(".dismiss").click()
    page.choose(STANDUP[1])
    page.page.get_by_label("Owner").fill("Ana")
    page.press("Enter", "s", "Enter")
    page.wait_until_saved()
    tasks = page.tasks()
    assert page.page.locator("#saved").text_content() == "Corrections are saved in this browser."
    page.visit()
    assert page.tasks() == tasks
    assert page.texts(".item.dismissed") == [STANDUP[0]]
    page.example("retro.md")
    page.drop_file(EXAMPLES / "standup.txt")
    assert page.tasks() == tasks


def test_written_notes_are_still_there_after_a_reload(page: Sheet) -> None:
    page.write("- call Ruth\n- pay")
    page.wait_for_tasks("call Ruth", "pay")
    page.item("pay").locator(".dismiss").click()
    page.wait_until_saved()
    page.visit()
    page.wait_for_tasks("call Ruth")
    page.page.get_by_label("Write").check(force=True)
    assert page.page.input_value("#editor") == "- call Ruth\n- pay"


def test_starting_over_forgets_and_can_be_undone(page: Sheet) -> None:
    page.drop_file(EXAMPLES / "standup.txt")
    before = page.tasks()
    page.item(STANDUP[0]).locator(".dismiss").click()
    page.choose(STANDUP[1])
    page.press("m")
    corrected = page.tasks()
    page.page.get_by_role("button", name="Start over").click()
    assert page.tasks() == before
    page.page.get_by_role("button", name="Undo").click()
    assert page.tasks() == corrected
    page.page.get_by_role("button", name="Redo").click()
    page.wait_until_saved()
    page.visit()
    assert page.tasks() == before


def test_corrections_go_to_the_workspace_as_labelled_boards(browser: Browser, tmp_path: Path, run: Run) -> None:
    with serving("--model", "rules", "--workspace", tmp_path / "kept") as service:
        with sheet(browser, service.url) as page:
            page.drop_file(EXAMPLES / "standup.txt")
            page.item(STANDUP[0]).locator(".dismiss").click()
            page.page.get_by_text("saved in the service's workspace").wait_for()
        with sheet(browser, service.url) as page:  # another browser, which knows nothing
            page.drop_file(EXAMPLES / "standup.txt")
            assert page.texts(".item.dismissed") == [STANDUP[0]]
            page.item(STANDUP[1]).locator(".dismiss").click()
            page.page.get_by_text("saved in the service's workspace").wait_for()
        exported = run("export-corrections", tmp_path / "kept").stdout
    (board,) = boards_of(scan_document(Document("c.jsonl", exported.encode()), format="board"))
    (first, _) = board.regions
    assert first.sentences is not None
    labels = {first.text(sentence.start, sentence.end): sentence.is_task for sentence in first.sentences}
    assert [labels[text] for text in STANDUP] == [False, False, True]
    decided = {first.text(sentence.start, sentence.end) for sentence in first.sentences if sentence.reviewed}
    assert decided == set(STANDUP[:2])  # nobody said anything about the others


def test_labelled_boards_can_be_taken_from_the_browser(page: Sheet) -> None:
    page.example("whiteboard.jiix")
    page.page.locator("#list .dismiss").first.click()
    page.page.get_by_role("button", name="Export").click()
    page.page.get_by_label("Labelled boards, for training").check()
    page.page.wait_for_function("() => document.querySelector('#export-dialog pre').textContent.startsWith('{')")
    text = page.page.locator("#export-dialog pre").text_content() or ""
    (board,) = boards_of(READERS["board"](Document("mine.jsonl", text.encode())))
    assert all(region.sentences for region in board.regions)


# Who may see it.


def test_a_token_is_asked_for_and_remembered(browser: Browser, tmp_path: Path) -> None:
    write_token(tmp_path / "token", "a-token-of-enough-letters")
    with serving("--model", "rules", "--token-file", tmp_path / "token") as service:
        context: Any = browser.new_context()
        page = context.new_page()
        page.goto(service.url)
        for token in ("wrong", "a-token-of-enough-letters"):
            page.get_by_label("Token", exact=True).fill(token)
            page.get_by_role("button", name="Continue").click()
        page.wait_for_selector("html[data-ready]")
        page.fill("#editor", "- call Ruth")  # over the live connection, which needs it too
        page.wait_for_selector("#list .item.task")
        page.reload()
        page.wait_for_selector("html[data-ready]")
        assert page.locator("#token-dialog[open]").count() == 0
        context.close()
