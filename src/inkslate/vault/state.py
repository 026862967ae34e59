"""The state file: one JSON file in the vault, private, written whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from inkslate.errors import InputError
from inkslate.files import cannot_write, make_private_file, write_whole
from inkslate.vault.values import NoteState, NoteTask, VaultList, VaultState, VaultTask

FOLDER, NAME = ".inkslate", "vault.json"
VERSION = 1


def state_file(root: Path) -> Path:
    """Where a vault's state is."""
    return root / FOLDER / NAME


def load_state(path: Path) -> VaultState:
    """The state of the last run; an empty one where there was none. InputError where the file is damaged."""
    try:
        text = path.read_text("utf-8")
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
    except (ValueError, KeyError, TypeError, AttributeError) as error:
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
    tasks = [VaultTask(**task | {"seen": _note_task(task["seen"])}) for task in value["tasks"]]
    return VaultState(
        settings=value["settings"],
        notes=_notes(value["notes"]),
        list=VaultList(tuple(tasks)),
        written=value["written"],
        pending=_notes(value["pending"]),
    )


def _notes(value: dict[str, Any]) -> dict[str, NoteState]:
    return {
        path: NoteState(**note | {"tasks": tuple(_note_task(task) for task in note.get("tasks", ()))})
        for path, note in value.items()
    }


def _plain_notes(notes: Mapping[str, NoteState]) -> dict[str, Any]:
    return {path: _plain(note) | {"tasks": [*map(_plain, note.tasks)]} for path, note in notes.items()}


def _note_task(value: dict[str, Any]) -> NoteTask:
    when = value.get("when")
    return NoteTask(**value | {"when": (when[0], when[1])}) if when else NoteTask(**value)


def _plain(value: NoteTask | NoteState | VaultTask) -> dict[str, Any]:
    """The fields that are not at their defaults: most are, and the file stays small."""
    return {
        name: plain
        for name, default in _DEFAULTS[type(value)]
        if (plain := getattr(value, name)) != default or default is MISSING
    }


_DEFAULTS = {kind: [(each.name, each.default) for each in fields(kind)] for kind in (NoteTask, NoteState, VaultTask)}
