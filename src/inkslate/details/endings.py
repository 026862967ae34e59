"""Names at the end of a task that own it: `…, Sam to do`, `… / Sam`, `Please …, Sam`."""

from __future__ import annotations

from dataclasses import dataclass

from inkslate.details.assignments import AssignmentReader
from inkslate.details.people import Names, Proof

_LONGEST_CLAUSE = 8  # words and signs
_ADDRESS = 3  # words before a comma that may lead to the name behind it
_SLASH = "/"


@dataclass(frozen=True, slots=True)
class EndingReader(AssignmentReader):
    """Reads names behind a whole task."""

    def ending(self, start: int, end: int) -> Names | None:
        """The names that end the task from `start` to `end`, without its last signs."""
        for at in range(max(start + 1, end - _LONGEST_CLAUSE), end):
            token = self.tokens[at]
            if token.text[0].isalnum():
                continue
            names = self.names(at + 1)
            if names and self._takes_on(names, end) and (token.text == "(" or self.opens_clause(at, token)):
                return names
            if names is None or names.last < end or names.proof < Proof.KNOWN or self._is_of_media(start, at):
                continue
            if any(" " in value for value in names.values):
                continue
            if token.text == _SLASH and self._is_behind_slash(start, at):
                return names
            if token.text == "," and self._is_called(start, at):
                return names
        return None

    def _takes_on(self, names: Names, end: int) -> bool:
        """`Fix the gate, Sam to do`, `Fix the gate (Sam to sort)`: what is to be done is said before."""
        certain = names.proof in (Proof.INITIALS, Proof.WORD) or names.keys <= self.words.family
        verb = names.last + 1
        to = self.key(names.last) == self.words.to or self.key(names.last) in self.words.modals
        if not to or not (certain or names.proof >= Proof.KNOWN) or self.key(verb) not in self.words.takes_on:
            return False
        return verb + 1 + (self.key(verb + 1) in self.words.pronouns) == end

    def _is_behind_slash(self, start: int, at: int) -> bool:
        """`Check the alarms / Sam`, but not `Call the office / Sam`, `Cake for Ana / Sam`: one of two people."""
        first, before = self.key(start), self.tokens[at - 1]
        if first not in self.words.verbs or not self.spaced(at) or self._is_person(at - 1) or not before.text.islower():
            return False
        return not any(token.key in self.words.leads_to_object for token in self.tokens[start:at])

    def _is_called(self, start: int, at: int) -> bool:
        """`Please call the bank, Sam`, `Can you call the bank, Sam?`, but not `Please feed the cat, Max`."""
        asked = self.is_asked(start)
        polite = self.key(start - 1) in self.words.please or asked > 0
        if self.key(start + asked) in self.words.rhetorical:
            return False
        alone = sum(token.text == "," for token in self.tokens) == 1
        if not polite or not alone or self._is_person(at - 1) or not self.text(at - 1).islower():
            return False
        near = self.tokens[max(start + 1, at - _ADDRESS) : at - 1]  # "send it over" has no object there
        return not any(token.key in self.words.leads_to_object for token in near)

    def is_author(self, names: Names, start: int, end: int) -> bool:
        """Whether a full name may be that of who made it: `Read Emma - Jane Austen`, `Order the book (Iain Banks)`."""
        full = names.proof < Proof.ROSTER and any(" " in value for value in names.values)
        return full and self._is_of_media(start, end)

    def _is_of_media(self, start: int, end: int) -> bool:
        verb = self.key(start)
        if verb in self.words.acquires:
            return any(token.key in self.words.media for token in self.tokens[start + 1 : end])
        return verb in self.words.enjoys

    def _is_person(self, at: int) -> bool:
        key = self.key(at)
        return key in self.words.persons or key.removesuffix("s") in self.words.persons
