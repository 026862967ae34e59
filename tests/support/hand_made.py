"""Taggers written by hand: ONNX files that look up each token's row, so that answers can be worked out on paper."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from inkslate.model.bundle import ONNX, TAGGER, TOKENIZER, Bundle, Manifest, save_bundle

SPECIALS = ("[CLS]", "[SEP]", "[UNK]")
# The chances of N, T and I that a token of its name has.
CHANCES: Mapping[str, Sequence[float]] = {
    "note": (0.8, 0.1, 0.1),
    "task": (0.1, 0.8, 0.1),
    "and": (0.1, 0.1, 0.8),
    "perhaps": (0.2, 0.2, 0.6),  # begins a sentence with 0.4
    "either": (0.4, 0.5, 0.1),  # a task with 5 in 9
}


def word_level(words: Sequence[str]) -> Tokenizer:
    """A token a word, those words alone; marks inside a word part it: `task-note` is three tokens."""
    vocabulary = {word: number for number, word in enumerate((*SPECIALS, *words))}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    frame = [(name, vocabulary[name]) for name in SPECIALS[:2]]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=frame)
    return tokenizer


def table(chances: Mapping[str, Sequence[float]]) -> np.ndarray[Any, Any]:
    """A row of logits for each token of `word_level(list(chances))`; the special ones continue a sentence."""
    rows = [*[(0.05, 0.05, 0.9)] * len(SPECIALS), *chances.values()]
    return np.array([[math.log(chance) for chance in row] for row in rows], np.float32)


def rows(name: str, kind: int = TensorProto.INT64, shape: Sequence[int | str] = (1, "tokens")) -> Any:
    """An input or output."""
    return helper.make_tensor_value_info(name, kind, list(shape))


def graph(
    nodes: Sequence[Any],
    *,
    inputs: Sequence[Any] = (rows("ids"),),
    outputs: Sequence[Any] = (rows("logits", TensorProto.FLOAT, (1, "tokens", 3)),),
    tensors: Mapping[str, np.ndarray[Any, Any]] | None = None,
) -> onnx.ModelProto:
    """A model that every version of the runtime reads; the table `rows` is there if no other is given."""
    given = {"rows": table(CHANCES)} | dict(tensors or {})
    initializers = [numpy_helper.from_array(np.ascontiguousarray(array), name) for name, array in given.items()]
    built = helper.make_graph(list(nodes), "g", list(inputs), list(outputs), initializers)
    return helper.make_model(built, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def look_up(result: str = "logits") -> Any:
    return helper.make_node("Gather", ["rows", "ids"], [result])


def write(
    folder: Path, model: bytes | onnx.ModelProto | None = None, *, words: Sequence[str] = tuple(CHANCES), **fields: Any
) -> Bundle:
    """A bundle with every hash as it should be; without a model, the one of CHANCES."""
    folder.mkdir(parents=True, exist_ok=True)
    defaults = {"name": folder.name, "version": "1", "kind": TAGGER, "scheme": "nti", "layout": "none"}
    manifest = Manifest(**{**defaults, "encoder": "by hand", "max_length": 32, **fields})
    content = model if isinstance(model, bytes) else (model or graph([look_up()])).SerializeToString()
    return save_bundle(folder, manifest, {ONNX: content, TOKENIZER: word_level(words).to_str().encode()})
