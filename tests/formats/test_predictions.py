"""Predictions of any program: what may be left out, and what must fit the gold boards."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate.board import Board, Label, Line, Region, Sentence, partition_problems
from inkslate.errors import InputError
from inkslate.formats.board_jsonl import format_boards
from inkslate.formats.predictions import parse_predictions

LINES = (Line.from_text("Minutes of today"), Line.from_text("call Ruth"), Line.from_text("it rained"))
SENTENCES = (Sentence(0, 3, Label.NON_TASK), Sentence(3, 5, Label.TASK), Sentence(5, 7, Label.NON_TASK))
ONE = Board("b", (Region("r1", LINES, SENTENCES),))
TWO = Board("b", (Region("r1", LINES, SENTENCES), Region("r2", LINES[:1], SENTENCES[:1])))
TASK = {"start": 3, "end": 5}


def spans(board: Board, value: dict[str, Any]) -> dict[str, list[tuple[int, int, bool | None]]]:
    found = parse_predictions(json.dumps({"id": "b", **value}), "p", [board]).spans["b"]
    return {region: [(span.start, span.end, span.is_task) for span in each] for region, each in found.items()}


ALL = [(0, 3, False), (3, 5, True), (5, 7, False)]


@pytest.mark.parametrize(
    "value",
    [
        {"regions": [{"id": "r1", "sentences": [{"start": a, "end": b, "task": t} for a, b, t in ALL]}]},
        {"regions": [{"id": "r1", "sentences": [{"start": a, "end": b, "label": 3 if t else 4} for a, b, t in ALL]}]},
        {"regions": [{"sentences": [{"start": a, "end": b, "label": int(t), "task": t} for a, b, t in ALL]}]},
        {"regions": [{"sentences": [{"start": a, "end": b, "task": t} for a, b, t in ALL]}]},  # the only region
        # Tasks alone.
        {"tasks": [TASK]},
        {"tasks": [TASK | {"region": "r1", "text": "call  Ruth", "score": 0.7}]},
        {"regions": [{"id": "r1", "tasks": [TASK]}]},
        {"regions": [{"id": "r1", "sentences": [TASK | {"label": 1}]}]},
        {"regions": [{"id": "r1", "lines": [{"text": "Minutes of today call Ruth it rained"}]}], "tasks": [TASK]},
        {"model": {"name": "mine", "version": 3}, "note": "unknown fields are left out", "tasks": [TASK]},
    ],
)  # fmt: skip
def test_the_same_in_many_ways(value: dict[str, Any]) -> None:
    assert spans(ONE, value) == {"r1": ALL}


def test_regions_without_tasks_need_not_be_listed() -> None:
    assert spans(TWO, {"tasks": [TASK | {"region": "r1"}]}) == {"r1": ALL, "r2": [(0, 3, False)]}
    assert spans(TWO, {"tasks": []}) == {"r1": [(0, 7, False)], "r2": [(0, 3, False)]}
    # Where regions are listed, one that is missing is missing.
    assert spans(TWO, {"regions": [{"id": "r1", "tasks": [TASK]}]}) == {"r1": ALL}


def test_gold_boards_are_predictions_too() -> None:
    found = parse_predictions(format_boards([TWO]), "p", [TWO])
    assert [span.is_task for span in found.spans["b"]["r1"]] == [False, True, False]


def test_scores_go_with_their_sentences() -> None:
    found = parse_predictions(json.dumps({"id": "b", "tasks": [TASK | {"score": 0.7}]}), "p", [ONE])
    assert found.scores["b"]["r1"] == (None, 0.7, None)
    assert (found.model.name, found.model.version) == ("unknown", "unknown")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"id": "x", "tasks": []}, "p line 1: board 'x' is none of the 1 board to evaluate"),
        ({}, "p line 1: not a prediction: it has neither regions nor tasks"),
        ({"regions": [{"id": "r9", "tasks": []}]}, "region 'r9' is none of board 'b'"),
        ({"tasks": [TASK | {"region": "r9"}]}, "tasks[0]: region 'r9' is none of board 'b'"),
        ({"tasks": [TASK]}, "a region without id is none of board 'b'"),
        ({"regions": [{"tasks": []}]}, "a region without id is none of board 'b'"),
        ({"regions": [{"id": "r1"}]}, "regions[0]: not a prediction: it has neither sentences nor tasks"),
        ({"regions": [{"id": "r1", "tasks": []}, {"id": "r1", "tasks": []}]}, "region 'r1' is there twice"),
        ({"tasks": [TASK | {"region": "r1", "end": 8}]}, "it ends at word 8 but region 'r1' has 7 words"),
        ({"tasks": [{"region": "r1", "start": 3}]}, "needs start < end"),
        ({"tasks": [TASK | {"region": "r1", "text": "call Ruht"}]}, "its text is 'call Ruht', but words 3 to 5"),
        ({"tasks": [TASK | {"region": "r1"}, {"region": "r1", "start": 4, "end": 6}]}, "share word 4"),
        ({"regions": [{"id": "r1", "lines": [{"text": "Minutes of yesterday"}], "tasks": []}]},
         "word 2 is 'yesterday', in region 'r1' it is 'today'"),
        ({"regions": [{"id": "r1", "lines": [{"text": "Minutes of today"}], "tasks": []}]},
         "word 3 is missing, in region 'r1' it is 'call'"),
        ({"regions": [{"id": "r1", "sentences": [{"start": 0, "end": 3, "task": False}, TASK | {"task": True}]}]},
         "the sentences end at word 5 but the region has 7 words; list every sentence, or tasks alone"),
        ({"regions": [{"id": "r1", "sentences": [TASK]}]}, "needs task, true or false, or a label"),
        ({"regions": [{"id": "r1", "sentences": [TASK | {"label": 7}]}]}, "label 7 is unknown"),
        ({"regions": [{"id": "r1", "sentences": [TASK | {"label": 1, "task": False}]}]}, "say different things"),
        ({"tasks": [TASK | {"region": "r1", "score": 2}]}, "score is 2"),
        ({"model": "mine", "tasks": []}, "model is not an object"),
        ({"id": 5, "tasks": []}, "needs the id of a board"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said(value: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_predictions(json.dumps({"id": "b", **value}), "p", [TWO])
    assert message in str(error.value)
    assert str(error.value).startswith("p line 1")


def test_a_board_is_predicted_once() -> None:
    with pytest.raises(InputError, match="p line 2: duplicate board id 'b'"):
        parse_predictions('{"id": "b", "tasks": []}\n{"id": "b", "tasks": []}', "p", [ONE])


@given(st.sets(st.integers(0, 6)))
def test_tasks_and_what_is_between_cover_all_words(words: set[int]) -> None:
    tasks = [{"start": word, "end": word + 1} for word in words]
    random_order = json.dumps({"id": "b", "tasks": tasks})
    found = parse_predictions(random_order, "p", [ONE])
    assert partition_problems(found.spans["b"]["r1"], 7) == []
    assert {span.start for span in found.spans["b"]["r1"] if span.is_task} == words
