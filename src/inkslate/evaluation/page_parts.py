"""Parts of the pages that show gold and predicted sentences side by side: marks, cells, style."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from string import Template
from types import MappingProxyType

from inkslate.board import Label, Line
from inkslate.evaluation.evaluation import EvaluatedRegion
from inkslate.evaluation.metrics.boundaries import boundaries_of


@dataclass(frozen=True, slots=True)
class ErrorMark:
    """The outcome of a sentence; symbol and word say it without the colour."""

    key: str
    symbol: str
    word: str
    plural: str
    meaning: str


HIT = ErrorMark("hit", "✓", "hit", "hits", "a predicted task that goes with a gold task")
MISS = ErrorMark("miss", "✗", "miss", "misses", "a gold task that no predicted task goes with")
ALARM = ErrorMark("alarm", "!", "false alarm", "false alarms", "a predicted task that goes with a gold non-task")
LONE = ErrorMark("lone", "?", "unmatched", "unmatched", "a predicted task that goes with no gold sentence")
CUT = ErrorMark(
    "cut", "◂▸", "boundary", "boundaries", "only gold (◂) or only the prediction (▸) starts a sentence here"
)
ERRORS = (MISS, ALARM, LONE)

# Only labels that are more than task or non-task, which the box shows.
_LABELS: Mapping[Label, str] = MappingProxyType(
    {
        Label.GENERIC_TASK: "generic task",
        Label.TASK_BY_CONTEXT: "task due to context",
        Label.NON_TASK_BY_CONTEXT: "non-task due to context",
    }
)


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """A gold or predicted sentence as the page shows it."""

    name: str
    start: int
    label: Label
    mark: ErrorMark | None
    note: str


@dataclass(frozen=True, slots=True)
class RegionCard:
    """A region, its sentences, and how often each error occurs in it."""

    evaluated: EvaluatedRegion
    gold: tuple[ShownSentence, ...]
    predicted: tuple[ShownSentence, ...]
    errors: Mapping[ErrorMark, int]

    @property
    def is_clean(self) -> bool:
        """Whether it has no error of any kind."""
        return not any(self.errors.values())

    @property
    def badness(self) -> tuple[int, float]:
        """Sorts the most errors first, then the lowest B."""
        # Counted by mark, because with strict matching counts.fp includes the unmatched ones.
        similarity = self.evaluated.result.B
        return -sum(self.errors[mark] for mark in ERRORS), 1.0 if similarity is None else similarity


def region_card(evaluated: EvaluatedRegion, *, letter: str = "P") -> RegionCard:
    """The outcome of each sentence. A match numbers predicted tasks only, the page numbers all predicted sentences."""
    tasks = [number for number, span in enumerate(evaluated.predicted) if span.is_task]
    gold_links, predicted_links = {}, {}
    for match in evaluated.result.matches:
        mark, number = HIT if evaluated.gold[match.gold].is_task else ALARM, tasks[match.predicted]
        gold_links[match.gold] = mark, f"↔ {letter}{number + 1}"
        predicted_links[number] = mark, f"↔ G{match.gold + 1}, IoU {float(match.iou):.2f}"
    gold = _cells("G", [(sentence.start, sentence.label) for sentence in evaluated.gold], gold_links, MISS)
    spans = [(span.start, Label.TASK if span.is_task else Label.NON_TASK) for span in evaluated.predicted]
    predicted = _cells(letter, spans, predicted_links, LONE)
    # A false alarm is shown on both sides and is one error, so only misses are counted on the gold side.
    marks = [cell.mark for cell in gold if cell.mark is MISS] + [cell.mark for cell in predicted]
    errors = {mark: marks.count(mark) for mark in ERRORS}
    errors[CUT] = len(boundaries_of(evaluated.gold) ^ boundaries_of(evaluated.predicted))
    return RegionCard(evaluated, gold, predicted, errors)


def _cells(
    letter: str, spans: Iterable[tuple[int, Label]], links: Mapping[int, tuple[ErrorMark, str]], alone: ErrorMark
) -> tuple[ShownSentence, ...]:
    cells = []
    for number, (start, label) in enumerate(spans):
        mark, note = links.get(number, (alone if label.is_task else None, ""))
        cells.append(ShownSentence(f"{letter}{number + 1}", start, label, mark, note))
    return tuple(cells)


def line_html(line: Line) -> str:
    """A line of a region as it was written."""
    # The style sheet sets the direction of each line (unicode-bidi: plaintext), as dir="auto" would.
    return f"<p>{'• ' if line.bullet else ''}{page_text(line.text)}</p>"


def cell_html(cell: ShownSentence | None, start: int, text: str) -> str:
    """The cell of a table for those words of a sentence that begin at word `start`."""
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


def tag(mark: ErrorMark, count: int | None = None) -> str:
    """The symbol and the name of an error, and how often it occurs."""
    words = mark.word if count is None else f"{count} {mark.word if count == 1 else mark.plural}"
    return f'<b class="{mark.key}">{mark.symbol} {words}</b>'


def page_text(text: str) -> str:
    """Any text, escaped for a page."""
    # A file name in the title may hold bytes that are not text, and the page has to be UTF-8.
    return escape(text.encode("utf-8", "replace").decode("utf-8"))


# The filters are radio buttons that CSS reads: private notes should be in a page without scripts.
STYLE = """
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
KIND_STYLE = Template("""
b.$key,td.$key b{color:var(--$key);background:var(--$key-bg)}
article td.$key:nth-child(odd){background:var(--$key-bg);border-left-color:var(--$key)}
body:has(#only-$key:checked) #wrong>article:not(.$key){display:none}""")
