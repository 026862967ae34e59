"""How a mail ends: a closing such as `Best regards,`, the name of its sender, and what is below the name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from inkslate.readers.layout.bullets import find_bullet

LONGEST = 400  # characters: what is left out is known by its beginning
_LAST = 10  # full lines among which the closing is


class TextLine(NamedTuple):
    """A line, and the places of its parts in the source: column of the line, place."""

    text: str
    places: tuple[tuple[int, str], ...]
    struck: bool = False  # all of it is struck through
    indent: int | None = None  # the depth of nesting, where the text states it


_PHRASE = (
    r"(?:(?:(?:with|many)\s)?(?:my\s)?(?:(?:very\s)?best|kind|kindest|warm|warmest|many)?\s?(?:regards|wishes|thanks)"
    r"|best|cheers|sincerely|sincerely yours|respectfully|yours(?: sincerely| truly| faithfully)?"
    r"|thanks(?: again| a lot| so much| in advance)?|thank you(?: so much| very much| again)?|take care"
    r"|(?:talk|speak|see you) soon|all the best|(?:much |lots of )?love|hugs|x{1,3}|rgds|br|thx|ta"
    r"|(?:mit )?(?:freundlichen|besten|lieben|herzlichen) gr(?:ü|ue)(?:ß|ss)en"
    r"|(?:(?:viele|liebe|beste|herzliche|schöne|freundliche) )?gr(?:ü|ue)(?:ß|ss)e|(?:(?:lieben|schönen) )?gru(?:ß|ss)"
    r"|lg|vg|mfg|(?:bien )?cordialement|bien à vous|bises|(?:un )?saludos?(?: cordial(?:es)?)?|un abrazo)"
)
_PHRASES = rf"\s*{_PHRASE}(?:\s?(?:/|\||&|,|and|und)\s?{_PHRASE}){{0,2}}"
_CLOSING = re.compile(rf"{_PHRASES}\s?[,.!]*\s*", re.IGNORECASE)
_SIGNED = re.compile(rf"{_PHRASES}(?:\s?[,.!–—-]+\s*|\s+)(?P<name>\w.*)", re.IGNORECASE)  # on one line
_ON_BEHALF = re.compile(r"\s*(?:i\.\s?[AV]\.|ppa\.?|p\.\s?p\.)\s+")
_NAME = re.compile(r"\s*[^\W\d_][\w.'’-]*(?:\s[^\W\d_][\w.'’-]*){0,3}\s*")
_POSTSCRIPT = re.compile(r"\s*P\.?\s?S\b", re.IGNORECASE)
_AROUND_NAME = " \t\xa0,.!-–—~*"
_MOST_WORDS = 5


def without_closing(lines: list[TextLine], sender: str | None) -> list[TextLine]:
    """The lines without `Best regards,` and the name and address below it; a postscript stays."""
    full = [number for number, line in enumerate(lines) if line.text.strip()]
    for place in range(max(0, len(full) - _LAST), len(full)):
        text = lines[full[place]].text[:LONGEST]
        closing = _CLOSING.fullmatch(text)
        signed = None if closing else _SIGNED.fullmatch(text)
        if not closing and not (signed and _is_of_sender(signed["name"], sender)):
            continue
        end = next((at for at in full[place + 1 :] if _is_postscript(lines[at])), len(lines))
        below = [lines[at].text[:LONGEST] for at in full[place + 1 :] if at < end]
        if _is_signature([signed["name"], *below] if signed else below, sender):
            return [*lines[: full[place]], TextLine("", ()), *lines[end:]]
    return _without_name(lines, full, sender)


def _without_name(lines: list[TextLine], full: Sequence[int], sender: str | None) -> list[TextLine]:
    """The lines without the name of the sender below them, as people sign who write no closing."""
    above = next((place for place, at in enumerate(full) if _is_postscript(lines[at])), len(full)) - 1
    if above < 1 or not _is_of_sender(lines[full[above]].text[:LONGEST], sender, first=True):
        return lines
    return [*lines[: full[above]], TextLine("", ()), *lines[full[above] + 1 :]]


def _is_postscript(line: TextLine) -> bool:
    return _POSTSCRIPT.match(line.text[:LONGEST]) is not None


def _is_signature(lines: Sequence[str], sender: str | None) -> bool:
    """Whether a name comes first, and no sentence or list follows: `Thanks,` may have a task below it.

    Below the full name of the sender programs put anything: `We have moved.`
    """
    if not lines:
        return False
    full = (sender or "").casefold()
    if " " in full and lines[0].strip(_AROUND_NAME).casefold().startswith(full):
        return not any(find_bullet(line.strip()) for line in lines[1:])
    if not (_is_of_sender(lines[0], sender) or _is_name(lines[0])):
        return False
    return not any(_is_sentence(line) or find_bullet(line.strip()) for line in lines[1:])


def _is_sentence(text: str) -> bool:
    return text.rstrip().endswith((".", "?", "!"))


def _is_name(text: str) -> bool:
    behalf = _ON_BEHALF.match(text)
    name = _NAME.fullmatch(text, behalf.end() if behalf else 0)
    return name is not None and not _is_sentence(text) and not any(word[0].islower() for word in name[0].split())


def _is_of_sender(text: str, sender: str | None, *, first: bool = False) -> bool:
    """Whether it is the name of the sender or a part of it: `Ana`, `A. Ruiz`, `- Ana Ruiz`.

    With `first` a surname alone does not count, which may be a word: `Stone`.
    """
    words = text.strip(_AROUND_NAME).casefold().replace(".", " ").split()
    own = (sender or "").casefold().replace(".", " ").split()
    if not 0 < len(words) <= _MOST_WORDS or not any(len(word) > 1 for word in words):
        return False
    if first and len(words) == 1 and words[0] not in (own[:-1] or own):
        return False
    return all(word in own or (len(word) == 1 and any(name[0] == word for name in own)) for word in words)
