"""`inkslate vault`: one list of what is open, however often it is run and whatever happened to notes and list."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import icalendar
import pytest

from inkslate.vault.state import state_file
from tests.support.commands import Here
from tests.support.vaults import SmallVault

LANDLORD = "call the landlord about the boiler"


@pytest.fixture
def vault(tmp_path: Path) -> SmallVault:
    return SmallVault(tmp_path / "vault")


def daily(day: int, *boxes: str) -> tuple[str, str]:
    return f"daily/2026-11-{day:02}.md", "# Day\n\n## Tasks\n\n" + "".join(f"- {box}\n" for box in boxes)


def test_a_task_that_was_carried_over_through_fourteen_days_is_listed_once(vault: SmallVault) -> None:
    spellings = [LANDLORD, LANDLORD.capitalize(), f"{LANDLORD}!", f"{LANDLORD} 📅 2026-11-20"]
    for day in range(1, 15):
        vault.write(*daily(day, f"[ ] {spellings[day % 4]}", f"[ ] water the plants on day {day}"))
    assert vault.update() == 0
    assert [text for text in vault.section() if "landlord" in text] == [f"{LANDLORD}!"]  # as the newest note has it
    assert len(vault.section()) == 15  # a different number is a different task
    assert "[[daily/2026-11-14#Tasks|2026-11-14]]" in next(line for line in vault.list.splitlines() if LANDLORD in line)


def test_a_second_run_changes_nothing(vault: SmallVault) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD} 📅 2020-01-01", "[x] pay the rent"))
    vault.write("a.txt", "- buy milk\n")
    assert vault.update() == 0
    files = [vault.root / "Tasks.md", state_file(vault.root)]
    before = [(file.read_bytes(), file.stat().st_mtime_ns) for file in files]
    assert vault.update() == 0
    assert [(file.read_bytes(), file.stat().st_mtime_ns) for file in files] == before


def test_marks_are_read_as_dates_and_come_back_as_they_were(vault: SmallVault) -> None:
    lines = [
        f"[ ] {LANDLORD} ⏫ 🔁 every week 📅 2020-01-31",
        "[ ] pay the rent #home [due:: 2020-02-01] (priority:: high)",
        "[ ] look at std::vector & *p",
    ]
    vault.write(*daily(1, *lines))
    vault.update()
    link = "[[daily/2026-11-01#Tasks|2026-11-01]]"
    shown = [line.rpartition(" ^")[0] for line in vault.list.splitlines() if line.startswith("- ")]
    assert shown == [
        f"- [ ] {LANDLORD} {link} ⏫ 🔁 every week 📅 2020-01-31",
        f"- [ ] pay the rent #home {link} [due:: 2020-02-01] (priority:: high)",
        rf"- [ ] look at std::vector & \*p {link}",
    ]
    assert "&#" not in vault.list


def test_an_edit_keeps_the_id(vault: SmallVault) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD}", "[ ] pay the rent"))
    vault.update()
    before = vault.ids()
    vault.write(*daily(1, "[ ] call the landlord about the boiler and the tap", "[ ] pay the rent"))
    vault.update()
    assert vault.ids()["call the landlord about the boiler and the tap"] == before[LANDLORD]
    assert vault.ids()["pay the rent"] == before["pay the rent"]
    assert vault.section("No longer in the notes") == []


def test_what_is_ticked_in_the_list_stays_ticked_though_it_is_carried_over(vault: SmallVault) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD}", "[ ] pay the rent"))
    vault.update()
    vault.edit_list(f"- [ ] {LANDLORD}", f"- [x] {LANDLORD}")
    vault.update()
    assert (vault.section(), vault.section("Done")) == (["pay the rent"], [f"x {LANDLORD}"])
    vault.write(*daily(2, f"[ ] {LANDLORD}", "[ ] pay the rent"))
    vault.update()
    assert (vault.section(), vault.section("Done")) == (["pay the rent"], [f"x {LANDLORD}"])
    assert "✅ 2026-11-16" in vault.list


def test_what_is_unticked_in_the_list_is_open_again(vault: SmallVault) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD}"))
    vault.update()
    vault.edit_list("- [ ]", "- [x]")
    vault.update()
    vault.edit_list("- [x]", "- [ ]")
    vault.update()
    assert (vault.section(), vault.section("Done")) == ([LANDLORD], [])


@pytest.mark.parametrize("day", [1, 2])
def test_what_is_ticked_in_a_note_is_done_also_in_an_older_one(vault: SmallVault, day: int) -> None:
    for each in (1, 2):
        vault.write(*daily(each, f"[ ] {LANDLORD}"))
    vault.update()
    vault.write(*daily(day, f"[x] {LANDLORD} ✅ 2026-11-12"))
    vault.update()
    assert (vault.section(), vault.section("Done")) == ([], [f"x {LANDLORD}"])
    assert vault.list.count("✅ 2026-11-12") == 1
    before = vault.list
    vault.update()
    assert vault.list == before


def test_a_task_that_was_done_and_is_written_again_is_open(vault: SmallVault) -> None:
    vault.write(*daily(1, "[ ] water the plants"))
    vault.update()
    vault.write(*daily(1, "[x] water the plants"))
    vault.update()
    assert vault.section() == []
    vault.write(*daily(9, "[ ] water the plants"))
    vault.update()
    assert (vault.section(), vault.section("Done")) == (["water the plants"], [])


def test_what_was_done_before_the_first_run_is_not_listed(vault: SmallVault) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD}"))
    vault.write(*daily(2, f"[x] {LANDLORD}"))
    vault.update()
    assert LANDLORD not in vault.list


def test_what_vanished_is_listed_apart_and_comes_back_with_its_id(vault: SmallVault) -> None:
    path, text = daily(1, f"[ ] {LANDLORD}", "[ ] pay the rent")
    vault.write(path, text)
    vault.update()
    before = vault.ids()
    vault.write(*daily(1, "[ ] pay the rent"))
    vault.update()
    assert (vault.section(), vault.section("No longer in the notes")) == (["pay the rent"], [LANDLORD])
    vault.write(path, text)
    vault.update()
    assert (vault.ids(), vault.section("No longer in the notes")) == (before, [])
    (vault.root / path).unlink()
    vault.update()
    assert sorted(vault.section("No longer in the notes")) == [LANDLORD, "pay the rent"]


def test_a_note_that_is_renamed_keeps_ids_and_ticks(vault: SmallVault) -> None:
    path = vault.write("Boat.md", f"# Boat\n\n- [ ] {LANDLORD}\n- [ ] pay the rent\n")
    vault.update()
    vault.edit_list(f"- [ ] {LANDLORD}", f"- [x] {LANDLORD}")
    vault.update()
    before = vault.ids()
    path.rename(vault.root / "Ship.md")
    vault.update()
    assert (vault.section(), vault.ids()) == (["pay the rent"], before)
    assert vault.section("No longer in the notes") == []


def test_a_task_that_is_moved_to_another_note_keeps_its_id(vault: SmallVault) -> None:
    vault.write("Boat.md", f"- [ ] {LANDLORD}\n- [ ] pay the rent\n")
    vault.write("House.md", "- [ ] paint the wall\n")
    vault.update()
    before = vault.ids()
    vault.write("Boat.md", "- [ ] pay the rent\n")
    vault.write("House.md", f"- [ ] paint the wall\n- [ ] {LANDLORD}\n")
    vault.update()
    assert vault.ids() == before


@pytest.mark.parametrize("title", ["Done", "No longer in the notes"])
def test_a_line_that_is_done_or_gone_can_be_deleted_for_good(vault: SmallVault, title: str) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD}", "[ ] pay the rent"))
    vault.update()
    vault.write(*daily(1, *([f"[x] {LANDLORD}"] if title == "Done" else []), "[ ] pay the rent"))
    vault.update()
    (line,) = [line for line in vault.list.splitlines() if LANDLORD in line]
    vault.edit_list(line + "\n", "")
    for _ in range(2):
        vault.update()
        assert vault.section(title) == []


def test_an_open_line_that_was_deleted_comes_back(vault: SmallVault) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD}"))
    vault.update()
    before = vault.list
    (line,) = [line for line in before.splitlines() if LANDLORD in line]
    vault.edit_list(line + "\n", "")
    vault.update()
    assert vault.list == before


def test_the_text_around_the_list_is_its_owners(vault: SmallVault) -> None:
    own = "---\ntags: [tasks]\n---\n# My tasks\r\n\n- [ ] my own box\n"
    vault.write("Tasks.md", own)
    vault.write(*daily(1, f"[ ] {LANDLORD}"))
    vault.update()
    assert vault.list.startswith(own.replace("\r\n", "\n")) or vault.list.startswith(own)
    assert "my own box" not in vault.section()
    with (vault.root / "Tasks.md").open("a") as file:
        file.write("\nbelow it\n")
    vault.write(*daily(2, "[ ] pay the rent"))
    vault.update()
    assert vault.list.endswith("<!-- inkslate: end of tasks -->\n\nbelow it\n")
    assert vault.section() == ["pay the rent", LANDLORD]


def test_a_list_with_a_broken_mark_is_left_alone(vault: SmallVault, capfd: pytest.CaptureFixture[str]) -> None:
    vault.write("Tasks.md", "<!-- inkslate: tasks -->\n- [ ] mine\n")
    vault.write(*daily(1, f"[ ] {LANDLORD}"))
    assert vault.update() == 2
    assert "must be there once each" in capfd.readouterr().err
    assert vault.list == "<!-- inkslate: tasks -->\n- [ ] mine\n"


def test_another_list_of_ours_is_no_note(vault: SmallVault) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD}"))
    vault.update()
    vault.update("--list", "Other.md")
    assert LANDLORD in (vault.root / "Other.md").read_text()
    assert "[[daily/2026-11-01#Tasks|2026-11-01]]" in (vault.root / "Other.md").read_text()


def test_only_changed_notes_are_read_again(vault: SmallVault, capfd: pytest.CaptureFixture[str]) -> None:
    paths = [vault.write(*daily(day, f"[ ] call person {day}")) for day in (1, 2, 3)]
    vault.update()
    assert "read 3 of 3 notes" in capfd.readouterr().err
    os.utime(paths[0])  # touched, but the same
    vault.write(*daily(2, "[ ] call person 2 again"))
    vault.update()
    assert "read 1 of 3 notes" in capfd.readouterr().err
    vault.update("--locale", "en-US")  # dates might be others
    assert "read 3 of 3 notes" in capfd.readouterr().err


def test_no_model_is_loaded_where_nothing_has_changed(vault: SmallVault, monkeypatch: pytest.MonkeyPatch) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD}"))
    vault.update()
    monkeypatch.setattr("inkslate.extractor.Extractor.load", None)
    assert vault.update() == 0


def test_the_state_is_private_and_one_file(vault: SmallVault) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD}"))
    vault.update()
    (file,) = (vault.root / ".inkslate").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert json.loads(file.read_text())["version"] == 1


@pytest.mark.parametrize("damage", ["{", "[]", '{"version": 99}', "{}"])
def test_a_damaged_state_is_an_error_of_one_line(
    vault: SmallVault, damage: str, capfd: pytest.CaptureFixture[str]
) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD}"))
    vault.update()
    vault.edit_list("- [ ]", "- [x]")
    before = vault.list
    state_file(vault.root).write_text(damage)
    capfd.readouterr()
    assert vault.update() == 2
    error = capfd.readouterr().err
    assert "damaged, or of another version" in error
    assert error.count("\n") == 1
    assert vault.list == before
    state_file(vault.root).unlink()  # the remedy
    assert vault.update() == 0
    assert vault.section("Done") == [f"x {LANDLORD}"]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("tasks", 0, "seen", "due"), "Friday"),
        (("tasks", 0, "seen", "due"), "2026-11-20T09:00+01:00"),
        (("tasks", 0, "seen", "text"), None),
        (("tasks", 0, "seen", "text"), "\ud800"),
        (("tasks", 0, "seen", "when"), [1]),
        (("tasks", 0, "seen", "when"), [[], []]),
        (("tasks", 0, "id"), {}),
        (("tasks", 0, "note"), 1),
        (("tasks", 0, "completed"), "x"),
        (("notes", "daily/2026-11-01.md", "written"), ""),
        (("notes", "daily/2026-11-01.md", "size"), "1"),
        (("notes", "daily/2026-11-01.md", "tasks", 0, "line"), True),
        (("settings",), []),
        (("written",), 1),
    ],
)
def test_a_state_with_other_values_is_damaged(
    vault: SmallVault, place: tuple[str | int, ...], value: object, capfd: pytest.CaptureFixture[str]
) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD}"))
    vault.update()
    state = json.loads(state_file(vault.root).read_text())
    holder = state
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = value
    state_file(vault.root).write_text(json.dumps(state))
    capfd.readouterr()
    assert vault.update() == 2
    error = capfd.readouterr().err
    assert "damaged, or of another version" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("link", ["Tasks.md", ".inkslate", ".inkslate/vault.json"])
def test_a_link_out_of_the_vault_is_never_written(
    vault: SmallVault, tmp_path: Path, link: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Somebody sent the vault: its tasks would be commands in the file that is run when a shell starts."""
    vault.write("a.md", f"- [ ] {LANDLORD}; true\n")
    outside = tmp_path / "outside"
    outside.mkdir()
    target = outside if link == ".inkslate" else outside / ".profile"
    (vault.root / link).parent.mkdir(exist_ok=True)
    (vault.root / link).symlink_to(target)
    assert vault.update() == 2
    error = capfd.readouterr().err
    assert f"{link}" in error
    assert f"leads out of the folder of notes, to {target}" in error
    assert error.count("\n") == 1
    assert list(outside.iterdir()) == []


