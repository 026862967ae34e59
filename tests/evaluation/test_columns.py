"""One table of scores: what is entered there shows up wherever scores are printed."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from inkslate.evaluation.columns import SCORES, Column, ScoreColumn, percent
from inkslate.evaluation.metrics.scoring import Counts, derive

# The new score is entered before anything else is imported, as if it stood in the table.
ANOTHER_SCORE = """
import json
from types import MappingProxyType
from inkslate.evaluation import columns

def balanced_accuracy(scores):
    return (scores.task.recall + scores.counts.tn / (scores.counts.tn + scores.counts.fp)) / 2

entry = columns.ScoreColumn("", "balanced accuracy", path=("balanced_accuracy",), value=balanced_accuracy)
columns.SCORES = MappingProxyType({**columns.SCORES, "balanced_accuracy": entry})

from inkslate.board import Board, Label, Line, Region, Sentence, Span
from inkslate.evaluation.error_page import error_page
from inkslate.evaluation.evaluation import compare
from inkslate.evaluation.score_table import score_table
from inkslate.experiments.table2.markdown import to_markdown
from inkslate.experiments.table2.page import to_html
from inkslate.experiments.table2.plain_values import to_json
from inkslate.experiments.table2.table import build_table
from inkslate.extraction import ModelInfo
from inkslate.formats.extraction_jsonl import Predictions
from inkslate.model.bundle import TAGGER, Manifest
from inkslate.training.card import model_card

gold = (Sentence(0, 2, Label.TASK), Sentence(2, 4, Label.NON_TASK), Sentence(4, 5, Label.NON_TASK))
region = Region("r", (Line.from_text("call Ruth blue paint ok"),), gold)
spans = (Span(0, 2, True), Span(2, 4, True), Span(4, 5, False))
info = ModelInfo("by hand", "1", "NTI", "both")
evaluation = compare([Board("b", (region,))], Predictions("by hand", info, {"b": {"r": spans}}))
value = evaluation.to_json()
run = {"row": "nti-both", "seed": 0, "preset": "tuned", "bullets": "layout", "encoder": "e", "evaluation": value}
older = {**run, "seed": 1, "evaluation": {k: v for k, v in value.items() if k != "balanced_accuracy"}}
table = build_table([run, older])
scores = {"val": value, "older": older["evaluation"]}
manifest = Manifest("m", "1", TAGGER, "nti", "both", "e", 64, scores=scores)
print(json.dumps({
    "json": value,
    "text": score_table(evaluation),
    "errors": error_page(evaluation, title="t"),
    "card": model_card(manifest),
    "table": to_json(table, [run]),
    "markdown": to_markdown(table),
    "page": to_html(table),
}))
"""


def test_a_new_score_is_one_entry_in_the_table() -> None:
    run = subprocess.run([sys.executable, "-c", ANOTHER_SCORE], capture_output=True, text=True, check=True)
    made = json.loads(run.stdout)
    # The only task is found, one of two non-tasks is kept: (1 + 1/2) / 2. One board gives an interval of no width.
    assert made["json"]["balanced_accuracy"] == 0.75
    assert made["json"]["intervals"]["balanced_accuracy"] == [0.75, 0.75]
    assert "balanced accuracy                     75.0    75.0 to 75.0\n" in made["text"]
    assert '<th scope="col">balanced accuracy</th>' in made["errors"]
    assert "<td>75.0 <i>75.0–75.0</i></td></tr>" in made["errors"]
    assert "| B_tp | B | balanced accuracy | signature |" in made["card"]
    # A model, or a run, that is older than the score has no value for it.
    assert "| 100.0 | 100.0 | 75.0 | `" in made["card"]
    assert "| 100.0 | 100.0 | undefined | `" in made["card"]
    (row,) = made["table"]["groups"][0]["rows"]
    cell = row["cells"]["balanced_accuracy"]
    assert (cell["mean"], cell["n"], cell["paper"]) == (0.75, 1, None)
    assert list(row["cells"])[-2:] == ["balanced_accuracy", "latency"]
    assert "| B | balanced accuracy | latency ratio |" in made["markdown"]
    assert "| 75.0 (1 of 2 runs) |" in made["markdown"]
    assert '<th scope="col" rowspan="2">balanced accuracy</th>' in made["page"]


def test_every_score_is_read_where_it_is_written() -> None:
    counts = Counts(
        tp=5, fp=1, tn=7, fn=2, context_tasks=3, context_tasks_found=1, context_non_tasks=9, context_non_tasks_kept=2,
        B_sum=2.5, B_regions=4, B_tp_sum=1.5, B_tp_regions=7,
    )  # fmt: skip
    scores = derive(counts)
    value: dict[str, object] = {}
    for column in SCORES.values():
        column.write(value, scores)
    found = {name: column.read(value) for name, column in SCORES.items()}
    assert found == {
        "task_recall": 5 / 7,
        "task_precision": 5 / 6,
        "task_f1": 10 / 13,
        "context_task_recall": 1 / 3,
        "non_task_recall": 7 / 8,
        "non_task_precision": 7 / 9,
        "non_task_f1": 14 / 17,
        "context_non_task_recall": 2 / 9,
        "accuracy": 12 / 15,
        "B_tp": 1.5 / 7,
        "B": 2.5 / 4,
    }
    assert scores.counts is counts


def test_a_value_that_is_not_there() -> None:
    column = ScoreColumn("", "deep", path=("a", "b"), value=lambda scores: scores.B)
    assert column.read({"a": {"b": None}}) is None
    assert column.read({"a": {"b": 0.5}}, required=False) == 0.5
    assert column.read({"a": {}}, required=False) is column.read({}, required=False) is None
    with pytest.raises(KeyError, match="b"):
        column.read({"a": {}})


@pytest.mark.parametrize(
    ("column", "value", "shown", "difference"),
    [
        (Column("task", "F1"), 0.844, "84.4", "+84.4"),
        (Column("task", "F1"), -0.005, "-0.5", "−0.5"),
        # What is rounded to zero has no sign.
        (Column("task", "F1"), -0.0004, "-0.0", "0.0"),
        (Column("", "latency ratio", scale=1.0, digits=2), 2.649, "2.65", "+2.65"),
    ],
)
def test_how_values_are_printed(column: Column, value: float, shown: str, difference: str) -> None:
    assert (column.show(value), column.show_difference(value)) == (shown, difference)


def test_titles_and_undefined() -> None:
    recall = SCORES["context_task_recall"]
    assert (recall.title, recall.long_title) == ("task context recall", "task recall, due to context")
    assert (SCORES["B"].title, SCORES["B"].long_title) == ("B", "B")
    assert recall.show_or_undefined(None) == percent(None) == "undefined"
    assert recall.show_or_undefined(0.5) == percent(0.5) == "50.0"
