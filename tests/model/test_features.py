"""What a model is told of a word beside its tokens: shape, and place on the board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate.board import Line, Region
from inkslate.model.features import (
    CAPITAL,
    CAPS,
    DIGIT,
    FEATURES,
    LOWER,
    OTHER,
    token_features,
    word_features,
    word_shape,
)
from inkslate.model.layout import LAYOUTS, Layout
from inkslate.model.windows import NO_WORD, Window
from tests.support.boards import labelled_regions

BOARD = Region("r", (Line.from_text("Plan for"), Line.from_text("call HR", bullet=True), Line((), bullet=True)))


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("call", LOWER),
        ("iPhone", LOWER),  # the first letter decides
        ("Call", CAPITAL),
        ("McCoy", CAPITAL),
        ("I", CAPITAL),  # one capital is no shouting
        ("A.", CAPITAL),
        ("HR", CAPS),
        ("U.S.", CAPS),
        ("TO-DO:", CAPS),
        ("(Call)", CAPITAL),  # punctuation around the letters does not count
        ("'tis", LOWER),
        ("Zoë", CAPITAL),
        ("ÜBER", CAPS),
        ("straße", LOWER),
        ("42", DIGIT),
        ("3pm", DIGIT),
        ("Q3", DIGIT),
        ("٣", DIGIT),
        ("->", OTHER),
        ("…", OTHER),
        ("日本語", OTHER),  # scripts without case
        ("עברית", OTHER),
    ],
)
def test_the_shape_of_a_word(word: str, shape: int) -> None:
    assert word_shape(word) == shape


@pytest.mark.parametrize(
    ("layout", "numbers"),
    [
        # 1 + 4 x shape + 2 x first of its line + bulleted: Plan, for, call, HR
        ("both", (7, 1, 4, 10)),
        ("breaks", (7, 1, 3, 9)),
        ("bullets", (5, 1, 2, 10)),
        ("none", (5, 1, 1, 9)),
    ],
)
def test_features_of_words_hold_only_what_the_layout_shows(layout: str, numbers: tuple[int, ...]) -> None:
    assert word_features(BOARD, LAYOUTS[layout]) == numbers


@given(labelled_regions())
def test_a_withheld_layout_is_not_in_the_features(region: Region) -> None:
    one_line = Region("r", (Line(tuple(word for line in region.lines for word in line.words), bullet=True),))
    assert word_features(region, LAYOUTS["none"]) == word_features(one_line, LAYOUTS["none"])
    plain = Region("r", tuple(Line(line.words) for line in region.lines))
    assert word_features(region, LAYOUTS["breaks"]) == word_features(plain, LAYOUTS["breaks"])


@given(labelled_regions(), st.sampled_from(list(LAYOUTS.values())))
def test_every_word_has_a_number_below_the_size_of_the_table(region: Region, layout: Layout) -> None:
    numbers = word_features(region, layout)
    assert len(numbers) == len(region.word_texts)
    assert all(type(number) is int and 0 < number < FEATURES for number in numbers)


@given(labelled_regions())
def test_labels_change_nothing(region: Region) -> None:
    assert word_features(region, Layout()) == word_features(region.without_labels(), Layout())


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ((NO_WORD, 0, 0, 1, NO_WORD), [0, 7, 7, 1, 0]),  # every token of a word has its number, marks have none
        ((NO_WORD, 2, NO_WORD, 3), [0, 4, 0, 10]),  # a later window begins inside the region
        ((), []),
    ],
)
def test_features_of_tokens(words: tuple[int, ...], numbers: list[int]) -> None:
    window = Window(tuple(range(len(words))), words)
    assert token_features(window, word_features(BOARD, LAYOUTS["both"])) == numbers
