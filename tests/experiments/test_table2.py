"""The paper's Table 2 from made-up runs: every mean, deviation and verdict here is worked out by hand."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from inkslate.errors import InputError
from inkslate.evaluation.columns import SCORES
from inkslate.evaluation.evaluation import Evaluation
from inkslate.experiments.table2.claims import Claim, claims
from inkslate.experiments.table2.markdown import to_markdown
from inkslate.experiments.table2.page import to_html
from inkslate.experiments.table2.paper import LATENCY, PRINTED
from inkslate.experiments.table2.plain_values import to_json
from inkslate.experiments.table2.table import COLUMNS, Cell, MethodRow, Table, build_table

Run = dict[str, Any]

TIMES = {"nti-both": 20.0, "nti-none": 16.0, "baseline": 50.0}


def run(row: str, seed: int | None = 0, *, values: Mapping[str, float | None] | None = None, **fields: Any) -> Run:
    """A run with the paper's own figures, and per cent of `values` in their place."""
    paper = PRINTED.get(row, {})
    printed = {name: paper.get(name, 50.0) for name in SCORES}
    # An evaluation has a B for BIO too, so that the table has something to leave out.
    scores = {**{name: 77.7 if value is None else value for name, value in printed.items()}, **(values or {})}
    part = {name: None if value is None else value / 100 for name, value in scores.items()}
    evaluation = {
        "signature": f"scheme:{row}|matching:paper|sha256:{seed}",
        "counts": {"tp": 1, "fp": 0, "tn": 1, "fn": 0, "unmatched": 0},
        "task": {"recall": part["task_recall"], "precision": part["task_precision"], "f1": part["task_f1"]},
        "non_task": {
            "recall": part["non_task_recall"],
            "precision": part["non_task_precision"],
            "f1": part["non_task_f1"],
        },
        "accuracy": part["accuracy"],
        "context": {
            "task_recall": part["context_task_recall"],
            "non_task_recall": part["context_non_task_recall"],
        },
        "B": part["B"],
        "B_tp": part["B_tp"],
        "intervals": {},
    }
    about = {"preset": "tuned", "bullets": "layout", "encoder": "some-encoder", "seconds": 61.2, **fields}
    return {"row": row, "seed": seed, **about, "evaluation": evaluation}


def latency(times: Mapping[str, float] = TIMES, device: str = "cpu, 16 threads") -> dict[str, Any]:
    rows = {key: {"mean_ms": mean, "p50_ms": mean - 1, "p95_ms": mean + 1} for key, mean in times.items()}
    return {"device": device, "regions": 163, "rounds": 3, "rows": rows}


def full(**fields: Any) -> list[Run]:
    return [run(row, seed, **fields) for row in PRINTED for seed in (0, 1)]


def cell(table: Table, row: str, name: str) -> Cell:
    found = table.cell(row, name)
    assert found is not None
    return found


def verdicts(*runs: Run, times: Mapping[str, float] | None = None) -> list[Claim]:
    return claims(build_table(runs, None if times is None else latency(times)))


# The table


def test_the_score_columns_are_those_of_an_evaluation() -> None:
    assert tuple(COLUMNS) == (*SCORES, LATENCY)
    assert all(tuple(figures) == tuple(COLUMNS) for figures in PRINTED.values())
    # The paths lead somewhere in what an evaluation really writes.
    empty = Evaluation("signature", ()).to_json()
    (row,) = build_table([{**run("nti-both"), "evaluation": empty}]).rows
    assert {row.cells[name].mean for name in SCORES} == {None}


@pytest.mark.parametrize(
    ("values", "mean", "sd", "n"),
    [
        ((84.0, 86.0), 0.85, 0.01 * math.sqrt(2), 2),
        ((80.0, 84.0, 88.0), 0.84, 0.04, 3),
        # One run has no deviation.
        ((84.0,), 0.84, None, 1),
        # An undefined run is left out, and two equal ones deviate by nothing.
        ((None, 90.0, 90.0), 0.90, 0.0, 2),
        ((None, 90.0), 0.90, None, 1),
        ((None, None), None, None, 0),
    ],
)
def test_mean_and_sample_deviation(values: tuple[float | None, ...], mean: float, sd: float, n: int) -> None:
    runs = [run("nti-both", seed, values={"task_f1": value}) for seed, value in enumerate(values)]
    found = cell(build_table(runs), "nti-both", "task_f1")
    assert found.mean == (None if mean is None else pytest.approx(mean))
    assert found.sd == (None if sd is None else pytest.approx(sd, abs=1e-12))
    assert found.n == n
    # The paper prints 84.4.
    assert found.paper == pytest.approx(0.844)
    assert found.difference == (None if mean is None else pytest.approx(mean - 0.844))


