"""Marks that say nothing change nothing: what models read, and what the shipped one decides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate.board import Line, Region
from inkslate.extraction import FoundSentence
from inkslate.extractor import Extractor
from inkslate.model.neutral import neutral_view, restore


def region(*lines: str) -> Region:
    return Region("r", tuple(Line.from_text(line) for line in lines))


# A line, and what a model reads of it.
VIEWS = [
    # bold and italics
    ("**call Ruth**", "call Ruth"),
    ("__call Ruth__", "call Ruth"),
    ("*call* Ruth", "call Ruth"),
    ("call _Ruth_ now", "call Ruth now"),
    ("***call Ruth***", "call Ruth"),
    ("**_call_ Ruth**", "call Ruth"),
    ("**Ruth:** the slides", "Ruth: the slides"),
    ("ask **Ruth**, then *Sam*.", "ask Ruth, then Sam."),
    # arrows and dashes at the start
    ("-> call Ruth", "call Ruth"),
    ("--> call Ruth", "call Ruth"),
    ("=> call Ruth", "call Ruth"),
    ("→ call Ruth", "call Ruth"),
    ("– call Ruth", "call Ruth"),
    ("— call Ruth", "call Ruth"),
    ("> > call Ruth", "call Ruth"),
    ("» call Ruth", "call Ruth"),
    ("~ call Ruth", "call Ruth"),
    ("->call Ruth", "call Ruth"),
    ("→call Ruth", "call Ruth"),
    ("~call Ruth", "call Ruth"),
    ("-> **call Ruth**", "call Ruth"),
    ("**-> call Ruth**", "**-> call Ruth**"),  # not a mark around words
    # the end
    ("call Ruth!", "call Ruth."),
    ("call Ruth!!!", "call Ruth."),
    ("call Ruth !!", "call Ruth"),
    ("call Ruth.!!", "call Ruth."),
    ("**call Ruth!**", "call Ruth."),
    # capitals
    ("CALL RUTH NOW", "Call ruth now"),
    ("🎉 CALL RUTH NOW!!", "Call ruth now."),
]


@pytest.mark.parametrize(("line", "seen"), VIEWS)
def test_what_the_model_sees(line: str, seen: str) -> None:
    view = neutral_view(region(line))
    assert (line if view is None else view.region.lines[0].text) == seen


# A full stop where the layout makes the line an item anyway; others show where a sentence ends.
STOPS = [
    (["call Ruth."], ["call Ruth"]),
    (["call Ruth!!"], ["call Ruth"]),
    (["- call Ruth.", "- buy milk."], ["call Ruth", "buy milk"]),
    (["call Ruth.", "- buy milk."], ["call Ruth", "buy milk"]),
    (["- call Ruth.", "and Sam.", "- buy milk."], ["call Ruth.", "and Sam.", "buy milk"]),
    (["call Ruth.", "buy milk."], ["call Ruth.", "buy milk."]),
    (["- call Ruth. She is back."], ["call Ruth. She is back."]),
    (["- call Ruth..."], ["call Ruth..."]),
    (["- call Ruth?"], ["call Ruth?"]),
    (["- see (the list)."], ["see (the list)"]),
]


@pytest.mark.parametrize(("lines", "seen"), STOPS)
def test_a_full_stop_at_the_end_of_an_item(lines: list[str], seen: list[str]) -> None:
    given = Region("r", tuple(Line.from_text(line.removeprefix("- "), bullet=line.startswith("- ")) for line in lines))
    view = neutral_view(given, items=True)
    assert [line.text for line in (given if view is None else view.region).lines] == seen


# These say something, or are no marks.
KEPT = [
    "pump leaks -> Joe orders a seal",
    "lab → office → home",
    "~~call Ruth~~",
    ">5 people",
    "~200 chairs",
    "–3 degrees",
    "~/notes.txt",
    "call Ruth.",
    "call Ruth?",
    "call Ruth...",
    "call Ruth?!",
    "!!",
    "->",
    "2 * 3 * 4",
    "2*3*4",
    "snake_case_name and other_name",
    "*.txt and *.md",
    "* see below",
    "USA",
    "TO DO",
    "Call RUTH NOW",
]


@pytest.mark.parametrize("line", KEPT)
def test_what_stays(line: str) -> None:
    assert neutral_view(region(line)) is None


# Lines in capitals are read as the others of the region begin.
CAPITALS = [
    (("buy milk", "CALL RUTH NOW", "go home"), ["buy milk", "call ruth now", "go home"]),
    (("Buy milk", "CALL RUTH NOW", "Go home"), ["Buy milk", "Call ruth now", "Go home"]),
]


@pytest.mark.parametrize(("lines", "seen"), CAPITALS)
def test_capitals_follow_the_other_lines(lines: tuple[str, ...], seen: list[str]) -> None:
    view = neutral_view(region(*lines))
    assert view is not None
    assert [line.text for line in view.region.lines] == seen


def test_a_region_in_capitals_stays() -> None:
    assert neutral_view(region("BUY THE MILK", "CALL RUTH NOW", "go home")) is None


@given(st.lists(st.text("aB1 *_->→~!.?🎉–", max_size=14), max_size=5), st.data())
def test_every_word_is_in_one_sentence(lines: list[str], data: st.DataObject) -> None:
    whole = region(*lines)
    view = neutral_view(whole, items=True)
    if view is None:
        return
    words = len(view.region.words)
    ends = sorted({*data.draw(st.lists(st.integers(1, words))), words})
    found = [FoundSentence(start, end, True, 0.5) for start, end in zip([0, *ends], ends, strict=False)]
    spans = [(s.start, s.end) for s in restore(found, whole, view.places)]
    assert [start for start, _ in spans] == [0, *(end for _, end in spans[:-1])]
    assert spans[-1][1] == len(whole.words)
    assert neutral_view(view.region, items=True) is None or not view.region.words


LISTS = (
    ("book the boathouse before Friday", "the wind was strong", "send Ruth the key"),
    ("Minutes of the garden club", "Ruth to water the ferns", "Attendance was low", "Order two bags of compost"),
)
MARKS = {
    "bold": "**{}**",
    "bars": "__{}__",
    "italics": "*{}*",
    "underlined": "_{}_",
    "arrow": "-> {}",
    "long arrow": "--> {}",
    "double arrow": "=> {}",
    "arrow sign": "→ {}",
    "dash": "– {}",
    "long dash": "— {}",
    "quote": "> {}",
    "guillemet": "» {}",
    "tilde": "~ {}",
    "glued arrow": "->{}",
    "glued dash": "–{}",
    "stop": "{}.",
    "exclamation": "{}!",
    "two exclamations": "{}!!",
    "three exclamations": "{}!!!",
    "exclamations apart": "{} !!",
    "emoji": "🎉 {}",
    "all": "-> **{}**!!",
}
PAIRS = [(name, lines, at) for name in MARKS for lines in LISTS for at in range(len(lines))]
PAIRS += [("capitals", lines, at) for lines in LISTS for at in range(len(lines))]


def test_there_are_enough_of_them() -> None:
    assert len(PAIRS) >= 40


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor.load(threads=1)


def decisions(extractor: Extractor, note: Region | str) -> list[bool]:
    return [sentence.is_task for found in extractor.extract(note).sentences for sentence in found]


@pytest.mark.parametrize(("name", "lines", "at"), PAIRS)
def test_the_shipped_model_decides_as_without(extractor: Extractor, name: str, lines: tuple[str, ...], at: int) -> None:
    line = lines[at].upper() if name == "capitals" else MARKS[name].format(lines[at])
    marked = region(*lines[:at], line, *lines[at + 1 :])
    assert decisions(extractor, marked) == decisions(extractor, region(*lines))
    assert [s.text for s in extractor.extract(marked).tasks] == [
        line if text == lines[at] else text for text in (t.text for t in extractor.extract(region(*lines)).tasks)
    ]


SIGNS = [["-"] * 4, ["*"] * 4, ["•"] * 4, ["+"] * 4, ["o"] * 4, ["–"] * 4, ["1.", "2.", "3.", "4."],
         ["1)", "2)", "3)", "4)"], ["a)", "b)", "c)", "d)"], ["a.", "b.", "c.", "d."], ["◦"] * 4]  # fmt: skip


@pytest.mark.parametrize("signs", SIGNS)
@pytest.mark.parametrize("lines", LISTS)
def test_another_bullet_sign(extractor: Extractor, lines: tuple[str, ...], signs: list[str]) -> None:
    plain, marked = (
        "\n".join(f"{sign} {line}" for sign, line in zip(kind, lines, strict=False)) for kind in (SIGNS[0], signs)
    )
    first, second = extractor.extract(plain), extractor.extract(marked)
    assert first.sentences == second.sentences
    assert [task.text for task in first.tasks] == [task.text for task in second.tasks]
