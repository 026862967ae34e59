"""When a task is due: which of the days and times in its text is its due date, if any."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice, pairwise

from inkslate.details.calendar_values import Calendar, day_end
from inkslate.details.day_forms import DayKind
from inkslate.details.due_grammar import MIDNIGHT, Phrase, phrases
from inkslate.details.locale import DueWords, Locale


@dataclass(frozen=True, slots=True)
class FoundDue:
    """A date, or a datetime where the note has a time of day, and the characters that say it, `by` included."""

    due: date
    start: int
    end: int


_NUMERIC = (DayKind.NUMBERS, DayKind.DOTTED)
_WORD = re.compile(r"[^\W_]+(?:['’./-][^\W_]+)*/?|[^\s\w]")
_LONGEST_WORD = 60
_LAST_WORD = re.compile(r"([^\W_][\w'’.-]*)\W*$")
_LETTERS = re.compile(r"[a-z]+")
# After a phrase: the clause is over.
_OVER = re.compile(r"\s*(?:$|[,.;!?)\]}(\[@→⇒…\"”]|[-–—=]+>|[-–—](?:\s|$)|:(?:\s|$))")
_CLAUSE = re.compile(r"[,;.:!?]")
_EMOJI = re.compile(r"[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\ufe0f\u200d]")
_NEAR = 400  # characters before and behind a day that decide about it
_MOST_DAYS = 16  # in one task: with more it is a list of days, and none of them is the due date
# Fractions and the like that are not dates: 24/7, 9/11.
_NO_DATES = ((24, 7), (9, 11), (50, 50), (16, 9))


def find_due(text: str, calendar: Calendar, locale: Locale) -> FoundDue | None:
    """When the task that is written in `text` is due; None where it is not certain."""
    text, words = text.replace("’", "'"), locale.due
    found = list(islice(phrases(text, locale.days), _MOST_DAYS + 1))
    if not 0 < len(found) <= _MOST_DAYS or words.recurring.search(text) or words.day_range.search(text):
        return None
    if text.rstrip().endswith("?") and words.question.match(text):
        return None
    joined = _joined(text, found, words)
    judged = [
        (strength, phrase)
        for phrase in found
        if phrase not in joined and (strength := _strength(text, phrase, locale)) > 0
    ]
    if any(phrase.day for _, phrase in judged):  # a time without a day says less than a day
        judged = [(strength, phrase) for strength, phrase in judged if phrase.day]
    best = max((strength for strength, _ in judged), default=0)
    chosen = [phrase for strength, phrase in judged if strength == best]
    values = {_value(phrase, calendar) for phrase in chosen}
    value = values.pop() if len(values) == 1 else None
    if value is None:
        return None
    if best < 3 and not calendar.is_today_or_later(value):  # a past day is a record, not a plan
        return None
    return FoundDue(value, chosen[0].start, chosen[0].end)


def _joined(text: str, found: Sequence[Phrase], words: DueWords) -> list[Phrase]:
    """Days of a list or a range: none of them is the due date."""
    rows = [
        (one, other)
        for one, other in pairwise(found)
        if words.joined.fullmatch(text, one.end, other.body if other.cue in words.until_cues else other.start)
        and not (one.day and other.day is None and other.cue)
        # "hall 3/12 by Fri", "unit 3/12 due Fri"
        and not (one.kind in _NUMERIC and other.cue.startswith((*words.before_cues, *words.deadline_prefixes)))
    ]
    return [phrase for row in rows for phrase in row]


def _strength(text: str, phrase: Phrase, locale: Locale) -> int:
    """0: not a due date; 1: a day without a cue; 2: a day with `on`, or an unambiguous one; 3: a deadline."""
    words = locale.due
    before, behind = text[max(0, phrase.start - _NEAR) : phrase.start], text[phrase.end : phrase.end + _NEAR]
    body, clause = text[phrase.body : phrase.end], _CLAUSE.split(before)[-1]
    if words.range_before.search(before) or words.range_behind.match(behind) or words.condition.search(clause):
        return 0
    strength = _cue_strength(phrase, words)
    if strength == 1 and behind.lstrip().startswith("?"):
        return 0
    leading = phrase.start <= _NEAR and words.leading.fullmatch(before) is not None
    if leading and not re.search(r"\w", behind):
        return 0  # a day and nothing to do
    if strength < 3 and leading and words.others.match(behind.lstrip()):
        return 0  # "in 2 days they replied"
    if strength < 3 and (words.regular.search(text) or words.others.search(clause) or words.past.search(clause)):
        return 0
    if not _written_as_day(text, phrase, locale, strength=strength):
        return 0
    if not _stands_alone(phrase, behind, words, leading=leading, strength=strength):
        return 0
    if _is_measure(phrase, before, body, words) or not _fits_before(phrase, before, words, strength=strength):
        return 0
    return strength


def _cue_strength(phrase: Phrase, words: DueWords) -> int:
    if (
        phrase.cue in words.deadline_cues
        or phrase.cue.startswith(words.deadline_prefixes)
        or (phrase.kind is DayKind.END and phrase.cue not in (words.at, words.on))
    ):
        return 3
    if phrase.cue or phrase.kind in (DayKind.RELATIVE, DayKind.PERIOD, DayKind.HOURS):
        return 2
    return 1


def _written_as_day(text: str, phrase: Phrase, locale: Locale, *, strength: int) -> bool:
    """Whether the phrase cannot be a word, a fraction, a version or a part of a time."""
    cue, kind, words = phrase.cue, phrase.kind, locale.due
    body = text[phrase.body : phrase.end]
    if kind is DayKind.HOURS:
        return not _is_duration(text[max(0, phrase.start - _NEAR) : phrase.start], body, locale)
    if kind is DayKind.TIME:
        half = body[-1] in words.half_endings
        clock = ":" in body and int(body.split(":")[0]) > 12
        return phrase.clear_time and ((bool(cue) and cue != words.on) or half or clock)
    if cue == words.at and kind is not DayKind.END:  # "at 2 pm Thursday", but not "at Thursday"
        return bool(phrase.clear_time and locale.days.time.pattern.match(body)) and kind not in _NUMERIC
    if words.title.match(body) and not text.isupper() and not cue:
        return False
    word = re.split(r"[\s.,]", body)[0]
    if kind is DayKind.WEEKDAY and word.lower() in words.short_weekdays:
        if word.isupper():
            return text.isupper() or (strength > 1 and word.upper() != words.exam)
        listed = text[: phrase.start].rstrip().endswith(",") and not text[phrase.end :].strip(" .!")  # "pens, mon"
        return word[0].isupper() or strength > 1 or phrase.clear_time or listed
    if kind is DayKind.ORDINAL:
        return bool(cue) and cue != "@"
    if kind is DayKind.END and not cue:
        return not body.lower().startswith(words.weak_ends)
    if kind is DayKind.DOTTED:
        return not words.versioned.search(text)
    if kind is DayKind.NUMBERS and not cue:
        return not words.scored.search(text) and not _is_fraction(body)
    return not (kind is DayKind.MONTH_DAY and word == words.ambiguous_month and strength < 2)


def _is_duration(before: str, body: str, locale: Locale) -> bool:
    """Whether hours say how long or how exact something is, and not when: "12 ideas in 12 minutes"."""
    words = locale.due
    clause = _CLAUSE.split(before)[-1]
    said = set(re.findall(r"\w+", clause.lower()))
    if not said & words.verbs and clause.strip():
        return True
    if not body.lower().startswith(words.pace):
        return bool(words.tolerant.search(clause))
    counted = said & (locale.days.counts.keys() - words.determiners) or any(word.isdigit() for word in said)
    return bool(counted or words.paced.search(clause))


def _is_fraction(body: str) -> bool:
    first, second = _two_numbers(body)
    return (first <= second and second in (2, 3, 4, 8)) or first == second or (first, second) in _NO_DATES


def _two_numbers(body: str) -> tuple[int, int]:
    numbers = re.search(r"(\d+)/(\d+)", body)
    return (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)


def _stands_alone(phrase: Phrase, behind: str, words: DueWords, *, leading: bool, strength: int) -> bool:
    """Whether the phrase does not belong to a noun after it: Friday meeting, 3 pm call, 1/2 cup, 3rd floor."""
    behind = _EMOJI.sub(" ", behind)  # it says nothing
    place = words.place_behind.match(behind)
    if _OVER.match(behind, place.end() if place else 0):
        return True
    following = [*_WORD.findall(behind[:80])[:3], "", "", ""]
    word, then = following[0].lower(), following[1].lower()
    plain = strength == 1 and phrase.time is None
    if word in (words.bare_goes_on if plain else words.goes_on):
        return not (plain and phrase.kind in _NUMERIC)
    if leading and word in words.persons and following[0][0].isupper() and then in words.gives_task:
        return following[2] in words.verbs  # "13/3 Ana to call the bank"
    if not leading or word not in words.verbs:
        return False
    if (plain and phrase.kind is not DayKind.DOTTED) or (phrase.kind is DayKind.END and not phrase.cue):
        return then in words.determiners  # "Fri call the bank", but not "Friday call", "EOM report template"
    if phrase.kind is DayKind.TIME and not phrase.cue:  # "5pm train ticket", but "9am call Ana"
        return then in words.determiners or then in words.goes_on or following[1][:1].isupper()
    return bool(re.match(r"\w", then))


def _fits_before(phrase: Phrase, before: str, words: DueWords, *, strength: int) -> bool:
    """Whether the words before the phrase let it be the due date of the task."""
    match = _LAST_WORD.search(before, max(0, len(before) - _LONGEST_WORD))
    word = match[1].lower().rstrip(".") if match else ""
    touches = match is not None and not before[match.end(1) :].strip()
    if phrase.kind is DayKind.WEEKDAY and not phrase.cue and word in words.titles:
        return False  # Dr. Friday is a person
    if (strength < 3 or phrase.cue in (*words.until_cues, words.before)) and words.negated.search(
        _CLAUSE.split(before)[-1]
    ):
        return False
    if phrase.cue in words.until_cues:
        return not (set(_LETTERS.findall(before.lower())) & words.states)
    if phrase.cue in words.before_cues:
        return not (touches and word == words.not_)
    if phrase.cue.startswith(words.due_prefix):
        return word not in words.not_due
    if not touches:
        # "(Fri)" and "- Fri" belong to no other word, but not "rm. 12/3".
        return not (phrase.kind in _NUMERIC and before.rstrip().endswith((".", "#", "$")))
    if phrase.kind in (DayKind.RELATIVE, DayKind.PERIOD, DayKind.HOURS) and not phrase.cue:
        return word in words.articles or not (_is_elsewhere(word, before, words) or _is_participle(word, before, words))
    if phrase.cue:
        return word not in words.not_after and not (strength < 3 and _is_participle(word, before, words))
    assert match is not None  # it touches
    return _fits_behind_word(phrase, before, match[1], words)


def _fits_behind_word(phrase: Phrase, before: str, spelled: str, words: DueWords) -> bool:
    """Whether a day without a cue is not part of a name or a number with the word before it, `spelled`."""
    word = spelled.lower().rstrip(".")
    if phrase.kind in _NUMERIC and (word in words.numbered or word in words.priced or word[-1:].isdigit()):
        return False
    if phrase.kind is DayKind.DOTTED and spelled[0].isupper() and before.strip() != spelled:
        return False  # a product and its version
    if phrase.kind is DayKind.NUMBERS and _is_code(spelled, before, words):
        return False
    if phrase.kind is DayKind.END:
        return word not in words.not_before_end
    if spelled[0].isupper() and words.media.match(before):
        return False  # a title: "watch Big Wednesday"
    return not _is_elsewhere(word, before, words) and not _is_participle(word, before, words)


def _is_elsewhere(word: str, before: str, words: DueWords) -> bool:
    """Whether the word before a day makes it part of something else: "the last Friday", "post Friday"."""
    near = max(0, len(before) - _LONGEST_WORD)
    return word in words.of_elsewhere and not words.noun_before.search(before, near) and not words.aimed.search(before)


def _is_measure(phrase: Phrase, before: str, body: str, words: DueWords) -> bool:
    """Whether it says by how much: "cut costs by 1/3", but "cut the grass by 12/3" and "follow up by 11/30"."""
    first, second = _two_numbers(body)
    fraction = phrase.kind is DayKind.DOTTED or (phrase.kind is DayKind.NUMBERS and first <= second <= 10)
    return fraction and phrase.cue == words.by and bool(set(_LETTERS.findall(before.lower())) & words.measured)


def _is_code(word: str, before: str, words: DueWords) -> bool:
    """Whether numbers after the word belong to it: AB 12/3, Windows 10/11, but not Ana 12/3."""
    if not word[0].isupper() or word.lower() in words.persons:
        return False
    if word.isupper() and len(word) < 3:
        return True
    return not before.isupper() and before.strip() != word


def _is_participle(word: str, before: str, words: DueWords) -> bool:
    if not words.participle.search(word) or word in words.not_participles:
        return False
    return not words.done_by.search(before)


def _value(phrase: Phrase, calendar: Calendar) -> date | None:
    # 0:00 of a day may be its beginning or its end.
    time = phrase.time if phrase.clear_time and not (phrase.day and phrase.time == (0, 0)) else None
    if phrase.day is None:
        return calendar.time(time[0] % 24, time[1]) if time else None
    day = phrase.day(calendar)
    if day is None or time is None:
        return day
    return day_end(day) if time == MIDNIGHT else datetime(day.year, day.month, day.day, *time)
