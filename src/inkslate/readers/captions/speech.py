"""Who says what in a cue: voices, names in front of the text, and the text without tags."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import NamedTuple

from inkslate.readers.captions.cues import Cue
from inkslate.readers.captions.labels import Labels, labels_of, name_of

# In a tag there is no other tag, so that every sign is read once.
_VOICE = re.compile(r"<(?P<end>/)?v(?:\.[^<>\s]*)?(?:\s(?P<name>[^<>]*))?>", re.IGNORECASE)
_TAG = re.compile(r"<rt\b[^<>]*>[^<>]*(?:</rt>)?|</?[a-zA-Z][^<>]*>|</>|<\d[\d:.]*>|\{\\[^{}]*\}")
_WORD_TIME = re.compile(r"<\d[\d:.]+>")
_NEW_SPEAKER = re.compile(r"(?:>>+|[-–—])\s*(?=\S)")
_WEBEX = re.compile(r'\d+\s+"(?P<name>[^"]{1,60})"')  # the mark of a cue: 12 "Sam Lee" (1234)


class Utterance(NamedTuple):
    """Words of one voice in a row. `voice` tells voices apart, None where nothing says who it is."""

    voice: str | None
    text: str
    start: str
    fresh: bool = False  # a mark says that somebody else speaks now


def utterances(cues: Sequence[Cue]) -> Iterator[Utterance]:
    """What is said, in order; lines that roll up from cue to cue, as on live captions, come once."""
    rolling = any(_WORD_TIME.search(line) for cue in cues for line in cue.lines)
    labels = _labels(cues)
    voice: str | None = None
    before = ""
    for cue in cues:
        webex = _WEBEX.match(cue.mark)
        stated = name_of(webex["name"]) if webex else None
        voice = voice if labels else stated
        marked = sum(bool(_NEW_SPEAKER.match(_plain(line))) for line in cue.lines) > 1
        parts: list[Utterance] = []
        named = False  # a name is alone on the line before: what follows is no name
        for number, line in enumerate(cue.lines):
            fresh = False
            for given, text in _voices(line, voice):
                voice, text = given, text.strip()
                label = labels.find(text) if labels and not named else None
                named = label is not None and label.end() == len(text)
                if label:
                    voice, text = name_of(label["name"]), text[label.end() :]
                elif labels and number == 0 and labels.leaves_open(text):
                    voice = None
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
    runs: list[list[Utterance]] = []
    for part in parts:
        if not runs or part.fresh or runs[-1][0].voice != part.voice:
            runs.append([])
        runs[-1].append(part)
    for run in runs:
        yield run[0]._replace(text=" ".join(part.text for part in run))


def _labels(cues: Sequence[Cue]) -> Labels | None:
    """How names stand in front of the text; a file with voices needs no names."""
    if any(_VOICE.search(line) for cue in cues for line in cue.lines):
        return None
    return labels_of(
        [text for cue in cues if (text := _plain(" ".join(cue.lines[:1])))],
        [_plain(line) for cue in cues for line in cue.lines[1:]],
    )
