"""`inkslate extract FOLDER`: which files are notes, and what their boards are called."""

from __future__ import annotations

import json
import os
import pty
import sys
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from inkslate.cli import output
from inkslate.readers.folders import NoteSelection, find_notes
from tests.support.commands import Done, Here

NOTE = "- [ ] call Ruth\n"


def make(root: Path, *names: str, text: str = NOTE) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def notes(root: Path, *globs: str, format: str | None = None) -> list[str]:
    return find_notes(root, NoteSelection(globs, format))


def boards(done: Done) -> dict[str, list[str]]:
    """The texts of the tasks by board."""
    assert done.returncode == 0, done.stderr
    values = [json.loads(line) for line in done.stdout.splitlines()]
    return {value["id"]: [task["text"] for task in value["tasks"]] for value in values}


def test_hidden_files_and_other_kinds_are_left_out(tmp_path: Path) -> None:
    make(
        tmp_path,
        "b.md",
        "a.txt",
        "c/d/e.org",
        ".hidden.md",
        ".git/x.md",
        "c/.trash/y.txt",
        "photo.jpg",
        "run.py",
        "z.MD",
    )
    assert notes(tmp_path) == ["a.txt", "b.md", "c/d/e.org", "z.MD"]


def test_what_is_ignored_is_left_out(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    make(
        tmp_path, "a.md", "old/a.md", "old/kept/b.md", "draft-1.md", "in/draft-2.md", "in/c.md", "in/x/c.md", "in/y.txt"
    )
    make(tmp_path, ".gitignore", text="# mine\n\nold/\ndraft*\n*.txt\n")
    make(tmp_path, "in/.gitignore", text="/c.md\n!y.txt\n")
    assert notes(tmp_path) == ["a.md", "in/x/c.md", "in/y.txt"]
    # A folder inside of the repository has the rules above it too,
    assert notes(tmp_path / "in") == ["x/c.md", "y.txt"]
    # unless these leave out the folder that somebody named.
    assert notes(tmp_path / "old") == ["a.md", "kept/b.md"]


def test_a_gitignore_above_that_is_of_no_repository_does_not_count(tmp_path: Path) -> None:
    make(tmp_path, ".gitignore", text="*.md\n")
    make(tmp_path, "notes/a.md")
    assert notes(tmp_path / "notes") == ["a.md"]


@pytest.mark.parametrize(
    ("globs", "expected"),
    [
        (["*.md"], ["a.md", "daily/b.md", "daily/old/c.md"]),
        (["daily/*.md"], ["daily/b.md"]),
        (["daily/**"], ["daily/b.md", "daily/d.log", "daily/old/c.md"]),
        (["*.md", "!old/"], ["a.md", "daily/b.md"]),
        (["!old/"], ["a.md", "daily/b.md"]),
        (["*.log", "a.*"], ["a.md", "daily/d.log"]),
    ],
)
def test_a_glob_names_files(tmp_path: Path, globs: list[str], expected: list[str]) -> None:
    make(tmp_path, "a.md", "daily/b.md", "daily/old/c.md", "daily/d.log", "daily/.e.md")
    assert notes(tmp_path, *globs) == expected


def test_json_and_csv_are_notes_where_their_content_is(tmp_path: Path) -> None:
    board = {"id": "b1", "regions": [{"id": "r1", "lines": [{"text": "call Ruth"}]}]}
    make(tmp_path, "boards.jsonl", text=json.dumps(board))
    make(tmp_path, "package.json", text='{"name": "x"}')
    make(tmp_path, "log.jsonl", text='{"at": 1}\n')
    make(tmp_path, "sums.csv", text="a,b\n1,2\n")
    make(tmp_path, "page.html", text="<html><body>x</body></html>")
    assert notes(tmp_path) == ["boards.jsonl"]
    assert notes(tmp_path, format="board") == ["boards.jsonl", "log.jsonl"]


def test_links_are_followed_to_files_only(tmp_path: Path) -> None:
    make(tmp_path, "elsewhere/a.md", "notes/b.md")
    (tmp_path / "notes" / "c.md").symlink_to(tmp_path / "elsewhere" / "a.md")
    (tmp_path / "notes" / "loop").symlink_to(tmp_path / "notes")
    (tmp_path / "notes" / "gone.md").symlink_to(tmp_path / "missing.md")
    assert notes(tmp_path / "notes") == ["b.md", "c.md"]


def test_boards_are_called_by_their_paths(here: Here, tmp_path: Path) -> None:
    make(tmp_path, "notes/2026-11-16.md", "notes/work/2026-11-16.md", "notes/work/2026-11-16.txt")
    found = boards(here("extract", "notes", "--to", "jsonl"))
    assert found == {name: ["call Ruth"] for name in ("2026-11-16.md", "work/2026-11-16.md", "work/2026-11-16.txt")}
    # The name of the folder itself does not matter, until there are two.
    assert list(boards(here("extract", f"{tmp_path}/notes/", "--to", "jsonl"))) == list(found)
    make(tmp_path, "more/2026-11-16.md")
    assert list(boards(here("extract", "more", "notes", "--to", "jsonl", "--glob", "/2026*"))) == [
        "more/2026-11-16.md",
        "notes/2026-11-16.md",
    ]


@pytest.mark.parametrize("verb", ["extract", "read"])
def test_files_of_one_name_get_ids_by_their_path(here: Here, tmp_path: Path, verb: str) -> None:
    make(tmp_path, "a/notes.txt", "b/notes.txt", "c/other.txt")
    jsonl = ("--to", "jsonl") if verb == "extract" else ()

    def ids(*names: str) -> list[str]:
        return [json.loads(line)["id"] for line in here(verb, *names, *jsonl).stdout.splitlines()]

    assert ids("a/notes.txt", "b/notes.txt", "c/other.txt") == ["a/notes.txt", "b/notes.txt", "other"]
    assert ids("a/notes.txt") == ["notes"]
    assert ids("a/notes.txt", "a/notes.txt") == ["a/notes.txt", "a/notes.txt#2"]
    board = {"id": "b1", "regions": [{"id": "r1", "lines": [{"text": "call Ruth"}]}]}
    make(tmp_path, "a/x.jsonl", "b/x.jsonl", text=json.dumps(board))
    assert ids("a/x.jsonl", "b/x.jsonl") == ["a/x.jsonl#b1", "b/x.jsonl#b1"]


def test_what_is_printed_is_taken_by_diff_and_previous(here: Here, tmp_path: Path) -> None:
    make(tmp_path, "notes/a/todo.md", "notes/b/todo.md")
    command = ("extract", "notes", "--to", "jsonl", "-o", "notes/tasks.jsonl", "--previous", "notes/tasks.jsonl")
    assert here(*command[:6]).returncode == 0
    before = (tmp_path / "notes/tasks.jsonl").read_text()
    (tmp_path / "old.jsonl").write_text(before)
    make(tmp_path, "notes/b/todo.md", text="- [ ] call Ruth today\n")
    assert here(*command).returncode == 0, "the result of the last run is not one of the notes"
    after = [json.loads(line) for line in (tmp_path / "notes/tasks.jsonl").read_text().splitlines()]
    assert [board["id"] for board in after] == ["a/todo.md", "b/todo.md"]
    assert [task["id"] for board in after for task in board["tasks"]] == [
        task["id"] for line in before.splitlines() for task in json.loads(line)["tasks"]
    ]
    assert here("diff", "old.jsonl", "notes/tasks.jsonl").stdout.splitlines() == [
        "b/todo.md",
        *[line for line in here("diff", "old.jsonl", "notes/tasks.jsonl").stdout.splitlines() if line[:1] == "~"],
        "0 added, 1 changed, 0 removed, 1 same",
    ]


def test_a_note_that_cannot_be_read_does_not_keep_the_others(here: Here, tmp_path: Path) -> None:
    make(tmp_path, "notes/a.md", "notes/c.md")
    (tmp_path / "notes" / "b.md").write_bytes(b"caf\xe9")
    done = here("extract", "notes")
    assert (done.returncode, done.stdout.count("[ ] call Ruth")) == (1, 2)
    assert done.stderr.startswith("not read: notes/b.md: not UTF-8 text at byte 3")
    assert here("extract", "notes", "--strict").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("empty",), "inkslate: empty: no notes of a known format in it"),
        (("empty", "--glob", "*.md"), "inkslate: empty: no notes that --glob names in it"),
        (("a.txt", "--glob", "*.md"), "inkslate extract: --glob goes with a folder"),
        (("a.txt", "--threshold", "2"), "inkslate extract: Invalid value for '--threshold'"),
        (("a.txt", "--threshold", "0.5", "--model", "rules"), "inkslate: this model gives no scores"),
    ],
)
def test_what_cannot_be_done_is_one_line(here: Here, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    (tmp_path / "empty").mkdir()
    make(tmp_path, "a.txt", text="call Ruth")
    done = here("extract", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1


def test_a_threshold_decides(here: Here, tmp_path: Path) -> None:
    make(tmp_path, "a.txt", text="it rained\n- [ ] call Ruth")
    assert here("extract", "a.txt", "--threshold", "1").stdout == "[ ] call Ruth\n"
    assert here("extract", "a.txt", "--threshold", "0").stdout == "[ ] it rained\n[ ] call Ruth\n"


def test_evaluate_takes_a_threshold(here: Here, tmp_path: Path) -> None:
    sentences = [{"start": 0, "end": 2, "label": 0}]
    board = {"id": "b", "regions": [{"id": "r", "lines": [{"text": "it rained"}], "sentences": sentences}]}
    make(tmp_path, "gold.jsonl", text=json.dumps(board))
    value = json.loads(here("evaluate", "gold.jsonl", "--threshold", "0", "--json").stdout)
    assert value["counts"]["fp"] == 1
    assert ",task=0.0|" in value["signature"]
    json_of = here("evaluate", "gold.jsonl", "--threshold", "1", "--json").stdout
    assert json.loads(json_of)["counts"]["tn"] == 1
    assert here("evaluate", "gold.jsonl", "--threshold", "1", "--predictions", "p.jsonl").returncode == 2


@pytest.mark.parametrize(("patience", "shown"), [(0.0, True), (60.0, False)])
def test_progress_is_shown_late_and_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, patience: float, shown: bool
) -> None:
    monkeypatch.setattr(output, "_PATIENCE", patience)
    written = _on_a_terminal(monkeypatch, output.late_progress(3, label="finding tasks"))
    assert ("finding tasks" in written and "100%" in written) is shown
    assert bool(written) is shown


@pytest.mark.parametrize(("patience", "expected"), [(60.0, ""), (0.0, "\rboards read: 1\r\033[K")])
def test_what_has_no_total_is_counted(monkeypatch: pytest.MonkeyPatch, patience: float, expected: str) -> None:
    monkeypatch.setattr(output, "_PATIENCE", patience)
    assert _on_a_terminal(monkeypatch, output.late_count("boards read")) == expected


def _on_a_terminal(monkeypatch: pytest.MonkeyPatch, progress: AbstractContextManager[output.Tick]) -> str:
    master, slave = pty.openpty()
    with os.fdopen(slave, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        with progress as tick:
            for _ in range(3):
                tick()
        terminal.write("\0")
        terminal.flush()
        data = b""
        while not data.endswith(b"\0"):
            data += os.read(master, 1000)
    os.close(master)
    return data.decode().rstrip("\0")


def test_without_a_terminal_there_is_none(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(output, "_PATIENCE", 0.0)
    with output.late_progress(2, label="finding tasks") as tick:
        tick(2)
    with output.late_count("boards read") as tick:
        tick(2)
    assert capfd.readouterr().err == ""


def test_rules_in_a_pipe_are_none(tmp_path: Path) -> None:
    make(tmp_path, "a.md")
    os.mkfifo(tmp_path / ".gitignore")
    assert notes(tmp_path) == ["a.md"]


def test_a_circle_of_links_is_no_defect(here: Here, tmp_path: Path) -> None:
    make(tmp_path, "a.md")
    circle = tmp_path / "circle"
    circle.symlink_to("circle")
    done = here("extract", circle, "--model", "rules", "-o", tmp_path / "out")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "Too many levels of symbolic links" in done.stderr
    assert here("extract", tmp_path / "a.md", "--model", "rules", "-o", circle).returncode == 0
    assert circle.read_text() == "[ ] call Ruth\n"  # it led to no other file that could be replaced
