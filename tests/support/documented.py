"""Which entries of the tables the documentation does not list."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inkslate.evaluation.columns import SCORES
from inkslate.model.backends import BACKENDS
from inkslate.readers import READERS
from inkslate.writers import WRITERS
from tests.support.paths import ROOT


def undocumented() -> dict[str, list[str]]:
    """For each kind the names that its page does not have as the first cell of a table's row."""
    return {
        "readers": _missing("formats.md", READERS),
        "writers": _missing("writers.md", WRITERS),
        "scores": _missing("evaluation.md", SCORES),
        "backends": _missing("runtime.md", BACKENDS),
    }


def _missing(page: str, names: Iterable[str]) -> list[str]:
    listed = set(re.findall(r"^\| `([\w-]+)` \|", (ROOT / "docs" / page).read_text("utf-8"), re.MULTILINE))
    return [name for name in names if name not in listed]
