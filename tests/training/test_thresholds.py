"""Thresholds chosen on boards whose best thresholds can be worked out on paper."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.model.backends import Logits, ModelInput
from inkslate.model.backends.onnx_backend import OnnxBackend
from inkslate.model.bundle import Bundle
from inkslate.model.layout import LAYOUTS
from inkslate.training.thresholds import CachedBackend, _begins, choose_thresholds
from tests.support import hand_made

# The chances of N, T and I. The score of a task is T / (N + T).
CHANCES = {
    "note": (0.8, 0.1, 0.1),
    "task": (0.1, 0.8, 0.1),
    "and": (0.1, 0.1, 0.8),  # begins a sentence with 0.2
    "perhaps": (0.33, 0.10, 0.57),  # begins a sentence with 0.43
    "surely": (0.64, 0.09, 0.27),  # begins a sentence with 0.73
    "doubtful": (0.6, 0.3, 0.1),  # a task with 0.33
    "hardly": (0.657, 0.243, 0.1),  # a task with 0.27
}


@pytest.fixture(scope="module")
def tagger(tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    table = hand_made.table(CHANCES)
    model = hand_made.graph([hand_made.look_up()], tensors={"rows": table})
    return hand_made.write(tmp_path_factory.mktemp("thresholds") / "m", model, words=tuple(CHANCES))


def board(*sentences: tuple[str, Label]) -> Board:
    """One line with these sentences."""
    at, spans = 0, []
    for text, label in sentences:
        spans.append(Sentence(at, at + len(text.split()), label))
        at += len(text.split())
    return Board("b", (Region("r", (Line.from_text(" ".join(text for text, _ in sentences)),), tuple(spans)),))


def chosen(tagger: Bundle, boards: Sequence[Board], points: float = 0.0) -> dict[str, float]:
    return choose_thresholds(tagger, CachedBackend(OnnxBackend(tagger, threads=1)), boards, points)


NOTE, TASK = Label.NON_TASK, Label.TASK


@pytest.mark.parametrize(
    ("sentences", "begin"),
    [
        ([("note and", NOTE), ("task and", TASK)], 0.5),  # any threshold is right: even odds
        ([("note and", NOTE), ("perhaps and", NOTE), ("task", TASK)], 0.4),  # only the lowest finds all beginnings
        ([("note surely and", NOTE), ("task and", TASK)], 0.75),  # the lowest that does not cut the first sentence
    ],
)
def test_beginnings_are_where_boundaries_are_best(
    sentences: Sequence[tuple[str, Label]], begin: float, tagger: Bundle
) -> None:
    assert chosen(tagger, [board(*sentences)])["begin"] == begin


@pytest.mark.parametrize(
    ("points", "task"),
    [
        (0.0, 0.3),  # finds the doubtful tasks, and hardly is none: F1 is 100
        (14.2, 0.3),
        (14.3, 0.2),  # with one false task, F1 is 6/7: 14.29 points less
        (100.0, 0.2),
    ],
)
def test_recall_costs_no_more_points_than_it_may(points: float, task: float, tagger: Bundle) -> None:
    sentences = [*[("doubtful and", TASK)] * 3, ("hardly and", NOTE), ("note and", NOTE)]
    assert chosen(tagger, [board(*sentences)], points) == {"begin": 0.5, "task": task}


@pytest.mark.parametrize(
    ("layout", "names"),
    [
        ("none", ["begin"]),
        ("bullets", ["begin"]),  # a bullet is a place in a line, which this model does not see
        ("breaks", ["begin", "begin_line"]),
        ("both", ["begin", "begin_line", "begin_bullet"]),
    ],
)
def test_a_threshold_for_each_place_that_the_model_sees(layout: str, names: list[str]) -> None:
    assert _begins(LAYOUTS[layout]) == names


def test_a_window_is_computed_once() -> None:
    asked: list[ModelInput] = []

    class Counting:
        def run(self, window: ModelInput) -> Logits:
            asked.append(window)
            return np.array([[float(len(asked))]], np.float32)

    backend = CachedBackend(Counting())
    windows = [ModelInput((1, 2), (0, 0)), ModelInput((1, 2), (0, 1)), ModelInput((1, 2), (0, 0), (0,))]
    first = [backend.run(window).item() for window in windows]
    assert [backend.run(window).item() for window in windows] == first == [1.0, 2.0, 3.0]
    assert asked == windows