def test_the_list_may_be_a_link_that_somebody_names_or_that_stays_inside(vault: SmallVault, tmp_path: Path) -> None:
    vault.write("a.md", f"- [ ] {LANDLORD}\n")
    (tmp_path / "named.md").symlink_to(tmp_path / "list.md")
    assert vault.update("--list", str(tmp_path / "named.md")) == 0
    assert LANDLORD in (tmp_path / "list.md").read_text()
    (vault.root / "Tasks.md").symlink_to("Inbox.md")
    assert vault.update() == 0
    assert vault.section() == [LANDLORD]
    assert (vault.root / "Tasks.md").is_symlink()


@pytest.mark.parametrize("path", ["Tasks.md", ".inkslate/vault.json"])
def test_pipes_and_circles_of_links_in_a_vault_are_errors(
    vault: SmallVault, path: str, capfd: pytest.CaptureFixture[str]
) -> None:
    vault.write("a.md", f"- [ ] {LANDLORD}\n")
    place = vault.root / path
    place.parent.mkdir(exist_ok=True)
    os.mkfifo(place)
    for reason in ("not a plain file", "Too many levels of symbolic links"):
        assert vault.update() == 2
        error = capfd.readouterr().err
        assert reason in error
        assert error.count("\n") == 1
        place.unlink()
        place.symlink_to(place.name)


