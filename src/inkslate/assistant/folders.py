"""The folders that an assistant may read in, and nothing outside of them."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePath

from inkslate.assistant.limits import MAX_PATH
from inkslate.errors import InputError
from inkslate.messages import shorten

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
# A named pipe would keep the process waiting for somebody who writes.
_FLAGS = (
    os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)
_WALKS = os.open in os.supports_dir_fd and bool(_NO_LINK)


@dataclass(frozen=True, slots=True)
class ConfinedPath:
    """A file or a folder inside of one of the folders; neither of its paths has a link in it."""

    root: Path
    path: PurePath  # in root
    name: str  # as the assistant knows it

    @property
    def real(self) -> Path:
        """Where it is on the disk."""
        return self.root / self.path


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders by their names. Paths count from the only one, or begin with the name of one of several."""

    roots: Mapping[str, Path]

    @classmethod
    def of(cls, folders: Sequence[str | Path]) -> Folders:
        """The folders that somebody names; InputError where one is none."""
        roots: dict[str, Path] = {}
        for folder in folders:
            path = Path(folder).expanduser()
            if not path.is_dir():
                raise InputError(f"{folder}: {'not a folder' if path.exists() else 'no such folder'}; name a folder")
            real = path.resolve()
            if real not in roots.values():
                roots[_free_name(real.name or "root", roots)] = real
        if not roots:
            raise InputError("no folder is named; name those that the assistant may read in")
        return cls(roots)

    def find(self, path: str, *, hidden: bool = False, named: str | None = None) -> ConfinedPath:
        """The place that a path leads to; InputError where that is outside, hidden or not there.

        `named` is how messages call it, if not by the path itself.
        """
        shown = path if named is None else named
        if len(path) > MAX_PATH or any(unicodedata.category(character) == "Cc" for character in path):
            raise InputError(f"{shorten(shown)}: not a path; it is too long or has control characters")
        if ".." in PurePath(path).parts:
            raise InputError(f"{shown}: paths with .. are refused; name the path from the folder on")
        place = self._inside(Path(os.path.realpath(self._joined(path))), shown)
        if not hidden and any(part.startswith(".") for part in place.path.parts):
            raise InputError(f"{shown}: hidden files and folders are refused")
        return place

    def name_of(self, root: Path, path: PurePath) -> str:
        """How the assistant names a path of a root: as text, also where the name on the disk is none."""
        start = (
            PurePath() if len(self.roots) == 1 else PurePath(next(n for n, each in self.roots.items() if each == root))
        )
        return (start / path).as_posix().encode("utf-8", "replace").decode()

    def _joined(self, path: str) -> Path:
        given = PurePath(path)
        if given.is_absolute():
            return Path(given)
        if len(self.roots) == 1:
            return next(iter(self.roots.values())) / given
        first, *rest = given.parts or ("",)
        if first not in self.roots:
            raise InputError(f"{path}: begin the path with the name of a folder: {', '.join(self.roots)}")
        return self.roots[first].joinpath(*rest)

    def _inside(self, real: Path, given: str) -> ConfinedPath:
        for root in self.roots.values():
            if real.is_relative_to(root):
                path = real.relative_to(root)
                if not real.exists():
                    raise InputError(f"{given}: no such file or folder; list_notes lists the notes")
                return ConfinedPath(root, path, self.name_of(root, path))
        raise InputError(f"{given}: leads outside of the folders that inkslate mcp was started with; it is refused")


def read_place(place: ConfinedPath, *, limit: int) -> tuple[bytes, os.stat_result]:
    """Content and status of a regular file of at most `limit` bytes; InputError where it is no such file."""
    try:
        with closing(_Opened(place)) as opened:
            status = os.fstat(opened.handle)
            if not stat.S_ISREG(status.st_mode):
                kind = "a folder; use tasks_in_folder" if stat.S_ISDIR(status.st_mode) else "a device or a pipe"
                raise InputError(f"{place.name}: not a file, but {kind}")
            with os.fdopen(os.dup(opened.handle), "rb") as file:
                data = file.read(limit + 1) if status.st_size <= limit else b""
            if max(len(data), status.st_size) > limit:
                raise InputError(f"{place.name}: larger than {limit >> 20} MB; divide it")
            return data, status
    except FileNotFoundError:
        raise
    except OSError as error:
        raise InputError(f"{place.name}: cannot be read ({error.strerror or error})") from None


class _Opened:
    """An open file. Each folder on the way is opened from the one above, so that none can become a link meanwhile."""

    def __init__(self, place: ConfinedPath) -> None:
        if not _WALKS:
            self.handle = os.open(place.real, _FLAGS)
            return
        self.handle = os.open(place.root, _FLAGS)
        for part in place.path.parts:
            above = self.handle
            try:
                self.handle = os.open(part, _FLAGS, dir_fd=above)
            finally:
                os.close(above)

    def close(self) -> None:
        """Close the file."""
        os.close(self.handle)


def parents_of(place: ConfinedPath) -> Iterator[ConfinedPath]:
    """The folder itself, then those around it, up to the root."""
    for path in (place.path, *place.path.parents):
        yield ConfinedPath(place.root, path, place.name)
        if path == PurePath():
            return


def _free_name(name: str, taken: Mapping[str, Path]) -> str:
    numbers = (f"{name}-{number}" for number in range(2, len(taken) + 3))
    return name if name not in taken else next(free for free in numbers if free not in taken)
