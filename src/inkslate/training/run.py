"""From labelled boards to a bundle: run the cheap checks first, then train, measure and write."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from accelerate import PartialState
from accelerate.utils import parse_flag_from_env
from safetensors.torch import load_file
from safetensors.torch import save as to_safetensors

from inkslate.errors import InputError
from inkslate.evaluation.evaluation import evaluate
from inkslate.files import cannot_write
from inkslate.model.bundle import (
    BASELINE,
    CARD,
    CLASSIFIER,
    CLASSIFIER_PART,
    ENCODER_CONFIG,
    MANIFEST,
    SEGMENTER_PART,
    TAGGER,
    TOKENIZER,
    WEIGHTS,
    Bundle,
    Manifest,
    file_sha256,
    load_bundle,
    save_bundle,
    write_files,
)
from inkslate.model.features import feature_count
from inkslate.model.layout import render
from inkslate.model.network import Network
from inkslate.model.predictor import Renderer, predictor_from
from inkslate.model.schemes import SCHEMES
from inkslate.model.tokenizer import parse_subwords
from inkslate.model.view import VIEWS
from inkslate.model.windows import Encoder
from inkslate.training.card import model_card
from inkslate.training.checkpoint import CHECKPOINT, LOG
from inkslate.training.config import TrainConfig
from inkslate.training.data import TrainingData
from inkslate.training.data import load_data as load_data  # documented as part of this module
from inkslate.training.distillation.soft_targets import SoftTargetObjective, SoftTargets, gold_soft_targets
from inkslate.training.encoders import Pretrained, check_encoder, encoder_name, load_pretrained, pretrained_model
from inkslate.training.examples import Objective, SentenceObjective, TaggingObjective, never_occurs
from inkslate.training.loop import Run, train_network
from inkslate.training.progress import TrainingProgress
from inkslate.training.starting.outcome import check_tasks, whole_boards

_VERSION = "1"
# The checkpoint has the weights, the best weights and two moments of the optimizer; the finished model is the fifth.
_COPIES = 5


@dataclass(frozen=True)
class TrainingJob:
    """What to train, on which data, and where to write the model."""

    config: TrainConfig
    data: TrainingData
    out: Path
    resume: bool = False
    checkpoint_seconds: float = 300.0
    renderer: Renderer = render
    name: str | None = None  # of the model; None: the name of the folder
    soft_targets: Sequence[SoftTargets] | None = None  # to train on, in place of the boards of `data.train`
    initial: Bundle | None = None  # a model whose weights the training starts with, in place of the encoder's
    start: Bundle | None = None  # a finished model to train further: its network, tokenizer and thresholds
    must_find_tasks: bool = False  # refuse a result that finds none of the tasks that it is shown


Order = TrainingJob  # the older name; existing scripts import it


def train_model(job: TrainingJob, progress: TrainingProgress) -> Bundle:
    """Train one tagger; the result is a bundle in `job.out`."""
    return _train(job, progress, kind=TAGGER, title=SCHEMES[job.config.scheme].title)


def train_baseline(job: TrainingJob, progress: TrainingProgress) -> Bundle:
    """Train the paper's two models into one bundle; a resumed run keeps a part that is finished."""
    if job.config.word_layers:
        raise InputError(
            f"word_layers is {job.config.word_layers}; the baseline's classifier labels no words, so it must be 0"
        )
    check_encoder(job.config.encoder)
    _check_labels(job, CLASSIFIER)  # before hours go into the segmenter
    _prepare(job)
    segmenter = replace(job, out=job.out / SEGMENTER_PART, config=replace(job.config, scheme="bi"))
    classifier = replace(job, out=job.out / CLASSIFIER_PART)
    steps: tuple[tuple[TrainingJob, Callable[[TrainingJob], Bundle]], ...] = (
        (segmenter, lambda part: _train(part, progress, kind=TAGGER, title="baseline, segmenter")),
        (classifier, lambda part: _train(part, progress, kind=CLASSIFIER, title="baseline, classifier")),
    )
    parts = [finished(part) if job.resume and (part.out / MANIFEST).exists() else run(part) for part, run in steps]
    files = {
        f"{part.folder.name}/{name}": digest
        for part in parts
        for name, digest in (*part.manifest.files.items(), (MANIFEST, file_sha256(part.folder / MANIFEST)))
    }
    manifest = replace(parts[0].manifest, name=job.name or job.out.name, kind=BASELINE, files=files, scores={})
    return _finish(job, manifest, {})


