"""A region is read under its headings: which lines these are, and how they reach the model."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkslate.board import Board, Line, Region
from inkslate.extractor import Extractor
from inkslate.model.backends import ModelInput
from inkslate.model.features import context_features, feature_count, feature_parts, token_features, word_features
from inkslate.model.layout import LAYOUTS, Layout, render
from inkslate.model.loading import load_predictor
from inkslate.model.predictor import Tagger
from inkslate.model.tokenizer import parse_subwords
from inkslate.model.view import VIEWS, Passage, View, outline, passages
from inkslate.model.windows import NO_WORD, Encoder, context_number
from inkslate.readers.text import parse_text
from tests.support.boards import labelled_boards
from tests.support.paths import ROOT
from tests.support.tokenizer_families import FAMILIES

HEADINGS, FACTS = VIEWS["headings"], VIEWS["facts"]
SUBWORDS = parse_subwords(FAMILIES["word_piece"]().to_str())


def above(board: Board) -> list[list[str]]:
    """The texts of the lines above each region."""
    return [[line.text for line in passage.above] for passage in passages(board, HEADINGS)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A short line that stands alone is the heading of what follows, however far down.
        ("Shopping\n\nmilk\neggs", [[], ["Shopping"]]),
        ("Shopping\n\nmilk\neggs\n\nbread\nsalt", [[], ["Shopping"], ["Shopping"]]),
        # The nearest one counts.
        ("Home\n\n- sweep\n- dust\n\nWork\n\n- invoice\n- report", [[], ["Home"], ["Home"], ["Work"]]),
        # The first line of a list is its heading, and that of the lists below without one of their own.
        ("Done:\n- sweep\n- dust\n\n- paint\n- hang", [[], ["Done:"]]),
        ("Done\n- sweep\n- dust\n\nOpen\n- paint\n\n- hang", [[], [], ["Open"]]),
        # Under a line that stands alone, lists may have headings of their own.
        ("Ana\n\nDone:\n- sweep\n- dust\n\n- paint\n- hang", [[], ["Ana"], ["Ana", "Done:"]]),
        # No heading: a long line, a sentence, a list item, a box.
        ("a line with more words than headings have usually\n\nmilk\neggs", [[], []]),
        ("We met today.\n\nmilk\neggs", [[], []]),
        ("- milk\n\neggs\nbread", [[], []]),
        ("[ ] milk\n\neggs\nbread", [[], []]),
    ],
)
def test_plain_headings(text: str, expected: list[list[str]]) -> None:
    assert above(parse_text(text, board="b")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "# House\n\n## Kitchen\n\n- paint\n\n## Roof\n\n- tiles",
            [[], ["House"], ["House", "Kitchen"], ["House"], ["House", "Roof"]],
        ),
        # A heading of the same or a higher level ends those before.
        ("## A\n\nx y\n\n# B\n\nz w", [[], ["A"], [], ["B"]]),
        # So does one inside a region, for what follows.
        ("# A\n- x\n## B\n- y\n\n- z", [[], ["A", "B"]]),
        # A line that stands alone is under the marked headings, and ends with the next of them.
        ("# A\n\nToday\n\n- x\n- y\n\n# B\n\n- z", [[], ["A"], ["A", "Today"], [], ["B"]]),
    ],
)
def test_marked_headings_by_level(text: str, expected: list[list[str]]) -> None:
    assert above(parse_text(text, board="b")) == expected


@given(labelled_boards())
def test_a_model_of_regions_sees_nothing_above(board: Board) -> None:
    assert passages(board, VIEWS["region"]) == [Passage(region) for region in board.regions]
    for passage in passages(board, VIEWS["region"]):
        assert not outline(passage, VIEWS["region"]).context


@given(labelled_boards(), st.sampled_from([HEADINGS, FACTS]))
@settings(deadline=None)
def test_labels_are_not_seen_and_every_word_is_labelled_once(board: Board, view: View) -> None:
    encoder = Encoder(SUBWORDS, max_length=64)
    plain = passages(board.without_labels(), view)
    for passage, bare in zip(passages(board, view), plain, strict=True):
        assert passage.above == bare.above
        around = outline(passage, view)
        encoded = encoder.encode(render(passage.region, Layout()), around)
        assert len(encoded.places) == len(passage.region.word_texts)
        for index, place in enumerate(encoded.places):
            assert set(encoded.windows[place.window].words[place.start : place.end]) == {index}
        for window in encoded.windows:
            assert len(window.ids) <= 64
            context = [word for word in window.words if word < NO_WORD]
            assert len(context) <= encoder.capacity // 4
            assert all(context_number(word) < sum(len(line.words) for line in around.context) for word in context)


def words_above(passage: Passage, *, max_length: int = 64) -> list[list[str]]:
    """For every window the words of its context."""
    around = outline(passage, HEADINGS)
    texts = [word.text for line in around.context for word in line.words]
    windows = Encoder(SUBWORDS, max_length=max_length).encode(render(passage.region, Layout()), around).windows
    return [list(dict.fromkeys(texts[context_number(word)] for word in w.words if word < NO_WORD)) for w in windows]


def test_every_window_of_a_long_list_begins_with_its_headings() -> None:
    items = tuple(Line.from_text(f"item number {at}", bullet=True) for at in range(100))
    found = words_above(Passage(Region("r", items), (Line.from_text("Shopping", heading=1),)))
    assert len(found) > 5
    assert set(map(tuple, found)) == {("Shopping",)}
    # The first line of the list itself is above all windows that do not begin with it.
    found = words_above(Passage(Region("r", (Line.from_text("Groceries:"), *items)), (Line.from_text("Home"),)))
    assert found[0] == ["Home"]
    assert found[-1] == ["Home", "Groceries:"]
    assert set(map(tuple, found)) == {("Home",), ("Home", "Groceries:")}


def test_no_window_crosses_a_marked_heading() -> None:
    lines = [Line.from_text("House", heading=1), Line.from_text("paint", bullet=True)]
    lines += [Line.from_text("Roof", heading=2), Line.from_text("tiles", bullet=True)]
    lines += [Line.from_text("Work", heading=1), Line.from_text("invoice", bullet=True)]
    # A window begins with a heading, so it is read under those of a higher level.
    assert words_above(Passage(Region("r", tuple(lines)))) == [[], ["House"], []]


def test_a_long_chain_keeps_the_nearest_headings() -> None:
    chain = tuple(Line.from_text(f"heading {'x ' * 6}{at}", heading=at) for at in range(1, 7))
    (found,) = words_above(Passage(Region("r", (Line.from_text("milk"),)), chain))
    assert found[-1] == "6"
    assert "1" not in found


@pytest.mark.parametrize("view", ["headings", "facts"])
def test_feature_numbers_take_apart(view: str) -> None:
    count = feature_count(VIEWS[view])
    parts = [feature_parts(number) for number in range(1, count)]
    assert len(set(parts)) == count - 1


def test_features_say_heading_above_nested_and_boxed() -> None:
    layout = LAYOUTS["both"]
    plain, heading = Line.from_text("milk"), Line.from_text("milk", heading=2)
    nested, boxed = replace(plain, indent=9), Line.from_text("milk", box="done")

    def parts(line: Line, view: str) -> tuple[int, ...]:
        return feature_parts(word_features(Region("r", (line,)), layout, VIEWS[view])[0])

    base = parts(plain, "facts")[0]
    assert parts(plain, "facts") == (base, 0, 0, 0, 0)
    assert parts(heading, "headings") == (base, 1, 0, 0, 0)
    assert parts(nested, "headings") == parts(boxed, "headings") == (base, 0, 0, 0, 0)
    assert parts(nested, "facts") == (base, 0, 0, 3, 0)
    assert parts(boxed, "facts") == (base, 0, 0, 0, 2)
    assert feature_parts(context_features([heading], layout, FACTS)[0]) == (base, 1, 1, 0, 0)
    # What the layout does not show is not in the features.
    assert word_features(Region("r", (nested,)), LAYOUTS["none"], FACTS) == word_features(
        Region("r", (plain,)), LAYOUTS["none"], FACTS
    )


def test_context_tokens_have_the_features_of_their_words() -> None:
    passage = Passage(Region("r", (Line.from_text("milk eggs"),)), (Line.from_text("To buy", heading=1),))
    around = outline(passage, FACTS)
    (window,) = Encoder(SUBWORDS, max_length=64).encode(render(passage.region, LAYOUTS["none"]), around).windows
    features = word_features(passage.region, LAYOUTS["both"], FACTS)
    context = context_features(around.context, LAYOUTS["both"], FACTS)
    numbers = token_features(window, features, context)
    for word, number in zip(window.words, numbers, strict=True):
        expected = 0 if word == NO_WORD else features[word] if word >= 0 else context[context_number(word)]
        assert number == expected
    assert set(context) & set(numbers)


PAGE = """Fire drill
call Ruth about the stairs
Mark the exits
the lift stays on the ground floor
ask Tom for the list of rooms
meet in the yard at ten"""


@pytest.mark.parametrize(
    ("model", "gap"),
    [(model, gap) for model in ("open", str(ROOT / "research" / "model"), "rules") for gap in ("\n", "\n\n")],
)
def test_a_page_that_is_repeated_gets_the_same_answer_each_time(model: str, gap: str) -> None:
    extractor = Extractor.load(model)
    found = extractor.extract(gap.join([PAGE] * 400))
    tasks = [task.text for task in found.tasks]
    # The first and the last copy have nothing before or behind them.
    for text in PAGE.splitlines():
        count = tasks.count(text)
        assert count <= 2 or count >= 398, (text, count)


def test_pages_that_are_repeated_are_run_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tagger = load_predictor("open")
    assert isinstance(tagger, Tagger)
    runs: list[ModelInput] = []
    run = tagger.run
    monkeypatch.setattr(tagger, "run", lambda window: runs.append(window) or run(window))
    (passage,) = tagger.passages(parse_text("\n".join([PAGE] * 400), board="b"))
    found = tagger.predict_passage(passage)
    assert len(found) >= 6 * 400
    assert len(runs) == len(set(runs)) < 40


def test_where_a_page_begins_does_not_matter() -> None:
    """Windows are cut by the text around a cut, not by its distance from the start."""
    lines = [Line.from_text(text) for text in PAGE.splitlines()] * 60
    encoder = Encoder(SUBWORDS, max_length=64)

    def cuts(before: int) -> set[int]:
        region = Region("r", tuple([Line.from_text(f"extra line {at}") for at in range(before)] + lines))
        encoded = encoder.encode(render(region, LAYOUTS["none"]), outline(Passage(region), VIEWS["region"]))
        first = region.line_starts[before]
        starts = {min(word for word in window.words if word >= 0) - first for window in encoded.windows}
        return {start for start in starts if start > 200}

    assert cuts(0) == cuts(1) == cuts(2) == cuts(7)
