"""Draws the figures of the documentation from trained models.

    python benchmarks/figures.py RUNS OUT

RUNS is a folder that `inkslate reproduce` wrote for one preset, such as runs/tuned-layout: the models of seed 0
are used. OUT gets labelings.svg (one board under the three schemes), matching.svg (how predictions are matched to
gold sentences) and latency.svg (latency against the number of sentences, one pass and the two-model baseline, both
measured here, in turns, on the CPU).
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from itertools import cycle, islice
from pathlib import Path

from inkslate.board import Board, Line, Region
from inkslate.errors import InkslateError
from inkslate.evaluation.metrics.matching import overlaps
from inkslate.experiments.figures import labelings_figure, latency_figure, matching_figure
from inkslate.extraction import Predictor
from inkslate.files import write_whole
from inkslate.model.backends.torch_backend import TorchBackend
from inkslate.model.bundle import SEGMENTER_PART, Bundle, load_bundle
from inkslate.model.predictor import Tagger, predictor_from
from inkslate.model.view import Passage
from inkslate.readers import read_file

EXAMPLES = Path(__file__).parent.parent / "examples"
COUNTS = (1, 5, 10, 20, 30, 40, 60)
ROUNDS = 5


def labelings(models: Path) -> str:
    """The labels that three real models give the words of an example board."""
    region = read_file(EXAMPLES / "standup.txt")[0].regions[0]
    bundles: list[Bundle] = [
        load_bundle(models / "baseline-seed0" / "model" / SEGMENTER_PART),
        load_bundle(models / "bio-both-seed0" / "model"),
        load_bundle(models / "nti-both-seed0" / "model"),
    ]
    taggers = {bundle.scheme.title: Tagger(bundle, TorchBackend(bundle, device="cpu")) for bundle in bundles}
    passage = Passage(region)
    labels = {
        title: tagger.word_labels(passage, tagger.word_probabilities(passage)) for title, tagger in taggers.items()
    }
    return labelings_figure(region, labels)


def matching(models: Path) -> str:
    """The example with the most to see: the labelled region with the most partial overlaps."""
    predictor = predictor_from(load_bundle(models / "nti-both-seed0" / "model"), device="cpu")
    candidates = []
    for board in read_file(EXAMPLES / "labelled.jsonl"):
        for region, found in zip(board.regions, predictor.predict(board.without_labels()), strict=True):
            spans = [sentence.span for sentence in found]
            gold = region.sentences or ()
            edges = overlaps([span for span in spans if span.is_task], gold)
            candidates.append((sum(edge.iou < 1 for edge in edges), len(edges), region, gold, spans))
    _, _, region, gold, spans = max(candidates, key=lambda item: item[:2])
    return matching_figure(region, gold, spans)


def latency(models: Path) -> str:
    """Milliseconds against the number of sentences; every size goes through both predictors in turn."""
    predictors: dict[str, Predictor] = {
        "one pass (SLATE-NTI)": predictor_from(load_bundle(models / "nti-both-seed0" / "model"), device="cpu"),
        "two models (baseline)": predictor_from(load_bundle(models / "baseline-seed0" / "model"), device="cpu"),
    }
    encoder = load_bundle(models / "nti-both-seed0" / "model").manifest.encoder
    series: dict[str, list[tuple[int, float]]] = {name: [] for name in predictors}
    for count in COUNTS:
        board = Board("b", (region_of(count),))
        times: dict[str, list[float]] = {name: [] for name in predictors}
        for _ in range(ROUNDS):
            for name, predictor in predictors.items():
                started = time.perf_counter()
                predictor.predict(board)
                times[name].append(1000 * (time.perf_counter() - started))
        for name, values in times.items():
            series[name].append((count, statistics.median(values)))
    note = f"{encoder}, PyTorch float32 on the CPU, medians of {ROUNDS} rounds taken in turns"
    return latency_figure(series, x_label="sentences in the region", y_label="milliseconds", note=note)


def region_of(count: int) -> Region:
    """A region of so many short sentences, a bulleted line each."""
    items = (
        "Call Ruth about the room.",
        "Send the deck to Ana.",
        "The lift is broken again.",
        "Book two desks for May.",
    )
    return Region("r", tuple(Line.from_text(text, bullet=True) for text in islice(cycle(items), count)))


def main() -> int:
    parser = argparse.ArgumentParser(description="Draw the figures of the documentation from trained models.")
    parser.add_argument("runs", type=Path, metavar="RUNS", help="what `inkslate reproduce` wrote for one preset")
    parser.add_argument("out", type=Path, metavar="OUT", help="folder for the figures")
    arguments = parser.parse_args()
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
        for name, draw in (("labelings", labelings), ("matching", matching), ("latency", latency)):
            write_whole(arguments.out / f"{name}.svg", draw(arguments.runs))
            print(arguments.out / f"{name}.svg")
    except InkslateError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
