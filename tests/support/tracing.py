"""Tests that are not traced for the coverage: tracing makes them up to three times as slow."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_VARIABLES = ("COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START")  # coverage reads them in every new process


@contextmanager
def untraced() -> Iterator[None]:
    """Do not trace this thread."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)


@contextmanager
def untraced_processes() -> Iterator[None]:
    """Do not trace the processes that are started."""
    kept = {name: os.environ.pop(name) for name in _VARIABLES if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(kept)