def test_settings_that_cannot_be_read_are_none(vault: SmallVault) -> None:
    vault.write("a.md", f"- [ ] {LANDLORD}\n")
    (vault.root / ".obsidian" / "app.json").write_text("[" * 100_000)
    os.mkfifo(vault.root / ".obsidian" / "templates.json")
    assert vault.update() == 0
    assert vault.section() == [LANDLORD]


def test_a_note_that_cannot_be_read_keeps_its_tasks(vault: SmallVault, capfd: pytest.CaptureFixture[str]) -> None:
    path = vault.write(*daily(1, f"[ ] {LANDLORD}"))
    vault.write(*daily(2, "[ ] pay the rent"))
    vault.update()
    path.write_bytes(b"\xff\xfe\xff")
    capfd.readouterr()
    assert vault.update() == 1
    error = capfd.readouterr().err
    assert "not read: daily/2026-11-01.md: " in error
    assert "read 0 of 2 notes" in error
    assert sorted(vault.section()) == [LANDLORD, "pay the rent"]


@pytest.mark.parametrize("folder", ["none", "file.md"])
def test_what_is_no_folder_is_an_error(here: Here, tmp_path: Path, folder: str) -> None:
    (tmp_path / "file.md").write_text("x")
    done = here("vault", folder)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "name the folder of notes" in done.stderr


