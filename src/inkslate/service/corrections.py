"""Corrected boards in an SQLite database. An acknowledged correction is on the disk and survives a crash.

Needs no extra, so `inkslate export-corrections` runs with the base installation.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.files import close_file_to_others, make_private_file, make_private_folder
from inkslate.formats import format_board, parse_board
from inkslate.messages import shorten

FILE = "corrections.sqlite"
_FILES = tuple(FILE + ending for ending in ("", "-wal", "-shm", "-journal"))  # SQLite gives all of them one mode
_APPLICATION = 0x696E6B73  # "inks": marks the database as ours; other databases are not changed
_VERSION = 1
_LOCK_SECONDS = 10.0  # to wait for the commit of another process
_SCHEMA = """
create table correction (
    board text not null,
    revision integer not null,
    sha256 text not null,
    content text not null,
    notes text not null,
    saved text not null,
    primary key (board, revision)
) without rowid
"""


@dataclass(frozen=True, slots=True)
class Correction:
    """A revision of a labelled board, with the notes that the page stores with it."""

    board: str
    revision: int
    saved: str
    content: str  # a line of board JSONL
    notes: Mapping[str, Any]


class Conflict(InputError):
    """The revision exists with other content, or a later revision exists."""


class CorrectionStore:
    """The database of a workspace, for use by several threads and several processes.

    Corrections are people's notes: with `create` only the owner can open the folder and its files, whatever the umask.
    """

    def __init__(self, folder: Path, *, create: bool = True) -> None:
        self._path = folder / FILE
        try:
            if create:
                make_private_folder(folder, own=_FILES)
                make_private_file(self._path)
            elif not self._path.is_file():
                raise InputError(f"{self._path}: no such file; the folder is not a workspace of `inkslate serve`")
            self._connection = sqlite3.connect(
                self._path, timeout=_LOCK_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._lock = threading.Lock()
            self._prepare(create=create)
        except (sqlite3.Error, OSError) as error:
            raise InputError(f"{self._path}: not a database of corrections ({error}); choose another folder") from None

    def _prepare(self, *, create: bool) -> None:
        run = self._connection.execute
        # FULL: a commit waits for the disk. journal_mode cannot change inside a transaction, so it is set before it.
        run("pragma synchronous = full")
        application = run("pragma application_id").fetchone()[0]
        empty = run("select count(*) from sqlite_master").fetchone()[0] == 0
        if application != _APPLICATION and not (empty and application == 0):
            raise InputError(f"{self._path}: the database belongs to another application; choose another folder")
        if create:
            for name in _FILES:
                close_file_to_others(self._path.with_name(name))
        run("pragma journal_mode = wal")
        with self._transaction():
            version = run("pragma user_version").fetchone()[0]
            if version == 0:
                run(_SCHEMA)
                run(f"pragma application_id = {_APPLICATION}")
                run(f"pragma user_version = {_VERSION}")
            elif version != _VERSION:
                raise InputError(f"{self._path}: was made by a newer inkslate; update this one")

    def put(self, board: Board, revision: int, notes: Mapping[str, Any]) -> tuple[Correction, bool]:
        """Store a labelled board; it is on the disk when this returns. False where this revision was stored before.

        The same revision again changes nothing; other content for it, or an earlier revision, is a Conflict.
        """
        content, notes_json = format_board(board), json.dumps(notes, sort_keys=True)
        digest = hashlib.sha256(f"{content}\n{notes_json}".encode()).hexdigest()
        with self._lock, self._transaction():
            run = self._connection.execute
            stored = run(
                "select sha256, saved from correction where board = ? and revision = ?", (board.id, revision)
            ).fetchone()
            if stored:
                if stored[0] != digest:
                    raise Conflict(f"revision {revision} of board {shorten(board.id)} has other content already")
                return Correction(board.id, revision, stored[1], content, notes), False
            latest = run("select max(revision) from correction where board = ?", (board.id,)).fetchone()[0]
            if latest is not None and latest > revision:
                raise Conflict(f"board {shorten(board.id)} is at revision {latest} already")
            saved = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
            run(
                "insert into correction values (?, ?, ?, ?, ?, ?)",
                (board.id, revision, digest, content, notes_json, saved),
            )
        return Correction(board.id, revision, saved, content, notes), True

    def get(self, board: str, revision: int | None = None) -> Correction | None:
        """A revision of a board, by default the latest; None where there is none."""
        selection = "and revision = ?" if revision is not None else "order by revision desc limit 1"
        values = (board,) if revision is None else (board, revision)
        with self._lock:
            row = self._connection.execute(
                f"select board, revision, saved, content, notes from correction where board = ? {selection}",  # noqa: S608
                values,
            ).fetchone()
        return _correction(row) if row else None

    def latest(self, *, after: str = "", limit: int = -1) -> list[Correction]:
        """The latest revision of each board, ordered by id, for ids greater than `after`."""
        with self._lock:
            rows = self._connection.execute(
                "select board, max(revision), saved, content, notes from correction where board > ? "
                "group by board order by board limit ?",
                (after, limit),
            ).fetchall()
        return [_correction(row) for row in rows]

    def delete(self, board: str) -> bool:
        """Delete all revisions of a board; whether there were any."""
        with self._lock, self._transaction():
            return self._connection.execute("delete from correction where board = ?", (board,)).rowcount > 0

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        # Immediate: the lock is taken at the start, so a transaction waits there and does not fail at its commit.
        self._connection.execute("begin immediate")
        try:
            yield
        except BaseException:
            self._connection.execute("rollback")
            raise
        self._connection.execute("commit")


def labelled_board(value: object, *, where: str) -> Board:
    """Parse a board; InputError where a region has no sentences."""
    board = parse_board(value, where=where)
    for region in board.regions:
        if region.sentences is None:
            raise InputError(f"{where}, region {shorten(region.id)}: has no sentences; label every region")
    return board


def _correction(row: tuple[str, int, str, str, str]) -> Correction:
    return Correction(row[0], row[1], row[2], row[3], json.loads(row[4]))
