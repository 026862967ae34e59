"""Distillation on an encoder of two small layers: what a student is taught, that it learns it, and every stage kept."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.evaluation.evaluation import evaluate
from inkslate.formats import format_boards
from inkslate.model.bundle import Bundle, load_bundle
from inkslate.model.predictor import Tagger, predictor_from
from inkslate.model.view import VIEWS, Passage
from inkslate.model.windows import Encoder
from inkslate.training.batches import collate
from inkslate.training.config import PRESETS
from inkslate.training.distillation.board_file import load_boards
from inkslate.training.distillation.distill import DistillationJob, DistillConfig, distill
from inkslate.training.distillation.predictions import TeacherPredictions
from inkslate.training.distillation.soft_targets import (
    I,
    N,
    SoftTargetObjective,
    SoftTargets,
    T,
    blend,
    gold_soft_targets,
    gold_targets,
    start_targets,
)
from inkslate.training.distillation.teachers import Rows, predict_boards
from inkslate.training.optimization import label_weight, summed_loss
from inkslate.training.progress import NoProgress
from inkslate.training.run import TrainingJob, load_data, train_model
from inkslate.training.synthesis.boards import synthesize
from inkslate.training.synthesis.sources import gather
from tests.support.paths import ROOT
from tests.support.tiny_encoder import toy_boards, write_boards, write_encoder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A trained teacher, labelled boards and synthetic ones of them and of texts."""
    place = tmp_path_factory.mktemp("distill")
    write_encoder(place / "tiny")
    boards = toy_boards(40, seed=1)
    write_boards(place / "real.jsonl", 40, seed=1)
    write_boards(place / "val.jsonl", 20, seed=2)
    texts = [[region.text(s.start, s.end) for s in region.sentences or ()] for b in boards for region in b.regions]
    made = "".join(item.to_jsonl() + "\n" for item in synthesize(gather(boards, texts), 30, seed=0))
    (place / "synthetic.jsonl").write_text(made)
    config = replace(PRESETS["tuned"], encoder=str(place / "tiny"), epochs=8, batch_size=4, learning_rate=3e-3)
    train_model(TrainingJob(config, load_data(place / "real.jsonl", None), place / "teacher"), NoProgress())
    return place


def student_job(folder: Path, out: Path, **changes: object) -> DistillationJob:
    small = {"encoder": str(folder / "tiny"), "epochs": 3, "batch_size": 8, "learning_rate": 3e-3}
    config = DistillConfig()
    config = replace(config, mixed=replace(config.mixed, **small), real=replace(config.real, **small))
    asked = DistillationJob(
        config=config,
        real=[load_boards(folder / "real.jsonl")],
        synthetic=[load_boards(folder / "synthetic.jsonl")],
        val=(),
        out=out,
        predictions=out / "labels",
        teachers=[load_bundle(folder / "teacher")],
    )
    return replace(asked, **changes)  # type: ignore[arg-type]


def first_region(board: Board) -> Region:
    return board.regions[0]


def test_targets() -> None:
    teacher = np.array([[0.2, 0.6, 0.2], [0.5, 0.4, 0.1], [0.1, 0.1, 0.8]], np.float32)
    known = start_targets((0, 2), teacher)
    assert known[1].tolist() == [0.0, 0.0, 1.0]  # no boundary, whatever the teacher says
    assert known[0, [N, T]] == pytest.approx([0.25, 0.75], abs=1e-4)
    assert known[0, I] == 0
    assert known[2, [N, T]] == pytest.approx([0.5, 0.5], abs=1e-4)
    half = blend(known, teacher, 0.5)
    assert half.sum(axis=1) == pytest.approx([1, 1, 1], abs=1e-5)
    assert half[1].tolist() == pytest.approx([0.25, 0.2, 0.55])
    with pytest.raises(InputError, match="run the teachers again"):
        blend(known, teacher[:2], 0.5)


