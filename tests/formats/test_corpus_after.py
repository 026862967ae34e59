"""The boards after real notes: splits by author, few boards an author, and a shape like that of real notes."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.errors import InputError
from tests.support.paths import ROOT

CORPUS = ROOT / "corpus"
sys.path.insert(0, str(CORPUS))  # its scripts import each other by plain name

import overlap  # noqa: E402
import report  # noqa: E402
import shape  # noqa: E402
from build import SPLITS, UNSOURCED, Entry, author_split, build_after, format_files  # noqa: E402

HEAD = "@board log | 0123456789ab | dated lines | {}\n"


@pytest.fixture(scope="module")
def after() -> list[Entry]:
    return build_after(CORPUS / "after")


def test_an_author_has_at_most_two_boards_in_one_split(after: list[Entry]) -> None:
    assert report.find_crowded(after) == []


def test_crowded_authors_are_told(after: list[Entry]) -> None:
    first = after[0]
    in_both = [replace(first, split=split) for split in ("train", "dev")]
    assert report.find_crowded(in_both) == [f"author {first.written.hand}: 2 boards, in dev and train"]
    assert len(report.find_crowded([first] * 3)) == 1


def test_headers_name_no_author(after: list[Entry]) -> None:
    for entry in after:
        if entry.written.genre != UNSOURCED:
            assert re.fullmatch("[0-9a-f]{12}", entry.written.hand), entry.board.id
            assert 1 <= len(entry.written.setting.split()) <= 20, entry.board.id
            assert not re.search(r"https?:|@", entry.written.setting), entry.board.id


def test_authors_are_dealt_out_as_promised(after: list[Entry]) -> None:
    found = Counter(author_split(author) for author in {entry.written.hand for entry in after})
    assert found["train"] / found.total() == pytest.approx(0.80, abs=0.04)
    assert found["dev"] / found.total() == pytest.approx(0.08, abs=0.03)
    assert found["test"] / found.total() == pytest.approx(0.12, abs=0.03)


def test_shape_is_within_bounds(after: list[Entry]) -> None:
    found = shape.shape_of(entry.board for entry in after)
    assert 0.33 <= found.without_tasks / found.boards <= 0.50
    assert 0.10 <= found.nearly_all_tasks / found.boards <= 0.25
    assert 0.10 <= found.inside / found.sentences <= 0.18
    assert 0.04 <= found.long / found.sentences <= 0.10
    assert 0.30 <= found.bulleted / found.lines <= 0.50  # the last 806 follow prose that a model errs on
    assert found.boxes > 500
    assert found.headings > 500
    assert found.indented > 1000


def test_facts_of_lines_are_in_the_files_with_and_without_errors(tmp_path: Path) -> None:
    lines = "# {0}Monday\n  * [ ] {1}return the ladder to Annegret\nTODO {3}batteries for the lamp\n"
    (tmp_path / "log.txt").write_text(HEAD.format("ink") + lines + HEAD.format("typed") + lines, "utf-8")
    entries = build_after(tmp_path)
    files = format_files(entries)
    assert list(files) == [f"{entries[0].split}/after-log.jsonl"]
    noisy, typed = map(json.loads, files[f"{entries[0].split}/after-log.jsonl"].splitlines())
    assert typed["about"] == {
        "genre": "log",
        "source": "0123456789ab",
        "form": "dated lines",
        "style": "typed",
        "noisy": False,
        "written": "by a language model after a real note",
    }
    facts = [
        {"bullet": False, "heading": 1},
        {"bullet": True, "box": "open", "indent": 1},
        {"bullet": False, "box": "open", "keyword": "TODO"},
    ]
    for board in (noisy, typed):
        found = board["regions"][0]["lines"]
        assert [{k: v for k, v in line.items() if k not in ("text", "clean")} for line in found] == facts
    assert noisy["about"]["noisy"]
    assert [line.get("clean", line["text"]) for line in noisy["regions"][0]["lines"]] == [
        line["text"] for line in typed["regions"][0]["lines"]
    ]
    assert noisy["regions"] != typed["regions"]


def test_a_board_without_a_known_author_has_no_source(after: list[Entry]) -> None:
    entry = next(entry for entry in after if entry.written.genre == UNSOURCED)
    line = format_files([entry])[f"{entry.split}/after-{UNSOURCED}.jsonl"]
    assert json.loads(line)["about"].keys() == {"genre", "style", "noisy", "written"}


def test_boards_that_are_added_leave_the_others_alone(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text(HEAD.format("ink") + "{0}pumped for an hour\n", "utf-8")
    before = build_after(tmp_path)
    path.write_text(path.read_text("utf-8") + HEAD.format("messy") + "{0}nothing new\n", "utf-8")
    assert build_after(tmp_path)[:1] == before


def test_an_unknown_style_is_told(tmp_path: Path) -> None:
    (tmp_path / "log.txt").write_text(HEAD.format("neat") + "{0}monday\n", "utf-8")
    with pytest.raises(InputError, match=r"log.txt line 1: the style is 'neat'; it is one of typed, ink, messy"):
        build_after(tmp_path)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("so Ring the quiet baker about Monday's bread again", 1),  # inside a longer one, case does not count
        ("ring the quiet baker about bread", 0),
    ],
)
def test_sentences_of_real_notes_are_told_by_their_place(tmp_path: Path, text: str, found: int) -> None:
    (tmp_path / "log.txt").write_text(HEAD.format("typed") + "{1}ring the quiet baker about\nMonday's bread\n", "utf-8")
    words = text.split()
    note = Board("n", (Region("r", (Line.from_text(text),), (Sentence(0, len(words), Label.TASK),)),))
    told = overlap.find_in_notes(build_after(tmp_path), [note])
    assert told == ["after-log-001 r1 words 0-7: a real note has this sentence"] * found


def test_shapes_are_counted(tmp_path: Path) -> None:
    first = "# {0}Today\n==\n* [ ] {1}mend the gate {0}rain\n  {3}hinges\n"
    (tmp_path / "log.txt").write_text(HEAD.format("typed") + first + HEAD.format("typed") + "{0}rain\n", "utf-8")
    found = shape.shape_of((entry.board for entry in build_after(tmp_path)), 1)
    assert found == shape.Shape(
        authors=1, boards=2, without_tasks=1, regions=3, one_word=2, lines=4, bulleted=1, boxes=1, headings=1,
        indented=1, sentences=5, tasks=2, inside=1,
    )  # fmt: skip
    assert shape.format_shapes({"a": found}).splitlines()[2:5] == [
        "| boards | 2 |", "| authors | 1 |", "| boards without a task | 50% |",
    ]  # fmt: skip


def test_every_split_has_boards(after: list[Entry]) -> None:
    assert {entry.split for entry in after} == set(SPLITS)
