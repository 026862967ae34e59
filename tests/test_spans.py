"""Every task and sentence of a text leads back into it, as characters: one span for each line that it stands on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate import Board, Extraction, Extractor, Line, Region, Word
from inkslate.readers import scan_document
from inkslate.readers.document import Document

RULES = Extractor.load("rules")
# What offsets trip over: blanks of every kind and width, all line ends, letters of several code points, emoji with and
# without joiners, and scripts that are written from right to left.
PIECES = [
    *"ab.-*[]x#&_`|<>!1", " ", "  ", "\t", "\u00a0", "\u3000", "\n", "\r\n", "\r", "\n\n", "\u2028", "\f", "\v", "\x85",
    "e\u0301", "ñ", "n\u0303", "각", "👩‍👧", "🏳️‍🌈", "😀", "שלום", "مرحبا", "\u202b", "\u200f", "\ufeff", "𝒳",
    "- call Ruth\n", "- [ ] send the deck", "TODO: ", "* ", "1. ", "# ", "**bold**", "[text](url)", "&amp;", "\\*",
    "`code`", "` x `", "<http://a.b>", "[[page|shown]]", "==mark==", "~~gone~~", "| a | b |\n|--|--|\n| c | d |\n",
    "<b>", "\n<div>\nx &lt; y\n</div>\n", "> ", "    ", "*bold* ", "[[http://x][a link]]", "[1/2]", ":tag:", "+gone+",
]  # fmt: skip
texts = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def read(name: str, text: str) -> Extraction:
    (board,) = scan_document(Document(name, text.encode()))
    assert isinstance(board, Board)
    return RULES.extract(board, details=False)


def placed_lines(extraction: Extraction) -> Iterator[tuple[list[Word], tuple[int, int]]]:
    """For each sentence and each of its lines, the words of the sentence there, and its span."""
    for region, sentences in zip(extraction.board.regions, extraction.sentences, strict=True):
        for sentence in sentences:
            numbers = region.lines_of(sentence.start, sentence.end)
            assert len(sentence.spans) == len(numbers)
            for number, span in zip(numbers, sentence.spans, strict=True):
                first = region.line_starts[number]
                words = region.lines[number].words[max(0, sentence.start - first) : sentence.end - first]
                yield list(words), span


def check_text(extraction: Extraction, text: str) -> None:
    """In plain text the words of a line stand in its span, and nothing else."""
    for words, (start, end) in placed_lines(extraction):
        assert text[start:end].split() == [word.text for word in words]
        assert text[start:end].strip() == text[start:end]
    for task in extraction.tasks:
        assert " ".join(" ".join(text[start:end].split()) for start, end in task.spans) == task.text


def check_marked(extraction: Extraction, text: str) -> None:
    """Marks may stand between and inside of words: without them, the characters of the words follow each other."""
    for words, (start, end) in placed_lines(extraction):
        assert 0 <= start < end <= len(text)
        read_as = "".join(word.text for word in words)
        stands = text[start:end] + ("&<" * len(read_as) if "&" in text[start:end] else "")  # what entities may mean
        assert is_within(sorted(read_as), sorted(stands)) if "&" in stands else is_within(read_as, stands)
        for word in words:
            assert word.span is not None
            assert start <= word.span[0] < word.span[1] <= end


def is_within(part: Iterable[str], whole: Iterable[str]) -> bool:
    """Whether the characters of a part are in the whole, in order."""
    rest = iter(whole)
    return all(character in rest for character in part)


@given(texts)
def test_of_a_string(text: str) -> None:
    check_text(RULES.extract(text, details=False), text)


@given(texts)
def test_of_a_text_file(text: str) -> None:
    check_text(read("a.txt", text), text.removeprefix("\ufeff"))


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_of_any_string(text: str) -> None:
    check_text(RULES.extract(text, details=False), text)


@given(texts)
def test_of_markdown(text: str) -> None:
    check_marked(read("a.md", text), text.removeprefix("\ufeff"))


@given(texts)
def test_of_org(text: str) -> None:
    check_marked(read("a.org", text), text.removeprefix("\ufeff"))


@given(texts)
def test_a_word_that_stands_there_as_it_is_read_is_found_exactly(text: str) -> None:
    plain = text.removeprefix("\ufeff")
    for name in ("a.md", "a.org"):
        for region in read(name, text).board.regions:
            for word in region.words:
                assert word.span is not None
                stands = plain[slice(*word.span)]
                if ":" in str(word.source[0]):
                    assert stands.startswith((word.text[0], "&"))
                    assert stands.endswith((word.text[-1], ";"))
                    assert stands == word.text or not stands.isalnum()


CASES = {
    "a.txt": [
        ("\t-  call \t Ruth\r\nnow", ["call \t Ruth", "now"]),
        ("• e\u0301tude 👩‍👧 שלום", ["e\u0301tude 👩‍👧 שלום"]),
        ("(A) 2026-01-01 call +home", ["call +home"]),
    ],
    "a.md": [
        ("- [ ] call **Ruth** and `x y`", ["call **Ruth** and `x y"]),
        ("- ` x ` <http://a.b> now", ["x ` <http://a.b> now"]),
        ("a&amp;b &lt;", ["a&amp;b &lt;"]),
        ("---\r\nt: 1\r\n---\r\n\r\n1. [a \\* link](u) b\r\n   on", ["a \\* link](u) b", "on"]),
        ("> - see [[page|the page]] ~~now~~", ["see [[page|the page]] ~~now"]),
        ("| a | b c |\n|--|--|\n| d | e |", ["a | b c", "d | e"]),
        ("\n<p>call &amp; <b>ask</b></p>\n", ["call &amp; <b>ask"]),
        ("x<http://a.b>", ["x<http://a.b"]),
    ],
    "a.org": [
        ("* TODO [#A] call *Ruth* [1/2] now :home:\r\n- [ ] see [[http://x][the page]] +a+", ["call *Ruth* [1/2] now",
         "see [[http://x][the page]] +a"]),
        ("| a | b |", ["a | b"]),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("name", "text", "expected"), [(n, t, e) for n, cases in CASES.items() for t, e in cases])
def test_what_stands_there(name: str, text: str, expected: list[str]) -> None:
    (board,) = scan_document(Document(name, text.encode()))
    assert isinstance(board, Board)
    lines = [region.spans_of(0, len(region.words)) for region in board.regions]
    assert [text[start:end] for spans in lines for start, end in spans] == expected


def test_a_task_on_two_lines_has_two_spans() -> None:
    notes = "Minutes\n\n- [ ] call Ruth\n      about the boiler\n\nit rained"
    (task,) = RULES.extract(notes).tasks
    assert [notes[start:end] for start, end in task.spans] == ["call Ruth", "about the boiler"]
    value = RULES.extract(notes).to_json()
    assert value["tasks"][0]["spans"] == [list(span) for span in task.spans]
    assert [span for sentence in value["regions"][1]["sentences"] for span in sentence["spans"]][:2] == [
        list(span) for span in task.spans
    ]


def test_ink_has_none() -> None:
    region = Region("r", (Line((Word("call", source=("s1",)), Word("Ruth")), bullet=True),))
    (task,) = RULES.extract(region).tasks
    assert (task.spans, task.to_json()["spans"]) == ((), [])


def test_words_are_equal_wherever_they_stand() -> None:
    """Board JSONL does not keep spans: a board that was written and read again is the same board."""
    first, second = (RULES.extract(text, details=False).board for text in ("- a  b", "-   a b"))
    assert first == second
    assert hash(first.regions[0].lines[0]) == hash(second.regions[0].lines[0])
    assert first.regions[0].words[0].span != second.regions[0].words[0].span
