"""Our reading of word pieces beside the library's, letter by letter and word by word."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import Tokenizer, normalizers, pre_tokenizers, processors

from inkslate.errors import ModelError
from inkslate.model.tokenizer import LibrarySubwords, parse_subwords, read_subwords
from inkslate.model.windows import Encoder
from inkslate.model.wordpiece import Normaliser, UnknownKind, WordPieces, parse_word_pieces, split
from tests.support.paths import ROOT
from tests.support.tokenizer_families import byte_level, word_piece

SHIPPED = ROOT / "src/inkslate/model/weights/open/tokenizer.json"
SPEC: dict[str, Any] = json.loads(SHIPPED.read_text())
OURS = parse_word_pieces(SPEC)
FLAGS = list(product((False, True), (False, True), (None, False, True), (False, True)))
# All planes in use; the two for private use are all alike.
LETTERS = [chr(number) for number in (*range(0xD800), *range(0xE000, 0x32400), *range(0xE0000, 0xE0200), 0xF0000)]


def library(spec: dict[str, Any]) -> LibrarySubwords:
    return LibrarySubwords(json.dumps(spec), spec)


THEIRS = library(SPEC)


def changed(**parts: Any) -> dict[str, Any]:
    """The shipped tokenizer with other parts, given as `model`, `normalizer` and so on."""
    value = dict(SPEC)
    for name, part in parts.items():
        value[name] = value[name] | part if isinstance(part, dict) and value[name] else part
    return value


def newer_than_their_tables(letter: str) -> bool:
    """Marks and signs of scripts that Unicode took in after the library's tables were made."""
    # U+166D was a punctuation sign then, and is a symbol now.
    return (category(letter)[0] in "PMC" and letter >= "\u0600") or letter == "\u166d"


@pytest.mark.slow
@pytest.mark.no_cover
def test_every_letter_is_normalised_and_split_as_by_the_library() -> None:
    theirs, cut = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    ours = Normaliser(clean=True, chinese=True, strip_accents=True, lowercase=True)
    other = []
    for letter in LETTERS:
        word = f"a{letter}B"
        expected = theirs.normalize_str(word)
        if ours(word) != expected or list(split(expected)) != [part for part, _ in cut.pre_tokenize_str(expected)]:
            other.append(letter)
    assert len(other) < 1000
    # Capital letters that this Python does not know yet have no small ones here.
    unknown = [letter for letter in other if not newer_than_their_tables(letter) and category(letter) != "Cn"]
    assert all(category(letter) == "Lu" and letter.lower() == letter for letter in unknown), unknown


@pytest.mark.parametrize("flags", FLAGS, ids=str)
def test_each_setting_does_what_it_does_in_the_library(flags: tuple[bool, bool, bool | None, bool]) -> None:
    clean, chinese, accents, lowercase = flags
    settings = {
        "clean_text": clean,
        "handle_chinese_chars": chinese,
        "strip_accents": accents,
        "lowercase": lowercase,
    }
    spec = changed(normalizer=settings)
    ours = parse_word_pieces(spec).normalise
    theirs = normalizers.BertNormalizer(**settings)
    for word in (
        "Zoë",
        "İstanbul",
        "ΣΟΦΟΣ",
        "日本語メモ",
        "a\u200bb\x07c\ufffd\x00",
        "e\u0301\u00a0x\u2003y\tz",
        "Straße",
        "Ⅷ",
    ):
        assert ours(word) == theirs.normalize_str(word)


def words() -> Iterator[str]:
    for piece in SPEC["model"]["vocab"]:
        yield piece
        yield piece.title()
        yield piece + "-" + piece.upper() + "s"
    yield from (
        "a" * 99,
        "a" * 100,
        "a" * 101,
        "ab" * 60 + "." + "b" * 50,
        "supercalifragilistic",
        "[CLS]",
        "</>",
        "#",
        "##s",
    )


@pytest.mark.no_cover
def test_every_piece_of_the_vocabulary_and_what_is_made_of_it() -> None:
    for word in words():
        assert list(OURS.spell(word)) == list(THEIRS.spell(word)), word


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
@example("don't")
@example("\u1e9e\u0130\u0149")
@example("e\u0301\u0301")
@example("①②½㎏ﬁ")
def test_any_text_is_spelled_as_by_the_library(word: str) -> None:
    word = "".join(letter for letter in word if not (newer_than_their_tables(letter) or category(letter) == "Cn"))
    assert list(OURS.spell(word)) == list(THEIRS.spell(word))


def test_a_surrogate_that_stands_alone_is_dropped() -> None:
    assert OURS.spell("a\ud800") == OURS.spell("a")


def test_specials_and_frame_are_those_of_the_library() -> None:
    assert (OURS.prefix, OURS.suffix, OURS.unknown) == (THEIRS.prefix, THEIRS.suffix, THEIRS.unknown)
    assert OURS.specials == THEIRS.specials
    for token in ("[CLS]", "</>", "<.>", "[UNK]", "milk", "nothing of the kind"):
        assert OURS.id_of(token) == THEIRS.id_of(token)


