"""Where a run stands, in one file that is written whole, and the log of its steps."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from inkslate.errors import InputError
from inkslate.files import cannot_write, write_whole

CHECKPOINT = "checkpoint.pt"
LOG = "log.jsonl"


@dataclass
class Position:
    """The next step to take: `step` of `epoch`; `total` steps were taken so far."""

    epoch: int = 0
    step: int = 0
    total: int = 0


def save_checkpoint(folder: Path, state: dict[str, Any]) -> None:
    buffer = io.BytesIO()
    torch.save(state, buffer)
    write_whole(folder / CHECKPOINT, buffer.getvalue())


def load_checkpoint(folder: Path, identity: dict[str, Any]) -> dict[str, Any]:
    """The state of an unfinished run; an InputError where it belongs to another one."""
    path = folder / CHECKPOINT
    try:
        # weights_only: tensors and plain values, no code is ever run.
        state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        same = state["identity"] == identity
    except Exception as error:
        raise InputError(
            f"{path}: cannot be read ({error.__class__.__name__}); remove the folder and start again"
        ) from None
    if not same:
        raise InputError(f"{path}: is of a run with other settings or data; use the same ones, or another --out")
    return state


class Log:
    """JSONL, a line a step and a line an epoch; a resumed run continues where its checkpoint stood."""

    def __init__(self, folder: Path, *, keep: int = 0) -> None:
        self._path = folder / LOG
        # A log that was removed meanwhile begins anew; the run does not depend on it.
        lines = self._path.read_text("utf-8").splitlines()[:keep] if keep and self._path.is_file() else []
        write_whole(self._path, "".join(line + "\n" for line in lines))
        self.lines = len(lines)
        self._file = self._path.open("ab", buffering=0)

    def write(self, **record: Any) -> None:
        try:
            self._file.write(json.dumps(record).encode() + b"\n")
        except OSError as error:
            raise cannot_write(self._path, error, remedy="make room first") from None
        self.lines += 1

    def close(self) -> None:
        self._file.close()
