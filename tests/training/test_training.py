"""Training runs on a tiny encoder: what they learn, that they can be repeated and resumed, and how they fail."""

from __future__ import annotations

import errno
import json
import math
import os
import pickle
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from inkslate.board import Board, Label, Sentence, partition_problems
from inkslate.errors import InputError, ModelError
from inkslate.evaluation.evaluation import evaluate
from inkslate.formats import format_boards
from inkslate.model.bundle import (
    CARD,
    CLASSIFIER_PART,
    MANIFEST,
    SEGMENTER_PART,
    TOKENIZER,
    WEIGHTS,
    Bundle,
    load_bundle,
)
from inkslate.model.layout import render
from inkslate.model.predictor import predictor_from
from inkslate.model.windows import Encoder
from inkslate.training import loop
from inkslate.training.checkpoint import CHECKPOINT, LOG
from inkslate.training.config import PRESETS, TrainConfig
from inkslate.training.progress import NoProgress
from inkslate.training.run import TrainingJob, load_data, train_baseline, train_model
from tests.support.paths import ROOT
from tests.support.tiny_encoder import toy_boards, write_boards, write_encoder
from tests.support.train_worker import Stops

REGIONS = 20
# Enough for a network of two layers to learn the toy boards.
QUICK = {
    "tuned": {"epochs": 6, "batch_size": 4, "learning_rate": 3e-3},
    "paper": {"epochs": 6, "learning_rate": 3e-3},
}
# Nothing in it is drawn while it trains, so that it does not matter which process computes what.
PLAIN = {"epochs": 2, "batch_size": 4, "learning_rate": 1e-4, "dropout": 0.0} | dict.fromkeys(
    ("word_noise", "layout_dropout", "adversarial"), 0.0
)


@dataclass(frozen=True)
class Toy:
    """An encoder's folder and labelled boards; in `contrary` tasks and remarks have changed places."""

    folder: Path
    encoder: str
    train: Path
    val: Path
    contrary: Path

    def config(self, preset: str, **changes: Any) -> TrainConfig:
        return replace(PRESETS[preset], **({"encoder": self.encoder} | QUICK[preset] | changes))

    def job(self, config: TrainConfig, out: Path, *, val: Path | None = None, **options: Any) -> TrainingJob:
        return TrainingJob(config, load_data(self.train, val or self.val), out, **options)