def processes() -> PartialState:
    """The processes of this run: those that a launcher started, on CPUs too, or this one.

    The first call fixes the device for accelerate, so everything that needs the processes asks here.
    """
    on_cpu = parse_flag_from_env("ACCELERATE_USE_CPU") or ("LOCAL_RANK" in os.environ and not torch.cuda.is_available())
    return PartialState(cpu=on_cpu)


def finished(job: TrainingJob) -> Bundle:
    """The model that an earlier run finished; an InputError where its settings or data were different."""
    bundle = load_bundle(job.out)
    if (bundle.manifest.training, bundle.manifest.data) != (_portable(job.config), job.data.hashes):
        raise InputError(f"{job.out}: belongs to a run with other settings or data; use the same, or another --out")
    return bundle


def _train(job: TrainingJob, progress: TrainingProgress, *, kind: str, title: str) -> Bundle:
    config = job.config
    if job.start is None:
        check_encoder(config.encoder)
    _check_labels(job, kind)
    _prepare(job)
    pretrained = _pretrained(job, kind)
    _check_space(job.out, sum(parameter.numel() for parameter in pretrained.network.parameters()))
    objective, train, val = _objective(job, kind, pretrained)
    if job.initial is not None:
        _load_weights(job.initial, pretrained.network)
    run = Run(
        objective=objective,
        network=pretrained.network,
        train=train,
        val=val,
        folder=job.out,
        pad=pretrained.pad,
        identity={"config": _portable(config), "data": job.data.hashes, "kind": kind},
        title=title,
        checkpoint_seconds=job.checkpoint_seconds,
    )
    before = {name: tensor.clone() for name, tensor in run.network.state_dict().items()} if config.kept else {}
    weights = train_network(run, resume=job.resume, progress=progress)
    for name, tensor in before.items():
        weights[name] = weights[name].lerp(tensor, config.kept) if tensor.is_floating_point() else weights[name]
    files = {
        WEIGHTS: to_safetensors(weights),
        ENCODER_CONFIG: pretrained.config_json.encode(),
        TOKENIZER: pretrained.tokenizer_json.encode(),
    }
    bundle = _finish(job, _manifest(job, kind, pretrained), files)
    (job.out / CHECKPOINT).unlink(missing_ok=True)
    return bundle


def _pretrained(job: TrainingJob, kind: str) -> Pretrained:
    config = job.config
    if job.start is not None:
        return pretrained_model(job.start, dropout=config.dropout)
    torch.manual_seed(config.seed)  # loading draws the weights of the head and of the marks' embeddings
    return load_pretrained(
        config.encoder,
        kind=kind,
        labels=2 if kind == CLASSIFIER else len(SCHEMES[config.scheme].labels),
        features=feature_count(VIEWS[config.view]) if config.features else 0,
        dropout=config.dropout,
        layers=config.layers,
        word_layers=config.word_layers,
    )


def _objective(job: TrainingJob, kind: str, pretrained: Pretrained) -> tuple[Objective, Sequence[Any], Sequence[Any]]:
    """The objective, and what it makes its items from for training and for validation."""
    config, data = job.config, job.data
    encoder = Encoder(parse_subwords(pretrained.tokenizer_json), max_length=pretrained.max_length)
    if job.soft_targets is not None:
        val = gold_soft_targets(data.val, VIEWS[config.view])
        return SoftTargetObjective(config, encoder), job.soft_targets, val
    if kind == CLASSIFIER:
        return SentenceObjective(config, encoder), data.train, data.val
    return TaggingObjective(config, encoder, job.renderer), data.train, data.val


