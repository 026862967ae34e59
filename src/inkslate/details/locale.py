"""What the grammar needs of a language; a second one is a second `Locale`. Words are in lower case, case is ignored."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

Words = frozenset[str]
Pattern = re.Pattern[str]
Phrases = Mapping[str, tuple[tuple[str, ...], ...]]  # by their first words, the longest first

# A phrase ends where no letter, digit or sign goes on: not in "Friday's", "Mon-Fri", "12/3/4/5", "3.12.1".
WORD_END = r"(?![\w’']|[-–/.:](?=\w)|\s?%)"
YEAR = r"20\d\d"


def whole_words(pattern: str) -> Pattern:
    """The pattern, where it does not end inside of a longer word."""
    return re.compile(f"(?:{pattern}){WORD_END}", re.IGNORECASE)


def phrases_of(lines: str) -> Phrases:
    """The phrases of a text, one on each line or between commas, by their first words."""
    phrases = sorted((tuple(line.split()) for line in re.split("[,\n]", lines) if line.strip()), key=len, reverse=True)
    return {first: tuple(one for one in phrases if one[0] == first) for first in {one[0] for one in phrases}}


@dataclass(frozen=True, slots=True)
class Form:
    """A way to write something: its name (for a day, that in day_forms.READERS), how it begins, and the whole of it."""

    name: str
    begins: str  # its first words in lower case, or their beginnings; three characters of each decide
    pattern: Pattern


@dataclass(frozen=True)
class FormTable:
    """Forms in the order in which they are tried."""

    forms: tuple[Form, ...]

    def at(self, text: str, at: int) -> tuple[Form, ...]:
        """The forms that may begin at a character: a look-up that spares trying all of them."""
        first, table = text[at : at + 3].lower(), self._by_beginning
        found = table.get(first) or table.get(first[:2]) or table.get(first[:1], ())
        return found if first.isascii() else self.forms  # ignoring case, ı matches i

    @cached_property
    def _by_beginning(self) -> Mapping[str, tuple[Form, ...]]:
        begun = {form: {word[:3] for word in form.begins.split()} for form in self.forms}
        firsts: set[str] = set().union(*begun.values())
        return {one: tuple(form for form in self.forms if begun[form] & {one, one[:2], one[:1]}) for one in firsts}


# Dates in figures, which are the same in every language.
DIGITS = "0 1 2 3 4 5 6 7 8 9 "
FIGURES = (
    Form("iso", "2", re.compile(rf"{YEAR}([-/])\d\d?\1\d\d?(?:(?=T\d\d:\d\d)|{WORD_END})")),  # T is before a time
    Form("numbers", DIGITS, whole_words(rf"\d\d?/\d\d?(?:/(?:{YEAR}|\d\d))?|\d\d?-\d\d?-{YEAR}")),
    Form("dotted", DIGITS, whole_words(rf"(?P<day>\d\d?)\.\s?(?P<month>\d\d?)\.(?:\s?(?P<year>{YEAR}|\d\d))?")),
)


@dataclass(frozen=True, kw_only=True)
class DayWords:
    """How days and times are written."""

    forms: FormTable
    dates: FormTable  # those that may follow a weekday: "Fri 3 Dec"
    weekdays: Mapping[str, int]  # by their first three letters, Monday is 0
    months: Mapping[str, int]  # by their first three letters, January is 1
    counts: Mapping[str, float]  # number words
    ordinals: Mapping[str, int]  # first 1
    units: Mapping[str, str]  # of what is counted, to the names in calendar_values
    weeks: Mapping[str, int]  # how many weeks ahead: this 0, next 1
    periods: Mapping[str, str]  # to the names in day_forms.PERIODS
    ends: Mapping[str, str]  # to the names in day_forms.ENDS; other words that match are months
    day_after_end: Pattern  # between "EOD" and its day
    date_after_weekday: Pattern  # between a weekday and its date
    cue: Form  # group 1 or 2: words before a day, such as `by`
    cue_behind: Pattern  # words behind a day that make it a deadline
    behind: str  # the cue that they stand for
    part_of_day: Pattern
    before_time: Pattern  # between a day and its time
    before_day: Pattern  # between a time and its day
    time: Form  # groups: hour, minute and half; clock; or named
    afternoon: str  # how the group `half` begins after noon
    named_times: Mapping[str, tuple[int, int]]  # 24:00 is midnight, the end of the day
    numbered_place: Pattern  # before a number that is not part of a day: "room 12 Dec 3"
    trigger: Pattern  # anything that could begin a phrase: a text without it is not read further

    @cached_property
    def openings(self) -> FormTable:
        """Everything that can begin a phrase."""
        return FormTable((*self.forms.forms, self.cue, self.time))


@dataclass(frozen=True, slots=True, kw_only=True)
class DueWords:
    """Which days are due dates: the words around them."""

    deadline_cues: Words
    deadline_prefixes: tuple[str, ...]  # cues that begin so are deadlines too
    due_prefix: str
    until_cues: tuple[str, ...]
    before_cues: tuple[str, ...]  # `by` and `before`
    by: str
    before: str
    on: str
    at: str
    not_due: Words  # before `due`
    not_: str
    persons: Words  # a number behind one of these does not belong to it
    verbs: Words
    of_elsewhere: Words  # before a day: the day belongs to something else
    noun_before: re.Pattern[str]  # ends with one of `of_elsewhere` that is a noun here
    aimed: Pattern  # before a day for which something must be ready
    articles: Words  # those of `of_elsewhere` that may stand before a relative day
    numbered: Words  # things that have numbers
    priced: Words
    measured: Words  # verbs of change: "cut by 1/3"
    states: Words  # "out until Friday" is not a deadline
    goes_on: Words  # the sentence goes on after the day with one of these
    bare_goes_on: Words  # as `goes_on`, after a day without a cue
    determiners: Words
    titles: Words  # Dr. Friday is a person
    not_after: Words  # a day with a cue is not due after one of these
    not_before_end: Words  # "at the end of the day"
    short_weekdays: Words  # weekdays that are words too when they are short
    exam: str  # the weekday that is something else in capitals
    half_endings: str  # the last characters of times like 3 pm
    ambiguous_month: str
    weak_ends: tuple[str, ...]  # an end of a period that begins so needs a cue
    place_behind: Pattern  # a room after a day, which does not belong to it
    not_participles: Words
    pace: str  # hours that begin so may say how long something takes
    paced: Pattern  # before such hours: they do
    tolerant: Pattern  # before hours or minutes that say how exact something is
    participle: Pattern
    done_by: Pattern  # "get it signed Friday"
    gives_task: Words  # between a name and what it is to do
    versioned: Pattern
    scored: Pattern
    recurring: Pattern
    question: Pattern  # the start of a question about a fact; "can you" asks for something to be done
    regular: Pattern
    day_range: Pattern
    range_before: Pattern
    range_behind: Pattern
    joined: Pattern  # between two days of a list
    condition: Pattern
    others: Pattern  # somebody else does it on that day
    past: Pattern
    negated: Pattern
    title: Pattern  # of films and the like
    media: Pattern
    leading: Pattern  # everything that may stand before the first word of a task


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OwnerWords:
    """Names, and the words by which a note gives a task to somebody."""

    names: Words
    uncertain_in_lower_case: Words  # of these names, the ones that are words, tools or units without a capital
    wordlike_names: Words
    thinglike_names: Words
    placelike_names: Words
    no_subjects: Words  # names that go with an infinitive as words: "Hope to finish"
    abbreviations: Words  # capitals that are not the initials of a person
    abbreviated_things: Words  # capitals that may be initials only where somebody does something
    titles: Words
    epithets: Words  # "Big Steve"
    common: Words  # words that are capitalised and not names
    calendar: Words
    joints: Words  # between two names
    no_handles: Words  # @home
    noun_ending: Pattern
    site: Pattern  # endings of web sites, and possessives
    verbs: Words
    abstract_verbs: Words  # what "will" or "May" do when they are not names
    material_verbs: Words  # what things are for
    speaking_verbs: Words  # what only people do, with somebody
    destinations: Words
    persons: Words
    leads_to_object: Words
    messaging: Words  # before somebody who gets a message: "dm @sam", "loop in @sam"
    before_verb: Words  # "remember to dm @sam"
    modals: Words
    greetings: Words
    labels: Words  # before a task, greetings included
    two_word_labels: frozenset[tuple[str, str]]
    owner_labels: Words  # before an owner: "owner: Sam"
    end_labels: Words  # labels that name an owner only behind the task: "… Action: Sam"
    label_nouns: Words  # behind a label: "responsible person: Sam"
    given_first: Phrases  # before an owner and the task: "assigned to Sam: …"
    given_last: Phrases  # before an owner who ends the task: "… delegated to Sam"
    by: str
    participle: Pattern  # "to be written by Sam"
    adverbs: Words
    objects: Words  # what an object begins with
    to: str
    be: str
    of_place: Words  # "Sam from finance"
    again: str  # a prefix of verbs
    you: Words
    asked: Words  # "Sam, can you"
    asking: Phrases  # as "can you"
    from_you: tuple[str, str]  # "Sam, we need the form from you"
    me: Words  # "Sam and I will"
    please: Words
    after_greeting: tuple[str, ...]
    thanks: Words  # before a name that is thanked, or that signs: "thanks - Sam"
    obliged_one: Words  # "Sam needs to"
    obliged_many: Words  # "Sam and Ana need to"
    intends: Words  # "Sam is going to", "Sam agreed to"
    still: Words  # "Sam still needs to"
    bound: Phrases  # as "has to"
    would: str  # behind "agreed that", as "will"
    being: Words  # "Sam is bringing the cake"
    doing: Words  # what is said so before it is done
    needed: frozenset[tuple[str, str]]  # "we need Sam to"
    agreed: Words  # "agreed that Sam will"
    that: str
    connectives: Words  # at the start of a clause, before its subject
    particles: Words  # after a verb: "pump up"
    adverb: Pattern  # adverbs by their form
    surname_particles: Words  # "Anna van Dijk"
    weekday_names: Words  # weekdays that are given names too
    short_words: Words  # of two letters, which are initials where they have dots: A.T.
    alternatives: Words  # in brackets behind a name they say that it may be somebody else
    halves_of_day: tuple[str, ...]
    noun_verbs: Words  # nouns that are verbs before an object: "to price the gutter"
    unchanged_verbs: Words  # verbs whose past is the same: "Sam put the keys there"
    verb_prefixes: Words  # "double check"
    rhetorical: Words  # "can you believe it"
    able: Words  # "can Sam send the agenda?"
    favours: Words  # what is asked so
    favour_phrases: Phrases
    can: str  # "Sam can book the hall"
    doubts: Words  # in such a question: it is about a fact
    short_to: Words  # "Sam 2 call the bank"
    chores: Words  # "Sam's job: …"
    takes_on: Words  # "…, Sam to do"
    settled: Phrases  # "…, Sam is on it"
    in_charge: Phrases  # "Sam is in charge of the music"
    takes: Phrases  # as `in_charge`, before an article
    on: str
    duties: Words  # "Sam on dishes"
    has: tuple[str, ...]  # what 's may mean behind a name
    thing_verbs: Words  # what is done to things, not to people
    people_verbs: Words  # what may be done to people
    roles: Words  # departments and officers, who do something
    unclear_roles: Words  # those that may be things too
    short_roles: Words  # those in capitals
    role_groups: Words  # "design team"
    open_groups: Words  # those of `role_groups` before which any noun may stand
    role_kinds: Words  # before such a group
    no_kinds: Words  # before such a group, but not its kind: "the whole team"
    thing_roles: Words  # of `unclear_roles`, those that are things without a capital: "the chair to mend"
    role_topics: Words  # those that are a topic before a colon: "Catering: order the cake"
    absolute_verbs: Words  # what a department does without an object: "QA to retest"
    noticing: Words  # what is no task behind `please`: "please note"
    no_objects: Words  # adverbs that follow a verb as an object does: "close online"
    let_us_have: Phrases  # "let's have Sam do the tables"
    takes_away: Words  # verbs whose object may go to a department: "send the form -> HR"
    dated: Words  # what has a month, which is then no name: "order the calendar (June)"
    remarks: Words  # first words of what somebody says or is, behind a colon: "kim: yes we can"
    chatting: Words  # words of what somebody says: "kim: oh I have it here"
    does: Words  # what somebody does where a box makes a task of it: "[ ] Sam does the rota"
    does_on_day: Words  # the same with a future due date: "Sam sends the list by Friday"
    is_doing: Words  # the same behind `is`: "[ ] Sam is doing the rota"
    the: str
    verb_pairs: Phrases  # "write to", "look into"
    pronouns: Words  # behind those: "Sam to do it"
    family: Words
    leading_particles: Words  # surnames alone may begin with these
    dotted_words: Words  # N.B.
    conditions: Words  # before a clause that holds only sometimes
    in_case: tuple[str, str]
    media: Words  # what has an author or a title
    acquires: Words  # what is done to get it
    enjoys: Words  # what is done with nothing else
    fiction: Words  # a topic whose people do not exist
    promise: Pattern  # at the start of a task, up to its verb: its speaker will do it; the group `who` says so
    no_promise: Pattern  # at that verb: somebody else is to do it, or nothing is done
    nobodies: Words  # the last word of names of speakers that are not people


@dataclass(frozen=True, slots=True, kw_only=True)
class Locale:
    """The words of one language."""

    language: str
    days: DayWords
    due: DueWords
    owners: OwnerWords
