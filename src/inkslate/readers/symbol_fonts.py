"""Fonts of symbols, in which a letter or a private character is a box, a tick or a bullet."""

from __future__ import annotations

# What the characters of a font show; Word writes them as they are, or in the private range from F000.
_FONTS = {
    "wingdings": {
        **dict.fromkeys((0x6F, 0x71, 0x72, 0xA8), "☐"),
        0xFE: "☑",
        0xFD: "☒",
        0xFC: "✓",
        0xFB: "✗",
        **dict.fromkeys((0x6C, 0x6E, 0x75, 0x76, 0x9F, 0xA7, 0xD8), "•"),
        **dict.fromkeys((0xE0, 0xE8, 0xF0), "→"),
    },
    "wingdings 2": {
        **dict.fromkeys((0x2A, 0xA3), "☐"),
        0x52: "☑",
        **dict.fromkeys((0x51, 0x53, 0x54), "☒"),
        0x50: "✓",
        0x4F: "✗",
    },
    "webdings": {0x63: "☐", 0x61: "✓", 0x72: "✗"},
    "symbol": {0xB7: "•", 0xA8: "•", 0xAE: "→", 0xDE: "→", 0x2D: "-"},
}
_LONGEST = 3  # signs: longer texts are words that somebody has set in such a font by mistake


def symbol_of(code: str, font: str) -> str:
    """The sign that a hexadecimal code such as `F0A8` shows in a font; empty where it says nothing here."""
    try:
        number = int(code, 16)
    except ValueError:
        return ""
    if 0x2000 <= number < 0xD800:
        return chr(number)  # of a font that has its signs where Unicode has them
    return _FONTS.get(font.lower(), {}).get(number & 0xFF, "")


def with_symbols(text: str, font: str) -> str:
    """The text of a font, with the signs that its characters show where it is a font of symbols."""
    signs = _FONTS.get(font.lower())
    if signs is None or len(text.strip()) > _LONGEST:
        return text
    return "".join(letter if letter.isspace() else signs.get(ord(letter) & 0xFF, "") for letter in text)
