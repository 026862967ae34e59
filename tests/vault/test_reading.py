"""From a note to its tasks: boxes, marks, headings, Logseq's markers, and what changes in a folder."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from inkslate.board import Board, Line, Region
from inkslate.details import DetailContext
from inkslate.extractor import Extractor
from inkslate.vault.logseq import page_name, rewrite
from inkslate.vault.notes import LOGSEQ, PLAIN_FOLDER, is_daily, open_vault, time_written
from inkslate.vault.reading import NoteReader, take_marks
from inkslate.vault.section import blank_sections, find_section, replace_section
from inkslate.vault.values import NoteTask
from inkslate.vault.watching import changes
from tests.support.vaults import SmallVault

CONTEXT = DetailContext(now=datetime(2026, 11, 16))


@pytest.fixture(scope="module")
def reader() -> NoteReader:
    return NoteReader(Extractor.load("rules"), kind=PLAIN_FOLDER)


@pytest.fixture(scope="module")
def shipped() -> NoteReader:
    return NoteReader(Extractor.load(), kind=PLAIN_FOLDER)


def read(reader: NoteReader, text: str, name: str = "note.md") -> list[NoteTask]:
    return list(reader.read(name, text.encode(), CONTEXT, modified=0).tasks)


def test_a_box_is_one_task_with_its_place(reader: NoteReader) -> None:
    boxes = "- [ ] Call Ruth. Ask about the cake 📅 2020-01-31\n- [x] pay ✅ 2026-11-01\n"
    first, second = read(reader, f"---\ntitle: x\n---\n# Plan\n\n## Today\n\n{boxes}")
    assert (first.text, first.line, first.heading) == ("Call Ruth. Ask about the cake", 8, "Today")
    assert (first.due, first.marks, first.stated, first.done) == ("2020-01-31", "📅 2020-01-31", True, False)
    assert (second.text, second.done, second.completed) == ("pay", True, "2026-11-01")


def test_days_are_counted_from_the_note(reader: NoteReader) -> None:
    (task,) = read(reader, "- [ ] Sam: send the deck by Friday")
    assert (task.owner, task.due, task.when) == ("Sam", "2026-11-20", (4, 6))


def test_without_now_days_are_counted_from_the_day_of_the_note(reader: NoteReader) -> None:
    note = reader.read("2026-11-02.md", b"- [ ] call Ruth tomorrow", DetailContext(), modified=0)
    assert (note.written, note.tasks[0].due) == ("2026-11-02T00:00:00", "2026-11-03")
    note = reader.read("a.md", b"---\ndate: 2026-11-02\n---\n- [ ] call Ruth tomorrow", DetailContext(), modified=0)
    assert note.tasks[0].due == "2026-11-03"


def test_prose_is_read_by_the_model(shipped: NoteReader) -> None:
    items = "- call the landlord about the boiler by Friday\n\n- [ ] pay\n"
    text = f"# Meeting\n\nThe weather was fine and we had lunch.\n\n{items}"
    found = {task.text: task for task in read(shipped, text)}
    assert "call the landlord about the boiler by Friday" in found
    assert "The weather was fine and we had lunch." not in found
    assert found["pay"].stated
    assert not found["call the landlord about the boiler by Friday"].stated


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "a.org",
            "* Plan\n** TODO pay the rent\n** DONE call Ruth\n",
            [("pay the rent", 2, False), ("call Ruth", 3, True)],
        ),
        ("a.txt", "[ ] pay the rent\n[x] call Ruth\n", [("pay the rent", 1, False), ("call Ruth", 2, True)]),
        ("a.md", "```\n- [ ] code\n```\n- [-] cancelled\n", [("cancelled", 4, True)]),
        ("a.md", "- [ ] one\n    - [ ] two\n", [("one", 1, False), ("two", 2, False)]),
    ],
)
def test_formats(reader: NoteReader, name: str, text: str, expected: list[tuple[str, int, bool]]) -> None:
    assert [(task.text, task.line, task.done) for task in read(reader, text, name)] == expected


def test_marks_leave_the_words_and_their_places() -> None:
    line = Line.from_text("call Ruth(due:: 2026-11-20) now ⏫", box="open")
    board, marks = take_marks(Board("b", (Region("r", (Line.from_text("x"), line)),)))
    assert board.regions[0].lines[1].text == "call Ruth now"
    assert [written for *_, written in marks[0, 1].marks.found] == ["(due:: 2026-11-20)", "⏫"]
    plain = Board("b", (Region("r", (Line.from_text("x"),)),))
    assert take_marks(plain) == (plain, {})


def test_logseq() -> None:
    lines = ["- TODO [#B] a", "  SCHEDULED: <2026-11-01 Sun>", "  id:: 1", "- b", "  DEADLINE: <2026-11-02 Mon>"]
    rewritten = ["- [ ] a 🔼 ⏳ 2026-11-01", "", "", "- b", ""]
    assert rewrite("\n".join([*lines, "- DONE c", "- WAITING d"])).split("\n") == [*rewritten, "- [x] c", "- WAITING d"]
    (task,) = read(NoteReader(Extractor.load("rules"), kind=LOGSEQ), "- LATER call Ruth", "pages/a.md")
    assert (task.text, task.stated) == ("call Ruth", True)
    assert [page_name(f"journals/2026_11_{day}") for day in ("01", "02", "03", "11", "22")] == [
        "Nov 1st, 2026", "Nov 2nd, 2026", "Nov 3rd, 2026", "Nov 11th, 2026", "Nov 22nd, 2026",
    ]  # fmt: skip
    assert page_name("pages/a___b") == "a/b"
    assert page_name("journals/2026_02_31") == "2026_02_31"


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("daily/2026-11-16.md", "2026-11-16"),
        ("2026_11_16 meeting.md", "2026-11-16"),
        ("20261116.md", "2026-11-16"),
        ("2026-11-16/notes.md", None),  # the folder is not the note
        ("2026-02-31.md", None),
        ("1202611160.md", None),
        ("notes.md", None),
    ],
)
def test_the_day_of_a_note(reader: NoteReader, path: str, day: str | None) -> None:
    assert is_daily(path) == (day is not None)
    written = reader.read(path, b"call Ruth", DetailContext(), modified=0).written
    assert written[:10] == (day or time_written(0).isoformat()[:10])


def test_a_section_is_replaced_and_blanked_in_place() -> None:
    text = replace_section("mine\n", "- [ ] ours\n")
    assert text == "mine\n\n<!-- inkslate: tasks -->\n- [ ] ours\n<!-- inkslate: end of tasks -->\n"
    assert replace_section(text + "below\n", "new\n").endswith("-->\nnew\n<!-- inkslate: end of tasks -->\nbelow\n")
    assert find_section("mine\n", "x") is None
    assert blank_sections(text) == "mine\n\n\n\n\n"
    assert replace_section("mine", "") == "mine\n\n<!-- inkslate: tasks -->\n<!-- inkslate: end of tasks -->\n"


def test_changes_wait_until_nothing_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = SmallVault(tmp_path / "vault")
    steps: Iterator[str] = iter(["a", "b", "", "", "c", "", "", ""])

    def sleep(_seconds: float) -> None:
        if name := next(steps):
            vault.write(f"{name}.md", "x")

    monkeypatch.setattr("inkslate.vault.watching.time.sleep", sleep)
    seen = changes(open_vault(vault.root), vault.root / "Tasks.md")
    found = []
    for _ in range(3):
        next(seen)
        found.append(sorted(path.stem for path in vault.root.glob("*.md")))
    assert found == [[], ["a", "b"], ["a", "b", "c"]]