def test_a_b_of_bio_is_undefined_whatever_the_runs_say() -> None:
    table = build_table(full())
    assert cell(table, "bio-both", "B") == cell(table, "bio-none", "B") == Cell(None, None, 0, None)
    assert cell(table, "nti-both", "B").mean == pytest.approx(0.884)


@pytest.mark.parametrize(
    ("row", "ours", "paper"),
    [
        ("nti-both", 2.5, 90.6 / 34.2),
        ("nti-none", 3.125, 90.6 / 26.5),
        ("baseline", 1.0, 1.0),
        # Not measured, but the paper's figure is for both schemes.
        ("bio-both", None, 90.6 / 34.2),
        ("bio-none", None, 90.6 / 26.5),
    ],
)
def test_latency_is_the_baseline_over_the_row(row: str, ours: float | None, paper: float) -> None:
    found = cell(build_table(full(), latency()), row, LATENCY)
    assert found == Cell(ours, None, 0 if ours is None else 1, pytest.approx(paper))
    assert cell(build_table(full()), row, LATENCY).mean is None
    assert cell(build_table(full(), latency({"nti-both": 20.0})), row, LATENCY).mean is None


def test_rules_have_no_seed_and_nothing_from_the_paper() -> None:
    rules = {key: value for key, value in run("rules", preset="rules").items() if key not in ("seed", "encoder")}
    (row,) = build_table([rules], latency()).rows
    assert (row.seeds, row.encoder) == ((None,), "")
    assert {found.paper for found in row.cells.values()} == {None}
    assert {found.difference for found in row.cells.values()} == {None}
    assert row.cells["B"] == Cell(0.5, None, 1, None)


def test_rows_stand_in_the_papers_order_and_groups_apart() -> None:
    runs = [run("rules", None, preset="rules", encoder=None)]
    runs += [run("baseline", 1), run("nti-both", 1, bullets="gold"), run("bio-none", 1), run("nti-both", 1)]
    table = build_table(runs)
    assert [(row.key, row.preset, row.bullets) for row in table.rows] == [
        ("nti-both", "tuned", "layout"),
        ("bio-none", "tuned", "layout"),
        ("baseline", "tuned", "layout"),
        ("nti-both", "tuned", "gold"),
        # Last, though it came first: there is nothing to compare it with.
        ("rules", "rules", "layout"),
    ]
    assert [len(group.rows) for group in table.groups] == [3, 1, 1]


def test_seeds_and_signatures_go_together_by_seed() -> None:
    (row,) = build_table([run("nti-both", seed) for seed in (10, 2, 0)]).rows
    assert row.seeds == (0, 2, 10)
    assert [signature.rsplit(":", 1)[1] for signature in row.signatures] == ["0", "2", "10"]


