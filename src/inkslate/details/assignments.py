"""The forms that give a task to the names before them, such as `Sam: …`, or to names behind a request or a remark."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from inkslate.details.duties import ARROWS, BAR, DASHES, DutyReader
from inkslate.details.name_tokens import NameToken
from inkslate.details.people import Names, Proof

_LONG_DASH = "—"  # the only one that has no spaces around it
_PARTS_CLAUSES = frozenset(":;.,") | DASHES
_MOST_CLAUSES = 6  # a task with more of them is a list or a story


@dataclass(frozen=True, slots=True)
class AssignmentReader(DutyReader):
    """Reads what gives a task to somebody."""

    def gives_task(self, names: Names) -> bool:
        """Whether what follows the names gives them the task."""
        at = names.last
        mark = self.text(at)
        if mark == ":" or mark in DASHES or mark == ">" or ARROWS.fullmatch(mark):
            return self._marked(at, names)
        if mark == "," and self.text(at + 1) == ":":
            return self._marked(at + 1, names)  # "Sam, by Friday: …" without the day
        if mark == ",":
            return self._addressed(at + 1, names, certain=Proof.NEW) or self._is_needed(at + 1, names)
        labelled = self.key(at) in self.words.chores and self.text(at + 1) == ":"  # "Sam action: call the bank"
        if labelled or mark in (".", ";"):
            verb = at + 1 + labelled
            return is_person(names) and self.is_command(verb, names) and self.has_words(verb + 1)
        addressed = self._addressed(at, names, certain=Proof.KNOWN) or self._is_told(at, names)
        return addressed or self._is_subject(at, names) or self.has_duty(at, names)

    def _marked(self, at: int, names: Names) -> bool:
        """`Sam: …`, `Sam - …`, `Sam -> …`."""
        mark, proof = self.text(at), names.proof
        if (mark == ":" or mark in DASHES) and proof < Proof.ROSTER and self.is_amount(at + 1):
            return False  # "Max: 10 people"
        if self.key(at + 1) in self.words.thanks or (mark == ":" and self._is_question(at + 1)):
            return False
        command = self.is_command(at + 1, names)
        likely = proof >= Proof.KNOWN or (proof in (Proof.WORD, Proof.INITIALS, Proof.LOWER) and command)
        if mark == ":":
            likely = likely or (proof == Proof.LOWER and self._is_noun_phrase(at + 1))
            return likely and at + 1 < len(self.tokens) and not self.tokens[at].before(self.tokens[at + 1])
        if mark in DASHES:  # a row of a table may say anything of somebody
            fits = self.spaced(at) and (mark != BAR or command)
            return likely and (fits or (mark == _LONG_DASH and command)) and self.has_words(at + 1)
        # "Sam -> call the bank", but not "Berlin -> Rome" or "Ana -> Sam".
        return proof >= Proof.KNOWN and self.key(at + 1) in self.words.verbs and self.has_words(at + 2)

    def _is_question(self, at: int) -> bool:
        """Whether somebody asks it who is named in front: `Sam: who calls the bank?`, not `Sam: can you call?`."""
        if self.tokens[-1].text != "?" or self.key(at + 1) in self.words.you:
            return False
        first = self.key(at)
        asks = first in self.words.asked or first in self.words.being or first in self.words.obliged_one
        return asks or first in self.words.remarks

    def _is_noun_phrase(self, at: int) -> bool:
        """`kim: bins out`, but not `kim: yes we can`, `mike: read it`, `gareth: on holiday`."""
        first, words = self.key(at), self.tokens[at:]
        verb = first in self.words.verbs or first in self.words.remarks or first in self.words.leads_to_object
        plain = all(token.text[0].isalpha() for token in words[:2])
        if len(words) < 2 or verb or not plain or words[0].text[0].isupper():
            return False
        if any(token.text in ".!?" or token.key in self.words.chatting for token in words):
            return False  # it is what somebody says
        over = (
            self.words.participle.fullmatch(token.key) and not self.key(n)[:1].isalpha()
            for n, token in enumerate(words, at + 1)
        )
        return not any(over)  # "kim: log signed"

    def _addressed(self, at: int, names: Names, *, certain: Proof) -> bool:
        """`Sam, please …`, `Sam pls …`, `Sam, can you …`, `Sam, call …`; `certain` is what a name must be."""
        word, proof = self.key(at), names.proof
        asked = self.is_asked(at)
        if asked or word in self.words.please:
            then = at + (asked or 1)
            if self.key(then) in self.words.rhetorical:
                return False
            # "Rose can you": a thing is not asked.
            if (proof >= certain or (asked and proof >= Proof.THING)) and self.has_words(then):
                return True
            verb = proof == Proof.WORD and self.key(then) in self.words.verbs and self.has_words(then + 1)
            return verb or (proof >= Proof.LOWER and self.is_action(then, names))
        return certain == Proof.NEW and proof >= Proof.KNOWN and word in self.words.verbs and self.has_words(at + 1)

    def _is_told(self, at: int, names: Names) -> bool:
        """`Sam call the bank`, but not `Sam put the keys there`, which may be over."""
        verb, told = self.key(at), self.tokens[names.first].text
        if len(names.values) > 1 or names.proof < Proof.KNOWN or not told[0].isupper() or self.shouting:
            return False
        asks = self.tokens[-1].text == "?"  # "Will Paul call the bank?"
        command = verb in self.words.verbs and verb not in self.words.unchanged_verbs and not asks
        return command and self.key(at + 1) in self.words.objects and not self.words.no_subjects & names.keys

    def _is_needed(self, at: int, names: Names) -> bool:
        """`Sam, I need the form back please`, `Sam, we need the form from you`."""
        needed = (self.key(at), self.key(at + 1)) in self.words.needed and self.key(at + 2) in self.words.objects
        if not needed or not is_person(names):
            return False
        behind = [token.key for token in self.tokens[at + 3 :]]
        return bool(self.words.please & {*behind}) or self.words.from_you in pairwise(behind)

    def _is_subject(self, at: int, names: Names) -> bool:
        """`Sam to …`, `Sam will …`, `Sam needs to …`, `Sam is bringing …`."""
        if self.key(at) in self.words.being and self.key(at + 1) in self.words.doing:
            return names.proof >= Proof.KNOWN and self.key(at + 2) in self.words.objects  # "Sam is bringing the cake"
        if self.key(at) == self.words.can:
            return self._offers(at + 1, names)
        action = self.action_of(at, names)
        return action is not None and self.is_action(action, names, infinitive=self.key(at) == self.words.to)

    def owned(self, at: int) -> Names | None:
        """`Sam's job: call …`, `Sam's turn to call …`, `Sam's agreed to call …`."""
        names = self.possessor(at)
        if names is None:
            return None
        what, mark = self.key(at + 1), self.text(at + 2)
        to = mark == self.words.to and self.is_action(at + 3, names)
        if what in self.words.intends:
            return names if to else None
        if what not in self.words.chores:
            return None
        marked = mark == ":" or (mark in DASHES and self.spaced(at + 2))
        return names if to or (marked and self.is_command(at + 3, names)) else None

    def _asked_about(self, at: int) -> Names | None:
        """`Can Sam send the agenda?`: a favour; what somebody may be able to do is a question (`Can Sam drive?`)."""
        if self.key(at) not in self.words.able or any(token.key in self.words.doubts for token in self.tokens):
            return None
        names = self.doers(at + 1)
        return names if names and is_person(names) and self._is_favour(names.last) else None

    def _offers(self, at: int, names: Names) -> bool:
        """`Sam can book the hall`, but not `Sam can also book the hall`."""
        doubtful = any(token.key in self.words.doubts or token.text == "?" for token in self.tokens)
        return names.proof >= Proof.KNOWN and not doubtful and self._is_favour(at)

    def _is_favour(self, at: int) -> bool:
        if length := self.follows(at, self.words.favour_phrases):
            return self.has_words(at + length)
        then = at + 1 + (self.key(at + 1) in self.words.particles)
        return self.key(at) in self.words.favours and self.key(then) in self.words.objects

    def requested(self, at: int) -> Names | None:
        """`Please Sam call …`, `Please can Sam call …`, `Could Sam please call …`, `We need Sam to call …`."""
        if (self.key(at), self.key(at + 1)) in self.words.needed:
            names = self.doers(at + 2)
            certain = names is not None and names.proof >= Proof.KNOWN and self.key(names.last) == self.words.to
            return names if names and certain and self.is_action(names.last + 1, names) else None
        if length := self.follows(at, self.words.let_us_have):  # "Let's have Sam do the tables"
            names = self.doers(at + length)
            certain = names is not None and names.proof >= Proof.WORD and self.key(names.last) in self.words.verbs
            return names if names and certain and self.has_object(names.last) else None
        polite = self.key(at - 1) in self.words.please
        asked = self.key(at) in self.words.asked
        if not polite and not (asked and any(token.key in self.words.please for token in self.tokens)):
            return self._asked_about(at)
        names = self.doers(at + asked)
        if names is None or names.proof < Proof.KNOWN:
            return None
        verb = self.after_adverbs(names.last)
        action = self.key(verb) in self.words.verbs and self.key(verb) != self.words.be  # "please be careful"
        return names if action and self.has_words(verb + 1) else None

    def in_clause(self, start: int) -> Names | None:
        """`Boiler: Sam to call …`, `The boiler broke, Sam to call …`: a topic or a remark is in front.

        Behind something to do the clause is another task: "Ring the bank, Sam to send the number".
        """
        marks = [at for at, token in enumerate(self.tokens) if at > start and self.opens_clause(at, token)]
        if not 0 < len(marks) <= _MOST_CLAUSES:
            return None
        if self.key(start) in self.words.verbs and self.text(start + 1) not in _PARTS_CLAUSES - {","}:
            return None
        front = self.key(start), self.key(start + 1)
        if self.words.conditions & {*front} or front == self.words.in_case or front[0] in self.words.fiction:
            return None  # "If Sam calls, Ana will answer", "Story: Ben to find the treasure"
        if self.key(start) in self.words.me and self.key(start + 1) in self.words.modals:
            return None  # "I will chair, Ana will take notes"
        if (subject := self.names(start)) is not None and self.action_of(subject.last, subject) is not None:
            return None  # "Sam to chair, Ana to take notes": each has a part
        found = [names for at in marks if (names := self._subject_of_clause(at + 1))]
        return found[0] if len(found) == 1 else None

    def opens_clause(self, at: int, token: NameToken) -> bool:
        """Whether another clause begins behind a token."""
        if token.text in _PARTS_CLAUSES:
            return at + 1 < len(self.tokens) and not token.before(self.tokens[at + 1])
        return token.key == self.words.that and self.key(at - 1) in self.words.agreed

    def _subject_of_clause(self, at: int) -> Names | None:
        while self.key(at) in self.words.connectives:
            at += 1
        names = self.names(at)
        if names is None or names.proof < Proof.LOWER:  # an unknown name, or no name
            return self.role_subject(at)
        would = self.key(names.last) == self.words.would and self.key(at - 1) in self.words.agreed | {self.words.that}
        action = names.last + 1 if would else self.action_of(names.last, names)
        if action is None:
            return names if self.has_duty(names.last, names) else None
        infinitive = self.key(names.last) == self.words.to
        if not self.is_action(action, names, infinitive=infinitive):
            return None
        return names if self.key(self.after_adverbs(action)) in self.words.verbs else None


def is_person(names: Names) -> bool:
    """Whether it is a known name, with or without its capital."""
    return names.proof >= Proof.KNOWN or names.proof == Proof.LOWER
