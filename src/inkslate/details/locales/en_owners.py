"""English: how notes give tasks to people. Long word lists are in `en_words`, phrases in `en_phrases`."""

from __future__ import annotations

import re

from inkslate.details.given_names import NAMES
from inkslate.details.locale import OwnerWords, phrases_of
from inkslate.details.locales.en_phrases import (
    ASKING,
    BOUND,
    DATED,
    DOES,
    DOES_ON_DAY,
    DUTIES,
    FAVOUR_PHRASES,
    GIVEN_FIRST,
    GIVEN_LAST,
    IN_CHARGE,
    IS_DOING,
    PEOPLE_VERBS,
    REMARKS,
    SETTLED,
    TAKES,
    THING_VERBS,
    UNCERTAIN_IN_LOWER_CASE,
    VERB_PAIRS,
)
from inkslate.details.locales.en_roles import (
    ABSOLUTE_VERBS,
    NO_KINDS,
    OPEN_GROUPS,
    ROLE_GROUPS,
    ROLE_KINDS,
    ROLE_TOPICS,
    ROLES,
    SHORT_ROLES,
    TAKES_AWAY,
    THING_ROLES,
    UNCLEAR_ROLES,
)
from inkslate.details.locales.en_speakers import NO_PROMISE, NOBODIES, PROMISE
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
    PERSONS,
    PLACELIKE_NAMES,
    SPEAKING_VERBS,
    SURNAME_PARTICLES,
    THINGLIKE_NAMES,
    TITLES,
    VERBS,
    WORDLIKE_NAMES,
)
from inkslate.details.rare_names import MORE_NAMES, RARE_NAMES

GIVEN_NAMES = NAMES | RARE_NAMES | MORE_NAMES
_PLEASE = frozenset("please pls plz plse pleas kindly".split())
_GREETINGS = frozenset("hi hey hello dear morning".split())

OWNER_WORDS = OwnerWords(
    names=GIVEN_NAMES,
    uncertain_in_lower_case=UNCERTAIN_IN_LOWER_CASE | MORE_NAMES,
    wordlike_names=WORDLIKE_NAMES,
    thinglike_names=THINGLIKE_NAMES,
    placelike_names=PLACELIKE_NAMES,
    no_subjects=NO_SUBJECTS,
    abbreviations=ABBREVIATIONS,
    abbreviated_things=ABBREVIATED_THINGS,
    titles=TITLES,
    epithets=frozenset("big little old wee young".split()),
    common=COMMON,
    calendar=CALENDAR,
    joints=frozenset(("&", "+", "/", "and", ",")),
    # After @: contexts (@home), groups and days; names that are months are not months there.
    no_handles=(COMMON | CALENDAR | {"team", "folks", "guys"}) - THINGLIKE_NAMES - ROLES,
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
    messaging=frozenset(
        """
        bcc bug buzz chase congratulate dm facetime fwd greet hassle im loop msg nudge page pester pm poke prod quiz
        remind skype slack sms tag thank whatsapp
        """.split()
    ),
    before_verb=frozenset("and just or quickly then to".split()),
    modals=frozenset("will must should shall shd shld shud 'll".split()),
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
            ("resolved", "that"),
            ("we", "agreed"),
            ("we", "decided"),
            ("agreed", "for"),
            ("please", "note"),
        )
    )
    | {(label, then) for label in ("action", "item", "point", "reminder", "task", "todo") for then in ("for", "on")},
    owner_labels=frozenset(
        "owner owners assignee assignees assigned responsible responsibility resp dri pic lead who".split()
    ),
    end_labels=frozenset("action actions actionee ap".split()),
    label_nouns=frozenset("party person".split()),
    given_first=GIVEN_FIRST,
    given_last=GIVEN_LAST,
    by="by",
    participle=re.compile(
        r"(?!seen|known|loved|liked)[a-z]{2,15}(?:ed|en|wn)|bought|brought|built|cut|done|dug|found|held|hung|kept|laid|led|made|paid|put|read|run"
        r"|sent|set|swept|taught|told"
    ),
    adverbs=frozenset("also please quickly then first not always still kindly pls plz".split()),
    objects=frozenset("a an the my our your his her their its this that these those it them him us all some".split()),
    to="to",
    be="be",
    of_place=frozenset({"from"}),
    again="re-",
    you=frozenset({"you", "u", "ya"}),
    asked=frozenset("can could would will".split()),
    asking=ASKING,
    from_you=("from", "you"),
    me=frozenset("i me myself we us".split()),
    please=_PLEASE,
    after_greeting=(",", "please"),
    thanks=frozenset(("thanks", "thank", "thx", "cheers", "regards")),
    obliged_one=frozenset("needs has is ought".split()),
    obliged_many=frozenset("need have are ought".split()),
    intends=frozenset("going agreed offered promised volunteered".split()),
    still=frozenset("also both first kindly now still then".split()),
    bound=BOUND,
    would="would",
    being=frozenset({"is", "are"}),
    doing=frozenset(
        "arranging baking booking bringing buying collecting making ordering organising organizing".split()
    ),
    needed=frozenset((("we", "need"), ("i", "need"))),
    agreed=frozenset({"agreed", "decided", "resolved"}),
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
    favour_phrases=FAVOUR_PHRASES,
    can="can",
    doubts=frozenset("actually alone already also even instead legally or still too without".split()),
    short_to=frozenset({"2"}),
    chores=frozenset("action duty job responsibility task todo to-do turn".split()),
    takes_on=frozenset("action arrange do handle lead organise organize own progress pursue sort".split()),
    settled=SETTLED,
    in_charge=IN_CHARGE,
    takes=TAKES,
    on="on",
    duties=DUTIES,
    has=("is", "has"),
    thing_verbs=THING_VERBS,
    people_verbs=PEOPLE_VERBS,
    roles=ROLES,
    unclear_roles=UNCLEAR_ROLES,
    short_roles=SHORT_ROLES,
    role_groups=ROLE_GROUPS,
    open_groups=OPEN_GROUPS,
    role_kinds=ROLE_KINDS,
    no_kinds=NO_KINDS,
    thing_roles=THING_ROLES,
    role_topics=ROLE_TOPICS,
    absolute_verbs=ABSOLUTE_VERBS,
    noticing=frozenset("be note see".split()),
    no_objects=frozenset("again asap early here late later next now online soon there today together too well".split()),
    let_us_have=phrases_of("let's have, lets have, let us have"),
    takes_away=TAKES_AWAY,
    dated=DATED,
    remarks=REMARKS,
    chatting=frozenset(
        """
        are done good got great happy he hey hi hmm i i'd i'll i'm i've if is it it's like lol looks nice oh ok okay
        really she sure thank thanks that's they was we were won yeah yep yes you
        """.split()
    ),
    does=DOES,
    does_on_day=DOES_ON_DAY,
    is_doing=IS_DOING,
    the="the",
    verb_pairs=VERB_PAIRS,
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
    promise=PROMISE,
    no_promise=NO_PROMISE,
    nobodies=NOBODIES,
)
