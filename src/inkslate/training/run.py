"""From files to a bundle: check everything cheap first, then train, measure and write."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from accelerate import PartialState
from accelerate.utils import parse_flag_from_env
from safetensors.torch import save as to_safetensors

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.evaluation.evaluation import evaluate
from inkslate.files import cannot_write
from inkslate.formats import boards_of
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
)
from inkslate.model.layout import render
from inkslate.model.network import Network, load_network
from inkslate.model.predictor import Renderer, predictor_from
from inkslate.model.schemes import SCHEMES
from inkslate.model.tokenizer import parse_subwords
from inkslate.model.windows import Encoder
from inkslate.readers import scan_document
from inkslate.readers.document import Document, load
from inkslate.training.card import model_card
from inkslate.training.checkpoint import CHECKPOINT, LOG
from inkslate.training.config import TrainConfig
from inkslate.training.distillation.soft_targets import Lesson, LessonTask, gold_lessons
from inkslate.training.encoders import check_encoder, encoder_name, load_pretrained
from inkslate.training.examples import SentenceTask, TaggingTask, Task, never_occurs
from inkslate.training.loop import Run, fit
from inkslate.training.progress import Progress

_VERSION = "1"
# Weights, best weights, and two moments of the optimizer, and the finished model beside them.
_COPIES = 5


@dataclass(frozen=True)
class Data:
    """Labelled boards and the files they came from."""

    train: Sequence[Board]
    val: Sequence[Board]
    hashes: dict[str, str]


@dataclass(frozen=True)
class Order:
    """A training run as it was asked for."""

    config: TrainConfig
    data: Data
    out: Path
    resume: bool = False
    checkpoint_seconds: float = 300.0
    renderer: Renderer = render
    name: str | None = None  # of the model; the folder's where it is None
    lessons: Sequence[Lesson] | None = None  # to learn from, in place of the boards of `data.train`
    start: Bundle | None = None  # to begin with, in place of the encoder's own weights


def load_data(train: str | Path, val: str | Path | None) -> Data:
    """Read and check both files before anything expensive begins."""
    boards: list[list[Board]] = []
    hashes: dict[str, str] = {}
    for path in (train, val):
        if path is not None:
            document = load(path)  # once: it may be a pipe
            boards.append(_labelled(document))
            name, digest = Path(document.name).name, hashlib.sha256(document.data).hexdigest()
            # Files of one name in two folders are two files; where they lie is nobody's business.
            hashes[name if hashes.get(name, digest) == digest else f"{name} (val)"] = digest
    return Data(boards[0], boards[1] if val is not None else (), hashes)


def train_model(order: Order, progress: Progress) -> Bundle:
    """One tagger, as a bundle in `order.out`."""
    return _train(order, progress, kind=TAGGER, title=SCHEMES[order.config.scheme].title)


def train_baseline(order: Order, progress: Progress) -> Bundle:
    """The paper's two models, in one bundle; a finished part is kept when a run is resumed."""
    if order.config.word_layers:
        raise InputError(
            f"word_layers is {order.config.word_layers}; the baseline's classifier labels no words, so it must be 0"
        )
    check_encoder(order.config.encoder)
    _check_labels(order, CLASSIFIER)  # before hours go into the segmenter
    _prepare(order)
    segmenter = replace(order, out=order.out / SEGMENTER_PART, config=replace(order.config, scheme="bi"))
    classifier = replace(order, out=order.out / CLASSIFIER_PART)
    steps: tuple[tuple[Order, Callable[[Order], Bundle]], ...] = (
        (segmenter, lambda part: _train(part, progress, kind=TAGGER, title="baseline, segmenter")),
        (classifier, lambda part: _train(part, progress, kind=CLASSIFIER, title="baseline, classifier")),
    )
    parts = [finished(part) if order.resume and (part.out / MANIFEST).exists() else run(part) for part, run in steps]
    files = {
        f"{part.folder.name}/{name}": digest
        for part in parts
        for name, digest in (*part.manifest.files.items(), (MANIFEST, file_sha256(part.folder / MANIFEST)))
    }
    manifest = replace(parts[0].manifest, name=order.name or order.out.name, kind=BASELINE, files=files, scores={})
    return _finish(order, manifest, {})


def processes() -> PartialState:
    """The processes of this run: those that a launcher started, on CPUs too, or this one alone.

    Whoever comes first decides, so nothing else may ask accelerate for them.
    """
    on_cpu = parse_flag_from_env("ACCELERATE_USE_CPU") or ("LOCAL_RANK" in os.environ and not torch.cuda.is_available())
    return PartialState(cpu=on_cpu)


