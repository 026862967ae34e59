"""Table 2 as one HTML page without a script or a request."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import groupby
from string import Template

from inkslate.experiments.table2.claims import Claim, claims
from inkslate.experiments.table2.dot_plot import dot_plot
from inkslate.experiments.table2.table import COLUMNS, Table
from inkslate.experiments.table2.text import (
    LEGEND,
    VERDICTS,
    as_utf8,
    describe,
    latency_caption,
    latency_lines,
    ours_and_paper,
)


def to_html(table: Table) -> str:
    """A self-contained page: for each group the table, the claims, and a dot plot of every column."""
    return _PAGE.substitute(
        style=_STYLE,
        legend=_text(LEGEND),
        groups="\n".join(map(_group_html, table.groups)) or "<p>No runs.</p>",
        latency=_latency_html(table),
    )


def _group_html(group: Table) -> str:
    first = group.rows[0]
    parts = [f"<h2>Preset {_quote(first.preset)}, bullets {_quote(first.bullets)}</h2>"]
    parts += [f"<p>{describe(group, _quote)}</p>", _table_html(group)]
    # The paper has no figures for the rules, so there are no claims and no plots.
    if verdicts := "\n".join(map(_claim_html, claims(group))):
        plots = "\n".join(dot_plot(group, name) for name in COLUMNS)
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
    body = [_tr(*line) for row in group.rows for line in ours_and_paper(row)]
    head_rows = f'<tr><td rowspan="2"></td>{"".join(heads)}</tr>\n<tr>{"".join(subheads)}</tr>'
    table = f"<table><thead>{head_rows}</thead>\n<tbody>{''.join(body)}</tbody></table>"
    return f'<div class="scroll" role="region" tabindex="0" aria-label="Scores">{table}</div>'


def _tr(kind: str, title: str, cells: Iterable[str]) -> str:
    return f'<tr class="{kind}"><th scope="row">{title}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>\n'


def _claim_html(claim: Claim) -> str:
    kind, verdict = VERDICTS[claim.holds]
    return f'<li><b class="{kind}">{verdict}</b> {_text(claim.text)} <i>{_text(claim.evidence)}</i></li>'


def _latency_html(table: Table) -> str:
    if table.latency is None:
        return ""
    body = "".join(_tr("ours", title, times) for title, *times in latency_lines(table))
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("mean, ms", "p50, ms", "p95, ms"))
    times = f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table>"
    caption = f"<h2>Latency</h2><p>{latency_caption(table, _quote)}</p>"
    return f'<section>{caption}<div class="scroll">{times}</div></section>'


def _text(text: str) -> str:
    return escape(as_utf8(text))


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
