"""English: how notes write days and times."""

from __future__ import annotations

import re

from inkslate.details.locale import DIGITS, FIGURES, WORD_END, YEAR, DayWords, Form, FormTable, whole_words

_WEEKDAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
# How the first words of forms begin; the forms themselves say the rest.
_WEEKDAYS = "mon tue wed thu fri sat sun "
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec "
_TOMORROW = r"(?:tom?mor?row|tmrw|tmrrw|tmr|tmw|tmoro|tomoz|2mor?row?|2mrw)"
_COUNTS = {"a": 1, "an": 1, "the": 1, "a couple of": 2, "half an": 0.5} | {
    word: n for n, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)
}
_ORDINALS = {
    word: n for n, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
}
_NUMBERS = DIGITS + " ".join(words.split()[0] for words in _COUNTS)
_UNITS = {
    spelling: unit
    for unit, spellings in (
        ("minute", "minutes min mins"),
        ("hour", "hour hours hr hrs h"),
        ("day", "day days"),
        ("week", "week weeks wk wks"),
        ("fortnight", "fortnight fortnights"),
        ("month", "month months"),
    )
    for spelling in spellings.split()
}
# "in a minute" means soon, and "in the week" no week in particular.
_COUNT = r"(?P<count>\d{1,3}|an?\s+couple\s+of|half\s+an|an?|" + "|".join(
    word for word in _COUNTS if word.isalpha() and word not in ("a", "an", "the")
)
_UNIT = r"(?P<unit>" + "|".join(sorted(_UNITS, key=len, reverse=True)) + ")"
_NTH = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_OPTIONAL_YEAR = rf"(?:,?\s+(?P<year>{YEAR}))?"
_DATES = (
    *FIGURES,
    Form(
        "month and day",
        DIGITS,
        whole_words(rf"(?P<day>3[01]|[12]\d|0?[1-9])-(?P<month>{_MONTH})(?:-(?P<year>{YEAR}|\d\d))?"),
    ),
    Form("month and day", _MONTHS, whole_words(rf"(?P<month>{_MONTH})\.?\s+(?:the\s+)?{_NTH}{_OPTIONAL_YEAR}")),
    Form(
        "month and day",
        DIGITS + "the",
        whole_words(rf"(?:the\s+)?{_NTH}\.?\s+(?:of\s+)?(?P<month>{_MONTH})\b\.?{_OPTIONAL_YEAR}"),
    ),
    Form(
        "month and day",
        "the " + " ".join(_ORDINALS),
        whole_words(rf"(?:the\s+)?(?P<day>{'|'.join(_ORDINALS)})\s+of\s+(?P<month>{_MONTH})\b\.?{_OPTIONAL_YEAR}"),
    ),
    Form(
        "day of month",
        DIGITS + "the " + " ".join(_ORDINALS),
        whole_words(
            rf"(?:the\s+)?(?P<day>(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)|{'|'.join(_ORDINALS)})\s+of\s+"
            r"(?P<which>the|this|next)\s+month"
        ),
    ),
    Form("ordinal", DIGITS + "the", whole_words(r"(?:the\s+)?(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)")),
)
_ENDS = (
    Form(
        "end",
        "the end last eod eob cob eow eom eoy close week month year",
        whole_words(
            rf"(?:(?:the\s+)?(?:end\s+of|last\s+day\s+of)\s+(?:the\s+|this\s+)?(?:business\s+|work(?:ing)?\s+)?"
            rf"(?P<unit>(?:next\s+)?(?:week|month)|day|wk|year|{_MONTH})|end[-\s](?P<month>{_MONTH})"
            r"|(?P<short>eod|eob|cob|eow|eom|eoy|(?:close|end)\s+of\s+(?:business|play)"
            r"|(?:the\s+)?(?:week|month|year)(?:['’]s)?[-\s]end|the\s+weekend))"
        ),
    ),
    Form(
        "end of day",
        "the end",
        re.compile(r"(?:the\s+)?end\s+of\s+(?=(?:to|tm|2m|mon|tue|wed|thu|fri|sat|sun))", re.IGNORECASE),
    ),
    Form(
        "inside of month",
        "mid the beginning start",
        whole_words(
            rf"(?:(?P<middle>mid(?:[-\s]|dle\s+of\s+))|(?:the\s+)?(?:beginning|start)\s+of\s+)"
            rf"(?:(?P<month>{_MONTH})|(?P<which>next)\s+month)"
        ),
    ),
    Form(
        "middle of this month", "mid the", whole_words(r"(?:mid-month|(?:the\s+)?middle\s+of\s+(?:the|this)\s+month)")
    ),
    Form(
        "start of next week", "the beginning start", whole_words(r"(?:the\s+)?(?:beginning|start)\s+of\s+next\s+week")
    ),
)
_DISTANCES = (
    Form("day after tomorrow", "the day", whole_words(rf"(?:the\s+)?day\s+after\s+{_TOMORROW}")),
    Form(
        "count from day",
        _NUMBERS,
        whole_words(
            rf"{_COUNT})\s+{_UNIT}\s+(?:from\s+(?P<now>now)|(?:from\s+)?(?:(?P<today>today)|(?P<tomorrow>{_TOMORROW}))"
            rf"|(?:(?:from|on)\s+)?(?P<weekday>{_WEEKDAY}))"
        ),
    ),
    Form("count from day", _WEEKDAYS, whole_words(rf"(?P<weekday>{_WEEKDAY})\s+(?P<unit>week)(?!\s+\d)")),
    Form(
        "count from day",
        _WEEKDAYS + "the",
        whole_words(rf"(?:the\s+)?(?P<weekday>{_WEEKDAY})\s+after\s+(?P<unit>next)"),
    ),
    Form("today", "today tonight this", whole_words(r"today|tonight|this\s+(?:morning|afternoon|evening)")),
    Form("tomorrow", "tomorrow tommorrow tmrw tmrrw tmr tmw tmoro 2morrow 2mrw", whole_words(_TOMORROW)),
    Form(
        "weekday of week", "next this", whole_words(rf"(?P<which>next|this)\s+week\s+(?:on\s+)?(?P<weekday>{_WEEKDAY})")
    ),
    Form("weekday of week", _WEEKDAYS, whole_words(rf"(?P<weekday>{_WEEKDAY})\s+of\s+(?P<which>next|this)\s+week")),
    Form(
        "period",
        "next this over",
        whole_words(r"(?:(?:next|this)\s+(?:week|month|(?<=this\s)weekend)|over\s+the\s+weekend)"),
    ),
    Form(
        "working days",
        "in within",
        whole_words(rf"(?:with)?in\s+(?:the\s+next\s+)?{_COUNT})\s+(?:working|business|work)\s+days?"),
    ),
    Form(
        "count",
        "in within",
        whole_words(rf"(?:with)?in\s+(?:the\s+next\s+)?{_COUNT})\s?{_UNIT}(?:[’']?s?\s+time)?"),
    ),
    Form("count", "within", whole_words(r"within\s+(?P<count>the)\s+(?:next\s+)?(?P<unit>hour)")),
)
_ON_WEEKDAY = Form(
    "weekday",
    _WEEKDAYS + "next this coming",
    whole_words(
        rf"(?:(?P<which>next|this\s+coming|this|coming)\s+)?(?P<weekday>{_WEEKDAY})(?:\.(?=[\s,)]|$))?"
        r"(?:\s+(?P<week>(?:next|this)\s+week))?"
    ),
)
_CUE = Form(
    "cue",
    "due deadline when no by before ahead until till on at latest @",
    re.compile(
        r"(?:(due(?:\s+date)?(?:\s+(?:by|on|before|at|is))?\s*[:=]?|deadline(?:\s+(?:is|by|on))?\s*[:=]?|when\s?[:=]"
        r"|not?\s+later\s+than|by|before|ahead\s+of|until|till|til|on|at|latest(?:\s+by)?)\s+"
        r"(?:the\s+(?=end\b|close\b))?|(@)\s?)",
        re.IGNORECASE,
    ),
)
_TIME = Form(
    "time",
    DIGITS + "noon midday",
    re.compile(
        r"(?:(?P<hour>\d{1,2})(?:[:.](?P<minute>[0-5]\d))?\s?(?P<half>[ap])\.?m(?:\.(?!\w)|\b)"
        r"|(?P<clock>(?:[01]?\d|2[0-3]):[0-5]\d)|(?P<named>noon|midday|midnight))" + WORD_END,
        re.IGNORECASE,
    ),
)

