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
from inkslate.evaluation.score_table import score_table
from inkslate.extraction import FoundSentence, ModelInfo
from inkslate.formats import format_boards
from inkslate.model.rules import Rules
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


def test_where_dots_and_bars_are() -> None:
    outcomes = [(0.05, False), (0.05, True), (0.05, False), (0.05, False), (0.95, True)]
    root = ET.fromstring(reliability_figure(outcomes, note="a note"))
    kinds: dict[str, list[dict[str, str]]] = {}
    for element in root.iter():
        kinds.setdefault(element.tag.rpartition("}")[2], []).append(element.attrib)
    # The diagram is 320 wide and high, from (90, 40); a share of 1 is at its top. A quarter of the sentences has a
    # dot that is larger by half as much.
    assert [tuple(float(dot[name]) for name in ("cx", "cy", "r")) for dot in kinds["circle"]] == [
        (90 + 0.05 * 320, 40 + 0.75 * 320, 9), (90 + 0.95 * 320, 40, 6)
    ]  # fmt: skip
    lines = [[tuple(map(float, point.split(","))) for point in line["points"].split()] for line in kinds["polyline"]]
    assert [(90, 360), (410, 40)] in lines  # perfect scores
    assert [(106, 280), (394, 40)] in lines  # from dot to dot
    assert {(start, end) for start, end in lines} >= {
        line for at in (0, 64, 128, 192, 256, 320) for line in (
            ((90, 360 - at), (410, 360 - at)), ((90 + at, 360), (90 + at, 40))
        )
    }  # fmt: skip
    ground, *bars = kinds["rect"]
    places = [tuple(float(bar[name]) for name in ("x", "y", "width", "height")) for bar in bars]
    # Ten bars of at most 70, which stand on one line below the numbers of the axis.
    assert (places[0], places[9]) == ((91, 404, 30, 70), (379, 456.5, 30, 17.5))
    assert places[1:9] == [(91 + 32 * number, 474, 30, 0) for number in range(1, 9)]
    texts = {element.text: element.attrib for element in root.iter() if element.tag.endswith("text")}
    assert texts["share of tasks, by score"]["font-weight"] == "bold"
    assert [texts[count]["x"] for count in ("4", "1")] == ["106", "394"]
    # Everything is inside of the frame, the note last.
    assert max(float(attributes["y"]) for attributes in texts.values()) == float(texts["a note"]["y"]) == 518
    assert float(ground["height"]) == 538


def test_the_table_tells_the_error_only_where_there_are_scores() -> None:
    result = evaluate([GOLD], Sure())
    assert "\nexpected calibration error of the scores: 53.3\n" in score_table(result)
    assert "calibration" not in score_table(evaluate([GOLD], Rules()))
    assert "calibration" not in evaluate([GOLD], Rules()).to_json()


@pytest.mark.process
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
    done = here("evaluate", "gold.jsonl", "--predictions", "p.jsonl")
    assert "score is 2, but it must be a number from 0 to 1" in done.stderr
