"""Scores and thresholds: what a calibration does to a score, how it is found, and what a bundle's numbers decide."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkslate.errors import ModelError
from inkslate.extraction import FoundSentence
from inkslate.extractor import Extractor
from inkslate.model.bundle import MANIFEST, Bundle, load_bundle
from inkslate.model.calibration import Calibration, expected_error, fit_calibration
from tests.support.hand_made import CHANCES, graph, look_up, rows, table, write

probabilities = st.floats(0, 1)
calibrations = st.builds(Calibration, st.floats(0.01, 50), st.floats(-50, 50))


def sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def logit(probability: float) -> float:
    return math.log(probability / (1 - probability))


# What it does


@given(probabilities)
def test_by_default_a_score_stays_as_it_is(probability: float) -> None:
    assert Calibration().apply(probability) == probability
    assert Calibration.from_json({}).apply(probability) == probability


@pytest.mark.parametrize(
    ("calibration", "before", "after"),
    [
        (Calibration(2, 0), 0.5, 0.5),  # bent about the middle
        (Calibration(2, 0), 0.9, 81 / 82),  # odds of 9 squared
        (Calibration(0.5, 0), 0.9, 3 / 4),  # their root
        (Calibration(1, math.log(3)), 0.5, 3 / 4),  # odds times three
        (Calibration(1, -math.log(9)), 0.9, 0.5),
    ],
)
def test_odds_are_raised_to_the_scale_and_multiplied(calibration: Calibration, before: float, after: float) -> None:
    assert calibration.apply(before) == pytest.approx(after)


@given(calibrations, probabilities, probabilities)
def test_a_higher_score_never_becomes_a_lower_one(calibration: Calibration, one: float, other: float) -> None:
    low, high = sorted((calibration.apply(one), calibration.apply(other)))
    assert 0 <= low <= high <= 1
    assert (calibration.apply(min(one, other)), calibration.apply(max(one, other))) == (low, high)


@given(st.floats(5e-324, 1.7e308), st.floats(allow_nan=False, allow_infinity=False), probabilities)
def test_whatever_a_manifest_may_hold_gives_a_probability(scale: float, shift: float, probability: float) -> None:
    assert 0 <= Calibration(scale, shift).apply(probability) <= 1


@given(calibrations)
def test_it_is_read_as_it_was_written(calibration: Calibration) -> None:
    assert Calibration.from_json(json.loads(json.dumps(calibration.to_json()))) == calibration


# How it is found


@pytest.mark.parametrize(
    ("scale", "shift"),
    [(1.0, 0.0), (0.5, 0.0), (2.0, 0.0), (1.0, 1.5), (1.0, -1.5), (0.4, -1.0), (3.0, 0.7)],
)
def test_a_known_distortion_is_found(scale: float, shift: float) -> None:
    # The model says p where the truth is sigmoid(scale * logit(p) + shift).
    rng = random.Random(0)
    said = [rng.uniform(0.02, 0.98) for _ in range(20_000)]
    outcomes = [rng.random() < sigmoid(scale * logit(p) + shift) for p in said]
    found = fit_calibration(said, outcomes)
    assert found.scale == pytest.approx(scale, abs=0.1)
    assert found.shift == pytest.approx(shift, abs=0.1)
    calibrated = [found.apply(p) for p in said]
    before, after = expected_error(said, outcomes), expected_error(calibrated, outcomes)
    assert before is not None
    assert after is not None
    assert after < 0.02
    assert after <= before + 0.005


@pytest.mark.parametrize(
    ("said", "outcomes"),
    [
        ([], []),
        ([0.3, 0.9], [True, True]),  # of one kind alone nothing can be learned
        ([0.3, 0.9], [False, False]),
    ],
)
def test_where_there_is_nothing_to_learn_scores_stay(said: Sequence[float], outcomes: Sequence[bool]) -> None:
    assert fit_calibration(said, outcomes) == Calibration()


def test_scores_that_point_the_wrong_way_are_not_turned_round() -> None:
    said, outcomes = [0.9] * 60 + [0.1] * 40, [False] * 60 + [True] * 40
    assert fit_calibration(said, outcomes).scale > 0


@pytest.mark.parametrize("said", [0.5, 0.9, 0.1, 0.0, 1.0, 1 - 1e-13])
def test_scores_that_are_all_alike_are_moved_towards_the_share_of_tasks(said: float) -> None:
    found = fit_calibration([said] * 100, [number < 25 for number in range(100)])
    assert abs(found.apply(said) - 0.25) <= abs(said - 0.25)
    assert found.scale > 0


def test_classes_that_part_cleanly_are_not_taken_for_certainty() -> None:
    found = fit_calibration([0.2, 0.3, 0.7, 0.8], [False, False, True, True])
    assert found.scale > 0
    assert 0.5 < found.apply(0.8) < 0.99


@settings(deadline=None)
@given(st.lists(st.tuples(probabilities, st.booleans()), max_size=40))
def test_whatever_is_seen_the_log_loss_does_not_rise(seen: list[tuple[float, bool]]) -> None:
    said, outcomes = [p for p, _ in seen], [outcome for _, outcome in seen]
    found = fit_calibration(said, outcomes)
    assert found.scale > 0
    assert math.isfinite(found.scale)
    assert math.isfinite(found.shift)
    positives, negatives = sum(outcomes), len(outcomes) - sum(outcomes)
    targets = [(positives + 1) / (positives + 2) if outcome else 1 / (negatives + 2) for outcome in outcomes]
    assert _log_loss([found.apply(p) for p in said], targets) <= _log_loss(said, targets) + 1e-6


def _log_loss(said: Sequence[float], targets: Sequence[float]) -> float:
    """What Platt's method makes small."""
    bounded = [min(max(p, 1e-12), 1 - 1e-12) for p in said]
    return -sum(t * math.log(p) + (1 - t) * math.log(1 - p) for p, t in zip(bounded, targets, strict=True))


