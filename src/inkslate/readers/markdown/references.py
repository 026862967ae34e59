"""Links by label in Markdown, `[text]`, `[text][]` and `[text][label]`, where the text is plain.

The parser reads them too, but looks for other brackets inside of each and makes three tokens of it. A file that defines
a label may have a hundred thousand of them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from inkslate.readers.markdown.plain_text import LABELS, STOPS

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline

_PLAIN_LINK = re.compile(rf"!?\[(?P<shown>[^\]{STOPS}]{{1,300}})\](?!\()")
# A label has no brackets of its own; the length is bounded, so that a hostile text takes linear time.
_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.){0,300})\]", re.DOTALL)


def end_of_label(state: StateInline, start: int) -> int:
    """Where the bracket closes that opens at `start` behind the text of a link; -1 where that is no label."""
    match = _LABEL.match(state.src, start, state.posMax)
    return match.end() - 1 if match else -1


def plain_link(state: StateInline, at: int) -> tuple[int, int, int] | None:
    """Where the text of a link by label begins and ends, and where the link ends; None where there is none at `at`."""
    labels = state.env.get(LABELS)
    match = _PLAIN_LINK.match(state.src, at, state.posMax) if labels else None
    if labels is None or match is None:
        return None
    label = _LABEL.match(state.src, match.end(), state.posMax)
    said = (label[1] if label else "") or match["shown"]
    if _normalized(said) not in labels:
        return None
    return *match.span("shown"), (label or match).end()


@lru_cache(maxsize=4096)
def _normalized(label: str) -> str:
    from markdown_it.common.utils import normalizeReference

    return normalizeReference(label)
