"""Marks that say nothing change no decision: a model reads a view of the region without them.

They stay in the text and in the sentence where they stand. A vocabulary of word pieces has no emoji: as unknown tokens
they would hide the word that they are glued to, and turn tasks into non-tasks. The other marks are in `marks`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from inkslate.board import Line, Region, Word
from inkslate.extraction import FoundSentence
from inkslate.model.marks import SUSPECT, plain_lines, without_stop

# Pictures, their variation selectors, skin tones and joiners. Not among them is what says something: ticks, crosses and
# boxes (done or not), arrows (a new sentence), question and exclamation marks, letters and digits in circles.
_EMOJI = re.compile(
    "["
    "\U0001f000-\U0001f0ff\U0001f1e6-\U0001f531\U0001f534-\U0001f5f3\U0001f5fa-\U0001faff"
    "\u231a\u231b\u23e9-\u23fa\u2600-\u260f\u2613-\u26ff\u2708-\u2712\u271d\u2721\u2728\u2733\u2734\u2744\u2747"
    "\u2763\u2764\u27b0\u27bf\u2b50\u2b55\ufe0e\ufe0f\u200d\u20e3"
    "]+"
)


class NeutralView(NamedTuple):
    """A region without its marks, and for every word left its index in the whole region."""

    region: Region
    places: tuple[int, ...]


def neutral_view(region: Region, *, items: bool = False) -> NeutralView | None:
    """The region as a model sees it; None where that is the region itself, or no word would be left.

    `items`: models that know the facts of lines read list items without the full stop at their end.
    """
    if region.sentences is not None or not SUSPECT.search("\n".join([line.text for line in region.lines])):
        return None
    texts = plain_lines([[_without_emoji(word.text) for word in line.words] for line in region.lines])
    if items:
        texts = [without_stop(words) if _is_item(region, at) else words for at, words in enumerate(texts)]
    words = [text for line in texts for text in line]
    if words == list(region.word_texts) or not any(words):
        return None
    lines = tuple(_without(line, plain) for line, plain in zip(region.lines, texts, strict=True))
    return NeutralView(Region(region.id, lines), tuple(at for at, text in enumerate(words) if text))


def restore(sentences: Sequence[FoundSentence], region: Region, places: Sequence[int]) -> tuple[FoundSentence, ...]:
    """The sentences of the whole region: marks at a line's start belong to what follows, others to what precedes."""
    line_of = [start for line, start in zip(region.lines, region.line_starts, strict=True) for _ in line.words]
    starts = [0]
    for before, sentence in pairwise(sentences):
        first, last = places[sentence.start], places[before.end - 1]
        # Nothing but marks is between the last word and the start of this line.
        starts.append(line_of[first] if last < line_of[first] else first)
    ends = (*starts[1:], len(line_of))
    return tuple(
        replace(sentence, start=start, end=end) for sentence, start, end in zip(sentences, starts, ends, strict=True)
    )


def _is_item(region: Region, at: int) -> bool:
    """Whether a line is one sentence or more whatever its words are: then a full stop at its end says nothing."""
    line = region.lines[at]
    above, below = region.lines[max(0, at - 1)], region.lines[min(at + 1, len(region.lines) - 1)]
    return (at == 0 or _is_marked(line) or above.heading > 0) and (below is line or _is_marked(below))


def _is_marked(line: Line) -> bool:
    return line.bullet or line.box is not None or line.heading > 0


def _without(line: Line, texts: Sequence[str]) -> Line:
    if all(word.text == text for word, text in zip(line.words, texts, strict=True)):
        return line
    words = zip(line.words, texts, strict=True)
    return replace(line, words=tuple(word if word.text == text else Word(text) for word, text in words if text))


@lru_cache(maxsize=1 << 12)
def _without_emoji(text: str) -> str:
    return text if text.isascii() else _EMOJI.sub("", text)
