"""The checkpoint of a training run, in one file that is written atomically, and the log of its steps."""

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
    """The next step: `step` of `epoch`; `total` steps are done."""

    epoch: int = 0
    step: int = 0
    total: int = 0


def save_checkpoint(folder: Path, state: dict[str, Any]) -> None:
    """Write the state of the loop, in place of an older one."""
    buffer = io.BytesIO()
    torch.save(state, buffer)
    write_whole(folder / CHECKPOINT, buffer.getvalue())


def load_checkpoint(folder: Path, identity: dict[str, Any]) -> dict[str, Any]:
    """The state of an unfinished run; an InputError where it belongs to another run."""
    path = folder / CHECKPOINT
    try:
        # weights_only loads tensors and plain values; it runs no code from the file.
        state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        same = state["identity"] == identity
    except Exception as error:
        raise InputError(
            f"{path}: cannot be read ({error.__class__.__name__}); remove the folder and start again"
        ) from None
    if not same:
        raise InputError(f"{path}: belongs to a run with other settings or data; use the same, or another --out")
    return state


class Log:
    """JSONL with one line per step and one per epoch; a resumed run continues at the line of its checkpoint."""

    def __init__(self, folder: Path, *, keep: int = 0) -> None:
        self._path = folder / LOG
        # The run does not depend on the log: if somebody removed it, it starts again.
        lines = self._path.read_text("utf-8").splitlines()[:keep] if keep and self._path.is_file() else []
        write_whole(self._path, "".join(line + "\n" for line in lines))
        self.lines = len(lines)
        self._file = self._path.open("ab", buffering=0)

    def write(self, **record: Any) -> None:
        """Append a line."""
        try:
            self._file.write(json.dumps(record).encode() + b"\n")
        except OSError as error:
            raise cannot_write(self._path, error, remedy="free some space first") from None
        self.lines += 1

    def close(self) -> None:
        """Close the file."""
        self._file.close()
