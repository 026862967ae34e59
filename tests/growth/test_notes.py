"""Text, Markdown, Org and the detection of formats take a time in proportion to what they read."""

from __future__ import annotations

import pytest

from inkslate.readers import READERS
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document
from tests.growth.measuring import SMALL, Repeat, Step, measure
from tests.growth.texts import LINES, PARTS, long_lines

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]

DETECTION = Step(detect_format, lambda text: Document("stdin", text.encode()))
FORMATS = ("text", "markdown", "org")
HEADS = {
    "text": ("x ",),
    "markdown": ("- ", "<div>\n", "|a|\n|-|\n|", "> " * 20),
    "org": ("* ", "- ", "#+TODO: ", "| "),
}
ENDS = {"markdown": ("](a)", "]", '](a "b")>`*_~~'), "text": (" +a",), "org": ("* a*", " :a:")}


def reading(format: str) -> Step[Document]:
    """Reading a document in this format."""
    return Step(lambda document: list(READERS[format](document)), lambda text: Document("notes", text.encode()))


def problem(format: str, repeat: Repeat, *, small: int = SMALL) -> str | None:
    """What is wrong with the growth of reading one long line."""
    return measure(reading(format), repeat, small=small).problem


@pytest.mark.parametrize(
    ("format", "part"),
    [("markdown", part) for part in PARTS] + [(name, part) for name in ("text", "org") for part in PARTS[::3]],
    ids=ascii,
)
def test_one_long_line(format: str, part: str) -> None:
    assert problem(format, Repeat(part)) is None


@pytest.mark.parametrize("part", LINES, ids=ascii)
@pytest.mark.parametrize("format", FORMATS)
def test_very_many_lines(format: str, part: str) -> None:
    assert measure(reading(format), Repeat(f"{part} {{n}}\n")).problem is None


@pytest.mark.parametrize(
    "part", ["[", "![", "<", "(", " ", "|", "\\|", "*a ", "a", "`a``", "[a](", "&#9", "\\||"], ids=ascii
)
@pytest.mark.parametrize("format", FORMATS)
def test_a_long_line_with_a_beginning_or_an_end(format: str, part: str) -> None:
    for head in HEADS[format]:
        assert problem(format, Repeat(part, head)) is None
    for end in ENDS[format]:
        assert problem(format, Repeat(part, middle=end, close=end), small=5_000) is None
    assert problem(format, Repeat(part, tail=ENDS[format][0])) is None


@pytest.mark.parametrize("repeat", long_lines(3_900)[::3], ids=str)
def test_org_lines_just_below_the_limit(repeat: Repeat) -> None:
    assert measure(reading("org"), repeat, small=4_000).problem is None


@pytest.mark.parametrize(
    "head", ["", "<", "<a ", "<!--", "{", '[{"', '{"regions"', "<html class=", "<a class="], ids=ascii
)
@pytest.mark.parametrize(
    "part", ["a", "1", " ", "<", "[", "{", '"', "a ", "<a ", " class=", "xmlns", '{"a":', "\n"], ids=ascii
)
def test_detection(head: str, part: str) -> None:
    assert measure(DETECTION, Repeat(part, head), small=20_000).problem is None


@pytest.mark.parametrize(
    "part", ["> ", "- ", "  ", "* ", "1. ", "**", "*a **b ", "[![", "==a ", "<b>", "\t- "], ids=ascii
)
def test_markdown_nests_as_deep_as_it_likes(part: str) -> None:
    for repeat in (Repeat(part, tail="a"), Repeat("a a a a a\n", head=part * 12), Repeat("\n" + part * 4 + "a")):
        assert measure(reading("markdown"), repeat).problem is None


@pytest.mark.parametrize("part", ["[a][", "![a][", "[[a]", "[a]", "[a](", "[![a]", "![", "["], ids=ascii)
def test_brackets_that_are_no_links_cost_no_more_than_text(part: str) -> None:
    for repeat in (Repeat(part), Repeat(part, tail="](a)")):
        assert problem("markdown", repeat, small=8_000) is None
    assert problem("markdown", Repeat(part, head="[a]: b\n\n"), small=8_000) is None
