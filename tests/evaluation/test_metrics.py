"""The paper's evaluation: 400 worked cases, and properties against brute force."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate.board import Board, HasSpan, Label, Line, Region, Sentence, Span
from inkslate.evaluation.columns import SCORES
from inkslate.evaluation.evaluation import Evaluation, compare, signature
from inkslate.evaluation.metrics.boundaries import boundaries_of, boundary_similarity
from inkslate.evaluation.metrics.intervals import bootstrap
from inkslate.evaluation.metrics.matching import MATCHINGS, best_matching
from inkslate.evaluation.metrics.scoring import Counts, derive, score_region, total
from inkslate.evaluation.score_table import score_table
from inkslate.extraction import ModelInfo
from inkslate.formats.extraction_jsonl import Predictions
from inkslate.version import __version__
from tests.support.paths import ROOT

GOLDEN = [json.loads(line) for line in (ROOT / "tests" / "golden" / "metrics.jsonl").read_text().splitlines()]


def iou(a: HasSpan, b: HasSpan) -> Fraction:
    shared = set(range(a.start, a.end)) & set(range(b.start, b.end))
    return Fraction(len(shared), len(set(range(a.start, a.end)) | set(range(b.start, b.end))))


def close(a: float | None, b: float | None) -> bool:
    return (a is None) == (b is None) and (a is None or b is None or abs(a - b) < 1e-9)


@pytest.mark.parametrize("matching", ["reference", "paper"])
def test_all_worked_cases_agree(matching: str) -> None:
    assert len(GOLDEN) == 400
    for case in GOLDEN:
        gold = [Sentence(start, end, Label(label)) for start, end, label in case["gold"]]
        predicted = [Span(*span) for span in case["pred"]]
        result, expected = score_region(gold, predicted, MATCHINGS[matching]), case[matching]
        assert {name: getattr(result.counts, name) for name in ("tp", "fp", "tn", "fn")} == {
            name: expected[name] for name in ("tp", "fp", "tn", "fn")
        }, case
        assert close(result.B, case["reference"]["B"]), case
        assert close(result.B_tp, expected["B_tp"]), case


@st.composite
def partitions(draw: st.DrawFn, words: int) -> list[Span]:
    cuts = sorted(draw(st.sets(st.integers(1, words - 1)))) if words > 1 else []
    return [Span(a, b, draw(st.booleans())) for a, b in pairwise([0, *cuts, words])]


@st.composite
def comparisons(draw: st.DrawFn, most: int = 14) -> tuple[list[Sentence], list[Span]]:
    words = draw(st.integers(1, most))
    gold = [Sentence(s.start, s.end, draw(st.sampled_from(Label))) for s in draw(partitions(words))]
    return gold, draw(partitions(words))


@given(comparisons(most=7))
def test_the_matching_weighs_as_much_as_the_best_of_all(case: tuple[list[Sentence], list[Span]]) -> None:
    gold, predicted = case
    tasks = [span for span in predicted if span.is_task]
    small, large = sorted([tasks, gold], key=len)
    best = max(
        (sum((iou(a, b) for a, b in zip(small, chosen, strict=True)), Fraction(0)))
        for chosen in permutations(large, len(small))
    )
    matches = best_matching(tasks, gold)
    assert sum((iou(tasks[match.predicted], gold[match.gold]) for match in matches), Fraction(0)) == best
    assert len({match.gold for match in matches}) == len({match.predicted for match in matches}) == len(matches)
    assert all(match.iou == float(iou(tasks[match.predicted], gold[match.gold])) for match in matches)


@pytest.mark.parametrize(
    ("predicted", "gold", "expected"),
    [
        # One prediction over two equal gold sentences takes the earlier.
        ([(0, 4)], [(0, 2), (2, 4)], [(0, 0)]),
        # A full matching needs gold sentence 1 for the prediction without overlap, so the tie goes to 2.
        ([(0, 1), (1, 2), (2, 6)], [(0, 2), (2, 4), (4, 6)], [(0, 0), (2, 2)]),
    ],
)
def test_ties_go_as_in_the_reference(
    predicted: list[tuple[int, int]], gold: list[tuple[int, int]], expected: list[tuple[int, int]]
) -> None:
    matches = best_matching([Span(*span) for span in predicted], [Span(*span) for span in gold])
    assert [(match.predicted, match.gold) for match in matches] == expected


def edit_cost(a: frozenset[int], b: frozenset[int]) -> tuple[int, int]:
    """By definition: the cheapest way to edit a into b as (near misses, misses and additions)."""
    odd = sorted(a ^ b)
    if not odd:
        return 0, 0
    first, rest = odd[0], a ^ b
    near, full = edit_cost(a - {first}, b - {first})
    options = [(near, full + 1)]
    if first + 1 in rest and (first in a) != (first + 1 in a):
        near, full = edit_cost(a - {first, first + 1}, b - {first, first + 1})
        options.append((near + 1, full))
    return min(options, key=lambda pair: pair[0] * 0.5 + pair[1])


@given(st.frozensets(st.integers(0, 14)), st.frozensets(st.integers(0, 14)))
def test_b_is_its_definition(a: frozenset[int], b: frozenset[int]) -> None:
    near, full = edit_cost(a, b)
    whole = len(a & b) + near + full
    assert close(boundary_similarity(a, b), 1 - (full + near / 2) / whole if whole else None)


@given(st.frozensets(st.integers(0, 30), min_size=1))
def test_b_of_a_segmentation_with_itself_is_one(a: frozenset[int]) -> None:
    assert boundary_similarity(a, a) == 1


# Words cut at these places; B by hand: (matches, near misses at half price, full misses).
@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ({0, 4, 8}, {0, 4, 8}, 1.0),
        ({0, 4, 8}, {0, 5, 8}, 1 - 0.5 / 3),  # one word off
        ({0, 4, 8}, {0, 6, 8}, 1 - 2 / 4),  # two words off: a miss and an addition
        ({0, 8}, {0, 4, 8}, 1 - 1 / 3),
        ({0, 3, 4, 8}, {0, 4, 5, 8}, 1 - 2 / 5),  # 3 and 5 are two apart
    ],
)
def test_b_by_hand(a: set[int], b: set[int], expected: float) -> None:
    assert boundary_similarity(a, b) == pytest.approx(expected)


# Gold: two tasks and a non-task of four words each; predictions at the edges of the 25 % threshold.
GOLD = [Sentence(0, 4, Label.TASK), Sentence(4, 8, Label.TASK_BY_CONTEXT), Sentence(8, 12, Label.NON_TASK_BY_CONTEXT)]


@pytest.mark.parametrize(
    ("predicted", "matching", "expected"),
    [
        # IoU exactly 1/4 with the first task.
        ([(0, 1, True), (1, 12, False)], "paper", {"tp": 1, "fn": 1, "unmatched": 0}),
        ([(0, 1, True), (1, 12, False)], "reference", {"tp": 0, "fn": 2, "unmatched": 1, "fp": 0}),
        # Two predictions in one gold sentence: the smaller has no match.
        ([(0, 3, True), (3, 4, True), (4, 12, False)], "paper", {"tp": 1, "fp": 0, "unmatched": 1}),
        ([(0, 3, True), (3, 4, True), (4, 12, False)], "strict", {"tp": 1, "fp": 1, "unmatched": 1}),
        # A non-task taken for a task.
        ([(0, 8, False), (8, 12, True)], "paper", {"fp": 1, "tn": 0, "context_non_tasks_kept": 0}),
        ([(0, 4, False), (4, 8, True), (8, 12, False)], "paper", {"context_tasks_found": 1, "context_tasks": 1}),
    ],
)
def test_counts_by_hand(predicted: list[tuple[int, int, bool]], matching: str, expected: dict[str, int]) -> None:
    counts = score_region(GOLD, [Span(*span) for span in predicted], MATCHINGS[matching]).counts
    assert {name: getattr(counts, name) for name in expected} == expected


def test_undefined_is_none_and_never_zero() -> None:
    nothing = derive(Counts())
    assert {nothing.task.f1, nothing.non_task.recall, nothing.accuracy, nothing.B, nothing.B_tp} == {None}
    no_tasks = score_region([Sentence(0, 2, Label.NON_TASK)], [Span(0, 2, False)], MATCHINGS["paper"])
    scores = derive(no_tasks.counts)
    assert (scores.task.recall, scores.task.precision, scores.task.f1, no_tasks.B_tp) == (None, None, None, None)
    assert (scores.non_task.f1, scores.accuracy, no_tasks.B) == (1, 1, 1)


def test_an_empty_region_has_no_b() -> None:
    assert score_region([], [], MATCHINGS["paper"]).B is None


@given(st.lists(comparisons(), max_size=5))
def test_counts_add_up_in_any_order(cases: list[tuple[list[Sentence], list[Span]]]) -> None:
    counts = [score_region(gold, predicted, MATCHINGS["paper"]).counts for gold, predicted in cases]
    forward, backward = total(counts), total(reversed(counts))
    assert derive(forward).task == derive(backward).task
    assert forward.tp + forward.fn + forward.fp + forward.tn == sum(len(gold) for gold, _ in cases)
    assert close(derive(forward).B, derive(backward).B)


def test_intervals_hold_the_score_and_shrink_with_more_documents() -> None:
    one = [Counts(tp=8, fp=2, tn=9, fn=1, B_sum=0.9, B_regions=1), Counts(tp=2, fn=4, tn=3, B_sum=0.5, B_regions=1)]
    few, many = bootstrap(one * 5), bootstrap(one * 50)
    value = derive(total(one)).task.f1
    assert value is not None
    assert few["task_f1"] is not None
    assert many["task_f1"] is not None
    assert few["task_f1"][0] < many["task_f1"][0] < value < many["task_f1"][1] < few["task_f1"][1]
    assert few["B_tp"] is None
    assert bootstrap(one) == bootstrap(one)
    assert bootstrap([]) == dict.fromkeys(SCORES)


def test_a_region_without_words_adds_nothing() -> None:
    result = score_region((), (), MATCHINGS["paper"])
    assert (result.B, result.B_tp, result.counts) == (None, None, Counts())
    # Nor does a region without a true positive add to B_tp.
    alone = score_region([Sentence(0, 2, Label.NON_TASK)], [Span(0, 2, False)], MATCHINGS["paper"])
    assert alone.counts == Counts(tn=1, B_sum=1.0, B_regions=1)


TUNED = (("begin", 0.75), ("begin_line", 0.3), ("begin_bullet", 0.2), ("task", 0.3))


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        # Rules have neither weights nor a runtime.
        (ModelInfo("rules", "1", "rules", "both"), ""),
        # Without thresholds of its own a model takes the most likely label.
        (
            ModelInfo("m", "1", "nti", "both", "ab" * 32, runtime=("torch", "2.7.1+cpu")),
            "|sha256:abababababab|torch:2.7.1+cpu",
        ),
        (
            ModelInfo("m", "1", "nti", "both", "ab" * 32, TUNED, ("onnxruntime", "1.22.0")),
            "|sha256:abababababab|thresholds:begin=0.75,begin_line=0.3,begin_bullet=0.2,task=0.3|onnxruntime:1.22.0",
        ),
    ],
)
def test_a_signature_has_all_that_a_score_depends_on(model: ModelInfo, expected: str) -> None:
    start = f"scheme:{model.scheme}|layout:both|matching:paper|model:{model.name}|version:1|inkslate:{__version__}"
    assert signature(model, MATCHINGS["paper"]) == start + expected


def half_found(boards: int, *, regions: int = 1) -> Evaluation:
    """Boards of one task each (so many times over), found on every second board."""
    gold, found = [], {}
    for number in range(boards):
        parts = [
            Region(f"r{at}", (Line.from_text("call Ruth"),), (Sentence(0, 2, Label.TASK),)) for at in range(regions)
        ]
        gold.append(Board(f"b{number}", tuple(parts)))
        found[f"b{number}"] = {part.id: (Span(0, 2, number % 2 == 0),) for part in parts}
    return compare(gold, Predictions("by hand", ModelInfo("by hand", "1", "NTI", "both"), found))


@pytest.mark.parametrize(
    ("boards", "regions", "low", "high"),
    [
        # The number of boards found in a sample of n is binomial(n, 1/2): the middle 95 % of it are
        (100, 1, 0.40, 0.60),
        (400, 1, 0.4525, 0.5475),
        # A board is drawn as a whole: four equal regions on each tell no more than one.
        (100, 4, 0.40, 0.60),
    ],
)
def test_an_interval_holds_95_per_cent_of_the_samples_of_boards(
    boards: int, regions: int, low: float, high: float
) -> None:
    evaluation = half_found(boards, regions=regions)
    value = evaluation.to_json()
    # 90 % would be narrower, 99 % wider, by more than this.
    tolerance = 0.12 * (high - low) / 2
    assert value["intervals"]["task_recall"] == pytest.approx([low, high], abs=tolerance)
    # A constant has no width, and what is undefined has no interval.
    assert value["intervals"]["task_precision"] == [1.0, 1.0]
    assert value["intervals"]["context_task_recall"] is None
    shown = next(row for row in score_table(evaluation).splitlines() if row.startswith("task recall "))
    ends = value["intervals"]["task_recall"]
    assert shown.split() == ["task", "recall", "50.0", f"{100 * ends[0]:.1f}", "to", f"{100 * ends[1]:.1f}"]


def test_boundaries_include_the_outer_ones() -> None:
    assert boundaries_of([Span(0, 2), Span(2, 5)]) == {0, 2, 5}
    assert boundaries_of([]) == set()
