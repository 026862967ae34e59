"""The assignment of least cost by shortest augmenting paths (Crouse 2016), for tied matchings.

If several matchings cost the same, the reference takes the one that this algorithm finds first: rows in order, each
with the earliest column that costs nothing extra. So the order of the operations below is part of the result, rounding
included; do not change it.
"""

from __future__ import annotations

from collections.abc import Sequence


def assign(cost: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Pairs (row, column), as many as the smaller side has, of least total cost."""
    # Longer than other functions: one loop whose steps share six lists, in the order of the published algorithm.
    if not cost or not cost[0]:
        return []
    if len(cost) > len(cost[0]):
        transposed = [list(column) for column in zip(*cost, strict=True)]
        return sorted((row, column) for column, row in assign(transposed))
    rows, columns = len(cost), len(cost[0])
    row_price, column_price = [0.0] * rows, [0.0] * columns
    column_of, row_of = [-1] * rows, [-1] * columns
    for current in range(rows):
        # Every column is within reach of the current row; farther paths shorten this below.
        price = row_price[current]
        reached = [0.0 + c - price - v for c, v in zip(cost[current], column_price, strict=True)]
        least = min(reached)
        column = reached.index(least)
        if row_of[column] < 0:  # the earliest of the cheapest is free, as it is for most rows
            row_price[current] += least
            row_of[column], column_of[current] = current, column
            continue
        path = [current] * columns
        # From the last column to the first, so that the earliest of equals is seen last and wins.
        remaining = list(range(columns - 1, -1, -1))
        visited_rows = [current]
        visited_columns: list[int] = []
        while True:
            least = min([reached[column] for column in remaining])
            equal = [at for at, column in enumerate(remaining) if reached[column] == least]
            free = [at for at in equal if row_of[remaining[at]] < 0]
            chosen = free[-1] if free else equal[0]
            column = remaining[chosen]
            visited_columns.append(column)
            if row_of[column] < 0:
                break
            remaining[chosen] = remaining[-1]
            remaining.pop()
            row = row_of[column]
            visited_rows.append(row)
            price, costs = row_price[row], cost[row]
            for column in remaining:
                through = least + costs[column] - price - column_price[column]
                if through < reached[column]:
                    path[column], reached[column] = row, through
        row_price[current] += least
        for row in visited_rows[1:]:
            row_price[row] += least - reached[column_of[row]]
        for column in visited_columns:
            column_price[column] -= least - reached[column]
        column = visited_columns[-1]
        while True:
            row = path[column]
            row_of[column] = row
            column_of[row], column = column, column_of[row]
            if row == current:
                break
    return list(enumerate(column_of))
