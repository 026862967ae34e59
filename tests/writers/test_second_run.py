"""A second run of every writer: what is done in the tool stays done, and what is there is not made again."""

from __future__ import annotations

import json
import subprocess
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any

import icalendar
import pytest

from inkslate.errors import InputError
from inkslate.extraction import Detail, Extraction
from inkslate.writers import WRITERS
from inkslate.writers.markdown import wiki_link
from inkslate.writers.options import WriterOptions
from inkslate.writers.records import TaskRecord
from tests.support.commands import Here
from tests.writers.test_writers import Taskwarrior, extraction, needs_task

MONDAY = datetime(2026, 11, 16, 9, 0, tzinfo=timezone.utc)
TUESDAY = datetime(2026, 11, 17, 9, 0, tzinfo=timezone.utc)
NOTES = extraction([("call Ruth", Detail(due=date(2026, 11, 20))), "buy milk"])
RUTH, MILK = (task.id for task in NOTES.tasks)


def again(target: str, existing: str, source: Extraction = NOTES, **options: Any) -> str:
    records = WRITERS[target].read_back(existing, "the file")
    return WRITERS[target]([source], options=WriterOptions(now=TUESDAY, existing=records, **options))


def first(target: str, source: Extraction = NOTES) -> str:
    return WRITERS[target]([source], options=WriterOptions(now=MONDAY))


def todos(calendar: str) -> dict[str, Any]:
    return {str(todo["uid"]): todo for todo in icalendar.Calendar.from_ical(calendar).walk("VTODO")}


def test_a_calendar_without_changes_is_the_same_bytes() -> None:
    assert again("ics", first("ics")) == first("ics")


def test_a_calendar_keeps_what_is_done() -> None:
    done = first("ics").replace(
        "STATUS:NEEDS-ACTION", "STATUS:COMPLETED\r\nCOMPLETED:20261116T120000Z\r\nSEQUENCE:3", 1
    ).replace("SEQUENCE:0\r\n", "", 1)  # fmt: skip
    todo = todos(again("ics", done))[f"{RUTH}@inkslate"]
    assert (str(todo["status"]), int(todo["sequence"])) == ("COMPLETED", 3)
    assert todo.decoded("completed") == datetime(2026, 11, 16, 12, tzinfo=timezone.utc)
    assert again("ics", again("ics", done)) == again("ics", done)


def test_a_change_is_the_next_revision_of_a_calendar_entry() -> None:
    moved = extraction([("call Ruth", Detail(due=date(2026, 11, 21))), "buy milk"])
    found = todos(again("ics", first("ics"), moved))
    assert [(int(todo["sequence"]), todo.decoded("dtstamp")) for todo in found.values()] == [(1, TUESDAY), (0, MONDAY)]


def test_todotxt_gives_only_what_is_new() -> None:
    file = first("todotxt").replace("2026-11-16 call", "x 2026-11-16 2026-11-16 call")
    more = extraction([("call Ruth", Detail(due=date(2026, 11, 20))), "buy milk", "send the deck"])
    assert again("todotxt", file, more) == f"2026-11-17 send the deck id:{more.tasks[2].id}\n"
    assert again("todotxt", file) == ""


def test_taskwarrior_leaves_out_what_is_done_or_deleted() -> None:
    exported = json.loads(first("taskwarrior"))
    exported[0] |= {"status": "completed", "end": "20261116T120000Z"}
    (left,) = json.loads(again("taskwarrior", json.dumps(exported)))
    assert (left["description"], left["status"], "entry" in left) == ("buy milk", "pending", False)
    exported[1]["status"] = "deleted"
    assert again("taskwarrior", json.dumps(exported)) == "[]\n"


@needs_task
def test_a_second_import_reopens_nothing(tmp_path: Path) -> None:
    task = Taskwarrior(tmp_path / "task")
    task("import", "-", stdin=first("taskwarrior"))
    task(json.loads(first("taskwarrior"))[0]["uuid"], "done")
    task("import", "-", stdin=again("taskwarrior", task("export")))
    assert {entry["description"]: entry["status"] for entry in task.export()} == {
        "call Ruth": "completed",
        "buy milk": "pending",
    }


def test_todoist_and_to_do_make_nothing_again() -> None:
    (body, _) = json.loads(first("todoist"))
    for answer in ([body], {"results": [body]}, {"items": [body | {"completed_at": "2026-11-16T12:00:00Z"}]}):
        assert [task["content"] for task in json.loads(again("todoist", json.dumps(answer)))] == ["buy milk"]
    (task, _) = json.loads(first("graph"))
    answer = {"value": [task | {"status": "completed"}, {"title": "their own"}]}
    assert [task["title"] for task in json.loads(again("graph", json.dumps(answer)))] == ["buy milk"]


