"""The words and signs of a task among which names are looked for, and the keys by which they are looked up."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

# Signs over, under and behind letters, which are no letters: accents, and the vowels of many scripts.
_SIGNS = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0963\u0966-\u0dff\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
)
_LETTERS = rf"[^\W_](?:[^\W_]|[{_SIGNS}])*"
# * and _ are emphasis: **Sam**: call; 'll is a word: Sam'll call.
_TOKEN = re.compile(
    rf"[-=–—~]+>|>{{2,}}|-{{2,3}}|[→⇒➔➜⟶➡]\ufe0f?|{_LETTERS}(?:(?!['’]ll\b)['’.\-_]{_LETTERS})*|['’]ll\b|[^\s*_]"
)
_PLAIN = str.maketrans({"’": "'", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})


class NameToken(NamedTuple):
    """A word, an arrow or a sign of a task, and the key by which names are looked up."""

    text: str
    start: int
    end: int
    key: str

    def near(self, other: NameToken) -> bool:
        """Whether the other follows as the next word of the text."""
        return other.start <= self.end + 1

    def before(self, other: NameToken) -> bool:
        """Whether the other follows without a space."""
        return self.end == other.start


def tokens_of(text: str) -> list[NameToken]:
    """Words, arrows and single signs, with their places."""
    return [NameToken(match[0], match.start(), match.end(), name_key(match[0])) for match in _TOKEN.finditer(text)]


@lru_cache(maxsize=4096)
def name_key(text: str) -> str:
    """The key by which names are looked up: no case, no accents, no typographic apostrophes."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def name_keys(spelling: str) -> tuple[str, ...]:
    """The keys of the words of a name."""
    return tuple(name_key(match[0]) for match in _TOKEN.finditer(spelling.removeprefix("@")))