@pytest.fixture(scope="module", autouse=True)
def on_the_cpu() -> Iterator[None]:
    """What is compared bit by bit is computed on the CPU."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCELERATE_USE_CPU", "true")
        yield


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    folder = tmp_path_factory.mktemp("toy")
    contrary = folder / "contrary.jsonl"
    contrary.write_text(format_boards(map(_with_labels_swapped, toy_boards(6, seed=2))), "utf-8")
    return Toy(
        folder,
        str(write_encoder(folder / "tiny")),
        write_boards(folder / "train.jsonl", REGIONS, seed=1),
        write_boards(folder / "val.jsonl", 6, seed=2),
        contrary,
    )


Train = Callable[..., Bundle]


@pytest.fixture(scope="module")
def trained(toy: Toy) -> Train:
    """Trains a model with these settings, once for all tests that ask for it."""
    models: dict[str, Bundle] = {}

    def get(preset: str, *, val: Path | None = None, **changes: Any) -> Bundle:
        key = f"{preset}-{'-'.join(map(str, changes.values()))}-{val and val.stem}"
        if key not in models:
            models[key] = train_model(toy.job(toy.config(preset, **changes), toy.folder / key, val=val), NoProgress())
        return models[key]

    return get


def _with_labels_swapped(board: Board) -> Board:
    (region,) = board.regions
    swapped = tuple(Sentence(s.start, s.end, Label(1 - s.label)) for s in region.sentences or ())
    return replace(board, regions=(replace(region, sentences=swapped),))


def records(folder: Path) -> list[dict[str, Any]]:
    """The log without the time that things took."""
    lines = [json.loads(line) for line in (folder / LOG).read_text("utf-8").splitlines()]
    return [{name: value for name, value in line.items() if name != "seconds"} for line in lines]


def weights(folder: Path) -> bytes:
    return (folder / WEIGHTS).read_bytes()


def message_of(wrong: Callable[[], object], *, error: type[Exception] = InputError) -> str:
    """The message of the error, which is one line."""
    with pytest.raises(error) as caught:
        wrong()
    text = str(caught.value)
    assert "\n" not in text
    assert text
    return text


# What is learned


@pytest.mark.parametrize(
    ("scheme", "columns"),
    [
        ("nti", ("task_f1", "B")),
        ("bio", ("task_f1",)),  # neighbouring remarks are one stretch outside: B cannot be high
        ("bi", ("B",)),  # it cuts sentences and knows no tasks
    ],
)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_model_learns_the_toy_boards(
    preset: str, scheme: str, columns: Sequence[str], toy: Toy, trained: Train
) -> None:
    bundle = load_bundle(trained(preset, scheme=scheme).folder)
    boards = load_data(toy.train, None).train
    predictor = predictor_from(bundle)
    for board in boards:
        for region, found in zip(board.regions, predictor.predict(board.without_labels()), strict=True):
            assert partition_problems([sentence.span for sentence in found], len(region.word_texts)) == []
    scores = evaluate(boards, predictor).scores
    reached = {"task_f1": scores.task.f1, "B": scores.B}
    assert all((reached[column] or 0) > 0.9 for column in columns), reached


def test_word_layers_are_trained_and_kept_with_the_model(toy: Toy, tmp_path: Path) -> None:
    text = toy.train.read_text("utf-8").replace("call", "recalling").replace("Ruth", "Ruthless").replace("Milk", "Silk")
    (tmp_path / "pieces.jsonl").write_text(text, "utf-8")
    data = load_data(tmp_path / "pieces.jsonl", tmp_path / "pieces.jsonl")
    bundle = train_model(TrainingJob(toy.config("tuned", word_layers=1), data, tmp_path / "m"), NoProgress())
    assert bundle.manifest.word_layers == 1
    boards = data.train
    encoder = Encoder.from_file(bundle.path(TOKENIZER), max_length=128)
    (window,) = encoder.encode(render(boards[0].regions[0], bundle.layout)).windows
    assert len(window.kept) < len(window.ids)  # there are later pieces to leave out
    scores = evaluate(boards, predictor_from(bundle)).scores
    assert min(scores.task.f1 or 0, scores.B or 0) > 0.9


def test_some_layers_of_the_encoder_are_kept(toy: Toy, tmp_path: Path) -> None:
    data = load_data(toy.train, None)
    config = toy.config("tuned", layers=1, epochs=1)
    bundle = train_model(TrainingJob(config, data, tmp_path / "m"), NoProgress())
    weights = load_file(bundle.path(WEIGHTS))
    assert {name.split(".layer.")[1].split(".")[0] for name in weights if ".layer." in name} == {"0"}
    assert bundle.manifest.training["layers"] == 1
    assert evaluate(data.train, predictor_from(bundle)).scores.B is not None
    with pytest.raises(InputError, match="layers is 3, it has 2; use fewer"):
        train_model(TrainingJob(toy.config("tuned", layers=3), data, tmp_path / "n"), NoProgress())


@pytest.mark.parametrize("preset", PRESETS)
def test_every_step_and_epoch_is_logged_and_the_loss_falls(preset: str, toy: Toy, trained: Train) -> None:
    config = toy.config(preset, scheme="nti")
    log = records(trained(preset, scheme="nti").folder)
    steps = math.ceil(REGIONS / config.batch_size)
    expected = [
        entry
        for epoch in range(config.epochs)
        for entry in (*(("step", epoch, step) for step in range(steps)), ("epoch", epoch, None))
    ]
    assert [(entry["kind"], entry["epoch"], entry.get("step")) for entry in log] == expected
    epochs = [entry for entry in log if entry["kind"] == "epoch"]
    for number, entry in enumerate(epochs):
        losses = [step["loss"] for step in log if step["kind"] == "step" and step["epoch"] == number]
        assert entry["loss"] == pytest.approx(sum(losses) / steps)
    assert epochs[-1]["loss"] < epochs[0]["loss"] / 2
    assert epochs[-1]["val_loss"] < epochs[0]["val_loss"] / 2


def test_the_bundle_tells_how_it_was_made(toy: Toy, trained: Train) -> None:
    bundle = trained("tuned", scheme="nti")
    manifest = bundle.manifest
    # The encoder's name and not its path: a model that is handed on says nothing of the machine.
    assert manifest.training == toy.config("tuned", scheme="nti").to_json() | {"encoder": "tiny"}
    assert str(toy.folder) not in (bundle.folder / MANIFEST).read_text("utf-8")
    assert set(manifest.data) == {"train.jsonl", "val.jsonl"}
    assert manifest.scores["val"]["signature"] in (bundle.folder / "README.md").read_text("utf-8").replace("\\|", "|")
    assert sorted(path.name for path in bundle.folder.iterdir()) == sorted([*manifest.files, MANIFEST])


def test_the_epoch_with_the_lowest_validation_loss_is_kept(toy: Toy, trained: Train) -> None:
    # On contrary boards every epoch makes it worse.
    best = trained("paper", epochs=3, val=toy.contrary)
    first, *others = (entry["val_loss"] for entry in records(best.folder) if entry["kind"] == "epoch")
    assert first < min(others)
    assert weights(best.folder) == weights(trained("paper", epochs=1, val=toy.contrary).folder)
    assert weights(best.folder) != weights(trained("paper", epochs=3, select="last", val=toy.contrary).folder)


def test_without_validation_data_the_last_epoch_is_kept(toy: Toy, trained: Train, tmp_path: Path) -> None:
    job = TrainingJob(toy.config("paper", epochs=3), load_data(toy.train, None), tmp_path / "out")
    bundle = train_model(job, NoProgress())
    assert bundle.manifest.scores == {}
    last = trained("paper", epochs=3, select="last", val=toy.contrary)
    assert weights(bundle.folder) == weights(last.folder)


# The same again


@pytest.mark.parametrize("preset", PRESETS)
def test_a_seed_gives_the_same_weights_to_the_byte(preset: str, toy: Toy, trained: Train, tmp_path: Path) -> None:
    first = trained(preset, epochs=3, val=toy.contrary)
    again, other = (
        train_model(
            toy.job(toy.config(preset, epochs=3, seed=seed), tmp_path / str(seed), val=toy.contrary), NoProgress()
        )
        for seed in (0, 1)
    )
    assert weights(again.folder) == weights(first.folder)
    assert records(again.folder) == records(first.folder)
    assert weights(other.folder) != weights(first.folder)


@pytest.mark.parametrize(
    ("preset", "stops"),
    [
        ("tuned", [8]),  # in the middle of the second epoch: 5 steps each
        ("tuned", [5, 3]),  # before the first epoch is closed, and again
        ("tuned", [15]),  # nothing left but to close the last epoch
        ("paper", [9]),  # 7 steps each; the best epoch, the first, lies behind
        ("paper", [3]),
    ],
)
def test_a_resumed_run_is_the_unbroken_one(
    preset: str, stops: Sequence[int], toy: Toy, trained: Train, tmp_path: Path
) -> None:
    unbroken = trained(preset, epochs=3, val=toy.contrary)
    job = toy.job(toy.config(preset, epochs=3), tmp_path / "out", val=toy.contrary)
    for number, steps in enumerate(stops):
        with pytest.raises(KeyboardInterrupt):
            train_model(replace(job, resume=number > 0), Stops(steps))
        assert sorted(path.name for path in job.out.iterdir()) == [CHECKPOINT, LOG]
        assert MANIFEST in message_of(lambda: load_bundle(job.out), error=ModelError)
    finished = train_model(replace(job, resume=True), progress := Stops())
    assert progress.started == [f"SLATE-NTI {sum(stops)}/{sum(stops) + progress.steps}"]
    assert weights(finished.folder) == weights(unbroken.folder)
    assert records(finished.folder) == records(unbroken.folder)
    assert not (finished.folder / CHECKPOINT).exists()


def test_the_weights_of_the_last_steps_are_averaged(toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, torch.Tensor]] = []

    class Spy(loop.AveragedModel):
        def update_parameters(self, model: torch.nn.Module) -> None:
            seen.append({name: tensor.detach().clone() for name, tensor in model.state_dict().items()})
            super().update_parameters(model)

    monkeypatch.setattr(loop, "AveragedModel", Spy)
    job = toy.job(toy.config("tuned", epochs=2, average=0.4), tmp_path / "out")
    averaged = load_file(train_model(job, NoProgress()).folder / WEIGHTS)
    assert len(seen) == 4  # of ten steps
    for name, tensor in averaged.items():
        torch.testing.assert_close(tensor, torch.stack([state[name] for state in seen]).mean(dim=0))
    stopped = replace(job, out=tmp_path / "stopped")
    with pytest.raises(KeyboardInterrupt):
        train_model(stopped, Stops(8))
    resumed = load_file(train_model(replace(stopped, resume=True), NoProgress()).folder / WEIGHTS)
    assert all(torch.equal(resumed[name], tensor) for name, tensor in averaged.items())
    assert "needs select last" in message_of(lambda: toy.config("tuned", average=0.4, select="loss"))


def test_ctrl_c_twice_at_once_is_one_but_a_later_one_stops_without_a_checkpoint(toy: Toy, tmp_path: Path) -> None:
    class Impatient(NoProgress):
        def __init__(self, pause: float) -> None:
            self.pause = pause

        def step(self, loss: float) -> None:
            signal.raise_signal(signal.SIGINT)
            time.sleep(self.pause)
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    for pause, left in ((0.0, [CHECKPOINT, LOG]), (1.1, [LOG])):
        out = tmp_path / str(pause)
        with pytest.raises(KeyboardInterrupt):
            train_model(toy.job(toy.config("paper"), out), Impatient(pause))
        assert sorted(path.name for path in out.iterdir()) == left
    assert signal.getsignal(signal.SIGINT) is before


def run_workers(runs: Sequence[dict[str, Any]], folder: Path, *, processes: int = 1) -> list[tuple[int, str]]:
    """Exit code and output of each process; several find each other as a launcher would have them do."""
    (folder / "runs.json").write_text(json.dumps(runs), "utf-8")
    environment = os.environ | {"OMP_NUM_THREADS": "1", "ACCELERATE_USE_CPU": "true"}
    if processes > 1:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        environment |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "WORLD_SIZE": str(processes)}
        environment |= {"LOCAL_WORLD_SIZE": str(processes)}
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.support.train_worker", str(folder / "runs.json")],
            env=environment | ({"RANK": str(rank), "LOCAL_RANK": str(rank)} if processes > 1 else {}),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for rank in range(processes)
    ]
    try:
        outputs = [worker.communicate(timeout=600)[0] for worker in workers]
        return [(worker.returncode, output) for worker, output in zip(workers, outputs, strict=True)]
    finally:
        for worker in workers:
            worker.kill()


def worker_run(toy: Toy, preset: str, out: Path, *, val: Path | None = None, **options: Any) -> dict[str, Any]:
    changes = {"encoder": toy.encoder} | QUICK[preset] | options.pop("changes")
    files = {"train": str(toy.train), "val": str(val or toy.val), "out": str(out)}
    return {"preset": preset, "changes": changes, **files, **options}


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_a_killed_run_is_no_model_and_resumes_at_its_last_checkpoint(toy: Toy, trained: Train, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = worker_run(toy, "tuned", out, val=toy.contrary, changes={"epochs": 3})
    killed = run | {"stop_after": 8, "signal": signal.SIGKILL, "checkpoint_seconds": 0}
    assert run_workers([killed], tmp_path)[0][0] == -signal.SIGKILL
    # A checkpoint at the end of the first epoch, and three steps that were logged and are lost.
    assert sorted(path.name for path in out.iterdir()) == [CHECKPOINT, LOG]
    assert len(records(out)) == 5 + 1 + 3
    # What a kill in the middle of a write leaves is not taken for a file of a model.
    (out / f".{WEIGHTS}.x.part").write_bytes(b"half")
    (out / f".{MANIFEST}.x.part").write_text("{}", "utf-8")
    assert f"{out / MANIFEST}: missing" in message_of(lambda: load_bundle(out), error=ModelError)
    resumed = toy.job(toy.config("tuned", epochs=3), out, val=toy.contrary, resume=True)
    finished, unbroken = train_model(resumed, NoProgress()), trained("tuned", epochs=3, val=toy.contrary)
    assert weights(finished.folder) == weights(unbroken.folder)
    assert records(finished.folder) == records(unbroken.folder)


@pytest.mark.process
def test_two_processes_with_half_a_batch_each_are_one_with_the_whole(toy: Toy, tmp_path: Path) -> None:
    # 21 regions in batches of 4: one process has no share of the last batch.
    boards = write_boards(tmp_path / "odd.jsonl", 21, seed=1)
    job = TrainingJob(toy.config("tuned", **PLAIN), load_data(boards, toy.val), tmp_path / "one")
    one = load_file(train_model(job, NoProgress()).folder / WEIGHTS)
    run = worker_run(toy, "tuned", tmp_path / "two", changes=PLAIN) | {"train": str(boards)}
    stopped = run | {"out": str(tmp_path / "stopped")}
    # The signal reaches one process; both stop at the same step, and both resume.
    ended = run_workers([run, stopped | {"stop_after": 8}, stopped | {"resume": True}], tmp_path, processes=2)
    assert [code for code, _ in ended] == [0, 0], ended
    assert [output.splitlines()[-1] for _, output in ended] == ["process 0 of 2", "process 1 of 2"]
    untrained = TrainingJob(toy.config("tuned", **PLAIN | {"learning_rate": 0.0}), job.data, tmp_path / "zero")
    start = load_file(train_model(untrained, NoProgress()).folder / WEIGHTS)
    assert max(float((one[name] - start[name]).abs().max()) for name in one) > 1e-3
    for folder in ("two", "stopped"):
        other = load_file(tmp_path / folder / WEIGHTS)
        for name, tensor in one.items():
            torch.testing.assert_close(other[name], tensor, atol=1e-5, rtol=0)
        log, expected = records(tmp_path / folder), records(tmp_path / "one")
        assert [entry["loss"] for entry in log] == pytest.approx([entry["loss"] for entry in expected], abs=1e-5)


def test_a_batch_cut_by_length_trains_as_one_padded_batch(
    toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = []
    for waste in (0, 10**9):  # every length by itself, and all of them padded to the longest
        monkeypatch.setattr("inkslate.training.batches._WASTED_TOKENS", {"cpu": waste})
        job = toy.job(toy.config("tuned", **PLAIN), tmp_path / str(waste))
        states.append(load_file(train_model(job, NoProgress()).folder / WEIGHTS))
    cut, padded = states
    for name, tensor in padded.items():
        torch.testing.assert_close(cut[name], tensor, atol=1e-5, rtol=0)


# What is refused


UNLABELLED = '{"id": "b", "regions": [{"id": "r", "lines": [{"text": "call Ruth"}]}]}\n'
NO_WORDS = '{"id": "b", "regions": [{"id": "r", "lines": [], "sentences": []}]}\n'
TOO_LONG = UNLABELLED.replace("}]}]}", '}], "sentences": [{"start": 0, "end": 9, "label": 1}]}]}')


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (UNLABELLED, "no labelled words; training needs labelled boards"),
        ("", "no labelled words"),
        (NO_WORDS, "no labelled words"),
        (TOO_LONG, "line 1, region r: sentence 1 ends at word 9 but the region has 2 words"),
        ("{", "line 1: "),
    ],
)
@pytest.mark.parametrize("role", ["train", "val"])
def test_data_that_cannot_be_used(role: str, content: str, reason: str, toy: Toy, tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text(content, "utf-8")
    files = {"train": toy.train, "val": toy.val} | {role: path}
    message = message_of(lambda: load_data(files["train"], files["val"]))
    assert message.startswith(str(path))
    assert reason in message


def test_what_nobody_labelled_is_left_out(toy: Toy, tmp_path: Path) -> None:
    """A half-annotated project: a board with labels, one with labels in part, one without."""
    lines = [
        '{"id": "a", "regions": [{"id": "r", "lines": [{"text": "call Ruth"}], '
        '"sentences": [{"start": 0, "end": 2, "label": 1}]}]}',
        '{"id": "b", "regions": [{"id": "r", "lines": [{"text": "call Ruth"}], '
        '"sentences": [{"start": 0, "end": 1, "label": 1}, {"start": 1, "end": 2, "label": 0, "reviewed": false}]}, '
        '{"id": "s", "lines": [{"text": "buy eggs"}]}]}',
        UNLABELLED.replace('"b"', '"c"').strip(),
    ]
    path = tmp_path / "boards.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    data = load_data(path, path)
    assert [board.id for board in data.train] == ["a", "b"]
    assert [[s.reviewed for s in r.sentences or ()] for r in data.train[1].regions] == [[True, False], [False]]
    assert [board.id for board in data.val] == ["a"]  # scores need whole boards


def test_data_that_is_not_there(toy: Toy) -> None:
    assert message_of(lambda: load_data("nowhere.jsonl", toy.val)) == "nowhere.jsonl: no such file"


def test_files_of_one_name_are_two_files(toy: Toy, tmp_path: Path) -> None:
    other = write_boards(tmp_path / toy.train.name, 2, seed=3)
    assert set(load_data(toy.train, other).hashes) == {toy.train.name, f"{toy.train.name} (val)"}
    assert set(load_data(toy.train, toy.train).hashes) == {toy.train.name}


def test_data_from_a_pipe_is_read_once(toy: Toy, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    writer = subprocess.Popen(["cp", str(toy.train), str(pipe)])
    piped = load_data(pipe, None)
    assert writer.wait(10) == 0
    assert [*piped.hashes.values()] == [load_data(toy.train, None).hashes[toy.train.name]]


@dataclass(frozen=True)
class Refused:
    """A job that is refused, from settings, what was done to the folder, and a part of the message."""

    reason: str
    changes: dict[str, Any]
    prepare: Callable[[Path, Toy], object] = lambda out, toy: None
    resume: bool = False
    below: str = "out"


def _no_weights(out: Path, toy: Toy) -> None:
    shutil.copytree(toy.encoder, out.parent / "enc")
    (out.parent / "enc" / WEIGHTS).unlink()


def _file(out: Path, toy: Toy) -> None:
    out.write_text("a file", "utf-8")


def _file_in(name: str, content: str = "") -> Callable[[Path, Toy], object]:
    def write(out: Path, toy: Toy) -> None:
        out.mkdir()
        (out / name).write_text(content, "utf-8")

    return write


@pytest.mark.parametrize(
    "case",
    [
        Refused("./nowhere: no such encoder folder", {"encoder": "./nowhere"}),
        Refused("enc: has no model.safetensors", {"encoder": "enc"}, _no_weights),
        Refused("out: holds a finished model already", {}, _file_in(MANIFEST)),
        Refused("out: holds a finished model already", {}, _file_in(MANIFEST), resume=True),
        Refused("out: holds an unfinished run; add --resume", {}, _file_in(CHECKPOINT)),
        Refused("cannot be written (Not a directory)", {}, _file, below="out/below"),
        Refused("cannot be written (File exists)", {}, _file),
        Refused("cannot be written (File name too long)", {}, below="x" * 300),
    ],
    ids=lambda case: case.reason,
)
def test_jobs_that_are_refused_before_an_encoder_is_loaded(
    case: Refused, toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    case.prepare(tmp_path / "out", toy)
    monkeypatch.setattr("inkslate.training.run.load_pretrained", _must_not_be_called)
    config = toy.config("tuned", **case.changes)
    job = toy.job(config, Path(case.below), resume=case.resume)
    assert case.reason in message_of(lambda: train_model(job, NoProgress()))


@pytest.mark.parametrize(
    ("scheme", "label", "missing"),
    [
        ("nti", Label.TASK, "N"),
        ("nti", Label.NON_TASK, "T"),
        ("bio", Label.NON_TASK, "B"),
        ("baseline", Label.NON_TASK, "task"),
        ("baseline", Label.TASK, "non-task"),
    ],
)
def test_a_label_that_never_occurs(
    scheme: str, label: Label, missing: str, toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = [
        replace(
            board, regions=tuple(replace(r, sentences=(Sentence(0, len(r.word_texts), label),)) for r in board.regions)
        )
        for board in toy_boards(3, seed=1)
    ]
    (tmp_path / "boards.jsonl").write_text(format_boards(boards), "utf-8")
    data = load_data(tmp_path / "boards.jsonl", None)
    baseline = scheme == "baseline"
    config = toy.config("tuned", scheme="bi" if baseline else scheme, epochs=1)
    monkeypatch.setattr("inkslate.training.run.load_pretrained", _must_not_be_called)
    train = train_baseline if baseline else train_model
    message = message_of(lambda: train(TrainingJob(config, data, tmp_path / "out"), NoProgress()))
    assert message == f"the label {missing} never occurs in the training data; add sentences of both kinds"
    assert not (tmp_path / "out").exists()


def test_a_label_that_no_token_is_taught(toy: Toy, tmp_path: Path) -> None:
    # All sentences have one word, and with the first tokens alone nothing is inside one: only the encoder can tell.
    line = '{"id": "b", "regions": [{"id": "r", "lines": [{"text": "buy eggs"}], "sentences": SENTENCES}]}'
    sentences = json.dumps([{"start": at, "end": at + 1, "label": at} for at in (0, 1)])
    (tmp_path / "boards.jsonl").write_text(line.replace("SENTENCES", sentences), "utf-8")
    job = TrainingJob(toy.config("tuned"), load_data(tmp_path / "boards.jsonl", None), tmp_path / "out")
    assert message_of(lambda: train_model(job, NoProgress())).startswith("the label I never occurs")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (WEIGHTS, "version https://git-lfs.github.com/spec/v1"),  # cloned without the large files
        (WEIGHTS, ""),
        ("config.json", "{"),
        ("config.json", '{"model_type": "nonsense"}'),
        ("config.json", '{"model_type": "bert", "hidden_size": 48, "num_attention_heads": 2}'),  # not these weights'
        ("tokenizer.json", "{}"),
    ],
)
def test_encoders_that_cannot_be_loaded(name: str, content: str, toy: Toy, tmp_path: Path) -> None:
    folder = tmp_path / "enc"
    shutil.copytree(toy.encoder, folder)
    (folder / name).write_text(content, "utf-8")
    job = toy.job(toy.config("tuned", encoder=str(folder)), tmp_path / "out")
    message = message_of(lambda: train_model(job, NoProgress()))
    assert message.startswith(f"encoder '{folder}' cannot be loaded (")


def test_a_loss_that_is_no_number_ends_the_run(toy: Toy, tmp_path: Path) -> None:
    folder = tmp_path / "enc"
    shutil.copytree(toy.encoder, folder)
    state = {name: tensor.fill_(math.nan) for name, tensor in load_file(folder / WEIGHTS).items()}
    save_file(state, folder / WEIGHTS, metadata={"format": "pt"})
    job = toy.job(toy.config("tuned", encoder=str(folder)), tmp_path / "out")
    assert message_of(lambda: train_model(job, NoProgress())) == "the loss is nan at step 0; lower the learning rate"
    assert not (job.out / MANIFEST).exists()


@pytest.fixture
def interrupted(toy: Toy, tmp_path: Path) -> TrainingJob:
    """A run that was stopped after two steps."""
    job = toy.job(toy.config("tuned", epochs=1), tmp_path / "out")
    with pytest.raises(KeyboardInterrupt):
        train_model(job, Stops(2))
    return replace(job, resume=True)


@pytest.mark.parametrize("changes", [{"seed": 1}, {"epochs": 2}, {"scheme": "bio"}])
def test_a_checkpoint_of_other_settings(changes: dict[str, Any], interrupted: TrainingJob) -> None:
    other = replace(interrupted, config=replace(interrupted.config, **changes))
    message = message_of(lambda: train_model(other, NoProgress()))
    assert message.startswith(f"{interrupted.out / CHECKPOINT}: belongs to a run with other settings or data")


def test_a_checkpoint_of_other_data(interrupted: TrainingJob, toy: Toy) -> None:
    other = replace(interrupted, data=load_data(toy.train, toy.contrary))
    assert "belongs to a run with other settings or data" in message_of(lambda: train_model(other, NoProgress()))


class _Marker:
    """Writes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.write_text, (self.path, "unpickled")