# How far off scores are


@pytest.mark.parametrize(
    ("said", "outcomes", "error"),
    [
        ([1.0, 1.0, 0.0, 0.0], [True, True, False, False], 0.0),
        ([0.75] * 4, [True, True, True, False], 0.0),  # three of four
        ([0.8] * 4, [True, True, False, False], 0.3),  # said 0.8, were 0.5
        ([0.9, 0.1], [False, True], 0.9),
        ([0.9, 0.2, 0.2], [True, False, False], (0.1 + 0.4) / 3),  # bins are weighed by what is in them
        ([0.72, 0.78], [True, False], 0.25),  # one bin: mean 0.75, share 0.5
        ([0.65, 0.75], [True, False], (0.35 + 0.75) / 2),  # two bins
        ([1.0], [False], 1.0),  # the last bin holds its upper end
    ],
)
def test_expected_calibration_error(said: Sequence[float], outcomes: Sequence[bool], error: float) -> None:
    assert expected_error(said, outcomes) == pytest.approx(error)


def test_of_nothing_there_is_no_error() -> None:
    assert expected_error([], []) is None
    with pytest.raises(ValueError, match="zip"):
        expected_error([0.5], [True, False])


@given(st.lists(st.tuples(probabilities, st.booleans()), min_size=1, max_size=30), st.integers(1, 30))
def test_the_error_is_a_share_and_more_bins_do_not_hide_it(seen: list[tuple[float, bool]], bins: int) -> None:
    said, outcomes = [p for p, _ in seen], [outcome for _, outcome in seen]
    one, several = expected_error(said, outcomes, bins=1), expected_error(said, outcomes, bins=bins)
    assert one is not None
    assert several is not None
    assert one - 1e-9 <= several <= 1 + 1e-9  # errors of several bins cannot cancel


# What a bundle's numbers decide. CHANCES has the chances of N, T and I of each word.


def found(notes: str, folder: Path, **fields: Any) -> list[FoundSentence]:
    (sentences,) = Extractor.load(write(folder / "m", **fields).folder).extract(notes).sentences
    return list(sentences)


def cuts(sentences: Sequence[FoundSentence]) -> list[tuple[int, bool]]:
    return [(sentence.start, sentence.is_task) for sentence in sentences]


