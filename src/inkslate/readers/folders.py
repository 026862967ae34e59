"""The notes in a folder and below: what is hidden, or ignored by git, is left out, and so is what is no note."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.files import read_regular, real_path
from inkslate.readers.detection import detect_format
from inkslate.readers.document import load
from inkslate.readers.table import READERS, formats_by_suffix

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_IGNORE_FILE = ".gitignore"


class NoteSelection(NamedTuple):
    """Which files of a folder are meant.

    `globs` are patterns like those of `.gitignore` for the path in the folder; files that one with `!` matches are left
    out. Without patterns the suffix decides, and for suffixes that are not for notes alone (.json, .csv), the content;
    pictures are left out.
    `format` is the format of all files, if it is known.
    """

    globs: Sequence[str] = ()
    format: str | None = None
    without: Collection[Path] = ()  # resolved paths of files that are not notes, such as the result of an earlier run


def find_notes(folder: str | Path, selection: NoteSelection) -> list[str]:
    """The notes in a folder and in the folders below it, as paths in it, sorted; InputError where there is none."""
    root = real_path(folder)
    named = [glob for glob in selection.globs if not glob.startswith("!")]
    unnamed = [glob[1:] for glob in selection.globs if glob.startswith("!")]
    wanted, unwanted = (_patterns(globs) if globs else None for globs in (named, unnamed))
    found = []
    for path in _files(root):
        name = path.relative_to(root)
        left_out = real_path(path) in selection.without or (unwanted and unwanted.match_file(name.as_posix()))
        if not left_out and (wanted.match_file(name.as_posix()) if wanted else _is_note(path, selection.format)):
            found.append(name)
    if not found:
        what = "that --glob names" if selection.globs else "of a known format"
        raise InputError(f"{folder}: no notes {what} in it; files that are hidden or in a {_IGNORE_FILE} are left out")
    return [path.as_posix() for path in sorted(found, key=lambda path: path.parts)]


class _Rules(NamedTuple):
    """The patterns of a `.gitignore` and the folder that they count from."""

    folder: Path
    spec: GitIgnoreSpec


def _files(root: Path) -> Iterator[Path]:
    """The files below a folder that are neither hidden nor ignored; links to folders are not followed."""
    rules = {root: [*_rules_above(root), *_rules_in(root)]}
    for name, folders, files in os.walk(root, onerror=_refuse):
        here = Path(name)
        known = rules.pop(here)
        folders[:] = [each for each in folders if not _is_left_out(here / each, known, is_folder=True)]
        for each in folders:
            rules[here / each] = [*known, *_rules_in(here / each)]
        for each in files:
            if not _is_left_out(here / each, known, is_folder=False) and (here / each).is_file():
                yield here / each


def _is_left_out(path: Path, rules: Sequence[_Rules], *, is_folder: bool) -> bool:
    return path.name.startswith(".") or _is_ignored(path, rules, is_folder=is_folder)


def _is_ignored(path: Path, rules: Sequence[_Rules], *, is_folder: bool) -> bool:
    """As git decides: the last pattern that matches, of the deepest folder that has one."""
    for folder, spec in reversed(rules):
        name = path.relative_to(folder).as_posix() + ("/" if is_folder else "")
        decision = spec.check_file(name).include
        if decision is not None:
            return decision
    return False


def _rules_above(root: Path) -> list[_Rules]:
    """The rules of the repository that the folder is in; none where they would leave out the folder itself."""
    top = next((place for place in (root, *root.parents) if (place / ".git").exists()), root)
    inner = [parent for parent in root.parents if parent.is_relative_to(top)]
    rules = [rule for parent in reversed(inner) for rule in _rules_in(parent)]
    return [] if _is_ignored(root, rules, is_folder=True) else rules


def _rules_in(folder: Path) -> list[_Rules]:
    try:
        lines = read_regular(folder / _IGNORE_FILE).decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    return [_Rules(folder, _patterns(lines))]


def _patterns(lines: Sequence[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError as error:
        raise InputError(f"{error}; write a pattern as in a {_IGNORE_FILE}") from None


def _is_note(path: Path, format: str | None) -> bool:
    suffix, known = path.suffix.lower(), formats_by_suffix()
    if format is not None:
        return suffix in (READERS[format].suffixes or READERS[format].syntax.suffixes)
    owner = known.get(suffix)
    if owner is not None and owner.is_costly:
        return False
    return suffix in known and ((owner is not None and not owner.labelled) or _is_recognised(path))


def _is_recognised(path: Path) -> bool:
    """Whether the content is of a format that is read: most JSON and CSV files are not notes."""
    try:
        document = load(path)
        reader = READERS[detect_format(document)]
        return not reader.labelled or any(isinstance(each, Board) for each in reader(document))
    except InputError:
        return False


def _refuse(error: OSError) -> None:
    raise InputError(f"{error.filename}: cannot be listed ({error.strerror}); leave it out, or change its permissions")
