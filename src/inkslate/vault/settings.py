"""What a run over a vault does."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from inkslate.details import DetailContext
from inkslate.version import __version__
from inkslate.writers import Writer
from inkslate.writers.records import TaskRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultSettings:
    """What a run does: where the list goes, for whom, and how notes are read."""

    list_path: Path
    writer: Writer
    model: str
    context: DetailContext
    existing: Mapping[str, TaskRecord] = field(default_factory=dict)  # what the tool has, by the writer's keys

    @property
    def digest(self) -> str:
        """Changes when notes would be read in another way."""
        now = self.context.now.isoformat() if self.context.now else None
        values = [__version__, self.model, now, self.context.locale, self.context.people]
        return hashlib.sha256(json.dumps(values).encode()).hexdigest()
