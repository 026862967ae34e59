"""Marks that say nothing: the words of a line as a model should read them, without bold, arrows, capitals and `!!`.

A full stop stays where the layout does not end the sentence: models need it to find the end. So a final `!` is read as
a full stop, not left out. docs/robustness.md has the figures behind each choice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

# Text that may have such marks; most notes have none, and this is one search.
SUSPECT = re.compile(r"[^\x00-\x7f]|[*_]|[.!]$|^(?:-+>|=+>|[>~])|^(?=[^a-z\n]*$)[^A-Z\n]*[A-Z]", re.MULTILINE)

_OPENS = r"\w\"'(\[@#$“‘"
_EMPHASIS = re.compile(
    rf"""
    (?<![\w*]) (?P<stars> \*{{1,3}} ) (?=[{_OPENS}]) (?P<starred> [^*]*? [^\s*] ) (?P=stars) (?![\w*])
  | (?<![\w_]) (?P<bars> _{{1,3}} ) (?=[{_OPENS}*]) (?!_) (?P<underlined> .{{0,120}}? [^\s_] ) (?P=bars) (?!\w)
    """,
    re.VERBOSE,
)
_DEEPEST = 3  # bold, italic and one more inside each other
_SIGNS = r"-{1,3}>|={1,3}>|[→➔➜➡⇒⟶↳»›>–—−]"
_SIGN = re.compile(rf"(?:{_SIGNS}){{1,3}}|~")
# In front of a digit these mean something: ">5", "~200", "–3". `~~` strikes through, and it is for the readers.
_GLUED_SIGN = re.compile(rf"(?:{_SIGNS}|~(?!~))+(?=[^\W\d_]|[\"'(\[“‘*_])")
_EXCLAMATION = re.compile(r"(?<![!?])!+$")
_STOP = re.compile(r"(?<=[^.!?…])\.$")  # not the end of "..."
_INNER_END = re.compile(r"[.!?…;:][\"')\]”’]*$")
_FEWEST_CAPITALS = 3  # words: shorter lines in capitals are headings and names


def plain_lines(lines: Sequence[Sequence[str]]) -> list[list[str]]:
    """The lines of a region without marks. Each line keeps its number of words; a word to leave out is empty."""
    return _in_small_letters([_plain_line(words) for words in lines])


def without_stop(words: list[str]) -> list[str]:
    """A line that ends a sentence by its layout, without its full stop; lines of several sentences keep theirs."""
    shown = [at for at, word in enumerate(words) if word]
    if not shown or not _STOP.search(words[shown[-1]]) or any(_INNER_END.search(words[at]) for at in shown[:-1]):
        return words
    last = shown[-1]
    return [*words[:last], words[last][:-1], *words[last + 1 :]]


def _plain_line(words: Sequence[str]) -> list[str]:
    shown = [at for at, word in enumerate(words) if word]
    plain = list(words)
    if not shown:
        return plain
    texts = _without_emphasis([words[at] for at in shown])
    signs = 0
    while signs < len(texts) - 1 and _SIGN.fullmatch(texts[signs]):
        signs += 1
    first = _GLUED_SIGN.sub("", texts[signs], count=1) if _GLUED_SIGN.match(texts[signs]) else texts[signs]
    texts = [""] * signs + _with_calm_end(_without_emphasis([first, *texts[signs + 1 :]]))
    for at, text in zip(shown, texts, strict=True):
        plain[at] = text
    return plain


def _without_emphasis(words: list[str]) -> list[str]:
    """Words without the stars and bars around them; what is inside has no space at its ends, so no word is lost."""
    text = " ".join(words)
    if "*" not in text and "_" not in text:
        return words
    for _ in range(_DEEPEST):
        text = _EMPHASIS.sub(lambda match: match["starred"] or match["underlined"], text)
    return text.split(" ")


def _with_calm_end(words: list[str]) -> list[str]:
    """The words of a line with a full stop for exclamation marks at the end."""
    last = len(words) - 1
    while last > 0 and not _EXCLAMATION.sub("", words[last]):
        last -= 1
    text = _EXCLAMATION.sub("", words[last])
    if not text:
        return words
    calm = words[last] if text == words[last] else text if text[-1] in ".…" else f"{text}."
    return [*words[:last], calm, *[""] * (len(words) - 1 - last)]


def _in_small_letters(lines: list[list[str]]) -> list[list[str]]:
    """Lines in capitals written like the others of the region; a region that is mostly in capitals stays."""
    texts = [" ".join(filter(None, words)) for words in lines]
    loud = [text.isupper() for text in texts]
    if not any(loud) or (len(lines) > 1 and 2 * sum(loud) > len(lines)):
        return lines
    others = [text for text, is_loud in zip(texts, loud, strict=True) if text and not is_loud]
    begin_small = 2 * sum(text[0].islower() for text in others) > len(others)
    pairs = zip(lines, loud, strict=True)
    return [_lowered(words, begin_small=begin_small) if is_loud else words for words, is_loud in pairs]


def _lowered(words: list[str], *, begin_small: bool) -> list[str]:
    shown = [at for at, word in enumerate(words) if word]
    if len(shown) < _FEWEST_CAPITALS:
        return words
    lowered = [word.lower() for word in words]
    if not begin_small:
        lowered[shown[0]] = lowered[shown[0]].capitalize()
    return lowered
