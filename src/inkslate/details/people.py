"""What counts as a name: a roster, a list of given names, and how sure a capitalised word can be."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise

from inkslate.details.given_names import NAMES, PLACELIKE_NAMES, THINGLIKE_NAMES, TITLES, WORDLIKE_NAMES
from inkslate.details.word_lists import CALENDAR, COMMON


class Proof(IntEnum):
    """How sure a word is a name; a form asks for as much as it does not prove by itself."""

    NONE = 0
    NEW = 1  # capitalised and no common word
    THING = 2  # a name that is a month, a thing or a place more often
    PLACE = 3
    WORD = 4  # a name that is a verb or an adjective too
    KNOWN = 5
    ROSTER = 6


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    start: int
    end: int
    key: str

    def near(self, other: Token) -> bool:
        """Whether the other follows as the next word of the text."""
        return other.start <= self.end + 1

    def before(self, other: Token) -> bool:
        """Whether nothing stands between this token and the other."""
        return self.end == other.start


@dataclass(frozen=True, slots=True)
class Names:
    values: tuple[str, ...]
    first: int
    last: int  # one past the last token
    proof: Proof  # of the least certain of them


@dataclass(frozen=True, slots=True)
class Roster:
    """Known people: what each is called, by the words that mean them."""

    names: dict[tuple[str, ...], str]

    @classmethod
    def of(cls, people: Collection[str]) -> Roster:
        """Each entry is a name, or a name and its aliases between commas. A first name alone stands for itself."""
        names: dict[tuple[str, ...], str] = {}
        first_names: dict[tuple[str, ...], str] = {}
        for entry in people:
            spellings = [" ".join(spelling.split()) for spelling in entry.split(",")]
            name = next(filter(None, spellings), "")
            for spelling in filter(None, spellings):
                names.setdefault(_keys(spelling), name)
            parts = name.split()
            if len(parts) > 1 and len(parts[0]) > 2 and parts[0].casefold().strip(".") not in TITLES:
                # As it stands in the text: which of two Sams is meant, the text does not say.
                first_names.setdefault(_keys(parts[0]), parts[0])
        return cls({key: name for key, name in (first_names | names).items() if key})


_TOKEN = re.compile(r"[-=–—]+>|[→⇒➔➜⟶]|[^\W_]+(?:['’.\-_][^\W_]+)*|\S")
JOINTS = frozenset(("&", "+", "/", "and", ","))
# What nouns end in and names that we do not know hardly ever: "Templates to include".
_NOUN_ENDING = re.compile(
    r"(?:tion|sion|ment|ness|ity|ance|ence|ship|ware|ing|ure|ism|ist|able|ful|less|ly|ed|ers|ings|[^aeiou]s|es)$"
)

_PLAIN = str.maketrans({"’": "'", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})


def tokens_of(text: str) -> list[Token]:
    """Words, arrows and single signs, with their places."""
    return [Token(match[0], match.start(), match.end(), _key(match[0])) for match in _TOKEN.finditer(text)]


@dataclass(frozen=True, slots=True)
class NameReader:
    """Reads names in a row of tokens."""

    tokens: Sequence[Token]
    roster: Roster
    shouting: bool  # the whole task is in capitals, so they prove nothing

    def text(self, at: int) -> str:
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def key(self, at: int) -> str:
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
            if self.key(last) not in JOINTS or self._name(at) is None:
                # "Sam and the team", "Smith & Co": more than we can read.
                unread = self.key(last) in JOINTS and self.text(last) != ","
                return None if unread else Names(tuple(values), first, last, proof)

    def _name(self, at: int) -> tuple[str, int, Proof] | None:
        """The name that begins at a token: its value, where it ends, and how sure it is one."""
        known = self.roster_name(at)
        if known:
            return (*known, Proof.ROSTER)
        if at >= len(self.tokens) or at < 0:
            return None
        token = self.tokens[at]
        if token.key in TITLES and token.text[0].isupper():
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
        if not self.roster.names:
            return None
        for length in (4, 3, 2, 1):
            words = self.tokens[at : at + length] if at >= 0 else []
            name = self.roster.names.get(tuple(word.key for word in words)) if words else None
            if name is not None and all(one.near(other) for one, other in pairwise(words)):
                return name, at + len(words)
        return None

    def proof_of(self, token: Token) -> Proof:
        text, key = token.text, token.key
        if (key,) in self.roster.names:
            return Proof.ROSTER
        if (
            not text[0].isupper()
            or (text.isupper() and len(text) < 3)
            or any(character.isdigit() for character in text)
        ):
            return Proof.NONE
        plain = key.split("-")[0]
        if key in NAMES or (plain in NAMES and text.split("-")[-1][:1].isupper()):
            return Proof.KNOWN
        if text.isupper():
            return Proof.NONE  # MARK, WILL, TBD: an acronym or a word as likely as a name
        if key in WORDLIKE_NAMES:
            return Proof.WORD
        if key in PLACELIKE_NAMES:
            return Proof.PLACE
        if key in THINGLIKE_NAMES:
            return Proof.THING
        unlike = key in COMMON or key in CALENDAR or "'" in key[-2:] or "." in key or _NOUN_ENDING.search(key)
        return Proof.NONE if unlike or not text[1:].replace("-", "").replace("'", "").isalpha() else Proof.NEW

    def is_surname(self, at: int) -> bool:
        text, key = self.text(at), self.key(at)
        if at >= len(self.tokens) or not self.tokens[at - 1].near(self.tokens[at]):
            return False
        if len(text) == 1 and text.isupper():
            return text not in "AI"
        if not text[:1].isupper() or key in COMMON or key in CALENDAR or key in TITLES or "'s" in key:
            return False
        return text.replace("-", "").replace("'", "").replace("’", "").isalpha() and (
            not self.shouting and not text.isupper()
        )


@lru_cache(maxsize=4096)
def _key(text: str) -> str:
    """The text as names are looked up: without case, accents and typographic apostrophes."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def _keys(spelling: str) -> tuple[str, ...]:
    return tuple(_key(match[0]) for match in _TOKEN.finditer(spelling.removeprefix("@")))
