from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkslate.board import Label, Line, Region, Sentence, Span
from inkslate.errors import InputError
from inkslate.evaluation import svg
from inkslate.evaluation.metrics.matching import MATCHINGS
from inkslate.evaluation.metrics.scoring import score_region
from inkslate.experiments.figures import labelings_figure, latency_figure, matching_figure
from inkslate.model.schemes import SCHEMES

SVG = "{http://www.w3.org/2000/svg}"
TASK, OTHER = Label.TASK, Label.NON_TASK
VERDICTS = ("true positive", "false positive", "false negative", "true negative", "no match")
# Markup, quotes, an ampersand, characters that XML cannot hold, and half a surrogate pair.
NASTY = "<script>alert('1')</script>\" & ]]> \x00\x0b\x1b\x7f\x9f\ufffe \ud800 --> &amp;"


def region(*lines: str) -> Region:
    """A line that starts with a dash is a bulleted one."""
    return Region("r", tuple(Line.from_text(line.removeprefix("-"), bullet=line.startswith("-")) for line in lines))


def parse(figure: str) -> ElementTree.Element:
    return ElementTree.fromstring(figure.encode())


def texts(figure: str) -> list[str]:
    return [element.text or "" for element in parse(figure).iter(f"{SVG}text")]


def text_boxes(figure: str) -> list[tuple[float, float, float, float, str]]:
    """Left, top, right, bottom and text of each run of text."""
    boxes = []
    for element in parse(figure).iter(f"{SVG}text"):
        size, content = float(element.get("font-size", "")), element.text or ""
        width = svg.width_of(content, size, bold=element.get("font-weight") == "bold")
        left = (
            float(element.get("x", "")) - {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "")] * width
        )
        y = float(element.get("y", ""))
        boxes.append((left, y - 0.75 * size, left + width, y + 0.2 * size, content))
    return [box for box in boxes if box[-1]]


def check_layout(figure: str) -> None:
    """Nothing leaves the view box, no two texts overlap, and nobody needs a lens."""
    root = parse(figure)
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert width == 640
    boxes = text_boxes(figure)
    for left, top, right, bottom, content in boxes:
        assert 0 <= left < right <= width, content
        assert 0 <= top < bottom <= height, content
    for one, other in combinations(boxes, 2):
        across = min(one[2], other[2]) - max(one[0], other[0])
        down = min(one[3], other[3]) - max(one[1], other[1])
        assert min(across, down) <= 0.2, (one, other)
    assert min(float(element.get("font-size", "")) for element in root.iter(f"{SVG}text")) >= 11
    for name in ("x", "y", "width", "height", "points", "cx", "cy"):
        for value in (element.get(name) for element in root.iter()):
            assert "nan" not in (value or "")
            assert "inf" not in (value or "")


GARDEN = region("garden plan", "-ask Imre for the key", "-soil is fine", "-order bulbs")
GARDEN_GOLD = (Sentence(0, 2, OTHER), Sentence(2, 7, TASK), Sentence(7, 10, OTHER), Sentence(10, 12, TASK))
ALL_LABELINGS = {scheme.title: scheme.encode(GARDEN_GOLD) for scheme in SCHEMES.values()}


def latency(**options: str) -> str:
    series = {"one model": [(1, 9.5), (20, 14.0), (40, 24.0)], "two models": [(1, 41.0), (20, 160.0), (40, 287.0)]}
    return latency_figure(series, **{"x_label": "sentences", "y_label": "ms a region", "note": "made up", **options})


FIGURES: dict[str, Callable[[], str]] = {
    "labelings": lambda: labelings_figure(GARDEN, ALL_LABELINGS),
    "matching": lambda: matching_figure(GARDEN, GARDEN_GOLD, (Span(0, 2, False), Span(2, 12, True))),
    "latency": latency,
}


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_stands_alone(name: str) -> None:
    figure = FIGURES[name]()
    root = parse(figure)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]  # what a screen reader says
    assert all(child.text for child in root[:2])
    assert root[2].tag == f"{SVG}rect"  # a light ground of its own, for dark pages
    assert root[2].get("fill") == svg.PAPER
    assert not re.search(r"href|url\(|<style|<script|\bid=", figure)
    check_layout(figure)


