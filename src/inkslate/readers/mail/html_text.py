"""The text of an HTML mail in lines, with the place of each in the source; quotes of other mails are left out."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from inkslate.readers.html import LinearParser
from inkslate.readers.mail.closing import TextLine

_BLOCKS = frozenset(
    "p div br li tr table ul ol h1 h2 h3 h4 h5 h6 blockquote hr pre section article header footer".split()
)
_LISTS = frozenset(("ul", "ol"))
_IN_ITEMS = _LISTS | {"p"}
_LEVEL = re.compile(r"mso-list:\s*l\d+\s+level(\d)", re.IGNORECASE)  # of an item of Outlook
_MARK = re.compile(r"mso-list:\s*ignore", re.IGNORECASE)  # what Outlook writes as the bullet or the number of an item
_APART = frozenset("table ul ol h1 h2 h3 h4 h5 h6 blockquote hr pre".split())  # a blank line around these
_HIDDEN = frozenset("style script head title template".split())
_QUOTES = ("gmail_quote", "gmail_attr", "moz-cite-prefix", "yahoo_quoted", "protonmail_quote", "gmail_signature")
_QUOTE_IDS = ("signature", "mail-editor-reference-message-container")
_END_IDS = ("appendonsend", "divrplyfwdmsg")  # behind these elements of Outlook is the earlier mail, in none of them
_UNSEEN = re.compile(r"\bdisplay\s*:\s*none\b", re.IGNORECASE)
_STRUCK = frozenset(("s", "strike", "del"))
_BLANKS = str.maketrans("\0\r\n", "   ")
_VOID = frozenset("br hr img meta link input col area base embed source track wbr".split())


class _Text(LinearParser):
    """Collects lines. Of what is left out only the depth is counted."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[TextLine] = []
        self._words: list[tuple[str, str]] = []
        self._hidden: str | None = None
        self._depth = 0
        self._struck = 0  # elements that strike through, inside of each other
        self._plain = False  # whether text of the line is not struck through
        self._lists = 0  # lists inside of each other
        self._item: str | None = None  # the place of an item that has no text so far
        self._level = 0  # the depth of nesting that a paragraph states
        self._tight = False  # whether the paragraph has no space around it
        self._ended = False

    def updatepos(self, i: int, j: int) -> int:
        """Count lines, which the base class skips: places are told by them."""
        return HTMLParser.updatepos(self, i, j)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line at a block; leave quotes and hidden elements out."""
        if self._hidden is not None:
            self._depth += tag == self._hidden
            return
        attributes = dict(attrs)
        if tag == "p":
            self._tight = (attributes.get("class") or "").lower().startswith("mso")
        if tag in _BLOCKS:
            apart = self._is_apart(tag) or (tag == "br" and not self._has_text())
            self.end_line(apart=apart)
        if tag == "p":
            level = _LEVEL.search(attributes.get("style") or "")
            self._level = int(level[1]) - 1 if level else 0
        self._lists += tag in _LISTS
        self._ended = self._ended or (attributes.get("id") or "").lower() in _END_IDS
        self._struck += tag in _STRUCK
        is_mark = _MARK.search(attributes.get("style") or "") is not None
        if tag not in _VOID and (tag in _HIDDEN or is_mark or _is_left_out(tag, attributes)):
            self._hidden, self._depth = tag, 1
            self._lists -= tag in _LISTS
            self._item = self._place() if is_mark else self._item
        elif tag == "li":
            self._item = self._place()

    def handle_endtag(self, tag: str) -> None:
        """End a line at a block."""
        if self._hidden is not None:
            self._depth -= tag == self._hidden
            self._hidden = self._hidden if self._depth else None
            return
        if tag in _BLOCKS:
            blank = bool(self._words) and not self._has_text()
            self.end_line(apart=self._is_apart(tag, ends=True) or (tag == "p" and blank))
        elif tag in ("td", "th"):
            self._words.append((" ", self._place()))
        self._lists -= tag in _LISTS and self._lists > 0
        self._item = None if tag == "li" else self._item
        self._struck -= tag in _STRUCK and self._struck > 0

    def handle_data(self, data: str) -> None:
        """Text, in which white space counts as one space."""
        if self._hidden is not None or self._ended:
            return
        if self._item and data.strip():
            self._words.append(("• ", self._item))
            self._item = None
        self._words.append((data, self._place()))
        self._plain = self._plain or (not self._struck and bool(data.strip()))

    def _is_apart(self, tag: str, *, ends: bool = False) -> bool:
        """Whether there is white space around an element: not around lists and paragraphs in the items of a list."""
        if self._lists > (ends and tag in _LISTS) and tag in _IN_ITEMS:
            return False
        return tag in _APART or (tag == "p" and not self._tight)

    def end_line(self, *, apart: bool) -> None:
        """The line that was collected, if any; with `apart` a blank one behind it."""
        places, column = [], 0
        for text, place in self._words:
            places.append((column, place))
            column += len(text)
        if self._has_text():
            joined = "".join(text for text, _ in self._words).translate(_BLANKS)
            depth = max(self._lists - 1, 0) + self._level
            self.lines.append(TextLine(joined, tuple(places), struck=not self._plain, indent=depth))
        if apart and self.lines and self.lines[-1].text:
            self.lines.append(TextLine("", ()))
        self._words, self._plain = [], False

    def _has_text(self) -> bool:
        return any(text.translate(_BLANKS).strip() for text, _ in self._words)

    def _place(self) -> str:
        line, column = self.getpos()
        return f"html:{line}:{column + 1}"


def _is_left_out(tag: str, attributes: dict[str, str | None]) -> bool:
    names = (attributes.get("class") or "").lower().split()
    if any(name.startswith(_QUOTES) for name in names) or (attributes.get("id") or "").lower() in _QUOTE_IDS:
        return True
    if _UNSEEN.search(attributes.get("style") or ""):
        return True
    return tag == "blockquote" and (attributes.get("type") or "").lower() == "cite"


def html_lines(text: str, name: str) -> list[TextLine]:
    """The lines of an HTML text, each with the places of its pieces; InputError where markup never ends."""
    parser = _Text()
    parser.feed_all(text, name=name)
    parser.end_line(apart=False)
    return parser.lines
