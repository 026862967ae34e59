"""Who is in charge of something: `Sam is responsible for …`, and departments, teams and roles: `Finance to …`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inkslate.details.actions import ActionReader
from inkslate.details.name_tokens import NameToken
from inkslate.details.people import Names, Proof

ARROWS = re.compile(r"[-=–—~]+>|>{2,}|[→⇒➔➜⟶➡]\ufe0f?")
BAR = "|"
DASHES = frozenset(("-", "--", "---", "–", "—", BAR))
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

    def routine(self, at: int, *, boxed: bool, planned: bool) -> Names | None:
        """`Sam does the rota`, `Sam is fixing the till`: reports, unless a box or a future due date says otherwise."""
        if not boxed and not planned:
            return None
        names = self.names(at)
        if names is None or names.proof < Proof.KNOWN or any(token.key in self.words.doubts for token in self.tokens):
            return None
        verb, many = names.last + (self.key(names.last) in self.words.being), len(names.values) > 1
        is_doing = verb > names.last
        does = self.words.does_on_day if planned else self.words.does
        then = verb + 1 + (self.key(verb + 1) in self.words.particles)
        fits = self.key(verb) in self.words.is_doing if is_doing else self.key(verb) in does and not many
        return names if fits and self.key(then) in self.words.objects else None

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
        """`Finance`, `the design team`, `Legal and HR`, as a table of the language has them.

        They are as certain as a known name, or as a new one where they may be a thing or an event too.
        """
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
        unclear = any(value.casefold() in self.words.unclear_roles for value in values)
        return Names(tuple(values), first, last, Proof.NEW if unclear else Proof.KNOWN)

    def _role_length(self, at: int) -> int:
        """How many words name a department, a team or an officer; 0 where they do not."""
        key, text, words = self.key(at), self.text(at), self.words
        for length in (3, 2):
            if self._is_team(at, length):
                return length
        if key in words.short_roles:
            return int(text.isupper() and not self.shouting)
        capital = text[:1].isupper() or key not in words.thing_roles
        return int(key in words.roles or (key in words.unclear_roles and capital))

    def _is_team(self, at: int, length: int) -> bool:
        """`design team`, `front desk`, `customer support lead`; before `team` and the like other nouns do too."""
        words, last = self.words, at + length - 1
        if last >= len(self.tokens) or self.key(last) not in words.role_groups:
            return False
        if all(self._is_kind(number) for number in range(at, last)):
            return True
        key, text = self.key(at), self.text(at)
        if length > 2 or self.key(last) not in words.open_groups or len(key) < 3 or not key.isalpha():
            return False
        kinds = (words.verbs, words.no_kinds, words.objects, words.modals, words.leads_to_object)
        no_noun = any(key in kind for kind in kinds)
        told = self.key(last + 1) == words.to or self.key(last + 1) in words.modals | words.please
        return not no_noun and key not in words.calendar and (text[0].isupper() or told)

    def _is_kind(self, at: int) -> bool:
        key, words = self.key(at), self.words
        if key in words.short_roles:
            return self.text(at).isupper() or key not in words.short_words
        return key in words.role_kinds or key in words.roles or key in words.unclear_roles

    def role_task(self, at: int) -> Names | None:
        """`Procurement: order …`, `Security please check …`, `Finance is responsible for …`, `QA to retest …`."""
        names = self.roles(at)
        if names is None or not self.has_words(names.last):
            return None
        mark, capital = self.text(names.last), self.tokens[names.first].text[0].isupper()
        if mark == ":" or ARROWS.fullmatch(mark) or (mark in DASHES and self.spaced(names.last)):
            verb = self.after_adverbs(names.last + 1)
            topic = bool(names.keys & self.words.role_topics) or self.text(len(self.tokens) - 1) == "?"
            return names if not topic and self._is_verb(verb) and self._does_something(verb, names) else None
        then = names.last + (mark == ",")
        asked = self.is_asked(then) or int(self.key(then) in self.words.please)
        if asked:
            verb = self.after_adverbs(then + asked)
            told = self._is_verb(verb, addressed=True) and self.key(verb) not in self.words.noticing
            return names if told and self.has_words(verb + 1) and self._has_noun_behind(verb) else None
        if capital and names.proof >= Proof.KNOWN and self.follows(names.last, self.words.in_charge):
            return names
        return self.role_subject(at)

    def is_asked(self, at: int) -> int:
        """How many words ask somebody, `can you` or `I need you to`; 0 where none do."""
        if length := self.follows(at, self.words.asking):
            return length
        if self.key(at) in self.words.asked and self.key(at + 1) in self.words.you:
            return 2
        needed = (self.key(at), self.key(at + 1)) in self.words.needed and self.key(at + 2) in self.words.you
        return 4 if needed and self.key(at + 3) == self.words.to else 0

    def role_subject(self, at: int) -> Names | None:
        """`Finance to confirm the budget`, `HR will update the policy`, but not `Finance to discuss`."""
        names = self.roles(at)
        action = self.action_of(names.last, names) if names else None
        if names is None or action is None:
            return None
        action = self.after_adverbs(action)
        if self._is_verb(action):
            return names if self._does_something(action, names) else None
        # "Stage crew to strike the set": an article makes a verb of any word before it.
        unknown = names.proof >= Proof.KNOWN and self.text(action).isalpha() and self.text(action).islower()
        plain = self.key(action) not in self.words.common and self.key(action) not in self.words.leads_to_object
        return names if unknown and plain and self.key(action + 1) in self.words.objects else None

    def doers(self, at: int) -> Names | None:
        """People, or departments that are nothing else, with a capital."""
        names = self.names(at)
        if names is not None and names.proof > Proof.NEW:
            return names
        roles = self.roles(at)
        certain = roles is not None and roles.proof >= Proof.KNOWN and self.text(roles.last - 1)[0].isupper()
        return roles if certain else names

    def _is_verb(self, at: int, *, addressed: bool = False) -> bool:
        """Whether they may do this; "change" and the like only where somebody is addressed."""
        verb = self.key(at)
        known = verb in self.words.verbs or verb.removeprefix(self.words.again) in self.words.verbs
        if verb in self.words.noun_verbs:
            return self.key(at + 1) in self.words.objects
        return known and verb != self.words.be and (addressed or verb not in self.words.abstract_verbs)

    def _has_noun_behind(self, at: int) -> bool:
        """Whether there is more than a pronoun behind the verb: `Chairs please stack them`."""
        return self.key(at + 1) not in self.words.pronouns

    def _does_something(self, at: int, names: Names) -> bool:
        """Whether the verb at `at` has an object; a board or a chair needs one that only people have."""
        unclear, things = names.proof < Proof.KNOWN, names.keys & self.words.thing_roles
        if unclear and self.key(at) in self.words.material_verbs:
            return False
        pair = self.follows(at, self.words.verb_pairs)
        if pair or self.key(at + 1) in self.words.particles:
            return self.has_words(at + (pair or 2))
        if self.key(at + 1) in self.words.objects:
            return True
        if not unclear and self.key(at) in self.words.absolute_verbs and not self.has_words(at + 1):
            return True  # "QA to retest"
        return not things and self._has_bare_object(at, numbers=not unclear)

    def _has_bare_object(self, at: int, *, numbers: bool) -> bool:
        """An object without an article: `order 12 monitors`, `retest #812`, but not `close tomorrow`."""
        key, text = self.key(at + 1), self.text(at + 1)
        if text == "#" or text[:1].isdigit():
            return numbers
        if key in self.words.speaking_verbs or self.key(at) in self.words.speaking_verbs:
            return self.has_words(at + 1)
        adverb = key in self.words.no_objects or key in self.words.calendar or self.is_adverb(at + 1)
        return text[:1].isalpha() and not adverb and key not in self.words.leads_to_object