# --- labelings ---


def test_labelings_show_every_word_and_every_label() -> None:
    shown = Counter(texts(FIGURES["labelings"]()))
    for word in GARDEN.word_texts:
        assert shown[word] == 3, word  # once a labeling; the sheet on top has whole lines
    for line in GARDEN.lines:
        assert shown[line.text] == 1
    for label in "BINTO":
        assert shown[label] == sum(labels.count(label) for labels in ALL_LABELINGS.values()), label


@pytest.mark.parametrize(
    ("title", "labels", "tasks", "brackets"),
    [
        ("Sentence-BI", "BIBIIIIBIIBI", 0, 4),  # sentences, and nothing is known of tasks
        ("SLATE-NTI", "NITIIIINIITI", 2, 4),  # all four sentences, two of them tasks
        ("SLATE-BIO", "OOBIIIIOOOBI", 2, 2),  # the stretches outside get no bracket
        ("SLATE-BIO", "OOOOOOOOOOOO", 0, 0),
        ("SLATE-NTI", "TTTTTTTTTTTT", 12, 12),  # marks of tasks of one word do not touch
    ],
)
def test_labelings_mark_what_follows(title: str, labels: str, tasks: int, brackets: int) -> None:
    figure = labelings_figure(GARDEN, {title: labels})
    assert texts(figure).count("task") == tasks
    ends = [len((line.get("points") or "").split()) for line in parse(figure).iter(f"{SVG}polyline")]
    assert ends.count(4) == brackets  # a closed bracket has four points; breaks have three, rules two
    check_layout(figure)


def test_line_breaks_and_bullets_are_drawn_in_each_labeling() -> None:
    root = parse(FIGURES["labelings"]())
    assert len(list(root.iter(f"{SVG}polygon"))) == 3 * 3 + 1  # arrow heads: three breaks, thrice, and the legend's
    assert len(list(root.iter(f"{SVG}circle"))) == 3 + 3 * 3 + 1  # the sheet's, three bullets, thrice, the legend's


@pytest.mark.parametrize(
    "lines",
    [
        [" ".join(f"word{n}" for n in range(60))],  # one long line
        [f"{'-' * (n % 2)}a bb ccc dddd eeeee mmmmmm" for n in range(10)],  # ten short ones
        [" ".join(["i"] * 60)],  # words narrower than a chip
        ["x" * 400, " ".join(["漢字仮名" * 4] * 59)],  # wider than the figure, and wide letters
    ],
    ids=["long line", "short lines", "narrow words", "wide words"],
)
def test_sixty_words_wrap_without_overlap(lines: list[str]) -> None:
    notes = region(*lines)
    assert len(notes.word_texts) == 60
    check_layout(labelings_figure(notes, {"SLATE-NTI": "NITII" * 12, "SLATE-BIO": "B" * 60}))


@pytest.mark.parametrize(
    "lines", [(), (Line((), bullet=True),), (Line(()), Line.from_text("a"), Line((), bullet=True))]
)
def test_empty_lines_are_no_problem(lines: tuple[Line, ...]) -> None:
    empty = Region("r", lines)
    check_layout(labelings_figure(empty, {"SLATE-NTI": "T" * len(empty.word_texts)}))


