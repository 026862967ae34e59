"""Where text of Markdown ends and markup may begin: decided by patterns, because trying every rule takes its time.

A hostile text is all brackets. Each of them that is known to begin nothing is text, together with what is around it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline

DEEPEST_LABEL = 6  # brackets inside of each other in the text of a link
STOPS = r"\n\\`~*_!\[=%<&"  # each may begin markup
# Marks that begin nothing: one where it takes two, an underscore inside of a word, more brackets than a label may have.
_NO_MARKUP = "|".join(
    (
        r"!(?!\[)",
        r"=(?!=(?!=))",
        r"(?<=\S)%|%(?!%)",
        r"~(?!~)",
        r"&(?![#a-zA-Z])",
        r"(?<=[a-zA-Z0-9])_+(?=[a-zA-Z0-9])",
        rf"(?:!?\[)+(?=(?:!?\[){{{DEEPEST_LABEL + 2}}})",
    )
)
# Brackets around plain text without a target: no link where no labels are defined.
_NO_LINK = rf"!?\[[^\]{STOPS}]{{0,300}}\](?!\()"


def _text_with(plain: str, brackets: str) -> re.Pattern[str]:
    """Plain characters, and brackets among them; a bound on these, because a pattern keeps its place at each."""
    return re.compile(rf"[^{plain}]*(?:(?:{brackets})[^{plain}]*){{0,500}}")


# Text up to the next character that begins markup: where labels of links are defined somewhere, and where none are.
_TEXT_BESIDE_LABELS = _text_with(STOPS, _NO_MARKUP)
_TEXT = _text_with(STOPS, f"{_NO_MARKUP}|{_NO_LINK}")
# The same inside of a label, which may end there.
_LABEL_BESIDE_LABELS = re.compile(rf"[^\]{STOPS}]*")
_LABEL = _text_with(rf"\]{STOPS}", _NO_LINK)
LABELS = "references"  # in the parser's environment where the file defines labels of links
_ENDS = {"!": "]", "[": "]", "<": ">", "&": ";"}  # what must follow a link, a tag or an entity
_TOO_MANY = re.compile(rf"(?:!?\[){{{DEEPEST_LABEL + 2}}}")


def end_of_text(state: StateInline, end: int) -> int:
    """Where the text that begins here ends: at the next character that may begin markup."""
    src, last = state.src, state.posMax
    text = _TEXT_BESIDE_LABELS if LABELS in state.env else _TEXT
    while end < last:
        end = text.match(src, end, last).end()  # type: ignore[union-attr]
        if end == last or not is_in_vain(state, end):
            break
        end += 1
    return end


def is_in_vain(state: StateInline, at: int) -> bool:
    """Whether nothing begins at this character: what must end it does not follow, or it was tried inside of a label."""
    end = _ENDS.get(state.src[at])
    return end is not None and (state.html_terminator_last(end) < at or state.cache.get(at) == at + 1)


def end_of_label_text(state: StateInline) -> int:
    """Where the text inside of a label ends that begins at the parser's place."""
    text = _LABEL_BESIDE_LABELS if LABELS in state.env else _LABEL
    return text.match(state.src, state.pos, state.posMax).end()  # type: ignore[union-attr]


def has_too_many_brackets(state: StateInline) -> bool:
    """Whether more brackets begin at the parser's place than a label may have."""
    return _TOO_MANY.match(state.src, state.pos) is not None