@pytest.mark.parametrize(
    ("share", "rows"),
    [
        (0.0, [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),  # the labels alone
        (0.25, [[0.125, 0.8125, 0.0625], [0.0625, 0.125, 0.8125]]),
        (0.5, [[0.25, 0.625, 0.125], [0.125, 0.25, 0.625]]),
        (1.0, [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]]),  # the teachers alone
    ],
)
def test_the_share_of_the_teachers(share: float, rows: list[list[float]]) -> None:
    known = np.array([[0, 1, 0], [0, 0, 1]], np.float32)
    teacher = np.array([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]], np.float32)
    assert blend(known, teacher, share).tolist() == rows


def test_labels_count_as_much_as_they_are_likely(folder: Path) -> None:
    region = first_region(toy_boards(1, seed=5)[0])
    rows = np.array([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]], np.float32)
    objective = SoftTargetObjective(
        PRESETS["tuned"], Encoder.from_file(folder / "tiny" / "tokenizer.json", max_length=64)
    )
    assert objective.counts([SoftTargets(Passage(region), rows)] * 2) == [1.5, 1.5, 1.0]


def test_the_settings_are_those_that_the_documentation_tells() -> None:
    text = (ROOT / "docs" / "distillation.md").read_text("utf-8")
    config = DistillConfig()
    assert (config.teacher_share, config.repeats) == (0.5, 4)
    assert "is half what the teachers say, half what is known" in text
    for stage, boards in (
        (config.mixed, "the synthetic boards and four times the real ones"),
        (config.real, "the real"),
    ):
        assert f"{stage.epochs} epochs on {boards}" in text
        assert f"batches of {stage.batch_size}, learning rate {stage.learning_rate:.0e}".replace("e-0", "e-") in text


def test_gold_targets_are_the_labels() -> None:
    region = first_region(toy_boards(1, seed=5)[0])
    rows = gold_targets(region)
    starts = {sentence.start: T if sentence.is_task else N for sentence in region.sentences or ()}
    assert [int(row.argmax()) for row in rows] == [starts.get(at, I) for at in range(len(region.word_texts))]


@pytest.mark.parametrize("word_layers", [0, 1])
def test_certain_targets_are_the_labels(folder: Path, word_layers: int) -> None:
    """A student that is taught the gold has the loss of one that is trained on it."""
    from inkslate.training.examples import TaggingObjective

    config = replace(PRESETS["tuned"], word_layers=word_layers)
    encoder = Encoder.from_file(folder / "tiny" / "tokenizer.json", max_length=64)
    boards = toy_boards(6, seed=3)
    plain, soft = TaggingObjective(config, encoder), SoftTargetObjective(config, encoder)
    hard = collate([e for item in plain.items(boards) for e in plain.examples(item)], pad=0)
    taught = collate(
        [e for item in soft.items(gold_soft_targets(boards, VIEWS["region"])) for e in soft.examples(item)], pad=0
    )
    assert torch.equal(hard.ids, taught.ids)
    assert torch.equal(hard.kept, taught.kept)
    weights = torch.tensor([1.0, 2.0, 0.5])
    logits = torch.randn(*hard.labels.shape, 3, generator=torch.Generator().manual_seed(0))
    assert summed_loss(logits, taught.labels, weights).item() == pytest.approx(
        summed_loss(logits, hard.labels, weights).item(), rel=1e-5
    )
    assert label_weight(taught.labels, weights).item() == pytest.approx(label_weight(hard.labels, weights).item())


