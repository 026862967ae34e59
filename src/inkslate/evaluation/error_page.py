"""One HTML page with the errors of an evaluation: no script, no request, the worst region first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from string import Template
from types import MappingProxyType

from inkslate.board import Label, Line
from inkslate.evaluation.columns import COUNTS, SCORES, percent
from inkslate.evaluation.evaluation import EvaluatedRegion, Evaluation
from inkslate.evaluation.metrics.boundaries import boundaries_of
from inkslate.evaluation.metrics.scoring import Counts


@dataclass(frozen=True, slots=True)
class _Mark:
    """The outcome of a sentence; symbol and word say it without the colour."""

    key: str
    symbol: str
    word: str
    plural: str
    meaning: str


_HIT = _Mark("hit", "✓", "hit", "hits", "a predicted task that goes with a gold task")
_MISS = _Mark("miss", "✗", "miss", "misses", "a gold task that no predicted task goes with")
_ALARM = _Mark("alarm", "!", "false alarm", "false alarms", "a predicted task that goes with a gold non-task")
_LONE = _Mark("lone", "?", "unmatched", "unmatched", "a predicted task that goes with no gold sentence")
_CUT = _Mark("cut", "◂▸", "boundary", "boundaries", "only gold (◂) or only the prediction (▸) starts a sentence here")
_ERRORS = (_MISS, _ALARM, _LONE)

# Only labels that are more than task or non-task, which the box shows.
_LABELS: Mapping[Label, str] = MappingProxyType(
    {
        Label.GENERIC_TASK: "generic task",
        Label.TASK_BY_CONTEXT: "task due to context",
        Label.NON_TASK_BY_CONTEXT: "non-task due to context",
    }
)


@dataclass(frozen=True, slots=True)
class _Cell:
    """A gold or predicted sentence as the page shows it."""

    name: str
    start: int
    label: Label
    mark: _Mark | None
    note: str


@dataclass(frozen=True, slots=True)
class _Card:
    """A region, its sentences, and how often each error occurs in it."""

    evaluated: EvaluatedRegion
    gold: tuple[_Cell, ...]
    predicted: tuple[_Cell, ...]
    errors: Mapping[_Mark, int]

    @property
    def is_clean(self) -> bool:
        return not any(self.errors.values())

    @property
    def badness(self) -> tuple[int, float]:
        """Sorts the most errors first, then the lowest B."""
        # Counted by mark, because with strict matching counts.fp includes the unmatched ones.
        similarity = self.evaluated.result.B
        return -sum(self.errors[mark] for mark in _ERRORS), 1.0 if similarity is None else similarity


def error_page(evaluation: Evaluation, *, title: str) -> str:
    """A self-contained page: the scores, then each region with gold beside predicted."""
    cards = [_card(region) for region in evaluation.regions]
    wrong = sorted((card for card in cards if not card.is_clean), key=lambda card: card.badness)
    clean = [card for card in cards if card.is_clean]
    return _PAGE.substitute(
        title=_text(title),
        style=_STYLE + "".join(_KIND_STYLE.substitute(key=mark.key) for mark in (_HIT, *_ERRORS, _CUT)),
        signature=_text(evaluation.signature),
        **_score_tables(evaluation),
        counts=_counts(evaluation),
        legend="\n".join(f"<li>{_tag(mark)} {mark.meaning}</li>" for mark in (_HIT, *_ERRORS, _CUT)),
        filters="\n".join(_filter(mark, wrong) for mark in (*_ERRORS, _CUT)),
        wrong=len(wrong),
        wrong_cards="\n".join(map(_card_html, wrong)) or "<p>None.</p>",
        clean=len(clean),
        clean_cards="\n".join(map(_card_html, clean)) or "<p>None.</p>",
    )


def _card(evaluated: EvaluatedRegion) -> _Card:
    """The outcome of each sentence. A match numbers predicted tasks only, the page numbers all predicted sentences."""
    tasks = [number for number, span in enumerate(evaluated.predicted) if span.is_task]
    gold_links, predicted_links = {}, {}
    for match in evaluated.result.matches:
        mark, number = _HIT if evaluated.gold[match.gold].is_task else _ALARM, tasks[match.predicted]
        gold_links[match.gold] = mark, f"↔ P{number + 1}"
        predicted_links[number] = mark, f"↔ G{match.gold + 1}, IoU {float(match.iou):.2f}"
    gold = _cells("G", [(sentence.start, sentence.label) for sentence in evaluated.gold], gold_links, _MISS)
    spans = [(span.start, Label.TASK if span.is_task else Label.NON_TASK) for span in evaluated.predicted]
    predicted = _cells("P", spans, predicted_links, _LONE)
    # A false alarm is shown on both sides and is one error, so only misses are counted on the gold side.
    marks = [cell.mark for cell in gold if cell.mark is _MISS] + [cell.mark for cell in predicted]
    errors = {mark: marks.count(mark) for mark in _ERRORS}
    errors[_CUT] = len(boundaries_of(evaluated.gold) ^ boundaries_of(evaluated.predicted))
    return _Card(evaluated, gold, predicted, errors)


def _cells(
    letter: str, spans: Iterable[tuple[int, Label]], links: Mapping[int, tuple[_Mark, str]], alone: _Mark
) -> tuple[_Cell, ...]:
    cells = []
    for number, (start, label) in enumerate(spans):
        mark, note = links.get(number, (alone if label.is_task else None, ""))
        cells.append(_Cell(f"{letter}{number + 1}", start, label, mark, note))
    return tuple(cells)


def _card_html(card: _Card) -> str:
    evaluated, result = card.evaluated, card.evaluated.result
    found = [mark for mark, count in card.errors.items() if count]
    tags = " ".join(_tag(mark, card.errors[mark]) for mark in found)
    numbers = f"{_count_items(result.counts)} · B {percent(result.B)} · B_tp {percent(result.B_tp)}"
    return (
        f'<article class="{" ".join(mark.key for mark in found)}">'
        f"<h3>Region <bdi>{_text(evaluated.region.id)}</bdi> <i>board <bdi>{_text(evaluated.board)}</bdi></i></h3>\n"
        f"<p>{tags} <i>{numbers}</i></p>\n"
        f"<div><h4>As written</h4>{''.join(map(_line_html, evaluated.region.lines)) or '<p>(no lines)</p>'}</div>\n"
        '<table><thead><tr><th scope="col">Gold</th><td></td><th scope="col">Predicted</th></tr></thead>\n'
        f"<tbody>{''.join(_rows(card))}</tbody></table></article>"
    )


def _line_html(line: Line) -> str:
    # The style sheet sets the direction of each line (unicode-bidi: plaintext), as dir="auto" would.
    return f"<p>{'• ' if line.bullet else ''}{_text(line.text)}</p>"


def _rows(card: _Card) -> Iterator[str]:
    """A row for each stretch of words that neither side divides, so that the same words are side by side."""
    region = card.evaluated.region
    gold_at = {cell.start: cell for cell in card.gold}
    predicted_at = {cell.start: cell for cell in card.predicted}
    starts = sorted(gold_at.keys() | predicted_at.keys())
    gold = predicted = None
    for start, end in pairwise([*starts, len(region.word_texts)]):
        gold, predicted = gold_at.get(start, gold), predicted_at.get(start, predicted)
        text = _text(region.text(start, end))
        cut = "" if start in gold_at and start in predicted_at else "◂" if start in gold_at else "▸"
        row = f"{_cell_html(gold, start, text)}<td>{cut}</td>{_cell_html(predicted, start, text)}"
        yield f'<tr class="cut">{row}</tr>\n' if cut else f"<tr>{row}</tr>\n"


def _cell_html(cell: _Cell | None, start: int, text: str) -> str:
    if cell is None:
        return "<td></td>"
    goes_on = cell.start != start
    kinds = (cell.mark.key if cell.mark else "", "task" if cell.label.is_task else "", "on" if goes_on else "")
    opening = f'<td class="{" ".join(filter(None, kinds))}">' if any(kinds) else "<td>"
    if goes_on:
        return f"{opening}⋯ <bdi>{text}</bdi></td>"
    parts = [f"{opening}<i>{cell.name}</i>", "☐" if cell.label.is_task else "", f"<bdi>{text}</bdi>"]
    parts.append(f"<em>{_LABELS[cell.label]}</em>" if cell.label in _LABELS else "")
    parts.append(f"<b>{cell.mark.symbol} {cell.mark.word}</b>" if cell.mark else "")
    parts.append(f"<i>{cell.note}</i>" if cell.note else "")
    return " ".join(filter(None, parts)) + "</td>"


def _tag(mark: _Mark, count: int | None = None) -> str:
    words = mark.word if count is None else f"{count} {mark.word if count == 1 else mark.plural}"
    return f'<b class="{mark.key}">{mark.symbol} {words}</b>'


def _filter(mark: _Mark, cards: Sequence[_Card]) -> str:
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


def _text(text: str) -> str:
    # A file name in the title may hold bytes that are not text, and the page has to be UTF-8.
    return escape(text.encode("utf-8", "replace").decode("utf-8"))


# The filters are radio buttons that CSS reads: private notes should be in a page without scripts.
_STYLE = """
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#1c2129;--soft:#5b6573;--line:#d5dae1;
--hit:#12703c;--hit-bg:#e6f5ea;--miss:#b3202c;--miss-bg:#fdeaea;--alarm:#8a5200;--alarm-bg:#fff2d6;
--lone:#6a35b5;--lone-bg:#f1eafc;--cut:#0b6283;--cut-bg:#e3f2f8}
@media screen and (prefers-color-scheme:dark){:root{--bg:#14171c;--card:#1d2128;--ink:#e4e7ec;--soft:#a3adba;
--line:#3a414c;--hit:#7fd8a0;--hit-bg:#16301f;--miss:#ff9c9c;--miss-bg:#3b1b1e;--alarm:#f5c26b;--alarm-bg:#372a10;
--lone:#cbaef8;--lone-bg:#2b2140;--cut:#84cdea;--cut-bg:#14303b}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.2rem;max-width:76rem;background:var(--bg);color:var(--ink);
font:16px/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;margin:0}h2{font-size:1.2rem;margin:1.6rem 0 .6rem}h3{font-size:1.05rem;margin:0}
h4,thead th{font-size:.8rem;font-weight:600;color:var(--soft);margin:0;text-align:left}
p{margin:.3rem 0}i,em,code{color:var(--soft);font-size:.8rem;font-weight:400;font-style:normal}
em{border-bottom:1px dotted}ul{list-style:none;margin:0;padding:0;font-size:.9rem}li{margin:.35rem 0}
b{font-size:.78rem;font-weight:600;white-space:nowrap;padding:.05rem .4rem;border-radius:.6rem;border:1px solid}
.scores{display:flex;flex-wrap:wrap;align-items:start;gap:.8rem}
.scores table{background:var(--card);border:1px solid var(--line);border-radius:.5rem;border-spacing:0}
.scores td,.scores th{padding:.35rem .8rem;text-align:left;vertical-align:top;overflow-wrap:normal}
.scores td{font-weight:600;font-variant-numeric:tabular-nums}.scores i{display:block;white-space:nowrap}
fieldset{border:0;margin:0 0 .8rem;padding:0;display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;font-size:.9rem}
article{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.9rem;margin:0 0 1rem;
display:grid;grid-template-columns:minmax(0,1fr) minmax(0,2.8fr);gap:.3rem 1.2rem}
article>h3,article>p{grid-column:1/-1}h4{padding:.25rem 0}
article div p{margin:0;padding:.1rem 1em;text-indent:-1em;unicode-bidi:plaintext}
article>table{width:100%;table-layout:fixed;border-spacing:0;align-self:start}
article td,article thead th{padding:.25rem .5rem;vertical-align:top}
article td:nth-child(2){width:1.4rem;padding:.25rem 0;text-align:center;color:var(--cut)}
article tbody td:nth-child(odd){border-top:1px solid var(--line);border-left:4px solid var(--line)}
article .task bdi{font-weight:600}article td i{white-space:nowrap}
article .cut td:nth-child(odd){border-top:2px solid var(--cut)}
article .cut td.on:nth-child(odd){border-top-color:transparent}
summary{cursor:pointer}summary h2{display:inline-block}
@supports not selector(:has(a)){fieldset{display:none}}
@media (max-width:52rem){body{padding:.7rem}article{grid-template-columns:minmax(0,1fr);padding:.7rem}
.scores td,.scores th{padding:.3rem .4rem}article td,article thead th{padding:.25rem .35rem}}
@media screen and (max-width:52rem){article div{max-height:14rem;overflow:auto}}
@media print{body{max-width:none;padding:0;font-size:10pt;background:none}fieldset{display:none}
article div{columns:2}h4{column-span:all}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
tr,h3,li,.scores{break-inside:avoid}h2,h3{break-after:avoid}}
"""
_KIND_STYLE = Template("""
b.$key,td.$key b{color:var(--$key);background:var(--$key-bg)}
article td.$key:nth-child(odd){background:var(--$key-bg);border-left-color:var(--$key)}
body:has(#only-$key:checked) #wrong>article:not(.$key){display:none}""")

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
