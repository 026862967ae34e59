"""The models that were learned from a workspace, in its folder `learned`, and which of them is in use.

`current.json` has their names in the order in which they came into use: the last one is used, and undoing takes it
away. Both are written whole, so a killed service leaves the model that was used before.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inkslate.board import Board
from inkslate.errors import InkslateError, InputError, ModelError
from inkslate.files import make_private_folder, write_whole
from inkslate.model.bundle import Bundle, load_bundle, weights_sha256
from inkslate.model.loading import find_bundle
from inkslate.model.shipped import is_shipped
from inkslate.training.adapting.adapter import Adapted, adapt, save_adapter

FOLDER, _CURRENT = "learned", "current.json"
_NAME = re.compile(r"learned-([0-9]{1,9})")


class CannotLearn(InkslateError):
    """Why nothing can be learned here, with the remedy."""


class LearnedModels:
    """The learned models of a workspace, on top of the model that the service was started with."""

    def __init__(self, workspace: Path, model: str) -> None:
        self._folder, self._model = workspace / FOLDER, model
        self._lock = threading.Lock()

    @property
    def stamp(self) -> int:
        """A number that changes when another model comes into use, in this process or another one; 0: none ever was."""
        try:
            return (self._folder / _CURRENT).stat().st_mtime_ns
        except OSError:
            return 0

    def current(self) -> str:
        """The model to use: the folder of the last one that was learned on top of the service's own, or that one."""
        used = self._used()
        return str(self._folder / used[-1]) if used else self._model

    def can_undo(self) -> bool:
        """Whether a learned model is in use."""
        return bool(self._used())

    def learn(self, boards: Sequence[Board]) -> Adapted:
        """Learn from the boards; what gains is written, and is in use from now on. CannotLearn says why it cannot."""
        with self._lock:
            try:
                adapted = adapt(boards, self._base())
                if adapted.used:
                    make_private_folder(self._folder, own=())
                    name = f"learned-{1 + max(self._numbers(), default=0)}"
                    save_adapter(adapted, self._folder / name, data={})
                    self._write([*self._used(), name])
            except (InputError, ModelError) as error:
                raise CannotLearn(str(error)) from None
        return adapted

    def undo(self) -> bool:
        """Use what was used before the last model; whether there was one to take away."""
        with self._lock:
            used = self._used()
            if used:
                self._write(used[:-1])
            return bool(used)

    def _base(self) -> Bundle:
        """The model with a network of its own that adapters stand on."""
        bundle = find_bundle(self._model)
        if bundle is None:
            raise CannotLearn("the service uses the rules, which cannot learn; start it with --model open")
        base = bundle.base or bundle
        if not is_shipped(base.folder):
            raise CannotLearn(
                f"the model {base.manifest.name!r} does not come with inkslate, and a workspace learns on top of "
                "such a model alone; run `inkslate adapt` for another one"
            )
        return base

    def _used(self) -> list[str]:
        """The names of the models that came into use; those of another base, or that cannot be read, do not count."""
        try:
            names: Any = json.loads((self._folder / _CURRENT).read_text("utf-8"))
        except (OSError, ValueError):
            return []
        if not isinstance(names, list) or not all(isinstance(name, str) and _NAME.fullmatch(name) for name in names):
            return []
        return [name for name in names if self._fits(self._folder / name)]

    def _fits(self, folder: Path) -> bool:
        try:
            return load_bundle(folder).manifest.base["sha256"] == weights_sha256(self._base().manifest.files)
        except (ModelError, CannotLearn, KeyError):
            return False

    def _write(self, names: Sequence[str]) -> None:
        write_whole(self._folder / _CURRENT, json.dumps(list(names)) + "\n")

    def _numbers(self) -> list[int]:
        return [int(found[1]) for path in self._folder.iterdir() if (found := _NAME.fullmatch(path.name))]
