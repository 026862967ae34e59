"""Batch runs: one pure function on Arrow tables, applied to many boards by local processes or by Ray."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from inkslate.dependencies import require

if TYPE_CHECKING:
    from inkslate.batch.settings import BatchSettings
    from inkslate.batch.settings import BatchSettings as Settings
    from inkslate.batch.tables import process_batch

__all__ = ["BatchSettings", "Settings", "process_batch"]
# Public name, its module, and its name there. `Settings` is the documented short name.
_HOMES = {
    "BatchSettings": ("settings", "BatchSettings"),
    "Settings": ("settings", "BatchSettings"),
    "process_batch": ("tables", "process_batch"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'inkslate.batch' has no attribute {name!r}")
    require("batch", what="a batch run")
    module, attribute = _HOMES[name]
    return getattr(import_module(f"inkslate.batch.{module}"), attribute)