def _load_weights(bundle: Bundle, network: Network) -> None:
    try:
        network.load_state_dict(load_file(bundle.path(WEIGHTS)))
    except RuntimeError:
        raise InputError(f"{bundle.folder}: its weights do not fit the settings of this run") from None


def _manifest(job: TrainingJob, kind: str, pretrained: Pretrained) -> Manifest:
    config = job.config
    return Manifest(
        name=job.name or job.out.name,
        version=_VERSION,
        kind=kind,
        scheme=config.scheme,
        layout=config.layout,
        encoder=encoder_name(config.encoder),
        max_length=pretrained.max_length,
        features=config.features,
        marks=config.marks,
        vote=config.loss_on,
        word_layers=config.word_layers,
        view=config.view,
        thresholds=job.start.manifest.thresholds if job.start else {},
        calibration=job.start.manifest.calibration if job.start else {},
        training=_portable(config),
        data=job.data.hashes,
        files={LOG: file_sha256(job.out / LOG)},
    )


def _finish(job: TrainingJob, manifest: Manifest, files: dict[str, bytes]) -> Bundle:
    """Write the files, score the model that they hold, and write the card and the manifest with the scores."""
    state = processes()
    if state.is_main_process:
        bundle = write_files(job.out, manifest, files)
        scored = bundle.manifest
        if job.renderer is render and manifest.kind != CLASSIFIER:
            predictor = predictor_from(bundle)
            if job.data.val:
                result = evaluate(job.data.val, predictor)
                scored = replace(scored, scores={"val": result.to_json()})
            if job.must_find_tasks:
                check_tasks(bundle, result if job.data.val else evaluate(whole_boards(job.data.train), predictor))
        save_bundle(job.out, scored, {CARD: model_card(scored).encode()})
    state.wait_for_everyone()
    return load_bundle(job.out)


def _check_labels(job: TrainingJob, kind: str) -> None:
    """Find missing labels before an encoder is loaded, as far as the sentences show them; the loop counts tokens."""
    if job.soft_targets is not None:
        return
    scheme = SCHEMES[job.config.scheme]
    sentences = [
        sentence for board in job.data.train for region in board.regions for sentence in region.sentences or ()
    ]
    if kind == CLASSIFIER:
        needed, found = SentenceObjective.labels, {SentenceObjective.labels[sentence.is_task] for sentence in sentences}
    else:
        # Marks and the later tokens of words never begin a sentence.
        needed, found = scheme.begins, set(scheme.encode(sentences))
    for label in needed:
        if label not in found:
            raise never_occurs(label)


def _prepare(job: TrainingJob) -> None:
    """Make the folder of the result: a new one, or that of an unfinished run to resume."""
    state = processes()
    with state.main_process_first():
        if not state.is_main_process:
            return
        out = job.out
        try:
            if (out / MANIFEST).exists():
                raise InputError(f"{out}: holds a finished model already; choose another --out")
            if (out / CHECKPOINT).exists() and not job.resume:
                raise InputError(f"{out}: holds an unfinished run; add --resume to continue it, or remove the folder")
            out.mkdir(parents=True, exist_ok=True)
            probe = out / ".probe"
            probe.write_bytes(b"")
            probe.unlink()
        except OSError as error:
            raise cannot_write(out, error, remedy="choose another --out") from None


def _check_space(out: Path, parameters: int) -> None:
    need, free = parameters * 4 * _COPIES, shutil.disk_usage(out).free
    if free < need:
        raise InputError(
            f"{out}: {free / 1e9:.1f} GB free on the disk, training may need {need / 1e9:.1f} GB; free some space first"
        )


def _portable(config: TrainConfig) -> dict[str, Any]:
    """The settings as results record them: the encoder by name, without the paths of this machine."""
    return {**config.to_json(), "encoder": encoder_name(config.encoder)}
