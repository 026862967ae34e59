"""Names of speakers in front of what they say, in captions without tags of voices."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from inkslate.readers.layout.keywords import find_keyword
from inkslate.readers.spoken_names import spoken_name

_LONGEST_NAME = 60
_NAME = r"[^\W\d_][\w.'’-]*"
# `Sam:`, `Sam Lee (Sales):`, `>> SAM:`, `- Sam:`, `[Sam Lee]:`; every word of a name has a capital.
_LABEL = re.compile(
    rf"(?:(?:>>|[-–—])\s*)?(?P<open>\[)?(?P<name>{_NAME}(?:\s[\w.'’-]+){{0,3}})(?:\s?\([^()]{{1,40}}\))?\]?:(?:\s+|$)"
)
# What people and devices call themselves in a meeting: `iPhone`, `anna.gross`, `Anna Groß | ACME`, `Room 4 (West)`.
_DISPLAYED = re.compile(rf"(?P<name>[^\s:<>][^:<>]{{0,{_LONGEST_NAME - 1}}}):(?:\s+|$)")
_NOT_SPOKEN = re.compile(r"[|@/_\d]|\b[a-z]+[A-Z]")
_MOST_WORDS = 4
_NEW_TURN = ">>"  # captions that mark so where another speaker begins
_NO_NAMES = frozenset(
    """action actions agenda also answer background conclusion context date deadline decision decisions example fact fyi
    goal goals important idea issue item items next note notes outcome plan point problem question questions reason
    reminder result results risk risks scene status step steps summary task tasks time title todo topic update updates
    warning music laughter applause q a""".split()
)
_ANYBODY = re.compile(
    r"(?:unknown\s*)?(?:speaker|participant|guest|user|person|voice|spk|unknown|host|interviewer|interviewee|caller|man|woman)?"
    r"[\s_#-]*(?:\d+|[A-Z])?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"speaker\s?\d+", re.IGNORECASE)
# `Sam's iPhone` may be in anybody's hand. Callers without a name have a number.
_DEVICE = re.compile(
    r"(?:\S+['’]s\s)?(?:iphone|ipad|android|galaxy|pixel|macbook|laptop)\b.*"
    r"|zoom user\b.*|(?:(?:conference|meeting|board)\s?)?room\b.*|[+\d][\d\s*-]{3,}|.*\s\d+",
    re.IGNORECASE,
)
# In the transcript of a meeting nearly all cues have a name. Of fewer cues than these nobody can tell.
_FEWEST, _NEARLY_ALL = 3, 0.9


@dataclass(frozen=True)
class Labels:
    """How the names of speakers are written in a file."""

    goes_on: bool  # whether a cue without one is said by the speaker before it; else by nobody known
    displayed: frozenset[str] = frozenset()  # names that only their place tells from other words
    only_capitals: bool = False  # only names in capitals, before other text, are certain

    def find(self, text: str) -> re.Match[str] | None:
        """The name of a speaker, with its colon, in front of a text."""
        label = _displayed(text)
        if label is not None and label["name"] in self.displayed:
            return label
        label = find_label(text)
        return label if label is not None and (not self.only_capitals or _stands_out(label)) else None

    def leaves_open(self, text: str) -> bool:
        """Whether a text without a label may be said by another speaker than the text before it."""
        label = _displayed(text)
        odd = label is not None and len(label["name"].split()) <= _MOST_WORDS and _NOT_SPOKEN.search(label["name"])
        return not self.goes_on or bool(odd)


def labels_of(texts: Sequence[str], below: Sequence[str]) -> Labels | None:
    """How names are written in front of the texts of cues, and of lines below these; None where there are no names."""
    names = Counter(label["name"] for text in texts if (label := _displayed(text)))
    if len(texts) >= _FEWEST and names.total() >= _NEARLY_ALL * len(texts):
        everywhere = names.total() == len(texts)
        return Labels(False, frozenset(name for name, count in names.items() if everywhere or count > 1))
    found = [label for text in texts if (label := find_label(text))]
    labels = [label["name"] for label in found]
    numbered = any(_NUMBERED.fullmatch(name) for name in labels)
    if numbered or (texts and find_label(texts[0]) is not None):
        return Labels(True)
    # Subtitles name a speaker only where the picture does not show who it is.
    if len(set(labels)) < len(labels):
        return Labels(any(text.startswith(_NEW_TURN) for text in texts))
    found += [label for text in below if (label := find_label(text))]
    return Labels(False, only_capitals=True) if any(map(_stands_out, found)) else None


def _stands_out(label: re.Match[str]) -> bool:
    """Whether a name is in capitals, and the text behind it is not: `MARY: Call the police!`."""
    return label["name"].isupper() and not label.string[label.end() :].isupper()


def find_label(text: str) -> re.Match[str] | None:
    """What is certainly written as a name, with its colon, in front of a text."""
    label = _LABEL.match(text[: 2 * _LONGEST_NAME])
    if label is None or not _may_be_name(label["name"], text):
        return None
    return None if any(word[0].islower() for word in label["name"].split()) else label


def _displayed(text: str) -> re.Match[str] | None:
    label = _DISPLAYED.match(text[: 2 * _LONGEST_NAME])
    return label if label is not None and _may_be_name(label["name"], text) else None


def _may_be_name(name: str, text: str) -> bool:
    """Whether it is not a word for what follows: `Note:`, `Step 2:`, `TODO:`."""
    return name.casefold().rstrip("0123456789 ") not in _NO_NAMES and find_keyword(text) is None


def name_of(text: str) -> str | None:
    """A name as it is spoken; None where there is none."""
    name = spoken_name(text.replace("\0", " "))
    return name if 0 < len(name) <= _LONGEST_NAME else None


def is_person(voice: str | None) -> bool:
    """Whether a voice has the name of a person, and not only a number such as `Speaker 2` or that of a device."""
    return voice is not None and _ANYBODY.fullmatch(voice) is None and _DEVICE.fullmatch(voice) is None
