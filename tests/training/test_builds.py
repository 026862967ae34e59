"""Whole models from toy data: all stages, what each build may use, and going on where it was stopped."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.formats import format_boards, format_slate_csv
from inkslate.model.bundle import INT8, load_bundle
from inkslate.readers import read_file
from inkslate.training.builds.choice import Score, choose_shape, median_seed
from inkslate.training.builds.data import BuildData
from inkslate.training.builds.model_build import STAGES, ModelBuild
from inkslate.training.builds.settings import BUILDS, BuildInputs, StudentShape
from inkslate.training.builds.side_by_side import Part, run_parts
from inkslate.training.progress import NoProgress
from tests.support.commands import Here
from tests.support.paths import ROOT
from tests.support.tiny_encoder import toy_boards, write_encoder

pytestmark = pytest.mark.slow
SMALL, LARGE = StudentShape(1, 1, 1), StudentShape(2, 1, 3)


def named(prefix: str, count: int, *, seed: int) -> list[Board]:
    return [replace(board, id=f"{prefix}-{board.id}") for board in toy_boards(count, seed=seed)]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus, notes, texts and released data in small, and an encoder of two layers."""
    folder = tmp_path_factory.mktemp("builds")
    for split, count in (("train", 24), ("dev", 12)):
        (folder / "corpus" / split).mkdir(parents=True)
        (folder / "corpus" / split / "a.jsonl").write_text(format_boards(named(f"ours-{split}", count, seed=count)))
    (folder / "notes").mkdir()
    for name, seed in (("train", 7), ("dev", 8)):
        (folder / "notes" / f"{name}.jsonl").write_text(format_boards(named(f"note-{name}", 8, seed=seed)))
    unlabelled = [board.without_labels() for board in named("bare", 6, seed=9)]
    (folder / "notes" / "unlabelled.jsonl").write_text(format_boards(unlabelled))
    (folder / "texts").mkdir()
    (folder / "texts" / "ewt-documents.jsonl").write_text('{"sentences": ["it rained .", "call me ."]}\n')
    (folder / "texts" / "email-intent.tsv").write_text("Yes\tsend it to me .\n")
    (folder / "texts" / "todo-items.txt").write_text("water plants\n")
    (folder / "slate").mkdir()
    for name, seed in (("train", 5), ("val", 6)):
        (folder / "slate" / f"{name}.csv").write_text(format_slate_csv(named(f"released-{name}", 10, seed=seed)))
    write_encoder(folder / "tiny")
    return folder


def model_build(
    place: Path, out: Path, name: str, *, shapes: tuple[StudentShape, ...] = (SMALL,), processes: int = 1
) -> ModelBuild:
    quick = {"epochs": 2, "batch_size": 16, "learning_rate": 3e-3}
    config = BUILDS[name]
    stages = config.distillation
    settings = replace(
        config,
        shapes=shapes,
        folds=3,
        fold_boards=6,
        text_boards=4,
        teacher=replace(config.teacher, **quick),  # type: ignore[arg-type]
        distillation=replace(stages, mixed=replace(stages.mixed, **quick), real=replace(stages.real, **quick)),  # type: ignore[arg-type]
    )
    encoder = str(place / "tiny")
    slate = place / "slate" if settings.released else None
    inputs = BuildInputs(place / "corpus", place / "notes", place / "texts", slate, encoder, encoder)
    return ModelBuild(name, settings, inputs, out, NoProgress(), processes=processes)


def test_the_research_data_is_in_one_build_alone(place: Path, tmp_path: Path) -> None:
    for name in BUILDS:
        assert model_build(place, tmp_path / name, name).build(until="data") is None
    texts = {name: "".join(p.read_text() for p in sorted((tmp_path / name).rglob("*.jsonl"))) for name in BUILDS}
    assert "released-train-" in texts["research"]  # ids of the released boards
    assert "released-" not in texts["open"]
    assert set(model_build(place, tmp_path / "open", "open").data.dev()) == {"notes", "corpus"}
    assert set(model_build(place, tmp_path / "research", "research").data.dev()) == {"notes", "corpus", "released"}
    inputs = model_build(place, tmp_path / "x", "open").inputs
    with pytest.raises(InputError, match="needs the released data"):
        replace(model_build(place, tmp_path / "x", "research"), inputs=inputs).build()


