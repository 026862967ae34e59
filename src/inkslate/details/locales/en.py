"""English: how notes write due dates. Days are in `en_days`, owners in `en_owners`, long word lists in `en_words`."""

from __future__ import annotations

import re

from inkslate.details.locale import DueWords, Locale
from inkslate.details.locales.en_days import DAY_WORDS
from inkslate.details.locales.en_owners import GIVEN_NAMES, OWNER_WORDS
from inkslate.details.locales.en_words import NUMBERED, OF_ELSEWHERE, PERSONS, THINGLIKE_NAMES, VERBS, WORDLIKE_NAMES

_DAYS = r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?"

_DUE_WORDS = DueWords(
    deadline_cues=frozenset(
        ("by", "before", "ahead of", "until", "till", "til", "no later than", "not later than", "latest", "latest by")
    ),
    deadline_prefixes=("due", "deadline"),
    due_prefix="due",
    until_cues=("until", "till", "til"),
    before_cues=("by", "before", "ahead of"),
    by="by",
    before="before",
    on="on",
    at="at",
    not_due=frozenset(("was", "were", "over", "past", "not", "never", "isn't", "aren't")),
    not_="not",
    persons=GIVEN_NAMES | WORDLIKE_NAMES | THINGLIKE_NAMES | PERSONS,
    verbs=VERBS,
    of_elsewhere=OF_ELSEWHERE,
    # "post Friday" is after Friday, but "publish the post Friday" is not.
    noun_before=re.compile(
        r"\b(?:a|an|the|my|our|your|his|her|their|this|that|write|draft|publish|edit)"
        r"(?:\s+(?:new|first|blog|guest|job|forum|linkedin|facebook|instagram))*\s+post\s*$",
        re.IGNORECASE,
    ),
    # "book the hall for Friday" may be done on any day, "finish the deck for Friday" may not.
    aimed=re.compile(
        r"\b(?:(?:finish|complete|prepare|prep|learn|revise)\s+\S.*|(?:have|get)\s+\S.*\sready)\sfor\s*$", re.IGNORECASE
    ),
    articles=frozenset({"a", "an"}),
    numbered=NUMBERED,
    priced=frozenset("pay pays paid cost costs costing owe charge price spend for".split()),
    measured=frozenset(
        "reduce cut increase lower raise shrink grow scale multiply divide rise drop up down improve".split()
    ),
    states=frozenset(
        """
        available away busy closed delay delayed frozen gone hold holiday leave off open out pause paused postpone
        postponed sick sleep sleeps snooze stay valid wait waiting waits
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
    weak_ends=("the ", "month", "year"),
    place_behind=re.compile(
        r",?\s+(?:room|rm|hall|gate|desk|table|floor|suite|office|building|bldg)\.?\s+[a-z]?\d+[a-z]?\b", re.IGNORECASE
    ),
    not_participles=frozenset("need feed speed shed seed bed weed".split()),
    pace="in ",
    paced=re.compile(
        r"\b(?:run|swim|walk|ride|cycle|jog|row|hike|drive|fly|cook|bake|boil|roast|fry|steam|learn|read|solve|ready|done|beat"
        r"|takes|everything|all|marathon)\b",
        re.IGNORECASE,
    ),
    tolerant=re.compile(r"\b(?:guess|estimate|predict|accura\w+|precis\w+|exact|time)\b", re.IGNORECASE),
    participle=re.compile(
        r"[a-z]{3,}ed$|^(?:sent|met|made|bought|got|done|paid|left|held|given|taken|written|seen|spoken|said)$",
        re.IGNORECASE,
    ),
    done_by=re.compile(r"\b(?:get|have|has|had|getting|having|be|being|needs?|must|to)\b", re.IGNORECASE),
    gives_task=frozenset("to will must should :".split()),
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
        r"|afternoon|hour|\d)\w*|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bweekdays\b|\b\d+\s*x\b"
        r"|\b(?:once|twice|times)\s+(?:a|per|each)\s+(?:day|week|month|year)\b",
        re.IGNORECASE,
    ),
    question=re.compile(
        r"\W*(?:is|are|was|were|does|did|what|when|where|why|how|which|will\s+(?:it|there|they|he|she|the|we))\b",
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
        r"(?:\d|\bbetween\b.*)\s*(?:[-–—/&]|to|thru|through|and|or)\s*$|\b(?:from|between)\s+\S+\s+(?:to|and)\s*$"
        r"|\b(?:w/c|w/b|wc|(?:week|month)\s+(?:commencing|beginning|starting))\.?\s*$",  # a week, not its first day
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
        r"|\b(?:i|we|you|(?-i:[A-Z]\w+))\s+(?!need|(?:agreed|offered|promised|volunteered)\s+to\b)\w{3,}ed\b",
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

ENGLISH = Locale(language="en", days=DAY_WORDS, due=_DUE_WORDS, owners=OWNER_WORDS)
