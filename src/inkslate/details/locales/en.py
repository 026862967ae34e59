"""English: how notes write days, due dates and owners. The long word lists are in `en_words`."""

from __future__ import annotations

import re

from inkslate.details.given_names import NAMES
from inkslate.details.locale import FIGURES, WORD_END, YEAR, DayWords, DueWords, Forms, Locale, OwnerWords, whole_words
from inkslate.details.locales.en_words import (
    CALENDAR,
    COMMON,
    DESTINATIONS,
    LEADS_TO_OBJECT,
    NUMBERED,
    OF_ELSEWHERE,
    PERSONS,
    PLACELIKE_NAMES,
    THINGLIKE_NAMES,
    TITLES,
    VERBS,
    WORDLIKE_NAMES,
)

_WEEKDAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_TOMORROW = r"(?:tom?mor?row|tmrw|tmrrw|tmr|tmw|2moro)"
_COUNTS = {"a": 1, "an": 1} | {
    word: n for n, word in enumerate("one two three four five six seven eight nine".split(), 1)
}
_NTH = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_OPTIONAL_YEAR = rf"(?:,?\s+(?P<year>{YEAR}))?"
_DATES: Forms = (
    *FIGURES,
    ("month and day", whole_words(rf"(?P<day>3[01]|[12]\d|0?[1-9])-(?P<month>{_MONTH})(?:-(?P<year>{YEAR}|\d\d))?")),
    ("month and day", whole_words(rf"(?P<month>{_MONTH})\.?\s+(?:the\s+)?{_NTH}{_OPTIONAL_YEAR}")),
    ("month and day", whole_words(rf"(?:the\s+)?{_NTH}\.?\s+(?:of\s+)?(?P<month>{_MONTH})\b\.?{_OPTIONAL_YEAR}")),
    ("ordinal", whole_words(r"(?:the\s+)?(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)")),
)
_DAYS = r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?"
_GREETINGS = frozenset("hi hey hello dear morning".split())

