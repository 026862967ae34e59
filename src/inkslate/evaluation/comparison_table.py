"""A comparison of two predictions as a table for people."""

from __future__ import annotations

from inkslate.evaluation.columns import SCORES
from inkslate.evaluation.comparison import FEWEST, ModelComparison, verdict
from inkslate.messages import counted


def comparison_table(comparison: ModelComparison) -> str:
    """Both scores of each column in per cent, their difference with its 95 % interval, and the verdict."""
    boards, apart = len(comparison.pairs), len(comparison.most_different)
    rows = [f"A  {comparison.first.signature}", f"B  {comparison.second.signature}"]
    rows += [f"{counted(boards, 'board')}; A and B differ on {apart}", ""]
    rows.append(f"{'':<33}{'A':>9}{'B':>10}{'B - A':>8}   {'95 % interval':<18}{'p':>7}")
    for name, column in SCORES.items():
        first, second = (
            column.show_or_undefined(column.value(side.scores)) for side in (comparison.first, comparison.second)
        )
        difference, found = comparison.difference(column), comparison.differences[name]
        row = f"{column.long_title:<33}{first:>9}{second:>10}"
        if difference is not None and found is not None:
            low, high = map(column.show_difference, found.interval)
            row += f"{column.show_difference(difference):>8}   {f'{low} to {high}':<18}{found.p:>7.2g}"
            row += "  *" if found.is_certain else ""
        rows.append(row)
    rows += ["", "* more than chance: the interval, over samples of the boards, leaves out zero", verdict(comparison)]
    if boards < FEWEST:
        rows.append(f"With fewer than {FEWEST} boards the intervals are too narrow; here are {boards}.")
    return "\n".join(rows) + "\n"
