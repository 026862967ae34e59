"""Who says what in a cue: voices, names in front of the text, and the text without tags."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import NamedTuple

from inkslate.readers.captions.cues import Cue
from inkslate.readers.layout.keywords import find_keyword

_LONGEST_NAME = 60
# In a tag there is no other tag, so that every sign is read once.
_VOICE = re.compile(r"<(?P<end>/)?v(?:\.[^<>\s]*)?(?:\s(?P<name>[^<>]*))?>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|</>|<\d[\d:.]*>|\{\\[^{}]*\}")
_WORD_TIME = re.compile(r"<\d[\d:.]+>")
_NAME = r"[^\W\d_][\w.'’-]*"
# `Sam:`, `Sam Lee (Sales):`, `>> SAM:`, `[Sam Lee]:`; every word of a name has a capital.
_LABEL = re.compile(
    rf"(?:>>\s*)?(?P<open>\[)?(?P<name>{_NAME}(?:\s[\w.'’-]+){{0,3}})(?:\s?\([^()]{{1,40}}\))?\]?:(?:\s+|$)"
)
_NEW_SPEAKER = re.compile(r"(?:>>+|[-–—])\s*(?=\S)")
_WEBEX = re.compile(r'\d+\s+"(?P<name>[^"]{1,60})"')  # the mark of a cue: 12 "Sam Lee" (1234)
_ANYBODY = re.compile(
    r"(?:unknown\s*)?(?:speaker|participant|guest|user|person|voice|spk|unknown|host|interviewer|interviewee|caller|man|woman)?"
    r"[\s_#-]*(?:\d+|[A-Z])?",
    re.IGNORECASE,
)
_NO_NAMES = frozenset(
    """action actions agenda also answer background conclusion context date deadline decision decisions example fact fyi
    goal goals important idea issue item items next note notes outcome plan point problem question questions reason
    reminder result results risk risks scene status step steps summary task tasks time title todo topic update updates
    warning music laughter applause q a""".split()
)


class Utterance(NamedTuple):
    """Words of one voice in a row. `voice` tells voices apart, None where nothing says who it is."""

    voice: str | None
    text: str
    start: str
    fresh: bool = False  # a mark says that somebody else speaks now


def utterances(cues: Sequence[Cue]) -> Iterator[Utterance]:
    """What is said, in order; lines that roll up from cue to cue, as on live captions, come once."""
    rolling = any(_WORD_TIME.search(line) for cue in cues for line in cue.lines)
    labelled = _has_labels(cues)
    voice: str | None = None
    before = ""
    for cue in cues:
        webex = _WEBEX.match(cue.mark)
        stated = name_of(webex["name"]) if webex else None
        voice = voice if labelled else stated
        marked = sum(bool(_NEW_SPEAKER.match(line)) for line in cue.lines) > 1
        parts: list[Utterance] = []
        for line in cue.lines:
            fresh = False
            for given, text in _voices(line, voice):
                voice, text = given, text.strip()
                if labelled and (label := find_label(text)):
                    voice, text = name_of(label["name"]), text[label.end() :]
                elif (dash := _NEW_SPEAKER.match(text)) and (marked or text.startswith(">>")):
                    voice, text, fresh = None, text[dash.end() :], True
                if text and not (rolling and text == before):
                    parts.append(Utterance(voice, text, cue.start, fresh))
                before = text or before
        yield from _joined(parts)


def _voices(line: str, voice: str | None) -> Iterator[tuple[str | None, str]]:
    """The parts of a line between the tags of voices, each with its voice and without other tags."""
    at = 0
    for tag in _VOICE.finditer(line):
        yield voice, _plain(line[at : tag.start()])
        voice = None if tag["end"] else name_of(unescape(tag["name"] or ""))
        at = tag.end()
    yield voice, _plain(line[at:])


def _plain(text: str) -> str:
    return " ".join(unescape(_TAG.sub("", text)).replace("\0", " ").split())


def _joined(parts: Sequence[Utterance]) -> Iterator[Utterance]:
    """The lines of a cue that one voice says as one."""
    held: Utterance | None = None
    for part in parts:
        if held is not None and held.voice == part.voice and not part.fresh:
            held = held._replace(text=f"{held.text} {part.text}")
            continue
        if held is not None:
            yield held
        held = part
    if held is not None:
        yield held


def name_of(text: str) -> str | None:
    """A name as it is written, with single spaces; None where there is none."""
    name = " ".join(text.replace("\0", " ").split())
    return name if 0 < len(name) <= _LONGEST_NAME else None


def is_person(voice: str | None) -> bool:
    """Whether a voice has a name, and not only a number such as `Speaker 2`."""
    return voice is not None and _ANYBODY.fullmatch(voice) is None


def find_label(text: str) -> re.Match[str] | None:
    """The name of a speaker, with its colon, in front of a text."""
    label = _LABEL.match(text[: 2 * _LONGEST_NAME])
    if label is None or find_keyword(text) is not None or label["name"].casefold() in _NO_NAMES:
        return None
    return None if any(word[0].islower() for word in label["name"].split()) else label


def _has_labels(cues: Sequence[Cue]) -> bool:
    """Whether names stand in front of the text: then the first cue has one, or somebody has two."""
    seen: set[str] = set()
    first = True
    for cue in cues:
        text = _plain(" ".join(cue.lines[:1]))
        if _VOICE.search(" ".join(cue.lines)):
            return False  # a file with voices needs no names
        label = find_label(text)
        if label and (first or label["name"] in seen):
            return True
        seen |= {label["name"]} if label else set()
        first = first and not text
    return False
