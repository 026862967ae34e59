"""What counts as a name: a roster, a list of given names, and how certain a capitalised word can be."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import pairwise

from inkslate.details.locale import OwnerWords
from inkslate.details.name_tokens import NameToken, name_key, name_keys
from inkslate.details.script_names import is_script_name


class Proof(IntEnum):
    """How certain it is that a word is a name. Each form of giving a task requires a minimum."""

    NONE = 0
    NEW = 1  # capitalised and not a common word
    LOWER = 2  # a known name without its capital
    LETTERS = 3  # two capitals that are a place or a unit too
    INITIALS = 4  # two capitals that are no known abbreviation; most words of three are something else
    THING = 5  # a name that is a month, a thing or a place more often
    PLACE = 6
    WORD = 7  # a name that is a verb or an adjective too
    KNOWN = 8
    ROSTER = 9


@dataclass(frozen=True, slots=True)
class Names:
    """One name or several in a row, and the tokens first..last that make them up."""

    values: tuple[str, ...]
    first: int
    last: int  # one past the last token
    proof: Proof  # of the least certain of them, or of the most certain one that proves the others
    beside_known: bool = False  # with `and` beside a name that is known

    @property
    def keys(self) -> frozenset[str]:
        """The names without case."""
        return frozenset(value.casefold() for value in self.values)


@dataclass(frozen=True, slots=True)
class Roster:
    """Known people: the name to use, by the words that mean it.

    `names` count in any case. `present` are the people of a board, such as the recipients of a mail. They count where
    they are capitalised or behind @, and make nobody of a common word: a mail to Mark Price may say "Mark the price".
    """

    names: dict[tuple[str, ...], str]
    present: dict[tuple[str, ...], str] = field(default_factory=dict)

    @classmethod
    def of(cls, people: Collection[str], words: OwnerWords) -> Roster:
        """Each entry is a name, or a name and its aliases between commas. A first name alone means itself."""
        names: dict[tuple[str, ...], str] = {}
        first_names: dict[tuple[str, ...], str] = {}
        for entry in people:
            spellings = [" ".join(spelling.split()) for spelling in entry.split(",")]
            name = next(filter(None, spellings), "")
            for spelling in filter(None, spellings):
                names.setdefault(name_keys(spelling), name)
            parts = name.split()
            if len(parts) > 1 and len(parts[0]) > 2 and parts[0].casefold().strip(".") not in words.titles:
                # As it is in the text, which does not say which of two Sams is meant.
                first_names.setdefault(name_keys(parts[0]), parts[0])
        return cls({key: name for key, name in (first_names | names).items() if key})

    def beside(self, people: Iterable[str], words: OwnerWords) -> Roster:
        """The same with the people of a board; mailing lists and offices, whose names have common words, are nobody."""
        names = [tuple(name.split()) for name in people if "," not in name]
        named = [name for name in names if len(name) > 1 and not any(_is_office(word, words) for word in name)]
        first_names = {name_keys(name[0]): name[0] for name in named if len(name[0]) > 2}
        present = first_names | {name_keys(" ".join(name)): " ".join(name) for name in named}
        return replace(self, present={key: name for key, name in present.items() if key})


def _is_office(word: str, words: OwnerWords) -> bool:
    key = name_key(word)
    known = key in words.names or key in words.wordlike_names or key in words.thinglike_names
    offices = key in words.common or key in words.abbreviations or words.noun_ending.search(key)
    return not word[0].isupper() or (bool(offices) and not known)


_DOTTED = re.compile(r"[A-Z]\.[A-Z]")
# O'Neil, D'Angelo, De'Andre; L'Oréal and other words with a French article are not people.
_WITH_APOSTROPHE = re.compile(r"(?!L['’])[A-Z][a-z]{0,2}['’][A-Z][a-z]{2,}")


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
        proofs: list[Proof] = []
        joints: set[str] = set()
        first, last = at, at
        while True:
            name = self._name(at)
            if name is None:
                return None
            value, last, certain = name
            values.append(value)
            proofs.append(certain)
            at = last + 1
            if not self._goes_on(last):
                with_me = self.key(last) in self.words.joints - {","} and self.key(at) in self.words.me
                last += 2 if with_me else 0  # "Sam and I": the writer has no name
                # "Sam and the team", "Smith & Co": not names only.
                parted = self.text(last) == "/" and self.key(last + 1) in self.words.verbs  # "Sam / call the bank"
                unread = self.key(last) in self.words.joints and self.text(last) != "," and not parted
                beside = Proof.NEW <= min(proofs) < Proof.KNOWN <= max(proofs) and "," not in joints
                return None if unread else Names(tuple(values), first, last, _proof_of_all(proofs), beside)
            joints.add(self.text(last))

    def _goes_on(self, at: int) -> bool:
        """Whether a joint and another name follow; "Sam, max 10 people" has one name."""
        name = self._name(at + 1) if self.key(at) in self.words.joints else None
        return name is not None and not (name[2] == Proof.LOWER and self.text(at) == ",")

    def _name(self, at: int) -> tuple[str, int, Proof] | None:
        """The name that begins at a token: its value, where it ends, and how certain it is."""
        known = self.roster_name(at)
        if known:
            return (*known, Proof.ROSTER)
        full = self.present_name(at)
        if full:
            return (*full, Proof.KNOWN)
        if at >= len(self.tokens) or at < 0:
            return None
        token = self.tokens[at]
        if token.key in self.words.epithets and token.text[0].isupper() and self.is_surname(at + 1):
            return (f"{token.text} {self.text(at + 1)}", at + 2, min(self.proof_of(self.tokens[at + 1]), Proof.PLACE))
        if token.key in self.words.titles and token.text[0].isupper():
            last = at + 1 + (self.text(at + 1) == ".")
            if self.is_surname(last):
                title = token.text + ("." if last == at + 2 else "")
                return (f"{title} {self.tokens[last].text}", last + 1, Proof.KNOWN)
            return None
        if _DOTTED.fullmatch(token.text) and self.text(at + 1) == ".":
            certain = self._proof_of_initials(token.text[::2], dotted=True)
            return (f"{token.text}.", at + 2, certain) if certain else None
        proof = self.proof_of(token)
        if proof == Proof.NONE:
            return self._named_after_day(at) or self._surname(at) or self._with_initial(at)
        clear = proof == Proof.NEW and _WITH_APOSTROPHE.fullmatch(self.text(at + 1))  # Niamh O'Sullivan
        if (proof >= Proof.THING or clear) and self.is_surname(at + 1):
            last = at + 2
            value = f"{token.text} {self.tokens[at + 1].text}"
            if len(self.tokens[at + 1].text) == 1 and self.text(last) == ".":
                last += 1
            return (value, last, Proof.KNOWN)
        last = self._after_particles(at + 1) if proof >= Proof.KNOWN else at + 1
        if last > at + 1:
            return (" ".join(one.text for one in self.tokens[at : last + 1]), last + 1, Proof.KNOWN)
        return (token.text, at + 1, proof)

    def _named_after_day(self, at: int) -> tuple[str, int, Proof] | None:
        """`Sunday Adeyemi`: a weekday with a surname, which is a person where only a person does something."""
        if self.key(at) not in self.words.weekday_names or not self.is_surname(at + 1):
            return None
        known = self.proof_of(self.tokens[at + 1]) >= Proof.NEW
        return (f"{self.text(at)} {self.text(at + 1)}", at + 2, Proof.THING) if known else None

    def _surname(self, at: int) -> tuple[str, int, Proof] | None:
        """`van Dijk`, a surname alone, which is a person where only a person does something."""
        last = self._after_particles(at) if self.text(at) in self.words.leading_particles else at
        if last == at or self.proof_of(self.tokens[last]) < Proof.NEW:
            return None
        return (" ".join(one.text for one in self.tokens[at : last + 1]), last + 1, Proof.PLACE)

    def _with_initial(self, at: int) -> tuple[str, int, Proof] | None:
        """`S. Miller`, but not `A. Sam`, which is an item of a list."""
        initial = len(self.text(at)) == 1 and self.text(at).isupper() and self.text(at + 1) == "."
        if not initial or not self.is_surname(at + 2) or self.proof_of(self.tokens[at + 2]) != Proof.NEW:
            return None
        return (f"{self.text(at)}. {self.text(at + 2)}", at + 3, Proof.PLACE)

    def _after_particles(self, at: int) -> int:
        """The surname behind `van`, `de la` and the like; `at` where there is none."""
        last = at
        while self.text(last) in self.words.surname_particles and last < at + 3:
            last += 1
        return last if last > at and self.is_surname(last) else at

    def roster_name(self, at: int) -> tuple[str, int] | None:
        """The name of the roster that begins at a token, and the token after it."""
        if not self.roster.names:
            return None
        return self._listed(at, self.roster.names)

    def present_name(self, at: int) -> tuple[str, int] | None:
        """The full name of a person of the board, capitalised or behind @."""
        found = self._listed(at, self.roster.present) if self.roster.present else None
        if found is None or found[1] == at + 1:
            return None
        capitalised = all(token.text[0].isupper() for token in self.tokens[at : found[1]])
        return found if capitalised or self.text(at - 1) == "@" else None

    def _listed(self, at: int, names: Mapping[tuple[str, ...], str]) -> tuple[str, int] | None:
        for length in (4, 3, 2, 1):
            words = self.tokens[at : at + length] if at >= 0 else []
            name = names.get(tuple(word.key for word in words)) if words else None
            if name is not None and all(one.near(other) for one, other in pairwise(words)):
                return name, at + len(words)
        return None

    def proof_of(self, token: NameToken) -> Proof:
        """How certain it is that a single token is a name."""
        text, key, words = token.text, token.key, self.words
        if (key,) in self.roster.names:
            return Proof.ROSTER
        if is_script_name(text) or _WITH_APOSTROPHE.fullmatch(text):
            return Proof.KNOWN
        if text.islower():  # most words: nothing below makes more of them
            known = len(key) > 2 and key in words.names and key not in words.uncertain_in_lower_case
            return Proof.LOWER if known else Proof.NONE
        if text.isupper() and not self.shouting and key in words.abbreviations:
            return Proof.NONE
        if key not in words.names and (initials := self._proof_of_initials(text)):
            return initials
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
        if key in words.family:
            return Proof.NEW if text.istitle() else Proof.NONE
        # "Templates to include": nouns have endings that unknown names rarely have.
        unlike = self._is_word(key) or "'" in key[-2:] or "." in key or words.noun_ending.search(key)
        if unlike or not text[1:].replace("-", "").replace("'", "").isalpha():
            return Proof.NONE
        return Proof.KNOWN if (key,) in self.roster.present else Proof.NEW

    def _proof_of_initials(self, text: str, *, dotted: bool = False) -> Proof:
        key = text.lower()
        if self.shouting or len(text) != 2 or not (text.isascii() and text.isalpha() and text.isupper()):
            return Proof.NONE
        if dotted and key in self.words.short_words:
            return Proof.INITIALS  # A.T. is not "at"
        if dotted and key in self.words.dotted_words:
            return Proof.NONE
        if key in self.words.abbreviations or self._is_word(key) or key in self.words.titles:
            return Proof.NONE
        return Proof.LETTERS if key in self.words.abbreviated_things else Proof.INITIALS

    def is_surname(self, at: int) -> bool:
        """Whether a token can be the surname or the initial after a given name."""
        text, key = self.text(at), self.key(at)
        if at >= len(self.tokens) or not self.tokens[at - 1].near(self.tokens[at]):
            return False
        if len(text) == 1 and text.isupper():
            return text not in "AI"
        if not text[:1].isupper() or self._is_word(key) or key in self.words.titles or key.endswith("'s"):
            return False
        return text.replace("-", "").replace("'", "").replace("’", "").isalpha() and (
            not self.shouting and not text.isupper()
        )

    def _is_word(self, key: str) -> bool:
        return key in self.words.common or key in self.words.calendar


def _proof_of_all(proofs: Sequence[Proof]) -> Proof:
    """A person proves that those beside are people: `June & Sam`, `JK and Ana`."""
    least, most = min(proofs), max(proofs)
    return Proof.KNOWN if least >= Proof.LOWER and most >= Proof.KNOWN > least else least
