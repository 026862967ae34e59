"""Table 2 as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inkslate.experiments.table2.claims import claims
from inkslate.experiments.table2.table import COLUMNS, MethodRow, Table
from inkslate.experiments.table2.text import (
    LEGEND,
    VERDICTS,
    as_utf8,
    describe,
    latency_caption,
    latency_lines,
    ours_and_paper,
)


def to_markdown(table: Table) -> str:
    """For each group a caption, two lines a row (ours, the paper's), the claims and the signatures."""
    if not table.rows:
        return "No runs.\n"
    groups = [block for group in table.groups for block in _group_blocks(group)]
    return "\n\n".join([LEGEND, *groups, *_latency_blocks(table)]) + "\n"


def _shared(row: MethodRow) -> str:
    """The parts of the signature that all runs have; the checksum of a model is not one of them."""
    parts = [signature.split("|") for signature in row.signatures]
    return "|".join(part for part in parts[0] if all(part in other for other in parts))


def _group_blocks(group: Table) -> list[str]:
    lines = [["", *(column.title for column in COLUMNS.values())], ["---", *["---:"] * len(COLUMNS)]]
    for row in group.rows:
        lines += [[f"**{title}**" if kind == "ours" else title, *cells] for kind, title, cells in ours_and_paper(row)]
    blocks = [describe(group, _code), _rows(lines)]
    if verdicts := [f"- {VERDICTS[claim.holds][1]}: {claim.text} {claim.evidence}" for claim in claims(group)]:
        blocks += ["What the paper claims, and what these means say:", "\n".join(verdicts)]
    signatures = [f"- {row.title}: {_code(_shared(row))}" for row in group.rows]
    return [*blocks, "Signatures, as far as the runs of a row share them:", "\n".join(signatures)]


def _latency_blocks(table: Table) -> list[str]:
    if table.latency is None:
        return []
    lines = [["", "mean, ms", "p50, ms", "p95, ms"], ["---", "---:", "---:", "---:"], *latency_lines(table)]
    return [latency_caption(table, _code), _rows(lines)]


def _rows(lines: Iterable[Iterable[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _code(text: str) -> str:
    """A code span that nothing in the text can end, on one line."""
    flat = " ".join(as_utf8(text).split())
    ticks = "`" * (1 + max(map(len, re.findall("`+", flat)), default=0))
    pad = " " if "`" in flat else ""
    return f"{ticks}{pad}{flat}{pad}{ticks}" if flat else "(none)"
