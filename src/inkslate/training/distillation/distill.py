"""A small model from large ones: the student learns from the predictions of the teachers and from the labels.

All stages are kept in one folder: `labels/` (the teachers' predictions for every word, one file for each file of
boards), `mixed/` (the student after synthetic and real boards together) and `student/` (after the real boards alone,
labelled or not).
A stage that was finished before with the same settings and data is not repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from inkslate.board import Board
from inkslate.model.bundle import MANIFEST, Bundle
from inkslate.model.view import VIEWS
from inkslate.training.checkpoint import CHECKPOINT
from inkslate.training.config import PRESETS, TrainConfig
from inkslate.training.data import TrainingData
from inkslate.training.distillation.board_file import BoardFile
from inkslate.training.distillation.predictions import TeacherPredictions
from inkslate.training.distillation.soft_targets import SoftTargets, blend
from inkslate.training.distillation.teachers import Rows
from inkslate.training.progress import TrainingProgress
from inkslate.training.run import TrainingJob, finished, train_model

MIXED, STUDENT = "mixed", "student"


@dataclass(frozen=True, slots=True)
class DistillConfig:
    """The settings of a distillation that `TrainConfig` does not have, and a `TrainConfig` for each stage."""

    teacher_share: float = 0.5  # of a target; the rest are the labels, or the known boundaries
    repeats: int = 4  # of each real board in the mixed stage
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

    def of(self, encoder: str, *, seed: int, layers: int = 0, word_layers: int = 0) -> DistillConfig:
        """The same settings for one student."""
        mine = {"encoder": encoder, "seed": seed, "layers": layers, "word_layers": word_layers}
        mixed, real = (replace(stage, **mine) for stage in (self.mixed, self.real))  # type: ignore[arg-type]
        return replace(self, mixed=mixed, real=real)


@dataclass(frozen=True)
class DistillationJob:
    """Which student to train, on which boards, with which teachers, and where to write it."""

    config: DistillConfig
    real: Sequence[BoardFile]
    synthetic: Sequence[BoardFile]
    val: Sequence[Board]
    out: Path
    predictions: Path  # the folder of the teachers' predictions; students may share it
    teachers: Sequence[Bundle] = ()  # none: the predictions are there already
    only: Mapping[str, Sequence[Bundle]] = field(default_factory=dict)  # files, by name, with teachers of their own
    unlabelled: Sequence[BoardFile] = ()  # of which the teachers alone know something
    name: str | None = None

    @property
    def files(self) -> tuple[BoardFile, ...]:
        """All files of boards, the real ones first."""
        return (*self.real, *self.synthetic, *self.unlabelled)

    @property
    def teacher_predictions(self) -> TeacherPredictions:
        """The predictions of this job's teachers."""
        return TeacherPredictions(self.predictions, self.teachers, self.only)


def distill(
    job: DistillationJob, progress: TrainingProgress, *, tick: Callable[[int], None] = lambda _: None
) -> Bundle:
    """Run all stages and return the student. `tick` receives the number of regions that a teacher has labelled."""
    targets = load_targets(job, tick=tick)
    real = [target for file in job.real for target in targets[file.name] * file.times]
    synthetic = [target for file in job.synthetic for target in targets[file.name]]
    unlabelled = [target for file in job.unlabelled for target in targets[file.name]]
    data = TrainingData((), job.val, data_hashes(job))
    mixed = TrainingJob(
        job.config.mixed,
        data,
        job.out / MIXED,
        name=job.name,
        soft_targets=synthetic + unlabelled + real * job.config.repeats,
    )
    student = TrainingJob(job.config.real, data, job.out / STUDENT, name=job.name, soft_targets=real + unlabelled)
    if (student.out / MANIFEST).exists():
        return finished(student)
    return trained(replace(student, initial=trained(mixed, progress)), progress)


def load_targets(job: DistillationJob, *, tick: Callable[[int], None] = lambda _: None) -> dict[str, list[SoftTargets]]:
    """The targets of all regions, by the names of their files."""
    rows = job.teacher_predictions.load(job.files, tick=tick)
    return {file.name: soft_targets(file, of_file, job.config) for file, of_file in zip(job.files, rows, strict=True)}


def data_hashes(job: DistillationJob) -> dict[str, str]:
    """All files of boards by sha256, and the teachers that labelled them."""
    hashes = {file.name: file.sha256 for file in job.files}
    return hashes | {f"labels of {name}": sha for name, sha in job.teacher_predictions.sources()}


def soft_targets(file: BoardFile, predictions: Sequence[Rows], config: DistillConfig) -> list[SoftTargets]:
    """The targets of every region: what is known of it, blended with the teachers' predictions."""
    return [
        SoftTargets(passage, blend(file.known(number, teacher), teacher, config.teacher_share))
        for number, (passage, teacher) in enumerate(
            zip(file.passages(VIEWS[config.real.view]), predictions, strict=True)
        )
    ]


def trained(job: TrainingJob, progress: TrainingProgress) -> Bundle:
    """The model of an earlier run with the same settings and data, or a new one; an unfinished run is resumed."""
    if (job.out / MANIFEST).exists():
        return finished(job)
    return train_model(replace(job, resume=(job.out / CHECKPOINT).exists()), progress)
