"""Whole models from data and encoders, stage by stage: what `inkslate model build` does.

Every stage lies in one folder and is kept, so the same call continues where it was stopped:

    data/        the real boards in one file, and the boards for the gate
    synthetic/   boards of `inkslate synthesize`
    teachers/    large models, preset `tuned`, seeds 0, 1, ...: all-N of all data, released-N of the released data
    labels/      what they say of every word; those of the released data alone speak of that data alone
    students/N   small models, seeds 0, 1, ...
    model/       the one of middling score, exported
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
from inkslate.training.distillation.distill import (
    STUDENT,
    DistillConfig,
    Plan,
    distill,
    has_labels,
    load_boards,
    make_labels,
)
from inkslate.training.progress import Progress
from inkslate.training.run import Order, load_data, train_model
from inkslate.training.synthesis.boards import gather, synthesize
from inkslate.training.synthesis.texts import load_items, load_texts

STAGES = ("data", "teachers", "labels", "students", "model")


@dataclass(frozen=True, slots=True)
class Recipe:
    """A model that we make; `released` where the research data goes into it, and with it its terms."""

    released: bool
    boards: int = 28_000  # synthetic, of our corpus and the open texts
    released_boards: int = 8_000  # synthetic, of the research data
    released_times: int = 3  # how often a real board of the research data counts: there are few
    teachers: int = 3
    specialists: int = 3  # more teachers, of the research data alone
    students: int = 3
    word_layers: int = 4  # of the students
    config: DistillConfig = field(default_factory=DistillConfig)
    recall_points: float = 0.5  # points of F1 that recall may cost, where the threshold is chosen


RECIPES: Mapping[str, Recipe] = MappingProxyType({"open": Recipe(released=False), "slate": Recipe(released=True)})


@dataclass(frozen=True, slots=True)
class Ingredients:
    """Where things lie: our corpus, the folders of texts and of the released data, and the encoders."""

    corpus: Path
    texts: Path
    slate: Path | None
    teacher_encoder: str
    encoder: str


@dataclass(frozen=True)
class Kitchen:
    """One building of a model."""

    name: str
    recipe: Recipe
    from_: Ingredients
    out: Path
    progress: Progress
    tell: Callable[[str], None] = lambda _: None

    def build(self, *, until: str = STAGES[-1]) -> Bundle | None:
        """All stages up to `until`; the model where that is the last one."""
        wanted = STAGES[: STAGES.index(until) + 1]
        self._data()
        # Teachers that have said all that was asked of them are not needed again.
        needed = "teachers" in wanted and not has_labels(self._plan())
        teachers = [*self._teachers("all", self.recipe.teachers)] if needed else []
        specialists = self._specialists() if needed else {}
        if "labels" in wanted:
            self.tell("labels")
            make_labels(replace(self._plan(), teachers=teachers, specialists=specialists))
        if "students" not in wanted:
            return None
        students = [self._student(seed) for seed in range(self.recipe.students)]
        return self._model(students) if "model" in wanted else None

    def _data(self) -> None:
        if self.recipe.released and self.from_.slate is None:
            raise InputError(f"the recipe {self.name!r} needs the released data; name its folder")
        self.tell("data")
        sources, slate = self._sources(), self.from_.slate
        train = read_all(sorted((self.from_.corpus / "train").glob("*.jsonl")), self.from_.corpus)
        gate = read_all(sorted((self.from_.corpus / "dev").glob("*.jsonl")), self.from_.corpus)
        todo = load_items(self.from_.texts / "todo-items.txt")
        documents = [
            *load_texts(self.from_.texts / "ewt-documents.jsonl"),
            *load_texts(self.from_.texts / "email-intent.tsv"),
        ]
        made = synthesize(gather(train, documents, todo), self.recipe.boards, seed=0)
        _once(sources["synthetic"][0], lambda: "".join(item.to_jsonl() + "\n" for item in made))
        _once(sources["real"][0], lambda: format_boards(train))
        if self.recipe.released:
            assert slate is not None
            released = read_file(slate / "train.csv")
            others = synthesize(gather(released), self.recipe.released_boards, seed=1)
            _once(sources["synthetic"][1], lambda: "".join(item.to_jsonl() + "\n" for item in others))
            _once(sources["real"][1], lambda: format_boards(released))
            train, gate = [*train, *released], [*gate, *read_file(slate / "val.csv")]
        _once(sources["train"][0], lambda: format_boards(train))
        _once(sources["gate"][0], lambda: format_boards(gate))

    def _sources(self) -> dict[str, list[Path]]:
        """The files of the first stage by what they are for."""
        kinds = ("ours", "released") if self.recipe.released else ("ours",)
        return {
            "real": [self.out / "data" / f"{kind}.jsonl" for kind in kinds],
            "train": [self.out / "data" / "train.jsonl"],
            "gate": [self.out / "data" / "gate.jsonl"],
            "synthetic": [self.out / "synthetic" / f"from-{kind}.jsonl" for kind in kinds],
        }

    def _plan(self) -> Plan:
        """What all students have in common."""
        sources = self._sources()
        times = (1, self.recipe.released_times)
        return Plan(
            config=self._config(seed=0),
            real=[load_boards(path, times=many) for path, many in zip(sources["real"], times, strict=False)],
            synthetic=[load_boards(path) for path in sources["synthetic"]],
            val=(),
            out=self.out / "students",
            labels=self.out / "labels",
            name=self.name,
        )

    def _teachers(self, kind: str, count: int) -> Iterator[Bundle]:
        sources = self._sources()
        file = {"all": sources["train"][0], "released": sources["real"][-1]}[kind]
        data = load_data(file, sources["gate"][0])
        for seed in range(count):
            folder = self.out / "teachers" / f"{kind}-{seed}"
            if (folder / MANIFEST).exists():
                yield load_bundle(folder)
                continue
            self.tell(f"teacher {kind}-{seed}")
            config = replace(PRESETS["tuned"], encoder=self.from_.teacher_encoder, seed=seed)
            resume = (folder / CHECKPOINT).exists()
            yield train_model(Order(config, data, folder, resume=resume, name=f"{kind}-{seed}"), self.progress)

    def _specialists(self) -> dict[str, list[Bundle]]:
        """Teachers of the research data, for the files that were made of it."""
        if not self.recipe.released:
            return {}
        teachers = [*self._teachers("released", self.recipe.specialists)]
        sources = self._sources()
        return {path.name: teachers for path in (sources["real"][1], sources["synthetic"][1])}

    def _config(self, *, seed: int) -> DistillConfig:
        return self.recipe.config.of(self.from_.encoder, seed=seed, word_layers=self.recipe.word_layers)

    def _student(self, seed: int) -> Bundle:
        self.tell(f"student {seed}")
        folder = self.out / "students" / str(seed)
        if (folder / STUDENT / MANIFEST).exists():
            return load_bundle(folder / STUDENT)
        return distill(replace(self._plan(), config=self._config(seed=seed), out=folder), self.progress)

    def _model(self, students: Sequence[Bundle]) -> Bundle:
        """The exported student: not the best of several seeds, which would be luck, but the one in the middle."""
        folder, gate = self.out / "model", read_file(self._sources()["gate"][0])
        if (folder / MANIFEST).exists():
            return load_bundle(folder)
        from inkslate.training.export import export_bundle  # onnx need not be where the training runs

        self.tell("model")
        ranked = sorted(students, key=lambda student: _points(student, gate))
        chosen = ranked[(len(ranked) - 1) // 2]
        write_whole(self.out / "chosen.json", json.dumps({"student": chosen.folder.parent.name}) + "\n")
        return export_bundle(chosen, gate, folder, recall_points=self.recipe.recall_points).bundle


def read_all(paths: Sequence[Path], folder: Path) -> list[Board]:
    """The boards of many files; an InputError where there are none."""
    boards = [board for path in paths for board in read_file(path)]
    if not boards:
        raise InputError(f"{folder}: has no boards in train/ and dev/; name the folder of the corpus")
    return boards


def _points(student: Bundle, gate: Sequence[Board]) -> float:
    scores = evaluate(gate, predictor_from(student)).scores
    return (scores.task.f1 or 0.0) + (scores.B or 0.0)


def _once(path: Path, content: Callable[[], str]) -> None:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content())
