"""Names that a sign or a label marks as owners: `@Sam`, `(Sam)`, `-> Sam`, `owner: Sam`, `assigned to Sam`."""

from __future__ import annotations

from dataclasses import dataclass

from inkslate.details.duties import ARROWS, DASHES
from inkslate.details.endings import EndingReader
from inkslate.details.people import Names, Proof

CLOSERS = {"(": ")", "[": "]", "{": "}"}
_PARTING = (":", ",", ";", ".", ")", "]", "|")
_BEFORE_LABEL = frozenset((*_PARTING, *DASHES, *CLOSERS))
_EQUALS = (":", "=")
_CALLING = frozenset("([{=<$%\\#")


@dataclass(frozen=True, slots=True)
class LabelReader(EndingReader):
    """Reads signs and labels."""

    def labelled(self, at: int) -> Names | None:
        """`Owner: Sam - …`, `Owner Sam: …`, `Assigned to Sam: …`, `Over to Sam to …`."""
        if length := self.follows(at, self.words.given_first):
            names = self._given(self._assignee(at + length + (self.text(at + length) == ":")))
            return names if names and (names.proof > Proof.NEW or self.key(at) in self.words.owner_labels) else None
        if self.key(at) not in self.words.owner_labels:
            return None
        behind = at + 1 + 3 * (self.text(at + 1) == "(" and self.text(at + 3) == ")")  # "Owner(s):"
        said = self.text(behind) in _EQUALS
        names = self._assignee(behind + said)
        if names is None or names.proof < (Proof.NEW if said else Proof.INITIALS) or not self.has_words(names.last):
            return None
        marks = (*_PARTING, "/", *DASHES) if said else (":", *DASHES)
        parted = self.text(names.last) in marks or (said and self._is_value(behind, names))
        return names if parted or ARROWS.fullmatch(self.text(names.last)) else None

    def _is_value(self, at: int, names: Names) -> bool:
        """`owner=Sam call the bank`: the task follows without a mark."""
        joined = self.text(at) == "=" and self.tokens[at - 1].before(self.tokens[at])
        return joined or (self.key(names.last) in self.words.verbs and self.has_object(names.last))

    def _given(self, names: Names | None) -> Names | None:
        """The names, where a mark and the task or `to` and a verb follow."""
        if names is None or not self.has_words(names.last):
            return None
        parted = self.text(names.last) in (":", *DASHES)
        told = self.key(names.last) == self.words.to and self.is_action(names.last + 1, names, infinitive=True)
        return names if told or (parted and names.proof >= Proof.NEW) else None

    def closing(self, at: int, start: int, end: int) -> Names | None:
        """Names that begin after the mark at `at` and end the task that begins at `start`."""
        mark = self.text(at)
        if mark[0].isalnum():
            return self._behind_phrase(at, start, end)
        if mark in _EQUALS:
            return self._behind_label(at, start, end)
        if mark in CLOSERS:
            return self._in_brackets(at, end) or self._month_at_end(at, start, end) or self._role_at_end(at, start, end)
        if at and (mark in DASHES or ARROWS.fullmatch(mark)):
            names = self.names(at + 1)
            if names and names.last >= end and self._is_pointed_at(at, start, names):
                return names
            return self._month_at_end(at, start, end) or self._role_at_end(at, start, end)
        return None

    def _month_at_end(self, at: int, start: int, end: int) -> Names | None:
        """`invite list [May]`, `swap the tyres -> August`, but not `order the calendar (June)`, `move it -> April`."""
        names = self.names(at + 1)
        alone = names is not None and len(names.values) == 1 and names.last == end
        if names is None or not alone or not names.keys <= self.words.calendar or self.text(at) in DASHES:
            return None  # "day length (May/June)"
        told = self.tokens[start:at]
        nouns = len(told) > 1 and all(token.text[0].islower() for token in told[-1:])
        when = any(one.key in self.words.dated or one.key in self.words.leads_to_object for one in told[-1:])
        dated = any(token.key in self.words.dated or token.text[0].isdigit() for token in told)
        return names if nouns and not when and not dated and names.proof >= Proof.THING else None

    def _role_at_end(self, at: int, start: int, end: int) -> Names | None:
        """`Order more chairs (Facilities)`, `badge printer -> IT`, but not `Send the form (HR)`, `Call Ana - HR`."""
        names, mark, verb = self.roles(at + 1), self.text(at), self.key(start)
        if names is None or names.last != end or names.proof < Proof.KNOWN or at < start + 2:
            return None
        if names.keys & self.words.role_topics or self.key(at - 1) in self.words.persons:
            return None
        team = " " in names.values[0] or self.text(at + 1)[0].isupper()
        if not team or (mark in DASHES and not self.spaced(at)):
            return None
        told = (
            verb in self.words.verbs
            and verb not in self.words.takes_away
            and self.proof_of(self.tokens[at - 1]) < Proof.LOWER
        )
        pointed = ARROWS.fullmatch(mark) is not None and verb not in self.words.takes_away
        return names if told or pointed else None

    def _is_pointed_at(self, at: int, start: int, names: Names) -> bool:
        """Whether the dash or the arrow at `at` gives the task before it to the names."""
        mark = self.text(at)
        if mark not in DASHES:
            alone = (whole := self.names(start)) is not None and whole.last == at  # "Sam -> Ana"
            words = self.tokens[start:at]
            nouns = len(words) > 1 and all(token.text.islower() for token in words)
            path = mark[0] == ">" and not nouns and self.key(start) not in self.words.verbs  # "Settings >> Sam"
            return _signs(names) and not (alone or path)
        apart, before = not self.tokens[at - 1].before(self.tokens[at]), self.key(at - 1)
        if before in self.words.leads_to_object or before in self.words.thanks or not apart:
            return False
        lower = names.proof == Proof.LOWER and self.key(start) in self.words.verbs
        return lower or names.proof >= Proof.KNOWN or names.proof == Proof.INITIALS

    def _behind_phrase(self, at: int, start: int, end: int) -> Names | None:
        """`order gravel; owner Sam`, `gravel delegated to Sam`, `the list to be written by Sam`."""
        key = self.key(at)
        label = key in self.words.owner_labels or key in self.words.end_labels
        if at <= start or not (label or key in self.words.given_last or key == self.words.by):
            return None  # most words
        length = self.follows(at, self.words.given_last) or self._is_done_by(at)
        label = label and self.text(at - 1) in _BEFORE_LABEL
        if not (length or label) or self._is_modified(at, start):
            return None
        names = self._assignee(at + (length or 1) + (length > 0 and self.text(at + length) == ":"))
        if names is None or names.last != end:
            return None
        certain = names.proof >= Proof.KNOWN or names.proof in (Proof.LOWER, Proof.INITIALS)
        return names if certain or (length and self.key(at) in self.words.owner_labels) else None

    def _is_modified(self, at: int, start: int) -> bool:
        """Whether the words at `at` say more of an object: `Read the list owned by Sam`, `Song to be sung by Sam`."""
        if any(token.key in self.words.media for token in self.tokens[start:at]):
            return True
        told = self.key(start) in self.words.verbs and self.key(at) not in self.words.owner_labels
        return told and self.text(at - 1) not in _BEFORE_LABEL

    def _is_done_by(self, at: int) -> bool:
        """Whether `by` is the last word of `to be written by`."""
        if self.key(at) != self.words.by or self.key(at - 2) != self.words.be:
            return False
        to = self.key(at - 3) == self.words.to or self.key(at - 3) in self.words.modals
        return to and self.words.participle.fullmatch(self.key(at - 1)) is not None

    def _behind_label(self, at: int, start: int, end: int) -> Names | None:
        """`… owner: Sam`, `… responsible person: Sam`, `… Action: Sam`; `at` is the mark."""
        label = at - 1 - 3 * (self.text(at - 1) == ")")  # "owner(s):"
        label -= self.key(label) in self.words.label_nouns
        names = self._assignee(at + 1)
        if names is None or names.last != end:
            return None
        if self.key(label) in self.words.end_labels:
            certain = names.proof >= Proof.KNOWN or names.proof in (Proof.LOWER, Proof.INITIALS)
            return names if certain and label > start else None
        return names if self.key(label) in self.words.owner_labels and names.proof >= Proof.NEW else None

    def _in_brackets(self, at: int, end: int) -> Names | None:
        """`… (Sam)`, but not `call the plumber (Sam)`."""
        names, before = self.bracketed(at), self.key(at - 1)
        if not names or names.last != end or before in self.words.persons or before in self.words.leads_to_object:
            return None
        if names.proof == Proof.INITIALS and self._spells_words(names, at):
            return None
        # "Call Sam (Ana)": unclear which of them is the owner.
        touches = at > 0 and self.tokens[at - 1].end + 1 == self.tokens[at].start
        return None if not at or (touches and self.proof_of(self.tokens[at - 1]) >= Proof.KNOWN) else names

    def bracketed(self, at: int) -> Names | None:
        """`[Sam]`, `(owner: Sam)`."""
        label = self.key(at + 1) in self.words.owner_labels | self.words.end_labels
        first = at + 1 + label + (label and self.text(at + 2) in (*_EQUALS, "."))
        names = self._assignee(first) if label else self._people(first)
        if names is None or not (_signs(names) or (label and names.proof >= Proof.NEW)):
            return None
        last = names.last
        while self.text(last) in (",", ";", ":", "-"):  # rest of a due date that was blanked
            last += 1
        return names if self.text(last) == CLOSERS[self.text(at)] else None

    def in_code(self, at: int) -> Names | None:
        """`TODO(sam): …`, as programmers write it: the name may be in lower case."""
        called = self.key(at - 1) in self.words.labels and self.tokens[at - 1].before(self.tokens[at])
        if not called or self.key(at + 1) not in self.words.names or self.text(at + 2) != CLOSERS[self.text(at)]:
            return None
        return Names((self.text(at + 1),), at + 1, at + 2, Proof.KNOWN)

    def _spells_words(self, names: Names, at: int) -> bool:
        """Whether letters are those of the words before them: "the rent board (RB)"."""
        firsts = iter([token.key[0] for token in self.tokens[max(0, at - 4) : at]])
        return all(letter in firsts for value in names.values for letter in value.lower() if letter != ".")

    def _assignee(self, at: int) -> Names | None:
        """Whoever a label names: people, or a department."""
        return self._people(at) or self.roles(at)

    def _people(self, at: int) -> Names | None:
        return self.mentions(at) if self.text(at) == "@" else self.names(at)

    def mentions(self, at: int) -> Names | None:
        """`@Sam`, `@Sam @Ana`, `@Sam and @Ana`: no space after the sign, white space before it."""
        values: list[str] = []
        first, last = at + 1, at
        while self.text(at) == "@" and at + 1 < len(self.tokens) and self.tokens[at].before(self.tokens[at + 1]):
            joined = self.text(at - 1) in CLOSERS or (values and self.text(at - 1) in self.words.joints)
            if at and self.tokens[at - 1].before(self.tokens[at]) and not joined:
                return None  # an address
            name = self.roster_name(at + 1) or self.present_name(at + 1)
            token = self.tokens[at + 1]
            if name is None:
                handle = (
                    len(token.key) > 1
                    and token.key.replace("'", "")[:2].isalpha()
                    and token.key not in self.words.no_handles
                )
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


def _signs(names: Names) -> bool:
    """Whether names may stand in brackets or behind an arrow."""
    return names.proof >= Proof.WORD or names.proof in (Proof.INITIALS, Proof.LOWER)