@pytest.mark.parametrize("target", ["obsidian", "dataview", "github"])
def test_what_is_ticked_in_a_list_stays_ticked(target: str) -> None:
    ticked = first(target).replace("- [ ] call", "- [x] call")
    assert again(target, ticked) == ticked
    assert again(target, first(target)) == first(target)


def test_the_tasks_plugin_says_when_a_task_was_done() -> None:
    ticked = first("obsidian").replace("- [ ] call", "- [x] call").replace("2026-11-20 ^", "2026-11-20 ✅ 2026-11-16 ^")
    assert again("obsidian", ticked) == ticked
    assert WRITERS["obsidian"].read_back(ticked, "x")[RUTH] == TaskRecord(done=True, completed=date(2026, 11, 16))


@pytest.mark.parametrize("target", [name for name, writer in WRITERS.items() if writer.reads])
@pytest.mark.parametrize(
    "text", ["", "no tasks here", "{}", "[1]", "BEGIN:VCALENDAR", "\x00", "[" * 100_000], ids=lambda text: text[:9]
)
def test_another_kind_of_file_has_no_tasks_or_is_refused(target: str, text: str) -> None:
    lenient = {"markdown", "obsidian", "dataview", "github", "todotxt"}  # any text may be one of these
    if target in lenient:
        assert WRITERS[target].read_back(text, "other.file") == {}
        return
    with pytest.raises(InputError, match=r"^other\.file: not the tasks of "):
        WRITERS[target].read_back(text, "other.file")


def test_marks_of_a_box_come_back_as_they_were(here: Here, tmp_path: Path) -> None:
    lines = [
        "- [ ] call Ruth ⏫ 🔁 every week 📅 2020-01-31",
        "- [ ] pay the rent #home [due:: 2026-11-20] (priority:: high)",
        "- [ ] look at std::vector 📅 soon",
    ]
    (tmp_path / "list.md").write_text("# Now\n\n" + "\n".join(lines) + "\n")
    done = here("extract", "--model", "rules", "--to", "obsidian", "--now", "2026-11-16", "list.md")
    shown = [line.rpartition(" ^")[0].replace(" [[list#Now|list]]", "") for line in done.stdout.splitlines()]
    assert shown == lines
    rows = json.loads(here("extract", "--model", "rules", "--to", "jsonl", "list.md").stdout)["tasks"]
    assert [row["due"] for row in rows] == ["2020-01-31", "2026-11-20", None]
    assert here("extract", "--model", "rules", "--to", "todotxt", "--now", "2026-11-16", "list.md").stdout.startswith(
        "2026-11-16 call Ruth due:2020-01-31 id:"
    )


@pytest.mark.parametrize(
    ("note", "heading", "link"),
    [
        ("Boat", None, "[[Boat]]"),
        ("Boat.md", "Next", "[[Boat#Next|Boat]]"),
        ("a/Boat", "Next: #1 [x]|^y", "[[a/Boat#Next: 1 x y|Boat]]"),
    ],
)
def test_links_of_obsidian(note: str, heading: str | None, link: str) -> None:
    assert wiki_link(note, heading) == link


def test_the_command_line_reads_what_is_there(here: Here, tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text("- call Ruth\n- buy milk\n")
    command = ("extract", "--model", "rules", "n.txt", "--to", "ics", "--existing", "t.ics", "-o", "t.ics")
    assert here(*command, "--now", "2026-11-16").returncode == 0  # the first run: there is no file yet
    before = (tmp_path / "t.ics").read_bytes()
    assert here(*command, "--now", "2026-11-17").returncode == 0
    assert (tmp_path / "t.ics").read_bytes() == before
    refused = here("extract", "--model", "rules", "n.txt", "--to", "csv", "--existing", "t.ics")
    assert (refused.returncode, "cannot be read back" in refused.stderr) == (2, True)
    assert here(*command[:5], "todoist", "--existing", "t.ics").returncode == 2


def test_a_pipe_gives_what_is_there(here: Here, tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text("- call Ruth\n- buy milk\n")
    plain = ("extract", "--model", "rules", "n.txt", "--to", "taskwarrior")
    exported = json.loads(here(*plain).stdout)
    exported[0]["status"] = "completed"
    done: subprocess.CompletedProcess[str] = here(*plain, "--existing", "-", stdin=json.dumps(exported))
    assert [task["description"] for task in json.loads(done.stdout)] == ["buy milk"]