_DAY_WORDS = DayWords(
    forms=(
        (
            "end",
            whole_words(
                rf"(?:(?:the\s+)?end\s+of\s+(?:the\s+|this\s+)?(?:business\s+|work(?:ing)?\s+)?"
                rf"(?P<unit>(?:next\s+)?(?:week|month)|day|year|{_MONTH})"
                r"|(?P<short>eod|eob|cob|eow|eom|eoy|close\s+of\s+(?:business|play)))"
            ),
        ),
        ("day after tomorrow", whole_words(rf"(?:the\s+)?day\s+after\s+{_TOMORROW}")),
        ("today", whole_words(r"today|tonight|this\s+(?:morning|afternoon|evening)")),
        ("tomorrow", whole_words(_TOMORROW)),
        ("weekday of week", whole_words(rf"(?P<which>next|this)\s+week\s+(?:on\s+)?(?P<weekday>{_WEEKDAY})")),
        ("period", whole_words(r"(?:next|this)\s+(?:week|month|(?<=this\s)weekend)")),
        (
            "count",
            whole_words(
                r"(?:with)?in\s+(?P<count>\d{1,3}|"
                + "|".join(_COUNTS)
                + r")\s+(?P<unit>days?|weeks?|months?)(?:[’']?\s+time)?"
            ),
        ),
        (
            "weekday",
            whole_words(
                rf"(?:(?P<which>next|this\s+coming|this|coming)\s+)?(?P<weekday>{_WEEKDAY})(?:\.(?=[\s,)]|$))?"
                r"(?:\s+(?P<week>(?:next|this)\s+week))?"
            ),
        ),
        *_DATES,
    ),
    dates=_DATES,
    weekdays={name: number for number, name in enumerate("mon tue wed thu fri sat sun".split())},
    months={name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)},
    counts=_COUNTS,
    units={"day": "day", "days": "day", "week": "week", "weeks": "week", "month": "month", "months": "month"},
    weeks={"this": 0, "next": 1},
    periods={name: name for name in ("next week", "next month", "this week", "this month", "this weekend")},
    ends={
        **{name: name for name in ("day", "week", "next week", "month", "next month", "year")},
        **dict.fromkeys(("eod", "eob", "cob", "close of business", "close of play"), "day"),
        "eow": "week",
        "eom": "month",
        "eoy": "year",
    },
    day_after_end=re.compile(r",?\s+(?:on\s+|of\s+)?", re.IGNORECASE),
    date_after_weekday=re.compile(r"\.?,?\s+(?:the\s+)?", re.IGNORECASE),
    cue=re.compile(
        r"(?:(due(?:\s+date)?(?:\s+(?:by|on|before|at|is))?\s*[:=]?|deadline(?:\s+(?:is|by|on))?\s*[:=]?"
        r"|not?\s+later\s+than|by|before|until|till|til|on|at|latest(?:\s+by)?)\s+(?:the\s+(?=end\b|close\b))?|(@)\s?)",
        re.IGNORECASE,
    ),
    part_of_day=whole_words(
        r"\s+(?:(?:in\s+the\s+)?(?:morning|afternoon|evening|night|lunchtime|[ap]\.?m\.?)|(?:by\s+)?(?:eod|eob|cob|end\s+of\s+day))"
    ),
    before_time=re.compile(r",?\s+(?:(?:at|by|before|@)\s*)?|\s*@\s*", re.IGNORECASE),
    before_day=re.compile(r",?\s+(?:on\s+)?", re.IGNORECASE),
    time=re.compile(
        r"(?:(?P<hour>\d{1,2})(?:[:.](?P<minute>[0-5]\d))?\s?(?P<half>[ap])\.?m(?:\.(?!\w)|\b)"
        r"|(?P<clock>(?:[01]?\d|2[0-3]):[0-5]\d)|(?P<named>noon|midday|midnight))" + WORD_END,
        re.IGNORECASE,
    ),
    afternoon="p",
    named_times={"noon": (12, 0), "midday": (12, 0), "midnight": (24, 0)},
    trigger=re.compile(
        r"\d|\b(?:mon|tue|wed|thu|fri|sat|sun|to(?:day|night|mor|mmor)|tm[rw]|2mor|end\b|close\b|eo[bdwmy]\b|cob\b|next\b|this\b"
        r"|noon|midday|midnight|(?:with)?in\s+(?:a|one|two|three|four|five|six|seven|eight|nine)\b)",
        re.IGNORECASE,
    ),
)