@pytest.mark.parametrize(
    ("labelings", "message"),
    [
        ({"SLATE-XYZ": "T"}, "no scheme is called 'SLATE-XYZ': take one of SLATE-NTI, SLATE-BIO, Sentence-BI"),
        ({"SLATE-NTI": "TI"}, "SLATE-NTI: 2 labels for 1 word"),
        ({"SLATE-NTI": "B"}, "SLATE-NTI has no label 'B'"),
    ],
)
def test_labelings_that_do_not_fit_are_refused(labelings: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        labelings_figure(region("call"), labelings)


# --- matching ---


def test_matching_shows_every_iou_and_every_verdict() -> None:
    words = " ".join(f"w{n}" for n in range(20))
    gold = (
        Sentence(0, 4, TASK),
        Sentence(4, 6, OTHER),
        Sentence(6, 8, OTHER),
        Sentence(8, 12, TASK),
        Sentence(12, 19, TASK),
        Sentence(19, 20, OTHER),
    )
    predicted = (
        Span(0, 3, True),  # 3 of 4 words of G1: true positive
        Span(3, 4, False),  # no task, takes no part
        Span(4, 6, True),  # all of G2, a non-task: false positive
        Span(6, 10, False),
        Span(10, 18, True),  # 2 of 10 with G4, 6 of 9 with G5, which it gets: G4 is missed
        Span(18, 19, False),
        Span(19, 20, False),
    )
    figure = matching_figure(region(words), gold, predicted)
    shown = Counter(texts(figure))
    assert (shown["0.75"], shown["1.00"], shown["0.67"]) == (2, 2, 2)  # in the graph and in the matching
    assert shown["0.20"] == 1  # in the graph alone
    assert [shown[verdict] for verdict in VERDICTS] == [2, 1, 1, 2, 0]
    assert "2 true positive · 1 false positive · 1 false negative · 2 true negative · 0 no match" in shown
    assert "total IoU 2.42" in shown
    assert shown["P1 · predicted task · [0, 3)"] == 3
    assert shown["G6 · non-task"] == shown["G4 · task"] == 1  # lone: the verdict takes the place of the words
    hairs = [line for line in parse(figure).iter(f"{SVG}polyline") if line.get("stroke") == svg.HAIR]
    assert len(hairs) == 3 * 6 - 4
    check_layout(figure)


def test_weak_pairs_are_matched_and_then_pruned() -> None:
    figure = matching_figure(region("a b c d e f"), (Sentence(0, 5, TASK), Sentence(5, 6, OTHER)), (Span(0, 1, True),))
    shown = Counter(texts(figure))
    assert shown["0.20"] == 2
    assert [shown[verdict] for verdict in VERDICTS] == [0, 0, 1, 1, 1]


@pytest.mark.parametrize(
    ("shared", "words", "shown"),
    [
        (1, 4, "0.25"),  # kept: the paper drops what is below
        (26, 105, "0.248"),  # pruned, and two digits would deny it
        (1, 300, "0.003"),  # not zero
    ],
)
def test_iou_never_rounds_across_the_threshold(shared: int, words: int, shown: str) -> None:
    notes, gold = region("w " * words), (Sentence(0, words, TASK),)
    assert texts(matching_figure(notes, gold, (Span(0, shared, True),))).count(shown) == 2


def test_long_sentences_are_cut_but_stay_in_the_title() -> None:
    notes = region("please " * 30)
    figure = matching_figure(notes, (Sentence(0, 30, TASK),), (Span(0, 30, True),))
    assert any(text.endswith("…”") for text in texts(figure))
    assert any(notes.text(0, 30) in (title.text or "") for title in parse(figure).iter(f"{SVG}title"))
    check_layout(figure)


partitions = st.lists(st.tuples(st.integers(1, 6), st.booleans()), min_size=1, max_size=8)


@settings(max_examples=60, deadline=None)
@given(partitions, partitions)
def test_verdicts_add_up_to_the_scores(gold_parts: list[tuple[int, bool]], parts: list[tuple[int, bool]]) -> None:
    words = min(sum(size for size, _ in gold_parts), sum(size for size, _ in parts))
    cuts: list[list[Span]] = []
    for side in (gold_parts, parts):
        at, spans = 0, []
        for size, task in side:
            if at < words:
                spans.append(Span(at, min(at + size, words), task))
                at += size
        cuts.append(spans)
    gold = [Sentence(span.start, span.end, TASK if span.is_task else OTHER) for span in cuts[0]]
    figure = matching_figure(region("word " * words), gold, cuts[1])
    counts = score_region(gold, cuts[1], MATCHINGS["paper"]).counts
    shown = Counter(texts(figure))
    assert [shown[verdict] for verdict in VERDICTS] == [counts.tp, counts.fp, counts.fn, counts.tn, counts.unmatched]
    check_layout(figure)


def test_matching_without_predicted_tasks() -> None:
    figure = matching_figure(GARDEN, GARDEN_GOLD, ())
    assert Counter(texts(figure))["false negative"] == 2
    check_layout(figure)
    check_layout(matching_figure(region(), (), ()))


# --- latency ---


def test_latency_names_each_line_twice_and_starts_at_zero() -> None:
    figure = latency()
    shown = Counter(texts(figure))
    assert shown["one model"] == shown["two models"] == 2  # the legend, and the end of the line
    assert {"sentences", "ms a region", "made up"} <= set(shown)
    assert [text for text in texts(figure) if text.isdigit()] == "0 10 20 30 40 0 50 100 150 200 250 300".split()
    lines = [line for line in parse(figure).iter(f"{SVG}polyline") if line.get("stroke-width") == "2"]
    assert len({line.get("stroke-dasharray") for line in lines}) == 2  # not by colour alone


@pytest.mark.parametrize(
    "series",
    [
        {"one": [(7, 0.0)]},  # a single point, at zero
        {"tiny": [(1, 0.00031), (2, 0.00042)]},
        {"huge": [(1, 12345678.9), (1000000, 98765432.1)]},
        {f"series {n}": [(1, 5.0), (2, 5.0)] for n in range(24)},  # labels that all want the same place
        {"a name much too long to stand at the end of any line": [(1, 1.0), (512, 3.0)], "漢字" * 20: [(3, 2.0)]},
    ],
    ids=["one point", "tiny", "huge", "crowd", "long names"],
)
def test_latency_layout(series: dict[str, list[tuple[int, float]]]) -> None:
    check_layout(latency_figure(series, x_label="x " * 200, y_label="y " * 200, note="words " * 100))


@pytest.mark.parametrize(
    ("series", "message"),
    [
        ({}, "needs at least one series"),
        ({"fast": []}, "the series 'fast' has no points"),
        ({"fast": [(1, float("nan"))]}, "the series 'fast' has nan at 1"),
        ({"fast": [(1, -2.0)]}, "the series 'fast' has -2.0 at 1"),
    ],
)
def test_latency_needs_numbers(series: dict[str, list[tuple[int, float]]], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        latency_figure(series, x_label="x", y_label="y", note="")


@pytest.mark.parametrize(
    ("low", "high", "whole", "expected"),
    [
        (0, 287, False, [0, 50, 100, 150, 200, 250, 300]),
        (1, 40, True, [0, 10, 20, 30, 40]),
        (1, 3, True, [1, 2, 3]),  # no half sentences
        (100, 128, True, [100, 105, 110, 115, 120, 125, 130]),
        (7, 7, True, [7, 8]),
    ],
)
def test_ticks_are_round(low: float, high: float, whole: bool, expected: list[float]) -> None:
    assert svg.ticks(low, high, whole=whole) == expected


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ([10, 50], [10, 50]),  # room for all
        ([10, 11, 50], [10, 20, 50]),  # the later one gives way
        ([58, 59, 60], [40, 50, 60]),  # but not beyond the end
        ([0, 0], [5, 15]),  # nor before the start
        ([], []),
    ],
)
def test_spread_keeps_labels_apart(wanted: list[float], expected: list[float]) -> None:
    assert svg.spread(wanted, 10, 5, 60) == expected


# --- text from anywhere ---


def test_nasty_text_is_safe_everywhere() -> None:
    notes = region("call <script>alert('1')</script> \"Ruth\" & \x01\x7f ]]> ok")
    labels = "T" + "I" * (len(notes.word_texts) - 1)
    whole = len(notes.word_texts)
    for figure in (
        latency_figure({NASTY: [(1, 2.0)]}, x_label=NASTY, y_label=NASTY, note=NASTY),
        labelings_figure(notes, {"SLATE-NTI": labels}),
        matching_figure(notes, (Sentence(0, whole, TASK),), (Span(0, whole, True),)),
    ):
        assert not [element for element in parse(figure).iter() if element.tag == f"{SVG}script"]
        assert not re.search("[\0-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", figure)
        assert "\ufffd" in figure
        assert "<script>" in "".join(parse(figure).itertext())  # shown, not dropped
        check_layout(figure)