@pytest.mark.parametrize(
    ("thresholds", "expected"),
    [
        # note and task perhaps either: begins with 0.9, 0.2, 0.9, 0.4, 0.9
        ({}, [(0, False), (2, True), (4, True)]),  # the most probable label of each word
        ({"begin": 0.5}, [(0, False), (2, True), (4, True)]),
        ({"begin": 0.4}, [(0, False), (2, True), (3, False), (4, True)]),  # from 0.4 on; N wins a tie
        ({"begin": 0.41}, [(0, False), (2, True), (4, True)]),
        ({"begin": 0.2}, [(0, False), (1, False), (2, True), (3, False), (4, True)]),
        ({"begin": 0.0}, [(0, False), (1, False), (2, True), (3, False), (4, True)]),
        ({"begin": 1.0}, [(0, False)]),  # the first word begins a sentence in any case, not a task
        # scores 1/9, 8/9 and 5/9
        ({"task": 0.5}, [(0, False), (2, True), (4, True)]),
        ({"task": 0.6}, [(0, False), (2, True), (4, False)]),
        ({"task": 0.9}, [(0, False), (2, False), (4, False)]),
        ({"task": 0.1}, [(0, True), (2, True), (4, True)]),
        ({"task": 1.0}, [(0, False), (2, False), (4, False)]),  # above it, not at it
        ({"begin": 0.4, "task": 0.45}, [(0, False), (2, True), (3, True), (4, True)]),
    ],
)
def test_thresholds_decide(
    thresholds: Mapping[str, float], expected: Sequence[tuple[int, bool]], tmp_path: Path
) -> None:
    # Chances are float32 on their way through the model; a hair's breadth keeps 0.4 from being just below itself.
    shifted = {name: max(0, value - 1e-6) if name == "begin" else value for name, value in thresholds.items()}
    assert cuts(found("note and task perhaps either", tmp_path, thresholds=shifted)) == list(expected)


@pytest.mark.parametrize(
    ("thresholds", "starts"),
    [
        # "perhaps" begins with 0.4, three times: inside of a line, first of a line, first of a bulleted line
        ({"begin": 0.5}, [0]),
        ({"begin": 0.3}, [0, 1, 2, 4]),
        ({"begin": 0.5, "begin_line": 0.3}, [0, 2]),
        ({"begin": 0.5, "begin_bullet": 0.3}, [0, 4]),
        ({"begin": 0.3, "begin_line": 0.5, "begin_bullet": 0.5}, [0, 1]),
        ({"begin": 0.3, "begin_line": 0.5}, [0, 1, 4]),  # what has no threshold of its own has that of any word
    ],
)
def test_thresholds_of_a_place_in_the_line(
    thresholds: Mapping[str, float], starts: Sequence[int], tmp_path: Path
) -> None:
    notes = "note perhaps\nperhaps and\n- perhaps and"
    assert [one.start for one in found(notes, tmp_path, layout="both", thresholds=thresholds)] == list(starts)


def test_a_model_that_is_shown_no_lines_has_one_threshold_for_all(tmp_path: Path) -> None:
    thresholds = {"begin": 0.5, "begin_line": 0.3, "begin_bullet": 0.3}
    notes = "note perhaps\nperhaps and\n- perhaps and"
    assert [one.start for one in found(notes, tmp_path, layout="none", thresholds=thresholds)] == [0]


def test_a_word_of_several_tokens_begins_by_its_mean(tmp_path: Path) -> None:
    # task/and: begins with 0.9, 0.1 (unknown) and 0.2; the mean is 0.4.
    assert [one.start for one in found("note task/and", tmp_path)] == [0, 1]  # the vote: a beginning wins
    assert [one.start for one in found("note task/and", tmp_path, thresholds={"begin": 0.39})] == [0, 1]
    assert [one.start for one in found("note task/and", tmp_path, thresholds={"begin": 0.41})] == [0]
    # Where the first token alone speaks, it speaks for the word.
    assert [one.start for one in found("note task/and", tmp_path, vote="first", thresholds={"begin": 0.8})] == [0, 1]


def test_a_calibration_changes_scores_and_no_decision(tmp_path: Path) -> None:
    plain = found("note and task perhaps either", tmp_path)
    assert [one.score for one in plain] == pytest.approx([1 / 9, 8 / 9, 5 / 9])
    calibrated = found("note and task perhaps either", tmp_path, calibration={"scale": 1.0, "shift": -math.log(8)})
    assert [one.score for one in calibrated] == pytest.approx([1 / 65, 1 / 2, 5 / 37])
    assert cuts(calibrated) == cuts(plain)


def test_a_threshold_is_one_of_calibrated_scores(tmp_path: Path) -> None:
    numbers = {"calibration": {"scale": 1.0, "shift": -math.log(8)}, "thresholds": {"task": 0.2}}
    # 8/9 becomes 1/2, above the threshold; 5/9 becomes 5/37, below it.
    assert cuts(found("note and task perhaps either", tmp_path, **numbers)) == [(0, False), (2, True), (4, False)]


