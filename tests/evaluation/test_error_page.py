from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from inkslate.board import Board, Label, Line, Region, Sentence, Span
from inkslate.evaluation.error_page import error_page
from inkslate.evaluation.evaluation import Evaluation, compare
from inkslate.extraction import ModelInfo
from inkslate.formats.extraction_jsonl import Predictions

INFO = ModelInfo("made by hand", "1", "NTI", "both")
VOID = frozenset({"meta", "input", "br", "hr", "img", "link"})

Case = tuple[Region, tuple[Span, ...]]


def region(name: str, *lines: str, gold: list[tuple[int, int, Label]]) -> Region:
    """A line that starts with a dash is a bulleted one."""
    made = (Line.from_text(text.removeprefix("-"), bullet=text.startswith("-")) for text in lines)
    return Region(name, tuple(made), tuple(Sentence(*sentence) for sentence in gold))


def evaluation_of(*cases: Case, matching: str = "paper") -> Evaluation:
    board = Board("b1", tuple(region for region, _ in cases))
    spans = {"b1": {region.id: predicted for region, predicted in cases}}
    return compare([board], Predictions("by hand", INFO, spans), matching=matching)


def page_of(*cases: Case, title: str = "errors", matching: str = "paper") -> str:
    return error_page(evaluation_of(*cases, matching=matching), title=title)


def cards_of(page: str) -> list[str]:
    return re.findall(r"<article.*?</article>", page, re.DOTALL)


def region_ids(page: str) -> list[str]:
    return re.findall(r"<h3>Region <bdi>(.*?)</bdi>", page)


