"""The vectors of words, as a second output of an ONNX file, and the head that turns them into logits."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnx.numpy_helper

from inkslate.model.backends.base import LOGITS, VECTORS
from inkslate.model.backends.head import Head


def add_vectors(model: bytes) -> bytes:
    """The same ONNX file with the input of its head as a second output, `vectors`; as it was where there is none.

    The value is computed for the logits anyway, so a run that does not ask for it costs what it did.
    """
    loaded = onnx.load_from_string(model)
    found = _linear_head(loaded.graph)
    if found is None or VECTORS in [output.name for output in loaded.graph.output]:
        return model
    value, head = found
    _name_value(loaded.graph, value, VECTORS)
    loaded.graph.output.append(_declaration(loaded.graph, head.width))
    result: bytes = loaded.SerializeToString(deterministic=True)
    return result


def head_of(model: bytes) -> Head | None:
    """The head of an ONNX file, where it is linear."""
    found = _linear_head(onnx.load_from_string(model).graph)
    return found[1] if found else None


def _linear_head(graph: Any) -> tuple[str, Head] | None:
    """The name of the head's input, and the head, where the logits are `input @ weights + bias`."""
    made_by = {output: node for node in graph.node for output in node.output}
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    add = made_by.get(LOGITS)
    if add is None or add.op_type != "Add":
        return None
    bias = [name for name in add.input if name in tensors]
    product = [made_by[name] for name in add.input if name in made_by and made_by[name].op_type == "MatMul"]
    if len(bias) != 1 or len(product) != 1 or product[0].input[1] not in tensors:
        return None
    weights = onnx.numpy_helper.to_array(tensors[product[0].input[1]])
    shift = onnx.numpy_helper.to_array(tensors[bias[0]])
    if weights.ndim != 2 or shift.shape != weights.shape[1:]:
        return None
    return product[0].input[0], Head(np.vstack([weights, shift]).astype(np.float32))


def _name_value(graph: Any, old: str, new: str) -> None:
    """Give a value of the graph another name."""
    for node in graph.node:
        for names in (node.input, node.output):
            for at, name in enumerate(names):
                if name == old:
                    names[at] = new


def _declaration(graph: Any, width: int) -> Any:
    """The declaration of `vectors`: a row for each row of the logits."""
    (logits,) = (output for output in graph.output if output.name == LOGITS)
    vectors = onnx.ValueInfoProto()
    vectors.CopyFrom(logits)
    vectors.name = VECTORS
    vectors.type.tensor_type.shape.dim[-1].dim_value = width
    return vectors
