"""Training from a finished model: its weights come back from the ONNX file, and a start decides the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from inkslate.errors import InputError, ModelError
from inkslate.formats import format_boards
from inkslate.model.backends import load_backend
from inkslate.model.bundle import ONNX, TOKENIZER, WEIGHTS, Bundle, load_bundle, save_bundle
from inkslate.model.loading import find_bundle
from inkslate.model.predictor import Tagger
from inkslate.model.schemes import NTI
from inkslate.model.view import Passage
from inkslate.model.windows import Encoder
from inkslate.training.batches import collate
from inkslate.training.config import TrainConfig, fine_tuning
from inkslate.training.data import TrainingData, load_data
from inkslate.training.distillation.soft_targets import SoftTargetObjective, SoftTargets, gold_targets
from inkslate.training.distillation.teachers import Rows
from inkslate.training.encoders import check_encoder, pretrained_model
from inkslate.training.examples import class_weights
from inkslate.training.optimization import summed_loss
from inkslate.training.progress import NoProgress
from inkslate.training.run import TrainingJob, train_model
from inkslate.training.starting.anchoring import anchored_targets
from inkslate.training.starting.dequantisation import network_from_onnx
from inkslate.training.starting.mixing import few_boards, mixed_data
from tests.support.adaptable import adaptable
from tests.support.commands import Here
from tests.support.tiny_encoder import toy_boards
from tests.support.tiny_tagger import Tiny

pytestmark = pytest.mark.export


def farthest(bundle: Bundle) -> float:
    """The largest difference between the logits of a file and of the network that was taken back from it."""
    network, backend = network_from_onnx(bundle).eval(), load_backend(bundle, threads=1)
    tagger = Tagger(bundle, backend)
    differences = []
    for board in toy_boards(3, seed=5):
        for passage in tagger.passages(board):
            for window in tagger.encode(passage).inputs:
                rows = [torch.tensor([row]) for row in window]
                with torch.inference_mode():
                    found = network(rows[0], torch.ones_like(rows[0]), rows[1], rows[2])[0].numpy()
                differences.append(float(np.abs(found - backend.run(window)).max()))
    return max(differences)


@pytest.mark.parametrize(
    ("name", "most"), [("float32", 1e-4), ("wide_float32", 1e-4), ("int8", 0.3), ("wide_int8", 0.8)]
)
def test_the_weights_come_back(name: str, most: float, tiny: Tiny) -> None:
    assert farthest(getattr(tiny, name)) < most


def test_the_shipped_model_can_be_trained_further() -> None:
    base = find_bundle("open")
    assert base is not None
    pretrained = pretrained_model(base, dropout=None)
    assert not pretrained.network.embeddings.requires_grad
    assert pretrained.max_length == base.manifest.max_length
    assert farthest(base) < 1.0  # activations in int8 alone change a logit by this much
    config = fine_tuning(base)
    assert (config.view, config.word_layers, config.start) == (
        base.manifest.view,
        base.manifest.word_layers,
        base.info.sha256,
    )


def test_other_models_are_no_start(tiny: Tiny, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"its weights cannot be taken back for training .*; start from a BERT"):
        pretrained_model(adaptable(tmp_path / "other"), dropout=None)
    copy = save_bundle_with(tiny.int8, tmp_path / "bad", b"not onnx")
    with pytest.raises(ModelError, match="cannot be taken back"):
        pretrained_model(copy, dropout=None)
    with pytest.raises(InputError, match=r"is a model of inkslate, not a bare encoder; use --start"):
        check_encoder(str(tiny.torch.folder))


def save_bundle_with(bundle: Bundle, folder: Path, onnx: bytes) -> Bundle:
    folder.mkdir()
    files = {name: bundle.path(name).read_bytes() for name in bundle.manifest.files}
    return save_bundle(folder, bundle.manifest, {**files, ONNX: onnx})


def test_the_same_data_and_seed_give_the_same_bytes_and_keep_the_thresholds(tiny: Tiny, tmp_path: Path) -> None:
    config, data = fine_tuning(tiny.int8), TrainingData(toy_boards(6, seed=3), (), {})
    made = [
        train_model(TrainingJob(config, data, tmp_path / name / "m", start=tiny.int8), NoProgress()) for name in "ab"
    ]
    one, other = (
        [bundle.path(name).read_bytes() for name in bundle.manifest.files if name != "log.jsonl"] for bundle in made
    )
    assert one == other
    assert made[0].manifest.calibration == tiny.int8.manifest.calibration
    assert made[0].manifest.training["start"] == tiny.int8.info.sha256


@pytest.fixture
def mix(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "a.jsonl").write_text(format_boards(toy_boards(30, seed=2)), "utf-8")
    return folder


@pytest.fixture
def few(tmp_path: Path) -> TrainingData:
    (tmp_path / "few.jsonl").write_text(format_boards(toy_boards(4, seed=1)), "utf-8")
    return load_data(tmp_path / "few.jsonl", None)


def test_boards_are_mixed(tiny: Tiny, few: TrainingData, mix: Path, tmp_path: Path) -> None:
    config = replace(fine_tuning(tiny.torch), anchor=0.0)
    alone = mixed_data(few, None, tiny.torch, config)
    assert alone.soft_targets is None
    times = len(alone.data.train) // len(few.train)
    assert list(alone.data.train) == list(few.train) * times
    assert times > 1
    mixed = mixed_data(few, mix, tiny.torch, config)
    assert (mixed.soft_targets, mixed.habit, mixed.config) == (None, False, config)
    own = {board.id for board in few.train}
    assert sum(board.id in own for board in mixed.data.train) == len(own) * times
    assert len(mixed.data.train) > len(own) * times
    assert mixed.data.train == mixed_data(few, mix, tiny.torch, config).data.train
    assert set(mixed.data.hashes) == {"few.jsonl", "corpus (mix)"}
    (tmp_path / "none").mkdir()
    with pytest.raises(InputError, match=r"none: has no files of boards \(\*\.jsonl\)"):
        mixed_data(few, tmp_path / "none", tiny.torch, config)


def test_other_boards_are_anchored(tiny: Tiny, few: TrainingData, mix: Path) -> None:
    """Their targets are what the start says; own boards keep their labels, weighted by class."""
    config = replace(fine_tuning(tiny.torch), anchor=3.0)
    mixed = mixed_data(few, mix, tiny.torch, config)
    assert mixed.soft_targets is not None
    assert mixed.data.train == few.train  # what a finished model must find tasks on
    own = [region for board in few.train for region in board.regions]
    weights: dict[int, set[float]] = {}
    others = 0
    for passage, rows in mixed.soft_targets:
        if passage.region in own:
            assert ((rows > 0) == (gold_targets(passage.region) > 0)).all()
            for row in rows:
                weights.setdefault(int(row.argmax()), set()).add(float(row.max()))
        else:
            np.testing.assert_allclose(rows, 3 * said(tiny.torch, passage), atol=1e-5)
            others += 1
    assert others
    not_task, task, inside = (weights[number] for number in range(len(NTI.labels)))
    assert (len(not_task), len(task), inside) == (1, 1, {1.0})  # one for each label; the most common has 1
    assert min(*not_task, *task) > 1.0


def said(bundle: Bundle, passage: Passage) -> Rows:
    """The chances of the labels of every word."""
    words = Tagger(bundle, load_backend(bundle)).word_probabilities(passage)
    return np.concatenate([tokens[:1] for tokens in words]).astype(np.float32)


def test_nothing_is_learned_from_sentences_that_nobody_reviewed(tiny: Tiny) -> None:
    board, *full = toy_boards(11, seed=4)
    region = next(region for region in board.regions if len(region.sentences or ()) > 1)
    first, *rest = region.sentences or ()
    board = replace(board, regions=(replace(region, sentences=(replace(first, reviewed=False), *rest)),))
    teacher = Tagger(tiny.torch, load_backend(tiny.torch))
    mine, _ = anchored_targets([board, *full], [], teacher, fine_tuning(tiny.torch))
    assert not mine[0].rows[: first.end].any()
    assert mine[0].rows[first.end :].any(axis=1).all()


def test_an_anchor_pulls_towards_the_start(tiny: Tiny) -> None:
    """With targets that the start gives, the loss has no gradient at its weights; with labels it has one."""
    config = replace(fine_tuning(tiny.torch), anchor=2.0)
    boards, teacher = toy_boards(6, seed=8), Tagger(tiny.torch, load_backend(tiny.torch))
    own, others = anchored_targets(boards, boards, teacher, config)
    assert steepest(tiny.torch, others, config) < 1e-3
    assert steepest(tiny.torch, own, config) > 0.1


def steepest(bundle: Bundle, targets: Sequence[SoftTargets], config: TrainConfig) -> float:
    """The largest number in the gradient of the loss at the weights of the bundle."""
    pretrained = pretrained_model(bundle, dropout=None)
    objective = SoftTargetObjective(config, Encoder.from_file(bundle.path(TOKENIZER), max_length=128))
    batch = collate([example for item in targets for example in objective.examples(item)], pad=pretrained.pad)
    weights = class_weights(objective.counts(targets), objective.labels, config.class_weight_power)
    logits = pretrained.network.eval()(batch.ids, batch.mask, batch.features, batch.kept)
    summed_loss(logits, batch.labels, torch.tensor(weights)).backward()
    gradients = [parameter.grad for parameter in pretrained.network.parameters()]
    return max(float(gradient.abs().max()) for gradient in gradients if gradient is not None)


def test_anchored_training_gives_the_same_bytes(tiny: Tiny, few: TrainingData, mix: Path, tmp_path: Path) -> None:
    config = fine_tuning(tiny.int8)
    assert config.anchor
    made = []
    for name in "ab":
        mixed = mixed_data(few, mix, tiny.int8, config)
        job = TrainingJob(mixed.config, mixed.data, tmp_path / name, soft_targets=mixed.soft_targets, start=tiny.int8)
        made.append(train_model(job, NoProgress()))
    one, other = (bundle.path(WEIGHTS).read_bytes() for bundle in made)
    assert one == other
    assert made[0].manifest.training["anchor"] == config.anchor


def test_a_share_of_the_start_is_kept(tiny: Tiny, tmp_path: Path) -> None:
    data = TrainingData(toy_boards(6, seed=3), (), {})
    found: list[dict[str, torch.Tensor]] = []
    for kept in (0.0, 0.25, 1.0):
        config = replace(fine_tuning(tiny.torch), kept=kept)
        job = TrainingJob(config, data, tmp_path / str(kept), start=tiny.torch)
        found.append(load_file(train_model(job, NoProgress()).path(WEIGHTS)))
    trained, some, start = found
    assert all(torch.equal(value, start[name]) for name, value in load_file(tiny.torch.path(WEIGHTS)).items())
    assert any(not torch.equal(value, start[name]) for name, value in trained.items())
    for name, value in some.items():
        torch.testing.assert_close(value, trained[name] + 0.25 * (start[name] - trained[name]))
    for name in ("kept", "anchor"):
        with pytest.raises(InputError, match=rf"{name} is 0\.5; it needs a start, or must be 0"):
            TrainConfig(**{name: 0.5})  # type: ignore[arg-type]


def test_few_boards_get_a_warning_with_figures() -> None:
    few, many = (TrainingData(toy_boards(count, seed=1), toy_boards(3, seed=2), {}) for count in (5, 200))
    assert few_boards(many, from_start=False) is None
    warning = few_boards(few, from_start=False)
    assert warning is not None
    assert "5 boards with " in warning()
    assert "the model that comes with inkslate has an F1 of " in warning()


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    (tmp_path / "own.jsonl").write_text(format_boards(toy_boards(8, seed=1)), "utf-8")
    return tmp_path / "own.jsonl"


def test_the_command_trains_a_model_further(tiny: Tiny, boards: Path, here: Here) -> None:
    out = boards.parent / "mine"
    options = ("--data", boards, "--val", boards, "--epochs", "1", "--out", out)
    done = here("train", "--start", tiny.int8.folder, *options)
    assert done.returncode == 0, done.stderr
    assert "8 boards with" in done.stderr
    assert load_bundle(out).manifest.scores["val"]["task"]["f1"] > 0.5


def test_the_command_mixes(tiny: Tiny, boards: Path, mix: Path, here: Here) -> None:
    out = boards.parent / "mine"
    done = here("train", "--start", tiny.int8.folder, "--data", boards, "--mix", mix, "--out", out)
    assert done.returncode == 0, done.stderr
    assert "habit" not in done.stderr
    mixed = mixed_data(load_data(boards, None), mix, tiny.int8, fine_tuning(tiny.int8))
    job = TrainingJob(mixed.config, mixed.data, out.parent / "other", soft_targets=mixed.soft_targets, start=tiny.int8)
    other = train_model(job, NoProgress())
    assert load_bundle(out).path(WEIGHTS).read_bytes() == other.path(WEIGHTS).read_bytes()
    assert load_bundle(out).manifest.data == {"own.jsonl": other.manifest.data["own.jsonl"], **mixed.data.hashes}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--start", "open", "--scheme", "bio"], "--scheme is for new models; leave it out with --start"),
        (["--start", "open", "--encoder", "x"], "--encoder is for new models"),
        (["--start", "rules"], "--start rules has no weights to train"),
        (["--start", "nowhere"], "no model 'nowhere'"),
        (["--mix", "."], "--mix needs --start"),
    ],
)
def test_options_that_do_not_go_together(options: list[str], reason: str, boards: Path, here: Here) -> None:
    done = here("train", "--data", boards, "--out", boards.parent / "no", *options)
    assert done.returncode == 2
    assert reason in done.stderr
    assert not (boards.parent / "no").exists()


def test_what_finds_no_task_is_not_called_a_model(tiny: Tiny, boards: Path) -> None:
    data = load_data(boards, None)
    out = boards.parent / "none"
    config = fine_tuning(tiny.torch)
    job = TrainingJob(config, data, out, start=_without_tasks(tiny.torch, boards.parent / "deaf"), must_find_tasks=True)
    with pytest.raises(InputError, match=r"finds none of \d+ tasks \(F1 0\), so it is not kept"):
        train_model(job, NoProgress())
    with pytest.raises(ModelError, match="missing, so the folder is not a model"):
        load_bundle(out)


def _without_tasks(bundle: Bundle, folder: Path) -> Bundle:
    """The same model with a threshold that no task reaches."""
    folder.mkdir()
    files = {name: bundle.path(name).read_bytes() for name in bundle.manifest.files}
    manifest = replace(bundle.manifest, thresholds={"begin": 0.5, "task": 1.0})
    return save_bundle(folder, manifest, files)
