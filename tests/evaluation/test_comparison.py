"""Two models on the same boards: which is better, whether that may be chance, and the page of their differences."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from inkslate.board import Board, Label, Line, Region, Sentence, Span
from inkslate.errors import InputError
from inkslate.evaluation.comparison import ModelComparison, verdict
from inkslate.evaluation.comparison_page import comparison_page
from inkslate.evaluation.comparison_table import comparison_table
from inkslate.evaluation.evaluation import Evaluation, compare
from inkslate.evaluation.metrics.intervals import paired_bootstrap
from inkslate.evaluation.metrics.scoring import Counts, derive, total
from inkslate.extraction import ModelInfo
from inkslate.formats.board_jsonl import format_boards
from inkslate.formats.extraction_jsonl import Predictions
from tests.support.commands import Here

HOSTILE = "<script>alert(1)</script>&\"'"


def board(name: str, *labels: int, text: str = "call") -> Board:
    """A board with a sentence of one word a line."""
    sentences = tuple(Sentence(at, at + 1, Label(label)) for at, label in enumerate(labels))
    return Board(name, (Region("r1", tuple(Line.from_text(text) for _ in labels), sentences),))


def judged(gold: list[Board], *decisions: str, name: str = "m") -> Evaluation:
    """The evaluation of a model that takes those sentences for tasks that have a 1, board by board."""
    spans = {
        each.id: {"r1": tuple(Span(at, at + 1, bit == "1") for at, bit in enumerate(bits))}
        for each, bits in zip(gold, decisions, strict=True)
    }
    return compare(gold, Predictions(name, ModelInfo(name, "1", "nti", "both"), spans))


GOLD = [board("a", 1, 1, 0), board("b", 1, 0, 0), board("c", 0, 0, 1)]


def test_the_same_predictions_differ_by_nothing() -> None:
    comparison = ModelComparison(judged(GOLD, "110", "010", "001"), judged(GOLD, "110", "010", "001"), samples=200)
    found = comparison.differences["task_f1"]
    assert found is not None
    assert (found.interval, found.p, found.is_certain) == ((0, 0), 1, False)
    assert comparison.most_different == ()
    assert verdict(comparison) == "A and B find the same sentences and tasks."
    assert "None: A and B find the same" in comparison_page(comparison, title="x")


def test_what_is_better_on_every_board_is_no_chance() -> None:
    gold = [board(str(number), 1, 0, 1) for number in range(30)]
    worse, better = judged(gold, *["010"] * 30), judged(gold, *["101"] * 30)
    comparison = ModelComparison(worse, better, samples=500)
    assert verdict(comparison).startswith("B is better than A by 100.0 in task F1, which is more than chance")
    other = ModelComparison(better, worse, samples=500)
    assert verdict(other).startswith("A is better than B by 100.0 in task F1, which is more than chance")
    forth, back = comparison.differences["accuracy"], other.differences["accuracy"]
    assert forth is not None
    assert back is not None
    assert (forth.interval, forth.p) == ((-back.interval[1], -back.interval[0]), back.p)


def test_one_board_of_many_may_be_chance() -> None:
    gold = [board(str(number), 1, 0, 1) for number in range(30)]
    comparison = ModelComparison(judged(gold, *["100"] * 30), judged(gold, "101", *["100"] * 29), samples=500)
    assert "may be chance (95 % interval" in verdict(comparison)
    assert [pair.board for pair in comparison.most_different] == ["0"]


def test_the_interval_is_that_of_all_samples() -> None:
    """Three boards have 27 equally likely samples: these are the distribution that is drawn from."""
    pairs = [
        (Counts(tp=3, fn=2), Counts(tp=4, fn=1)),
        (Counts(tp=1, fn=4), Counts(tp=1, fn=4)),
        (Counts(tp=5), Counts(tp=3, fn=2)),
    ]
    exact = []
    for sample in product(range(3), repeat=3):
        first, second = (derive(total(pairs[at][side] for at in sample)).task.recall for side in (0, 1))
        assert first is not None
        assert second is not None
        exact.append(second - first)
    found = paired_bootstrap(pairs, samples=20_000)["task_recall"]
    assert found is not None
    below, above = (np.mean(np.array(exact) * sign <= 1e-9) for sign in (1, -1))
    assert found.p == pytest.approx(min(1, 2 * min(below, above)), abs=0.02)
    assert found.interval == pytest.approx(tuple(np.percentile(np.repeat(exact, 1000), (2.5, 97.5))), abs=0.05)


def test_models_that_are_equally_good_are_seldom_told_apart() -> None:
    rng = random.Random(5)
    certain = 0
    for _ in range(100):
        pairs = []
        for _ in range(40):
            found = [sum(rng.random() < 0.7 for _ in range(5)) for _ in range(2)]
            pairs.append((Counts(tp=found[0], fn=5 - found[0]), Counts(tp=found[1], fn=5 - found[1])))
        difference = paired_bootstrap(pairs, samples=400)["task_recall"]
        certain += difference is not None and difference.is_certain
    assert certain <= 12  # 5 are expected


def test_nothing_to_compare() -> None:
    assert paired_bootstrap([])["task_f1"] is None
    gold = [board("a", 0, 0)]
    comparison = ModelComparison(judged(gold, "00"), judged(gold, "01"), samples=50)
    assert verdict(comparison) == "task F1 is undefined: there are no tasks to find."
    with pytest.raises(InputError, match="different boards"):
        ModelComparison(judged(GOLD, "110", "010", "001"), judged(gold, "00"))


def test_boards_are_in_the_order_of_their_difference() -> None:
    comparison = ModelComparison(judged(GOLD, "110", "011", "001"), judged(GOLD, "110", "100", "010"), samples=50)
    assert [(pair.board, pair.errors) for pair in comparison.most_different] == [("b", (3, 0)), ("c", (0, 2))]
    page = comparison_page(comparison, title="x", boards=1)
    assert "Boards that differ most (1 of 2; 3 boards in all)" in page
    assert "<bdi>b</bdi>" in page
    assert "<bdi>c</bdi>" not in page
    assert page.count("missed by A") == 1
    assert page.count("missed by B") == 0


def test_the_page_needs_nothing_and_runs_nothing() -> None:
    gold = [board(HOSTILE, 1, 0, text=HOSTILE.replace(" ", ""))]
    comparison = ModelComparison(judged(gold, "10", name=HOSTILE), judged(gold, "01"), samples=50)
    page = comparison_page(comparison, title=HOSTILE)
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "default-src 'none'" in page
    for outside in ("http:", "https:", "//", "url(", "@import", "src="):
        assert outside not in page.replace("default-src=", "")


def test_the_table_has_every_score() -> None:
    comparison = ModelComparison(judged(GOLD, "110", "011", "001"), judged(GOLD, "110", "100", "010"), samples=50)
    lines = comparison_table(comparison).splitlines()
    assert lines[0].startswith("A  scheme:nti|layout:both|matching:paper|model:m")
    assert lines[2] == "3 boards; A and B differ on 2"
    assert next(line for line in lines if line.startswith("task F1")).split()[2:5] == ["66.7", "75.0", "+8.3"]
    assert lines[-1] == "With fewer than 20 boards the intervals are too narrow; here are 3."


def test_the_command(here: Here, tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").write_text(format_boards(GOLD))
    tasks = [{"id": "a", "tasks": [{"start": 0, "end": 2}]}, {"id": "b", "tasks": []}, {"id": "c", "tasks": []}]
    (tmp_path / "mine.jsonl").write_text("\n".join(map(json.dumps, tasks)))
    done = here("compare", "rules", "mine.jsonl", "gold.jsonl", "--html", "page.html", "--samples", "100")
    assert done.returncode == 0, done.stderr
    assert "model:rules" in done.stdout
    assert "gold.jsonl: rules and mine.jsonl" in (tmp_path / "page.html").read_text("utf-8")
    value = json.loads(here("compare", "rules", "mine.jsonl", "gold.jsonl", "--json", "--samples", "100").stdout)
    assert (value["boards"], value["samples"]) == (3, 100)
    assert set(value["scores"]["task_f1"]) == {"a", "b", "difference", "interval", "p", "more_than_chance"}
    again = here("compare", "rules", "mine.jsonl", "gold.jsonl", "--json", "--samples", "100").stdout
    assert json.loads(again) == value  # the samples are the same every time
    for arguments, message in (
        (("missing", "rules", "gold.jsonl"), "no model 'missing'"),
        (("rules", "mine.jsonl", "gold.jsonl", "--html", "mine.jsonl"), "is also an input"),
        (("rules", "gold.jsonl", "missing.jsonl"), "missing.jsonl: no such file"),
    ):
        refused = here("compare", *arguments)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert message in refused.stderr