_DUE_WORDS = DueWords(
    deadline_cues=frozenset(
        ("by", "before", "until", "till", "til", "no later than", "not later than", "latest", "latest by")
    ),
    deadline_prefixes=("due", "deadline"),
    due_prefix="due",
    until_cues=("until", "till", "til"),
    before_cues=("by", "before"),
    by="by",
    before="before",
    on="on",
    at="at",
    not_due=frozenset(("was", "were", "over", "past", "not", "never", "isn't", "aren't")),
    not_="not",
    persons=NAMES | WORDLIKE_NAMES | THINGLIKE_NAMES | PERSONS,
    verbs=VERBS,
    of_elsewhere=OF_ELSEWHERE,
    articles=frozenset({"a", "an"}),
    numbered=NUMBERED,
    priced=frozenset("pay pays paid cost costs costing owe charge price spend for".split()),
    measured=frozenset(
        "reduce cut increase lower raise shrink grow scale multiply divide rise drop up down improve".split()
    ),
    states=frozenset(
        """
        available away busy closed delay delayed gone hold holiday leave off open out pause paused postpone postponed
        sick sleep sleeps snooze stay valid wait waiting waits
        """.split()
    ),
    goes_on=frozenset(
        """
        about after and as at because before but by from i if in into latest max near on please pls plz re regarding
        sharp so thanks then they thx to unless using via w/ we when while with you
        """.split()
    ),
    bare_goes_on=frozenset("about after at because before if in please pls re regarding so w/ with".split()),
    determiners=frozenset("a an the my our your his her their this that all up off out in for at with".split()),
    titles=frozenset({"dr", "prof", "mr", "mrs", "ms", "miss", "sir", "frau", "herr"}),
    not_after=frozenset("starting since from after".split()),
    not_before_end=frozenset("at of after since from last to for not the is was".split()),
    short_weekdays=frozenset("sat sun wed mon".split()),
    exam="SAT",
    half_endings="mM.",
    ambiguous_month="may",
    weak_end="eom",
    article="the ",
    not_participles=frozenset("need feed speed shed seed bed weed".split()),
    participle=re.compile(
        r"[a-z]{3,}ed$|^(?:sent|met|made|bought|got|done|paid|left|held|given|taken|written|seen|spoken|said)$",
        re.IGNORECASE,
    ),
    done_by=re.compile(r"\b(?:get|have|has|had|getting|having|be|being|needs?|must|to)\b", re.IGNORECASE),
    versioned=re.compile(
        r"\b(?:install|upgrade|update|downgrade|release|deploy|bump|ship|tag|version|python|java|php|node|django|postgres"
        r"|ubuntu|debian|ios|android|windows|kernel|firmware|app|api|v|test|support)\b",
        re.IGNORECASE,
    ),
    scored=re.compile(
        r"\b(?:rat(?:e|ed|ing|io)|scor(?:e|ed|es)|stars?|grade[ds]?|won|lost|beat|odds|aspect|mix|fraction|recipe)\b",
        re.IGNORECASE,
    ),
    recurring=re.compile(
        r"\b(?:every|each)\s+(?:\w+\s+){0,2}?(?:mon|tue|wed|thu|fri|sat|sun|day|week|month|year|quarter|morning|evening|night"
        r"|afternoon|hour|\d)\w*|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bweekdays\b|\b\d+\s*x\b",
        re.IGNORECASE,
    ),
    regular=re.compile(
        r"\b(?:daily|weekly|biweekly|bi-weekly|fortnightly|monthly|quarterly|yearly|annually|nightly|regularly|always|usually"
        r"|recurring|repeat(?:s|ing)?)\b",
        re.IGNORECASE,
    ),
    day_range=re.compile(
        rf"\b{_DAYS}\s*(?:[-–—/&+,]|to|thru|through|and|or|until|till)\s*{_DAYS}(?![\w’'])", re.IGNORECASE
    ),
    # "3 - 5 Dec", "3-4pm", "8/1-8/7", "from 9 to 5pm".
    range_before=re.compile(
        r"(?:\d|\bbetween\b.*)\s*(?:[-–—/&]|to|thru|through|and|or)\s*$|\b(?:from|between)\s+\S+\s+(?:to|and)\s*$",
        re.IGNORECASE,
    ),
    range_behind=re.compile(
        r"\s*(?:[-–—/&+]\s*\d|(?:to|thru|through|and|or|until|till)\s+(?:the\s+)?\d|[-–—]\s*$|\s*or\b)", re.IGNORECASE
    ),
    joined=re.compile(r"\s*(?:[-–—/&+,]|,?\s*(?:to|thru|through|and|or|until|till|vs|then))?\s*", re.IGNORECASE),
    # Searched in the clause before the day: it belongs to a condition, to somebody else, or to the past.
    condition=re.compile(r"\b(?:if|unless|whether|once|when|in\s+case|because|although)\b", re.IGNORECASE),
    others=re.compile(
        r"\b(?:they|he|she|which|who|whose|where)\b|\bit(?:['’]s|\s+(?:is|was|starts?|begins?|ends?|opens?|closes?|will"
        r"|has|arrives?))\b|\bthat\s+(?:is|was|arrives?|came|starts?|happen\w*|went|ended|broke|came)\b",
        re.IGNORECASE,
    ),
    past=re.compile(
        r"\b(?:was|were|had|did|didn['’]t|wasn['’]t|sent|met|came|went|said|told|gave|took|held|bought|happened|since|ago"
        r"|yesterday|overdue|missed|born|died|received|spoke|got)\b"
        # "we talked on Friday", "the mail that Ana promised Monday"
        r"|\b(?:i|we|you|(?-i:[A-Z]\w+))\s+(?!need)\w{3,}ed\b",
        re.IGNORECASE,
    ),
    negated=re.compile(
        r"\b(?:don['’]?t|do\s+not|never|not|can['’]?t|cannot|won['’]?t|no\s+need)\b(?!\s+(?:forget|miss|be\s+late|later))",
        re.IGNORECASE,
    ),
    # "The Day After Tomorrow" is a film; "Day after tomorrow: call Ana" is a day.
    title=re.compile(r"(?:[Tt]he\s+)?[Dd]ay\s+After\b|[Ff]riday\s+[Tt]he\s+13th\b"),
    media=re.compile(r"\W*(?:watch|listen|read|play|stream|rent|hear|see|buy|order|finish)\b.*\s", re.IGNORECASE),
    leading=re.compile(
        r"\W*(?:(?:todo|to\s+do|task|action(?:\s+item)?|ai|reminder|urgent)\b\W*)?"
        r"(?:@\w+\W+|[A-Z][\w’'.-]*(?:\s+(?:(?:and|&|\+)\s+)?[A-Z][\w’'.-]*)?\s*:\s*|\[[\w\s]+\]\s*|\([\w\s]+\)\s*)?",
        re.IGNORECASE,
    ),
)

