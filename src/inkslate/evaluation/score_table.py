"""An evaluation as a table for people."""

from __future__ import annotations

from inkslate.evaluation.columns import SCORES, percent
from inkslate.evaluation.evaluation import Evaluation
from inkslate.messages import counted


def score_table(evaluation: Evaluation, *, per_region: bool = False) -> str:
    """All columns of the paper in per cent, each with its 95 % interval over boards, and the signature."""
    counts = evaluation.counts
    boards = len({region.board for region in evaluation.regions})
    sentences = sum(len(region.gold) for region in evaluation.regions)
    sizes = {"board": boards, "region": len(evaluation.regions), "sentence": sentences}
    rows = [", ".join(counted(size, noun) for noun, size in sizes.items()), ""]
    rows.append(f"{'':<33}{'per cent':>9}   95 % interval")
    for name, column in SCORES.items():
        interval = evaluation.intervals[name]
        between = f"{column.show(interval[0]):>5} to {column.show(interval[1])}" if interval else ""
        value = column.show_or_undefined(column.value(evaluation.scores))
        rows.append(f"{column.long_title:<33}{value:>9}   {between}".rstrip())
    rows += [
        "",
        f"tp {counts.tp}  fp {counts.fp}  tn {counts.tn}  fn {counts.fn}",
        f"predicted tasks without a match: {counts.unmatched}",
        *(
            [
                f"average precision of the scores: {percent(evaluation.average_precision)}",
                f"expected calibration error of the scores: {percent(evaluation.calibration_error)}",
            ]
            if evaluation.outcomes
            else []
        ),
        evaluation.signature,
    ]
    if per_region:
        rows += ["", *_region_rows(evaluation)]
    return "\n".join(rows) + "\n"


def _region_rows(evaluation: Evaluation) -> list[str]:
    rows = [f"{'tp':>4}{'fp':>4}{'tn':>4}{'fn':>4}{'B':>11}{'B_tp':>11}  board, region"]
    for region in evaluation.regions:
        counts = region.result.counts
        cells = f"{counts.tp:>4}{counts.fp:>4}{counts.tn:>4}{counts.fn:>4}"
        similarities = f"{percent(region.result.B):>11}{percent(region.result.B_tp):>11}"
        rows.append(f"{cells}{similarities}  {region.board!r}, {region.region.id!r}")
    return rows