def _train(order: Order, progress: Progress, *, kind: str, title: str) -> Bundle:
    config = order.config
    check_encoder(config.encoder)
    _check_labels(order, kind)
    _prepare(order)
    torch.manual_seed(config.seed)  # the head and the embeddings of the marks are drawn here
    labels = 2 if kind == CLASSIFIER else len(SCHEMES[config.scheme].labels)
    pretrained = load_pretrained(
        config.encoder,
        kind=kind,
        labels=labels,
        features=config.features,
        dropout=config.dropout,
        word_layers=config.word_layers,
    )
    _check_space(order.out, sum(parameter.numel() for parameter in pretrained.network.parameters()))
    encoder = Encoder(parse_subwords(pretrained.tokenizer.to_str()), max_length=pretrained.max_length)
    task, train, val = _task(order, kind, encoder)
    if order.start is not None:
        _begin_with(order.start, pretrained.network)
    weights = fit(
        Run(
            task=task,
            network=pretrained.network,
            train=train,
            val=val,
            folder=order.out,
            pad=pretrained.pad,
            identity={"config": _portable(config), "data": order.data.hashes, "kind": kind},
            title=title,
            checkpoint_seconds=order.checkpoint_seconds,
        ),
        resume=order.resume,
        progress=progress,
    )
    manifest = Manifest(
        name=order.name or order.out.name,
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
        training=_portable(config),
        data=order.data.hashes,
        files={LOG: file_sha256(order.out / LOG)},
    )
    files = {
        WEIGHTS: to_safetensors(weights),
        ENCODER_CONFIG: pretrained.config_json.encode(),
        TOKENIZER: pretrained.tokenizer.to_str(pretty=False).encode(),
    }
    bundle = _finish(order, manifest, files)
    (order.out / CHECKPOINT).unlink(missing_ok=True)
    return bundle


def _task(order: Order, kind: str, encoder: Encoder) -> tuple[Task, Sequence[Any], Sequence[Any]]:
    """What is learned, and the items to learn it from and to validate it on."""
    config, data = order.config, order.data
    if order.lessons is not None:
        return LessonTask(config, encoder), order.lessons, gold_lessons(data.val)
    if kind == CLASSIFIER:
        return SentenceTask(config, encoder), data.train, data.val
    return TaggingTask(config, encoder, order.renderer), data.train, data.val


def _begin_with(bundle: Bundle, network: Network) -> None:
    try:
        network.load_state_dict(load_network(bundle).state_dict())
    except RuntimeError:
        raise InputError(f"{bundle.folder}: its weights do not fit the settings of this run") from None


def _finish(order: Order, manifest: Manifest, files: dict[str, bytes]) -> Bundle:
    """Write the bundle, score it as any user would, and write manifest and card again with the scores."""
    state = processes()
    if state.is_main_process:
        bundle = save_bundle(order.out, manifest, files)
        scored = bundle.manifest
        if order.data.val and order.renderer is render and manifest.kind != CLASSIFIER:
            result = evaluate(order.data.val, predictor_from(bundle))
            scored = replace(scored, scores={"val": result.to_json()})
        save_bundle(order.out, scored, {CARD: model_card(scored).encode()})
    state.wait_for_everyone()
    return load_bundle(order.out)


def _labelled(document: Document) -> list[Board]:
    path, boards = document.name, list(boards_of(scan_document(document)))
    for board in boards:
        for region in board.regions:
            if region.sentences is None:
                raise InputError(
                    f"{path}: board {board.id!r}, region {region.id!r} has no sentences; training needs labels"
                )
    if not any(region.word_texts for board in boards for region in board.regions):
        raise InputError(f"{path}: no labelled words; training needs labelled boards")
    return boards


def _check_labels(order: Order, kind: str) -> None:
    """What the sentences alone can say before an encoder is loaded; the loop counts tokens."""
    scheme = SCHEMES[order.config.scheme]
    sentences = [
        sentence for board in order.data.train for region in board.regions for sentence in region.sentences or ()
    ]
    if order.lessons is not None:
        return
    if kind == CLASSIFIER:
        needed, found = SentenceTask.labels, {SentenceTask.labels[sentence.is_task] for sentence in sentences}
    else:
        # Marks and the later tokens of words never begin a sentence.
        needed, found = scheme.begins, set(scheme.encode(sentences))
    for label in needed:
        if label not in found:
            raise never_occurs(label)


def finished(part: Order) -> Bundle:
    """What an earlier run finished; an InputError where it was another run."""
    bundle = load_bundle(part.out)
    if (bundle.manifest.training, bundle.manifest.data) != (_portable(part.config), part.data.hashes):
        raise InputError(f"{part.out}: is of a run with other settings or data; use the same ones, or another --out")
    return bundle


def _prepare(order: Order) -> None:
    """The folder for the result: new, or an unfinished run that is to be resumed."""
    state = processes()
    with state.main_process_first():
        if not state.is_main_process:
            return
        out = order.out
        try:
            if (out / MANIFEST).exists():
                raise InputError(f"{out}: holds a finished model already; choose another --out")
            if (out / CHECKPOINT).exists() and not order.resume:
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
            f"{out}: {free / 1e9:.1f} GB free on the disk, training may need {need / 1e9:.1f} GB; make room first"
        )


def _portable(config: TrainConfig) -> dict[str, Any]:
    return {**config.to_json(), "encoder": encoder_name(config.encoder)}
