"""One HTML page with the errors of an evaluation: no script, no request, the worst region first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from string import Template

from inkslate.evaluation.columns import COUNTS, SCORES, percent
from inkslate.evaluation.evaluation import Evaluation
from inkslate.evaluation.metrics.scoring import Counts
from inkslate.evaluation.page_parts import (
    CUT,
    ERRORS,
    HIT,
    KIND_STYLE,
    STYLE,
    ErrorMark,
    RegionCard,
    cell_html,
    line_html,
    page_text,
    region_card,
    tag,
)


def error_page(evaluation: Evaluation, *, title: str) -> str:
    """A self-contained page: the scores, then each region with gold beside predicted."""
    cards = [region_card(region) for region in evaluation.regions]
    wrong = sorted((card for card in cards if not card.is_clean), key=lambda card: card.badness)
    clean = [card for card in cards if card.is_clean]
    return _PAGE.substitute(
        title=page_text(title),
        style=STYLE + "".join(KIND_STYLE.substitute(key=mark.key) for mark in (HIT, *ERRORS, CUT)),
        signature=page_text(evaluation.signature),
        **_score_tables(evaluation),
        counts=_counts(evaluation),
        legend="\n".join(f"<li>{tag(mark)} {mark.meaning}</li>" for mark in (HIT, *ERRORS, CUT)),
        filters="\n".join(_filter(mark, wrong) for mark in (*ERRORS, CUT)),
        wrong=len(wrong),
        wrong_cards="\n".join(map(_card_html, wrong)) or "<p>None.</p>",
        clean=len(clean),
        clean_cards="\n".join(map(_card_html, clean)) or "<p>None.</p>",
    )


def _card_html(card: RegionCard) -> str:
    evaluated, result = card.evaluated, card.evaluated.result
    found = [mark for mark, count in card.errors.items() if count]
    tags = " ".join(tag(mark, card.errors[mark]) for mark in found)
    numbers = f"{_count_items(result.counts)} · B {percent(result.B)} · B_tp {percent(result.B_tp)}"
    return (
        f'<article class="{" ".join(mark.key for mark in found)}">'
        f"<h3>Region <bdi>{page_text(evaluated.region.id)}</bdi> "
        f"<i>board <bdi>{page_text(evaluated.board)}</bdi></i></h3>\n"
        f"<p>{tags} <i>{numbers}</i></p>\n"
        f"<div><h4>As written</h4>{''.join(map(line_html, evaluated.region.lines)) or '<p>(no lines)</p>'}</div>\n"
        '<table><thead><tr><th scope="col">Gold</th><td></td><th scope="col">Predicted</th></tr></thead>\n'
        f"<tbody>{''.join(_rows(card))}</tbody></table></article>"
    )


def _rows(card: RegionCard) -> Iterator[str]:
    """A row for each stretch of words that neither side divides, so that the same words are side by side."""
    region = card.evaluated.region
    gold_at = {cell.start: cell for cell in card.gold}
    predicted_at = {cell.start: cell for cell in card.predicted}
    starts = sorted(gold_at.keys() | predicted_at.keys())
    gold = predicted = None
    for start, end in pairwise([*starts, len(region.word_texts)]):
        gold, predicted = gold_at.get(start, gold), predicted_at.get(start, predicted)
        text = page_text(region.text(start, end))
        cut = "" if start in gold_at and start in predicted_at else "◂" if start in gold_at else "▸"
        row = f"{cell_html(gold, start, text)}<td>{cut}</td>{cell_html(predicted, start, text)}"
        yield f'<tr class="cut">{row}</tr>\n' if cut else f"<tr>{row}</tr>\n"


def _filter(mark: ErrorMark, cards: Sequence[RegionCard]) -> str:
    number = sum(card.errors[mark] > 0 for card in cards)
    button = f'<input type="radio" name="show" id="only-{mark.key}"{"" if number else " disabled"}>'
    return f"<label>{button} {mark.symbol} {mark.word} ({number})</label>"


def _score_tables(evaluation: Evaluation) -> dict[str, str]:
    """The scores of a group in a row under shared headings, and the scores without a group in a table of their own."""
    cells = {
        (column.group, column.long_head or column.head): _score(evaluation, name) for name, column in SCORES.items()
    }
    groups = dict.fromkeys(group for group, _ in cells if group)
    shared = list(dict.fromkeys(head for group, head in cells if group))
    alone = [head for group, head in cells if not group]
    heads = [f'<th scope="col">{head}</th>' for head in shared]
    rows = ((group, "".join(cells.get((group, head), "<td></td>") for head in shared)) for group in groups)
    return {
        "rate_heads": "\n".join("".join(heads[at : at + 2]) for at in range(0, len(heads), 2)),
        "rates": "\n".join(f'<tr><th scope="row">{group}</th>{row}</tr>' for group, row in rows),
        "overall_heads": "".join(f'<th scope="col">{head}</th>' for head in alone),
        "overall": "".join(cells["", head] for head in alone),
    }


def _score(evaluation: Evaluation, name: str) -> str:
    interval, column = evaluation.intervals[name], SCORES[name]
    between = f" <i>{column.show(interval[0])}–{column.show(interval[1])}</i>" if interval else ""
    return f"<td>{column.show_or_undefined(column.value(evaluation.scores))}{between}</td>"


def _counts(evaluation: Evaluation) -> str:
    boards = len({region.board for region in evaluation.regions})
    sentences = sum(len(region.gold) for region in evaluation.regions)
    size = f"boards {boards} · regions {len(evaluation.regions)} · gold sentences {sentences}"
    return f"{size} · {_count_items(evaluation.counts)}"


def _count_items(counts: Counts) -> str:
    return " · ".join(f"{name} {getattr(counts, name)}" for name in COUNTS)


_PAGE = Template("""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title><style>$style</style></head>
<body>
<header><h1><bdi>$title</bdi></h1><p><code>$signature</code></p></header>
<main>
<section><h2>Scores, per cent, with 95 % intervals</h2>
<div class="scores"><table><thead><tr><td></td>$rate_heads</tr></thead><tbody>
$rates</tbody></table>
<table><thead><tr>$overall_heads</tr></thead><tbody>
<tr>$overall</tr></tbody></table></div>
<p><i>$counts</i></p></section>
<section><h2>Legend</h2><ul>
$legend
<li>☐ and bold: a task, gold (G1, G2, …) or predicted (P1, P2, …); all else is a non-task</li>
<li>↔ goes with · ⋯ the sentence above goes on · <em>due to context</em> only its neighbours tell what it is</li>
</ul></section>
<section id="wrong"><h2>Regions with errors, the worst first ($wrong)</h2>
<fieldset><label><input type="radio" name="show" checked> all</label>
$filters</fieldset>
$wrong_cards</section>
<details><summary><h2>Regions without an error ($clean)</h2></summary>
$clean_cards</details>
</main></body></html>
""")
