"""What counts as a name: a roster, a list of given names, and how certain a capitalised word can be."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise

from inkslate.details.locale import OwnerWords


class Proof(IntEnum):
    """How certain it is that a word is a name. Each form of giving a task requires a minimum."""

    NONE = 0
    NEW = 1  # capitalised and not a common word
    THING = 2  # a name that is a month, a thing or a place more often
    PLACE = 3
    WORD = 4  # a name that is a verb or an adjective too
    KNOWN = 5
    ROSTER = 6


@dataclass(frozen=True, slots=True)
class NameToken:
    """A word, an arrow or a sign of a task, and the key by which names are looked up."""

    text: str
    start: int
    end: int
    key: str

    def near(self, other: NameToken) -> bool:
        """Whether the other follows as the next word of the text."""
        return other.start <= self.end + 1

    def before(self, other: NameToken) -> bool:
        """Whether the other follows without a space."""
        return self.end == other.start


@dataclass(frozen=True, slots=True)
class Names:
    """One name or several in a row, and the tokens first..last that make them up."""

    values: tuple[str, ...]
    first: int
    last: int  # one past the last token
    proof: Proof  # of the least certain of them


@dataclass(frozen=True, slots=True)
class Roster:
    """Known people: the name to use, by the words that mean it."""

    names: dict[tuple[str, ...], str]

    @classmethod
    def of(cls, people: Collection[str], words: OwnerWords) -> Roster:
        """Each entry is a name, or a name and its aliases between commas. A first name alone means itself."""
        names: dict[tuple[str, ...], str] = {}
        first_names: dict[tuple[str, ...], str] = {}
        for entry in people:
            spellings = [" ".join(spelling.split()) for spelling in entry.split(",")]
            name = next(filter(None, spellings), "")
            for spelling in filter(None, spellings):
                names.setdefault(_keys(spelling), name)
            parts = name.split()
            if len(parts) > 1 and len(parts[0]) > 2 and parts[0].casefold().strip(".") not in words.titles:
                # As it is in the text, which does not say which of two Sams is meant.
                first_names.setdefault(_keys(parts[0]), parts[0])
        return cls({key: name for key, name in (first_names | names).items() if key})


_TOKEN = re.compile(r"[-=–—]+>|[→⇒➔➜⟶]|[^\W_]+(?:['’.\-_][^\W_]+)*|\S")
_PLAIN = str.maketrans({"’": "'", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})


def tokens_of(text: str) -> list[NameToken]:
    """Words, arrows and single signs, with their places."""
    return [NameToken(match[0], match.start(), match.end(), _key(match[0])) for match in _TOKEN.finditer(text)]


@dataclass(frozen=True, slots=True)
class NameReader:
    """Reads names in a sequence of tokens."""

    tokens: Sequence[NameToken]
    roster: Roster
    words: OwnerWords
    shouting: bool  # the whole task is in capitals, which then prove nothing

    def text(self, at: int) -> str:
        """The text of a token, empty outside of the task."""
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def key(self, at: int) -> str:
        """The key of a token, empty outside of the task."""
        return self.tokens[at].key if 0 <= at < len(self.tokens) else ""

    def names(self, at: int) -> Names | None:
        """One name, or several with `and`, `&`, `+`, `/` or a comma between them."""
        values: list[str] = []
        first, last, proof = at, at, Proof.ROSTER
        while True:
            name = self._name(at)
            if name is None:
                return None
            value, last, certain = name
            values.append(value)
            proof = min(proof, certain)
            at = last + 1
            if self.key(last) not in self.words.joints or self._name(at) is None:
                # "Sam and the team", "Smith & Co": not names only.
                unread = self.key(last) in self.words.joints and self.text(last) != ","
                return None if unread else Names(tuple(values), first, last, proof)

    def _name(self, at: int) -> tuple[str, int, Proof] | None:
        """The name that begins at a token: its value, where it ends, and how certain it is."""
        known = self.roster_name(at)
        if known:
            return (*known, Proof.ROSTER)
        if at >= len(self.tokens) or at < 0:
            return None
        token = self.tokens[at]
        if token.key in self.words.titles and token.text[0].isupper():
            last = at + 1 + (self.text(at + 1) == ".")
            if self.is_surname(last):
                title = token.text + ("." if last == at + 2 else "")
                return (f"{title} {self.tokens[last].text}", last + 1, Proof.KNOWN)
            return None
        proof = self.proof_of(token)
        if proof == Proof.NONE:
            return None
        if proof >= Proof.THING and self.is_surname(at + 1):
            last = at + 2
            value = f"{token.text} {self.tokens[at + 1].text}"
            if len(self.tokens[at + 1].text) == 1 and self.text(last) == ".":
                last += 1
            return (value, last, Proof.KNOWN)
        return (token.text, at + 1, proof)

    def roster_name(self, at: int) -> tuple[str, int] | None:
        """The name of the roster that begins at a token, and the token after it."""
        if not self.roster.names:
            return None
        for length in (4, 3, 2, 1):
            words = self.tokens[at : at + length] if at >= 0 else []
            name = self.roster.names.get(tuple(word.key for word in words)) if words else None
            if name is not None and all(one.near(other) for one, other in pairwise(words)):
                return name, at + len(words)
        return None

    def proof_of(self, token: NameToken) -> Proof:
        """How certain it is that a single token is a name."""
        text, key, words = token.text, token.key, self.words
        if (key,) in self.roster.names:
            return Proof.ROSTER
        if (
            not text[0].isupper()
            or (text.isupper() and len(text) < 3)
            or any(character.isdigit() for character in text)
        ):
            return Proof.NONE
        plain = key.split("-")[0]
        if key in words.names or (plain in words.names and text.split("-")[-1][:1].isupper()):
            return Proof.KNOWN
        if text.isupper():
            return Proof.NONE  # MARK, WILL, TBD: an acronym or a word as likely as a name
        if key in words.wordlike_names:
            return Proof.WORD
        if key in words.placelike_names:
            return Proof.PLACE
        if key in words.thinglike_names:
            return Proof.THING
        # "Templates to include": nouns have endings that unknown names rarely have.
        unlike = self._is_word(key) or "'" in key[-2:] or "." in key or words.noun_ending.search(key)
        return Proof.NONE if unlike or not text[1:].replace("-", "").replace("'", "").isalpha() else Proof.NEW

    def is_surname(self, at: int) -> bool:
        """Whether a token can be the surname or the initial after a given name."""
        text, key = self.text(at), self.key(at)
        if at >= len(self.tokens) or not self.tokens[at - 1].near(self.tokens[at]):
            return False
        if len(text) == 1 and text.isupper():
            return text not in "AI"
        if not text[:1].isupper() or self._is_word(key) or key in self.words.titles or "'s" in key:
            return False
        return text.replace("-", "").replace("'", "").replace("’", "").isalpha() and (
            not self.shouting and not text.isupper()
        )

    def _is_word(self, key: str) -> bool:
        return key in self.words.common or key in self.words.calendar


@lru_cache(maxsize=4096)
def _key(text: str) -> str:
    """The key by which names are looked up: no case, no accents, no typographic apostrophes."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def _keys(spelling: str) -> tuple[str, ...]:
    return tuple(_key(match[0]) for match in _TOKEN.finditer(spelling.removeprefix("@")))
