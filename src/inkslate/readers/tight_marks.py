"""List marks of plain text with no space behind them: `-call Ruth`, `1.call Ruth`.

A single one may be anything (`-er`, `2.x`), so there must be several in a region, and numbers must count up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_MARK = re.compile(r"\s*(?:[-–](?=[^\W\d_]{2})|(?P<number>\d{1,3})[.)](?=[^\W\d_]{2}))")
_FEWEST = 2


def tight_marks(raw_lines: Iterable[str]) -> Mapping[int, int]:
    """The indices of lines with such a mark, and its length; a blank line ends a region."""
    found: dict[int, int] = {}
    dashes: dict[int, int] = {}
    numbers: dict[int, int] = {}  # that count up
    last = 0
    for index, raw in enumerate([*raw_lines, ""]):
        mark = _MARK.match(raw)
        number = int(mark["number"]) if mark and mark["number"] else 0
        if not raw.strip():
            found |= _listed(dashes) | _listed(numbers)
            dashes, numbers = {}, {}
        elif mark and mark["number"] is None:
            dashes[index] = len(mark[0].strip())
        elif mark:
            if number != last + 1:
                found |= _listed(numbers)
                numbers = {}
            numbers[index], last = len(mark[0].strip()), number
    return found


def _listed(run: Mapping[int, int]) -> dict[int, int]:
    return dict(run) if len(run) >= _FEWEST else {}
