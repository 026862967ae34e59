"""Writing files: completely or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from inkslate.errors import InputError


def write_whole(path: str | Path, data: str | bytes) -> None:
    """Write beside the target and rename: a crash, a full disk or Ctrl-C leaves the old file as it was."""
    content = data.encode() if isinstance(data, str) else data
    target = Path(os.path.realpath(path))  # a link stays a link, its target is replaced
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
        raise cannot_write(target, error, remedy="choose another place") from None
    finally:
        if temporary:
            Path(temporary).unlink(missing_ok=True)


def cannot_write(path: str | Path, error: OSError, *, remedy: str) -> InputError:
    """The error for a file or a folder that cannot be written."""
    return InputError(f"{path}: cannot be written ({error.strerror or error}); {remedy}")


def _is_stream(path: Path) -> bool:
    """Whether the path is a device or a pipe, which is written directly: there is no file to replace."""
    return str(path).startswith(("/dev/", "/proc/")) or (path.exists() and not path.is_file() and not path.is_dir())


def _mode(target: Path) -> int:
    """The permissions that an ordinary open() would set; temporary files are private."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
