"""Complete model builds, stage by stage, from data and encoders to exported models: `inkslate model build`.

Every stage is kept in one folder, so the same call continues where it was stopped:

    data/, synthetic/   see `inkslate.training.builds.data`
    teachers/K          a large model that learned from all labelled boards but those of fold K
    labels/             the teachers' predictions for every word: of the labelled boards and of what was made from
                        them by the one teacher that did not learn from them, of all others by all teachers
    students/SHAPE/N    small models, seeds 0, 1, ..., after three stages: mixed/, student/, alone/ (see `distill` and
                        `inkslate.training.builds.alone`); final/ is between the last two; scores.json says how well it
                        does on the dev sets
    models/N            the students of the chosen shape, exported
    model/              the one of them with the best score on the dev sets, with its kinds of sentences
    times.jsonl         seconds and GPU memory of every part
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path

from inkslate.evaluation.evaluation import evaluate
from inkslate.files import write_whole
from inkslate.model.backends.habits import KINDS
from inkslate.model.bundle import MANIFEST, Bundle, load_bundle
from inkslate.model.predictor import predictor_from
from inkslate.training.adapting.kinds import add_kinds, boards_with_kinds, missing_kinds
from inkslate.training.builds.alone import mean_model, sentences_alone
from inkslate.training.builds.choice import Score, best_seed, choose_shape
from inkslate.training.builds.data import BuildData
from inkslate.training.builds.mails import is_mail
from inkslate.training.builds.settings import BuildConfig, BuildInputs, StudentShape
from inkslate.training.builds.side_by_side import Part, run_parts
from inkslate.training.checkpoint import CHECKPOINT
from inkslate.training.data import TrainingData
from inkslate.training.distillation.distill import DistillationJob, data_hashes, distill, load_targets, trained
from inkslate.training.progress import NoProgress, TrainingProgress
from inkslate.training.run import TrainingJob, train_model

STAGES = ("data", "teachers", "students", "model")
_SCORES = "scores.json"
ALONE, FINAL = "alone", "final"


def _silent(_: str) -> None:
    pass


@dataclass(frozen=True)
class ModelBuild:
    """A model build in the folder `out`. `tell` receives the name of each stage when it starts."""

    name: str
    config: BuildConfig
    inputs: BuildInputs
    out: Path
    progress: TrainingProgress
    tell: Callable[[str], None] = _silent
    processes: int = 1  # that train side by side

    def build(self, *, until: str = STAGES[-1]) -> Bundle | None:
        """Run all stages up to `until`; returns the model if that is the last one."""
        wanted = STAGES[: STAGES.index(until) + 1]
        self.tell("data")
        self.data.write()
        if "teachers" in wanted and not self._labels_are_complete:
            self._run("teacher", [(f"{fold}", partial(_teach, self._worker, fold)) for fold in self._folds])
            self.tell("labels")
            job = self._job(with_teachers=True)
            job.teacher_predictions.load(job.files)
        if "students" in wanted:
            self._run(
                "student",
                [
                    (f"{shape}/{seed}", partial(_study, self._worker, shape, seed))
                    for shape, seed in self._students
                    if not (self._student_folder(shape, seed) / _SCORES).exists()
                ],
            )
        return self._model() if "model" in wanted else None

    @cached_property
    def data(self) -> BuildData:
        """The files of boards."""
        return BuildData(self.config, self.inputs, self.out)

    def teach(self, fold: int) -> Bundle:
        """Train the teacher of a fold, or take the finished one, and let it label its files."""
        folder = self._teacher_folder(fold)
        if (folder / MANIFEST).exists():
            teacher = load_bundle(folder)
        else:
            config = replace(self.config.teacher, encoder=self.inputs.teacher_encoder, seed=fold)
            data = TrainingData(self.data.training_boards(fold), (), self.data.hashes(fold))
            resume = (folder / CHECKPOINT).exists()
            job = TrainingJob(config, data, folder, resume=resume, name=f"{self.name}-teacher-{fold}")
            teacher = train_model(job, self.progress)
        labels = self._job(with_teachers=False).teacher_predictions
        for file in (*self.data.real(fold), self.data.synthetic(fold), self.data.texts(), self.data.unlabelled()):
            labels.part(teacher, file)
        return teacher

    def study(self, shape: StudentShape, seed: int) -> None:
        """Train a student and score it on the dev sets."""
        folder = self._student_folder(shape, seed)
        config = self.config.distillation.of(
            self.inputs.encoder, seed=seed, layers=shape.layers, word_layers=shape.word_layers
        )
        job = replace(self._job(with_teachers=False), config=config, out=folder)
        predictor = predictor_from(self._read_alone(job, distill(job, self.progress)))
        results = {name: evaluate(boards, predictor) for name, boards in self.data.dev().items()}
        found = {
            name: {"average_precision": mine.average_precision, "F1": mine.scores.task.f1, "B": mine.scores.B}
            for name, mine in results.items()
        }
        write_whole(folder / _SCORES, json.dumps(found, indent=1) + "\n")

    def _read_alone(self, job: DistillationJob, student: Bundle) -> Bundle:
        """The student between before and after the last stage: sentences by themselves, and some real regions."""
        if (job.out / FINAL / MANIFEST).exists():
            return load_bundle(job.out / FINAL)
        config, real = self.config, job.config.real
        targets = load_targets(job)
        known = [target for file in (*job.real, *job.unlabelled) for target in targets[file.name]]
        sample = random.Random(f"regions {real.seed}").sample(known, min(config.alone_regions, len(known)))
        boards = [board for file in job.real for board in file.boards if not is_mail(board)]
        mine = {"encoder": real.encoder, "seed": real.seed, "layers": real.layers, "word_layers": real.word_layers}
        last = TrainingJob(
            replace(config.alone, **mine),  # type: ignore[arg-type]
            TrainingData((), (), data_hashes(job)),
            job.out / ALONE,
            name=self.name,
            soft_targets=sample + sentences_alone(boards, config.alone_sentences, seed=real.seed),
            initial=student,
        )
        return mean_model(student, trained(last, self.progress), config.alone_share, job.out / FINAL)

    @property
    def _folds(self) -> range:
        return range(self.config.folds)

    @property
    def _students(self) -> list[tuple[StudentShape, int]]:
        return [(shape, seed) for shape in self.config.shapes for seed in range(shape.seeds)]

    @property
    def _worker(self) -> ModelBuild:
        """This build as a process of its own has it: without anything to show."""
        if self.processes == 1:
            return self
        return ModelBuild(self.name, self.config, self.inputs, self.out, NoProgress())

    @property
    def _labels_are_complete(self) -> bool:
        job = self._job(with_teachers=False)
        return job.teacher_predictions.cover(job.files)

    def _run(self, kind: str, parts: list[tuple[str, Callable[[], None]]]) -> None:
        named = [Part(f"{kind} {name}", run) for name, run in parts]
        run_parts(named, processes=self.processes, tell=self.tell, log=self.out / "times.jsonl")

    def _job(self, *, with_teachers: bool) -> DistillationJob:
        """What all students have in common."""
        data = self.data
        real = {fold: data.real(fold) for fold in self._folds}
        synthetic = {fold: data.synthetic(fold) for fold in self._folds}
        teachers = {fold: load_bundle(self._teacher_folder(fold)) for fold in self._folds} if with_teachers else {}
        return DistillationJob(
            config=self.config.distillation,
            real=[file for fold in self._folds for file in real[fold]],
            synthetic=[*synthetic.values(), data.texts()],
            unlabelled=[data.unlabelled()],
            val=(),
            out=self.out / "students",
            predictions=self.out / "labels",
            teachers=[*teachers.values()],
            only={file.name: [teachers[fold]] for fold in teachers for file in (*real[fold], synthetic[fold])},
            name=self.name,
        )

    def _model(self) -> Bundle:
        folder = self.out / "model"
        if (folder / MANIFEST).exists():
            return load_bundle(folder)
        scored = [Score(shape, seed, self._points(shape, seed)) for shape, seed in self._students]
        shape = choose_shape(scored, within=self.config.within)
        seed = best_seed([score for score in scored if score.shape == shape])
        write_whole(self.out / "chosen.json", json.dumps({"shape": str(shape), "seed": seed}) + "\n")
        for number in range(shape.seeds):
            if not (self.out / "models" / str(number) / MANIFEST).exists():
                self.tell(f"model {number}")
                self._export(shape, number)
        self._add_kinds(load_bundle(self.out / "models" / str(seed)))
        shutil.copytree(self.out / "models" / str(seed), folder)
        return load_bundle(folder)

    def _add_kinds(self, model: Bundle) -> None:
        """What `inkslate adapt` needs to learn from few boards; a corpus without labels of kinds has none to teach."""
        boards = boards_with_kinds(self.inputs.corpus)
        if not model.has(KINDS) and not missing_kinds(boards):
            self.tell("kinds")
            add_kinds(model, boards)

    def _export(self, shape: StudentShape, seed: int) -> None:
        from inkslate.training.export import export_bundle  # training machines need no onnx

        dev = self.data.dev()
        student = load_bundle(self._student_folder(shape, seed) / FINAL)
        export_bundle(
            student,
            [board for boards in dev.values() for board in boards],
            self.out / "models" / str(seed),
            recall_points=self.config.recall_points,
            tasks_on=[*dev.values()],
        )

    def _points(self, shape: StudentShape, seed: int) -> float:
        """The score that students are compared by: the mean of the average precision on each dev set, in points."""
        found = json.loads((self._student_folder(shape, seed) / _SCORES).read_text("utf-8"))
        return 100 * sum(mine["average_precision"] or 0.0 for mine in found.values()) / len(found)

    def _teacher_folder(self, fold: int) -> Path:
        return self.out / "teachers" / str(fold)

    def _student_folder(self, shape: StudentShape, seed: int) -> Path:
        return self.out / "students" / str(shape) / str(seed)


def _teach(build: ModelBuild, fold: int) -> None:
    build.teach(fold)


def _study(build: ModelBuild, shape: StudentShape, seed: int) -> None:
    build.study(shape, seed)
