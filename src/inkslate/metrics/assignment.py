"""The assignment of least cost by shortest augmenting paths (Crouse 2016), for tied matchings.

Where several matchings have the same weight the reference takes the one that this algorithm meets first:
rows in order, each to the earliest column that costs nothing extra. The order of operations below is
part of the result, floating point included; do not rearrange it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence


def assign(cost: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Pairs (row, column), as many as the smaller side has, of least total cost."""
    if not cost or not cost[0]:
        return []
    if len(cost) > len(cost[0]):
        transposed = [list(column) for column in zip(*cost, strict=True)]
        return sorted((row, column) for column, row in assign(transposed))
    rows, columns = len(cost), len(cost[0])
    row_price, column_price = [0.0] * rows, [0.0] * columns
    column_of, row_of = [-1] * rows, [-1] * columns
    for current in range(rows):
        reached = [math.inf] * columns
        path = [-1] * columns
        # From the last column to the first, so that the earliest of equals is seen last and wins.
        remaining = list(range(columns - 1, -1, -1))
        visited_rows: list[int] = []
        visited_columns: list[int] = []
        row, least, sink = current, 0.0, -1
        while sink < 0:
            visited_rows.append(row)
            lowest, chosen = math.inf, -1
            for at, column in enumerate(remaining):
                through = least + cost[row][column] - row_price[row] - column_price[column]
                if through < reached[column]:
                    path[column], reached[column] = row, through
                if reached[column] < lowest or (reached[column] == lowest and row_of[column] < 0):
                    lowest, chosen = reached[column], at
            least = lowest
            column = remaining[chosen]
            if row_of[column] < 0:
                sink = column
            else:
                row = row_of[column]
            visited_columns.append(column)
            remaining[chosen] = remaining[-1]
            remaining.pop()
        row_price[current] += least
        for row in visited_rows[1:]:
            row_price[row] += least - reached[column_of[row]]
        for column in visited_columns:
            column_price[column] -= least - reached[column]
        column = sink
        while True:
            row = path[column]
            row_of[column] = row
            column_of[row], column = column, column_of[row]
            if row == current:
                break
    return list(enumerate(column_of))
