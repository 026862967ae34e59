"""How fast inkslate scores a predicted labelling, against the same scores from general-purpose packages.

Both sides get the same labelled regions and the same predictions (those of `rules`, made before the clock
starts) and give the same counts and ratios, matching `reference`:

- inkslate: `score_region` over all regions, then `total` and `derive`;
- the packages that the paper's released code is built on: for every region a complete bipartite graph in
  networkx weighted by 1 - IoU of sets of word indices, `minimum_weight_full_matching` (scipy) on it, matches
  kept where IoU > 0.25, and B and B_tp from `segeval.boundary_similarity` on masses with one pad word at
  either end; then the same `total` and `derive`. Annotation strings and data frames, which the released code
  uses too, are left out.

Reading and prediction are not timed. Before timing, every region must have the same counts and, to 1e-9, the
same B and B_tp on both sides; otherwise the regions are listed and the exit status is 1. This pass also warms
up both sides. Then the sides take turns of half a second, each round in the opposite order of the one before.
The ratio of the median times is printed first, both times after it.

    pip install networkx scipy segeval
    python benchmarks/scoring.py [GOLD] [--rounds N]

GOLD is any labelled file that inkslate reads; without it, test.csv in the folder $SLATE_DATA, and where that is
not set, boards generated from a fixed seed.
"""

from __future__ import annotations

import argparse
import gc
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import pairwise

from boards import load_gold

from inkslate.board import Board, HasSpan, Sentence, Span
from inkslate.errors import InputError
from inkslate.evaluation.metrics.boundaries import boundaries_of
from inkslate.evaluation.metrics.matching import MATCHINGS
from inkslate.evaluation.metrics.scoring import Counts, Scores, derive, score_region, total
from inkslate.messages import shorten
from inkslate.model.rules import Rules
from inkslate.version import __version__

try:
    import networkx as nx
    import scipy  # noqa: F401  networkx imports it only when it matches
    import segeval
except ImportError as error:
    print(f"{error.name} is missing: pip install networkx scipy segeval", file=sys.stderr)
    raise SystemExit(2) from None

MATCHING = MATCHINGS["reference"]
THRESHOLD = 0.25
EPSILON = 1e-10
TOLERANCE = 1e-9
TURN_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Case:
    """One region: where it stands, what is true of it and what was predicted."""

    board: str
    region: str
    gold: tuple[Sentence, ...]
    predicted: tuple[Span, ...]


Scorer = Callable[[Case], Counts]


def inkslate_counts(case: Case) -> Counts:
    """The side that is measured."""
    return score_region(case.gold, case.predicted, MATCHING).counts


def reference_counts(case: Case) -> Counts:
    """The same counts from networkx, scipy and segeval."""
    gold, tasks = case.gold, [span for span in case.predicted if span.is_task]
    pairs = reference_matching(tasks, gold)
    hits = [(p, g) for p, g in pairs if gold[g].is_task]
    found = {g for _, g in pairs}
    context = [(number in found, sentence) for number, sentence in enumerate(gold) if sentence.label.by_context]
    gold_tasks, false_positives = sum(sentence.is_task for sentence in gold), len(pairs) - len(hits)
    words = gold[-1].end
    hit_gold, hit_predicted = [gold[g] for _, g in hits], [tasks[p] for p, _ in hits]
    return Counts(
        tp=len(hits),
        fp=false_positives,
        tn=len(gold) - gold_tasks - false_positives,
        fn=gold_tasks - len(hits),
        unmatched=len(tasks) - len(pairs),
        context_tasks=sum(sentence.is_task for _, sentence in context),
        context_tasks_found=sum(matched for matched, sentence in context if sentence.is_task),
        context_non_tasks=sum(not sentence.is_task for _, sentence in context),
        context_non_tasks_kept=sum(not matched for matched, sentence in context if not sentence.is_task),
        B_sum=reference_similarity(gold, case.predicted, words),
        B_regions=1,
        B_tp_sum=reference_similarity(hit_gold, hit_predicted, words) if hits else 0.0,
        B_tp_regions=int(bool(hits)),
    )


def reference_matching(tasks: Sequence[Span], gold: Sequence[Sentence]) -> list[tuple[int, int]]:
    """Kept pairs (task, gold sentence) of the full matching of the largest total IoU."""
    if not tasks or not gold:
        return []
    graph = nx.complete_bipartite_graph(len(tasks), len(gold))
    for p, task in enumerate(tasks):
        for g, sentence in enumerate(gold, len(tasks)):
            # As released: a tie goes to the earlier gold sentence.
            graph[p][g]["weight"] = 1 - intersection_over_union(task, sentence) + (g - len(tasks)) * EPSILON
    matching = nx.bipartite.minimum_weight_full_matching(graph, top_nodes=range(len(tasks)))
    return [
        (p, matching[p] - len(tasks))
        for p in range(len(tasks))
        if p in matching and graph[p][matching[p]]["weight"] < 1 - THRESHOLD
    ]


