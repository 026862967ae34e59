"""Models that read a region under its headings: trained, exported, distilled and served."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.errors import InputError, ModelError
from inkslate.evaluation.evaluation import evaluate
from inkslate.extractor import Extractor
from inkslate.formats import format_boards
from inkslate.model.bundle import FLOAT32, INT8, MANIFEST, Bundle, load_bundle
from inkslate.model.predictor import Tagger, predictor_from
from inkslate.training.config import PRESETS
from inkslate.training.conversion import convert
from inkslate.training.data import TrainingData
from inkslate.training.distillation.board_file import load_boards
from inkslate.training.distillation.distill import DistillationJob, DistillConfig, distill
from inkslate.training.distillation.teachers import predict_boards
from inkslate.training.progress import NoProgress
from inkslate.training.run import TrainingJob, train_model
from tests.support.tiny_encoder import write_encoder


def headed_boards(count: int, *, seed: int) -> list[Board]:
    """The heading in the region above decides alone: the same words are tasks under `buy` and none under `eggs`."""
    rng = random.Random(seed)
    boards = []
    for number in range(count):
        regions: list[Region] = []
        for part in range(2):
            task = rng.random() < 0.5
            head = Line.from_text("buy" if task else "eggs", heading=1)
            regions.append(Region(f"h{part}", (head,), (Sentence(0, 1, Label.NON_TASK),)))
            lines, sentences, at = [], [], 0
            for _ in range(rng.randint(1, 3)):
                words = rng.choices(["Ruth", "the", "banquet", "and", "bread"], k=rng.randint(1, 3))
                lines.append(Line.from_text(" ".join(words), bullet=True))
                label = Label.TASK_BY_CONTEXT if task else Label.NON_TASK
                sentences.append(Sentence(at, at + len(words), label))
                at += len(words)
            regions.append(Region(f"l{part}", tuple(lines), tuple(sentences)))
        boards.append(Board(f"b{number}", tuple(regions)))
    return boards


VAL = headed_boards(30, seed=2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("view")
    write_encoder(made / "tiny")
    return made


def trained(folder: Path, view: str) -> Bundle:
    config = replace(
        PRESETS["tuned"],
        encoder=str(folder / "tiny"),
        view=view,
        marks=False,
        epochs=12,
        learning_rate=2e-3,
        adversarial=0.0,
        word_noise=0.0,
    )
    data = TrainingData(headed_boards(150, seed=1), (), {"train": "0"})
    return train_model(TrainingJob(config, data, folder / view), NoProgress())


@pytest.fixture(scope="module")
def facts(folder: Path) -> Bundle:
    return trained(folder, "facts")


def f1(bundle: Bundle) -> float:
    return evaluate(VAL, predictor_from(bundle)).scores.task.f1 or 0.0


def test_only_a_model_with_the_headings_learns_from_them(folder: Path, facts: Bundle) -> None:
    assert facts.manifest.view == load_bundle(facts.folder).manifest.view == "facts"
    assert f1(facts) > 0.95
    assert f1(trained(folder, "region")) < 0.8


@pytest.mark.export
def test_an_exported_model_reads_the_headings_too(facts: Bundle, tmp_path: Path) -> None:
    float32 = convert(facts, tmp_path / "float32", precision=FLOAT32)
    int8 = convert(facts, tmp_path / "int8", precision=INT8, float32=float32)
    one, other = (predictor_from(bundle) for bundle in (facts, float32))
    assert isinstance(one, Tagger)
    assert isinstance(other, Tagger)
    for board in VAL[:10]:
        for passage in one.passages(board):
            for mine, theirs in zip(one.word_probabilities(passage), other.word_probabilities(passage), strict=True):
                assert np.allclose(mine, theirs, atol=1e-4)
    assert min(f1(float32), f1(int8)) > 0.95
    extractor = Extractor.load(int8.folder)
    for board in VAL[:10]:
        whole = extractor.extract(board).sentences
        parts = []
        for passage in extractor.passages(board.without_labels()):
            steps = extractor.steps(passage)
            parts.append(steps.conclude([extractor.run(part) for part in steps.parts]))
        assert tuple(parts) == whole


def test_a_student_learns_the_headings_from_its_teacher(folder: Path, facts: Bundle, tmp_path: Path) -> None:
    (tmp_path / "real.jsonl").write_text(format_boards(headed_boards(100, seed=5)), "utf-8")
    file = load_boards(tmp_path / "real.jsonl")
    tagger = predictor_from(facts)
    assert isinstance(tagger, Tagger)
    for passage, rows in zip(file.passages(facts.view), predict_boards(facts, file.boards), strict=True):
        expected = [tokens.mean(axis=0) for tokens in tagger.word_probabilities(passage)]
        assert np.allclose(rows, np.stack(expected), atol=1e-5)
    settings = {"encoder": str(folder / "tiny"), "view": "facts", "learning_rate": 2e-3, "adversarial": 0.0}
    config = DistillConfig()
    config = replace(
        config,
        mixed=replace(config.mixed, **settings, epochs=8),  # type: ignore[arg-type]
        real=replace(config.real, **settings, epochs=2),  # type: ignore[arg-type]
    )
    student = distill(
        DistillationJob(config, [file], [file], VAL, tmp_path / "out", tmp_path / "labels", [facts]), NoProgress()
    )
    assert student.manifest.view == "facts"
    assert f1(student) > 0.9


def test_views_that_cannot_be(facts: Bundle) -> None:
    with pytest.raises(InputError, match="view is 'headings'; it needs features"):
        replace(PRESETS["paper"], view="headings")
    with pytest.raises(InputError, match="choose from region, headings, facts"):
        replace(PRESETS["tuned"], view="everything")
    path = facts.folder / MANIFEST
    kept = path.read_text()
    for wrong, match in (('"everything"', "view is 'everything'"), ('"headings"', "only a model with features")):
        text = kept.replace('"view": "facts"', f'"view": {wrong}', 1)
        path.write_text(text if "every" in wrong else text.replace('"features": true', '"features": false', 1))
        with pytest.raises(ModelError, match=match):
            load_bundle(facts.folder)
    path.write_text(kept)
