"""Complete model builds, stage by stage, from data and encoders to an exported model: `inkslate model build`.

Every stage is kept in one folder, so the same call continues where it was stopped:

    data/        the real boards in one file, and the boards for the gate of the export
    synthetic/   boards of `inkslate synthesize`
    teachers/    large models, preset `tuned`, seeds 0, 1, ...: all-N of all data, released-N of the released data
    labels/      the teachers' predictions for every word; those of released-N for the released data alone
    students/N   small models, seeds 0, 1, ...
    model/       the student with the median score, exported
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.evaluation.evaluation import evaluate
from inkslate.files import write_whole
from inkslate.formats import format_boards
from inkslate.model.bundle import MANIFEST, Bundle, load_bundle
from inkslate.model.predictor import predictor_from
from inkslate.readers import read_file
from inkslate.training.checkpoint import CHECKPOINT
from inkslate.training.config import PRESETS
from inkslate.training.data import load_data
from inkslate.training.distillation.board_file import load_boards
from inkslate.training.distillation.distill import STUDENT, DistillationJob, DistillConfig, distill
from inkslate.training.progress import TrainingProgress
from inkslate.training.run import TrainingJob, train_model
from inkslate.training.synthesis.boards import SyntheticBoard, synthesize
from inkslate.training.synthesis.sources import gather
from inkslate.training.synthesis.texts import load_items, load_texts

STAGES = ("data", "teachers", "labels", "students", "model")


@dataclass(frozen=True, slots=True)
class BuildConfig:
    """The settings of a model build. With `released` the research data goes into the model, and so do its terms."""

    released: bool
    boards: int = 28_000  # synthetic, from our corpus and the open texts
    released_boards: int = 8_000  # synthetic, from the research data
    released_times: int = 3  # how often each real board of the research data counts: there are few
    teachers: int = 3
    specialists: int = 3  # more teachers, trained on the research data alone
    students: int = 3
    word_layers: int = 4  # of the students
    distillation: DistillConfig = field(default_factory=DistillConfig)
    recall_points: float = 0.5  # points of F1 that the task threshold may give up for recall


BUILDS: Mapping[str, BuildConfig] = MappingProxyType(
    {"open": BuildConfig(released=False), "slate": BuildConfig(released=True)}
)


@dataclass(frozen=True, slots=True)
class BuildInputs:
    """Our corpus, the folders of texts and of the released data, and the encoders."""

    corpus: Path
    texts: Path
    slate: Path | None
    teacher_encoder: str
    encoder: str


@dataclass(frozen=True)
class ModelBuild:
    """A model build in the folder `out`. `tell` receives the name of each stage when it starts."""

    name: str
    config: BuildConfig
    inputs: BuildInputs
    out: Path
    progress: TrainingProgress
    tell: Callable[[str], None] = lambda _: None

    def build(self, *, until: str = STAGES[-1]) -> Bundle | None:
        """Run all stages up to `until`; returns the model if that is the last one."""
        wanted = STAGES[: STAGES.index(until) + 1]
        self._data()
        # Teachers whose predictions are complete are not needed again.
        needed = "teachers" in wanted and not self._job.teacher_predictions.cover(self._job.files)
        teachers = [*self._teachers("all", self.config.teachers)] if needed else []
        specialists = self._specialists() if needed else {}
        if "labels" in wanted:
            self.tell("labels")
            job = replace(self._job, teachers=teachers, specialists=specialists)
            job.teacher_predictions.load(job.files)
        if "students" not in wanted:
            return None
        students = [self._student(seed) for seed in range(self.config.students)]
        return self._model(students) if "model" in wanted else None

    def _data(self) -> None:
        slate = self.inputs.slate
        if self.config.released and slate is None:
            raise InputError(f"the model build {self.name!r} needs the released data; name its folder")
        self.tell("data")
        files, corpus, texts = self._files(), self.inputs.corpus, self.inputs.texts
        train = read_all(sorted((corpus / "train").glob("*.jsonl")), corpus)
        gate = read_all(sorted((corpus / "dev").glob("*.jsonl")), corpus)
        todo = load_items(texts / "todo-items.txt")
        documents = [*load_texts(texts / "ewt-documents.jsonl"), *load_texts(texts / "email-intent.tsv")]
        made = synthesize(gather(train, documents, todo), self.config.boards, seed=0)
        _once(files["synthetic"][0], lambda: _format_synthetic(made))
        _once(files["real"][0], lambda: format_boards(train))
        if self.config.released:
            assert slate is not None
            released = read_file(slate / "train.csv")
            others = synthesize(gather(released), self.config.released_boards, seed=1)
            _once(files["synthetic"][1], lambda: _format_synthetic(others))
            _once(files["real"][1], lambda: format_boards(released))
            train, gate = [*train, *released], [*gate, *read_file(slate / "val.csv")]
        _once(files["train"][0], lambda: format_boards(train))
        _once(files["gate"][0], lambda: format_boards(gate))

    def _files(self) -> dict[str, list[Path]]:
        """The files of the first stage by their purpose."""
        kinds = ("ours", "released") if self.config.released else ("ours",)
        return {
            "real": [self.out / "data" / f"{kind}.jsonl" for kind in kinds],
            "train": [self.out / "data" / "train.jsonl"],
            "gate": [self.out / "data" / "gate.jsonl"],
            "synthetic": [self.out / "synthetic" / f"from-{kind}.jsonl" for kind in kinds],
        }

    @cached_property
    def _job(self) -> DistillationJob:
        """What all students have in common; the boards are read once, after the first stage wrote them."""
        files = self._files()
        times = (1, self.config.released_times)
        return DistillationJob(
            config=self._distill_config(seed=0),
            real=[load_boards(path, times=many) for path, many in zip(files["real"], times, strict=False)],
            synthetic=[load_boards(path) for path in files["synthetic"]],
            val=(),
            out=self.out / "students",
            predictions=self.out / "labels",
            name=self.name,
        )

    def _teachers(self, kind: str, count: int) -> Iterator[Bundle]:
        files = self._files()
        file = {"all": files["train"][0], "released": files["real"][-1]}[kind]
        data = load_data(file, files["gate"][0])
        for seed in range(count):
            folder = self.out / "teachers" / f"{kind}-{seed}"
            if (folder / MANIFEST).exists():
                yield load_bundle(folder)
                continue
            self.tell(f"teacher {kind}-{seed}")
            config = replace(PRESETS["tuned"], encoder=self.inputs.teacher_encoder, seed=seed)
            resume = (folder / CHECKPOINT).exists()
            yield train_model(TrainingJob(config, data, folder, resume=resume, name=f"{kind}-{seed}"), self.progress)

    def _specialists(self) -> dict[str, list[Bundle]]:
        """Teachers of the research data, for the files that come from it."""
        if not self.config.released:
            return {}
        teachers = [*self._teachers("released", self.config.specialists)]
        files = self._files()
        return {path.name: teachers for path in (files["real"][1], files["synthetic"][1])}

    def _distill_config(self, *, seed: int) -> DistillConfig:
        return self.config.distillation.of(self.inputs.encoder, seed=seed, word_layers=self.config.word_layers)

    def _student(self, seed: int) -> Bundle:
        self.tell(f"student {seed}")
        folder = self.out / "students" / str(seed)
        if (folder / STUDENT / MANIFEST).exists():
            return load_bundle(folder / STUDENT)
        return distill(replace(self._job, config=self._distill_config(seed=seed), out=folder), self.progress)

    def _model(self, students: Sequence[Bundle]) -> Bundle:
        folder = self.out / "model"
        if (folder / MANIFEST).exists():
            return load_bundle(folder)
        from inkslate.training.export import export_bundle  # training machines need no onnx

        self.tell("model")
        gate = read_file(self._files()["gate"][0])
        chosen = median_student([(_points(student, gate), student) for student in students])
        write_whole(self.out / "chosen.json", json.dumps({"student": chosen.folder.parent.name}) + "\n")
        return export_bundle(chosen, gate, folder, recall_points=self.config.recall_points).bundle


def median_student(scored: Sequence[tuple[float, Bundle]]) -> Bundle:
    """The student with the median score, of an even number the lower one: the best of several seeds would be luck."""
    ranked = sorted(scored, key=lambda pair: pair[0])
    return ranked[(len(ranked) - 1) // 2][1]


def read_all(paths: Sequence[Path], folder: Path) -> list[Board]:
    """The boards of many files; an InputError where there are none."""
    boards = [board for path in paths for board in read_file(path)]
    if not boards:
        raise InputError(f"{folder}: has no boards in train/ and dev/; name the folder of the corpus")
    return boards


def _points(student: Bundle, gate: Sequence[Board]) -> float:
    """The score that students are compared by: task F1 + B."""
    scores = evaluate(gate, predictor_from(student)).scores
    return (scores.task.f1 or 0.0) + (scores.B or 0.0)


def _format_synthetic(boards: Iterator[SyntheticBoard]) -> str:
    return "".join(board.to_jsonl() + "\n" for board in boards)


def _once(path: Path, content: Callable[[], str]) -> None:
    """Write the file unless an earlier call did."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content())
