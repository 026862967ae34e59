"""A baseline without a model: sentences and tasks from layout, punctuation and a short list of verbs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from inkslate.board import Board, Region
from inkslate.extraction import FoundSentence, ModelInfo

_CLOSERS = ")\"'”’]"
_SENTENCE_END = re.compile(rf"[.!?][{re.escape(_CLOSERS)}]*$")
# From the first letter to the last; linear in the length of the word.
_CORE = re.compile(r"@?\w(?:.*\w)?", re.DOTALL)
# Abbreviations end in a full stop too, and a sentence boundary there would cut names and dates.
# These never end a sentence,
_NEVER_LAST = frozenset("approx ca cf dr e.g i.e incl messrs mr mrs ms prof resp st vs".split())
# these do unless a small letter or a number follows,
_MAY_BE_LAST = frozenset(
    """
    a.m apr assoc aug ave blvd co corp dec dept est etc feb fri govt hr hrs inc jan jr jul jun ltd mar max min mins mon
    mt nov oct p.m rd sat sep sept sr sun thu thur thurs tue tues wed weds
    """.split()
)
# and these are words unless a number follows.
_BEFORE_NUMBER = frozenset("app apt art ch ext fig figs no nos nr p para pg pp rm sec tel vol".split())
_TICK = re.compile(r"[✓✔✅☑]|.*[✓✔✅☑]\ufe0f?$")  # before or after what is done
_CUES = frozenset(
    """
    add apply arrange ask assign attend back bake book bring build buy call cancel change charge check clean clear
    close collect compare complete confirm contact copy create cut decide deliver deploy design discuss do draft
    drop email e-mail ensure explore fetch file fill find finish fix follow get give go grab help hire install invite
    investigate invoice keep learn let look mail make measure meet message move mow need order organise organize pack
    paint pay phone pick plan plant post practice prepare present print purchase put read register remember remind
    remove renew rent repair replace reply report request research reserve return review run schedule sell send set
    ship sign sort start stop study submit take talk tell test text throw todo train try turn update upload vacuum
    visit wash watch water withdraw write
    """.split()
)
_PHRASES = (("need", "to"), ("needs", "to"), ("have", "to"), ("has", "to"), ("please",), ("must",), ("remember", "to"))


class Rules:
    """A predictor without a model; it has no probabilities, so its sentences carry no score."""

    info = ModelInfo(name="rules", version="1", scheme="rules", layout="both")

    def predict(self, board: Board) -> Sequence[tuple[FoundSentence, ...]]:
        """The sentences of each region of the board."""
        return [tuple(_sentences(region)) for region in board.regions]


def _sentences(region: Region) -> Iterator[FoundSentence]:
    starts = sorted(_sentence_starts(region))
    bulleted = {at for at, line in zip(region.line_starts, region.lines, strict=True) if line.bullet and line.words}
    for start, end in pairwise([*starts, len(region.word_texts)]):
        words = region.word_texts[start:end]
        task = not words[-1].endswith((":", "?")) and (start in bulleted or _is_request(words))
        task = task and not _TICK.match(words[0]) and not _TICK.match(words[-1])
        yield FoundSentence(start, end, task)


def _sentence_starts(region: Region) -> set[int]:
    """The first word, a bulleted line, a capital after a line break, and what follows a full stop."""
    starts = {0} if region.word_texts else set()
    for at, line in zip(region.line_starts, region.lines, strict=True):
        if line.words and (line.bullet or line.words[0].text[0].isupper()):
            starts.add(at)
    for index, word in enumerate(region.word_texts[:-1]):
        if _SENTENCE_END.search(word) and not _is_abbreviation(word, region.word_texts[index + 1]):
            starts.add(index + 1)
    return starts


def _is_abbreviation(word: str, then: str) -> bool:
    """Whether the full stop that ends the word belongs to it and the sentence goes on with `then`."""
    if not word.rstrip(_CLOSERS).endswith("."):  # not an exclamation or question mark
        return False
    core, first = _core(word).lower(), _core(then)[:1]
    if core in _MAY_BE_LAST:
        return first.isdigit() or first.islower()
    if core in _BEFORE_NUMBER:
        return first.isdigit()
    # An initial, or the number of an item.
    return core in _NEVER_LAST or (word[-1] == "." and word[:-1].lower() == core and (len(core) == 1 or core.isdigit()))


def _core(word: str) -> str:
    """The word without the punctuation around it."""
    match = _CORE.search(word)
    return match[0] if match else ""


def _is_request(words: Sequence[str]) -> bool:
    plain = [_core(word).lower() for word in words[:12]]
    if plain[0] in _CUES:
        return True
    return any(tuple(plain[at : at + len(phrase)]) == phrase for phrase in _PHRASES for at in range(len(plain)))
