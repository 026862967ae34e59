"""Table 2 for people: as Markdown, and as one HTML page without a script or a request."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from string import Template
from types import MappingProxyType

from inkslate.experiments.table2 import COLUMNS, PRINTED, TITLES, Claim, Row, Table, claims, show_cell
from inkslate.messages import counted

_BULLETS = MappingProxyType(
    {
        "layout": "bullets where the layout has them",
        "gold": "bullets placed where gold sentences start, as the released code does, which leaks the segmentation",
    }
)
_VERDICTS: Mapping[bool | None, tuple[str, str]] = MappingProxyType(
    {True: ("yes", "✓ holds"), False: ("no", "✗ does not hold"), None: ("open", "? unknown")}
)
_LEGEND = (
    "Per cent: mean ± sample standard deviation over the runs. Below it the figure that the paper prints and, in "
    "brackets, ours less the paper's, in points. Latency ratio: the baseline's mean time over the row's. "
    "A dash is undefined or not measured; BIO does not say where a non-task ends, so it has no B."
)
_TIMES = ("mean_ms", "p50_ms", "p95_ms")


def to_markdown(table: Table) -> str:
    """For each group a caption, two lines a row (ours, the paper's), the claims and the signatures."""
    if not table.rows:
        return "No runs.\n"
    groups = [block for group in table.groups for block in _group_blocks(group)]
    return "\n\n".join([_LEGEND, *groups, *_latency_blocks(table)]) + "\n"


def to_html(table: Table) -> str:
    """A page that needs nothing but itself: each group's table, its claims, and a dot plot for every column."""
    return _PAGE.substitute(
        style=_STYLE,
        legend=_text(_LEGEND),
        groups="\n".join(map(_group_html, table.groups)) or "<p>No runs.</p>",
        latency=_latency_html(table),
    )


def describe(group: Table, quote: Callable[[str], str]) -> str:
    """What the rows of a group share; `quote` guards the names that come from outside."""
    first = group.rows[0]
    bullets = _BULLETS.get(first.bullets) or f"bullets {quote(first.bullets)}"
    encoders = _by_row((row, f"encoder {quote(row.encoder)}" if row.encoder else "no encoder") for row in group.rows)
    return f"Preset {quote(first.preset)}; {bullets}; {encoders}; {_by_row((row, _seeds(row)) for row in group.rows)}."


def _by_row(texts: Iterable[tuple[Row, str]]) -> str:
    """One text where it is the same for all rows, else each with its rows."""
    titles: dict[str, list[str]] = {}
    for row, text in texts:
        titles.setdefault(text, []).append(row.title)
    return "; ".join(text if len(titles) == 1 else f"{text} for {' and '.join(titles[text])}" for text in titles)


def _seeds(row: Row) -> str:
    seeds = [str(seed) for seed in row.seeds if seed is not None]
    return f"{'seeds' if len(seeds) > 1 else 'seed'} {', '.join(seeds)}" if seeds else "no seed"


def _ours(row: Row, name: str) -> str:
    cell, runs = row.cells[name], len(row.signatures)
    is_partial = COLUMNS[name].path and 0 < cell.n < runs
    return show_cell(cell, name) + (f" ({cell.n} of {runs} runs)" if is_partial else "")


def _papers(row: Row, name: str) -> str:
    cell, column = row.cells[name], COLUMNS[name]
    difference = "" if cell.difference is None else f" ({column.show_difference(cell.difference)})"
    return "-" if cell.paper is None else column.show(cell.paper) + difference


def _two_lines(row: Row) -> list[tuple[str, str, list[str]]]:
    """Kind, title and cells: what we measured and, where there is one, what the paper prints."""
    lines = [("ours", row.title, [_ours(row, name) for name in COLUMNS])]
    if row.key in PRINTED:
        lines.append(("paper", "paper (difference)", [_papers(row, name) for name in COLUMNS]))
    return lines


def _shared(row: Row) -> str:
    """The parts of the signature that all runs have; the checksum of a model is not one of them."""
    parts = [signature.split("|") for signature in row.signatures]
    return "|".join(part for part in parts[0] if all(part in other for other in parts))


def _group_blocks(group: Table) -> list[str]:
    lines = [["", *(column.title for column in COLUMNS.values())], ["---", *["---:"] * len(COLUMNS)]]
    for row in group.rows:
        lines += [[f"**{title}**" if kind == "ours" else title, *cells] for kind, title, cells in _two_lines(row)]
    blocks = [describe(group, _code), _rows(lines)]
    if verdicts := [f"- {_VERDICTS[claim.holds][1]}: {claim.text} {claim.evidence}" for claim in claims(group)]:
        blocks += ["What the paper claims, and what these means say:", "\n".join(verdicts)]
    signatures = [f"- {row.title}: {_code(_shared(row))}" for row in group.rows]
    return [*blocks, "Signatures, as far as the runs of a row share them:", "\n".join(signatures)]


def _latency_blocks(table: Table) -> list[str]:
    if table.latency is None:
        return []
    lines = [["", "mean, ms", "p50, ms", "p95, ms"], ["---", "---:", "---:", "---:"], *_latency_lines(table)]
    return [_latency_caption(table, _code), _rows(lines)]


def _latency_caption(table: Table, quote: Callable[[str], str]) -> str:
    latency = table.latency or {}
    size = f"{counted(int(latency['regions']), 'region')}, {counted(int(latency['rounds']), 'round')}"
    paper = "34.2 ms with layout, 26.5 ms without, 90.6 ms for the baseline, on an Intel i9-9900K"
    return f"Latency on {quote(latency['device'])}: {size}. The paper's: {paper}."


def _latency_lines(table: Table) -> list[list[str]]:
    rows = table.latency["rows"] if table.latency else {}
    found = [(title, rows[key]) for key, title in TITLES.items() if key in rows]
    return [[title, *(f"{times[name]:.1f}" if name in times else "-" for name in _TIMES)] for title, times in found]


def _rows(lines: Iterable[Iterable[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _code(text: str) -> str:
    """A code span that nothing in the text can end, on one line."""
    flat = " ".join(_utf8(text).split())
    ticks = "`" * (1 + max(map(len, re.findall("`+", flat)), default=0))
    pad = " " if "`" in flat else ""
    return f"{ticks}{pad}{flat}{pad}{ticks}" if flat else "(none)"


def _group_html(group: Table) -> str:
    first = group.rows[0]
    parts = [f"<h2>Preset {_quote(first.preset)}, bullets {_quote(first.bullets)}</h2>"]
    parts += [f"<p>{describe(group, _quote)}</p>", _table_html(group)]
    # The rules have no figures in the paper: there is nothing to claim and nothing to set a lone dot against.
    if verdicts := "\n".join(map(_claim_html, claims(group))):
        plots = "\n".join(_plot(group, name) for name in COLUMNS)
        parts.append(f"<h3>What the paper claims, and what these means say</h3>\n<ul>{verdicts}</ul>")
        parts.append(f'<h3>Column by column</h3>\n{_MARKS}\n<div class="plots">{plots}</div>')
    parts.append("<details><summary>Signatures of all runs</summary>")
    for row in group.rows:
        parts.append(f"<p>{row.title}</p><ul>{''.join(f'<li>{_quote(text)}</li>' for text in row.signatures)}</ul>")
    return "\n".join(["<section>", *parts, "</details></section>"])


def _table_html(group: Table) -> str:
    heads, subheads = [], []
    for head, members in groupby(COLUMNS.values(), key=lambda column: column.group):
        columns = list(members)
        if head:
            heads.append(f'<th scope="colgroup" colspan="{len(columns)}">{head}</th>')
            subheads += [f'<th scope="col">{column.head}</th>' for column in columns]
        else:
            heads += [f'<th scope="col" rowspan="2">{column.head}</th>' for column in columns]
    body = [_tr(*line) for row in group.rows for line in _two_lines(row)]
    head_rows = f'<tr><td rowspan="2"></td>{"".join(heads)}</tr>\n<tr>{"".join(subheads)}</tr>'
    table = f"<table><thead>{head_rows}</thead>\n<tbody>{''.join(body)}</tbody></table>"
    return f'<div class="scroll" role="region" tabindex="0" aria-label="Scores">{table}</div>'


def _tr(kind: str, title: str, cells: Iterable[str]) -> str:
    return f'<tr class="{kind}"><th scope="row">{title}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>\n'


def _claim_html(claim: Claim) -> str:
    kind, verdict = _VERDICTS[claim.holds]
    return f'<li><b class="{kind}">{verdict}</b> {_text(claim.text)} <i>{_text(claim.evidence)}</i></li>'


def _latency_html(table: Table) -> str:
    if table.latency is None:
        return ""
    body = "".join(_tr("ours", title, times) for title, *times in _latency_lines(table))
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("mean, ms", "p50, ms", "p95, ms"))
    times = f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table>"
    caption = f"<h2>Latency</h2><p>{_latency_caption(table, _quote)}</p>"
    return f'<section>{caption}<div class="scroll">{times}</div></section>'


@dataclass(frozen=True, slots=True)
class _Axis:
    """From values to places on a plot."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def x(self, value: float) -> float:
        return round(_LEFT + (_RIGHT - _LEFT) * (value - self.low) / (self.high - self.low), 1)


_LEFT, _RIGHT, _WIDTH, _STEP = 134, 294, 340, 22


def _axis(values: Sequence[float], least: float) -> _Axis:
    """At least so wide that a small difference does not look like a large one."""
    middle, span = (max(values) + min(values)) / 2, max(max(values) - min(values), least)
    low, high = middle - 0.54 * span, middle + 0.54 * span
    unit = 10 ** math.floor(math.log10(span / 5))
    step = unit * next(nice for nice in (1, 2, 2.5, 5, 10) if nice * unit >= span / 5)
    return _Axis(low, high, tuple(step * n for n in range(math.ceil(low / step), math.floor(high / step) + 1)))


def _plot(group: Table, name: str) -> str:
    """One column: a dot with its error bar for each row, and a diamond where the paper stands."""
    column, cells = COLUMNS[name], [row.cells[name] for row in group.rows]
    means = [(cell.mean, cell.sd or 0.0) for cell in cells if cell.mean is not None]
    values = [side for mean, sd in means for side in (mean - sd, mean + sd)]
    values += [cell.paper for cell in cells if cell.paper is not None]
    if not values:
        return f"<figure><figcaption>{column.title}</figcaption><p>undefined</p></figure>"
    axis = _axis([column.scale * value for value in values], 4.0 if column.scale > 1 else 1.0)
    bottom = _STEP * len(cells) + 6
    grid = "".join(
        f'<path class="grid" d="M{axis.x(tick)} 4V{bottom}"/>'
        f'<text class="tick" x="{axis.x(tick)}" y="{bottom + 14}">{tick:g}</text>'
        for tick in axis.ticks
    )
    marks = "".join(_mark(row, name, axis, _STEP * place + 16) for place, row in enumerate(group.rows))
    return (
        f"<figure><figcaption>{column.title}</figcaption>"
        f'<svg viewBox="0 0 {_WIDTH} {bottom + 20}" role="img" aria-label="{column.title}, numbers in the table above">'
        f"{grid}{marks}</svg></figure>"
    )


def _mark(row: Row, name: str, axis: _Axis, y: float) -> str:
    cell, column = row.cells[name], COLUMNS[name]
    shown = "-" if cell.mean is None else column.show(cell.mean)
    parts = [f"<title>{row.title}: {_ours(row, name)}; paper: {_papers(row, name)}</title>"]
    parts.append(f'<text x="0" y="{y + 4}">{row.title}</text>')
    parts.append(f'<text class="value" x="{_WIDTH}" y="{y + 4}">{shown}</text>')
    if cell.mean is not None:
        mean, sd = column.scale * cell.mean, column.scale * (cell.sd or 0.0)
        if sd:
            low, high = axis.x(mean - sd), axis.x(mean + sd)
            parts.append(f'<path class="bar" d="M{low} {y}H{high}M{low} {y - 4}v8M{high} {y - 4}v8"/>')
        parts.append(f'<circle class="dot" cx="{axis.x(mean)}" cy="{y}" r="4"/>')
    if cell.paper is not None:
        parts.append(f'<path class="diamond" d="M{axis.x(column.scale * cell.paper)} {y - 6}l6 6-6 6-6-6z"/>')
    return f"<g>{''.join(parts)}</g>"


def _utf8(text: str) -> str:
    # A name from outside may hold bytes that are no text, and what is written has to be UTF-8.
    return text.encode("utf-8", "replace").decode("utf-8")


def _text(text: str) -> str:
    return escape(_utf8(text))


def _quote(text: str) -> str:
    return f"<code>{_text(text)}</code>"


_MARKS = (
    '<p class="key"><svg viewBox="0 0 36 16"><path class="bar" d="M4 8H32M4 4v8M32 4v8"/>'
    '<circle class="dot" cx="18" cy="8" r="4"/></svg> ours, mean ± standard deviation '
    '<svg viewBox="0 0 16 16"><path class="diamond" d="M8 2l6 6-6 6-6-6z"/></svg> paper; '
    "each axis has its own range</p>"
)
_STYLE = """
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#1c2129;--soft:#5b6573;--line:#d5dae1;
--ours:#0b5cad;--paper:#b85c00;--yes:#12703c;--yes-bg:#e6f5ea;--no:#b3202c;--no-bg:#fdeaea;--open:#5b6573;
--open-bg:#eceff3}
@media screen and (prefers-color-scheme:dark){:root{--bg:#14171c;--card:#1d2128;--ink:#e4e7ec;--soft:#a3adba;
--line:#3a414c;--ours:#79b8ff;--paper:#f2a65a;--yes:#7fd8a0;--yes-bg:#16301f;--no:#ff9c9c;--no-bg:#3b1b1e;
--open:#a3adba;--open-bg:#2a303a}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.2rem;max-width:84rem;background:var(--bg);color:var(--ink);
font:16px/1.45 system-ui,sans-serif;overflow-wrap:break-word}
h1{font-size:1.6rem;margin:0}h2{font-size:1.25rem;margin:2.2rem 0 .4rem}h3{font-size:1rem;margin:1.4rem 0 .4rem}
p{margin:.3rem 0 .7rem;max-width:60rem}code{font-size:.9em;overflow-wrap:anywhere}
i{display:block;color:var(--soft);font-size:.88rem;font-style:normal}
ul{list-style:none;margin:0;padding:0;max-width:60rem}li{margin:.5rem 0}details li{font-size:.8rem;margin:.2rem 0}
b{font-size:.8rem;font-weight:600;white-space:nowrap;padding:.05rem .5rem;border-radius:.6rem;border:1px solid}
.yes{color:var(--yes);background:var(--yes-bg)}.no{color:var(--no);background:var(--no-bg)}
.open{color:var(--open);background:var(--open-bg)}
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:.5rem;max-width:max-content}
table{border-spacing:0;font-size:.84rem;font-variant-numeric:tabular-nums}
td,th{padding:.25rem .5rem;text-align:right;white-space:nowrap}
thead th{color:var(--soft);font-weight:600;vertical-align:bottom;white-space:normal}
thead th[scope=colgroup]{text-align:center;border-bottom:1px solid var(--line)}
tbody td:nth-child(4n+2),thead tr+tr th:nth-child(4n+1),[scope=colgroup],[scope=colgroup]+[rowspan]{
border-left:1px solid var(--line)}
tbody th{position:sticky;left:0;background:var(--card);text-align:left;font-weight:600}
.ours th,.ours td{border-top:1px solid var(--line);padding-top:.45rem}.ours td{font-weight:600}
.paper th,.paper td{color:var(--soft);font-weight:400;padding:0 .5rem .45rem}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(19rem,100%),1fr));gap:.8rem}
figure{margin:0;padding:.6rem .8rem;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
figcaption{font-size:.9rem;font-weight:600;margin-bottom:.2rem}
svg{display:block;width:100%;height:auto}.key svg{display:inline-block;width:auto;height:1rem;vertical-align:-.15rem}
text{font-size:11.5px;fill:var(--ink)}.tick{fill:var(--soft);font-size:10.5px;text-anchor:middle}
.value{text-anchor:end;font-weight:600}.grid{stroke:var(--line)}.dot{fill:var(--ours)}
.bar{stroke:var(--ours);stroke-width:1.6;fill:none}.diamond{stroke:var(--paper);stroke-width:1.8;fill:none}
summary{cursor:pointer;margin-top:1rem;color:var(--soft)}.key{font-size:.88rem;color:var(--soft)}
@media (max-width:40rem){body{padding:.7rem}td,th{padding-left:.4rem;padding-right:.4rem}
tbody th{white-space:normal;min-width:6.5rem;border-right:1px solid var(--line)}}
@media print{body{max-width:none;padding:0;font-size:9pt;background:none}table{font-size:7pt}td,th{padding:.1rem .2rem}
figure,tr,li{break-inside:avoid}h2,h3{break-after:avoid}}
"""
_PAGE = Template("""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Table 2 of the SLATE paper, measured again</title><style>$style</style></head>
<body>
<header><h1>Table 2 of the SLATE paper, measured again</h1><p>$legend</p></header>
<main>
$groups
$latency
</main></body></html>
""")
