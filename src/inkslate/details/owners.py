"""Who is to do a task: a name in one of the forms by which notes give a task to somebody."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from inkslate.details.locale import Locale
from inkslate.details.people import NameReader, Names, Proof, Roster, tokens_of


@dataclass(frozen=True, slots=True)
class FoundOwner:
    """One name or several, and the characters of the text that say it."""

    owner: str
    start: int
    end: int


_ARROWS = re.compile(r"[-=–—]+>|[→⇒➔➜⟶]")
_DASHES = frozenset("-–—")
_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_PARTING = (":", ",", ";", ".", ")", "]", "|")
_CALLING = frozenset("([{=<$%\\#")
_MOST_MENTIONS = 12  # in or behind a task: more of them are a list of people, not owners
_CLOSING = frozenset(".,;:!?…\"'”’)]}*")


def find_owner(text: str, roster: Roster, locale: Locale) -> FoundOwner | None:
    """The owner of the task that is written in `text`; None where it is not certain."""
    tokens = tokens_of(text)
    if not tokens:
        return None
    reader = _OwnerReader(tokens, roster, locale.owners, shouting=text.isupper())
    names = reader.leading() or reader.trailing()
    if names is None or len({value.casefold() for value in names.values}) < len(names.values):
        return None
    return FoundOwner(", ".join(names.values), tokens[names.first].start, tokens[names.last - 1].end)


@dataclass(frozen=True, slots=True)
class _OwnerReader(NameReader):
    """Reads the forms that give a task to somebody."""

    def leading(self) -> Names | None:
        """`@Sam …`, `[Sam] …`, `Sam: …`, `Sam - …`, `Sam -> …`, `Sam to …`, `Sam, please …`, `Sam will …`."""
        at = self._task_start()
        if self.text(at) == "@":
            names = self._mentions(at)
            return names if names and self._has_words(names.last) else None
        if self.text(at) in _CLOSERS:
            names = self._bracketed(at)
            return names if names and self._has_words(names.last + 1) else None
        if (labelled := self._labelled(at)) is not None:
            return labelled
        names = self.names(at)
        if names is None or not self._has_words(names.last):
            return None
        if self.key(at - 1) in self.words.greetings and self.text(names.last) not in self.words.after_greeting:
            return None  # "Hi Sam: I will": the writer does it
        return names if self._gives_task(names) else None

    def trailing(self) -> Names | None:
        """`… -> Sam`, `… (Sam)`, `… [Sam]`, `… - Sam`, `… owner: Sam`, `… @Sam`."""
        end = len(self.tokens)
        while end and self.tokens[end - 1].text in _CLOSING:
            end -= 1
        for at in range(max(0, end - 8), end):
            names = self._closing(at, end)
            if names:
                return names
        if sum(token.text == "@" for token in self.tokens) > _MOST_MENTIONS:
            return None
        mentions, at = [], 1
        while at < end:
            names = self._mention_of_owner(at)
            mentions += [names] if names else []
            at = names.last if names else at + 1
        return mentions[0] if len(mentions) == 1 else None

    def _gives_task(self, names: Names) -> bool:
        at, proof = names.last, names.proof
        mark, then = self.text(at), self.key(at + 1)
        if (mark == ":" or mark in _DASHES) and proof < Proof.ROSTER and self._is_amount(at + 1):
            return False  # "Max: 10 people"
        if mark == ":":
            spaced = at + 1 < len(self.tokens) and not self.tokens[at].before(self.tokens[at + 1])
            return spaced and (proof >= Proof.KNOWN or (proof == Proof.WORD and then in self.words.verbs))
        if mark in _DASHES:
            return proof >= Proof.KNOWN and self._spaced(at) and self._has_words(at + 1)
        if _ARROWS.fullmatch(mark):  # "Sam -> call the bank", but not "Berlin -> Rome" or "Ana -> Sam"
            return proof >= Proof.KNOWN and then in self.words.verbs and self._has_words(at + 2)
        if mark == ",":
            asked = then in self.words.asked and self.key(at + 2) == self.words.you
            if asked or then in self.words.please:
                return proof >= Proof.NEW
            return proof >= Proof.KNOWN and then in self.words.verbs and self._has_words(at + 2)
        word = self.key(at)
        if word in self.words.bare_please:
            return proof >= Proof.KNOWN and self._has_words(at + 1)
        if word == self.words.to:
            return self._is_action(at + 1, proof) and proof in (Proof.PLACE, Proof.KNOWN, Proof.ROSTER)
        if word in self.words.modals:
            return proof >= Proof.KNOWN and self._is_action(at + 1, proof)
        # "Li need to": one name and a plural verb do not fit together.
        obliged = self.words.obliged_one if len(names.values) == 1 else self.words.obliged_many
        if word in obliged and then == self.words.to:
            return proof >= Proof.KNOWN and self._is_action(at + 2, proof)
        return False

    def _labelled(self, at: int) -> Names | None:
        """`Owner: Sam - …`, `Assigned to Sam: …`: a mark follows the names, and then the task."""
        if self.key(at) not in self.words.owner_labels:
            return None
        given = self.text(at + 1) in (":", "=") or (self.key(at), self.key(at + 1)) == self.words.assigned
        names = self._people(at + 2) if given else None
        if names is None or names.proof < Proof.NEW or not self._has_words(names.last):
            return None
        parted = self.text(names.last) in (*_PARTING, *_DASHES) or _ARROWS.fullmatch(self.text(names.last))
        return names if parted else None

    def _is_amount(self, at: int) -> bool:
        """Whether there is a number at `at` that is not a time of day."""
        text, then, halves = self.text(at), self.key(at + 1), self.words.halves_of_day
        if unicodedata.category(text[:1] or " ") == "Sc" or text in ("~", "≈", "<", ">", "±"):
            return True
        return text[:1].isdigit() and then not in (*halves, ":") and self.key(at)[-2:] not in halves

    def _is_action(self, at: int, proof: Proof) -> bool:
        """Whether there is a verb at `at`: a known one, or another word with an object after it."""
        while self.key(at) in self.words.adverbs:
            at += 1
        word, then = self.key(at), self.key(at + 1)
        if word == self.words.be:  # "Sam to be informed": somebody else is to inform Sam
            return False
        if word in self.words.destinations and then not in self.words.objects:
            return False
        if word in self.words.verbs or word.removeprefix(self.words.again) in self.words.verbs:
            return proof >= Proof.KNOWN or self._has_words(at + 1)
        return proof >= Proof.KNOWN and word.isalpha() and word not in self.words.common and then in self.words.objects

    def _closing(self, at: int, end: int) -> Names | None:
        """Names that begin after the mark at `at` and end the task."""
        mark, before = self.text(at), self.key(at - 1)
        if mark[0].isalnum() and self.key(at) not in self.words.assigned:
            return None  # a word, not a mark: the usual case
        names = self.names(at + 1)
        if _ARROWS.fullmatch(mark):
            alone = (whole := self.names(self._task_start())) is not None and whole.last == at  # "Sam -> Ana"
            return names if names and names.last == end and names.proof >= Proof.WORD and at and not alone else None
        if mark in _CLOSERS:
            names = self._bracketed(at)
            if not names or names.last != end or before in self.words.persons or before in self.words.leads_to_object:
                return None
            # "Call Sam (Ana)": unclear which of them is the owner.
            touches = at > 0 and self.tokens[at - 1].end + 1 == self.tokens[at].start
            return None if not at or (touches and self.proof_of(self.tokens[at - 1]) >= Proof.KNOWN) else names
        if mark in _DASHES and at:
            apart = not self.tokens[at - 1].before(self.tokens[at])
            fits = (
                names and names.last == end and names.proof >= Proof.KNOWN and before not in self.words.leads_to_object
            )
            return names if fits and apart else None
        assigned, to = self.words.assigned
        label = self.key(at - 1) if mark in (":", "=") or self.key(at) == to else self.key(at)
        if label in self.words.owner_labels and (mark in (":", "=") or label == assigned):
            names = self._people(at + 1)
            return names if names and names.last == end and names.proof >= Proof.NEW else None
        return None

    def _bracketed(self, at: int) -> Names | None:
        names = self._people(at + 1)
        if names is None or names.proof < Proof.WORD:
            return None
        last = names.last
        while self.text(last) in (",", ";", ":", "-"):  # rest of a due date that was blanked
            last += 1
        return names if self.text(last) == _CLOSERS[self.text(at)] else None

    def _people(self, at: int) -> Names | None:
        return self._mentions(at) if self.text(at) == "@" else self.names(at)

    def _mention_of_owner(self, at: int) -> Names | None:
        """`@Sam` inside or at the end of a task, where it is not the object of a word before it."""
        if self.text(at) != "@":
            return None
        before = self.key(at - 2) if self.text(at - 1) == "/" else self.key(at - 1)  # w/
        if before in self.words.leads_to_object or (at == 1 and before in self.words.verbs):
            return None
        return self._mentions(at)

    def _mentions(self, at: int) -> Names | None:
        """`@Sam`, `@Sam @Ana`, `@Sam and @Ana`: no space after the sign, white space before it."""
        values: list[str] = []
        first, last = at + 1, at
        while self.text(at) == "@" and at + 1 < len(self.tokens) and self.tokens[at].before(self.tokens[at + 1]):
            if at and self.tokens[at - 1].before(self.tokens[at]) and self.tokens[at - 1].text not in _CLOSERS:
                return None  # an address
            name = self.roster_name(at + 1)
            token = self.tokens[at + 1]
            if name is None:
                handle = len(token.key) > 1 and token.key[:2].isalpha() and token.key not in self.words.no_handles
                if not (handle or self.proof_of(token) >= Proof.WORD) or self.words.site.search(token.key):
                    return None
                if at + 2 < len(self.tokens) and token.before(self.tokens[at + 2]) and self.text(at + 2) in _CALLING:
                    return None  # @SUM(A1)
                name = (token.text, at + 2)
            values.append(name[0])
            at = last = name[1]
            if self.text(at) in self.words.joints and self.text(at + 1) == "@":
                at += 1
        return Names(tuple(values), first, last, Proof.ROSTER) if values else None

    def _task_start(self) -> int:
        """The first token after bullets, check boxes, numbers, labels like `TODO:` and greetings."""
        at = 0
        while at < len(self.tokens):
            text, key = self.text(at), self.key(at)
            if text == "[" and self.text(at + 1) in ("]", "x", "X"):
                at += 2 if self.text(at + 1) == "]" else 3
            elif (key, self.key(at + 1)) in self.words.two_word_labels:
                at += 2
            elif key in self.words.labels or (key.isdigit() and self.text(at + 1) in (".", ")", ":")):
                at += 1
            elif text in _CLOSERS or text == "@" or text[0].isalnum():
                return at
            else:
                at += 1
        return at

    def _spaced(self, at: int) -> bool:
        before = self.tokens[at - 1]
        return not before.before(self.tokens[at]) and not (
            at + 1 < len(self.tokens) and self.tokens[at].before(self.tokens[at + 1])
        )

    def _has_words(self, at: int) -> bool:
        return any(token.text[0].isalnum() for token in self.tokens[at:])