def test_hidden_excluded_and_template_files_are_no_notes(vault: SmallVault) -> None:
    (vault.root / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["archive/"]}')
    (vault.root / ".obsidian" / "templates.json").write_text('{"folder": "meta/templates"}')
    for path in (".trash/a.md", "archive/a.md", "meta/templates/daily.md", ".hidden.md", "picture.png", "a.pdf"):
        vault.write(path, "- [ ] do not list me\n")
    vault.write("meta/a.md", f"- [ ] {LANDLORD}\n")
    vault.update()
    assert vault.section() == [LANDLORD]


def test_a_plain_folder_links_to_file_and_line(tmp_path: Path) -> None:
    vault = SmallVault(tmp_path / "notes", obsidian=False)
    vault.write("a b/week_1.md", f"# Week\n\n- [ ] {LANDLORD}\n")
    vault.write("b.org", "* TODO pay the rent\n")
    vault.write("c.txt", "- [ ] buy milk\n")
    vault.update()
    assert sorted(line.rpartition(" <!--")[0] for line in vault.list.splitlines() if line.startswith("- ")) == [
        "- [ ] buy milk [c.txt:1](c.txt)",
        rf"- [ ] {LANDLORD} [a b/week\_1.md:3](a%20b/week_1.md)",
        "- [ ] pay the rent [b.org:1](b.org)",
    ]
    vault.edit_list(f"- [ ] {LANDLORD}", f"- [x] {LANDLORD}")
    vault.update()
    assert vault.section("Done") == [f"x {LANDLORD}"]


