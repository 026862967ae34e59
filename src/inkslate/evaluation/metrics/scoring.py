"""From spans to counts that add up, and from counts to the columns of the paper's table.

Undefined (0/0) is None, never 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inkslate.board import Label, Sentence, Span
from inkslate.evaluation.metrics.boundaries import boundaries_of, boundary_similarity
from inkslate.evaluation.metrics.matching import Match, Matching, best_matching


class Counts(NamedTuple):
    """Everything that is summed over regions; ratios are derived at the end."""

    tp: int = 0
    fp: int = 0
    tn: int = 0
    fn: int = 0
    unmatched: int = 0
    context_tasks: int = 0
    context_tasks_found: int = 0
    context_non_tasks: int = 0
    context_non_tasks_kept: int = 0
    B_sum: float = 0.0
    B_regions: int = 0
    B_tp_sum: float = 0.0
    B_tp_regions: int = 0


@dataclass(frozen=True, slots=True)
class Rates:
    """Recall, precision and F1 of one class."""

    recall: float | None
    precision: float | None
    f1: float | None


@dataclass(frozen=True, slots=True)
class Scores:
    """The columns of the paper's table as fractions of one, and the counts that they follow from."""

    counts: Counts
    task: Rates
    non_task: Rates
    accuracy: float | None
    context_task_recall: float | None
    context_non_task_recall: float | None
    B: float | None
    B_tp: float | None


class RegionResult(NamedTuple):
    """One region: which predicted task went with which gold sentence, and its counts."""

    counts: Counts
    matches: tuple[Match, ...]
    B: float | None
    B_tp: float | None


def score_region(gold: Sequence[Sentence], predicted: Sequence[Span], matching: Matching) -> RegionResult:
    """Compare one region. `predicted` partitions the words; `gold` does too."""
    tasks = [span for span in predicted if span.is_task]
    kept = tuple([match for match in best_matching(tasks, gold) if matching.keeps(match.iou)]) if tasks else ()
    labels = [sentence.label for sentence in gold]
    found = [labels[match.gold] for match in kept]
    hits = [match for match, label in zip(kept, found, strict=True) if label.is_task]
    similarity = _partition_similarity([span.end for span in gold], [span.end for span in predicted])
    similarity_tp = _hit_similarity([(gold[match.gold], tasks[match.predicted]) for match in hits])
    gold_tasks = sum([label.is_task for label in labels])
    false_positives, unmatched = len(kept) - len(hits), len(tasks) - len(kept)
    context_non_tasks = labels.count(Label.NON_TASK_BY_CONTEXT)
    counts = Counts(
        tp=len(hits),
        fp=false_positives + (unmatched if matching.unmatched_is_false_positive else 0),
        tn=len(gold) - gold_tasks - false_positives,
        fn=gold_tasks - len(hits),
        unmatched=unmatched,
        context_tasks=labels.count(Label.TASK_BY_CONTEXT),
        context_tasks_found=found.count(Label.TASK_BY_CONTEXT),
        context_non_tasks=context_non_tasks,
        context_non_tasks_kept=context_non_tasks - found.count(Label.NON_TASK_BY_CONTEXT),
        B_sum=similarity or 0.0,
        B_regions=int(similarity is not None),
        B_tp_sum=similarity_tp or 0.0,
        B_tp_regions=int(similarity_tp is not None),
    )
    return RegionResult(counts, kept, similarity, similarity_tp)


def _partition_similarity(gold_ends: Sequence[int], predicted_ends: Sequence[int]) -> float | None:
    """B of two partitions of the same words, each given by where its sentences end."""
    if gold_ends == predicted_ends:
        return 1.0 if gold_ends else None
    return boundary_similarity({0, *gold_ends}, {0, *predicted_ends})


def _hit_similarity(hits: Sequence[tuple[Sentence, Span]]) -> float | None:
    """B over the boundaries of true positives and of their gold sentences alone."""
    return boundary_similarity(boundaries_of([gold for gold, _ in hits]), boundaries_of([span for _, span in hits]))


def total(counts: Iterable[Counts]) -> Counts:
    """The sum of counts."""
    return Counts(*map(sum, zip(*counts, strict=True)))


def derive(counts: Counts) -> Scores:
    """The ratios of summed counts. For non-tasks, positives and negatives change places."""
    return Scores(
        counts=counts,
        task=_rates(counts.tp, counts.fp, counts.fn),
        non_task=_rates(counts.tn, counts.fn, counts.fp),
        accuracy=_ratio(counts.tp + counts.tn, counts.tp + counts.fp + counts.tn + counts.fn),
        context_task_recall=_ratio(counts.context_tasks_found, counts.context_tasks),
        context_non_task_recall=_ratio(counts.context_non_tasks_kept, counts.context_non_tasks),
        B=_ratio(counts.B_sum, counts.B_regions),
        B_tp=_ratio(counts.B_tp_sum, counts.B_tp_regions),
    )


def _rates(hits: float, false_alarms: float, misses: float) -> Rates:
    return Rates(
        recall=_ratio(hits, hits + misses),
        precision=_ratio(hits, hits + false_alarms),
        f1=_ratio(2 * hits, 2 * hits + false_alarms + misses),
    )


def _ratio(part: float, whole: float) -> float | None:
    return part / whole if whole else None
