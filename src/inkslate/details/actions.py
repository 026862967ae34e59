"""Whether the words after a name are something to do, which proves more or less of the name."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from inkslate.details.locale import Phrases
from inkslate.details.people import NameReader, Names, Proof


@dataclass(frozen=True, slots=True)
class ActionReader(NameReader):
    """Reads what is to be done, by a person or by what only looks like one."""

    def has_words(self, at: int) -> bool:
        """Whether there is a word at `at` or behind it."""
        return any(token.text[0].isalnum() for token in self.tokens[at:])

    def follows(self, at: int, phrases: Phrases, *, said: str = "") -> int:
        """How many words at `at` are one of the phrases; `said` is a first word that is there in another form."""
        for phrase in phrases.get(said or self.key(at), ()):
            rest = phrase[1:] if said else phrase
            if all(self.key(at + number) == word for number, word in enumerate(rest)):
                return len(rest)
        return 0

    def is_amount(self, at: int) -> bool:
        """Whether there is a number at `at` that is not a time of day."""
        text, then, halves = self.text(at), self.key(at + 1), self.words.halves_of_day
        if unicodedata.category(text[:1] or " ") == "Sc" or text in ("~", "≈", "<", ">", "±"):
            return True
        return text[:1].isdigit() and then not in (*halves, ":") and self.key(at)[-2:] not in halves

    def is_command(self, at: int, names: Names) -> bool:
        """Whether a known verb follows, and after initials something behind it: `JK: send the deck`."""
        at = self.after_adverbs(at)
        if names.proof == Proof.LOWER:  # "mike: fix the door", but not "augusta: read it"
            asked = self.text(len(self.tokens) - 1) == "?"  # "mike: do we want this?"
            return self.key(at) in self.words.verbs and self._has_noun(at) and not asked
        return self.key(at) in self.words.verbs and (names.proof != Proof.INITIALS or self.has_words(at + 1))

    def is_action(self, at: int, names: Names, *, infinitive: bool = False) -> bool:
        """Whether these people are to do what stands at `at`; `infinitive` where "to" is before it.

        A name of a person may have any verb, a known one or another word with an object after it. A name that is a
        word too needs a verb that the word could not have: "Bill to call the bank", but not "Bill to pay".
        """
        at = self.after_adverbs(at)
        word, then = self.key(at), self.key(at + 1)
        if word == self.words.be:  # "Sam to be informed": somebody else is to inform Sam
            return False
        if word in self.words.destinations and then not in self.words.objects:
            return False
        verb = word in self.words.verbs or word.removeprefix(self.words.again) in self.words.verbs
        certain = names.proof >= Proof.KNOWN or names.proof == Proof.INITIALS
        certain = certain or (names.proof == Proof.WORD and word in self.words.thing_verbs)
        verb = verb or (
            certain and word in self.words.noun_verbs and then in self.words.objects
        )  # "to price the gutter"
        if names.keys <= self.words.family:  # "Mum to call the school", but not "Mum to visit"
            return verb and word not in self.words.abstract_verbs and self.has_object(at)
        if names.proof == Proof.LOWER and not names.beside_known:
            return verb and self._has_noun(at)
        if names.proof >= Proof.KNOWN or names.beside_known:
            # "Sam to hem the curtains", but not "Sam to Ana a book".
            unknown = word.isalpha() and (self.text(at).islower() or self.shouting) and word not in self.words.common
            if unknown and then in self.words.verbs and self.key(at + 2) in self.words.objects:
                return True  # "Sam to pressure test the pipe"
            return verb or (unknown and (then in self.words.objects or then in self.words.particles))
        if not verb or names.proof <= Proof.INITIALS:  # "CV to update" is no person, "CV to update the list" is
            return verb and names.proof >= Proof.LETTERS + (not self.has_object(at))
        if infinitive and self.words.no_subjects & names.keys:
            return False
        if infinitive and names.proof == Proof.PLACE:  # "Jordan to review the deck": places are not for that
            return self.has_words(at + 1)
        return self._is_personal(at, names)

    def _is_personal(self, at: int, names: Names) -> bool:
        """Whether only a person does this: not what a will, a rose or a bill can do, or what is done to them."""
        word, then = self.key(at), self.key(at + 1)
        if word in self.words.abstract_verbs:
            return False
        thing = names.proof <= Proof.PLACE and not names.keys <= self.words.calendar
        if thing and word not in self.words.speaking_verbs:
            certain = then in self.words.objects or self.text(at + 1)[:1].isupper()
            return certain and word not in self.words.material_verbs
        return self.has_object(at)

    def has_object(self, at: int) -> bool:
        """Whether the verb at `at` has an object, and not only a place, a time or a direction."""
        then = self.key(at + 1)
        if self.key(at) in self.words.speaking_verbs:
            return self.has_words(at + 1)
        return then in self.words.objects or (then.isalpha() and then not in self.words.leads_to_object)

    def _has_noun(self, at: int) -> bool:
        """Whether the verb at `at` has an object that is more than a pronoun."""
        then = self.key(at + 1)
        if then in self.words.particles or then in self.words.leads_to_object:  # "plug in the drive"
            return self.key(at + 2) in self.words.objects - self.words.pronouns
        return self.has_object(at) and then not in self.words.pronouns

    def after_adverbs(self, at: int) -> int:
        """The first token at `at` or behind it that is no adverb."""
        while self.is_adverb(at):
            at += 1
        return at

    def is_adverb(self, at: int) -> bool:
        """Whether the word at `at` says how the verb behind it is done."""
        key = self.key(at)
        if key in self.words.verb_prefixes:  # "double check"
            return self.key(at + 1) in self.words.verbs
        return key in self.words.adverbs or self.words.adverb.fullmatch(key) is not None

    def action_of(self, at: int, names: Names) -> int | None:
        """What the names are to do, where the words at `at` say that they are to do something."""
        at = self._after_still(at)
        word = self.key(at)
        if word == self.words.to or word in self.words.modals or self._is_short_to(at, names):
            return at + 1
        if length := self.follows(at, self.words.bound):
            return at + length
        # "Li need to": one name and a plural verb do not fit together.
        obliged = self.words.obliged_one if len(names.values) == 1 else self.words.obliged_many
        to = self._after_still(at + 1)
        to += self.key(to) in self.words.intends  # "Sam is going to"
        fits = (word in obliged or word in self.words.intends) and self.key(to) == self.words.to
        return to + 1 if fits else None

    def _after_still(self, at: int) -> int:
        """The first token at `at` or behind it that is no `still`, `also` or the like."""
        while self.key(at) in self.words.still:
            at += 1
        return at

    def _is_short_to(self, at: int, names: Names) -> bool:
        """`Sam 2 call the bank`, but not `Sam 2 ring binders`."""
        if self.key(at) not in self.words.short_to or names.proof < Proof.KNOWN:
            return False
        return self.key(at + 1) in self.words.verbs and self.key(at + 2) in self.words.objects

    def spaced(self, at: int) -> bool:
        """Whether there is a space on both sides of a mark."""
        before = self.tokens[at - 1]
        return not before.before(self.tokens[at]) and not (
            at + 1 < len(self.tokens) and self.tokens[at].before(self.tokens[at + 1])
        )
