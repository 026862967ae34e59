"""The new folder of a command: it appears when it is complete, so a killed command leaves nothing half-written."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from inkslate.errors import InputError
from inkslate.files import cannot_write


def check_out(out: Path) -> None:
    """Raise an InputError where a new folder cannot be made there: something is in it already."""
    if os.path.lexists(out) and (out.is_symlink() or not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out}: exists already; choose another --out")


@contextmanager
def scratch_beside(out: Path) -> Iterator[Path]:
    """A scratch folder on the disk of `out`; it is removed at the end, and so are new parent folders if empty."""
    made = [folder for folder in out.parents if not os.path.lexists(folder)]
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.") as scratch:
            yield Path(scratch)
    except OSError as error:
        raise cannot_write(out, error, remedy="choose another --out") from None
    finally:
        for folder in made:
            with suppress(OSError):
                folder.rmdir()


def move_folder(folder: Path, out: Path) -> None:
    """Make the finished folder appear as `out`, in one step on one disk."""
    if out.exists():
        out.rmdir()
    shutil.move(str(folder), str(out))
