"""From torch to ONNX, in float32 or int8: one self-contained file, and a gate that compares it with the original.

An exported model that loses more than it may is not written; the error says how much it lost.
"""

from __future__ import annotations

import logging
import math
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.numpy_helper
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers.fusion_options import FusionOptions
from onnxruntime.transformers.optimizer import optimize_model

from inkslate.backends import OnnxBackend, TorchBackend, default_threads
from inkslate.board import Board
from inkslate.bundle import CARD, FLOAT32, INT8, ONNX, TAGGER, TOKENIZER, WEIGHTS, Bundle, load_bundle, save_bundle
from inkslate.calibration import Calibration, fit
from inkslate.card import model_card
from inkslate.decisions import choose_thresholds
from inkslate.errors import InputError, ModelError
from inkslate.evaluation import Evaluation, evaluate
from inkslate.network import Network, load_network, run_layers
from inkslate.schemes import NTI
from inkslate.tagging import Tagger

PRECISIONS = (INT8, FLOAT32)
ORIGINAL = "torch"
_OPSET = 17
# Tables and matrices below this many numbers stay in float32: they cost next to nothing, and the head is one of them.
_SMALL = 1 << 16


@dataclass(frozen=True, slots=True)
class Compared:
    """A model on the corpus of the gate, beside the original."""

    evaluation: Evaluation
    agreement: float  # share of words with the original's label

    def points(self) -> dict[str, float]:
        """What the gate looks at, in points."""
        scores = self.evaluation.scores
        values = {"F1": scores.task.f1, "B": scores.B}
        return {name: 100 * value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Exported:
    """An exported bundle, and what the gate saw: `torch`, `float32` and, if asked for, `int8`."""

    bundle: Bundle
    compared: Mapping[str, Compared]


def export_bundle(
    bundle: Bundle,
    boards: Sequence[Board],
    out: Path,
    *,
    precision: str = INT8,
    may_lose: float = 0.3,
    recall_points: float | None = None,
    tick: Callable[[], None] = lambda: None,
) -> Exported:
    """Write `bundle` with an ONNX file instead of its safetensors, if it passes the gate on labelled boards.

    `recall_points` is how many points of F1 may be given for recall of tasks by a lower threshold; None leaves the
    decision to the labels. `tick` is called once for every board and model that is compared.
    """
    _check_kind(bundle)
    _check_out(out)
    with _beside(out) as scratch:
        original = _Gate(boards, Tagger(bundle, TorchBackend(bundle, device="cpu")), tick)
        compared = {ORIGINAL: original.compare(original.tagger)}
        for step in (FLOAT32, INT8)[: 1 + (precision == INT8)]:
            result = convert(bundle, scratch / step, precision=step)
            tagger = Tagger(result, OnnxBackend(result, threads=default_threads()))
            compared[step] = original.compare(tagger)
        _check_loss(bundle, compared, precision, may_lose)
        calibrated = _calibrated(result, tagger, boards)
        if recall_points is not None:
            calibrated = _decided(calibrated, boards, recall_points)
        shipped = Tagger(calibrated, OnnxBackend(calibrated, threads=default_threads()))
        finished = _scored(calibrated, evaluate(boards, shipped))
        _move(finished.folder, out)
    return Exported(load_bundle(out), compared)


def convert(bundle: Bundle, folder: Path, *, precision: str) -> Bundle:
    """The bundle in a new folder with an ONNX file, unchecked: whoever ships it wants `export_bundle`."""
    _check_kind(bundle)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        model = to_onnx(load_network(bundle), Path(scratch))
        if precision == INT8:
            model = quantise(model, Path(scratch))
    manifest = replace(bundle.manifest, precision=precision, files={}, scores={})
    return save_bundle(folder, manifest, {ONNX: model, TOKENIZER: bundle.path(TOKENIZER).read_bytes()})


def to_onnx(network: Network, scratch: Path) -> bytes:
    """Float32 ONNX with fused attention: `ids`, and `features` and `kept` if it needs them, to `logits`."""
    ids = torch.ones((1, 9), dtype=torch.int64)
    inputs = {"ids": ids} | ({"features": torch.zeros_like(ids)} if network.features is not None else {})
    axes = dict.fromkeys((*inputs, "logits"), "tokens")
    if network.word_layers:
        inputs["kept"] = torch.arange(0, 9, 2)[None]
        axes |= {"kept": "kept", "logits": "kept"}
    raw = scratch / "raw.onnx"
    network.model.set_attn_implementation("eager")  # the fusions know this form of attention
    with _quiet():
        torch.onnx.export(
            _OneRow(network).eval(),
            (inputs,),
            str(raw),
            input_names=list(inputs),
            output_names=["logits"],
            dynamic_axes={name: {1: axis} for name, axis in axes.items()},
            opset_version=_OPSET,
            dynamo=False,  # its graphs do not fuse, and it writes the weights beside the file
        )
    _divide_scores(raw)
    config = network.model.config
    fused = scratch / "fused.onnx"
    with _quiet():
        optimised = optimize_model(
            str(raw),
            model_type="bert",
            num_heads=getattr(config, "num_attention_heads", 0),
            hidden_size=getattr(config, "hidden_size", 0),
            optimization_options=_fusions(),
            opt_level=0,
        )
        optimised.save_model_to_file(str(fused))  # this adds what the fused operators need to the file
    return fused.read_bytes()


def quantise(model: bytes, scratch: Path) -> bytes:
    """The same with 8-bit weights, a scale a channel, and activations that are scaled as they come.

    Weights use 7 of the 8 bits: processors without VNNI add two products in 16 bits, which overflow otherwise, so
    the same file gives the same answers everywhere.
    """
    source, target = scratch / "float32.onnx", scratch / "int8.onnx"
    source.write_bytes(model)
    with _quiet():
        quantize_dynamic(
            source,
            target,
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=_small_nodes(onnx.load_from_string(model)),
            extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
        )
    return target.read_bytes()


def _divide_scores(path: Path) -> None:
    """Write the scaling of attention scores as a division, the form in which attention without a mask is fused."""
    model = onnx.load(str(path))
    made_by = {output: node for node in model.graph.node for output in node.output}
    for node in model.graph.node:
        scaled = made_by.get(node.input[0]) if node.op_type == "Softmax" else None
        if scaled is None or scaled.op_type != "Mul":
            continue
        constant = made_by.get(scaled.input[1])
        if constant is None or constant.op_type != "Constant":
            continue
        scale = onnx.numpy_helper.to_array(constant.attribute[0].t)
        constant.attribute[0].t.CopyFrom(onnx.numpy_helper.from_array(np.asarray(1 / scale, scale.dtype)))
        scaled.op_type = "Div"
    onnx.save(model, str(path))


def _fusions() -> FusionOptions:
    options = FusionOptions("bert")
    # The fused form of residual and norm is slower on a CPU than its parts; the runtime must not fuse it either.
    options.enable_skip_layer_norm = options.enable_bias_skip_layer_norm = False
    return options


@contextmanager
def _quiet() -> Iterator[None]:
    """The exporters warn of what does not concern the caller, on several channels."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before = logging.root.manager.disable
        logging.disable(max(before, logging.WARNING))
        try:
            yield
        finally:
            logging.disable(before)


class _OneRow(torch.nn.Module):
    """A row of tokens a run, so there is no padding and no mask."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(
        self, ids: torch.Tensor, features: torch.Tensor | None = None, kept: torch.Tensor | None = None
    ) -> torch.Tensor:
        logits: torch.Tensor
        given = torch.zeros_like(ids) if features is None else features
        if self.network.model.config.model_type == "bert":
            logits = self._bert(ids, given, kept)
        else:
            logits = self.network(ids, torch.ones_like(ids), given)
        return logits

    def _bert(self, ids: torch.Tensor, features: torch.Tensor, kept: torch.Tensor | None) -> torch.Tensor:
        """What the network does, less the look-ups of positions and types, which are the same for every row."""
        model: Any = self.network.model
        tables = model.bert.embeddings
        constant = tables.position_embeddings.weight + tables.token_type_embeddings.weight[0]
        embedded = tables.word_embeddings(ids) + constant[: ids.shape[1]]
        if self.network.features is not None:
            embedded = embedded + self.network.features(features)
        hidden = tables.LayerNorm(embedded)
        if kept is None:
            hidden = model.bert.encoder(hidden, attention_mask=None)[0]
        else:
            lower, upper = self.network.layers()
            hidden = run_layers(upper, run_layers(lower, hidden).index_select(1, kept[0]))
        logits: torch.Tensor = model.classifier(hidden)
        return logits