def intersection_over_union(a: HasSpan, b: HasSpan) -> float:
    """Over sets of word indices, as released."""
    words_a, words_b = set(range(a.start, a.end)), set(range(b.start, b.end))
    return len(words_a & words_b) / len(words_a | words_b)


def reference_similarity(gold: Sequence[HasSpan], predicted: Sequence[HasSpan], words: int) -> float:
    similarity = segeval.boundary_similarity(
        padded_masses(gold, words), padded_masses(predicted, words), boundary_format=segeval.BoundaryFormat.mass
    )
    return float(similarity)


def padded_masses(spans: Sequence[HasSpan], words: int) -> tuple[int, ...]:
    """Lengths of the segments between boundaries; one pad word at either end makes the outer ones count."""
    inner = sorted(position + 1 for position in boundaries_of(spans))
    return tuple(end - start for start, end in pairwise([0, *inner, words + 2]))


def score(cases: Sequence[Case], scorer: Scorer) -> Scores:
    """What is timed: all regions, their sum, and the ratios."""
    return derive(total(scorer(case) for case in cases))


def disagreements(cases: Iterable[Case]) -> Iterator[str]:
    """Every region and field where the two sides differ."""
    for case in cases:
        ours, theirs = inkslate_counts(case), reference_counts(case)
        for name in Counts._fields:
            a, b = getattr(ours, name), getattr(theirs, name)
            if abs(a - b) > TOLERANCE:
                where = f"board {shorten(case.board)}, region {shorten(case.region)}"
                yield f"{where}: {name} is {a} in inkslate and {b} in the reference"


def measure(cases: Sequence[Case], rounds: int) -> tuple[list[float], list[float]]:
    """Seconds a pass of inkslate and of the reference, a value a round, the sides taking turns."""
    times: dict[Scorer, list[float]] = {inkslate_counts: [], reference_counts: []}
    for number in range(rounds):
        # The order changes every round, so that neither side always runs in the wake of the other.
        for scorer in list(times)[:: -1 if number % 2 else 1]:
            times[scorer].append(time_a_turn(cases, scorer))
    return times[inkslate_counts], times[reference_counts]


def time_a_turn(cases: Sequence[Case], scorer: Scorer) -> float:
    """Seconds a pass, over as many passes as fill a turn: both sides run as long, and as warm."""
    # As timeit does: neither side pays for the other's garbage.
    gc.collect()
    gc.disable()
    passes, begin = 0, time.perf_counter()
    while (taken := time.perf_counter() - begin) < TURN_SECONDS:
        score(cases, scorer)
        passes += 1
    gc.enable()
    return taken / passes


def make_cases(boards: Iterable[Board]) -> list[Case]:
    """Labelled regions with the predictions of `rules`; a region without words has nothing to score."""
    predictor, cases = Rules(), []
    for board in boards:
        for region, found in zip(board.regions, predictor.predict(board.without_labels()), strict=True):
            if region.sentences is None:
                where = f"board {shorten(board.id)}, region {shorten(region.id)}"
                raise InputError(f"{where}: no sentences; scoring needs labels")
            if region.sentences:
                predicted = tuple(sentence.span for sentence in found)
                cases.append(Case(board.id, region.id, region.sentences, predicted))
    return cases


def report(name: str, cases: Sequence[Case], ours: Sequence[float], theirs: Sequence[float]) -> str:
    median_ours, median_theirs = statistics.median(ours), statistics.median(theirs)
    ratios = [b / a for a, b in zip(ours, theirs, strict=True)]
    packages = ", ".join(f"{package} {version(package)}" for package in ("networkx", "scipy", "segeval"))
    return "\n".join(
        (
            f"ratio      {median_theirs / median_ours:.1f} (single rounds {min(ratios):.1f} to {max(ratios):.1f})",
            f"inkslate   {median_ours * 1000:.2f} ms",
            f"reference  {median_theirs * 1000:.2f} ms",
            f"medians of {len(ours)} rounds over {len(cases)} regions of {name}; same scores on every region",
            f"matching {MATCHING.name}, predictions of rules; inkslate {__version__}; {packages}; "
            f"Python {platform.python_version()}",
        )
    )


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time inkslate's scoring against networkx, scipy and segeval.")
    parser.add_argument("gold", nargs="?", metavar="GOLD", help="a labelled file (default: $SLATE_DATA/test.csv)")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="timed rounds (default: 7)")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error("--rounds needs at least 1")
    return arguments


def main() -> int:
    arguments = parse_arguments()
    try:
        name, boards = load_gold(arguments.gold)
        cases = make_cases(boards)
        if not cases:
            raise InputError(f"{name}: no labelled region to score")
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    different = list(disagreements(cases))
    if different:
        print(*different, sep="\n", file=sys.stderr)
        return 1
    print(report(name, cases, *measure(cases, arguments.rounds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
