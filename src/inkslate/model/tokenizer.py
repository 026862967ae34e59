"""Token ids of single words, by a `tokenizer.json`: WordPiece here, every other kind by the library `tokenizers`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from inkslate.errors import MissingExtra, ModelError
from inkslate.model.wordpiece import UnknownKind, parse_word_pieces

if TYPE_CHECKING:
    from tokenizers import Tokenizer


class Subwords(Protocol):
    """The interface of a tokenizer."""

    @property
    def prefix(self) -> tuple[int, ...]:
        """The special tokens that the model expects before a text."""

    @property
    def suffix(self) -> tuple[int, ...]:
        """The special tokens that the model expects after a text."""

    @property
    def unknown(self) -> int:
        """The token for what cannot be read."""

    @property
    def specials(self) -> frozenset[int]:
        """Special tokens, which are never made from text."""

    def id_of(self, token: str) -> int | None:
        """The id of a token, None if there is no such token."""

    def spell(self, word: str) -> Sequence[int]:
        """The ids of a word as if after a space; empty if the tokenizer drops all of its characters."""


def read_subwords(path: Path) -> Subwords:
    """A `tokenizer.json`, or a ModelError that says what is wrong with it."""
    with _errors_of(path):
        return parse_subwords(path.read_text("utf-8"))


def parse_subwords(written: str) -> Subwords:
    """From the text of a `tokenizer.json`. The choice of parser depends on the text, not on what is installed."""
    try:
        spec = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise ModelError(_not_one(error)) from None
    if not isinstance(spec, dict):
        raise ModelError(_not_one("not an object"))
    try:
        return parse_word_pieces(spec)
    except UnknownKind:
        return LibrarySubwords(written, spec)


def load_tokenizer(path: Path) -> Tokenizer:
    """A `tokenizer.json` as an object of the library, to be changed."""
    with _errors_of(path):
        return _of_library(path.read_text("utf-8"))


@contextmanager
def _errors_of(path: Path) -> Iterator[None]:
    """Adds the file name to errors."""
    try:
        yield
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"{path}: cannot be read ({error})") from None
    except (MissingExtra, ModelError) as error:
        raise type(error)(f"{path}: {error}") from None


class LibrarySubwords:
    """Any tokenizer that `tokenizers` reads, without truncation and padding, applied to one word at a time."""

    def __init__(self, written: str, spec: dict[str, Any]) -> None:
        tokenizer = _unbounded(written)
        try:
            self.prefix, self.suffix = _frame(tokenizer)
            self.unknown = _unknown_id(tokenizer, spec["model"])
            added = tokenizer.get_added_tokens_decoder()
            self.specials = frozenset(number for number, token in added.items() if token.special)
            if _space_before(spec.get("pre_tokenizer")):
                tokenizer = _unbounded(json.dumps(spec))
        except ModelError:
            raise
        except Exception as error:  # the library raises bare Exception
            raise ModelError(_not_one(error)) from None
        tokenizer.encode_special_tokens = True
        self._tokenizer = tokenizer

    def id_of(self, token: str) -> int | None:
        """The id of a token, None if there is no such token."""
        number: int | None = self._tokenizer.token_to_id(token)
        return number

    def spell(self, word: str) -> Sequence[int]:
        """The ids of a word as if after a space."""
        ids: Sequence[int] = self._tokenizer.encode(word, add_special_tokens=False).ids
        return ids


def _unbounded(written: str) -> Tokenizer:
    """Without truncation and padding, whatever the file says: windows are cut by `Encoder`."""
    tokenizer = _of_library(written)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _of_library(written: str) -> Tokenizer:
    try:
        from tokenizers import Tokenizer
    except ImportError:
        raise MissingExtra(
            "this model's tokenizer is not BERT's WordPiece and needs tokenizers: pip install 'inkslate[tokenizers]'"
        ) from None
    try:
        tokenizer: Tokenizer = Tokenizer.from_str(written)
    except Exception as error:  # the library raises bare Exception
        raise ModelError(_not_one(error)) from None
    return tokenizer


def _not_one(reason: object) -> str:
    return f"not a tokenizer ({reason}); it must be a Hugging Face tokenizer.json"


def _frame(tokenizer: Tokenizer) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The special tokens around a text, read off an example."""
    example = tokenizer.encode(["a"], is_pretokenized=True)
    inside = [at for at, special in enumerate(example.special_tokens_mask) if not special]
    if not inside:
        return (), tuple(example.ids)
    return tuple(example.ids[: inside[0]]), tuple(example.ids[inside[-1] + 1 :])


def _space_before(pre_tokenizer: dict[str, Any] | None) -> bool:
    """Set the options that put a space before each text; returns whether there were such options."""
    if not pre_tokenizer:
        return False
    kind = pre_tokenizer["type"]
    if kind == "ByteLevel":
        pre_tokenizer["add_prefix_space"] = True
    elif kind == "Metaspace":
        pre_tokenizer["prepend_scheme"] = "always"
    inner = [_space_before(one) for one in pre_tokenizer.get("pretokenizers", ())]
    return kind in ("ByteLevel", "Metaspace") or any(inner)


def _unknown_id(tokenizer: Tokenizer, model: dict[str, Any]) -> int:
    """The token for what cannot be read: the model's own, else the one for a replacement character."""
    unknown = model.get("unk_token")
    number = model.get("unk_id") if unknown is None else tokenizer.token_to_id(unknown)
    if number is None:
        number = next(iter(tokenizer.encode("\ufffd", add_special_tokens=False).ids), None)
    if number is None:
        raise ModelError("the tokenizer has no token for an unknown word")
    return int(number)
