"""Underlined titles directly below a list, which Markdown takes for the rest of its last item."""

from __future__ import annotations

import re

# An item and the lines that go on with it, a line that is none, and the rule below. `---` alone may part the text.
_BELOW_ITEM = re.compile(
    r"""
    ^(?P<item> [ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\S.*\n (?:[ \t]+\S.*\n){0,9} )
    (?P<title> (?![-*+][ \t]|\d{1,3}[.)][ \t]|[\#>|`~=<]) \S.*\n )
    (?: (?P<first> ={3,} ) | -{4,} )[ \t]*$
    """,
    re.VERBOSE | re.MULTILINE,
)


def with_titles(text: str) -> str:
    """The text with `#` in front of such titles and without the rules below; each line stays where it was."""
    return _BELOW_ITEM.sub(lambda found: f"{found['item']}{'#' if found['first'] else '##'} {found['title']}", text)
