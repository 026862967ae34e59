"""BERT's WordPiece, read from a `tokenizer.json` without a library.

Normalisation, splitting and greedy matching are those of `tokenizers`, which takes 40 MB and brings a client for a hub.
Character categories are Python's. Where the library's Unicode tables are older, it treats newer marks and punctuation
as letters, and this module does not.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any
from unicodedata import category, normalize

_LARGEST_ID = 2**31 - 1
_LONGEST_PIECE = 256  # characters: each length is tried at each letter of a word
_REPLACEMENT = "\ufffd"
_PUNCTUATION = frozenset(string.punctuation)  # of ASCII: `$` and `+` count too
# White space as Unicode defines it; str.isspace() has four separators more.
_SPACES = frozenset(map(chr, (*range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029))) | {
    "\u202f",
    "\u205f",
    "\u3000",
}
_KEPT_CONTROLS = frozenset("\t\n\r")
_CHINESE = (
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0x2F800, 0x2FA1F),
)


class UnknownKind(Exception):
    """Not a WordPiece tokenizer as in BERT; it may be a valid tokenizer of another kind."""


@dataclass(frozen=True, slots=True)
class Normaliser:
    """How characters are changed before a text is split."""

    clean: bool
    chinese: bool
    strip_accents: bool
    lowercase: bool

    def __call__(self, text: str) -> str:
        if text.isascii() and text.isalnum():
            return text.lower() if self.lowercase else text
        if self.clean:
            text = "".join(" " if letter in _SPACES else letter for letter in text if not _is_control(letter))
        if self.chinese:
            text = "".join(f" {letter} " if _is_chinese(letter) else letter for letter in text)
        if self.strip_accents:
            text = "".join(letter for letter in normalize("NFD", text) if category(letter) != "Mn")
        if self.lowercase:
            # Letter by letter: lower() of a whole word turns a final sigma into another letter.
            text = "".join(map(str.lower, text))
        return text


@dataclass(frozen=True, slots=True)
class WordPieces:
    """A vocabulary, and the division of words into its pieces."""

    normalise: Normaliser
    vocabulary: Mapping[str, int]
    added: Mapping[str, int]  # special tokens, which are never made from text
    unknown: int
    prefix: tuple[int, ...]
    suffix: tuple[int, ...]
    continuing: str
    longest_part: int  # in characters; longer parts become the unknown token
    _longest_piece: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_longest_piece", max(map(len, self.vocabulary)))

    @property
    def specials(self) -> frozenset[int]:
        """The ids of all special tokens."""
        return frozenset(self.added.values())

    def id_of(self, token: str) -> int | None:
        """The id of a token, None if there is no such token."""
        return self.added.get(token, self.vocabulary.get(token))

    def spell(self, word: str) -> Sequence[int]:
        """The ids of a word's pieces; empty if normalisation removes all of its characters."""
        return list(chain.from_iterable(map(self._spell_part, split(self.normalise(word)))))

    def _spell_part(self, part: str) -> Sequence[int]:
        if len(part) > self.longest_part:
            return (self.unknown,)
        if (whole := self.vocabulary.get(part)) is not None:
            return (whole,)
        ids: list[int] = []
        start, before = 0, ""
        while start < len(part):
            for end in range(min(len(part), start + self._longest_piece), start, -1):
                number = self.vocabulary.get(before + part[start:end])
                if number is not None:
                    break
            else:
                return (self.unknown,)
            ids.append(number)
            start, before = end, self.continuing
        return ids


def split(text: str) -> Iterator[str]:
    """Runs of letters between white space, and each punctuation sign by itself."""
    start = 0
    for at, letter in enumerate(text):
        space = letter in _SPACES
        if space or _is_punctuation(letter):
            if start < at:
                yield text[start:at]
            if not space:
                yield letter
            start = at + 1
    if start < len(text):
        yield text[start:]


def parse_word_pieces(spec: Mapping[str, Any]) -> WordPieces:
    """WordPiece as in BERT from a `tokenizer.json`; UnknownKind where anything is not as expected."""
    try:
        model = spec["model"]
        vocabulary = {str(token): _id(number) for token, number in model["vocab"].items()}
        kinds = (model["type"], spec["normalizer"]["type"], spec["pre_tokenizer"]["type"])
        if kinds != ("WordPiece", "BertNormalizer", "BertPreTokenizer") or not vocabulary:
            raise UnknownKind
        if max(map(len, vocabulary)) > _LONGEST_PIECE:
            raise UnknownKind
        prefix, suffix = _frame(spec["post_processor"])
        return WordPieces(
            normalise=_normaliser(spec["normalizer"]),
            vocabulary=vocabulary,
            added=_added(spec["added_tokens"], vocabulary),
            unknown=vocabulary[model["unk_token"]],
            prefix=prefix,
            suffix=suffix,
            continuing="" + model["continuing_subword_prefix"],
            longest_part=_id(model["max_input_chars_per_word"]),
        )
    except (KeyError, TypeError, AttributeError, IndexError):
        raise UnknownKind from None


def _normaliser(value: Mapping[str, Any]) -> Normaliser:
    clean, chinese, lowercase = (value[name] for name in ("clean_text", "handle_chinese_chars", "lowercase"))
    accents = lowercase if value["strip_accents"] is None else value["strip_accents"]
    flags = (clean, chinese, accents, lowercase)
    if not all(isinstance(flag, bool) for flag in flags):
        raise UnknownKind
    return Normaliser(*flags)


def _added(tokens: Sequence[Mapping[str, Any]], vocabulary: Mapping[str, int]) -> dict[str, int]:
    """Special tokens by their content. Other added tokens would be matched inside texts, which is not supported."""
    added: dict[str, int] = {}
    number = len(vocabulary)
    for token in tokens:
        content = token["content"]
        if token["special"] is not True or content in added:
            raise UnknownKind
        if content not in vocabulary:
            expected, number = number, number + 1
        else:
            expected = vocabulary[content]
        if _id(token["id"]) != expected:
            raise UnknownKind
        added[content] = expected
    return added


def _frame(processor: Mapping[str, Any] | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The special tokens before and after a text."""
    if processor is None:
        return (), ()
    if processor["type"] in ("BertProcessing", "RobertaProcessing"):
        return (_id(processor["cls"][1]),), (_id(processor["sep"][1]),)
    if processor["type"] != "TemplateProcessing":
        raise UnknownKind
    items = processor["single"]
    texts = [at for at, item in enumerate(items) if "Sequence" in item]
    if len(texts) != 1:
        raise UnknownKind

    def ids(some: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
        tokens = (processor["special_tokens"][item["SpecialToken"]["id"]] for item in some)
        return tuple(_id(number) for token in tokens for number in token["ids"])

    return ids(items[: texts[0]]), ids(items[texts[0] + 1 :])


def _id(number: object) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= _LARGEST_ID:
        raise UnknownKind
    return number


def _is_control(letter: str) -> bool:
    if letter == _REPLACEMENT:
        return True
    return letter not in _KEPT_CONTROLS and category(letter) in ("Cc", "Cf", "Co", "Cs")


def _is_chinese(letter: str) -> bool:
    number = ord(letter)
    return number >= _CHINESE[0][0] and any(first <= number <= last for first, last in _CHINESE)


def _is_punctuation(letter: str) -> bool:
    return letter in _PUNCTUATION or (letter > "\x7f" and category(letter)[0] == "P")
