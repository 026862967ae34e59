"""Scores against shares of tasks: bins, the error, the picture, and the command."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.errors import InputError
from inkslate.evaluation.evaluation import evaluate
from inkslate.evaluation.reliability import Bin, reliability, reliability_figure
from inkslate.extraction import FoundSentence, ModelInfo
from inkslate.formats import format_boards
from tests.support.commands import Here

LINES = (Line.from_text("a b"), Line.from_text("c d"), Line.from_text("e f"))
GOLD = Board(
    "b", (Region("r", LINES, (Sentence(0, 2, Label.TASK), Sentence(2, 4, Label.NON_TASK), Sentence(4, 6, Label.TASK))),)
)


class Sure:
    """Finds three sentences; the last two words belong to no gold sentence of their own."""

    info = ModelInfo("sure", "1", "nti", "both")

    def predict(self, board: Board) -> list[tuple[FoundSentence, ...]]:
        return [(FoundSentence(0, 2, True, 0.9), FoundSentence(2, 4, True, 0.75), FoundSentence(4, 6, False, 0.25))]


def test_bins() -> None:
    bins = reliability([(0.05, False), (0.05, True), (1.0, True)])
    assert bins[0] == Bin(2, 0.05, 0.5)
    assert bins[9] == Bin(1, 1.0, 1.0)  # the highest score has no bin of its own
    assert bins[1:9] == [None] * 8


def test_every_matched_sentence_counts_with_its_score() -> None:
    result = evaluate([GOLD], Sure())
    assert result.outcomes == [(0.9, True), (0.75, False), (0.25, True)]
    # one sentence a bin: |0.9 - 1| + |0.75 - 0| + |0.25 - 1|, over three
    assert result.calibration_error == pytest.approx(1.6 / 3)
    assert result.to_json()["calibration"] == {"error": result.calibration_error, "sentences": 3}


def test_the_picture_tells_all_bins() -> None:
    drawn = reliability_figure([(0.05, False), (0.05, True), (0.97, True)], note="signed <b>")
    root = ET.fromstring(drawn)
    titles = [element.text for element in root.iter() if element.tag.endswith("title")]
    assert "2 sentences of score 0.05: 0.50 are tasks" in titles
    assert "1 sentence of score 0.97: 1.00 are tasks" in titles
    with pytest.raises(InputError, match="no scores"):
        reliability_figure([], note="")


def test_the_command(here: Here, tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").write_text(format_boards([GOLD]))
    done = here("evaluate", "gold.jsonl", "--model", "rules", "--calibration", "c.svg")
    assert done.returncode == 2
    assert "no scores to draw" in done.stderr
    assert not (tmp_path / "c.svg").exists()
    predicted = json.loads(here("extract", "gold.jsonl", "--model", "rules", "--to", "jsonl").stdout)
    for number, sentence in enumerate(predicted["regions"][0]["sentences"]):
        sentence["score"] = (0.9, 0.2, 0.6)[number % 3]
    (tmp_path / "p.jsonl").write_text(json.dumps(predicted))
    done = here("evaluate", "gold.jsonl", "--predictions", "p.jsonl", "--calibration", "c.svg")
    assert done.returncode == 0, done.stderr
    assert "expected calibration error of the scores: " in done.stdout
    assert (tmp_path / "c.svg").read_text().startswith("<svg")
    predicted["regions"][0]["sentences"][0]["score"] = 2
    (tmp_path / "p.jsonl").write_text(json.dumps(predicted))
    assert "a score is a number from 0 to 1" in here("evaluate", "gold.jsonl", "--predictions", "p.jsonl").stderr
