"""From torch to ONNX, in float32 or int8: one self-contained file. `export` compares it with the original."""

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
from inkslate.model.backends.head import HEAD
from inkslate.model.bundle import INT8, ONNX, TAGGER, TOKENIZER, WEIGHTS, Bundle, save_bundle
from inkslate.model.network import Network, PartEmbedding, load_network, run_layers
from inkslate.training.rounding import SMALL
from inkslate.training.vectors import add_vectors, head_of

_OPSET = 17


def convert(bundle: Bundle, folder: Path, *, precision: str, float32: Bundle | None = None) -> Bundle:
    """Write the bundle with an ONNX file to a new folder, unchecked: for users, call `export.export_bundle`.

    The file gives the `vectors` of words beside the `logits`, and the head between them is in `head.npy`.

    `float32` is the same bundle in ONNX if it was converted before; int8 is then made from that file.
    """
    check_convertible(bundle)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        model = float32.path(ONNX).read_bytes() if float32 else to_onnx(load_network(bundle), Path(scratch))
        if precision == INT8:
            model = quantise(model, Path(scratch))
    files = {ONNX: model, TOKENIZER: bundle.path(TOKENIZER).read_bytes()}
    if (head := head_of(model)) is not None:
        files[HEAD] = head.to_bytes()
    manifest = replace(bundle.manifest, precision=precision, files={}, scores={})
    return save_bundle(folder, manifest, files)


def check_convertible(bundle: Bundle) -> None:
    """Raise a ModelError where the bundle is not a tagger, or has no weights for torch."""
    if bundle.manifest.kind != TAGGER:
        raise ModelError(f"{bundle.folder}: is a {bundle.manifest.kind}; only a {TAGGER} can be exported")
    bundle.path(WEIGHTS)


def to_onnx(network: Network, scratch: Path) -> bytes:
    """Float32 ONNX with fused attention, from `ids`, and `features` and `kept` if the network has them, to `logits`.

    Beside these it gives the `vectors` of which the head makes them.
    """
    ids = torch.ones((1, 9), dtype=torch.int64)
    inputs = {"ids": ids} | ({"features": torch.zeros_like(ids)} if network.features is not None else {})
    axes = dict.fromkeys((*inputs, "logits"), "tokens")
    if network.word_layers:
        inputs["kept"] = torch.arange(0, 9, 2)[None]
        axes |= {"kept": "kept", "logits": "kept"}
    raw = scratch / "raw.onnx"
    network.model.set_attn_implementation("eager")  # the fusions recognise this form of attention
    with _quiet():
        torch.onnx.export(
            _OneRow(network).eval(),
            (inputs,),
            str(raw),
            input_names=list(inputs),
            output_names=["logits"],
            dynamic_axes={name: {1: axis} for name, axis in axes.items()},
            opset_version=_OPSET,
            dynamo=False,  # its graphs are not fused, and it writes the weights to a second file
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
        optimised.save_model_to_file(str(fused))  # this adds the domains of the fused operators to the file
    return add_vectors(fused.read_bytes())


def quantise(model: bytes, scratch: Path) -> bytes:
    """The same model with 8-bit weights, one scale per channel, and activations that are scaled at run time.

    Weights use 7 of the 8 bits: processors without VNNI add two products in 16 bits, which would overflow with 8. So
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
    """Nodes with small weights; quantising them gains nothing."""
    sizes = {tensor.name: int(np.prod(tensor.dims)) for tensor in model.graph.initializer}
    return [
        node.name
        for node in model.graph.node
        if any(sizes.get(name, SMALL) < SMALL for name in node.input) and node.op_type in ("MatMul", "Gather", "Gemm")
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
    # On a CPU the fused form of residual and norm is slower than its parts; the runtime must not fuse it either.
    options.enable_skip_layer_norm = options.enable_bias_skip_layer_norm = False
    return options


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the exporters: they warn and log about things that the caller cannot change."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before = logging.root.manager.disable
        logging.disable(max(before, logging.WARNING))
        try:
            yield
        finally:
            logging.disable(before)


class _OneRow(torch.nn.Module):
    """The network for one sequence at a time, without padding and mask."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network
        if isinstance(network.features, PartEmbedding):
            # One table, so that a run looks up one row a token.
            table = network.features.table().detach()
            network.features = torch.nn.Embedding(table.shape[0], table.shape[1], _weight=table)

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
        """The same as the network, without looking up positions and types: these are the same for every sequence."""
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
