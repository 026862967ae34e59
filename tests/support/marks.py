"""The marks of costly tests, which `make test` leaves out."""

from __future__ import annotations

COSTLY = frozenset({"export", "process", "browser", "fuzz", "slow"})