def test_a_checkpoint_that_is_none(interrupted: TrainingJob, tmp_path: Path) -> None:
    whole = (interrupted.out / CHECKPOINT).read_bytes()
    # Cut short, empty, another's values, and code.
    for content in (whole[:-100], b"", pickle.dumps({"identity": {}}), pickle.dumps(_Marker(tmp_path / "marker"))):
        (interrupted.out / CHECKPOINT).write_bytes(content)
        message = message_of(lambda: train_model(interrupted, NoProgress()))
        assert message.startswith(f"{interrupted.out / CHECKPOINT}: ")
    assert not (tmp_path / "marker").exists()


def test_a_run_resumes_without_its_log(interrupted: TrainingJob) -> None:
    (interrupted.out / LOG).unlink()
    bundle = train_model(interrupted, NoProgress())
    assert [entry.get("step") for entry in records(bundle.folder)] == [2, 3, 4, None]


def test_too_little_room_on_the_disk(toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10**6, 10**6, 10))
    job = toy.job(toy.config("tuned"), tmp_path / "out")
    message = message_of(lambda: train_model(job, NoProgress()))
    assert message.startswith(f"{job.out}: 0.0 GB free on the disk, training may need ")


@pytest.mark.parametrize(
    ("writes", "checkpoint_seconds", "name"),
    [
        (0, 300.0, LOG),
        (1, 300.0, WEIGHTS),
        (2, 300.0, "config.json"),
        (3, 300.0, "tokenizer.json"),
        (4, 300.0, CARD),
        (5, 300.0, MANIFEST),
        (1, 0.0, CHECKPOINT),
    ],
)
def test_a_disk_that_is_full_leaves_no_half_model(
    writes: int, checkpoint_seconds: float, name: str, toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = iter(range(writes))

    def fsync(_: int) -> None:
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fsync)
    config = toy.config("tuned", epochs=1)
    job = toy.job(config, tmp_path / "out", checkpoint_seconds=checkpoint_seconds)
    message = message_of(lambda: train_model(job, NoProgress()))
    assert message.startswith(f"{job.out / name}: cannot be written (No space left on device)")
    assert not list(job.out.glob(".*.part"))
    assert f"{job.out / MANIFEST}: missing" in message_of(lambda: load_bundle(job.out), error=ModelError)


def test_a_log_that_cannot_be_written(toy: Toy, tmp_path: Path) -> None:
    job = toy.job(toy.config("tuned"), tmp_path / "out")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (400, limits[1]))
    try:
        message = message_of(lambda: train_model(job, NoProgress()))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert message.startswith(f"{job.out / LOG}: cannot be written (File too large)")


def _must_not_be_called(*_: object, **__: object) -> None:
    raise AssertionError("an encoder was loaded first")


# The baseline


@pytest.fixture(scope="module")
def baseline(toy: Toy) -> Bundle:
    job = toy.job(toy.config("paper", classifier_batch_size=4), toy.folder / "baseline")
    return train_baseline(job, NoProgress())


def test_the_baseline_is_one_bundle_with_two_models(baseline: Bundle, toy: Toy) -> None:
    bundle = load_bundle(baseline.folder)
    assert (bundle.manifest.kind, bundle.info.scheme) == ("baseline", "baseline")
    parts = {name: bundle.part(name).manifest for name in (SEGMENTER_PART, CLASSIFIER_PART)}
    assert {name: (part.kind, part.scheme) for name, part in parts.items()} == {
        SEGMENTER_PART: ("tagger", "bi"),
        CLASSIFIER_PART: ("classifier", "nti"),
    }
    # A change in either model is another model.
    assert bundle.info.sha256 not in {part.files[WEIGHTS] for part in parts.values()}
    boards = load_data(toy.train, None).train
    scores = evaluate(boards, predictor_from(bundle)).scores
    assert (scores.task.f1 or 0) > 0.9
    assert (scores.B or 0) > 0.9
    assert "baseline" in bundle.manifest.scores["val"]["signature"]


def test_a_resumed_baseline_keeps_the_finished_model(baseline: Bundle, toy: Toy, tmp_path: Path) -> None:
    job = toy.job(toy.config("paper", classifier_batch_size=4), tmp_path / "out")
    with pytest.raises(KeyboardInterrupt):
        train_baseline(job, Stops(6 * 7 + 2))  # two steps into the classifier
    assert MANIFEST in message_of(lambda: load_bundle(job.out), error=ModelError)
    message = message_of(lambda: train_baseline(job, NoProgress()))
    assert message.startswith(f"{job.out / SEGMENTER_PART}: holds a finished model already")
    other = replace(job, resume=True, config=replace(job.config, seed=1))
    assert "other settings or data" in message_of(lambda: train_baseline(other, NoProgress()))
    finished = train_baseline(replace(job, resume=True), progress := Stops())
    assert [title.partition(" 2/")[0] for title in progress.started] == ["baseline, classifier"]
    for part in (SEGMENTER_PART, CLASSIFIER_PART):
        assert weights(finished.folder / part) == weights(baseline.folder / part)
    assert finished.info.sha256 == baseline.info.sha256