_OWNER_WORDS = OwnerWords(
    names=NAMES,
    wordlike_names=WORDLIKE_NAMES,
    thinglike_names=THINGLIKE_NAMES,
    placelike_names=PLACELIKE_NAMES,
    titles=TITLES,
    common=COMMON,
    calendar=CALENDAR,
    joints=frozenset(("&", "+", "/", "and", ",")),
    # After @: contexts (@home), groups and days; names that are months are not months there.
    no_handles=(COMMON | CALENDAR | {"team", "folks", "guys"}) - (THINGLIKE_NAMES - CALENDAR),
    noun_ending=re.compile(
        r"(?:tion|sion|ment|ness|ity|ance|ence|ship|ware|ing|ure|ism|ist|able|ful|less|ly|ed|ers|ings|[^aeiou]s|es)$"
    ),
    site=re.compile(r"['’]s?$|\.(?:com|org|net|io|de)$"),
    verbs=VERBS,
    destinations=DESTINATIONS,
    persons=PERSONS,
    leads_to_object=LEADS_TO_OBJECT,
    modals=frozenset("will must should shall".split()),
    greetings=_GREETINGS,
    labels=frozenset("todo task action actions ai reminder urgent important next fyi priority".split()) | _GREETINGS,
    two_word_labels=frozenset(
        (("to", "do"), ("action", "item"), ("next", "step"), ("follow", "up"), ("good", "morning"))
    ),
    owner_labels=frozenset("owner owners assignee assigned responsible resp dri lead who".split()),
    assigned=("assigned", "to"),
    adverbs=frozenset("also please quickly then first not always still kindly pls".split()),
    objects=frozenset("a an the my our your his her their its this that these those it them him us all some".split()),
    to="to",
    be="be",
    again="re-",
    you="you",
    asked=frozenset("can could would will".split()),
    please=frozenset("please pls plz".split()),
    bare_please=frozenset("please pls".split()),
    after_greeting=(",", "please"),
    obliged_one=frozenset("needs has is".split()),
    obliged_many=frozenset("need have are".split()),
    halves_of_day=("am", "pm"),
)

ENGLISH = Locale(language="en", days=_DAY_WORDS, due=_DUE_WORDS, owners=_OWNER_WORDS)
