"""One HTML page with the boards on which two predictions differ most: no script, no request."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from string import Template

from inkslate.evaluation.columns import SCORES
from inkslate.evaluation.comparison import BoardPair, ModelComparison, verdict
from inkslate.evaluation.evaluation import EvaluatedRegion
from inkslate.evaluation.page_parts import (
    ALARM,
    CUT,
    ERRORS,
    HIT,
    KIND_STYLE,
    LONE,
    MISS,
    STYLE,
    ShownSentence,
    cell_html,
    line_html,
    page_text,
    region_card,
    tag,
)
from inkslate.messages import counted

_SHOWN = (HIT, *ERRORS, CUT)


def comparison_page(comparison: ModelComparison, *, title: str, boards: int = 30) -> str:
    """A self-contained page: the scores of both, then the boards that differ most, gold beside A and B."""
    shown = comparison.most_different[:boards]
    return _PAGE.substitute(
        title=page_text(title),
        style=STYLE + "".join(KIND_STYLE.substitute(key=mark.key) for mark in _SHOWN) + _OWN_STYLE,
        first=page_text(comparison.first.signature),
        second=page_text(comparison.second.signature),
        verdict=page_text(verdict(comparison)),
        scores="\n".join(_score_rows(comparison)),
        legend="\n".join(f"<li>{tag(mark)} {mark.meaning}</li>" for mark in (HIT, MISS, ALARM, LONE)),
        differ=len(comparison.most_different),
        all=counted(len(comparison.pairs), "board"),
        shown=len(shown),
        cards="\n".join(map(_board_html, shown)) or "<p>None: A and B find the same sentences and tasks.</p>",
    )


def _score_rows(comparison: ModelComparison) -> Iterator[str]:
    for name, column in SCORES.items():
        values = (column.value(side.scores) for side in (comparison.first, comparison.second))
        cells = "".join(f"<td>{column.show_or_undefined(value)}</td>" for value in values)
        difference, found = comparison.difference(column), comparison.differences[name]
        if difference is None or found is None:
            yield f'<tr><th scope="row">{column.long_title}</th>{cells}<td></td><td></td><td></td></tr>'
            continue
        low, high = map(column.show_difference, found.interval)
        chance = '<b class="cut">more than chance</b>' if found.is_certain else "<i>may be chance</i>"
        cells += f"<td>{column.show_difference(difference)}</td><td><i>{low} to {high}</i></td><td>{chance}</td>"
        yield f'<tr><th scope="row">{column.long_title}</th>{cells}</tr>'


def _board_html(pair: BoardPair) -> str:
    first, second = pair.errors
    words = f"A: {counted(first, 'error')} · B: {counted(second, 'error')}"
    regions = zip(pair.first, pair.second, strict=True)
    apart = [(a, b) for a, b in regions if a.predicted != b.predicted]
    left = len(pair.first) - len(apart)
    more = f" · {counted(left, 'region')} without a difference" if left else ""
    return (
        f"<section><h3>Board <bdi>{page_text(pair.board)}</bdi> <i>{words}{more}</i></h3>\n"
        + "\n".join(_region_html(a, b) for a, b in apart)
        + "</section>"
    )


def _region_html(first: EvaluatedRegion, second: EvaluatedRegion) -> str:
    lines = "".join(map(line_html, first.region.lines)) or "<p>(no lines)</p>"
    heads = "<td></td>".join(f'<th scope="col">{head}</th>' for head in ("Gold", "A", "B"))
    return (
        f"<article><p><i>Region <bdi>{page_text(first.region.id)}</bdi></i></p>\n"
        f"<div><h4>As written</h4>{lines}</div>\n<table><thead><tr>{heads}</tr></thead>\n"
        f"<tbody>{''.join(_rows(first, second))}</tbody></table></article>"
    )


def _rows(first: EvaluatedRegion, second: EvaluatedRegion) -> Iterator[str]:
    """A row for each stretch of words that no side divides, so that the same words are side by side."""
    cards = region_card(first, letter="A"), region_card(second, letter="B")
    # What a gold sentence goes with differs between A and B, so it has no mark of its own here.
    gold = {cell.start: ShownSentence(cell.name, cell.start, cell.label, None, "") for cell in cards[0].gold}
    sides = [gold, *({cell.start: cell for cell in card.predicted} for card in cards)]
    missed = [{cell.start for cell in card.gold if cell.mark is MISS} for card in cards]
    current: list[ShownSentence | None] = [None, None, None]
    region = first.region
    starts = sorted(set().union(*sides))
    for start, end in pairwise([*starts, len(region.word_texts)]):
        current = [side.get(start, cell) for side, cell in zip(sides, current, strict=True)]
        text = page_text(region.text(start, end))
        cells = [cell_html(cell, start, text) for cell in current]
        by = "".join(f" {_missed(letter)}" for letter, at in zip("AB", missed, strict=True) if start in at)
        cells[0] = cells[0].replace("</td>", f"{by}</td>")
        apart = '<tr class="apart">' if _decision(current[1]) != _decision(current[2]) else "<tr>"
        cuts = [f"<td>{_cut(start, gold, side)}</td>" for side in sides[1:]]
        yield f"{apart}{cells[0]}{cuts[0]}{cells[1]}{cuts[1]}{cells[2]}</tr>\n"


def _missed(letter: str) -> str:
    return f'<b class="{MISS.key}">{MISS.symbol} missed by {letter}</b>'


def _decision(cell: ShownSentence | None) -> bool | None:
    return None if cell is None else cell.label.is_task


def _cut(start: int, gold: Collection[int], side: Collection[int]) -> str:
    """Whether only gold (◂) or only the other side (▸) begins a sentence at this word."""
    if (start in gold) == (start in side):
        return ""
    return "◂" if start in gold else "▸"


_OWN_STYLE = """
article td:nth-child(4){width:1.4rem;padding:.25rem 0;text-align:center;color:var(--cut)}
article{grid-template-columns:minmax(0,1fr) minmax(0,4fr)}
.apart td:nth-child(odd){outline:1px solid var(--cut);outline-offset:-1px}
section>h3{margin:1.2rem 0 .5rem}.verdict{font-size:1.05rem;font-weight:600}
@media (max-width:52rem){article{grid-template-columns:minmax(0,1fr)}}
"""

_PAGE = Template("""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title><style>$style</style></head>
<body>
<header><h1><bdi>$title</bdi></h1><p>A <code>$first</code></p><p>B <code>$second</code></p></header>
<main>
<p class="verdict">$verdict</p>
<section><h2>Scores, per cent, with the 95 % interval of the difference</h2>
<div class="scores"><table><thead><tr><td></td><th scope="col">A</th><th scope="col">B</th><th scope="col">B − A</th>
<th scope="col">interval</th><td></td></tr></thead><tbody>
$scores</tbody></table></div></section>
<section><h2>Legend</h2><ul>
$legend
<li>☐ and bold: a task, gold (G1, G2, …) or found by A or B; all else is a non-task</li>
<li>◂ only gold begins a sentence here · ▸ only A or B does · ⋯ the sentence above goes on</li>
<li>a frame around a row: A and B decide differently</li>
</ul></section>
<section><h2>Boards that differ most ($shown of $differ; $all in all)</h2>
$cards</section>
</main></body></html>
""")
