"""The torch network of an exported model, taken back from its ONNX file: a start for further training.

The file must be one of our own exports of a BERT (`conversion.to_onnx`), in int8 or float32. Weights in int8 come back
with the error of their rounding; `docs/training.md` says what that costs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import onnx.numpy_helper
import torch
from transformers import BertConfig

from inkslate.errors import ModelError
from inkslate.messages import one_line
from inkslate.model.bundle import ONNX, TAGGER, Bundle
from inkslate.model.features import feature_count
from inkslate.model.network import HEADS, Network, PartEmbedding

_Array = npt.NDArray[np.float32]
# The part of a layer that a product belongs to, by the name that torch's exporter gives its output.
_PRODUCT = re.compile(r"(?:^|/)layer\.(\d+)/(attention/output/dense|intermediate/dense|output/dense)/")
_ATTENTION = re.compile(r"(?:^|/)layer\.(\d+)/attention/self/")
_TYPES = 2  # rows of the table of token types in every BERT; all our tokens have the first
_PREFIX = "network."  # the exporter's wrapper
_WORDS, _FEATURES = "model.bert.embeddings.word_embeddings.weight", "features.weight"


@dataclass(frozen=True)
class _Graph:
    """The nodes of an ONNX file and its tensors, those in int8 as the numbers that they stand for."""

    nodes: tuple[Any, ...]
    tensors: Mapping[str, _Array]
    activations: frozenset[str]

    def weights(self, names: Any) -> list[_Array]:
        """The tensors among the inputs of a node; a quantised one has a name of its own."""
        stripped = [name.removesuffix("_quantized") for name in names]
        return [self.tensors[name] for name in stripped if name in self.tensors]


def network_from_onnx(bundle: Bundle) -> Network:
    """The network with the weights of the bundle's ONNX file; a ModelError where it is not one of our own BERTs."""
    path = bundle.path(ONNX)
    try:
        graph = _read(path.read_bytes())
        state = _state(graph)
        network = _build(bundle, graph, state)
        _set_features(network, state)
        network.load_state_dict({name: torch.from_numpy(np.array(value)) for name, value in state.items()})
    except ModelError:
        raise
    except Exception as error:  # a file from anywhere: protobuf, missing tensors, shapes that do not fit
        raise ModelError(
            f"{path}: its weights cannot be taken back for training ({one_line(str(error), 120)}); start from a BERT "
            "that `inkslate export` wrote, or from a folder with model.safetensors"
        ) from None
    return network


def _read(content: bytes) -> _Graph:
    graph = onnx.load_from_string(content).graph
    raw = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in graph.initializer}
    tensors: dict[str, _Array] = {}
    for name, value in raw.items():
        plain = name.removesuffix("_quantized")
        if plain != name:
            scale, zero = raw[f"{plain}_scale"], raw[f"{plain}_zero_point"]
            tensors[plain] = ((value.astype(np.float32) - zero.astype(np.float32)) * scale).astype(np.float32)
        elif value.dtype == np.float32 and not name.endswith("_scale"):
            tensors[name] = value
    return _Graph(tuple(graph.node), tensors, frozenset(node.op_type for node in graph.node))


def _state(graph: _Graph) -> dict[str, _Array]:
    """The state of the network by the names of torch. The export keeps the names of all but the matrices."""
    state = {name.removeprefix(_PREFIX): value for name, value in graph.tensors.items() if name.startswith(_PREFIX)}
    for node in graph.nodes:
        output = node.output[0] if node.output else ""
        weights = [value for value in graph.weights(node.input) if value.ndim == 2]
        if node.op_type in ("QAttention", "Attention") and (found := _ATTENTION.search(output)):
            (bias,) = (value for value in graph.weights(node.input) if value.ndim == 1)
            state |= _attention(int(found[1]), weights[0], bias)
        elif node.op_type in ("MatMulInteger", "MatMul") and weights and (found := _PRODUCT.search(output)):
            name = f"model.bert.encoder.layer.{found[1]}.{found[2].replace('/', '.')}.weight"
            state[name] = weights[0].T
        elif node.op_type == "MatMul" and weights and "vectors" in node.input:
            state["model.classifier.weight"] = weights[0].T
        elif node.op_type == "Slice" and weights:
            # Positions and the first token type were added up for the export.
            state["model.bert.embeddings.position_embeddings.weight"] = weights[0]
            state["model.bert.embeddings.token_type_embeddings.weight"] = np.zeros(
                (_TYPES, weights[0].shape[1]), np.float32
            )
    return state


def _attention(layer: int, weights: _Array, bias: _Array) -> dict[str, _Array]:
    """Query, key and value, which the export joins."""
    parts = zip(("query", "key", "value"), np.split(weights, 3, axis=1), np.split(bias, 3), strict=True)
    start = f"model.bert.encoder.layer.{layer}.attention.self"
    return {f"{start}.{name}.{kind}": value for name, w, b in parts for kind, value in (("weight", w.T), ("bias", b))}


def _build(bundle: Bundle, graph: _Graph, state: Mapping[str, _Array]) -> Network:
    """A network of the shape that the weights have."""
    if bundle.manifest.kind != TAGGER or not graph.activations & {"BiasGelu", "Gelu"}:
        raise ValueError("not a tagger with GELU")
    layers = 1 + max(int(found[1]) for name in state if (found := re.search(r"encoder\.layer\.(\d+)\.", name)))
    heads = {item.i for node in graph.nodes for item in node.attribute if item.name == "num_heads"}
    norms = {item.f for node in graph.nodes for item in node.attribute if item.name == "epsilon"}
    words = state[_WORDS]
    fields: dict[str, Any] = {
        "vocab_size": words.shape[0],
        "hidden_size": words.shape[1],
        "num_hidden_layers": layers,
        "num_attention_heads": heads.pop(),
        "intermediate_size": len(state["model.bert.encoder.layer.0.intermediate.dense.bias"]),
        "max_position_embeddings": len(state["model.bert.embeddings.position_embeddings.weight"]),
        "layer_norm_eps": float(f"{max(norms):.1e}"),
        "type_vocab_size": _TYPES,
        "num_labels": len(bundle.scheme.labels),
    }
    build: Any = HEADS[TAGGER].from_config
    features = feature_count(bundle.view) if bundle.manifest.features else 0
    return Network(build(BertConfig(**fields)), features=features, word_layers=bundle.manifest.word_layers)


def _set_features(network: Network, state: dict[str, _Array]) -> None:
    """Give a table of feature numbers back as the parts that it was added up from: those of least squares."""
    if isinstance(network.features, PartEmbedding):
        digits = network.features.digits.numpy()
        sums = np.zeros((len(digits), network.features.weight.shape[0]))
        np.add.at(sums, (np.arange(len(digits))[:, None], digits), 1.0)
        parts = np.linalg.lstsq(sums, state[_FEATURES][1:].astype(np.float64), rcond=None)[0]
        state[_FEATURES] = parts.astype(np.float32)
