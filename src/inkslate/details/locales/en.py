"""English: how notes write due dates and owners. Days are in `en_days`, the long word lists in `en_words`."""

from __future__ import annotations

import re

from inkslate.details.given_names import NAMES
from inkslate.details.locale import DueWords, Locale, OwnerWords
from inkslate.details.locales.en_days import DAY_WORDS
from inkslate.details.locales.en_words import (
    ABBREVIATED_THINGS,
    ABBREVIATIONS,
    ABSTRACT_VERBS,
    CALENDAR,
    COMMON,
    DESTINATIONS,
    FAMILY,
    FAVOURS,
    LEADS_TO_OBJECT,
    MATERIAL_VERBS,
    NO_SUBJECTS,
    NOUN_VERBS,
    NUMBERED,
    OF_ELSEWHERE,
    PERSONS,
    PLACELIKE_NAMES,
    SPEAKING_VERBS,
    SURNAME_PARTICLES,
    THINGLIKE_NAMES,
    TITLES,
    VERBS,
    WORDLIKE_NAMES,
)
from inkslate.details.rare_names import RARE_NAMES

_NAMES = NAMES | RARE_NAMES
_DAYS = r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?"
_PLEASE = frozenset("please pls plz kindly".split())
_GREETINGS = frozenset("hi hey hello dear morning".split())

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
    persons=_NAMES | WORDLIKE_NAMES | THINGLIKE_NAMES | PERSONS,
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

_OWNER_WORDS = OwnerWords(
    names=_NAMES,
    wordlike_names=WORDLIKE_NAMES,
    thinglike_names=THINGLIKE_NAMES,
    placelike_names=PLACELIKE_NAMES,
    no_subjects=NO_SUBJECTS,
    abbreviations=ABBREVIATIONS,
    abbreviated_things=ABBREVIATED_THINGS,
    titles=TITLES,
    common=COMMON,
    calendar=CALENDAR,
    joints=frozenset(("&", "+", "/", "and", ",")),
    # After @: contexts (@home), groups and days; names that are months are not months there.
    no_handles=(COMMON | CALENDAR | {"team", "folks", "guys"}) - THINGLIKE_NAMES,
    noun_ending=re.compile(
        r"(?:tion|sion|ment|ness|ity|ance|ence|ship|ware|ing|ure|ism|ist|able|ful|less|ly|ed|ers|ings|[^aeiou]s|es)$"
    ),
    site=re.compile(r"['’]s?$|\.(?:com|org|net|io|de)$"),
    verbs=VERBS,
    abstract_verbs=ABSTRACT_VERBS,
    material_verbs=MATERIAL_VERBS,
    speaking_verbs=SPEAKING_VERBS,
    destinations=DESTINATIONS,
    persons=PERSONS,
    leads_to_object=LEADS_TO_OBJECT,
    modals=frozenset("will must should shall 'll".split()),
    greetings=_GREETINGS,
    labels=frozenset(
        """
        todo task action actions ai ap both follow-up followup reminder urgent important next fyi priority agreed
        decided fixme xxx
        """.split()
    )
    | _PLEASE
    | _GREETINGS,
    two_word_labels=frozenset(
        (
            ("to", "do"),
            ("action", "item"),
            ("next", "step"),
            ("follow", "up"),
            ("good", "morning"),
            ("agreed", "that"),
            ("decided", "that"),
        )
    )
    | {(label, then) for label in ("action", "task", "todo") for then in ("for", "on")},
    owner_labels=frozenset("owner owners assignee assigned responsible resp dri lead who".split()),
    assigned=("assigned", "to"),
    adverbs=frozenset("also please quickly then first not always still kindly pls plz".split()),
    objects=frozenset("a an the my our your his her their its this that these those it them him us all some".split()),
    to="to",
    be="be",
    again="re-",
    you=frozenset({"you", "u", "ya"}),
    asked=frozenset("can could would will".split()),
    please=_PLEASE,
    after_greeting=(",", "please"),
    thanks=frozenset(("thanks", "thank", "thx", "cheers", "regards")),
    obliged_one=frozenset("needs has is ought".split()),
    obliged_many=frozenset("need have are ought".split()),
    intends=frozenset("going agreed offered promised volunteered".split()),
    being=frozenset({"is", "are"}),
    doing=frozenset(
        "arranging baking booking bringing buying collecting making ordering organising organizing".split()
    ),
    needed=frozenset((("we", "need"), ("i", "need"))),
    agreed=frozenset({"agreed", "decided"}),
    that="that",
    connectives=frozenset("and but now so then therefore".split()),
    particles=frozenset("away back down off out together up".split()),
    adverb=re.compile(r"(?!re?ply$|apply$|supply$|multiply$|comply$)[a-z]{3,}ly"),
    surname_particles=SURNAME_PARTICLES,
    weekday_names=frozenset({"sunday"}),
    short_words=frozenset("an as at be by do go ha he hi if is ma me my no of oh on or pa so to up we".split()),
    alternatives=frozenset("or and not if unless instead & /".split()),
    halves_of_day=("am", "pm"),
    noun_verbs=NOUN_VERBS,
    unchanged_verbs=frozenset("cut let put read set shut split spread".split()),
    verb_prefixes=frozenset("cross deep double dry fact fine jet litter pre spell triple".split()),
    rhetorical=frozenset("believe guess imagine".split()),
    able=frozenset({"can", "could"}),
    favours=FAVOURS,
    doubts=frozenset("actually alone already also even instead legally or still too without".split()),
    short_to=frozenset({"2"}),
    chores=frozenset("action duty job responsibility task todo to-do turn".split()),
    takes_on=frozenset("action arrange do handle lead organise organize own progress pursue sort".split()),
    pronouns=frozenset("it that them these this those".split()),
    family=FAMILY,
    leading_particles=frozenset("de van von".split()),
    dotted_words=frozenset("nb ps".split()),
    conditions=frozenset("if provided supposing unless whether".split()),
    in_case=("in", "case"),
    media=frozenset(
        """
        album article book comic documentary episode essay film game lecture magazine movie novel opera painting
        podcast poem record series show song track video
        """.split()
    ),
    acquires=frozenset("borrow buy download finish find get learn order practice practise reserve return".split()),
    enjoys=frozenset("hear listen play read reread re-read rewatch stream watch".split()),
    fiction=frozenset("dream fable film joke movie novel plot riddle story tale".split()),
    # "I'll need Sam to call" asks Sam, "I will be out" and "I will not" promise nothing.
    promise=re.compile(
        r"(?:(?:ok(?:ay)?|yes|yeah|yep|sure|so|and|but|well|right|great|alright|perfect|fine|then|also|today|tomorrow|tonight"
        r"|thanks|thank\s+you|no\s+problem|(?:hi|hello|hey)\s+\w+)\s*[,.!;:–—-]*\s+){0,4}"
        r"(?:(?P<who>I)\s+(?:will|shall|must|need\s+to|have\s+to|am\s+going\s+to)|(?P<short>I['’]ll|I['’]m\s+going\s+to))"
        r"\s+(?!(?:not|never|need|be|have|no)\b)\w",
        re.IGNORECASE,
    ),
)

ENGLISH = Locale(language="en", days=DAY_WORDS, due=_DUE_WORDS, owners=_OWNER_WORDS)
