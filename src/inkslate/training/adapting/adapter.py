"""An adapter from corrected boards: what is learned, whether it is worth writing, and its bundle."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from inkslate.board import Board, Sentence
from inkslate.errors import InputError, ModelError
from inkslate.messages import counted
from inkslate.model.backends import Backend, load_backend
from inkslate.model.backends.adapted import VectorBackend
from inkslate.model.backends.habits import HABITS, KINDS, PersonHabits, read_kinds
from inkslate.model.backends.head import HEAD, Head, read_head
from inkslate.model.bundle import (
    ADAPTER,
    BASE_NAME,
    CARD,
    TAGGER,
    Bundle,
    load_bundle,
    save_bundle,
    weights_sha256,
)
from inkslate.model.calibration import Calibration
from inkslate.model.schemes import NTI
from inkslate.model.shipped import SHIPPED, shipped_model
from inkslate.training.adapting.evidence import Evidence, Numbers, collect, of_kinds
from inkslate.training.adapting.gain import FEW_BOARDS, Learned, learn, learn_habits
from inkslate.training.out_folder import check_out, move_folder, scratch_beside

FEWEST_BOARDS = 3
FEWEST_TASKS = 20
_GOOD_BOARDS = 20  # gains grow quickly up to here
_PULLS: Mapping[str, tuple[float, ...]] = {"tasks": (1.0, 3.0, 10.0, 30.0, 100.0), "beginnings": (30.0, 100.0, 300.0)}
_HABIT_PULLS = (0.03, 0.1, 0.3, 1.0, 3.0)  # a kind is a number between 0 and 1
_MOST_WANTED = 100  # boards: who needs more of them agrees with the model
_NO_VECTORS = "gives no vectors of words; export the model again with this version"
_DIGITS = 5  # of a weight: equal data give equal bytes, whatever the order in which a processor adds


@dataclass(frozen=True, slots=True)
class Adapted:
    """What was learned on tasks and on beginnings of sentences, and from how much."""

    base: Bundle
    head: Head
    learned: Mapping[str, Learned]
    boards: int
    sentences: int
    tasks: int
    kinds: Head | None = None  # of the base, where it tells kinds of sentences apart

    @property
    def used(self) -> list[str]:
        """The names of what is learned well enough to be used."""
        return [name for name, each in self.learned.items() if each.gain.is_clear and self._is_enough(each)]

    def _is_enough(self, learned: Learned) -> bool:
        """Whether there is enough to believe in a gain: on few boards, or with few tasks, a single board decides."""
        if learned.of_kinds:
            return self.tasks >= FEWEST_TASKS // 2
        return self.boards >= FEW_BOARDS and self.tasks >= max(FEWEST_TASKS, self.boards)

    @property
    def more_boards(self) -> int:
        """How many more corrected boards it would like; 0 where more are not needed for a clear gain."""
        wanted = max(_GOOD_BOARDS, -(-FEWEST_TASKS * self.boards // max(1, self.tasks)))
        if not self.used:
            by_error = self.learned["tasks"].gain.boards_wanted(self.boards)
            wanted = max(wanted, by_error or 2 * self.boards)
        return min(_MOST_WANTED, max(0, wanted - self.boards))


def adapt(
    boards: Sequence[Board], base: Bundle, *, backend: Backend | None = None, parts: Sequence[str] = tuple(_PULLS)
) -> Adapted:
    """Learn from the reviewed sentences of the boards, on top of a base whose network stays as it is.

    `backend` runs the base, where it is loaded already. `parts` are what to learn: `tasks`, `beginnings`.
    """
    head = _check_base(base)
    reviewed = [board for board in boards if has_reviewed(board)]
    sentences = [sentence for board in reviewed for sentence in _reviewed(board)]
    tasks = sum(sentence.is_task for sentence in sentences)
    if len(reviewed) < FEWEST_BOARDS or not 0 < tasks < len(sentences):
        raise InputError(
            f"{counted(len(reviewed), 'reviewed board')} with {counted(tasks, 'task')} among "
            f"{counted(len(sentences), 'sentence')}; adapting needs at least {FEWEST_BOARDS} boards, with tasks and "
            "other sentences: correct more"
        )
    backend = backend or load_backend(base)
    if not isinstance(backend, VectorBackend):
        raise ModelError(f"{base.folder}: {_NO_VECTORS}")
    evidence: dict[str, Evidence] = dict(zip(_PULLS, collect(reviewed, base, backend, head), strict=True))
    kinds = read_kinds(base.path(KINDS)) if base.has(KINDS) else None
    learned = {name: _learn(name, evidence[name], len(reviewed), kinds) for name in _PULLS if name in parts}
    return Adapted(base, head, learned, len(reviewed), len(sentences), tasks, kinds)


def _learn(part: str, evidence: Evidence, boards: int, kinds: Head | None) -> Learned:
    """What is a task is learned by kinds of sentences where the base knows them: four numbers need few boards."""
    if part == "tasks" and kinds is not None:
        return learn_habits(of_kinds(evidence, kinds), boards, _HABIT_PULLS)
    return learn(evidence, boards, _PULLS[part])


def save_adapter(adapted: Adapted, out: Path, *, data: Mapping[str, str], all_parts: bool = False) -> Bundle:
    """Write the bundle to a new folder, with what gains, or with all parts; `data` are the hashes of the boards."""
    check_out(out)
    name = _base_name(adapted.base, out)
    used = list(adapted.learned) if all_parts else adapted.used
    training = {
        "boards": adapted.boards,
        "sentences": adapted.sentences,
        "tasks": adapted.tasks,
        **{part: _summary(adapted.learned[part], part in used) for part in adapted.learned},
    }
    manifest = replace(
        adapted.base.manifest,
        name=out.name,
        version="1",
        training=training,
        data=data,
        scores={},
        files={},
        base={"name": name, "sha256": weights_sha256(adapted.base.manifest.files)},
    )
    with scratch_beside(out) as scratch:
        folder = scratch / "adapter"
        folder.mkdir()
        files = {ADAPTER: adapter_table(adapted, used).to_bytes(), CARD: _card(adapted, out.name, used).encode()}
        if (habits := adapter_habits(adapted, used)) is not None:
            files[HABITS] = habits.to_bytes()
        save_bundle(folder, manifest, files)
        move_folder(folder, out)
    return load_bundle(out)


def _check_base(base: Bundle) -> Head:
    """The head of a base that can be adapted; a ModelError says why it cannot."""
    manifest = base.manifest
    if base.base is not None:
        raise ModelError(f"{base.folder}: was adapted itself; name its base {manifest.base['name']!r} with --model")
    if (manifest.kind, manifest.scheme, manifest.vote) != (TAGGER, NTI.name, "first"):
        raise ModelError(
            f"{base.folder}: only a {TAGGER} of {NTI.title} whose first token of a word decides can be adapted"
        )
    if not base.has(HEAD):
        raise ModelError(f"{base.folder}: {_NO_VECTORS}")
    return read_head(base.path(HEAD), labels=len(base.scheme.labels))


def has_reviewed(board: Board) -> bool:
    """Whether somebody reviewed a sentence of the board."""
    return bool(_reviewed(board))


def _reviewed(board: Board) -> list[Sentence]:
    return [sentence for region in board.regions for sentence in region.sentences or () if sentence.reviewed]


def _base_name(base: Bundle, out: Path) -> str:
    """The name by which the adapter will find its base: of a shipped model, or of the folder beside it."""
    for name in SHIPPED:
        if (place := shipped_model(name)) is not None and place.resolve() == base.folder.resolve():
            return name
    name = base.folder.resolve().name
    if name in SHIPPED or not re.fullmatch(BASE_NAME, name):
        raise InputError(
            f"{base.folder}: the name of a base is plain, and not that of a shipped model; rename the folder"
        )
    if base.folder.resolve().parent != out.absolute().parent.resolve():
        raise InputError(f"{out}: an adapter stands beside its base; choose --out {base.folder.parent / out.name}")
    return name


def adapter_table(adapted: Adapted, used: Sequence[str]) -> Head:
    """The head of the base, and beside it what is added to the logits of a task and of a beginning."""
    added: list[Numbers] = [
        np.zeros(len(adapted.head.matrix))
        if name not in used or adapted.learned[name].of_kinds
        else np.round(adapted.learned[name].weights / _scale(adapted, name), _DIGITS) + 0.0
        for name in _PULLS
    ]
    return Head(np.hstack([adapted.head.matrix, np.stack(added, axis=1)]).astype(np.float32))


def adapter_habits(adapted: Adapted, used: Sequence[str]) -> PersonHabits | None:
    """What the kinds of sentences add to the logit of a task, where that was learned and is used."""
    learned = adapted.learned["tasks"]
    if adapted.kinds is None or not learned.of_kinds or "tasks" not in used:
        return None
    return PersonHabits(adapted.kinds, np.round(learned.weights / _scale(adapted, "tasks"), _DIGITS) + 0.0)


def _scale(adapted: Adapted, part: str) -> float:
    """The logits of tasks are calibrated before anything is learned about them."""
    return Calibration.from_json(adapted.base.manifest.calibration).scale if part == "tasks" else 1.0


def _summary(learned: Learned, used: bool) -> dict[str, float | bool]:
    gain = learned.gain
    figures = {"before": gain.before, "after": gain.after, "error": gain.error, "loss": gain.loss, "fall": gain.fall}
    return {"used": used, "pull": learned.pull, **{name: round(value, 2) for name, value in figures.items()}}


def _card(adapted: Adapted, name: str, used: Sequence[str]) -> str:
    rows = "\n".join(
        f"| {part} | {each.gain.before:.1f} | {each.gain.after:.1f} | {each.gain.error:.1f} "
        f"| {'yes' if part in used else 'no'} |"
        for part, each in adapted.learned.items()
    )
    return f"""# {name}

`{adapted.base.manifest.name}`, adapted to one person's notes by `inkslate adapt`: a table on top of the vectors of
words. It works together with its base alone, whose sha256 is in the manifest.

    inkslate extract notes.txt --model {name}

Learned from {counted(adapted.boards, "board")} with {counted(adapted.sentences, "reviewed sentence")},
{counted(adapted.tasks, "task")} among them. F1 in points on boards left out:

| learned | before | after | standard error of the gain | used |
| --- | --- | --- | --- | --- |
{rows}

The boards themselves are not in it; the numbers follow from them, so share it as you would share the notes.
"""