def test_a_scheme_that_knows_no_tasks_has_no_scores(tmp_path: Path) -> None:
    logits = table(CHANCES)[:, [0, 2]]
    model = graph([look_up()], outputs=[rows("logits", 1, (1, "tokens", 2))], tensors={"rows": logits})
    assert [one.score for one in found("note and note", tmp_path, model=model, scheme="bi")] == [None, None]


# Numbers that are not taken on trust


@pytest.fixture
def bundle(tmp_path: Path) -> Bundle:
    return write(tmp_path / "m")


def refusal(bundle: Bundle, **fields: Any) -> str:
    path = bundle.folder / MANIFEST
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | fields), "utf-8")
    with pytest.raises(ModelError) as caught:
        load_bundle(bundle.folder)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    return str(caught.value)


NO_THRESHOLDS = [-0.1, 1.1, math.nan, math.inf, -math.inf, True, "0.5", None, [0.5], {}, 10**400]


@pytest.mark.parametrize("name", ["begin", "begin_line", "begin_bullet", "task"])
@pytest.mark.parametrize("value", NO_THRESHOLDS, ids=lambda value: str(value)[:9])
def test_a_threshold_that_is_none(name: str, value: Any, bundle: Bundle) -> None:
    message = refusal(bundle, thresholds={name: value})
    assert f"the threshold {name!r} is " in message
    assert message.endswith("begin, begin_line, begin_bullet and task are numbers from 0 to 1")


def test_a_threshold_of_something_else(bundle: Bundle) -> None:
    assert "the threshold 'end' is 0.5" in refusal(bundle, thresholds={"end": 0.5})
    assert "the threshold 'be\\ngin' is 0.5" in refusal(bundle, thresholds={"be\ngin": 0.5})


def test_lines_have_no_threshold_without_one_for_the_other_words(bundle: Bundle) -> None:
    assert refusal(bundle, thresholds={"begin_line": 0.5, "task": 0.5}).endswith("but no begin for the other words")


@pytest.mark.parametrize("scheme", ["bio", "bi"])
def test_thresholds_of_another_scheme(scheme: str, bundle: Bundle) -> None:
    reason = "has thresholds, which only a model of SLATE-NTI can have"
    assert refusal(bundle, scheme=scheme, thresholds={"task": 0.5}).endswith(reason)


@pytest.mark.parametrize(
    "value",
    [
        {"scale": 1.0},
        {"shift": 0.0},
        {"scale": 1.0, "shift": 0.0, "more": 0.0},
        {"scale": 0.0, "shift": 0.0},  # every score the same
        {"scale": -1.0, "shift": 0.0},  # turned round
        {"scale": math.nan, "shift": 0.0},
        {"scale": 1.0, "shift": math.inf},
        {"scale": True, "shift": 0.0},
        {"scale": "1", "shift": 0.0},
        {"scale": 1.0, "shift": None},
        {"scale": [1.0], "shift": 0.0},
        {"scale": 10**400, "shift": 0.0},
    ],
)
def test_a_calibration_that_is_none(value: Any, bundle: Bundle) -> None:
    assert refusal(bundle, calibration=value).endswith("calibration is not a scale above 0 and a shift")


def test_numbers_that_are_no_table(bundle: Bundle) -> None:
    assert refusal(bundle, thresholds=[0.5]).endswith("thresholds is not an object")
    assert refusal(bundle, thresholds={}, calibration=1.0).endswith("calibration is not an object")


def test_a_precision_that_is_none(bundle: Bundle) -> None:
    assert "precision is 'int4', not one of float32, int8" in refusal(bundle, precision="int4")


@pytest.mark.parametrize("tasks", [4, 28, 90])
def test_scores_that_rank_the_wrong_way_are_only_shifted(tasks: int) -> None:
    probabilities, outcomes = [0.9] * 12 + [0.1] * tasks, [False] * 12 + [True] * tasks
    fitted = fit_calibration(probabilities, outcomes)
    assert fitted.scale == 1
    # The mean score becomes the mean of Platt's targets, which stand for 0 and 1.
    targets = 12 / 14 + tasks * (tasks + 1) / (tasks + 2)
    mean = sum(map(fitted.apply, probabilities)) / len(outcomes)
    assert mean == pytest.approx(targets / len(outcomes), abs=1e-3)
