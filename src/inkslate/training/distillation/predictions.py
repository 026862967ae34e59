"""The predictions of the teachers in a folder: made once, shared by all students."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from inkslate.errors import InputError
from inkslate.files import write_whole
from inkslate.model.bundle import Bundle, read_bundle_json
from inkslate.model.schemes import NTI
from inkslate.training.distillation.board_file import BoardFile
from inkslate.training.distillation.teachers import Rows, predict_boards

_INDEX = "labels.json"
_SHORT = 12  # digits of a sha256


@dataclass(frozen=True)
class TeacherPredictions:
    """The mean probabilities of every word's labels over the teachers, one array for each file of boards.

    Without teachers, everything that is asked for must be in the folder already.
    """

    folder: Path
    teachers: Sequence[Bundle] = ()
    only: Mapping[str, Sequence[Bundle]] = field(default_factory=dict)  # files, by name, with teachers of their own

    def cover(self, files: Sequence[BoardFile]) -> bool:
        """Whether the folder has the predictions for all of these files."""
        index = self._read_index()
        return index is not None and all(index["files"].get(file.name) == file.sha256 for file in files)

    def sources(self) -> list[tuple[str, str]]:
        """Name and short sha256 of the teachers: those that the folder records, else those that are given."""
        everybody = [*self.teachers, *(teacher for group in self.only.values() for teacher in group)]
        given = list(dict.fromkeys((teacher.info.name, (teacher.info.sha256 or "")[:_SHORT]) for teacher in everybody))
        index = self._read_index()
        if index is None and not self.teachers:
            raise InputError(f"{self.folder}: holds no predictions; name the teachers that are to make them")
        recorded = given if index is None else [(str(name), str(sha)) for name, sha in index["teachers"]]
        if given and given != recorded:
            raise InputError(f"{self.folder}: holds predictions of other teachers; choose another folder for these")
        return recorded

    def load(self, files: Sequence[BoardFile], *, tick: Callable[[int], None] = lambda _: None) -> list[list[Rows]]:
        """The predictions for every region of every file; missing ones are made and kept first.

        `tick` receives the number of regions that a teacher has just labelled.
        """
        index: dict[str, Any] = {"teachers": self.sources(), "files": {}} | (self._read_index() or {})
        for file in files:
            if index["files"].get(file.name) != file.sha256:
                self._make(file, tick)
                index["files"][file.name] = file.sha256
                write_whole(self.folder / _INDEX, json.dumps(index, indent=1) + "\n")
        return [self._read(file) for file in files]

    def part(self, teacher: Bundle, file: BoardFile, *, tick: Callable[[int], None] = lambda _: None) -> Rows:
        """What one teacher says about the words of a file; made and kept unless it is there."""
        key = " ".join((teacher.info.name, teacher.info.sha256 or "", file.sha256))
        path = self.folder / "parts" / f"{hashlib.sha256(key.encode()).hexdigest()[: 2 * _SHORT]}.npy"
        if not path.exists():
            _save(path, np.concatenate(predict_boards(teacher, file.boards, tick=tick)))
        return _load(path)

    def _make(self, file: BoardFile, tick: Callable[[int], None]) -> None:
        if not self.teachers:
            raise InputError(f"{self.folder}: has no predictions for this {file.name}; name the teachers")
        rows = [self.part(teacher, file, tick=tick) for teacher in self.only.get(file.name, self.teachers)]
        _save(self._path(file), np.mean(rows, axis=0))

    def _read(self, file: BoardFile) -> list[Rows]:
        """The array of a file by region. New predictions are read too: a resumed run has the same rounded numbers."""
        path, words = self._path(file), [len(region.word_texts) for region in file.regions]
        rows = _load(path)
        if rows.shape != (sum(words), len(NTI.labels)) or not np.isfinite(rows).all():
            raise InputError(
                f"{path}: does not fit the words of {file.name}; remove the folder and run the teachers again"
            )
        return np.split(rows, np.cumsum(words)[:-1])

    def _path(self, file: BoardFile) -> Path:
        return self.folder / f"{file.name}.npy"

    def _read_index(self) -> dict[str, Any] | None:
        path = self.folder / _INDEX
        if not path.exists():
            return None
        index = read_bundle_json(path)
        if not isinstance(index.get("teachers"), list) or not isinstance(index.get("files"), dict):
            raise InputError(f"{path}: is not an index of predictions; remove the folder and run the teachers again")
        return index


def _save(path: Path, rows: Rows) -> None:
    buffer = io.BytesIO()
    np.save(buffer, rows.astype(np.float16), allow_pickle=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, buffer.getvalue())


def _load(path: Path) -> Rows:
    try:
        rows: Rows = np.load(path, allow_pickle=False).astype(np.float32)
    except (OSError, ValueError, EOFError):
        raise InputError(f"{path}: cannot be read; remove the folder and run the teachers again") from None
    return rows
