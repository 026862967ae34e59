"""A small model from large ones: teachers label many boards, the student learns from what they say and from the gold.

The stages lie in one folder and are kept: `labels/` (what the teachers think of every word, one file for each file of
boards), `mixed/` (the student after synthetic and real boards together) and `student/` (after the real boards alone).
A stage that is there already, with the same settings and data, is not repeated.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.files import write_whole
from inkslate.formats import boards_of, parse_json
from inkslate.model.bundle import MANIFEST, Bundle, read_bundle_json
from inkslate.model.schemes import NTI
from inkslate.readers import scan_document
from inkslate.readers.document import Document, load
from inkslate.training.checkpoint import CHECKPOINT
from inkslate.training.config import PRESETS, TrainConfig
from inkslate.training.distillation.soft_targets import Lesson, blend, gold_targets, start_targets
from inkslate.training.distillation.teachers import Rows, label_regions
from inkslate.training.progress import Progress
from inkslate.training.run import Data, Order, finished, train_model

MIXED, STUDENT = "mixed", "student"
_INDEX = "labels.json"
_SHORT = 12


@dataclass(frozen=True, slots=True)
class DistillConfig:
    """Every knob of a distillation beside those of `TrainConfig`."""

    teacher_share: float = 0.5  # of a target; the rest is the gold, or what the construction knows
    repeats: int = 4  # of a real board among the synthetic ones
    mixed: TrainConfig = field(
        default_factory=lambda: replace(
            PRESETS["tuned"],
            epochs=7,
            batch_size=64,
            learning_rate=4e-4,
            head_factor=3.0,
            adversarial=0.0,
            marks=False,
        )
    )
    real: TrainConfig = field(
        default_factory=lambda: replace(
            PRESETS["tuned"],
            epochs=8,
            batch_size=16,
            learning_rate=5e-5,
            head_factor=3.0,
            marks=False,
        )
    )

    def of(self, encoder: str, *, seed: int, word_layers: int = 0) -> DistillConfig:
        """The same for one student."""
        mine = {"encoder": encoder, "seed": seed, "word_layers": word_layers}
        mixed, real = (replace(stage, **mine) for stage in (self.mixed, self.real))  # type: ignore[arg-type]
        return replace(self, mixed=mixed, real=real)


@dataclass(frozen=True)
class Boards:
    """A file of boards: its regions, and of each what is known without a teacher."""

    name: str
    sha256: str
    regions: Sequence[Region]
    starts: Sequence[tuple[int, ...] | None]  # boundaries, where labels are not known
    times: int = 1  # how often each region counts among the real ones

    def known(self, number: int, teacher: Rows) -> Rows:
        starts = self.starts[number]
        return gold_targets(self.regions[number]) if starts is None else start_targets(starts, teacher)


@dataclass(frozen=True)
class Plan:
    """A distillation as it was asked for."""

    config: DistillConfig
    real: Sequence[Boards]
    synthetic: Sequence[Boards]
    val: Sequence[Board]
    out: Path
    labels: Path  # the folder of the labels; students that share it share the teachers' work
    teachers: Sequence[Bundle] = ()  # none: the labels are there already
    specialists: Mapping[str, Sequence[Bundle]] = field(default_factory=dict)  # more teachers, for a file each
    name: str | None = None

    @property
    def files(self) -> tuple[Boards, ...]:
        return (*self.real, *self.synthetic)


def load_boards(path: str | Path, *, times: int = 1) -> Boards:
    """A file of labelled or synthetic boards; an InputError where a region has neither labels nor boundaries."""
    document = load(path)
    starts = _starts(document)
    regions, known = [], []
    for board in boards_of(scan_document(document)):
        for region in board.regions:
            given = starts.get((board.id, region.id))
            if region.sentences is None and given is None:
                raise InputError(
                    f"{document.name}: board {board.id!r}, region {region.id!r} has neither sentences nor starts; "
                    "give labelled boards, or those of `inkslate synthesize`"
                )
            if region.word_texts:
                regions.append(region)
                known.append(None if region.sentences is not None else given)
    if not regions:
        raise InputError(f"{document.name}: no boards with words; give labelled or synthetic boards")
    return Boards(Path(document.name).name, hashlib.sha256(document.data).hexdigest(), regions, known, times)


def has_labels(plan: Plan) -> bool:
    """Whether the teachers have labelled everything already."""
    index = _read_index(plan.labels)
    return index is not None and all(index["files"].get(file.name) == file.sha256 for file in plan.files)


def make_labels(plan: Plan, *, tick: Callable[[int], None] = lambda _: None) -> None:
    """The first stage alone."""
    _labels(plan, tick)


def distill(plan: Plan, progress: Progress, *, tick: Callable[[int], None] = lambda _: None) -> Bundle:
    """All stages; gives the student. `tick` is told how many regions a teacher has labelled."""
    labels, teachers = _labels(plan, tick)
    lessons = {
        file.name: _lessons(file, rows, plan.config.teacher_share)
        for file, rows in zip(plan.files, labels, strict=True)
    }
    real = [lesson for file in plan.real for lesson in lessons[file.name] * file.times]
    synthetic = [lesson for file in plan.synthetic for lesson in lessons[file.name]]
    hashes = {file.name: file.sha256 for file in plan.files} | {f"labels of {name}": sha for name, sha in teachers}
    data = Data((), plan.val, hashes)
    mixed = Order(
        plan.config.mixed, data, plan.out / MIXED, name=plan.name, lessons=synthetic + real * plan.config.repeats
    )
    first = _trained(mixed, progress)
    return _trained(
        Order(plan.config.real, data, plan.out / STUDENT, name=plan.name, lessons=real, start=first), progress
    )


def _trained(order: Order, progress: Progress) -> Bundle:
    """The bundle of an earlier run with the same settings and data, or a new one, continued where it was stopped."""
    if (order.out / MANIFEST).exists():
        return finished(order)
    return train_model(replace(order, resume=(order.out / CHECKPOINT).exists()), progress)


def _labels(plan: Plan, tick: Callable[[int], None]) -> tuple[list[list[Rows]], list[tuple[str, str]]]:
    """For every file and region the teachers' mean, from the folder where it has it; and who the teachers were."""
    everybody = [*plan.teachers, *(teacher for group in plan.specialists.values() for teacher in group)]
    asked = list(dict.fromkeys((teacher.info.name, (teacher.info.sha256 or "")[:_SHORT]) for teacher in everybody))
    found = _read_index(plan.labels)
    if found is None and not plan.teachers:
        raise InputError(f"{plan.labels}: holds no labels; name the teachers that are to make them")
    teachers = asked if found is None else [(str(name), str(sha)) for name, sha in found["teachers"]]
    if asked and asked != teachers:
        raise InputError(f"{plan.labels}: holds labels of other teachers; choose another folder for these")
    index: dict[str, Any] = found or {"teachers": teachers, "files": {}}
    labels = []
    for file in plan.files:
        path = plan.labels / f"{file.name}.npy"
        if index["files"].get(file.name) != file.sha256:
            if not plan.teachers:
                raise InputError(f"{plan.labels}: has no labels for this {file.name}; name the teachers")
            teaching = [*plan.teachers, *plan.specialists.get(file.name, ())]
            rows = np.mean([np.concatenate(label_regions(t, file.regions, tick=tick)) for t in teaching], axis=0)
            plan.labels.mkdir(parents=True, exist_ok=True)
            write_whole(path, _npy(rows.astype(np.float16)))
            index["files"][file.name] = file.sha256
            write_whole(plan.labels / _INDEX, json.dumps(index, indent=1) + "\n")
        labels.append(_by_region(file, path))
    return labels, teachers