class _Gate:
    """The labels of the original model on a corpus, to compare others with."""

    def __init__(self, boards: Sequence[Board], tagger: Tagger, tick: Callable[[], None]) -> None:
        if not any(region.words for board in boards for region in board.regions):
            raise InputError("the corpus has no words; the comparison needs labelled boards")
        self.boards, self.tagger, self._tick = boards, tagger, tick
        self._labels = self._word_labels(tagger, lambda: None)

    def compare(self, tagger: Tagger) -> Compared:
        labels = self._word_labels(tagger, self._tick)
        same = sum(mine == theirs for mine, theirs in zip(labels, self._labels, strict=True))
        return Compared(evaluate(self.boards, tagger), same / len(labels))

    def _word_labels(self, tagger: Tagger, tick: Callable[[], None]) -> list[str]:
        labels: list[str] = []
        for board in self.boards:
            for region in board.regions:
                labels += tagger.word_labels(tagger.word_probabilities(region)) if region.words else ()
            tick()
        return labels


def _check_kind(bundle: Bundle) -> None:
    if bundle.manifest.kind != TAGGER:
        raise ModelError(f"{bundle.folder}: is a {bundle.manifest.kind}; only a {TAGGER} can be exported")
    bundle.path(WEIGHTS)


def _check_out(out: Path) -> None:
    if os.path.lexists(out) and (out.is_symlink() or not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out}: is there already; choose another --out")