@pytest.mark.parametrize("name", list(BUILDS))
def test_no_teacher_learns_from_a_board_that_it_labels(place: Path, tmp_path: Path, name: str) -> None:
    work = model_build(place, tmp_path / name, name)
    data: BuildData = work.data
    data.write()
    everything: list[str] = []
    for fold in range(work.config.folds):
        learned = {board.id for board in data.training_boards(fold)}
        mine = {board.id for file in data.real(fold) for board in file.boards}
        assert mine
        assert not mine & learned
        everything += mine
        assert len(data.synthetic(fold).boards) == work.config.fold_boards
    given = [*read_file(place / "corpus/train/a.jsonl"), *read_file(place / "notes/train.jsonl")]
    given += read_file(place / "slate/train.csv") if name == "research" else []
    assert sorted(everything) == sorted(board.id for board in given)
    dev = {board.id for boards in data.dev().values() for board in boards}
    assert not dev & set(everything)
    job = replace(work, tell=print)._job(with_teachers=False)
    assert {file.times for file in job.real} == ({1, work.config.released_times} if name == "research" else {1})


@pytest.mark.export
def test_a_model_is_built_and_nothing_is_done_twice(place: Path, tmp_path: Path) -> None:
    work = model_build(place, tmp_path / "m", "research", shapes=(SMALL, LARGE))
    assert work.build(until="teachers") is None
    assert sorted(path.name for path in (tmp_path / "m" / "teachers").iterdir()) == ["0", "1", "2"]
    index = json.loads((tmp_path / "m" / "labels" / "labels.json").read_text())
    assert [teacher for teacher, _ in index["teachers"]] == [f"research-teacher-{fold}" for fold in range(3)]
    shutil.rmtree(tmp_path / "m" / "teachers")  # they have said it all
    told: list[str] = []
    assert replace(work, tell=told.append).build(until="students") is None
    assert told == ["data", "student 1-layers/0", *(f"student 2-layers/{seed}" for seed in range(3))]
    for shape, seed, precision in (
        ("1-layers", 0, 0.5),
        ("2-layers", 0, 0.9),
        ("2-layers", 1, 0.7),
        ("2-layers", 2, 0.8),
    ):
        scores = tmp_path / "m" / "students" / shape / str(seed) / "scores.json"
        assert set(json.loads(scores.read_text())) == {"notes", "corpus", "released"}
        scores.write_text(json.dumps({"notes": {"average_precision": precision}}))
    told.clear()
    bundle = replace(work, tell=told.append).build()
    assert bundle is not None
    assert told == ["data", "model 0", "model 1", "model 2"]
    assert json.loads((tmp_path / "m" / "chosen.json").read_text()) == {"shape": "2-layers", "seed": 2}
    assert bundle.manifest.precision == INT8
    assert bundle.manifest.training["seed"] == 2
    assert bundle.manifest.training["layers"] == 2
    assert bundle.manifest.thresholds["task"] <= 0.7
    parts = [json.loads(line)["name"] for line in (tmp_path / "m" / "times.jsonl").read_text().splitlines()]
    assert parts == [
        *(f"teacher {fold}" for fold in range(3)),
        *(f"student {s}" for s in ("1-layers/0", "2-layers/0", "2-layers/1", "2-layers/2")),
    ]
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "m").rglob("*") if path.is_file()}
    again = work.build()
    assert again is not None
    assert again.manifest == bundle.manifest
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "m").rglob("*") if path.is_file()} == before