@pytest.mark.parametrize("vote", ["first", "all"])
def test_predictions_in_batches_are_those_of_the_tagger(vote: str, folder: Path, tmp_path: Path) -> None:
    bundle = load_bundle(folder / "teacher")
    bundle = replace(bundle, manifest=replace(bundle.manifest, vote=vote))
    # Words of several pieces: their tokens differ, and so do first and mean.
    text = format_boards(toy_boards(12, seed=8)).replace("call", "recalling").replace("Ruth", "Ruthless")
    (tmp_path / "pieces.jsonl").write_text(text, "utf-8")
    file = load_boards(tmp_path / "pieces.jsonl")
    tagger = predictor_from(bundle)
    assert isinstance(tagger, Tagger)
    done: list[int] = []
    rows = predict_boards(bundle, file.boards, tick=done.append)
    assert sum(done) == len(file.regions)
    for passage, given in zip(file.passages(bundle.view), rows, strict=True):
        expected = [tokens.mean(axis=0) for tokens in tagger.word_probabilities(passage)]
        assert np.allclose(given, np.stack(expected), atol=1e-5)


@pytest.fixture(scope="module")
def distilled(folder: Path) -> Path:
    """All stages of a distillation; a test that changes them takes a copy."""
    distill(student_job(folder, folder / "out"), NoProgress())
    return folder / "out"


def test_a_student_learns_and_every_stage_is_kept(folder: Path, distilled: Path, tmp_path: Path) -> None:
    shutil.copytree(distilled, tmp_path / "out")
    student = load_bundle(tmp_path / "out" / "student")
    assert not student.manifest.marks
    val = toy_boards(20, seed=2)
    score = evaluate(val, predictor_from(student)).scores
    assert score.B is not None
    assert score.B > 0.9
    assert score.task.f1 is not None
    assert score.task.f1 > 0.8
    stages = [
        tmp_path / "out" / name for name in ("labels/labels.json", "mixed/inkslate.json", "student/inkslate.json")
    ]
    before = [stage.stat().st_mtime_ns for stage in stages]
    asked = student_job(folder, tmp_path / "out", teachers=())  # the predictions are there: no teacher is needed
    again = distill(asked, NoProgress())
    assert again.folder == tmp_path / "out" / "student"
    assert again.manifest == student.manifest
    assert [stage.stat().st_mtime_ns for stage in stages] == before
    # Without its last stage it begins there, and comes to the same weights.
    shutil.rmtree(tmp_path / "out" / "student")
    third = distill(asked, NoProgress())
    assert third.info.sha256 == student.info.sha256
    assert stages[1].stat().st_mtime_ns == before[1]


def test_students_share_predictions(folder: Path, distilled: Path, tmp_path: Path) -> None:
    job = student_job(folder, tmp_path / "b", predictions=distilled / "labels", teachers=(), name="b")
    other = distill(job, NoProgress())
    assert other.manifest.name == "b"
    assert other.manifest.data["labels of teacher"] == (load_bundle(folder / "teacher").info.sha256 or "")[:12]


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_what_each_stage_is_trained_on(
    share: float, folder: Path, distilled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mixed stage: synthetic boards, and real ones with their weights, `repeats` times; then the real ones."""
    jobs: list[TrainingJob] = []

    def record(job: TrainingJob, _: object) -> Bundle:
        jobs.append(job)
        return load_bundle(folder / "teacher")

    monkeypatch.setattr("inkslate.training.distillation.distill.train_model", record)
    real, synthetic = load_boards(folder / "real.jsonl", times=3), load_boards(folder / "synthetic.jsonl")
    asked = student_job(folder, tmp_path, real=[real], predictions=distilled / "labels", teachers=())
    distill(replace(asked, config=replace(asked.config, teacher_share=share, repeats=2)), NoProgress())
    mixed, last = jobs
    assert mixed.initial is None
    assert last.initial is not None
    assert [target.passage.region for target in mixed.soft_targets or ()] == [*synthetic.regions, *[*real.regions] * 6]
    assert [target.passage.region for target in last.soft_targets or ()] == [*real.regions] * 3
    teacher = np.load(distilled / "labels" / "real.jsonl.npy").astype(np.float32)
    known = np.concatenate([gold_targets(region) for region in real.regions])
    given = np.concatenate([target.rows for target in (last.soft_targets or ())[: len(real.regions)]])
    assert np.array_equal(given, np.float32(1 - share) * known + np.float32(share) * teacher)


def test_predictions_of_other_teachers_are_refused(folder: Path, tmp_path: Path) -> None:
    asked = student_job(folder, tmp_path / "out")
    with pytest.raises(InputError, match="holds no predictions; name the teachers"):
        distill(replace(asked, teachers=()), NoProgress())
    asked.predictions.mkdir(parents=True)
    index = {"teachers": [["somebody", "123"]], "files": {}}
    (asked.predictions / "labels.json").write_text(json.dumps(index))
    with pytest.raises(InputError, match="other teachers"):
        distill(asked, NoProgress())
    with pytest.raises(InputError, match=r"no predictions for this real\.jsonl"):
        distill(replace(asked, teachers=()), NoProgress())
    index["files"] = {file.name: file.sha256 for file in asked.files}
    (asked.predictions / "labels.json").write_text(json.dumps(index))
    for file in asked.files:
        np.save(asked.predictions / f"{file.name}.npy", np.full((3, 3), np.nan, np.float16))
    with pytest.raises(InputError, match="does not fit the words"):
        distill(replace(asked, teachers=()), NoProgress())


def test_the_teachers_are_averaged_but_for_files_with_teachers_of_their_own(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {"a": 0.25, "b": 0.75, "c": 0.125}
    bundle = load_bundle(folder / "teacher")
    a, b, c = (replace(bundle, manifest=replace(bundle.manifest, name=name)) for name in said)

    def predict(teacher: Bundle, boards: Sequence[Board], *, tick: object) -> list[Rows]:
        regions = [region for board in boards for region in board.regions]
        return [np.full((len(region.word_texts), 3), said[teacher.manifest.name], np.float32) for region in regions]

    monkeypatch.setattr("inkslate.training.distillation.predictions.predict_boards", predict)
    files = [load_boards(folder / name) for name in ("real.jsonl", "synthetic.jsonl")]
    predictions = TeacherPredictions(tmp_path, [a, b], {"synthetic.jsonl": [c]})
    assert not predictions.cover(files)
    real, synthetic = predictions.load(files)
    assert {float(row) for rows in real for row in rows.flat} == {0.5}
    assert {float(row) for rows in synthetic for row in rows.flat} == {0.125}
    assert [name for name, _ in predictions.sources()] == ["a", "b", "c"]
    assert predictions.cover(files)
    assert not predictions.cover([replace(files[0], sha256="another")])


def test_boards_without_labels_or_boundaries_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(format_boards([toy_boards(1, seed=0)[0].without_labels()]))
    with pytest.raises(InputError, match="neither sentences nor starts"):
        load_boards(tmp_path / "a.jsonl")
    file = load_boards(tmp_path / "a.jsonl", unlabelled=True)
    said = np.full((len(file.regions[0].word_texts), 3), 0.25, np.float32)
    assert file.known(0, said) is said  # the teachers know everything about it
    (tmp_path / "b.jsonl").write_text('{"id": "b", "about": {"starts": {"r": [1]}}, "regions": []}\n')
    with pytest.raises(InputError, match="not a list of word numbers"):
        load_boards(tmp_path / "b.jsonl")


def test_the_command(folder: Path, here: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path) -> None:
    command = ["distill", "--data", folder / "real.jsonl", "--synthetic", folder / "synthetic.jsonl"]
    command += ["--encoder", folder / "tiny", "--epochs", "1", "--real-epochs", "1", "--out", tmp_path / "small"]
    missing = here(*command)
    assert missing.returncode == 2
    assert "name the teachers" in missing.stderr
    assert missing.stdout == ""
    done = here(*command, "--teacher", folder / "teacher")
    assert done.returncode == 0, done.stderr
    assert f"model: {tmp_path / 'small' / 'student'}\n" in done.stdout
    assert load_bundle(tmp_path / "small" / "student").manifest.name == "small"
    other = here(*command, "--seed", "1")
    assert other.returncode == 2
    assert "other settings" in other.stderr
