"""Who is to do a task: a name in one of the forms by which notes give a task to somebody."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from inkslate.details.duties import DASHES
from inkslate.details.labels import CLOSERS, LabelReader
from inkslate.details.locale import Locale, OwnerWords, Words
from inkslate.details.name_tokens import NameToken, name_key, tokens_of
from inkslate.details.people import Names, Proof, Roster


@dataclass(frozen=True, slots=True)
class FoundOwner:
    """One name or several, and the characters of the text that say it."""

    owner: str
    start: int
    end: int


_LONGEST_TAG = 8  # words and signs: longer brackets are a part of the sentence
_TICKET = re.compile(r"[A-Z]{2,10}-\d{1,6}|[A-Z]{1,3}\d{1,3}")  # ABC-42, P1, AP3
_FIGURES = re.compile(r"\d{1,4}(?:[-.]\d{1,4}){0,2}")  # of a date or a time: 12/3, 9:30, 2026-12-03
_ROMAN = re.compile("[ivx]{2,5}")
_SECTION = re.compile(r"\d{1,3}(?:\.\d{1,3}){1,3}")
_BOX = re.compile(r"\W{0,4}?(?:\[ ?\]|[☐□▢◻⬜])")
_LONGEST_ENDING = 10  # words and signs of the names behind a task, and of what leads to them
_MOST_MENTIONS = 12  # in or behind a task: more of them are a list of people, not owners
_AFTER_TASK = frozenset(".,;:!?…\"'”’)]}*") | DASHES


def find_owner(
    text: str, roster: Roster, locale: Locale, *, boxed: bool = False, planned: bool = False
) -> FoundOwner | None:
    """The owner of the task that is written in `text`; None where it is not certain.

    `boxed` where a check box says that it is a task, `planned` where it is due today or later: then `Sam does the rota`
    is no report.
    """
    tokens = tokens_of(text)
    if not tokens:
        return None
    reader = OwnerReader(tokens, roster, locale.owners, shouting=text.isupper())
    if not reader.may_name_somebody():
        return None
    start = reader.task_start()
    names = reader.leading(start) or reader.trailing(start) or reader.in_clause(start)
    if names is None:
        names = reader.routine(start, boxed=boxed or _BOX.match(text) is not None, planned=planned)
    if names is None or len({value.casefold() for value in names.values}) < len(names.values):
        return None
    return FoundOwner(", ".join(names.values), tokens[names.first].start, tokens[names.last - 1].end)


def find_promise(text: str, speaker: str, locale: Locale) -> FoundOwner | None:
    """The speaker as the owner, where the task begins with a promise such as `I will`; `I` is what says it."""
    words = locale.owners
    promise = words.promise.match(text)
    if promise is None or words.no_promise.match(text, promise.end()) or not _is_person(speaker, words):
        return None
    start, end = promise.span("who") if promise["who"] else promise.span("short")
    return FoundOwner(speaker, start, end)


def is_signature(found: FoundOwner, text: str, speaker: str) -> bool:
    """Whether it is the name of the speaker behind a dash, at the end: who writes so asks somebody else."""
    signed = text[: found.start].rstrip()[-1:] in DASHES and not text[found.end :].strip(" .!")
    return signed and found.owner.casefold() in (speaker.casefold(), speaker.split()[0].casefold())


def _is_person(speaker: str, words: OwnerWords) -> bool:
    """Whether a name may be that of a person, and not of a team, a company or a machine: `Acme Billing`, `Recording`.

    `Sam Support` may be one: some programs show what people do behind their first names.
    """
    keys = [name_key(part.strip(".,")) for part in speaker.split()]
    first, last = keys[0], keys[-1]
    if last in words.nobodies or last in words.open_groups:
        return False
    known = words.names | words.wordlike_names | words.thinglike_names
    offices = words.roles | words.unclear_roles | words.short_roles | words.role_groups | words.common
    return first in known or last not in offices


@lru_cache(maxsize=8)
def _bare_names(words: OwnerWords) -> Words:
    """What can name somebody, or a department, without a capital."""
    return words.names | words.roles | words.unclear_roles | words.role_groups


@lru_cache(maxsize=8)
def _parts_of_names(words: OwnerWords) -> Words:
    """The same, and what names somebody together with the words behind it."""
    return _bare_names(words) | words.short_roles | words.titles | words.epithets | words.weekday_names


@dataclass(frozen=True, slots=True)
class OwnerReader(LabelReader):
    """Reads the forms that give a task to somebody."""

    def may_name_somebody(self) -> bool:
        """False only where no form can find a name, a handle or a department: so it is in most tasks."""
        if self.roster.names or self.roster.present:
            return True
        first = True
        for token in self.tokens:
            text = token.text
            sign = not text[0].isalnum()
            if sign or (text == token.key and text.isascii()):
                if text in _bare_names(self.words) or text == "@":
                    return True
            elif not (first and text.istitle() and self._is_plain(token)):
                return True  # behind another word, a capital may make a surname of anything
            first = first and sign
        return False

    def _is_plain(self, token: NameToken) -> bool:
        """Whether a first word with a capital is no name and no part of one."""
        return (
            token.text.isascii()
            and token.text.isalpha()
            and len(token.text) > 1
            and not (token.key in _parts_of_names(self.words) or self.proof_of(token))
        )

    def leading(self, at: int) -> Names | None:
        """`@Sam …`, `[Sam] …`, `Sam: …`, `Sam - …`, `Sam -> …`, `Sam to …`, `Sam, please …`, `Sam will …`."""
        while self.text(at) in CLOSERS:
            names = self.bracketed(at) or self.in_code(at)
            if names:
                return names if self.has_words(names.last + 1) else None
            if (behind := self._behind_tag(at)) is None:
                return None
            at = self.task_start(behind)
        if self.text(at) == "@":
            names = self.mentions(at)
            return names if names and self.has_words(names.last) else None
        if (labelled := self.labelled(at)) is not None:
            return labelled
        names = self.names(at)
        if names is None or not self.has_words(names.last):
            return self.owned(at) or self.requested(at) or self.role_task(at)
        greeted = self.key(at - 1) in self.words.greetings
        asked = self.is_asked(names.last + (self.text(names.last) in DASHES))  # "Hi Sam - could you"
        if greeted and self.text(names.last) not in self.words.after_greeting and not asked:
            return None  # "Hi Sam: I will": the writer does it
        if self.gives_task(self._with_remark(names)):
            return names
        return self.requested(at) or self.role_task(at)

    def trailing(self, start: int) -> Names | None:
        """`… -> Sam`, `… (Sam)`, `… [Sam]`, `… - Sam`, `… owner: Sam`, `… @Sam`."""
        end = len(self.tokens)
        while end and self.tokens[end - 1].text in _AFTER_TASK:
            end -= 1
        for at in range(max(0, end - _LONGEST_ENDING), end):
            names = self.closing(at, start, end)
            if names:
                return None if self.is_author(names, start, at) else names
        if (ending := self.ending(start, end)) is not None:
            return ending
        if not 0 < sum(token.text == "@" for token in self.tokens) <= _MOST_MENTIONS:
            return None
        mentions, at = [], 1
        while at < end:
            names = self._mention_of_owner(at)
            mentions += [names] if names else []
            at = names.last if names else at + 1
        return mentions[0] if len(mentions) == 1 else None

    def _with_remark(self, names: Names) -> Names:
        """The names with what brackets say of them: `Sam (sales) to …`, but not `Sam (or Ana) to …`."""
        if names.proof < Proof.KNOWN:
            return names
        if self.key(names.last) in self.words.of_place and self.action_of(names.last + 2, names) is not None:
            return replace(names, last=names.last + 2)  # "Sam from finance to …"
        if self.text(names.last) not in CLOSERS:
            return names
        behind = self._behind_tag(names.last)
        if behind is None:
            return names
        remark = self.tokens[names.last + 1 : behind - 1]
        unclear = any(one.key in self.words.alternatives or self.proof_of(one) >= Proof.WORD for one in remark)
        return names if unclear else replace(names, last=behind)

    def _mention_of_owner(self, at: int) -> Names | None:
        """`@Sam` inside or at the end of a task, where it is not the object of a word before it."""
        if self.text(at) != "@":
            return None
        before = self.key(at - 2) if self.text(at - 1) == "/" else self.key(at - 1)  # w/
        first = at == self.task_start() + 1
        messaged = before in self.words.messaging and (first or self.key(at - 2) in self.words.before_verb)
        messaged = messaged or (first and before in self.words.verbs)
        if messaged or before in self.words.leads_to_object:
            return None
        return self.mentions(at)

    def _behind_tag(self, at: int) -> int | None:
        """The token behind a tag in brackets, such as `[infra]` or `(urgent)`."""
        closer = CLOSERS[self.text(at)]
        ends = (end for end in range(at + 1, at + _LONGEST_TAG) if self.text(end) == closer)
        end = next(ends, None)
        return None if end is None else end + 1

    def task_start(self, at: int = 0) -> int:
        """The first token after bullets, check boxes, numbers, labels like `TODO:`, `#tags` and greetings."""
        while at < len(self.tokens):
            text, key = self.text(at), self.key(at)
            if text == "[" and self.text(at + 1) in ("]", "x", "X"):
                at += 2 if self.text(at + 1) == "]" else 3
            elif text == "#" or (text[0].isupper() and _TICKET.fullmatch(text)):
                at += 2 if text == "#" else 1
            elif text[0].isdigit() and (behind := self._behind_figures(at)) > at:
                at = behind
            elif (key, self.key(at + 1)) in self.words.two_word_labels:
                at += 2
            elif key in self.words.labels or self._numbers_item(at):
                at += 1
            elif text in CLOSERS or text == "@" or text[0].isalnum():
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
        return (then == ")" and (len(key) == 1 or _ROMAN.fullmatch(key) is not None)) or (
            _SECTION.fullmatch(key) is not None and then in (".", ")", ":", *DASHES)
        )
