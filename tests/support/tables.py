"""More entries for inkslate's tables, and modules for them that are no files."""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any


def add_entry(table: Mapping[str, Any], name: str, entry: object) -> None:
    """Add an entry, for the rest of this process."""
    (entries,) = gc.get_referents(table)  # tables are read-only views of a dict
    entries[name] = entry


def add_module(name: str, **members: object) -> str:
    """Add a module with these members; gives its name."""
    module = ModuleType(name)
    module.__dict__.update(members)
    sys.modules[name] = module
    return name
