"""When a task is due: of the days and times in it, the one that is said of the task itself, or none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise

from inkslate.details.calendar_values import Calendar, day_end
from inkslate.details.day_forms import Kind
from inkslate.details.due_grammar import MIDNIGHT, TIME, Phrase, phrases
from inkslate.details.given_names import NAMES, THINGLIKE_NAMES, WORDLIKE_NAMES
from inkslate.details.word_lists import NUMBERED, OF_ELSEWHERE, PERSONS, VERBS


@dataclass(frozen=True, slots=True)
class FoundDue:
    """YYYY-MM-DD or YYYY-MM-DDTHH:MM, and the characters that say it, `by` included."""

    due: str
    start: int
    end: int


_STRONG = frozenset(("by", "before", "until", "till", "til", "no later than", "not later than", "latest", "latest by"))
_UNTIL = ("until", "till", "til")
_PEOPLE = NAMES | WORDLIKE_NAMES | THINGLIKE_NAMES | PERSONS
_NUMERIC = (Kind.NUMBERS, Kind.DOTTED)
_WORD = re.compile(r"[^\W_]+(?:['’./-][^\W_]+)*/?|[^\s\w]")
_LAST_WORD = re.compile(r"([^\W_][\w'’.-]*)\W*$")
# Behind a phrase: it is over, or the sentence goes on with a word that cannot belong to a noun.
_OVER = re.compile(r"\s*(?:$|[,.;!?)\]}(\[@→⇒…\"”]|[-–—=]+>|[-–—](?:\s|$)|:(?:\s|$))")
_GOES_ON = frozenset(
    """
    about after and as at because before but by from i if in into latest max near on please pls plz re regarding sharp
    so thanks then they thx to unless using via w/ we when while with you
    """.split()
)
_BARE_GOES_ON = frozenset("about after at because before if in please pls re regarding so w/ with".split())
_DETERMINERS = frozenset("a an the my our your his her their this that all up off out in for at with".split())
_VERSIONED = re.compile(
    r"\b(?:install|upgrade|update|downgrade|release|deploy|bump|ship|tag|version|python|java|php|node|django|postgres"
    r"|ubuntu|debian|ios|android|windows|kernel|firmware|app|api|v|test|support)\b",
    re.IGNORECASE,
)
_SCORED = re.compile(
    r"\b(?:rat(?:e|ed|ing|io)|scor(?:e|ed|es)|stars?|grade[ds]?|won|lost|beat|odds|aspect|mix|fraction|recipe)\b",
    re.IGNORECASE,
)
_PRICED = frozenset("pay pays paid cost costs costing owe charge price spend for".split())
_MEASURED = frozenset(
    "reduce cut increase lower raise shrink grow scale multiply divide rise drop up down improve".split()
)
_STATES = frozenset(
    """
    available away busy closed delay delayed gone hold holiday leave off open out pause paused postpone postponed sick
    sleep sleeps snooze stay valid wait waiting waits
    """.split()
)
_RECURRING = re.compile(
    r"\b(?:every|each)\s+(?:\w+\s+){0,2}?(?:mon|tue|wed|thu|fri|sat|sun|day|week|month|year|quarter|morning|evening|night"
    r"|afternoon|hour|\d)\w*|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bweekdays\b|\b\d+\s*x\b",
    re.IGNORECASE,
)
_REGULAR = re.compile(
    r"\b(?:daily|weekly|biweekly|bi-weekly|fortnightly|monthly|quarterly|yearly|annually|nightly|regularly|always|usually"
    r"|recurring|repeat(?:s|ing)?)\b",
    re.IGNORECASE,
)
_DAYS = r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?"
_DAY_RANGE = re.compile(
    rf"\b{_DAYS}\s*(?:[-–—/&+,]|to|thru|through|and|or|until|till)\s*{_DAYS}(?![\w’'])", re.IGNORECASE
)
# "3 - 5 Dec", "3-4pm", "8/1-8/7", "from 9 to 5pm".
_RANGE_BEFORE = re.compile(
    r"(?:\d|\bbetween\b.*)\s*(?:[-–—/&]|to|thru|through|and|or)\s*$|\b(?:from|between)\s+\S+\s+(?:to|and)\s*$",
    re.IGNORECASE,
)
_RANGE_BEHIND = re.compile(
    r"\s*(?:[-–—/&+]\s*\d|(?:to|thru|through|and|or|until|till)\s+(?:the\s+)?\d|[-–—]\s*$|\s*or\b)", re.IGNORECASE
)
_JOINED = re.compile(r"\s*(?:[-–—/&+,]|,?\s*(?:to|thru|through|and|or|until|till|vs|then))?\s*", re.IGNORECASE)
# Said in the same clause before the day: the day is that of the condition, of somebody else's deed, or gone by.
_CONDITION = re.compile(r"\b(?:if|unless|whether|once|when|in\s+case|because|although)\b[^,;.:!?]*$", re.IGNORECASE)
_OTHERS = re.compile(
    r"\b(?:they|he|she|which|who|whose|where)\b[^,;.:!?]*$|\bit(?:['’]s|\s+(?:is|was|starts?|begins?|ends?|opens?|closes?|will"
    r"|has|arrives?))\b[^,;.:!?]*$|\bthat\s+(?:is|was|arrives?|came|starts?|happen\w*|went|ended|broke|came)\b[^,;.:!?]*$",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"\b(?:was|were|had|did|didn['’]t|wasn['’]t|sent|met|came|went|said|told|gave|took|held|bought|happened|since|ago"
    r"|yesterday|overdue|missed|born|died|received|spoke|got)\b[^,;.:!?]*$"
    # "we talked on Friday", "the mail that Ana promised Monday"
    r"|\b(?:i|we|you|(?-i:[A-Z]\w+))\s+(?!need)\w{3,}ed\b[^,;.:!?]*$",
    re.IGNORECASE,
)
_DONE_BY = re.compile(r"\b(?:get|have|has|had|getting|having|be|being|needs?|must|to)\b", re.IGNORECASE)
_TITLES = frozenset({"dr", "prof", "mr", "mrs", "ms", "miss", "sir", "frau", "herr"})
_NEGATED = re.compile(
    r"\b(?:don['’]?t|do\s+not|never|not|can['’]?t|cannot|won['’]?t|no\s+need)\b(?!\s+(?:forget|miss|be\s+late|later))[^,;.:!?]*$",
    re.IGNORECASE,
)
_PARTICIPLE = re.compile(
    r"[a-z]{3,}ed$|^(?:sent|met|made|bought|got|done|paid|left|held|given|taken|written|seen|spoken|said)$",
    re.IGNORECASE,
)
# Films, whatever stands before them: "The Day After Tomorrow", but "Day after tomorrow: call Ana" is a day.
_TITLE = re.compile(r"(?:[Tt]he\s+)?[Dd]ay\s+After\b|[Ff]riday\s+[Tt]he\s+13th\b")
_MEDIA = re.compile(r"\W*(?:watch|listen|read|play|stream|rent|hear|see|buy|order|finish)\b.*\s", re.IGNORECASE)
_LEADING = re.compile(
    r"\W*(?:(?:todo|to\s+do|task|action(?:\s+item)?|ai|reminder|urgent)\b\W*)?"
    r"(?:@\w+\W+|[A-Z][\w’'.-]*(?:\s+(?:(?:and|&|\+)\s+)?[A-Z][\w’'.-]*)?\s*:\s*|\[[\w\s]+\]\s*|\([\w\s]+\)\s*)?",
    re.IGNORECASE,
)


def find_due(text: str, calendar: Calendar) -> FoundDue | None:
    """When the task that is written in `text` is due; None where it is not certain."""
    text = text.replace("’", "'")
    found = list(phrases(text))
    if not found or _RECURRING.search(text) or _DAY_RANGE.search(text):
        return None
    joined = _joined(text, found)
    judged = [
        (strength, phrase) for phrase in found if phrase not in joined and (strength := _strength(text, phrase)) > 0
    ]
    if any(phrase.day for _, phrase in judged):  # a time without a day says less than a day
        judged = [(strength, phrase) for strength, phrase in judged if phrase.day]
    best = max((strength for strength, _ in judged), default=0)
    chosen = [phrase for strength, phrase in judged if strength == best]
    values = {_value(phrase, calendar) for phrase in chosen}
    value = values.pop() if len(values) == 1 else None
    if value is None or (best < 3 and value < calendar.today.isoformat()):  # what lies behind is a record, not a plan
        return None
    return FoundDue(value, chosen[0].start, chosen[0].end)


def _joined(text: str, found: Sequence[Phrase]) -> list[Phrase]:
    """Days in a row, of which none is the one."""
    rows = [
        (one, other)
        for one, other in pairwise(found)
        if _JOINED.fullmatch(text, one.end, other.body if other.cue in _UNTIL else other.start)
        and not (one.day and other.day is None and other.cue)
    ]
    return [phrase for row in rows for phrase in row]


def _strength(text: str, phrase: Phrase) -> int:
    """0: no due date; 1: a day that just stands there; 2: one with `on`, or that is nothing else; 3: a deadline."""
    before, body, behind = text[: phrase.start], text[phrase.body : phrase.end], text[phrase.end :]
    if _RANGE_BEFORE.search(before) or _RANGE_BEHIND.match(behind) or _CONDITION.search(before):
        return 0
    strength = _cue_strength(phrase)
    if strength == 1 and behind.lstrip().startswith("?"):
        return 0
    leading = _LEADING.fullmatch(before) is not None
    if leading and not re.search(r"\w", behind):
        return 0  # a day and nothing to do
    if strength < 3 and (_REGULAR.search(text) or _OTHERS.search(before) or _GONE.search(before)):
        return 0
    if not _written_as_day(text, phrase, body, strength) or not _stands_alone(
        phrase, behind, leading=leading, strength=strength
    ):
        return 0
    return strength if not _is_measure(phrase, before, body) and _fits_before(phrase, before, strength) else 0


def _cue_strength(phrase: Phrase) -> int:
    if phrase.cue in _STRONG or phrase.cue.startswith(("due", "deadline")) or phrase.kind is Kind.END:
        return 3
    if phrase.cue or phrase.kind in (Kind.RELATIVE, Kind.PERIOD):
        return 2
    return 1


def _written_as_day(text: str, phrase: Phrase, body: str, strength: int) -> bool:
    """Whether the phrase cannot be a word, a fraction, a version or half of a time."""
    cue, kind = phrase.cue, phrase.kind
    if kind is Kind.TIME:
        return phrase.clear_time and (
            (bool(cue) and cue != "on") or body[-1] in "mM." or (":" in body and int(body.split(":")[0]) > 12)
        )
    if cue == "at" and kind is not Kind.END:  # "at 2 pm Thursday"; but nobody meets at a day
        return bool(phrase.clear_time and TIME.match(body)) and kind not in _NUMERIC
    if _TITLE.match(body) and not text.isupper():
        return False
    word = re.split(r"[\s.,]", body)[0]
    if kind is Kind.WEEKDAY and word.lower() in ("sat", "sun", "wed", "mon"):
        if word.isupper():
            return text.isupper() or (strength > 1 and word.upper() != "SAT")
        return word[0].isupper() or strength > 1
    if kind is Kind.ORDINAL:
        return bool(cue) and cue != "@"
    if kind is Kind.END and not cue:
        return word.lower() != "eom" and not body.lower().startswith("the ")
    if kind is Kind.DOTTED:
        return not _VERSIONED.search(text)
    if kind is Kind.NUMBERS and not cue:
        if _SCORED.search(text):
            return False
        first, second = _two_numbers(body)
        fraction = (first <= second and second in (2, 3, 4, 8)) or first == second
        return not fraction and (first, second) not in ((24, 7), (9, 11), (50, 50), (16, 9))
    return not (kind is Kind.MONTH_DAY and word == "may" and strength < 2)


def _two_numbers(body: str) -> tuple[int, int]:
    numbers = re.search(r"(\d+)/(\d+)", body)
    return (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)


def _stands_alone(phrase: Phrase, behind: str, *, leading: bool, strength: int) -> bool:
    """Whether no noun behind the phrase takes it for itself: Friday meeting, 3 pm call, 1/2 cup, 3rd floor."""
    if _OVER.match(behind):
        return True
    words = [*_WORD.findall(behind[:80])[:2], "", ""]
    word, then = words[0].lower(), words[1].lower()
    plain = strength == 1 and phrase.time is None
    if word in (_BARE_GOES_ON if plain else _GOES_ON):
        return not (plain and phrase.kind in _NUMERIC)
    if not leading or word not in VERBS:
        return False
    if plain and phrase.kind is not Kind.DOTTED:
        return then in _DETERMINERS
    if phrase.kind is Kind.TIME and not phrase.cue:  # "5pm train ticket", but "9am call Ana"
        return then in _DETERMINERS or then in _GOES_ON or words[1][:1].isupper()
    return bool(re.match(r"\w", then))


def _fits_before(phrase: Phrase, before: str, strength: int) -> bool:
    match = _LAST_WORD.search(before)
    word = match[1].lower().rstrip(".") if match else ""
    touches = match is not None and not before[match.end(1) :].strip()
    if phrase.kind is Kind.WEEKDAY and not phrase.cue and word in _TITLES:
        return False  # Dr. Friday is a person
    if (strength < 3 or phrase.cue in (*_UNTIL, "before")) and _NEGATED.search(before):
        return False
    if phrase.cue in _UNTIL:
        return not (set(re.findall(r"[a-z]+", before.lower())) & _STATES)
    if phrase.cue in ("by", "before"):
        return not (touches and word == "not")
    if phrase.cue.startswith("due"):
        return word not in ("was", "were", "over", "past", "not", "never", "isn't", "aren't")
    if not touches:
        # "(Fri)" and "- Fri" stand for themselves, but not "rm. 12/3".
        return not (phrase.kind in _NUMERIC and before.rstrip().endswith((".", "#", "$")))
    if phrase.kind in (Kind.RELATIVE, Kind.PERIOD) and not phrase.cue:
        return word not in OF_ELSEWHERE - {"a", "an"} and not _is_participle(word, before)
    if phrase.cue:
        return word not in ("starting", "since", "from", "after") and not (
            strength < 3 and _is_participle(word, before)
        )
    if phrase.kind in _NUMERIC and (word in NUMBERED or word in _PRICED or word[-1:].isdigit()):
        return False
    if phrase.kind is Kind.DOTTED and match and match[1][0].isupper() and before.strip() != match[1]:
        return False  # a product and its version
    if phrase.kind is Kind.NUMBERS and match and _is_code(match[1], before):
        return False
    if phrase.kind is Kind.END:
        return word not in ("at", "of", "after", "since", "from", "last", "to", "for", "not", "the", "is", "was")
    if match and match[1][0].isupper() and _MEDIA.match(before):
        return False  # a title: "watch Big Wednesday"
    return word not in OF_ELSEWHERE and not _is_participle(word, before)


def _is_measure(phrase: Phrase, before: str, body: str) -> bool:
    """Whether it says by how much: "cut costs by 1/3", but "cut the grass by 12/3" and "follow up by 11/30"."""
    first, second = _two_numbers(body)
    fraction = phrase.kind is Kind.DOTTED or (phrase.kind is Kind.NUMBERS and first <= second <= 10)
    return fraction and phrase.cue == "by" and bool(set(re.findall(r"[a-z]+", before.lower())) & _MEASURED)


def _is_code(word: str, before: str) -> bool:
    """Whether numbers behind the word belong to it: AB 12/3, Windows 10/11, but not Ana 12/3."""
    if not word[0].isupper() or word.lower() in _PEOPLE:
        return False
    if word.isupper() and len(word) < 3:
        return True
    return not before.isupper() and before.strip() != word


def _is_participle(word: str, before: str) -> bool:
    if not _PARTICIPLE.search(word) or word in ("need", "feed", "speed", "shed", "seed", "bed", "weed"):
        return False
    return not _DONE_BY.search(before)


def _value(phrase: Phrase, calendar: Calendar) -> str | None:
    # 0:00 of a day is its beginning or its end.
    time = phrase.time if phrase.clear_time and not (phrase.day and phrase.time == (0, 0)) else None
    if phrase.day is None:
        moment = calendar.time(time[0] % 24, time[1]) if time else None
        return moment.isoformat(timespec="minutes") if moment else None
    day: date | None = phrase.day(calendar)
    if day is None or time is None:
        return day.isoformat() if day else None
    moment = day_end(day) if time == MIDNIGHT else datetime(day.year, day.month, day.day, *time)
    return moment.isoformat(timespec="minutes") if moment else None
