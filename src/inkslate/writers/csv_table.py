"""CSV (RFC 4180), one task a row. No cell can be read as a formula by a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from inkslate.extraction import Extraction
from inkslate.writers.items import items
from inkslate.writers.options import PLAIN, WriterOptions

COLUMNS = ("board", "region", "id", "text", "owner", "due", "score", "lines")
# The wide forms too: spreadsheets with an East Asian locale read them as the narrow ones. A cell that begins with
# apostrophes gets one more, so that removing one always gives the original text.
_FORMULA = re.compile("'*[=+\\-@\t\r＝＋－＠]")


def write_csv(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """A header and a row a task; `lines` counts from 0 as in the JSONL, with spaces between."""
    del options
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for item in items(extractions):
        texts = (item.board, item.region, item.id, item.text, item.owner or "")
        due = item.due_time.isoformat(timespec="minutes") if item.due_time else item.due_day
        writer.writerow([*map(_defuse, texts), due, item.score, " ".join(map(str, item.lines))])
    return file.getvalue()


def _defuse(cell: str) -> str:
    """The cell, with an apostrophe in front where a spreadsheet would read a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell
