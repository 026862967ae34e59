"""Whole models from toy data: all stages, what each build may use, and going on where it was stopped."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from inkslate.errors import InputError
from inkslate.formats import format_boards, format_slate_csv
from inkslate.model.bundle import INT8, TAGGER, Bundle, Manifest
from inkslate.training import model_builds as builds
from inkslate.training.distillation.distill import DistillConfig
from inkslate.training.model_builds import BUILDS, STAGES, BuildConfig, BuildInputs, ModelBuild, median_student
from inkslate.training.progress import NoProgress
from tests.support.commands import Here
from tests.support.paths import ROOT
from tests.support.tiny_encoder import toy_boards, write_encoder

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_teachers")]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus, texts and released data in small, and an encoder of two layers."""
    folder = tmp_path_factory.mktemp("builds")
    for split, count in (("train", 24), ("dev", 12)):
        (folder / "corpus" / split).mkdir(parents=True)
        (folder / "corpus" / split / "a.jsonl").write_text(format_boards(toy_boards(count, seed=count)))
    (folder / "texts").mkdir()
    (folder / "texts" / "ewt-documents.jsonl").write_text('{"sentences": ["it rained .", "call me ."]}\n')
    (folder / "texts" / "email-intent.tsv").write_text("Yes\tsend it to me .\n")
    (folder / "texts" / "todo-items.txt").write_text("water plants\n")
    (folder / "slate").mkdir()
    for name, seed in (("train", 5), ("val", 6)):
        boards = [replace(board, id=f"{name}-{board.id}") for board in toy_boards(10, seed=seed)]
        (folder / "slate" / f"{name}.csv").write_text(format_slate_csv(boards))
    write_encoder(folder / "tiny")
    return folder


@pytest.fixture
def quick_teachers(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = replace(builds.PRESETS["tuned"], epochs=2, batch_size=8, learning_rate=3e-3)
    monkeypatch.setattr(builds, "PRESETS", {"tuned": quick})


def model_build(place: Path, out: Path, name: str, *, students: int = 1) -> ModelBuild:
    config = DistillConfig()
    quick = {"epochs": 2, "batch_size": 16, "learning_rate": 3e-3}
    config = replace(config, mixed=replace(config.mixed, **quick), real=replace(config.real, **quick))  # type: ignore[arg-type]
    settings = BuildConfig(
        BUILDS[name].released,
        boards=20,
        released_boards=8,
        teachers=2,
        specialists=1,
        students=students,
        word_layers=1,
        distillation=config,
    )
    encoder = str(place / "tiny")
    slate = place / "slate" if settings.released else None
    inputs = BuildInputs(place / "corpus", place / "texts", slate, encoder, encoder)
    return ModelBuild(name, settings, inputs, out, NoProgress())


def test_the_research_data_is_in_one_build_alone(place: Path, tmp_path: Path) -> None:
    for name in BUILDS:
        assert model_build(place, tmp_path / name, name).build(until="data") is None
    texts = {name: "".join(p.read_text() for p in sorted((tmp_path / name).rglob("*.jsonl"))) for name in BUILDS}
    assert "train-" in texts["slate"]  # ids of the released boards
    assert "train-" not in texts["open"]
    assert not (tmp_path / "open" / "data" / "released.jsonl").exists()
    with pytest.raises(InputError, match="needs the released data"):
        replace(
            model_build(place, tmp_path / "x", "slate"), inputs=model_build(place, tmp_path / "x", "open").inputs
        ).build()


@pytest.mark.export
def test_a_model_is_built_and_nothing_is_done_twice(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = model_build(place, tmp_path / "m", "slate", students=3)
    # The best student is 0, the median one 2.
    monkeypatch.setattr(
        builds, "_points", lambda student, _: {"0": 1.9, "1": 1.1, "2": 1.4}[student.folder.parent.name]
    )
    assert work.build(until="labels") is None
    names = ["all-0", "all-1", "released-0"]
    assert sorted(path.name for path in (tmp_path / "m" / "teachers").iterdir()) == names
    index = json.loads((tmp_path / "m" / "labels" / "labels.json").read_text())
    assert [teacher for teacher, _ in index["teachers"]] == names
    shutil.rmtree(tmp_path / "m" / "teachers")  # they have said it all
    told: list[str] = []
    bundle = replace(work, tell=told.append).build()
    assert bundle is not None
    assert bundle.manifest.precision == INT8
    assert told == ["data", "labels", "student 0", "student 1", "student 2", "model"]
    assert bundle.manifest.thresholds["task"] <= 0.5
    assert not (tmp_path / "m" / "teachers").exists()
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "m").rglob("*") if path.is_file()}
    again = work.build()
    assert again is not None
    assert again.manifest == bundle.manifest
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "m").rglob("*") if path.is_file()} == before
    chosen = json.loads((tmp_path / "m" / "chosen.json").read_text())["student"]
    assert chosen == "2"
    assert bundle.manifest.training["seed"] == 2


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
    manifest = Manifest("m", "1", TAGGER, "nti", "none", "tiny", 64)
    students = [Bundle(Path(str(seed)), manifest) for seed in range(len(scores))]
    assert median_student(list(zip(scores, students, strict=True))) is students[kept]


