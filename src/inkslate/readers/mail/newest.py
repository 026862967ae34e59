"""What the sender of a mail wrote: the text without quotes, earlier mails, signature and disclaimers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inkslate.readers.mail.closing import LONGEST, TextLine, without_closing

_WINDOW = 6  # lines that the header of an earlier mail has
_QUOTE = re.compile(r"\s*>")
_WROTE = re.compile(
    r"\s*(?:---\s)?(?:On|Am|Le|El)\s.*(?:wrote|schrieb\b.*|a écrit|escribió)\s?:\s*", re.IGNORECASE | re.DOTALL
)
# Behind it, some programs write the earlier mail on the same line.
_WROTE_THIS = re.compile(
    r"\s*(?:---\s)?(?:On|Am|Le|El)\s[^<>]*\d[^<>]*<[^<>\s@]+@[^<>\s]+>\s*(?:wrote|a écrit|escribió)\s?:\s+\S",
    re.IGNORECASE,
)
_ANY_WROTE = re.compile(
    r".*\b(?:wrote|writes|said|schrieb|schreibt|a écrit|escribió|skrev|schreef)\s?:\s*", re.IGNORECASE
)
_BEGINS = re.compile(r"\s*(?:---\s)?(?:On|Am|Le|El)\s.*\d", re.IGNORECASE)
# In any language: 11.11.2026 17:02 skrev Ben Cole <ben@x.org>:
_DAY = re.compile(r"\b\d{4}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2}\b")
_CLOCK = re.compile(r"\b\d{1,2}[:.h]\d{2}\b")
_ADDRESS = re.compile(r"<\s*[^<>\s@]+@[^<>\s]+\s*>[^<>:]{0,20}:\s*\Z")
_EARLIER = re.compile(
    r"\s*(?:-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|message d'origine)\b.*"
    r"|begin forwarded message:\s*)",
    re.IGNORECASE,
)
_HEADER = re.compile(
    r"\s*\*?(?:(?P<sender>From|Von|De)|(?P<sent>Sent|Date|Gesendet|Datum|Envoyé)|(?P<to>To|An|À|Para)"
    r"|(?P<subject>Subject|Betreff|Objet|Asunto))\s?:\*?\s",
    re.IGNORECASE,
)
_DASHES = re.compile(r"--\s?")
_FOOTER = re.compile(r"_{10,}\s*")
_DEVICE = re.compile(
    r"\s*(?:sent (?:from|with|via) (?:my|mail for|outlook|yahoo|proton)\b.*|get outlook for .*"
    r"|\W*please (?:type|write|enter) your reply above this line\W*"
    r"|von meinem \w+ gesendet\.?|gesendet von (?:mail|outlook) für .*|(?:outlook für|obtenez outlook) .*"
    r"|envoyé (?:de|depuis) mon .*|enviado desde mi .*)",
    re.IGNORECASE,
)
_DISCLAIMER = re.compile(
    r"\W*(?:confidentiality (?:notice|note)|(?:legal )?disclaimer\b|(?:legal|privacy) notice"
    r"|this (?:e-?mail|message|communication|transmission)(?: \S+){0,8}"
    r" (?:confidential|intended|privileged|virus|scanned)"
    r"|the (?:information|contents?)(?: contained)? (?:in|of) this (?:e-?mail|message|communication|transmission)"
    r"|if you (?:are not the intended|have received this (?:e-?mail|message))"
    r"|please (?:consider|think of) (?:the|our) environment|to unsubscribe\b|unsubscribe\b"
    r"|you (?:are receiving|received) this "
    r"|caution: (?:this|external)|\[?external(?: e-?mail| sender)?\]?:? this)",
    re.IGNORECASE,
)


def newest_lines(lines: Sequence[TextLine], sender: str | None = None) -> list[TextLine]:
    """The lines of the newest text, with blank ones in the place of what is left out between them.

    `sender` is the name by which a mail may be signed.
    """
    kept: list[TextLine] = []
    at, in_disclaimer = 0, False
    while at < len(lines):
        text = lines[at].text[:LONGEST]
        if _is_end(lines, at):
            break
        if behind := _behind_attribution(lines, at):
            if not _is_quoted_next(lines, behind):
                break  # the earlier mail follows without marks
            at = behind
            continue
        in_disclaimer = bool(text.strip()) and (in_disclaimer or _DISCLAIMER.match(text) is not None)
        if in_disclaimer or _QUOTE.match(text) or _DEVICE.fullmatch(text):
            kept.append(TextLine("", ()))
        else:
            kept.append(lines[at])
        at += 1
    return without_closing(kept, sender)


def _is_end(lines: Sequence[TextLine], at: int) -> bool:
    """Whether a signature, a footer or an earlier mail begins here."""
    text = lines[at].text[:LONGEST]
    if (
        _WROTE_THIS.match(text)
        or _DASHES.fullmatch(text)
        or _EARLIER.fullmatch(text)
        or (at and _FOOTER.fullmatch(text))
    ):
        return True
    if not _HEADER.match(text):
        return False
    headers = (_HEADER.match(line.text[:LONGEST]) for line in lines[at : at + _WINDOW])
    kinds = {header.lastgroup for header in headers if header}
    return kinds >= {"sender", "sent"} and len(kinds) > 2


def _behind_attribution(lines: Sequence[TextLine], at: int) -> int:
    """The line behind `On ... wrote:`, which may be wrapped; 0 where there is none."""
    if behind := _behind_address(lines, at):
        return behind
    text = ""
    if not _BEGINS.match(lines[at].text[:LONGEST]):
        return at + 1 if _is_attribution(lines, at) else 0
    for number in range(at, min(at + 3, len(lines))):
        text += lines[number].text[:LONGEST] + " "
        # The colon first: without one the pattern would try every `schrieb` with every rest of the line.
        if text.rstrip().endswith(":") and _WROTE.fullmatch(text):
            return number + 1
    return 0


def _is_attribution(lines: Sequence[TextLine], at: int) -> bool:
    """Whether it is `Ana Ruiz <ana@x.org> writes:`, or has a date and a time, and a quote is below it."""
    text = lines[at].text[:LONGEST].rstrip()
    if not text.endswith(":") or not (_ANY_WROTE.fullmatch(text) or (_DAY.search(text) and _CLOCK.search(text))):
        return False
    below = next((line for line in lines[at + 1 : at + _WINDOW] if line.text.strip()), None)
    return below is not None and _QUOTE.match(below.text[:LONGEST]) is not None


def _behind_address(lines: Sequence[TextLine], at: int) -> int:
    """The line behind a date, a time and an address with a colon on one line or two; 0 where there are none."""
    first, *rest = (line.text[:LONGEST] for line in lines[at : at + 2])
    if not _DAY.search(first) or not _CLOCK.search(first):
        return 0
    if _ADDRESS.search(first):
        return at + 1
    return at + 2 if rest and not _DAY.search(rest[0]) and _ADDRESS.search(f"{first} {rest[0]}") else 0


def _is_quoted_next(lines: Sequence[TextLine], at: int) -> bool:
    for number in range(at, min(at + _WINDOW, len(lines))):
        if lines[number].text.strip():
            return _QUOTE.match(lines[number].text[:LONGEST]) is not None
    return True