def test_logseq_has_markers_instead_of_boxes(tmp_path: Path) -> None:
    vault = SmallVault(tmp_path / "graph", obsidian=False)
    (vault.root / "logseq" / "bak").mkdir(parents=True)
    vault.write("logseq/bak/old.md", "- TODO never list me\n")
    vault.write(
        "journals/2026_11_03.md",
        f"- LATER [#A] {LANDLORD}\n  DEADLINE: <2026-11-20 Fri>\n  id:: 6543\n- DONE pay the rent\n- NOW buy milk\n",
    )
    vault.update()
    assert sorted(vault.section()) == ["buy milk", LANDLORD]
    (line,) = [line for line in vault.list.splitlines() if LANDLORD in line]
    assert line.startswith(f"- [ ] {LANDLORD} [[Nov 3rd, 2026]] ⏫ 📅 2026-11-20 <!-- ")


def test_a_calendar_as_the_list_keeps_what_was_done_in_it(vault: SmallVault) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD} 📅 2026-11-20", "[ ] pay the rent"))
    options = ("--writer", "ics", "--list", "tasks.ics")
    assert vault.update(*options) == 0
    file = vault.root / "tasks.ics"
    first = file.read_text()
    assert vault.update(*options) == 0
    assert file.read_text() == first
    file.write_text(
        first.replace("STATUS:NEEDS-ACTION", "STATUS:COMPLETED\r\nCOMPLETED:20261115T080000Z", 1), newline=""
    )
    vault.write(*daily(2, "[ ] pay the rent"))
    assert vault.update(*options) == 0
    todos = {str(todo["summary"]): todo for todo in icalendar.Calendar.from_ical(file.read_text()).walk("VTODO")}
    assert (str(todos[LANDLORD]["status"]), "completed" in todos[LANDLORD]) == ("COMPLETED", True)
    assert str(todos["pay the rent"]["status"]) == "NEEDS-ACTION"
    assert int(todos["pay the rent"]["sequence"]) == 0


def test_a_file_that_is_not_ours_is_not_overwritten(vault: SmallVault, capfd: pytest.CaptureFixture[str]) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD}"))
    (vault.root / "tasks.ics").write_text("mine")
    assert vault.update("--writer", "ics", "--list", "tasks.ics") == 2
    assert "was not written by `inkslate vault`" in capfd.readouterr().err
    assert (vault.root / "tasks.ics").read_text() == "mine"


def test_taskwarrior_is_asked_what_is_done(vault: SmallVault, tmp_path: Path) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD}", "[ ] pay the rent"))
    options = ("--writer", "taskwarrior", "--list", "tasks.json")
    vault.update(*options)
    exported = json.loads((vault.root / "tasks.json").read_text())
    exported[0]["status"] = "completed"
    (tmp_path / "export.json").write_text(json.dumps(exported))
    vault.update(*options, "--existing", str(tmp_path / "export.json"))
    (left,) = json.loads((vault.root / "tasks.json").read_text())
    assert (left["uuid"], left["status"]) == (exported[1]["uuid"], "pending")


@pytest.mark.parametrize("writer", ["jsonl", "csv", "todotxt", "todoist", "graph", "github", "linear", "dataview"])
def test_every_writer_writes_the_list_twice(vault: SmallVault, writer: str) -> None:
    vault.write(*daily(1, f"[ ] {LANDLORD} 📅 2026-11-20", "[ ] pay the rent"))
    for _ in range(2):
        assert vault.update("--writer", writer, "--list", "list.out") == 0
        text = (vault.root / "list.out").read_text()
        assert (LANDLORD in text, "pay the rent" in text, "2026-11-20" in text) == (True, True, True)
