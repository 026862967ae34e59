"""Table 2 as plain values, for table2.json."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import asdict
from typing import Any

from inkslate.experiments.table2.claims import claims
from inkslate.experiments.table2.table import MethodRow, Run, Table, run_scores


def to_json(table: Table, results: Sequence[Run]) -> dict[str, Any]:
    """Everything as plain values; from `runs` and `latency` the table can be built again."""
    return {
        "groups": [
            {
                "preset": group.rows[0].preset,
                "bullets": group.rows[0].bullets,
                "rows": [_row_json(row) for row in group.rows],
                "claims": [asdict(claim) for claim in claims(group)],
            }
            for group in table.groups
        ],
        "runs": [{**deepcopy(dict(run)), "values": run_scores(run)} for run in results],
        "latency": deepcopy(table.latency),
    }


def _row_json(row: MethodRow) -> dict[str, Any]:
    return {
        "row": row.key,
        "title": row.title,
        "encoder": row.encoder,
        "seeds": list(row.seeds),
        "signatures": list(row.signatures),
        "cells": {name: {**asdict(cell), "difference": cell.difference} for name, cell in row.cells.items()},
    }
