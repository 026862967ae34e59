"""Boards of boxes are set from known lines, then tilted, jittered, put in columns: the lines must come back."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkslate.board import Box, Word
from inkslate.readers.layout.from_boxes import layout_from_boxes
from tests.support.typeset_boards import (
    LEFT,
    LEFT_LINES,
    LIST,
    LIST_LINES,
    NESTED,
    RIGHT,
    RIGHT_LINES,
    THIRD,
    THIRD_LINES,
    centred,
    jittered,
    set_text,
    shown_starred,
    slid,
    tilted,
)


def read(words: Sequence[Word], seed: int = 0) -> list[list[str]]:
    mixed = list(words)
    random.Random(seed).shuffle(mixed)
    return shown_starred(layout_from_boxes(mixed))


@pytest.mark.parametrize("tight", [True, False])
@pytest.mark.parametrize("turn", [tilted, slid])
@pytest.mark.parametrize("degrees", [-15, -10, -6, -3, -1, 0, 1, 3, 6, 10, 15])
def test_a_list_on_a_tilted_page(degrees, turn, tight):
    assert read(turn(set_text(LIST, tight=tight), degrees)) == [LIST_LINES]


@pytest.mark.parametrize("tight", [True, False])
@pytest.mark.parametrize("degrees", [-12, -5, 0, 5, 12])
@pytest.mark.parametrize("gutter", [40, 60, 150])
@pytest.mark.parametrize("shift", [0, 9, 14])
def test_two_columns_are_not_read_across(degrees, gutter, shift, tight):
    wide = max(w.box.x + w.box.width for w in set_text(LEFT))
    words = set_text(LEFT, tight=tight) + set_text(RIGHT, x=wide + gutter, y=shift, tight=tight)
    assert read(tilted(words, degrees)) == [LEFT_LINES, RIGHT_LINES]


@pytest.mark.parametrize("degrees", [-10, 0, 4])
def test_three_columns(degrees):
    words = set_text(LEFT) + set_text(RIGHT, x=320) + set_text(THIRD, x=600)
    assert read(tilted(words, degrees)) == [LEFT_LINES, RIGHT_LINES, THIRD_LINES]


@pytest.mark.parametrize("degrees", [-10, 0, 10])
@pytest.mark.parametrize("heading", [28, 45])
def test_a_heading_over_two_columns_is_a_line_of_its_own(degrees, heading):
    words = set_text("All that is left to do in this and the next week", x=10, y=-heading)
    words += set_text(LEFT) + set_text(RIGHT, x=320)
    assert read(tilted(words, degrees)) == [
        ["All that is left to do in this and the next week"],
        LEFT_LINES,
        RIGHT_LINES,
    ]


@pytest.mark.parametrize("degrees", [-6, 0, 6])
@pytest.mark.parametrize("heading", [28, 45, 90])
@pytest.mark.parametrize("title", ["Plans for now", "Everything for the spring"])
@pytest.mark.parametrize("shift", [(0, 0), (30, 0), (0, 30)])
def test_a_short_title_over_two_columns_comes_first(degrees, heading, title, shift):
    words = centred(title, 280, -heading) + set_text(LEFT, y=shift[0]) + set_text(RIGHT, x=320, y=shift[1])
    assert [line for region in read(tilted(words, degrees)) for line in region] == [title, *LEFT_LINES, *RIGHT_LINES]


@pytest.mark.parametrize("degrees", [-6, 0, 6])
@pytest.mark.parametrize("below", [28, 45, 90])
@pytest.mark.parametrize(("right", "lines"), [(RIGHT, RIGHT_LINES), (THIRD, THIRD_LINES)])
def test_a_line_below_two_columns_comes_last(degrees, below, right, lines):
    footer = "printed on Friday by the office of the garden club"
    words = centred(footer, 280, 112 + below) + set_text(LEFT) + set_text(right, x=320)
    assert read(tilted(words, degrees)) == [LEFT_LINES, lines, [footer]]


@pytest.mark.parametrize("degrees", [-6, 0, 6])
@pytest.mark.parametrize("space", [28, 45, 90])
def test_a_line_between_columns_above_and_below_stays_between(degrees, space):
    line, y = "and this is what is left for the rest of the year", 112 + 2 * space
    words = set_text(LEFT) + set_text(RIGHT, x=320) + centred(line, 280, 112 + space)
    words += set_text(THIRD, y=y) + set_text(LEFT, x=320, y=y)
    assert read(tilted(words, degrees)) == [LEFT_LINES, RIGHT_LINES, [line], THIRD_LINES, LEFT_LINES]


@pytest.mark.parametrize("degrees", [0, 4])
@pytest.mark.parametrize("leading", [1.4, 1.8, 2.2])
@pytest.mark.parametrize("text", NESTED)
def test_what_is_outdented_stays_in_its_region(text, leading, degrees):
    assert read(tilted(set_text(text, leading=leading), degrees)) == [NESTED[text]]


def test_paragraphs_at_the_same_height_do_not_mix_columns():
    left, right = (
        "one two three four\nfive six\n\nseven eight nine\nten",
        "red green\nblue and grey\n\nblack\nwhite or pink",
    )
    words = (
        set_text(left) + set_text(right, x=300) + set_text("a heading that runs over both of the columns here", y=-60)
    )
    assert read(words) == [
        ["a heading that runs over both of the columns here"],
        ["one two three four", "five six"],
        ["seven eight nine", "ten"],
        ["red green", "blue and grey"],
        ["black", "white or pink"],
    ]


def test_a_row_of_a_table_stays_a_line():
    rows = [("Fix the roof", "Sam", "12/3"), ("Call Ruth", "Ann", "14/3"), ("Order new paint", "Bob", "2/4")]
    words = [
        w
        for n, row in enumerate(rows)
        for c, cell in enumerate(row)
        for w in set_text(cell, x=(0, 190, 270)[c], y=28 * n)
    ]
    assert read(words) == [["Fix the roof Sam 12/3", "Call Ruth Ann 14/3", "Order new paint Bob 2/4"]]


def test_a_row_with_wide_gaps_between_paragraphs_stays_a_line():
    prose = "some long line of text that fills the page from edge to edge\nand one more line that fills all of the page"
    words = (
        set_text(prose) + set_text("Monday", y=56) + set_text("Tuesday", x=200, y=56) + set_text("Friday", x=400, y=56)
    )
    words += set_text(prose, y=84)
    lines = prose.split("\n")
    assert [line for region in read(words) for line in region] == [*lines, "Monday Tuesday Friday", *lines]


@pytest.mark.parametrize("degrees", [-8, 0, 8])
@pytest.mark.parametrize("x", [-190, 430])
def test_a_note_in_the_margin_is_a_region(degrees, x):
    words = set_text(LIST) + set_text("urgent!\nask Bob", x=x, y=56, size=16)
    regions = read(tilted(words, degrees))
    assert sorted(regions) == sorted([LIST_LINES, ["urgent!", "ask Bob"]])


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("degrees", [-9, 0, 5])
def test_jitter(seed, degrees):
    assert read(jittered(tilted(set_text(LIST, tight=False, leading=1.6), degrees), 2.5, seed)) == [LIST_LINES]


@pytest.mark.parametrize("slope", [-8, -4, 4, 8])
def test_one_line_climbs_or_falls(slope):
    words = set_text("a level line of words here\nand another one of them")
    words += [
        Word(w.text, Box(w.box.x, w.box.y + 90, w.box.width, w.box.height))
        for w in tilted(set_text("this one climbs or falls all the way"), slope)
    ]
    words += set_text("and the last line is level again", y=170)
    assert [line for region in read(words) for line in region] == [
        "a level line of words here",
        "and another one of them",
        "this one climbs or falls all the way",
        "and the last line is level again",
    ]


@pytest.mark.parametrize("slope", [-10, 10, 15])
@pytest.mark.parametrize(
    "steep", ["this one climbs or falls all the way", "neighbours understand complicated arrangements in between"]
)
def test_one_line_is_steep(slope, steep):
    level, last = "a level line of words here\nand another one of them", "and the last line is level again\nto the end"
    words = set_text(level) + set_text(last, y=370)
    for word in tilted(set_text(steep), slope):
        words.append(Word(word.text, Box(word.box.x, word.box.y + 170, word.box.width, word.box.height)))
    lines = [line for region in read(words) for line in region]
    assert lines == [*level.split("\n"), steep, *last.split("\n")]


def test_every_line_with_a_slope_of_its_own():
    words, texts = [], []
    for number, slope in enumerate([3, -3, 5, 0, -5, 2]):
        texts.append(f"line {number} goes its own way up or down")
        turned = tilted(set_text(texts[-1]), slope)
        words += [Word(w.text, Box(w.box.x, w.box.y + 65 * number, w.box.width, w.box.height)) for w in turned]
    assert [line for region in read(words) for line in region] == texts


def test_blank_lines_part_regions():
    text = "first part\nhas two lines\n\nsecond part\n\n- third\n- part\n- is long"
    assert read(tilted(set_text(text), 4)) == [
        ["first part", "has two lines"],
        ["second part"],
        ["* third", "* part", "* is long"],
    ]


@pytest.mark.parametrize("leading", [1.1, 1.3, 1.6, 2.0, 2.6])
def test_any_distance_of_lines(leading):
    assert read(set_text(LIST, leading=leading)) == [LIST_LINES]


@pytest.mark.parametrize("space", [0.25, 0.4, 0.7, 1.0, 1.4])
def test_any_distance_of_words(space):
    assert read(set_text(LIST, space=space)) == [LIST_LINES]


def test_large_and_small_writing():
    words = (
        set_text("BIG PLANS", size=90)
        + set_text(LIST, y=110)
        + set_text("tiny words in\nthe corner here", x=480, y=20, size=7)
    )
    assert sorted(read(words)) == sorted([["BIG PLANS"], LIST_LINES, ["tiny words in", "the corner here"]])


def test_ragged_words_of_different_size():
    words = set_text("one", size=20) + set_text("two", x=45, size=30, y=4) + set_text("three", x=110, size=16, y=-3)
    words += set_text("four", y=40, size=26) + set_text("five", x=70, y=36, size=18)
    assert read(words) == [["one two three", "four five"]]


WORDS = (LIST + LEFT + RIGHT + THIRD).replace("•", "").replace("[ ]", "").replace("2.", "").replace("-", "").split()


def random_board(seed: int) -> tuple[list[Word], list[str]]:
    """One to three columns of random lines, some bulleted, under a heading or not, tilted and jittered."""
    chance = random.Random(seed)
    look = {"tight": chance.random() < 0.5, "leading": chance.choice([1.3, 1.5, 2]), "space": chance.choice([0.3, 0.5])}
    words, lines, x = [], [], 0.0
    for _ in range(chance.randint(1, 3)):
        texts = [" ".join(chance.choices(WORDS, k=chance.randint(2, 6))) for _ in range(chance.randint(3, 9))]
        bullets = [chance.random() < 0.4 for _ in texts]
        column = "\n".join("• " * bullet + text for bullet, text in zip(bullets, texts, strict=True))
        words += set_text(column, x=x, y=chance.choice([0, 0, 13]), **look)
        lines += ["* " * bullet + text for bullet, text in zip(bullets, texts, strict=True)]
        x = max(word.box.x + word.box.width for word in words) + chance.choice([45, 60, 100])
    return jittered(tilted(words, chance.uniform(-14, 14)), chance.choice([0, 1]), seed), lines


def test_random_boards():
    boards = [random_board(seed) for seed in range(150)]
    wrong = [seed for seed, (words, lines) in enumerate(boards) if [x for r in read(words, seed) for x in r] != lines]
    # Words set at random are at times placed so that two readings are equally good.
    assert len(wrong) <= 3, wrong


def test_words_that_overlap_a_little():
    words = [
        Word(w.text, Box(w.box.x - 3, w.box.y, w.box.width + 9, w.box.height)) for w in set_text(LIST, tight=False)
    ]
    assert read(words) == [LIST_LINES]


def test_indented_bullets_and_wrapped_lines():
    text = "• pay the invoice of\n    12. March at once\n    - ask Ann first\n    1. by phone\n    2. by mail\n• rest"
    assert read(set_text(text)) == [
        ["* pay the invoice of", "12. March at once", "* ask Ann first", "* by phone", "* by mail", "* rest"]
    ]


def test_bullets_far_from_their_text_are_no_column():
    words = [w for n in range(4) for w in set_text("•", y=28 * n)]
    words += set_text("call Ruth\nbuy milk today\nmow\nrest a bit", x=50)
    assert read(words) == [["* call Ruth", "* buy milk today", "* mow", "* rest a bit"]]


def test_right_to_left_lines_keep_the_order_of_other_words():
    words = [Word(t, Box(x, 0, 36, 20)) for t, x in (("עולם", 0), ("Ann", 45), ("Lee", 90), ("שלום", 135))]
    assert read(words) == [["שלום Ann Lee עולם"]]


BOX = Box(10, 10, 40, 20)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], []),
        ([Word("alone", BOX)], [["alone"]]),
        ([Word("•", BOX)], [["* "]]),
        # Nothing but the order tells where words without a box belong.
        ([Word("no"), Word("boxes")], [["no boxes"]]),
        ([Word("first"), Word("boxed", BOX), Word("after")], [["first boxed after"]]),
        ([Word("b", Box(60, 10, 40, 20)), Word("c"), Word("a", BOX)], [["a b c"]]),
        # Parts of one recognised word keep its box and source, and their order.
        ([Word("to", BOX, ("s1",)), Word("do", BOX, ("s1",))], [["to do"]]),
        ([Word("b", BOX, (2,)), Word("a", BOX, ("x",))], [["a b"]]),
        ([Word("b", BOX), Word("a", BOX)], [["a b"]]),
        # Points: the lines are those of equal height.
        ([Word(t, Box(x, y, 0, 0)) for t, x, y in (("a", 0, 0), ("b", 4, 0), ("c", 0, 9))], [["a b", "c"]]),
    ],
)
def test_small_boards(words, expected):
    assert shown_starred(layout_from_boxes(words)) == expected


def test_words_keep_their_box_and_source_and_regions_their_ids():
    words = [
        Word("call", BOX, ("s1", 2)),
        Word("Ruth", Box(55, 10, 40, 20), ("s3",)),
        Word("far", Box(10, 400, 40, 20)),
    ]
    regions = layout_from_boxes(words[::-1])
    assert [region.id for region in regions] == ["r1", "r2"]
    assert regions[0].lines[0].words == tuple(words[:2])


sides = st.one_of(
    st.integers(0, 6).map(lambda n: n * 10.0),
    st.floats(0, 300, allow_subnormal=False),
    st.sampled_from([0.0, 5e-324, 1e-300, 1e300, 1.7e308]),
)
boxes = st.builds(Box, sides, sides.map(lambda side: -side) | sides, sides, sides)
words_with_boxes = st.lists(st.builds(Word, st.sampled_from(["a", "plum", "Ruth", "12/3"]), boxes), max_size=25)


@pytest.mark.fuzz
@settings(max_examples=200, deadline=None)
@given(words_with_boxes, st.randoms(use_true_random=False))
def test_each_word_is_there_once_in_whatever_order_they_come(words, chance):
    regions = layout_from_boxes(words)
    mixed = list(words)
    chance.shuffle(mixed)
    assert layout_from_boxes(mixed) == regions
    assert Counter(word for region in regions for line in region.lines for word in line.words) == Counter(words)
    assert [region.id for region in regions] == [f"r{number + 1}" for number in range(len(regions))]


LINE = "call Ruth about the new fence and the gate behind it"


def heap() -> list[Word]:
    chance = random.Random(7)
    return [Word("a", Box(chance.random(), chance.random(), 9, 9)) for _ in range(30_000)]


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: tilted(set_text("\n".join([LINE] * 2730)), 5), id="a long page"),
        pytest.param(lambda: set_text(" ".join([LINE] * 2730)), id="one line"),
        pytest.param(lambda: [Word("a", BOX)] * 30_000, id="one box"),
        pytest.param(lambda: [Word("a", Box(n * 50, n * 50, 20, 20)) for n in range(30_000)], id="stairs"),
        pytest.param(heap, id="a heap"),
    ],
)
def test_thirty_thousand_words_are_no_matter(make):
    """Anything quadratic would take minutes here."""
    words = make()
    regions = layout_from_boxes(words)
    assert sum(len(region.word_texts) for region in regions) == len(words)