class Outline(HTMLParser):
    """Fails on a tag that is closed out of turn; collects what a test asks about."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str, str]] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag


PERFECT: Case = (
    region("fine", "call Ruth", gold=[(0, 2, Label.TASK)]),
    (Span(0, 2, True),),
)
# G1 is hit by P1; G2, a non-task, is taken for a task; G3 is missed.
MIXED: Case = (
    region(
        "mixed",
        "-call Ruth",
        "blue paint",
        "-buy two brushes",
        gold=[(0, 2, Label.TASK), (2, 4, Label.NON_TASK_BY_CONTEXT), (4, 7, Label.TASK_BY_CONTEXT)],
    ),
    (Span(0, 2, True), Span(2, 4, True), Span(4, 7, False)),
)
# The predicted task shares one word of six with the only gold sentence: too little to match.
LONE: Case = (
    region("lone", "a b c d e f", gold=[(0, 6, Label.NON_TASK)]),
    (Span(0, 5, False), Span(5, 6, True)),
)
# The same task, but predicted without its first word: no error in the counts, only a boundary.
CUT: Case = (
    region("cut", "so order more paint", gold=[(0, 4, Label.TASK)]),
    (Span(0, 1, False), Span(1, 4, True)),
)
ALL = (PERFECT, CUT, LONE, MIXED)


def test_worst_region_first_and_faultless_ones_folded_at_the_end() -> None:
    page = page_of(*ALL)
    # mixed: a false alarm and a miss; lone: one unmatched; cut: a boundary; fine: nothing.
    assert region_ids(page) == ["mixed", "lone", "cut", "fine"]
    wrong, clean = page.split("<details>")
    assert region_ids(wrong) == ["mixed", "lone", "cut"]
    assert region_ids(clean) == ["fine"]


def test_equal_errors_are_ordered_by_the_lowest_boundary_similarity() -> None:
    miss = region("kept", "call Ruth now", gold=[(0, 3, Label.TASK)])
    worse = region("torn", "call Ruth now", gold=[(0, 3, Label.TASK)])
    page = page_of((miss, (Span(0, 3, False),)), (worse, (Span(0, 1, False), Span(1, 3, False))))
    assert region_ids(page) == ["torn", "kept"]


def test_strict_matching_counts_an_unmatched_task_once() -> None:
    # In strict matching `fp` holds the unmatched one too: lone has one error, mixed still has two.
    assert region_ids(page_of(LONE, MIXED, matching="strict")) == ["mixed", "lone"]


@pytest.mark.parametrize(
    ("case", "cell"),
    [
        (MIXED, '<td class="hit task"><i>G1</i> ☐ <bdi>call Ruth</bdi> <b>✓ hit</b> <i>↔ P1</i></td>'),
        (MIXED, '<td class="hit task"><i>P1</i> ☐ <bdi>call Ruth</bdi> <b>✓ hit</b> <i>↔ G1, IoU 1.00</i></td>'),
        (MIXED, "<bdi>blue paint</bdi> <em>non-task due to context</em> <b>! false alarm</b> <i>↔ P2</i></td>"),
        (MIXED, '<td class="alarm task"><i>P2</i> ☐ <bdi>blue paint</bdi> <b>! false alarm</b>'),
        (MIXED, "☐ <bdi>buy two brushes</bdi> <em>task due to context</em> <b>✗ miss</b></td>"),
        # A non-task on both sides stays plain.
        (MIXED, "<td><i>P3</i> <bdi>buy two brushes</bdi></td>"),
        (LONE, '<td class="lone task"><i>P2</i> ☐ <bdi>f</bdi> <b>? unmatched</b></td>'),
        # Three words of four are shared.
        (CUT, "<b>✓ hit</b> <i>↔ G1, IoU 0.75</i>"),
    ],
)
def test_each_kind_of_mark(case: Case, cell: str) -> None:
    (card,) = cards_of(page_of(case))
    assert cell in card


def test_a_match_counts_predicted_tasks_but_names_the_sentence() -> None:
    # The first predicted task is the second predicted sentence.
    case = region("r", "well call Ruth", gold=[(0, 1, Label.NON_TASK), (1, 3, Label.TASK)])
    (card,) = cards_of(page_of((case, (Span(0, 1, False), Span(1, 3, True)))))
    assert "↔ P2" in card
    assert "↔ G2" in card


def test_a_boundary_of_one_side_shows_where_the_other_goes_on() -> None:
    (card,) = cards_of(page_of(CUT))
    # Gold goes on with its sentence, the prediction starts one: the arrow points to it.
    assert '<tr class="cut"><td class="hit task on">⋯ <bdi>order more paint</bdi></td><td>▸</td>' in card
    assert "1 boundary" in card
    turned = region("r", "a b", gold=[(0, 1, Label.TASK), (1, 2, Label.TASK)])
    assert "<td>◂</td>" in page_of((turned, (Span(0, 2, True),)))


def test_a_region_is_shown_as_it_is_written_with_its_counts() -> None:
    (card,) = cards_of(page_of(MIXED))
    assert "<p>• call Ruth</p><p>blue paint</p><p>• buy two brushes</p>" in card
    assert "tp 1 · fp 1 · tn 0 · fn 1 · unmatched 0 · B 100.0 · B_tp 100.0" in card
    assert "board <bdi>b1</bdi>" in card


def test_scores_carry_intervals_and_the_signature() -> None:
    evaluation = evaluation_of(*ALL)
    page = error_page(evaluation, title="errors")
    assert f"<code>{evaluation.signature}</code>" in page
    # Three of four gold tasks are hit; one board gives an interval of no width.
    assert "<td>75.0 <i>75.0–75.0</i></td>" in page
    assert "boards 1 · regions 4 · gold sentences 6 · tp 3 · fp 1 · tn 1 · fn 1 · unmatched 1" in page


def test_every_score_has_its_heading() -> None:
    tables = re.search(r'<div class="scores">.*?</div>', page_of(*ALL), re.DOTALL)
    assert tables
    assert re.findall(r'scope="col">(.*?)</th>', tables[0]) == [
        "recall", "precision", "F1", "recall, due to context", "accuracy", "B_tp", "B"
    ]  # fmt: skip
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', tables[0])
    assert [(group, row.count("<td>")) for group, row in rows] == [("task", 4), ("non-task", 4)]
    # tp 3, fp 1, tn 1, fn 1; the only task due to context is missed, the only such non-task a false alarm.
    shown = [re.sub(r" <i>.*?</i>", "", row) for _, row in rows]
    assert shown == [
        "<td>75.0</td><td>75.0</td><td>75.0</td><td>0.0</td>",
        "<td>50.0</td><td>50.0</td><td>50.0</td><td>0.0</td>",
    ]


def test_undefined_is_printed_as_undefined() -> None:
    # No gold non-task, none predicted: its recall is 0/0.
    page = page_of(PERFECT)
    assert '<tr><th scope="row">non-task</th><td>undefined</td>' in page
    assert "B_tp undefined" in page_of(LONE)


def test_no_regions() -> None:
    page = page_of()
    Outline(page)
    assert cards_of(page) == []
    assert page.count("<td>undefined</td>") == 11
    assert "boards 0 · regions 0" in page


def test_a_region_without_words() -> None:
    page = page_of((Region("bare", (Line((), bullet=True),), ()), ()))
    Outline(page)
    assert "<p>• </p>" in page
    assert "B undefined" in page


def test_text_from_data_cannot_become_markup() -> None:
    evil = "<script>alert('1')</script>"
    case = region(evil, f'-{evil} & "more" $title', gold=[(0, 4, Label.TASK)])
    page = page_of((case, (Span(0, 4, False),)), title=evil)
    assert "script" not in Outline(page).tags
    assert "&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt; &amp; &quot;more&quot; $title" in page


def test_a_title_that_is_no_text_leaves_the_page_utf8() -> None:
    assert "<title>a?.csv</title>" in page_of(title="a\udcff.csv").encode("utf-8").decode("utf-8")


def test_the_page_loads_nothing() -> None:
    page = page_of(*ALL)
    assert "http://" not in page
    assert "https://" not in page
    assert "url(" not in page
    assert "@import" not in page
    outline = Outline(page)
    assert not outline.tags & {"script", "link", "img", "iframe", "object", "base", "form"}
    assert not {name for _, name, _ in outline.attributes} & {"src", "href", "srcset", "style", "onclick"}
    (policy,) = [value for tag, name, value in outline.attributes if tag == "meta" and value.startswith("default-src")]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'")


def test_tags_are_balanced_and_headings_in_order() -> None:
    page = page_of(*ALL)
    Outline(page)
    levels = [int(level) for level in re.findall(r"<h(\d)", page)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_filters_count_regions_and_know_every_kind() -> None:
    page = page_of(*ALL)
    for key, word in (("miss", "✗ miss (1)"), ("alarm", "! false alarm (1)"), ("lone", "? unmatched (1)")):
        assert f'id="only-{key}"> {word}</label>' in page
        assert f"#only-{key}:checked) #wrong>article:not(.{key})" in page
    # lone and cut have a boundary that gold has not.
    assert 'id="only-cut"> ◂▸ boundary (2)' in page
    # Nothing to choose: the button is off.
    assert 'id="only-miss" disabled>' in page_of(PERFECT)


def test_hundreds_of_regions_stay_light() -> None:
    lines = ("-call Ruth about the paint", "blue is sold out", "-buy two brushes")
    gold = [(0, 5, Label.TASK), (5, 9, Label.NON_TASK), (9, 12, Label.TASK)]
    predicted = (Span(0, 5, True), Span(5, 12, True))
    cases = [(region(f"r{number}", *lines, gold=gold), predicted) for number in range(300)]
    assert len(page_of(*cases).encode()) < 400_000
