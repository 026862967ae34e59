"""Who is to do a task: a name in one of the forms by which notes give a task to somebody."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from inkslate.details.assignments import ARROWS, DASHES
from inkslate.details.endings import EndingReader
from inkslate.details.locale import Locale
from inkslate.details.name_tokens import tokens_of
from inkslate.details.people import Names, Proof, Roster


@dataclass(frozen=True, slots=True)
class FoundOwner:
    """One name or several, and the characters of the text that say it."""

    owner: str
    start: int
    end: int


_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_PARTING = (":", ",", ";", ".", ")", "]", "|")
_CALLING = frozenset("([{=<$%\\#")
_LONGEST_TAG = 8  # words and signs: longer brackets are a part of the sentence
_TICKET = re.compile(r"[A-Z]{2,10}-\d{1,6}|[A-Z]{1,3}\d{1,3}")  # ABC-42, P1, AP3
_FIGURES = re.compile(r"\d{1,4}(?:[-.]\d{1,4}){0,2}")  # of a date or a time: 12/3, 9:30, 2026-12-03
_SECTION = re.compile(r"\d{1,3}(?:\.\d{1,3}){1,3}")
_MOST_MENTIONS = 12  # in or behind a task: more of them are a list of people, not owners
_CLOSING = frozenset(".,;:!?…\"'”’)]}*")


def find_owner(text: str, roster: Roster, locale: Locale) -> FoundOwner | None:
    """The owner of the task that is written in `text`; None where it is not certain."""
    tokens = tokens_of(text)
    if not tokens:
        return None
    reader = _OwnerReader(tokens, roster, locale.owners, shouting=text.isupper())
    names = reader.leading() or reader.trailing() or reader.in_clause(reader.task_start())
    if names is None or len({value.casefold() for value in names.values}) < len(names.values):
        return None
    return FoundOwner(", ".join(names.values), tokens[names.first].start, tokens[names.last - 1].end)


def find_promise(text: str, speaker: str, locale: Locale) -> FoundOwner | None:
    """The speaker as the owner, where the task begins with a promise such as `I will`; `I` is what says it."""
    promise = locale.owners.promise.match(text)
    if promise is None:
        return None
    start, end = promise.span("who") if promise["who"] else promise.span("short")
    return FoundOwner(speaker, start, end)


def is_signature(found: FoundOwner, text: str, speaker: str) -> bool:
    """Whether it is the name of the speaker behind a dash, at the end: who writes so asks somebody else."""
    signed = text[: found.start].rstrip()[-1:] in DASHES and not text[found.end :].strip(" .!")
    return signed and found.owner.casefold() in (speaker.casefold(), speaker.split()[0].casefold())


@dataclass(frozen=True, slots=True)
class _OwnerReader(EndingReader):
    """Reads the forms that give a task to somebody."""

    def leading(self) -> Names | None:
        """`@Sam …`, `[Sam] …`, `Sam: …`, `Sam - …`, `Sam -> …`, `Sam to …`, `Sam, please …`, `Sam will …`."""
        at = self.task_start()
        while self.text(at) in _CLOSERS:
            names = self._bracketed(at) or self._in_code(at)
            if names:
                return names if self.has_words(names.last + 1) else None
            if (behind := self._behind_tag(at)) is None:
                return None
            at = self.task_start(behind)
        if self.text(at) == "@":
            names = self._mentions(at)
            return names if names and self.has_words(names.last) else None
        if (labelled := self._labelled(at)) is not None:
            return labelled
        names = self.names(at)
        if names is None or not self.has_words(names.last):
            return self.owned(at) or self.requested(at)
        greeted = self.key(at - 1) in self.words.greetings
        asked = self.is_asked(names.last + (self.text(names.last) in DASHES))  # "Hi Sam - could you"
        if greeted and self.text(names.last) not in self.words.after_greeting and not asked:
            return None  # "Hi Sam: I will": the writer does it
        return names if self.gives_task(self._with_remark(names)) else self.requested(at)

    def trailing(self) -> Names | None:
        """`… -> Sam`, `… (Sam)`, `… [Sam]`, `… - Sam`, `… owner: Sam`, `… @Sam`."""
        end = len(self.tokens)
        while end and self.tokens[end - 1].text in _CLOSING | DASHES:
            end -= 1
        start = self.task_start()
        for at in range(max(0, end - 8), end):
            names = self._closing(at, end)
            if names:
                return None if self.is_author(names, start, at) else names
        if (ending := self.ending(start, end)) is not None:
            return ending
        if sum(token.text == "@" for token in self.tokens) > _MOST_MENTIONS:
            return None
        mentions, at = [], 1
        while at < end:
            names = self._mention_of_owner(at)
            mentions += [names] if names else []
            at = names.last if names else at + 1
        return mentions[0] if len(mentions) == 1 else None

    def _with_remark(self, names: Names) -> Names:
        """The names with what brackets say of them: `Sam (sales) to …`, but not `Sam (or Ana) to …`."""
        if names.proof < Proof.KNOWN or self.text(names.last) not in _CLOSERS:
            return names
        behind = self._behind_tag(names.last)
        if behind is None:
            return names
        remark = self.tokens[names.last + 1 : behind - 1]
        unclear = any(one.key in self.words.alternatives or self.proof_of(one) >= Proof.WORD for one in remark)
        return names if unclear else replace(names, last=behind)

    def _labelled(self, at: int) -> Names | None:
        """`Owner: Sam - …`, `Assigned to Sam: …`: a mark follows the names, and then the task."""
        if self.key(at) not in self.words.owner_labels:
            return None
        given = self.text(at + 1) in (":", "=") or (self.key(at), self.key(at + 1)) == self.words.assigned
        names = self._people(at + 2) if given else None
        if names is None or names.proof < Proof.NEW or not self.has_words(names.last):
            return None
        parted = self.text(names.last) in (*_PARTING, *DASHES) or ARROWS.fullmatch(self.text(names.last))
        return names if parted else None

    def _closing(self, at: int, end: int) -> Names | None:
        """Names that begin after the mark at `at` and end the task."""
        mark, before = self.text(at), self.key(at - 1)
        if mark[0].isalnum() and self.key(at) not in self.words.owner_labels | {self.words.assigned[1]}:
            return None  # a word, not a mark: the usual case
        names = self.names(at + 1)
        if self.key(at) in self.words.owner_labels and self.text(at - 1) in (*_PARTING, *DASHES):
            # "order gravel; owner Clara"
            return names if names and names.last == end and names.proof >= Proof.KNOWN else None
        if ARROWS.fullmatch(mark):
            alone = (whole := self.names(self.task_start())) is not None and whole.last == at  # "Sam -> Ana"
            path = mark[0] == ">" and self.key(self.task_start()) not in self.words.verbs  # "Settings >> Sam"
            return names if names and names.last >= end and _signs(names) and at and not (alone or path) else None
        if mark in _CLOSERS:
            names = self._bracketed(at)
            if not names or names.last != end or before in self.words.persons or before in self.words.leads_to_object:
                return None
            if names.proof == Proof.INITIALS and self._spells_words(names, at):
                return None
            # "Call Sam (Ana)": unclear which of them is the owner.
            touches = at > 0 and self.tokens[at - 1].end + 1 == self.tokens[at].start
            return None if not at or (touches and self.proof_of(self.tokens[at - 1]) >= Proof.KNOWN) else names
        if mark in DASHES and at:
            apart = not self.tokens[at - 1].before(self.tokens[at])
            other = before in self.words.leads_to_object or before in self.words.thanks
            if names is None or names.last < end or other or not apart:
                return None
            return names if names.proof >= Proof.KNOWN or names.proof == Proof.INITIALS else None
        assigned, to = self.words.assigned
        label = self.key(at - 1) if mark in (":", "=") or self.key(at) == to else self.key(at)
        if label in self.words.owner_labels and (mark in (":", "=") or label == assigned):
            names = self._people(at + 1)
            return names if names and names.last == end and names.proof >= Proof.NEW else None
        return None

    def _bracketed(self, at: int) -> Names | None:
        labelled = self.key(at + 1) in self.words.owner_labels  # (owner Sam), (owner: Sam)
        names = self._people(at + 1 + labelled + (labelled and self.text(at + 2) in (":", "=", ".")))
        if names is None or not _signs(names):
            return None
        last = names.last
        while self.text(last) in (",", ";", ":", "-"):  # rest of a due date that was blanked
            last += 1
        return names if self.text(last) == _CLOSERS[self.text(at)] else None

    def _in_code(self, at: int) -> Names | None:
        """`TODO(sam): …`, as programmers write it: the name may be in lower case."""
        called = self.key(at - 1) in self.words.labels and self.tokens[at - 1].before(self.tokens[at])
        if not called or self.key(at + 1) not in self.words.names or self.text(at + 2) != _CLOSERS[self.text(at)]:
            return None
        return Names((self.text(at + 1),), at + 1, at + 2, Proof.KNOWN)

    def _spells_words(self, names: Names, at: int) -> bool:
        """Whether letters are those of the words before them: "the rent board (RB)"."""
        firsts = iter([token.key[0] for token in self.tokens[max(0, at - 4) : at]])
        return all(letter in firsts for value in names.values for letter in value.lower() if letter != ".")

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
            joined = self.text(at - 1) in _CLOSERS or (values and self.text(at - 1) in self.words.joints)
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

    def _behind_tag(self, at: int) -> int | None:
        """The token behind a tag in brackets, such as `[infra]` or `(urgent)`."""
        closer = _CLOSERS[self.text(at)]
        ends = (end for end in range(at + 1, at + _LONGEST_TAG) if self.text(end) == closer)
        end = next(ends, None)
        return None if end is None else end + 1

    def task_start(self, at: int = 0) -> int:
        """The first token after bullets, check boxes, numbers, labels like `TODO:`, `#tags` and greetings."""
        while at < len(self.tokens):
            text, key = self.text(at), self.key(at)
            if text == "[" and self.text(at + 1) in ("]", "x", "X"):
                at += 2 if self.text(at + 1) == "]" else 3
            elif text == "#" or _TICKET.fullmatch(text):
                at += 2 if text == "#" else 1
            elif (behind := self._behind_figures(at)) > at:
                at = behind
            elif (key, self.key(at + 1)) in self.words.two_word_labels:
                at += 2
            elif key in self.words.labels or self._numbers_item(at):
                at += 1
            elif text in _CLOSERS or text == "@" or text[0].isalnum():
                return at
            else:
                at += 1
        return at

    def _behind_figures(self, at: int) -> int:
        """The token behind a date or a time in figures, or behind 3.2; `at` where there is none."""
        end = at
        while _FIGURES.fullmatch(self.text(end)) and end < at + 6:
            if self.text(end + 1) not in ("/", ":", "."):
                return end + 1 if end > at or not self.text(at).isdigit() else at
            end += 2
        return at

    def _numbers_item(self, at: int) -> bool:
        """Whether it is the number of an item: `1.`, `2)`, `3.2 -`, `a)`."""
        key, then = self.key(at), self.text(at + 1)
        if key.isdigit():
            return then in (".", ")", ":")
        return (len(key) == 1 and then == ")") or (
            _SECTION.fullmatch(key) is not None and then in (".", ")", ":", *DASHES)
        )


def _signs(names: Names) -> bool:
    """Whether names may stand in brackets or behind an arrow."""
    return names.proof >= Proof.WORD or names.proof == Proof.INITIALS
