"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from inkslate.errors import InputError


def write_whole(path: str | Path, data: str | bytes) -> None:
    """Write beside the target and rename: a crash, a full disk or Ctrl-C leaves the old file as it was."""
    content = data.encode() if isinstance(data, str) else data
    target = Path(os.path.realpath(path))  # through a link, which stays one
    temporary = None
    try:
        if _is_stream(Path(path)):
            Path(path).write_bytes(content)
            return
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


def _is_stream(path: Path) -> bool:
    """A device or a pipe: there is nothing to replace, it takes what it is given."""
    return str(path).startswith(("/dev/", "/proc/")) or (path.exists() and not path.is_file() and not path.is_dir())


def _mode(target: Path) -> int:
    """The permissions an ordinary open() would have left; temporary files are private."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
