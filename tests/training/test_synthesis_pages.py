"""Synthetic pages: headings, gaps, nesting, boxes and keywords, and labels that follow from them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkslate.board import DONE, OPEN, Board, Label, Line, Region
from inkslate.extraction import FoundSentence, apply_marks
from inkslate.model.view import VIEWS, passages
from inkslate.training.synthesis.boards import SyntheticBoard, synthesize
from inkslate.training.synthesis.habits import BOXES, ORG_KEYWORDS, Habits, draw_habits
from inkslate.training.synthesis.nesting import with_children, with_details
from inkslate.training.synthesis.pages import arrange, headed_page, text_page
from inkslate.training.synthesis.sections import Section
from inkslate.training.synthesis.sources import HEADED, TEXT, gather
from inkslate.training.synthesis.writing import DraftSentence
from tests.support.synthetic import NOTES, TEXTS, begun_lines

SOURCES = gather([NOTES], TEXTS, ["water plants", "sort the seeds", "Jo is to fetch the keys"])


@pytest.fixture(scope="module")
def headed() -> list[SyntheticBoard]:
    """500 headed boards."""
    only_headed = replace(SOURCES, texts=())
    made = [item for item in synthesize(only_headed, 1200, seed=11) if item.kind == HEADED]
    return made[:500]


def lines_of(board: Board) -> list[Line]:
    return [line for region in board.regions for line in region.lines]


def task_share(board: Board) -> float:
    sentences = [sentence for region in board.regions for sentence in region.sentences or ()]
    return sum(sentence.is_task for sentence in sentences) / len(sentences)


def found(region: Region) -> tuple[FoundSentence, ...]:
    return tuple(FoundSentence(s.start, s.end, s.is_task) for s in region.sentences or ())


@given(st.integers(0, 10**6), st.integers(0, 10**6))
@settings(max_examples=200)
def test_labels_are_what_the_marks_state(seed: int, number: int) -> None:
    """Boxes and keywords begin sentences, and applying what they state changes nothing."""
    (item,) = synthesize(replace(SOURCES, texts=()), 1, seed=seed, first=number)
    for region in item.board.regions:
        without = tuple(replace(sentence, stated=None) for sentence in apply_marks(region, found(region)))
        assert without == found(region)
        begun = begun_lines(region)
        assert [line for line in region.lines if line.box] == [line for _, line in begun if line.box]
        for sentence, line in begun:
            if line.box == OPEN:
                assert sentence.label in (Label.TASK, Label.TASK_BY_CONTEXT)
            elif line.box == DONE:
                assert sentence.label is Label.NON_TASK
            if line.heading:
                assert sentence.end - sentence.start == len(line.words)
                assert line.box or sentence.label is Label.NON_TASK


def test_an_open_box_before_an_action_is_1_and_before_a_phrase_3(headed: list[SyntheticBoard]) -> None:
    labels: dict[str, set[Label]] = {"fresh batteries": set(), "call the plumber today": set()}
    for item in headed:
        for region in item.board.regions:
            for sentence, line in begun_lines(region):
                text = region.text(sentence.start, sentence.end).lower()
                if line.box == OPEN and text in labels:
                    labels[text].add(sentence.label)
    assert labels == {"fresh batteries": {Label.TASK_BY_CONTEXT}, "call the plumber today": {Label.TASK}}


def test_shares_of_pages_with_and_without_tasks(headed: list[SyntheticBoard]) -> None:
    shares = [task_share(item.board) for item in headed]
    free, full = (sum(map(test, shares)) / len(shares) for test in (lambda s: s == 0, lambda s: s >= 2 / 3))
    assert 0.35 <= free <= 0.47
    assert 0.15 <= full <= 0.30


def test_every_fact_occurs_on_some_boards_and_not_on_most(headed: list[SyntheticBoard]) -> None:
    seen: Counter[str] = Counter()
    for item in headed:
        lines = lines_of(item.board)
        facts = {
            "open box": any(line.stated == "box" for line in lines),
            "ticked box": any(line.done and not line.keyword for line in lines),
            "open keyword": any(line.stated == "keyword" for line in lines),
            "done keyword": any(line.done and line.keyword for line in lines),
            "heading": any(line.heading for line in lines),
            "nested headings": len({line.heading for line in lines if line.heading}) > 1,
            "heading with a keyword": any(line.heading and line.keyword for line in lines),
            **{f"depth {depth}": any(line.indent == depth for line in lines) for depth in (1, 2, 3)},
        }
        seen.update(name for name, there in facts.items() if there)
    often = {"open box": 0.08, "ticked box": 0.05, "open keyword": 0.05, "done keyword": 0.04, "heading": 0.3}
    often |= {"nested headings": 0.1, "heading with a keyword": 0.004, "depth 1": 0.2, "depth 2": 0.08, "depth 3": 0.01}
    for name, least in often.items():
        assert least <= seen[name] / len(headed) <= 0.5, name
    assert max(line.indent for item in headed for line in lines_of(item.board)) == 3


def test_about_half_of_the_headings_are_in_a_region_of_their_own(headed: list[SyntheticBoard]) -> None:
    for marked in (True, False):
        habits = [h for h in map(draw_habits, map(random.Random, range(1000))) if (h.level > 0) is marked]
        assert 0.4 <= sum(h.gap for h in habits) / len(habits) <= 0.6
    alone = [
        len(region.lines) == 1
        for item in headed
        for region in item.board.regions
        for line in region.lines
        if line.heading and not line.box
    ]
    assert 0.35 <= sum(alone) / len(alone) <= 0.65


def test_some_lines_have_several_sentences_without_full_stops(headed: list[SyntheticBoard]) -> None:
    run_on = 0
    for item in headed:
        regions = item.board.regions
        inside = [len(region.sentences or ()) - len(begun_lines(region)) for region in regions]
        run_on += sum(inside) > 1 and not any(word.endswith(".") for r in regions for word in r.word_texts)
    assert 0.05 <= run_on / len(headed) <= 0.4


def test_what_depends_on_context_is_read_below_a_heading(headed: list[SyntheticBoard]) -> None:
    """A gap hides no heading that decides: it is in the region, or the model reads it above the region."""
    for item in headed:
        for region, above in passages(item.board, VIEWS["headings"]):
            sentences = region.sentences or ()
            marked = {sentence.start for sentence, line in begun_lines(region) if line.box}
            if any(s.label.by_context and s.start not in marked for s in sentences):
                assert above or sentences[0].label is Label.NON_TASK


def test_lists_are_split_by_gaps(headed: list[SyntheticBoard]) -> None:
    """Two regions of one list: both have bullets only, so that no heading is between them."""
    split = [
        item
        for item in headed
        if any(all(line.bullet for r in pair for line in r.lines) for pair in pairwise(item.board.regions))
    ]
    assert len(split) > 5


def test_blocks_begin_with_an_item_that_is_not_below_another() -> None:
    facts = [Line((), True, indent=depth) for depth in (0, 1, 0, 1, 1, 0, 0, 1)]
    items = [DraftSentence((str(at),), Label.TASK, facts=line) for at, line in enumerate(facts)]
    sizes = set()
    for seed in range(200):
        blocks = arrange([Section(None, items)], Habits(), random.Random(seed))
        assert [draft for block in blocks for draft in block] == items
        assert all(block[0].facts.indent == 0 and len(block) > 1 for block in blocks)
        sizes.add(len(blocks))
    assert sizes == {1, 2, 3}


@pytest.mark.parametrize("gap", [True, False])
def test_a_gap_below_a_heading(gap: bool) -> None:
    title, heading = (DraftSentence((word,), Label.NON_TASK) for word in ("Trip", "Packing"))
    items = [DraftSentence(("socks",), Label.TASK_BY_CONTEXT)]
    habits = Habits(gap=gap, apart=True)
    blocks = arrange([Section(title), Section(heading, items)], habits, random.Random(0))
    assert blocks == ([[title], [heading], items] if gap else [[title], [heading, *items]])


@given(st.integers(0, 10**6))
def test_an_item_is_nested_below_one_of_its_label_only(seed: int) -> None:
    """ "Kitchen" above things to do would name them, and be no task."""
    rng = random.Random(seed)
    items = [DraftSentence(("a",), rng.choice((Label.TASK, Label.TASK_BY_CONTEXT))) for _ in range(8)]
    nested = with_children(items, rng)
    for above, item in pairwise(nested):
        if item.facts.indent:
            assert item.label is above.label is Label.TASK
            assert item.facts.indent <= above.facts.indent + 1


@given(st.integers(0, 10**6))
def test_details_are_no_tasks(seed: int) -> None:
    items = [DraftSentence(("a",), Label.TASK, facts=Line((), True))] * 6
    detailed = with_details(items, [("we", "saw", "it")], random.Random(seed))
    assert [draft for draft in detailed if not draft.facts.indent] == items
    assert {draft.label for draft in detailed if draft.facts.indent} <= {Label.NON_TASK}


def test_keywords_of_an_outline_may_be_in_headings() -> None:
    habits = Habits(level=2, marks=ORG_KEYWORDS)
    drafts = [d for seed in range(60) for block in headed_page(SOURCES, habits, random.Random(seed)) for d in block]
    outline = {draft.facts.heading for draft in drafts if draft.facts.box}
    assert outline == {0, 3}
    assert {draft.facts.heading for draft in drafts if not draft.facts.box} == {0, 2}


def test_boxes_have_no_keyword() -> None:
    habits = Habits(marks=BOXES)
    drafts = [d for seed in range(60) for block in headed_page(SOURCES, habits, random.Random(seed)) for d in block]
    assert {draft.facts.box for draft in drafts} == {None, OPEN, DONE}
    assert {draft.facts.keyword for draft in drafts} == {None}


def test_text_boards_have_starts_for_every_region() -> None:
    document = [f"Sentence {number} is here ." for number in range(30)]
    sources = replace(SOURCES, boards=(), things=(), texts=[document])
    made = list(synthesize(sources, 300, seed=2))
    for item in made:
        assert item.kind == TEXT
        assert list(item.starts) == [region.id for region in item.board.regions]
        for region in item.board.regions:
            assert region.sentences is None
            starts = item.starts[region.id]
            assert starts[0] == 0
            assert all(a < b for a, b in pairwise((*starts, len(region.word_texts))))
            begun = [start for start, line in zip(region.line_starts, region.lines, strict=True) if line.bullet]
            assert set(begun) <= set(starts)
    lines = [line for item in made for line in lines_of(item.board)]
    assert {line.box for line in lines} == {None}  # nobody knows which of them are tasks
    assert any(line.heading for line in lines)
    assert {1, 2} <= {line.indent for line in lines}
    assert {1, 2, 3} <= {len(item.board.regions) for item in made}


def test_a_text_board_begins_where_its_sentences_do() -> None:
    for seed in range(50):
        blocks = text_page(SOURCES, draw_habits(random.Random(seed)), random.Random(seed))
        texts = [" ".join(draft.words) for block in blocks for draft in block]
        rest = iter(TEXTS[0])
        assert sum(text in rest for text in texts if text in TEXTS[0]) >= 1
        assert all(draft.label is None for block in blocks for draft in block)