def _by_region(file: Boards, path: Path) -> list[Rows]:
    words = [len(region.word_texts) for region in file.regions]
    try:
        rows = np.load(path, allow_pickle=False).astype(np.float32)
    except (OSError, ValueError, EOFError):
        raise InputError(f"{path}: cannot be read; remove the folder and label again") from None
    if rows.shape != (sum(words), len(NTI.labels)) or not np.isfinite(rows).all():
        raise InputError(f"{path}: does not fit the words of {file.name}; remove the folder and label again")
    return np.split(rows, np.cumsum(words)[:-1])


def _read_index(folder: Path) -> dict[str, Any] | None:
    path = folder / _INDEX
    if not path.exists():
        return None
    index = read_bundle_json(path)
    if not isinstance(index.get("teachers"), list) or not isinstance(index.get("files"), dict):
        raise InputError(f"{path}: is no index of labels; remove the folder and label again")
    return index


def _lessons(file: Boards, labels: Sequence[Rows], share: float) -> list[Lesson]:
    return [
        Lesson(region, blend(file.known(number, teacher), teacher, share))
        for number, (region, teacher) in enumerate(zip(file.regions, labels, strict=True))
    ]


def _starts(document: Document) -> dict[tuple[str, str], tuple[int, ...]]:
    """The boundaries that synthetic boards without labels carry in `about`."""
    found: dict[tuple[str, str], tuple[int, ...]] = {}
    if b'"starts"' not in document.data:
        return found
    for line in document.data.decode("utf-8", "replace").split("\n"):
        value: Any = parse_json(line) if '"starts"' in line else None
        about = value.get("about") if isinstance(value, dict) else None
        given = about.get("starts") if isinstance(about, dict) else None
        for region, starts in given.items() if isinstance(given, dict) else ():
            if not isinstance(starts, list) or not all(type(at) is int for at in starts) or starts[:1] != [0]:
                raise InputError(f"{document.name}: the starts of board {value['id']!r} are no list of word numbers")
            found[str(value["id"]), region] = tuple(starts)
    return found


def _npy(rows: Any) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, rows, allow_pickle=False)
    return buffer.getvalue()
