"""What the tools do. They run in a process of their own, which is ended when a file keeps it busy for too long."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from inkslate.assistant.folders import Folders, read_place
from inkslate.assistant.limits import MAX_FILE, MAX_REASONS, MAX_TEXT
from inkslate.assistant.pages import clean, page
from inkslate.assistant.tasks import FolderReader, OpenTask, open_tasks
from inkslate.details import DetailContext, add_details, day_first
from inkslate.errors import InputError
from inkslate.extractor import Extractor
from inkslate.formats import boards_of
from inkslate.messages import one_line
from inkslate.readers import scan_document
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document
from inkslate.readers.note_date import note_date

_SUFFIXES = {"text": "txt", "markdown": "md", "org": "org"}
TEXT_FORMATS = tuple(_SUFFIXES)


@dataclass
class Toolbox:
    """The tools, by their names in `TOOLS`. Arguments and results are plain values."""

    folders: Folders
    model: str
    context: DetailContext
    folder_reader: FolderReader
    _last: tuple[Hashable, list[OpenTask]] | None = None  # so that the next page does not read it again

    def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The result of a tool; InkslateError where there is none."""
        result: dict[str, Any] = clean(TOOLS[name](self, **arguments))
        return result

    @cached_property
    def _extractor(self) -> Extractor:
        return Extractor.load(self.model)

    def tasks_in_text(
        self, *, text: str, format: str, now: str | None, limit: int, cursor: str | None
    ) -> dict[str, Any]:
        """The open tasks of a text."""
        if len(text) > MAX_TEXT:
            raise InputError(f"the text has {len(text)} characters; at most {MAX_TEXT} are read, divide it")
        document = Document(f"text.{_SUFFIXES[format]}", text.encode("utf-8", "replace"))
        found = self._found(document, format, moment=_moment(now), file=None)
        return page([task.to_json() for task in found], "tasks", limit=limit, cursor=cursor)

    def tasks_in_file(self, *, path: str, now: str | None, limit: int, cursor: str | None) -> dict[str, Any]:
        """The open tasks of a file in any format that has a reader."""
        place = self.folders.find(path)
        try:
            data, status = read_place(place, limit=MAX_FILE)
        except FileNotFoundError:
            raise InputError(f"{path}: no such file") from None
        document = Document(place.name, data)
        written = datetime.fromtimestamp(status.st_mtime) if 0 <= status.st_mtime < 1 << 37 else None
        found = self._found(document, None, moment=_moment(now), file=place.name, written=written)
        return page([task.to_json() for task in found], "tasks", limit=limit, cursor=cursor)

    def tasks_in_folder(self, *, path: str, limit: int, cursor: str | None) -> dict[str, Any]:
        """The open tasks of a folder of notes, each once."""
        found = self.folder_reader.tasks(self.folders, self.folders.find(path))
        reasons = [one_line(reason, 300) for reason in found.failed[:MAX_REASONS]]
        result = page([task.to_json() for task in found.tasks], "tasks", limit=limit, cursor=cursor)
        return result | {"notes": found.notes, "not_read": reasons, "not_read_total": len(found.failed)}

    def list_notes(self, *, path: str, limit: int, cursor: str | None) -> dict[str, Any]:
        """The notes of a folder."""
        notes = self.folder_reader.notes(self.folders, self.folders.find(path))
        return page(clean(notes), "notes", limit=limit, cursor=cursor)

    def _found(
        self,
        document: Document,
        format: str | None,
        *,
        moment: datetime | None,
        file: str | None,
        written: datetime | None = None,
    ) -> list[OpenTask]:
        key = (document.name, hashlib.sha256(document.data).digest(), format, moment, written)
        if self._last is not None and self._last[0] == key:
            return self._last[1]
        name = format or detect_format(document)
        found: list[OpenTask] = []
        order = day_first(self.context.locale)
        for board in boards_of(scan_document(document, format=name)):
            now = moment or self.context.now or note_date(document, board, day_first=order) or written
            extraction = self._extractor.extract(board)
            (detailed,) = add_details([extraction], replace(self.context, now=now))
            found += open_tasks(detailed, format=name, file=file)
        self._last = (key, found)
        return found


_ALL: tuple[Callable[..., dict[str, Any]], ...] = (
    Toolbox.tasks_in_text,
    Toolbox.tasks_in_file,
    Toolbox.tasks_in_folder,
    Toolbox.list_notes,
)
TOOLS = {tool.__name__: tool for tool in _ALL}


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        raise InputError(f"now is {text[:40]!r}; write it like 2026-11-15 or 2026-11-15T09:30") from None
    if not 1900 <= moment.year <= 9000:
        raise InputError("now has a year that dates are not computed for; write one from 1900 to 9000")
    return moment
