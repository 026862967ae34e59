"""Windows: every word labelled exactly once, in order, whatever the text and the tokenizer."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from inkslate.board import Line, Region
from inkslate.errors import ModelError
from inkslate.model.layout import LAYOUTS, Layout, Mark, render
from inkslate.model.tokenizer import parse_subwords
from inkslate.model.view import Outline
from inkslate.model.windows import NO_WORD, Encoded, Encoder, Window
from tests.support.boards import labelled_regions
from tests.support.tokenizer_families import FAMILIES

TOKENIZERS = {name: build() for name, build in FAMILIES.items()}
ENCODERS = {name: Encoder(parse_subwords(tokenizer.to_str()), max_length=64) for name, tokenizer in TOKENIZERS.items()}
ODD_WORDS = [
    "日本語のメモ",
    "עברית",
    "हिन्दी",
    "👩‍👩‍👧‍👦",
    "𝔘𝔫𝔦",
    "e\u0301",
    "\u200b",
    "\x07",
    "\ufffd",
    "�",
    "[CLS]",
    "</>",
    "<s>",
    "🄰",
]


def check_windows(encoder: Encoder, encoded: Encoded, words: int) -> None:
    """The laws of windows."""
    assert len(encoded.places) == words
    for index, place in enumerate(encoded.places):
        assert place.start < place.end
        assert set(encoded.windows[place.window].words[place.start : place.end]) == {index}
    for window in encoded.windows:
        assert len(window.ids) == len(window.words) <= 64
        of_words = [word for word in window.words if word != NO_WORD]
        assert of_words == sorted(of_words)


def test_tokens_are_the_same_when_no_more_words_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["call", "Ruth", "about", "eggs", "call"]
    expected = [ENCODERS["word_piece"].word_ids(word) for word in words]
    monkeypatch.setattr("inkslate.model.windows._CACHE_SIZE", 2)
    encoder = Encoder(parse_subwords(TOKENIZERS["word_piece"].to_str()), max_length=64)
    assert [encoder.word_ids(word) for word in words] == expected


@pytest.mark.parametrize("name", FAMILIES)
@given(region=labelled_regions(), layout=st.sampled_from(list(LAYOUTS.values())))
@settings(deadline=None)
def test_every_word_has_one_place(name: str, region: Region, layout: Layout) -> None:
    encoder = ENCODERS[name]
    check_windows(encoder, encoder.encode(render(region, layout)), len(region.word_texts))


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize(("seed", "line_length"), [(0, 1), (1, 7), (2, 40), (3, 5000)])
def test_long_regions_in_any_script(name: str, seed: int, line_length: int) -> None:
    rng = random.Random(seed)
    words = [rng.choice([*ODD_WORDS, "call", "Ruth", "milk,", "x" * rng.randint(1, 30)]) for _ in range(5000)]
    words[rng.randrange(5000)] = "y" * 10_000
    words[rng.randrange(5000)] = "長" * 10_000
    lines = [words[at : at + line_length] for at in range(0, len(words), line_length)]
    region = Region("r", tuple(Line.from_text(" ".join(line), bullet=rng.random() < 0.3) for line in lines))
    encoder = ENCODERS[name]
    encoded = encoder.encode(render(region, Layout()))
    check_windows(encoder, encoded, 5000)
    # A word is read only in part where its tokens would fill the window, and then it is said.
    too_long = {i for i, word in enumerate(words) if len(encoder.word_ids(word)) > encoder.longest_word}
    assert set(encoded.shortened) == too_long


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("text", ["x", "-", "長", "ab-", "[CLS]"])
def test_of_a_monstrous_word_the_beginning_is_looked_at(name: str, text: str) -> None:
    encoder = ENCODERS[name]
    long, longer = (encoder.word_ids(text * number) for number in (20_000, 200_000))
    assert long == longer
    region = Region("r", (Line.from_text(f"call {text * 200_000} now"),))
    check_windows(encoder, encoder.encode(render(region, Layout())), 3)


# One long line, lines that windows are cut at, and lines that are too long for that.
LONG_NOTES = {words: [" ".join(["milk"] * words)] * (400 // words) for words in (400, 5, 50)}


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("lines", LONG_NOTES.values(), ids=map(str, LONG_NOTES))
def test_every_labelled_word_has_an_eighth_of_a_window_around_it(name: str, lines: list[str]) -> None:
    encoder = ENCODERS[name]
    region = Region("r", tuple(Line.from_text(text) for text in lines))
    encoded = encoder.encode(render(region, Layout()))
    assert len(encoded.windows) > 5
    token = len(encoder.word_ids("milk"))
    least = encoder.capacity // 8 - 2 * token
    for index, place in enumerate(encoded.places):
        window = encoded.windows[place.window]
        of_words = [word for word in window.words if word != NO_WORD]
        assert of_words[0] == 0 or place.start - 1 >= least, index
        assert of_words[-1] == len(encoded.places) - 1 or len(window.ids) - 1 - place.end >= least, index


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("lines", LONG_NOTES.values(), ids=map(str, LONG_NOTES))
def test_a_long_region_is_labelled_as_in_one_large_window(name: str, lines: list[str]) -> None:
    # The "label" of a token is the tokens around it, which are fewer, or special ones, where a window ends.
    region = Region("r", tuple(Line.from_text(text) for text in lines))
    subwords = parse_subwords(TOKENIZERS[name].to_str())
    small, large = (Encoder(subwords, max_length=length) for length in (64, 10_000))
    longest = max(len(small.word_ids(word)) for word in region.word_texts)
    radius = max(1, small.capacity // 8 - 2 * longest)

    def labels(encoder: Encoder) -> list[Sequence[tuple[int, ...]]]:
        encoded = encoder.encode(render(region, Layout()))
        around = [
            [window.ids[max(0, at - radius) : at + radius + 1] for at in range(len(window.ids))]
            for window in encoded.windows
        ]
        return encoded.by_word(around)

    assert len(small.encode(render(region, Layout())).windows) > 5
    assert len(large.encode(render(region, Layout())).windows) == 1
    assert labels(small) == labels(large)


@pytest.mark.parametrize("name", FAMILIES)
def test_what_a_window_labels_begins_with_a_line(name: str) -> None:
    region = Region("r", tuple(Line.from_text(f"call Ruth about number {at}") for at in range(100)))
    places = ENCODERS[name].encode(render(region, Layout())).places
    firsts = [index for index, (one, other) in enumerate(pairwise(places), 1) if one.window != other.window]
    assert len(firsts) > 5
    assert all(first % 5 == 0 for first in firsts)


def test_equal_lines_make_equal_windows() -> None:
    region = Region("r", tuple(Line.from_text("milk") for _ in range(2000)))
    encoded = ENCODERS["word_piece"].encode(render(region, LAYOUTS["none"]), Outline(region.line_starts))
    assert len({window.ids for window in encoded.windows}) < 20


@pytest.mark.parametrize("name", FAMILIES)
def test_a_mark_is_one_token_and_text_never_becomes_one(name: str) -> None:
    tokenizer, encoder = TOKENIZERS[name], ENCODERS[name]
    region = Region("r", (Line.from_text("</> <.> <s> [CLS] </s>"), Line.from_text("milk", bullet=True)))
    (window,) = encoder.encode(render(region, Layout())).windows
    special = {token_id for token_id, token in tokenizer.get_added_tokens_decoder().items() if token.special}
    special -= {tokenizer.token_to_id(unknown) for unknown in ("[UNK]", "<unk>")}
    assert not special & {number for number, word in zip(window.ids, window.words, strict=True) if word != NO_WORD}
    marks = [number for number, word in zip(window.ids, window.words, strict=True) if word == NO_WORD][1:-1]
    assert marks == [tokenizer.token_to_id(Mark.LINE_BREAK.value), tokenizer.token_to_id(Mark.BULLET.value)]


def test_a_model_without_marks_gets_no_tokens_for_them() -> None:
    written = TOKENIZERS["word_piece"].to_str().replace("</>", "[x]").replace("<.>", "[y]")
    encoder = Encoder(parse_subwords(written), max_length=64)
    region = Region("r", (Line.from_text("milk"), Line.from_text("milk", bullet=True)))
    (window,) = encoder.encode(render(region, Layout())).windows
    assert window.words.count(NO_WORD) == 2  # [CLS] and [SEP] alone
    check_windows(encoder, encoder.encode(render(region, Layout())), 2)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_words_tokens_are_those_it_has_after_a_space(name: str) -> None:
    tokenizer = Tokenizer.from_str(TOKENIZERS[name].to_str())
    tokenizer.no_truncation()
    tokenizer.no_padding()
    inside = tokenizer.encode("call Ruth about", add_special_tokens=False).ids
    about = list(ENCODERS[name].word_ids("about"))
    assert inside[-len(about) :] == about


def test_an_empty_region_needs_no_window() -> None:
    assert ENCODERS["word_piece"].encode(()) == Encoded((), ())


def test_outputs_must_fit_their_windows() -> None:
    encoded = ENCODERS["word_piece"].encode(render(Region("r", (Line.from_text("call Ruth"),)), Layout()))
    assert [list(part) for part in encoded.by_word([list(range(len(encoded.windows[0].ids)))])] == [
        list(range(place.start, place.end)) for place in encoded.places
    ]
    with pytest.raises(ModelError, match="4 tokens but 1 output"):
        encoded.by_word([[0]])


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ((NO_WORD, NO_WORD, 0, 0, 1, NO_WORD, 2, 2, 2, NO_WORD), [0, 1, 2, 4, 5, 6, 9]),  # marks and specials stay
        ((7, 7, 8), [0, 2]),  # a tokenizer without special tokens
        ((7, 7), [0]),
    ],
)
def test_all_but_the_later_pieces_of_words_are_kept(words: tuple[int, ...], kept: list[int]) -> None:
    assert Window(tuple(range(len(words))), words).kept == kept


def test_bad_tokenizers_are_model_errors(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match=r"tokenizer\.json"):
        Encoder.from_file(tmp_path / "tokenizer.json", max_length=64)
    with pytest.raises(ModelError, match="too short"):
        Encoder(parse_subwords(TOKENIZERS["word_piece"].to_str()), max_length=8)