@given(st.permutations(full()))
def test_the_order_of_the_runs_does_not_matter(runs: list[Run]) -> None:
    assert build_table(runs) == build_table(full())


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        ([run("nti-both", 3), run("nti-both", 3)], "nti-both, preset 'tuned', bullets 'layout', seed 3: two results"),
        ([run("rules", None), run("rules", None)], "seed None: two results"),
        ([run("nti-both", 0), run("nti-both", 1, encoder="another")], r"encoders \['another', 'some-encoder'\]"),
        ([run("bi-both")], "row 'bi-both' is not in the table; it has nti-both, bio-both"),
        ([run("nti-both", values={"B": math.nan})], "seed 0: B is nan; write null"),
    ],
)
def test_what_cannot_be_averaged_is_an_error(runs: list[Run], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        build_table(runs)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("mean", [0.0, -1.0, math.inf])
def test_a_latency_that_cannot_be(mean: float) -> None:
    with pytest.raises(InputError, match="latency of baseline: mean_ms"):
        build_table(full(), latency({**TIMES, "baseline": mean}))


def test_the_same_seed_may_come_again_in_another_group() -> None:
    table = build_table([run("nti-both", 0), run("nti-both", 0, bullets="gold"), run("nti-both", 0, preset="paper")])
    assert len(table.groups) == 3


# The claims


def test_the_papers_own_figures_bear_out_three_claims_and_just_miss_the_last() -> None:
    faster, context, segments, layout = verdicts(*full(), times={"nti-both": 34.2, "nti-none": 26.5, "baseline": 90.6})
    assert (faster.holds, context.holds, segments.holds) == (True, True, True)
    assert "SLATE-NTI with layout 2.65, SLATE-NTI 3.42 (paper 2.65 with layout, 3.42 without)" in faster.evidence
    # Accuracy of BIO with layout: 88.5 to 87.4.
    assert context.evidence.startswith("16 of 16 are above; the closest: accuracy, SLATE-BIO with layout 88.5")
    # "More than 3.6" rests on figures before rounding: 86.6 - 83.0 is 3.6.
    assert layout.holds is False
    assert "B, SLATE-NTI with layout 88.4 ± 0.0 against SLATE-NTI 83.4 ± 0.0: +5.0 (paper +5.0)" in layout.evidence
    assert "SLATE-BIO 83.0 ± 0.0: +3.6 (paper +3.6)" in layout.evidence


@pytest.mark.parametrize(
    ("number", "row", "values"),
    [
        (1, "bio-none", {"task_f1": 82.2}),
        # Equal is not above.
        (1, "nti-both", {"accuracy": 87.4}),
        (1, "nti-none", {"context_non_task_recall": 50.0}),
        (2, "bio-both", {"B_tp": 89.2}),
        (2, "nti-none", {"B_tp": 82.9}),
        (3, "nti-none", {"B": 85.0}),
        (3, "nti-both", {"B_tp": 86.7}),
    ],
)
def test_a_claim_falls_with_one_number(number: int, row: str, values: dict[str, float]) -> None:
    better = {"bio-both": {"B_tp": 86.7}}
    runs = [run(key, values=values if key == row else better.get(key)) for key in PRINTED]
    holds = [claim.holds for claim in verdicts(*runs)[1:]]
    assert holds[number - 1] is False
    assert all(claim.holds for claim in verdicts(*(run(key, values=better.get(key)) for key in PRINTED))[1:])


def test_the_evidence_names_what_is_not_above() -> None:
    runs = [run(key, values={"task_f1": 80.3} if key == "bio-none" else None) for key in PRINTED]
    (_, context, _, _) = verdicts(*runs)
    assert context.evidence == (
        "15 of 16 are above; not above: task F1, SLATE-BIO 80.3 against baseline (two models) 82.3: −2.0 (paper +3.0)."
    )


@pytest.mark.parametrize(
    ("times", "holds"),
    [
        ({"nti-both": 20.0, "nti-none": 16.0, "baseline": 50.0}, True),
        # One scheme is enough for each layout.
        ({"bio-both": 20.0, "nti-none": 16.0, "baseline": 50.0}, True),
        ({"nti-both": 50.0, "nti-none": 16.0, "baseline": 50.0}, False),
        ({"nti-both": 20.0, "baseline": 50.0}, None),
        ({"nti-both": 20.0, "nti-none": 16.0}, None),
        (None, None),
    ],
)
def test_whether_one_pass_is_faster(times: dict[str, float] | None, holds: bool | None) -> None:
    faster = verdicts(*full(), times=times)[0]
    assert faster.holds is holds
    assert ("not measured" in faster.evidence) == (holds is None)


@pytest.mark.parametrize(
    ("missing", "unknown"),
    [("baseline", [1]), ("bio-both", [1, 2, 3]), ("nti-none", [0, 1, 2, 3])],
)
def test_a_claim_is_open_where_a_row_is_missing(missing: str, unknown: list[int]) -> None:
    found = verdicts(*(run(key) for key in PRINTED if key != missing), times=TIMES)
    assert [number for number, claim in enumerate(found) if claim.holds is None] == unknown
    assert all("missing: " in found[number].evidence for number in unknown if number)


def test_an_undefined_mean_leaves_a_claim_open() -> None:
    runs = [run(key, values={"B_tp": None} if key == "nti-both" else None) for key in PRINTED]
    assert [claim.holds for claim in verdicts(*runs)] == [None, True, None, None]


def test_each_group_has_its_claims_and_rules_have_none() -> None:
    found = verdicts(*full(), *full(bullets="gold"), run("rules", None, preset="rules"))
    assert len(found) == 8
    assert found[0].text.startswith("preset tuned, bullets layout: One pass")
    assert found[7].text.startswith("preset tuned, bullets gold: Layout lifts")
    assert verdicts(*full())[0].text == "One pass is faster than two models."
    assert verdicts() == verdicts(run("rules", None, preset="rules")) == []


# Markdown


def tables_of(markdown: str) -> list[list[list[str]]]:
    """Cells of each table, read by a Markdown parser."""
    tokens, tables = MarkdownIt().enable("table").parse(markdown), []
    for before, token in pairwise(tokens):
        if token.type == "table_open":
            tables.append([])
        if token.type == "tr_open":
            tables[-1].append([])
        if before.type in ("th_open", "td_open"):
            tables[-1][-1].append(token.content)
    return tables


def test_markdown_has_two_lines_a_row_of_equal_length() -> None:
    runs = [*full(), run("rules", None, preset="rules", encoder=None)]
    markdown = to_markdown(build_table(runs, latency()))
    scores, rules, times = tables_of(markdown)
    assert scores[0] == ["", *(column.title for column in COLUMNS.values())]
    assert [line[0] for line in scores[1::2]] == [f"**{row.title}**" for row in build_table(full()).rows]
    assert {line[0] for line in scores[2::2]} == {"paper (difference)"}
    # Rules have no second line.
    assert [line[0] for line in rules] == ["", "**rules (no model)**"]
    assert [line[:2] for line in times[1:]] == [
        ["SLATE-NTI with layout", "20.0"],
        ["SLATE-NTI", "16.0"],
        ["baseline (two models)", "50.0"],
    ]
    for lines in (scores, rules):
        raw = [line for line in markdown.splitlines() if line.startswith("|")][: len(scores) + 1]
        assert {line.count("|") for line in raw} == {len(COLUMNS) + 2}
        assert {len(line) for line in lines} == {len(COLUMNS) + 1}


def test_markdown_cells() -> None:
    # 84.0 and 86.0: mean 85.0, deviation 1.41; the paper has 84.4.
    runs = [run("nti-both", 0, values={"task_f1": 84.0, "B": None, "task_recall": None})]
    runs += [run("nti-both", 1, values={"task_f1": 86.0, "B": None, "task_recall": 80.04})]
    ((head, ours, paper),) = tables_of(to_markdown(build_table(runs)))
    found = {name: (a, b) for name, a, b in zip(head, ours, paper, strict=True)}
    assert found["task F1"] == ("85.0 ± 1.4", "84.4 (+0.6)")
    assert found["task recall"] == ("80.0 (1 of 2 runs)", "87.4 (−7.4)")
    # No minus before a zero.
    assert found["accuracy"] == ("88.7 ± 0.0", "88.7 (0.0)")
    assert found["B"] == ("-", "88.4")
    assert found["latency ratio"] == ("-", "2.65")


def test_markdown_captions() -> None:
    runs = [run("nti-both", seed) for seed in (0, 1)] + [run("nti-both", 5, bullets="gold")]
    runs += [run("rules", None, preset="rules", encoder=None)]
    markdown = to_markdown(build_table(runs))
    assert "Preset `tuned`; bullets where the layout has them; encoder `some-encoder`; seeds 0, 1." in markdown
    assert (
        "bullets placed where gold sentences start, as the released code does, which leaks the segmentation; "
        "encoder `some-encoder`; seed 5." in markdown
    )
    assert "Preset `rules`; bullets where the layout has them; no encoder; no seed." in markdown
    # The checksum differs from run to run; the rest of the signature is the row's.
    assert "- SLATE-NTI with layout: `scheme:nti-both|matching:paper`" in markdown


def test_a_caption_says_which_row_differs() -> None:
    runs = [run("nti-both"), run("bio-both"), run("baseline", 7, encoder="another")]
    markdown = to_markdown(build_table(runs))
    assert (
        "encoder `some-encoder` for SLATE-NTI with layout and SLATE-BIO with layout; "
        "encoder `another` for baseline (two models)" in markdown
    )
    assert "seed 0 for SLATE-NTI with layout and SLATE-BIO with layout; seed 7 for baseline (two models)." in markdown


def test_markdown_gives_a_verdict_with_each_claim() -> None:
    markdown = to_markdown(build_table(full(), latency()))
    assert "- ✓ holds: One pass is faster" in markdown
    assert "- ✗ does not hold: Layout lifts B" in markdown
    assert "- ? unknown: One pass is faster" in to_markdown(build_table(full()))


HOSTILE = "</style><script>alert('1')</script> `a` ``b`` | $title\n# x \udcff & \"q\""


def test_a_hostile_name_stays_text_in_markdown() -> None:
    runs = [run("nti-both", encoder=HOSTILE, preset=HOSTILE, bullets=HOSTILE)]
    runs[0]["evaluation"]["signature"] = HOSTILE
    markdown = to_markdown(build_table(runs, latency(device=HOSTILE)))
    markdown.encode()
    html = MarkdownIt("commonmark").enable("table").render(markdown)
    Outline(html)
    assert "<script" not in html
    assert "<h1" not in html
    assert html.count("<code>&lt;/style&gt;&lt;script&gt;alert('1')&lt;/script&gt; `a` ``b`` | $title # x ? ") == 5


def test_no_runs() -> None:
    table = build_table([])
    assert to_markdown(table) == "No runs.\n"
    assert "<p>No runs.</p>" in to_html(table)
    assert to_json(table, []) == {"groups": [], "runs": [], "latency": None}


# JSON


def test_json_holds_everything_and_builds_the_same_table() -> None:
    runs = [*full(), run("rules", None, preset="rules")]
    table = build_table(runs, latency())
    value = json.loads(json.dumps(to_json(table, runs), allow_nan=False))
    first = value["groups"][0]
    assert (first["preset"], first["bullets"], len(first["rows"]), len(first["claims"])) == ("tuned", "layout", 5, 4)
    assert first["rows"][0]["cells"]["B"] == {"mean": 0.884, "sd": 0.0, "n": 2, "paper": 0.884, "difference": 0.0}
    assert first["rows"][1]["cells"]["B"]["mean"] is None
    assert first["rows"][0]["signatures"] == [run["evaluation"]["signature"] for run in runs[:2]]
    assert value["runs"][0]["values"]["task_recall"] == pytest.approx(0.874)
    assert value["runs"][2]["values"]["B"] is None
    assert value["runs"][0]["seconds"] == 61.2
    assert value["latency"] == latency()
    assert build_table(value["runs"], value["latency"]) == table


def test_json_does_not_share_what_it_was_given() -> None:
    runs = [run("nti-both")]
    value = to_json(build_table(runs), runs)
    value["runs"][0]["evaluation"]["task"]["recall"] = 0
    assert runs[0]["evaluation"]["task"]["recall"] == pytest.approx(0.874)


# HTML


class Outline(HTMLParser):
    """Fails on a tag that is closed out of turn; collects what a test asks about."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag


def page() -> str:
    runs = [*full(), *full(bullets="gold"), run("rules", None, preset="rules", encoder=None)]
    return to_html(build_table(runs, latency()))


def test_html_is_balanced_with_headings_in_order() -> None:
    Outline(page())
    levels = [int(level) for level in re.findall(r"<h(\d)", page())]
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_html_loads_nothing() -> None:
    outline = Outline(page())
    for word in ("http://", "https://", "url(", "@import"):
        assert word not in page()
    assert not set(outline.tags) & {"script", "link", "img", "iframe", "object", "base", "form", "use", "image"}
    assert not {name for _, name, _ in outline.attributes} & {"src", "href", "srcset", "style", "onclick", "xlink:href"}
    (policy,) = [value for tag, _, value in outline.attributes if tag == "meta" and value.startswith("default-src")]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'")


def test_html_has_the_cells_of_the_markdown() -> None:
    table = build_table(full(), latency())
    markdown, *_ = tables_of(to_markdown(table))
    html = re.findall(r'<tr class="\w+"><th scope="row">(.*?)</th>(.*?)</tr>', to_html(table))[: len(markdown) - 1]
    cells = [[title, *re.findall("<td>(.*?)</td>", row)] for title, row in html]
    assert cells == [[line[0].strip("*"), *line[1:]] for line in markdown[1:]]


def test_every_column_of_a_group_has_its_plot() -> None:
    plots = re.findall(r"<figure>.*?</figure>", page(), re.DOTALL)
    # Two groups of the paper's rows; the rules alone are not plotted.
    assert len(plots) == 2 * len(COLUMNS)
    first = plots[0]
    assert (first.count('class="dot"'), first.count('class="diamond"')) == (5, 5)
    b, ratio = plots[len(SCORES) - 1], plots[len(SCORES)]
    assert (b.count('class="dot"'), b.count('class="diamond"')) == (3, 3)
    assert (ratio.count('class="dot"'), ratio.count('class="diamond"'), ratio.count('class="bar"')) == (3, 5, 0)


def test_a_plot_puts_ours_and_the_papers_figure_on_one_scale() -> None:
    # 82.4 and 86.4: mean 84.4, which is the paper's; deviation 2.83.
    runs = [run("nti-both", seed, values={"task_f1": value}) for seed, value in enumerate((82.4, 86.4))]
    plot = re.findall(r"<figure>.*?</figure>", to_html(build_table(runs)), re.DOTALL)[2]
    dot, diamond = re.search(r'cx="([\d.]+)"', plot), re.search(r'class="diamond" d="M([\d.]+) ', plot)
    low, high = re.search(r'class="bar" d="M([\d.]+) [\d.]+H([\d.]+)', plot).groups()
    assert dot.group(1) == diamond.group(1)
    assert (float(low) + float(high)) / 2 == pytest.approx(float(dot.group(1)), abs=0.1)
    # All of it within the plot, between the titles and the numbers.
    assert 134 < float(low) < float(high) < 294


@given(st.lists(st.floats(0, 100), min_size=1, max_size=3))
def test_any_values_can_be_plotted(values: list[float]) -> None:
    runs = [run("nti-both", seed, values=dict.fromkeys(SCORES, value)) for seed, value in enumerate(values)]
    html = to_html(build_table(runs))
    plots = re.findall(r"<figure>.*?</figure>", html, re.DOTALL)
    assert all(2 <= plot.count('class="tick"') <= 8 for plot in plots)
    places = [float(x) for x in re.findall(r'(?:cx="|class="(?:diamond|bar|grid)" d="M)(-?[\d.]+)', "".join(plots))]
    assert all(134 <= x <= 294 for x in places)


def test_an_undefined_column_says_so() -> None:
    html = to_html(build_table([run("bio-both")]))
    assert "<figure><figcaption>B</figcaption><p>undefined</p></figure>" in html


def test_a_hostile_name_stays_text_in_html() -> None:
    runs = [run("nti-both", encoder=HOSTILE, preset=HOSTILE, bullets=HOSTILE)]
    runs += [run("bio-both", encoder=HOSTILE, preset="b")]
    runs[0]["evaluation"]["signature"] = HOSTILE
    html = to_html(build_table(runs, latency(device=HOSTILE)))
    html.encode()
    outline = Outline(html)
    assert "script" not in outline.tags
    assert outline.tags.count("style") == 1
    escaped = (
        "&lt;/style&gt;&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt; `a` ``b`` | $title\n# x ? &amp; &quot;q&quot;"
    )
    # Heading (preset, bullets), caption (preset, bullets, encoder), the other caption, signature, device.
    assert html.count(f"<code>{escaped}</code>") == 8


def test_html_of_many_groups_stays_light() -> None:
    runs = [one for preset in "abcd" for one in full(preset=preset)]
    assert len(to_html(build_table(runs, latency())).encode()) < 250_000


def test_values_are_frozen() -> None:
    (row,) = build_table([run("nti-both")]).rows
    assert isinstance(row, MethodRow)
    with pytest.raises(TypeError):
        row.cells["B"] = Cell(None, None, 0, None)  # type: ignore[index]
    with pytest.raises(AttributeError):
        row.key = "x"  # type: ignore[misc]