@contextmanager
def _beside(out: Path) -> Iterator[Path]:
    """A scratch folder on the disk of `out`; it goes in any case, and folders made for it where they stay empty."""
    made = [folder for folder in out.parents if not os.path.lexists(folder)]
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.") as scratch:
            yield Path(scratch)
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({error.strerror or error}); choose another --out") from None
    finally:
        for folder in made:
            with suppress(OSError):
                folder.rmdir()


def _check_loss(bundle: Bundle, compared: Mapping[str, Compared], precision: str, may_lose: float) -> None:
    """Raise where the model lost too much, or where something that was defined no longer is."""
    before, after = compared[ORIGINAL].points(), compared[precision].points()
    losses = {name: before[name] - after.get(name, -math.inf) for name in before}
    too_much = [name for name, loss in losses.items() if not loss <= may_lose]
    if too_much:
        told = ", ".join(f"{name} {before[name]:.2f} -> {after.get(name, math.nan):.2f}" for name in losses)
        raise ModelError(
            f"{bundle.folder}: {precision} loses {losses[too_much[0]]:.2f} points of {too_much[0]} ({told}), more than "
            f"{may_lose:g}; nothing was written; export float32, or allow more with --may-lose"
        )


def _calibrated(bundle: Bundle, tagger: Tagger, boards: Sequence[Board]) -> Bundle:
    """Scores fitted to the corpus, unless the model came with its own; decisions stay as they are."""
    manifest = bundle.manifest
    if manifest.calibration or manifest.thresholds or manifest.scheme != NTI.name:
        return bundle
    seen: list[tuple[float, bool]] = []
    for board in boards:
        for region in board.regions:
            words = tagger.word_probabilities(region) if region.words else []
            for sentence in region.sentences or ():
                probability = tagger.task_probability(words[sentence.start])
                if probability is not None:
                    seen.append((probability, sentence.is_task))
    calibration = fit([probability for probability, _ in seen], [task for _, task in seen])
    if calibration == Calibration():
        return bundle
    # No threshold with it: a sentence that begins with I is no task, however much more likely T was than N.
    return save_bundle(bundle.folder, replace(manifest, calibration=calibration.to_json()), {})


def _decided(bundle: Bundle, boards: Sequence[Board], points: float) -> Bundle:
    """With thresholds, where it has none of its own and its labels can have some."""
    manifest = bundle.manifest
    if manifest.thresholds or manifest.scheme != NTI.name:
        return bundle
    thresholds = choose_thresholds(bundle, OnnxBackend(bundle, threads=default_threads()), boards, points)
    return save_bundle(bundle.folder, replace(manifest, thresholds=thresholds), {})


def _scored(bundle: Bundle, evaluation: Evaluation) -> Bundle:
    manifest = replace(bundle.manifest, scores={"gate": evaluation.to_json()})
    return save_bundle(bundle.folder, manifest, {CARD: model_card(manifest).encode()})


def _move(folder: Path, out: Path) -> None:
    if out.exists():
        out.rmdir()
    shutil.move(str(folder), str(out))


def _small_nodes(model: Any) -> list[str]:
    """Nodes whose weights are not worth quantising."""
    sizes = {tensor.name: int(np.prod(tensor.dims)) for tensor in model.graph.initializer}
    return [
        node.name
        for node in model.graph.node
        if any(sizes.get(name, _SMALL) < _SMALL for name in node.input) and node.op_type in ("MatMul", "Gather", "Gemm")
    ]
