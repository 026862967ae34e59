"""How single words become token ids, by a `tokenizer.json`: word pieces here, every other kind by `tokenizers`."""

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
    """What is needed of a tokenizer."""

    @property
    def prefix(self) -> tuple[int, ...]:
        """The special tokens that the model expects before a text."""

    @property
    def suffix(self) -> tuple[int, ...]:
        """Those it expects behind it."""

    @property
    def unknown(self) -> int:
        """The token for what cannot be read."""

    @property
    def specials(self) -> frozenset[int]:
        """Tokens that no text may become."""

    def id_of(self, token: str) -> int | None:
        """A token's id, where there is such a token."""

    def spell(self, word: str) -> Sequence[int]:
        """The ids of a word as if a space stood before it; none where nothing of it is left."""


def read_subwords(path: Path) -> Subwords:
    """A `tokenizer.json`, or a ModelError that says what is wrong with it."""
    with _errors_of(path):
        return parse_subwords(path.read_text("utf-8"))


def parse_subwords(written: str) -> Subwords:
    """The text of a `tokenizer.json`. What reads it depends on the text alone, not on what is installed."""
    try:
        spec = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise ModelError(_not_one(error)) from None
    if not isinstance(spec, dict):
        raise ModelError(_not_one("no object"))
    try:
        return parse_word_pieces(spec)
    except UnknownKind:
        return LibrarySubwords(written, spec)


def load_tokenizer(path: Path) -> Tokenizer:
    """A `tokenizer.json` as an object of the library, for those who change it."""
    with _errors_of(path):
        return _of_library(path.read_text("utf-8"))


@contextmanager
def _errors_of(path: Path) -> Iterator[None]:
    """Errors name the file."""
    try:
        yield
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"{path}: cannot be read ({error})") from None
    except (MissingExtra, ModelError) as error:
        raise type(error)(f"{path}: {error}") from None


class LibrarySubwords:
    """Any tokenizer that `tokenizers` reads, such that it neither cuts nor pads and takes each text for one word."""

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
        number: int | None = self._tokenizer.token_to_id(token)
        return number

    def spell(self, word: str) -> Sequence[int]:
        ids: Sequence[int] = self._tokenizer.encode(word, add_special_tokens=False).ids
        return ids


def _unbounded(written: str) -> Tokenizer:
    """One that neither cuts nor pads, whatever the file says: windows are cut elsewhere."""
    tokenizer = _of_library(written)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _of_library(written: str) -> Tokenizer:
    try:
        from tokenizers import Tokenizer
    except ImportError:
        raise MissingExtra(
            "this model's tokenizer is not of BERT's kind and needs tokenizers: pip install 'inkslate[tokenizers]'"
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
    """Makes it put a space before each text; whether it, or one inside of it, is of a kind that does so."""
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