def test_students_are_compared_by_f1_and_b(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = SimpleNamespace(task=SimpleNamespace(f1=0.75), B=0.5, B_tp=0.1)
    monkeypatch.setattr(builds, "predictor_from", lambda student: student)
    monkeypatch.setattr(builds, "evaluate", lambda gate, predictor: SimpleNamespace(scores=scores))
    student = Bundle(Path("0"), Manifest("m", "1", TAGGER, "nti", "none", "tiny", 64))
    assert builds._points(student, []) == 1.25


def test_released_boards_count_more_and_have_teachers_of_their_own(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = model_build(place, tmp_path / "m", "slate")
    work.build(until="data")
    job = replace(work, config=replace(work.config, released_times=5))._job
    assert [(file.name, file.times) for file in job.files] == [
        ("ours.jsonl", 1),
        ("released.jsonl", 5),
        ("from-ours.jsonl", 1),
        ("from-released.jsonl", 1),
    ]
    # Synthetic boards of the two sources have different seeds, so their ids differ.
    for name, seed in (("ours", 0), ("released", 1)):
        lines = (tmp_path / "m" / "synthetic" / f"from-{name}.jsonl").read_text().splitlines()
        assert {json.loads(line)["id"].rpartition("-")[0] for line in lines} == {f"synthetic-{seed}"}
    monkeypatch.setattr(ModelBuild, "_teachers", lambda self, kind, count: [kind] * count)
    assert work._specialists() == {"released.jsonl": ["released"], "from-released.jsonl": ["released"]}
    ours = model_build(place, tmp_path / "o", "open")
    ours.build(until="data")
    assert [(file.name, file.times) for file in ours._job.real] == [("ours.jsonl", 1)]
    assert ours._specialists() == {}


def test_the_settings_are_those_that_the_documentation_tells() -> None:
    text = " ".join((ROOT / "docs" / "distillation.md").read_text("utf-8").split())
    for name, settings in BUILDS.items():
        assert settings.released == (name == "slate")
        assert f"{settings.boards:,} synthetic boards come from our corpus and the texts" in text
        assert f"for `slate` {settings.released_boards:,} more from the released train set" in text
        assert (settings.teachers, settings.specialists, settings.students, settings.word_layers) == (3, 3, 3, 4)
        assert "Three teachers learn from all real boards, and for `slate` three more from the released ones" in text
        assert "Three students of six layers, the upper four with one token a word" in text
        assert settings.released_times == 3
        assert "each released board counts three times" in text
        assert f"`export --recall-first {settings.recall_points}`" in text


def test_the_command(place: Path, tmp_path: Path, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    assert STAGES[0] == "data"
    monkeypatch.setattr(builds, "BUILDS", {"open": replace(BUILDS["open"], boards=20)})  # 28,000 take a while
    command = ["model", "build", "open", "--corpus", place / "corpus", "--texts", place / "texts"]
    done = here(*command, "--until", "data", "--out", tmp_path / "b")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "data: done; --until model goes on\n"
    assert len((tmp_path / "b" / "synthetic" / "from-ours.jsonl").read_text().splitlines()) == 20
    empty = here("model", "build", "open", "--corpus", tmp_path, "--texts", place / "texts", "--out", tmp_path / "c")
    assert empty.returncode == 2
    assert "has no boards" in empty.stderr
    assert empty.stderr.count("\n") <= 2
