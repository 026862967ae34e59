"""Synthetic boards: what is kept of a labelled board, what a heading decides, and files that cannot be used."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkslate.board import DONE, OPEN, Board, Label, Line, Region, Sentence
from inkslate.errors import InputError
from inkslate.formats import format_boards
from inkslate.training.synthesis.boards import SyntheticBoard, synthesize, vary
from inkslate.training.synthesis.headings import DONE_HEADINGS, STEP_HEADINGS, TASK_HEADINGS, TOPIC_HEADINGS
from inkslate.training.synthesis.sources import HEADED, TEXT, VARIED, Sources, gather
from inkslate.training.synthesis.texts import load_items, load_texts
from inkslate.training.synthesis.writing import WritingStyle, drafts_of, draw_style, write_region
from tests.support.boards import labelled_boards
from tests.support.commands import Run
from tests.support.synthetic import NOTES, TEXTS, begun_lines, board


def made(sources: Sources, count: int = 300) -> list[SyntheticBoard]:
    return list(synthesize(sources, count, seed=3))


def test_sentences_are_sorted_by_what_a_heading_makes_of_them() -> None:
    sources = gather([NOTES], todo=["water plants"])
    assert ("fresh", "batteries") in sources.things
    assert ("the", "plumber", "today") in sources.things  # an imperative without its verb
    assert set(sources.steps) == {
        ("Call", "the", "plumber", "today"),
        ("Beat", "the", "eggs", "well"),
        ("water", "plants"),
    }
    assert sources.tasks == (("Ruth", "will", "write", "to", "them"),)
    assert sources.remarks == (("We", "saw", "the", "old", "mill."),)


def test_what_a_box_or_a_heading_says_is_no_remark() -> None:
    """Without its box "Call the plumber" would be a task; a heading is no remark between the items of a list."""
    lines = (
        Line.from_text("Call the tall plumber", box=DONE),
        Line.from_text("lamp oil for Ruth", box=DONE),
        Line.from_text("Ann Lee of Oslo", box=OPEN),
        Line.from_text("What we saw yesterday", heading=2),
    )
    sources = gather([Board("b", (Region("r", lines, tuple(Sentence(a, a + 4, Label(0)) for a in (0, 4, 8, 12))),))])
    assert sources.remarks == ()
    assert sources.steps == (("Call", "the", "tall", "plumber"),)


def test_a_box_among_the_words_is_never_behind_another() -> None:
    sources = gather(
        [board(("[ ] call Ruth", 1), ("☐ lamp oil", 3), ("two bolts first", 4), ("[x] all keys found", 0))]
    )
    assert (sources.things, sources.steps, sources.tasks) == ((), (("two", "bolts", "first"),), ())
    assert sources.remarks == (("[x]", "all", "keys", "found"),)


def test_every_kind_is_made_and_known_labels_partition_the_words() -> None:
    boards = made(gather([NOTES], TEXTS))
    assert {item.kind for item in boards} == {VARIED, HEADED, TEXT}
    for item in boards:
        for region in item.board.regions:
            if item.kind == TEXT:
                starts = item.starts[region.id]
                assert region.sentences is None
                assert starts[0] == 0
                assert all(0 <= start < len(region.word_texts) for start in starts)
                assert len(set(starts)) == len(starts)
            else:
                assert region.sentences is not None  # Region itself checks the partition


def test_the_heading_decides() -> None:
    """The same words are tasks below one heading and none below another."""
    labels: dict[str, set[bool]] = {"tasks": set(), "topics": set(), "steps": set()}
    kinds = {"tasks": TASK_HEADINGS, "topics": TOPIC_HEADINGS, "steps": (*STEP_HEADINGS, *DONE_HEADINGS)}
    names = {kind: {heading.lower() for heading in headings} for kind, headings in kinds.items()}
    things = {"fresh batteries", "new lamp oil", "beat the eggs well", "call the plumber today", "the plumber today"}
    for item in made(gather([NOTES])):
        below = None
        for region in item.board.regions if item.kind == HEADED else ():
            marked = {sentence.start for sentence, line in begun_lines(region) if line.box}
            for sentence in region.sentences or ():
                text = region.text(sentence.start, sentence.end).lower().rstrip(":- ")
                if sentence.start in marked:
                    continue  # the mark decides
                if text in things:
                    labels.get(below or "", set()).add(sentence.is_task)
                elif sentence.label is Label.NON_TASK:  # a heading, or one that was misread
                    below = next((kind for kind, headings in names.items() if text in headings), None)
    assert labels == {"tasks": {True}, "topics": {False}, "steps": {False}}


@given(labelled_boards(), st.integers(0, 10**6))
@settings(max_examples=60)
def test_another_style_keeps_the_labels(given_board: Board, seed: int) -> None:
    varied = vary(given_board, random.Random(seed))
    for old, new in zip(given_board.regions, varied.regions, strict=True):
        before = [s.label for s in old.sentences or ()]
        after = [s.label for s in new.sentences or ()]
        remaining = iter(before)
        assert all(label in remaining for label in after)  # in order; some may be left out
        assert before[:1] == after[:1]


@given(labelled_boards(), st.integers(0, 10**6))
@settings(max_examples=100)
def test_another_style_keeps_the_facts_of_lines(given_board: Board, seed: int) -> None:
    """Marks and headings are those of the board, in order, and no line but the first of a sentence has one."""
    varied = vary(given_board, random.Random(seed))
    for old, new in zip(given_board.regions, varied.regions, strict=True):
        if not old.word_texts:
            continue
        agreeing = [
            (line.box, line.keyword, line.heading, line.indent)
            for sentence, line in begun_lines(old)
            if line.box and sentence.is_task == (line.box == OPEN)
        ]
        begun = begun_lines(new)
        assert [line for line in new.lines if line.box or line.heading] == [
            line for _, line in begun if line.box or line.heading
        ]
        remaining = iter(agreeing)
        marked = [(line.box, line.keyword, line.heading, line.indent) for _, line in begun if line.box]
        assert all(mark in remaining for mark in marked)  # in order; some items may be left out
        assert len(old.sentences or ()) > 4 or len(marked) == len(agreeing)
        assert all(sentence.is_task == (line.box == OPEN) for sentence, line in begun if line.box)
        assert all(sentence.end - sentence.start == len(line.words) for sentence, line in begun if line.heading)


def test_lines_that_are_broken_anew_keep_what_they_are() -> None:
    lines = (
        Line.from_text("Things for the big spring fair", heading=2),
        replace(Line.from_text("call Ruth about the lamp oil", bullet=True, box=OPEN), indent=1, keyword="TODO"),
        replace(Line.from_text("the blue one"), indent=2),
        Line.from_text("pay the rent. ask Jo", box=DONE),
    )
    labels = (0, 1, 0, 0, 1)
    bounds = (0, 6, 12, 15, 18, 20)
    sentences = tuple(Sentence(a, b, Label(label)) for (a, b), label in zip(pairwise(bounds), labels, strict=True))
    plain = WritingStyle(width=12, case="kept", end_marks=True, apostrophes=True, misread=0.0)
    region = write_region("r", drafts_of(Region("r", lines, sentences)), plain, random.Random(0))
    assert region.sentences == sentences
    assert [line.to_json() for line in region.lines] == [
        {"text": "Things for the big spring fair", "bullet": False, "heading": 2},  # not broken
        {"text": "call Ruth", "bullet": True, "box": "open", "keyword": "TODO", "indent": 1},
        {"text": "about the", "bullet": False, "indent": 1},  # as readers have it: the depth of the item
        {"text": "lamp oil", "bullet": False, "indent": 1},
        {"text": "the blue one", "bullet": False, "indent": 2},
        {"text": "pay the", "bullet": False, "box": "done"},
        {"text": "rent. ask Jo", "bullet": False},  # a line of its own: "ask Jo" may begin on it
    ]


def test_no_task_begins_on_a_ticked_line() -> None:
    lines = (Line.from_text("rent paid. ask Jo", box=DONE),)
    region = Region("r", lines, (Sentence(0, 2, Label.NON_TASK), Sentence(2, 4, Label.TASK)))
    wide = WritingStyle(width=99, case="kept", end_marks=True, apostrophes=True, misread=0.0)
    written = write_region("r", drafts_of(region), wide, random.Random(0))
    assert [(line.text, line.box) for line in written.lines] == [("rent paid.", DONE), ("ask Jo", None)]


def test_a_plain_style_changes_the_layout_alone() -> None:
    plain = WritingStyle(width=12, case="kept", end_marks=True, apostrophes=True, misread=0.0)
    region = write_region("r", drafts_of(NOTES.regions[0]), plain, random.Random(0))
    assert region.word_texts == NOTES.regions[0].word_texts
    assert region.sentences == NOTES.regions[0].sentences
    assert all(len(line.text) <= 12 for line in region.lines)
    assert [line.bullet for line in region.lines if line.text.startswith("Call")] == [True]
    assert any(not line.bullet for line in region.lines)  # wrapped


def test_styles_differ() -> None:
    styles = [draw_style(random.Random(seed)) for seed in range(200)]
    assert {style.case for style in styles} == {"kept", "lower", "upper"}
    assert len({style.width for style in styles}) > 5


def test_same_seed_same_boards_and_any_part_of_them() -> None:
    sources = gather([NOTES], TEXTS)
    boards = [item.to_jsonl() for item in synthesize(sources, 20, seed=5)]
    assert boards == [item.to_jsonl() for item in synthesize(sources, 20, seed=5)]
    assert boards[7:12] == [item.to_jsonl() for item in synthesize(sources, 5, seed=5, first=7)]
    assert boards != [item.to_jsonl() for item in synthesize(sources, 20, seed=6)]


def test_no_sources_for_boards() -> None:
    with pytest.raises(InputError, match="no sources for boards"):
        next(synthesize(gather([]), 1, seed=0))


def test_texts_in_three_forms(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"sentences": ["One.", "", "Two."]}\n\n{"sentences": []}\n')
    (tmp_path / "a.tsv").write_text("Yes\tOne.\nNo\tTwo.\n")
    (tmp_path / "a.txt").write_text("One.\nTwo.\n\n\nThree.\n")
    assert load_texts(tmp_path / "a.jsonl") == [["One.", "Two."]]
    assert load_texts(tmp_path / "a.tsv") == [["One.", "Two."]]
    assert load_texts(tmp_path / "a.txt") == [["One.", "Two."], ["Three."]]
    assert load_items(tmp_path / "a.txt") == ["One.", "Two.", "Three."]


@pytest.mark.parametrize("text", ["", "[1]\n", "{\n", '{"sentences": [1]}\n', '{"text": "a"}\n'])
def test_texts_that_are_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.jsonl").write_text(text)
    with pytest.raises(InputError, match=r"a\.jsonl"):
        load_texts(tmp_path / "a.jsonl")


def test_the_command(run: Run, tmp_path: Path) -> None:
    (tmp_path / "boards.jsonl").write_text(format_boards([NOTES]))
    (tmp_path / "mail.txt").write_text("It rained.\nCall me.\n")
    command = ("synthesize", "boards.jsonl", "--texts", "mail.txt", "--count", "30", "--seed", "4")
    piped = run(*command)
    assert piped.returncode == 0
    assert len(piped.stdout.splitlines()) == 30
    kinds = {json.loads(line)["about"]["synthetic"] for line in piped.stdout.splitlines()}
    assert kinds == {VARIED, HEADED, TEXT}
    assert run(*command, "--out", "s.jsonl").returncode == 0
    assert (tmp_path / "s.jsonl").read_text() == piped.stdout
    checked = run("check", "s.jsonl")
    assert checked.returncode == 0
    assert " 0 wrong, 0 repaired" in checked.stdout


def test_the_command_refuses_boards_without_labels(run: Run, tmp_path: Path) -> None:
    (tmp_path / "boards.jsonl").write_text(format_boards([NOTES.without_labels()]))
    done = run("synthesize", "boards.jsonl", "--out", "s.jsonl")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "has no sentences" in done.stderr
    assert not (tmp_path / "s.jsonl").exists()
