"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from inkslate.errors import InputError


def write_whole(path: str | Path, data: str | bytes) -> None:
    """Write beside the target and rename: a crash, a full disk or Ctrl-C leaves the old file as it was."""
    target = Path(path)
    content = data.encode() if isinstance(data, str) else data
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(_mode(target))
        Path(temporary).replace(target)
        temporary = None
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror or error}); choose another place") from None
    finally:
        if temporary:
            Path(temporary).unlink(missing_ok=True)


def _mode(target: Path) -> int:
    """The permissions an ordinary open() would have left; temporary files are private."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