def test_a_build_in_two_processes_goes_on_where_it_was_stopped(place: Path, tmp_path: Path) -> None:
    work = model_build(place, tmp_path / "m", "open", processes=2)
    work.build(until="teachers")
    first = load_bundle(tmp_path / "m" / "teachers" / "0").info.sha256
    shutil.rmtree(tmp_path / "m" / "labels")
    shutil.rmtree(tmp_path / "m" / "teachers" / "1")
    work = model_build(place, tmp_path / "m", "open", processes=2)
    assert work.build(until="students") is None
    assert load_bundle(tmp_path / "m" / "teachers" / "0").info.sha256 == first
    assert (tmp_path / "m" / "students" / "1-layers" / "0" / "scores.json").exists()


def _fail() -> None:
    raise InputError("no such thing")


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_in_a_part_ends_the_call(tmp_path: Path, processes: int) -> None:
    with pytest.raises(InputError, match="no such thing"):
        run_parts([Part("a", _fail)], processes=processes, tell=lambda _: None, log=tmp_path / "log")


@pytest.mark.parametrize("processes", [1, 2])
def test_the_cost_of_every_part_is_noted(tmp_path: Path, processes: int) -> None:
    parts = [Part(name, partial(print, end="")) for name in "ab"]
    run_parts(parts, processes=processes, tell=lambda _: None, log=tmp_path / "log")
    costs = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert sorted(cost["name"] for cost in costs) == ["a", "b"]
    assert all(cost["seconds"] >= 0 for cost in costs)


@pytest.mark.parametrize(
    ("scores", "kept"),
    [
        ([1.9], 0),
        ([1.9, 1.1], 1),  # of two the lower one
        ([1.9, 1.1, 1.4], 2),
        ([1.1, 1.3, 1.2, 1.9], 2),  # of the two in the middle the lower one
        ([1.5, 1.1, 1.9, 1.2, 1.4], 4),
    ],
)
def test_the_student_with_the_median_score_is_kept(scores: list[float], kept: int) -> None:
    assert median_seed([Score(SMALL, seed, points) for seed, points in enumerate(scores)]) == kept


@pytest.mark.parametrize(("small", "chosen"), [(80.0, LARGE), (80.49, LARGE), (80.5, SMALL), (83.0, SMALL)])
def test_the_smallest_shape_near_the_best_is_chosen(small: float, chosen: StudentShape) -> None:
    scores = [Score(LARGE, 0, 80.0), Score(LARGE, 1, 82.0), Score(SMALL, 0, small)]
    assert choose_shape(scores, within=0.5) == chosen


def test_the_settings_are_those_that_the_documentation_tells() -> None:
    text = " ".join((ROOT / "docs" / "distillation.md").read_text("utf-8").split())
    for name, settings in BUILDS.items():
        assert settings.released == (name == "research")
        assert f"{settings.fold_boards:,} synthetic boards come from each fold" in text
        assert f"{settings.text_boards:,} from the open texts" in text
        assert settings.folds == 5
        assert "five teachers" in text.lower()
        assert settings.released_times == 3
        assert "each released board counts three times" in text
        for shape in settings.shapes:
            assert f"| `{name}` | {shape.layers} | {shape.word_layers} | {shape.seeds} |" in text


def test_the_command(place: Path, tmp_path: Path, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    assert STAGES[0] == "data"
    quick = replace(BUILDS["open"], fold_boards=4, text_boards=4)  # thousands take a while
    monkeypatch.setattr("inkslate.training.builds.settings.BUILDS", {"open": quick})
    folders = [word for name in ("corpus", "texts", "notes") for word in (f"--{name}", place / name)]
    done = here("model", "build", "open", *folders, "--until", "data", "--out", tmp_path / "b")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "data: done; --until model goes on\n"
    assert len((tmp_path / "b" / "synthetic" / "fold-0.jsonl").read_text().splitlines()) == 4
    empty = here("model", "build", "open", *folders[2:], "--corpus", tmp_path, "--out", tmp_path / "c")
    assert empty.returncode == 2
    assert "has no boards" in empty.stderr
    assert empty.stderr.count("\n") <= 2
