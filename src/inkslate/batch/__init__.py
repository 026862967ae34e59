"""Batch runs: many boards through one pure function on Arrow tables, by processes of this machine or by Ray."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from inkslate.dependencies import require

if TYPE_CHECKING:
    from inkslate.batch.process import process_batch
    from inkslate.batch.settings import Settings

__all__ = ["Settings", "process_batch"]
_HOMES = {"Settings": "settings", "process_batch": "process"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'inkslate.batch' has no attribute {name!r}")
    require("batch", what="a batch run")
    return getattr(import_module(f"inkslate.batch.{_HOMES[name]}"), name)
