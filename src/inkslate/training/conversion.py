"""From torch to ONNX, in float32 or int8: one self-contained file, compared with nothing yet."""

from __future__ import annotations

import logging
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.numpy_helper
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers.fusion_options import FusionOptions
from onnxruntime.transformers.optimizer import optimize_model

from inkslate.errors import ModelError
from inkslate.model.bundle import INT8, ONNX, TAGGER, TOKENIZER, WEIGHTS, Bundle, save_bundle
from inkslate.model.network import Network, load_network, run_layers

_OPSET = 17
# Tables and matrices below this many numbers stay in float32: they cost next to nothing, and the head is one of them.
_SMALL = 1 << 16


def convert(bundle: Bundle, folder: Path, *, precision: str) -> Bundle:
    """The bundle in a new folder with an ONNX file, unchecked: whoever ships it wants `export.export_bundle`."""
    check_convertible(bundle)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        model = to_onnx(load_network(bundle), Path(scratch))
        if precision == INT8:
            model = quantise(model, Path(scratch))
    manifest = replace(bundle.manifest, precision=precision, files={}, scores={})
    return save_bundle(folder, manifest, {ONNX: model, TOKENIZER: bundle.path(TOKENIZER).read_bytes()})


def check_convertible(bundle: Bundle) -> None:
    """Raise where it is a model of another kind, or has no weights for torch."""
    if bundle.manifest.kind != TAGGER:
        raise ModelError(f"{bundle.folder}: is a {bundle.manifest.kind}; only a {TAGGER} can be exported")
    bundle.path(WEIGHTS)


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


def _small_nodes(model: Any) -> list[str]:
    """Nodes whose weights are not worth quantising."""
    sizes = {tensor.name: int(np.prod(tensor.dims)) for tensor in model.graph.initializer}
    return [
        node.name
        for node in model.graph.node
        if any(sizes.get(name, _SMALL) < _SMALL for name in node.input) and node.op_type in ("MatMul", "Gather", "Gemm")
    ]


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
