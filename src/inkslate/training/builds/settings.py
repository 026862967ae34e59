"""The settings and inputs of the model builds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from inkslate.training.config import PRESETS, TrainConfig
from inkslate.training.distillation.distill import DistillConfig


@dataclass(frozen=True, slots=True)
class StudentShape:
    """The layers of a student, how many of them see one token a word, and how many students (seeds) have this shape."""

    layers: int
    word_layers: int
    seeds: int

    def __str__(self) -> str:
        return f"{self.layers}-layers"


def _teacher() -> TrainConfig:
    return replace(
        PRESETS["tuned"], epochs=4, batch_size=64, learning_rate=7e-5, adversarial=0.0, marks=False, view="facts"
    )


def _distillation() -> DistillConfig:
    config = DistillConfig(repeats=1, teacher_share=0.4)
    view = {"view": "facts", "mark_noise": 0.1}
    return replace(
        config,
        mixed=replace(config.mixed, epochs=6, **view),  # type: ignore[arg-type]
        real=replace(config.real, epochs=2, batch_size=64, learning_rate=7e-5, int8=True, **view),  # type: ignore[arg-type]
    )


def _alone() -> TrainConfig:
    return replace(_distillation().real, epochs=1, batch_size=32, learning_rate=3e-5, adversarial=0.0)


@dataclass(frozen=True, slots=True)
class BuildConfig:
    """The settings of a model build. With `released` the research data goes into the model, and so do its terms."""

    released: bool
    shapes: tuple[StudentShape, ...]  # smallest first
    folds: int = 5  # one teacher for each
    fold_boards: int = 1_600  # synthetic, from the boards of one fold
    text_boards: int = 4_000  # synthetic, from the open texts
    released_boards: int = 800  # synthetic, from the boards of the research data in one fold
    note_times: int = 1  # how often each real note counts: they are what the model is for
    released_times: int = 8  # how often each board of the research data counts: there are few
    teacher: TrainConfig = field(default_factory=_teacher)
    distillation: DistillConfig = field(default_factory=_distillation)
    alone: TrainConfig = field(default_factory=_alone)  # the last stage: sentences by themselves
    alone_sentences: int = 6_000
    alone_regions: int = 3_000  # real ones beside them, so that nothing is forgotten
    alone_share: float = 0.3  # of what that stage changes in the weights: all of it costs points on real notes
    within: float = 0.5  # points that a smaller shape may lose
    recall_points: float = 0.5  # points of F1 that the task threshold may give up for recall


BUILDS: Mapping[str, BuildConfig] = MappingProxyType(
    {
        "open": BuildConfig(released=False, shapes=(StudentShape(6, 4, 3),)),
        "research": BuildConfig(released=True, shapes=(StudentShape(6, 4, 3),)),
    }
)


@dataclass(frozen=True, slots=True)
class BuildInputs:
    """Folders of our corpus, of real notes, of open texts and of the released data, and the encoders."""

    corpus: Path
    notes: Path
    texts: Path
    slate: Path | None
    teacher_encoder: str
    encoder: str