DAY_WORDS = DayWords(
    forms=FormTable((*_ENDS, *_DISTANCES, _ON_WEEKDAY, *_DATES)),
    dates=FormTable(_DATES),
    weekdays={name: number for number, name in enumerate("mon tue wed thu fri sat sun".split())},
    months={name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)},
    counts=_COUNTS,
    ordinals=_ORDINALS,
    units=_UNITS,
    weeks={"this": 0, "next": 1},
    periods={name: name for name in ("next week", "next month", "this week", "this month", "this weekend")}
    | {"over the weekend": "this weekend"},
    ends={
        **{name: name for name in ("day", "week", "next week", "month", "next month", "year")},
        **dict.fromkeys(
            ("eod", "eob", "cob", "close of business", "close of play", "end of business", "end of play"), "day"
        ),
        **dict.fromkeys(("eow", "wk"), "week"),
        "eom": "month",
        "eoy": "year",
        **{f"{unit}{end}": unit for unit in ("week", "month", "year") for end in (" end", "-end", "'s end")},
        **{f"the {unit}{end}": unit for unit in ("week", "month", "year") for end in (" end", "-end", "'s end")},
        "the weekend": "weekend",
    },
    day_after_end=re.compile(r",?\s+(?:on\s+|of\s+)?", re.IGNORECASE),
    date_after_weekday=re.compile(r"\.?,?\s+(?:the\s+)?", re.IGNORECASE),
    cue=_CUE,
    # A day that ends a clause with it is a deadline; "Friday latest edition" is not.
    cue_behind=re.compile(r"\s+(?:at\s+)?(?:the\s+)?latest(?=\s*(?:$|[,.;:!?)\]}…]|[-–—](?:\s|$)))", re.IGNORECASE),
    behind="latest",
    part_of_day=whole_words(
        r"\s+(?:(?:in\s+the\s+)?(?:morning|afternoon|evening|night|lunchtime|[ap]\.?m\.?)|(?:by\s+)?(?:eod|eob|cob|end\s+of\s+day)"
        r"|first\s+thing)"
    ),
    before_time=re.compile(r",?\s+(?:(?:at|by|before|@)\s*)?|\s*@\s*|(?<=\d)T(?=\d\d:)", re.IGNORECASE),
    before_day=re.compile(r",?\s+(?:on\s+)?", re.IGNORECASE),
    time=_TIME,
    afternoon="p",
    named_times={"noon": (12, 0), "midday": (12, 0), "midnight": (24, 0)},
    numbered_place=re.compile(
        r"\b(?:rooms?|rm|flat|apartment|apt|floor|gate|door|table|desk|suite|hall)\s+$", re.IGNORECASE
    ),
    trigger=re.compile(
        r"\d|\b(?:mon|tue|wed|thu|fri|sat|sun|to(?:day|night|mor|mmor)|tm[orw]|2mor|end\b|close\b|eo[bdwmy]\b|cob\b"
        r"|next\b|this\b"
        r"|tomoz|over\s+the\s+weekend|the\s+weekend|week['’]s\s|week[-\s]end|year['’]s\s|year[-\s]end"
        r"|noon|midday|midnight|mid(?:dle)?\b|beginning\b|start\b|last\s+day\b|month\b|from\s+now\b|(?:"
        + "|".join(_ORDINALS)
        + r")\s+of\b|(?:with)?in\s+(?:an?|half|the|"
        + "|".join(word for word in _COUNTS if word.isalpha())
        + r")\b)",
        re.IGNORECASE,
    ),
)
