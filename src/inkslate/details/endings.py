"""Names at the end of a task that own it: `…, Sam to do`, `… / Sam`, `Please …, Sam`."""

from __future__ import annotations

from dataclasses import dataclass

from inkslate.details.assignments import AssignmentReader
from inkslate.details.people import Names, Proof

_LONGEST_CLAUSE = 8  # words and signs
_ADDRESS = 3  # words before a comma that may lead to the name behind it
# Before a name at the end, with a space before them: "Check the oven / Sam", "Check the oven /Sam".
_SIGNS = frozenset("/>~=")


@dataclass(frozen=True, slots=True)
class EndingReader(AssignmentReader):
    """Reads names behind a whole task."""

    def ending(self, start: int, end: int) -> Names | None:
        """The names that end the task from `start` to `end`, without its last signs."""
        for at in range(max(start + 1, end - _LONGEST_CLAUSE), end):
            token = self.tokens[at]
            if token.text[0].isalnum():
                continue
            names = self.doers(at + 1)
            if (taker := self._taker(at + 1, names, end)) and (token.text == "(" or self.opens_clause(at, token)):
                return taker
            if names is None or names.last < end or self._is_of_media(start, at):
                continue
            tagged = names.proof == Proof.INITIALS and token.text == "/" and token.before(self.tokens[at + 1])
            if names.proof < Proof.KNOWN and not tagged:  # "Rack the switch /JK"
                continue
            if any(" " in value for value in names.values):
                continue
            if self._ends_task(start, at):
                return names
        return None

    def _ends_task(self, start: int, at: int) -> bool:
        """Whether the sign at `at` parts a task from the name behind it."""
        sign, verb = self.text(at), self.key(start)
        if sign in _SIGNS:
            return self._is_of_things(start, at) and not self.tokens[at - 1].before(self.tokens[at])
        if sign == ":":  # "Replace the bulb: Sam", but not "Print the badge: Sam"
            return verb in self.words.thing_verbs and self._is_of_things(start, at)
        if sign not in (",", ";", "…"):
            return False
        alone = sum(token.text == sign for token in self.tokens) == 1
        told = verb not in self.words.people_verbs and self._is_of_things(start, at)
        return alone and (told or self._is_called(start, at))

    def _taker(self, at: int, names: Names | None, end: int) -> Names | None:
        """`Fix the gate, Sam to do`, `Fix the gate, Sam is on it`, `Fix the gate - Sam's job`."""
        if names is not None:
            return names if self._takes_on(names, end) or self.is_settled(names, end) else None
        if (person := self.possessor(at)) is None:
            return None
        job = self.key(person.last) in self.words.chores and person.last + 1 == end
        return person if job or self.is_settled(person, end, possessive=True) else None

    def _takes_on(self, names: Names, end: int) -> bool:
        """`Fix the gate, Sam to do`, `Fix the gate (Sam to sort)`: what is to be done is said before."""
        certain = names.proof in (Proof.INITIALS, Proof.WORD) or names.keys <= self.words.family
        verb = names.last + 1
        to = self.key(names.last) == self.words.to or self.key(names.last) in self.words.modals | {self.words.can}
        if not to or not (certain or names.proof >= Proof.KNOWN) or self.key(verb) not in self.words.takes_on:
            return False
        return verb + 1 + (self.key(verb + 1) in self.words.pronouns) == end

    def _is_of_things(self, start: int, at: int) -> bool:
        """`Check the alarms / Sam`, but not `Call the office / Sam`, `Cake for Ana / Sam`: one of two people."""
        first, before = self.key(start), self.tokens[at - 1]
        if first not in self.words.verbs or self._is_person(at - 1) or not before.text.islower():
            return False
        return not any(token.key in self.words.leads_to_object for token in self.tokens[start:at])

    def _is_called(self, start: int, at: int) -> bool:
        """`Please call the bank, Sam`, `Can you call the bank, Sam?`, but not `Please feed the cat, Max`."""
        asked = self.is_asked(start)
        polite = self.key(start - 1) in self.words.please or asked > 0
        if self.key(start + asked) in self.words.rhetorical:
            return False
        if not polite or self._is_person(at - 1) or not self.text(at - 1).islower():
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
