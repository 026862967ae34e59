"""Impossible boards cannot be built."""

from __future__ import annotations

import math

import pytest

from inkslate import Board, Box, InputError, Label, Line, Region, Sentence, Word


def region(*texts: str, sentences: list[tuple[int, int, int]] | None = None) -> Region:
    labelled = None if sentences is None else tuple(Sentence(a, b, Label(n)) for a, b, n in sentences)
    return Region("r1", tuple(Line.from_text(text) for text in texts), labelled)


@pytest.mark.parametrize(
    ("label", "is_task", "by_context"),
    [(0, False, False), (1, True, False), (2, True, False), (3, True, True), (4, False, True)],
)
def test_labels_say_what_is_a_task_and_what_only_context_decides(label: int, is_task: bool, by_context: bool) -> None:
    assert (Label(label).is_task, Label(label).by_context) == (is_task, by_context)


@pytest.mark.parametrize(
    ("sentences", "message"),
    [
        ([(0, 2, 1), (3, 4, 0)], "leaves words out"),
        ([(0, 2, 1), (1, 4, 0)], "overlaps"),
        ([(0, 5, 1)], "ends at word 5 but the region has 4 words"),
        ([(0, 3, 1)], "the sentences end at word 3 but the region has 4 words"),
        ([], "the sentences end at word 0"),
        ([(2, 4, 1), (0, 2, 0)], "leaves words out"),  # out of order
    ],
)
def test_sentences_partition_the_words(sentences: list[tuple[int, int, int]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        region("call Ruth", "at noon", sentences=sentences)


@pytest.mark.parametrize("bounds", [(0, 0), (2, 1), (-1, 1)])
def test_a_sentence_has_words(bounds: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="not a span"):
        Sentence(*bounds, Label.TASK)


@pytest.mark.parametrize("text", ["", " ", "two words", "tab\t", "nbsp\u00a0x", "half \ud83d", "\ud83d", "a\0b"])
def test_a_word_is_one_word_of_real_text(text: str) -> None:
    with pytest.raises(InputError):
        Word(text)


@pytest.mark.parametrize("sides", [(math.nan, 0, 1, 1), (0, math.inf, 1, 1), (0, 0, -1, 1)])
def test_a_box_is_finite(sides: tuple[float, float, float, float]) -> None:
    with pytest.raises(InputError, match="box"):
        Box(*sides)


def test_region_ids_are_unique_in_a_board() -> None:
    with pytest.raises(InputError, match="two regions"):
        Board("b", (region("a"), region("b")))


def test_positions_are_words_of_the_region() -> None:
    board = region("call  Ruth", "", "at noon")
    assert board.word_texts == ("call", "Ruth", "at", "noon")
    assert board.line_starts == (0, 2, 2)
    assert board.text(1, 3) == "Ruth at"
    assert board.lines_of(1, 3) == (0, 2)


def test_without_labels_nothing_of_them_is_left() -> None:
    labelled = Board("b", (region("call Ruth", sentences=[(0, 2, 1)]),))
    assert labelled.without_labels() == Board("b", (region("call Ruth"),))
