"""Parts of messages: counts with their nouns, and quoted text that is short and printable."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """`1 board`, `2 boards`; for nouns whose plural ends in an additional s."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def shorten(text: str, limit: int = 40) -> str:
    """The text in quotes for a message, cut to a readable length, control characters escaped."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


def one_line(message: str, limit: int | None = None) -> str:
    """The message on one line, without control characters, cut to `limit` characters where one is given."""
    shown = "".join(character if character.isprintable() else " " for character in " ".join(message.split()))
    return shown if limit is None or len(shown) <= limit else shown[: limit - 1] + "…"


def has_lone_surrogate(text: str) -> bool:
    """Whether the text has half a surrogate pair, which JSON can express and UTF-8 cannot."""
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)
