"""Who is in charge of something: `Sam is on it`, `Sam is responsible for …`, and departments, `Finance to …`."""

from __future__ import annotations

from dataclasses import dataclass

from inkslate.details.actions import ActionReader
from inkslate.details.name_tokens import NameToken
from inkslate.details.people import Names, Proof

_MOST_ROLES = 3


@dataclass(frozen=True, slots=True)
class DutyReader(ActionReader):
    """Reads what somebody is in charge of, and what departments are to do."""

    def has_duty(self, at: int, names: Names) -> bool:
        """`Sam is in charge of the music`, `Sam handles the invoices`, `Sam on dishes`."""
        if names.proof < Proof.KNOWN or self.shouting:
            return False
        if self.key(at) == self.words.on and self.key(at + 1) in self.words.duties:
            return True
        if length := self.follows(at, self.words.in_charge):
            return self.text(at + length)[:1].isalnum()
        length = self.follows(at, self.words.takes)
        return length > 0 and self.key(at + length) in self.words.objects

    def is_settled(self, names: Names, end: int, *, possessive: bool = False) -> bool:
        """`…, Sam is on it`, `…, Sam's got this`, up to the end of the task."""
        if names.proof < Proof.KNOWN:
            return False
        at, table = names.last, self.words.settled
        if not possessive:
            return at + self.follows(at, table) == end > at
        return any(at + self.follows(at, table, said=said) == end > at for said in self.words.has)

    def possessor(self, at: int) -> Names | None:
        """`Sam's`, without the ending."""
        token = self.tokens[at] if at < len(self.tokens) else None
        if token is None or token.key[-2:] != "'s":
            return None
        person = NameToken(token.text[:-2], token.start, token.end - 2, token.key[:-2])
        if not person.text or self.proof_of(person) < Proof.KNOWN:
            return None
        return Names((person.text,), at, at + 1, Proof.KNOWN)

    def roles(self, at: int) -> Names | None:
        """`Finance`, `the design team`, `Legal and HR`, as a table of the language has them."""
        values: list[str] = []
        first = last = at
        while len(values) < _MOST_ROLES:
            at += self.key(at) == self.words.the
            length = self._role_length(at)
            if not length:
                return None
            values.append(" ".join(token.text for token in self.tokens[at : at + length]))
            last = at + length
            at = last + 1
            if self.key(last) not in self.words.joints or self.text(last) == "," or not self._role_length(at):
                break
        return Names(tuple(values), first, last, Proof.NEW)

    def _role_length(self, at: int) -> int:
        """How many words name a department or an officer; 0 where they do not."""
        key, text, words = self.key(at), self.text(at), self.words
        if not text[:1].isupper() and self.key(at - 1) != words.the:
            return 0
        if self.key(at + 1) in words.role_groups and key in words.roles | words.role_kinds | words.unclear_roles:
            return 2
        if key in words.short_roles:
            return int(text.isupper() and not self.shouting)
        return int(key in words.roles or (key in words.unclear_roles and text[0].isupper()))

    def role_subject(self, at: int) -> Names | None:
        """`Finance to confirm the budget`, `HR will update the policy`, but not `Finance to discuss`."""
        names = self.roles(at)
        action = self.action_of(names.last, names) if names else None
        if names is None or action is None:
            return None
        action = self.after_adverbs(action)
        infinitive = self.key(names.last) == self.words.to
        if infinitive and any(value.casefold() in self.words.short_roles for value in names.values):
            return None  # "API to document": capitals before "to" are mostly things to do
        if self.key(action) not in self.words.verbs or self.key(action) in {self.words.be} | self.words.abstract_verbs:
            return None
        unclear = any(value.casefold() in self.words.unclear_roles for value in names.values)
        return names if self._does_something(action, unclear=unclear) else None

    def _does_something(self, at: int, *, unclear: bool) -> bool:
        """Whether the verb at `at` has an object; a board or a chair needs one that only people have."""
        if unclear and self.key(at) in self.words.material_verbs:
            return False
        pair = self.follows(at, self.words.verb_pairs)
        if pair or self.key(at + 1) in self.words.particles:
            return self.has_words(at + (pair or 2))
        return self.key(at + 1) in self.words.objects or (not unclear and self.has_object(at))