FRAMES = [
    None,
    processors.BertProcessing(("[SEP]", 102), ("[CLS]", 101)),
    processors.RobertaProcessing(("[SEP]", 102), ("[CLS]", 101)),
    processors.TemplateProcessing(single="$A [SEP]", special_tokens=[("[SEP]", 102)]),
    processors.TemplateProcessing(single="[CLS] [CLS] $A", special_tokens=[("[CLS]", 101)]),
]


@pytest.mark.parametrize("frame", FRAMES, ids=str)
def test_frames_of_every_kind(frame: Any) -> None:
    tokenizer = Tokenizer.from_str(SHIPPED.read_text())
    spec = json.loads(tokenizer.to_str())
    if frame is None:
        spec["post_processor"] = None
    else:
        tokenizer.post_processor = frame
        spec = json.loads(tokenizer.to_str())
    ours, theirs = parse_word_pieces(spec), library(spec)
    assert (ours.prefix, ours.suffix) == (theirs.prefix, theirs.suffix)


def test_a_small_one_of_another_vocabulary() -> None:
    spec = json.loads(word_piece().to_str())
    ours, theirs = parse_subwords(json.dumps(spec)), library(spec)
    assert isinstance(ours, WordPieces)
    for word in ("call", "Banquet", "xyz", "42", "Über-code,", "🍞", ""):
        assert list(ours.spell(word)) == list(theirs.spell(word))


NOT_OURS = {
    "another model": {"model": {"type": "BPE"}},
    "another normaliser": {"normalizer": {"type": "NFC"}},
    "no normaliser": {"normalizer": None},
    "another way to split": {"pre_tokenizer": {"type": "Whitespace"}},
    "a flag that is none": {"normalizer": {"lowercase": "yes"}},
    "no unknown token": {"model": {"unk_token": "[WHAT]"}},
    "an id that is none": {"model": {"vocab": {"[UNK]": -1}}},
    "an id that is true": {"model": {"vocab": {"[UNK]": True}}},
    "a piece as long as a page": {"model": {"vocab": {"[UNK]": 0, "b" * 257: 1}}},
    "an empty vocabulary": {"model": {"vocab": {}}},
    "a vocabulary that is a list": {"model": {"vocab": ["[UNK]"]}},
    "a prefix that is a number": {"model": {"continuing_subword_prefix": 2}},
    "an added token that texts may become": {
        "added_tokens": [{"id": 30522, "content": "ink", "special": False, "normalized": False}]
    },
    "an added token of another id": {"added_tokens": [{"id": 7, "content": "</>", "special": True}]},
    "two texts in the frame": {"post_processor": {"single": [{"Sequence": {"id": "A"}}, {"Sequence": {"id": "B"}}]}},
    "a frame of an unknown token": {"post_processor": {"special_tokens": {}}},
}


@pytest.mark.parametrize("parts", NOT_OURS.values(), ids=list(NOT_OURS))
def test_what_is_not_as_expected_is_left_to_the_library(parts: dict[str, Any]) -> None:
    with pytest.raises(UnknownKind):
        parse_word_pieces(changed(**parts))


@pytest.mark.parametrize(
    "written", ["", "[]", "7", "{", "[" * 100_000, '{"model": NaN}', "{}", '{"model": {"type": "WordPiece"}}']
)
def test_what_is_no_tokenizer_is_a_model_error(tmp_path: Path, written: str) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(written)
    with pytest.raises(ModelError, match=r"tokenizer\.json: not a tokenizer \("):
        read_subwords(path)


def test_bytes_that_are_no_text_are_a_model_error(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(b"\xff\xfe{")
    with pytest.raises(ModelError, match="cannot be read"):
        read_subwords(path)
    with pytest.raises(ModelError, match="cannot be read"):
        read_subwords(tmp_path / "none.json")


def test_a_long_word_of_a_hostile_vocabulary_takes_no_time_that_matters() -> None:
    spec = changed(model={"vocab": {"[UNK]": 0, "a": 1, "##a": 2, "b" * 256: 3}, "max_input_chars_per_word": 10**6})
    spec["added_tokens"], spec["post_processor"] = [], None
    encoder = Encoder(parse_subwords(json.dumps(spec)), max_length=512)
    assert encoder.word_ids("a" * 100_000)[:3] == (1, 2, 2)


WITHOUT_LIBRARY = """
import sys
sys.modules["tokenizers"] = None
from pathlib import Path
from inkslate import Extractor, MissingExtra
from inkslate.model.tokenizer import read_subwords
print([task.text for task in Extractor.load("open").extract("to do\\n- call Ruth").tasks])
try:
    read_subwords(Path(sys.argv[1]))
except MissingExtra as error:
    print(error)
"""


@pytest.mark.process
def test_the_shipped_model_needs_no_library_and_another_kind_says_what_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(byte_level().to_str())
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT_LIBRARY, str(path)], capture_output=True, text=True, check=True
    )
    tasks, error = result.stdout.splitlines()
    assert tasks == "['call Ruth']"
    assert error.startswith(str(path))
    assert error.endswith("pip install 'inkslate[tokenizers]'")
