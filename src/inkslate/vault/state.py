"""The state file: one JSON file in the vault, private, written whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import date, datetime
from pathlib import Path
from typing import Any, TypeVar

from inkslate.errors import InputError
from inkslate.files import cannot_write, make_private_file, read_regular, write_whole
from inkslate.messages import has_lone_surrogate
from inkslate.vault.values import NoteState, NoteTask, VaultList, VaultState, VaultTask, parse_due

_Value = TypeVar("_Value", NoteTask, NoteState, VaultTask)

FOLDER, NAME = ".inkslate", "vault.json"
VERSION = 1


def state_file(root: Path) -> Path:
    """Where a vault's state is."""
    return root / FOLDER / NAME


def load_state(path: Path) -> VaultState:
    """The state of the last run; an empty one where there was none. InputError where the file is damaged."""
    try:
        text = read_regular(path).decode()
    except FileNotFoundError:
        return VaultState()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({error}); delete it to read all notes anew") from None
    return parse_state(text, path)


def parse_state(text: str, path: Path) -> VaultState:
    """The state in the text of the file; InputError, which names the path, where it is damaged."""
    if not text:  # a run was ended before it wrote anything
        return VaultState()
    try:
        return _state(json.loads(text))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(
            f"{path}: damaged, or of another version of inkslate ({type(error).__name__}: {error}); delete it: the "
            "notes are read anew, and what is ticked in the list stays ticked"
        ) from None


def save_state(path: Path, state: VaultState) -> None:
    """Write the state, completely or not at all, readable for its owner only."""
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        make_private_file(path)
    except OSError as error:
        raise cannot_write(path, error, remedy="make the vault writable") from None
    write_whole(path, format_state(state))


def format_state(state: VaultState) -> str:
    """The state as JSON."""
    value = {
        "version": VERSION,
        "settings": state.settings,
        "written": state.written,
        "tasks": [_plain(task) | {"seen": _plain(task.seen)} for task in state.list.tasks],
        "notes": _plain_notes(state.notes),
        "pending": _plain_notes(state.pending),
    }
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))


def _state(value: dict[str, Any]) -> VaultState:
    if value["version"] != VERSION:
        raise ValueError(f"version {value['version']}, not {VERSION}")
    tasks = [_checked(VaultTask(**task | {"seen": _note_task(task["seen"])})) for task in value["tasks"]]
    if not isinstance(value["settings"], str) or not isinstance(value["written"], str | None):
        raise TypeError("settings or written is no text")
    return VaultState(
        settings=value["settings"],
        notes=_notes(value["notes"]),
        list=VaultList(tuple(tasks)),
        written=value["written"],
        pending=_notes(value["pending"]),
    )


def _notes(value: dict[str, Any]) -> dict[str, NoteState]:
    return {
        path: _checked(NoteState(**note | {"tasks": tuple(_note_task(task) for task in note.get("tasks", ()))}))
        for path, note in value.items()
    }


def _plain_notes(notes: Mapping[str, NoteState]) -> dict[str, Any]:
    return {path: _plain(note) | {"tasks": [*map(_plain, note.tasks)]} for path, note in notes.items()}


def _note_task(value: dict[str, Any]) -> NoteTask:
    when = value.get("when")
    task = _checked(NoteTask(**value | {"when": (when[0], when[1]) if when else None}))
    if any(has_lone_surrogate(text or "") for text in (task.text, task.heading, task.owner, task.marks)):
        raise ValueError("half a surrogate pair in a task")
    _check_moment(parse_due(task.due))
    if task.when and {*map(type, task.when)} != {int}:
        raise TypeError("when is not a pair of numbers")
    return task


def _checked(value: _Value) -> _Value:
    """The value, every field of which is of its type; the file may come from anywhere."""
    for name, types in _TYPES[type(value)]:
        if type(getattr(value, name)) not in types:
            raise TypeError(f"{name} is {getattr(value, name)!r:.40}")
    if isinstance(value, NoteState):
        _check_moment(datetime.fromisoformat(value.written))
    else:
        _check_moment(parse_due(value.completed))
    return value


def _check_moment(moment: date | None) -> None:
    """Moments of notes have no time zone: those with one cannot be compared with them."""
    if isinstance(moment, datetime) and moment.tzinfo:
        raise ValueError(f"{moment} has a time zone")


def _plain(value: NoteTask | NoteState | VaultTask) -> dict[str, Any]:
    """The fields that are not at their defaults: most are, and the file stays small."""
    return {
        name: plain
        for name, default in _DEFAULTS[type(value)]
        if (plain := getattr(value, name)) != default or default is MISSING
    }


# The types of the fields that are plain values; the others are made here.
_PLAIN_TYPES = {"str": (str,), "str | None": (str, type(None)), "int": (int,), "bool": (bool,)}
_TYPES = {
    kind: [(each.name, _PLAIN_TYPES[str(each.type)]) for each in fields(kind) if str(each.type) in _PLAIN_TYPES]
    for kind in (NoteTask, NoteState, VaultTask)
}
_DEFAULTS = {kind: [(each.name, each.default) for each in fields(kind)] for kind in (NoteTask, NoteState, VaultTask)}
