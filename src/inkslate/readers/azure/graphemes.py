"""Text elements: what a reader takes for one character, such as a letter with its accents or a family of emoji."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_JOINER = "\u200d"
# What may follow within one syllable. S is a syllable without a final consonant, W one with it.
_HANGUL_AFTER = {"L": ("L", "V", "S", "W"), "V": ("V", "T"), "S": ("V", "T"), "T": ("T",), "W": ("T",)}
# Pictographs that a joiner ties together; a few signs in between are none, but none of them follows a joiner.
_PICTOGRAPHS = (
    *((0xA9, 0xA9), (0xAE, 0xAE), (0x203C, 0x203C), (0x2049, 0x2049), (0x2122, 0x2122), (0x2139, 0x2139)),
    *((0x2194, 0x21AA), (0x231A, 0x23FF), (0x24C2, 0x24C2), (0x25AA, 0x25FE), (0x2600, 0x27BF), (0x2934, 0x2935)),
    *((0x2B05, 0x2B55), (0x3030, 0x3030), (0x303D, 0x303D), (0x3297, 0x3299), (0x1F000, 0x1F1E5), (0x1F200, 0x1FAFF)),
)


def element_starts(text: str) -> Iterator[int]:
    """Where each text element begins, in code points (UAX #29 without the rule for Indic conjuncts)."""
    before, flags, pictograph = "", 0, False
    for at, character in enumerate(text):
        is_flag = "\U0001f1e6" <= character <= "\U0001f1ff"
        joined = bool(before) and (
            (before == "\r" and character == "\n")
            or (before not in "\r\n" and _extends(character))
            or (before == _JOINER and pictograph and _is_pictograph(character))
            or (is_flag and flags % 2 == 1)
            or _hangul(character) in _HANGUL_AFTER.get(_hangul(before), ())
        )
        if not joined:
            yield at
        flags = flags + 1 if is_flag else 0
        if not _extends(character):
            pictograph = _is_pictograph(character)
        before = character


def _extends(character: str) -> bool:
    if character < "\u0300":
        return False
    return (
        unicodedata.category(character) in ("Mn", "Me", "Mc")
        or character in "\u200c\u200d\u0e33\u0eb3\uff9e\uff9f"
        or "\U0001f3fb" <= character <= "\U0001f3ff"  # skin tones
        or "\U000e0020" <= character <= "\U000e007f"  # the tags of subdivision flags
    )


def _is_pictograph(character: str) -> bool:
    code = ord(character)
    return code >= 0xA9 and any(first <= code <= last for first, last in _PICTOGRAPHS)


def _hangul(character: str) -> str:
    """L, V, T for the parts of a syllable, S or W for a whole one; empty for everything else."""
    if "\u1100" <= character <= "\u11ff":
        return "L" if character < "\u1160" else "V" if character < "\u11a8" else "T"
    if "\uac00" <= character <= "\ud7a3":
        return "S" if (ord(character) - 0xAC00) % 28 == 0 else "W"
    return ""
