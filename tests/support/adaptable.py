"""A model by hand that can be adapted: the vector of a token is a column of its own, the head is a table of chances."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from onnx import TensorProto, helper

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.model.backends.head import HEAD, Head
from inkslate.model.bundle import Bundle, save_bundle
from tests.support.hand_made import SPECIALS, graph, rows, table, write

# The chances of N, T and I. `maybe` is no task for the model; what it is for a person, the tests decide.
CHANCES = {"note": (0.8, 0.1, 0.1), "task": (0.1, 0.8, 0.1), "and": (0.1, 0.1, 0.8), "maybe": (0.6, 0.3, 0.1)}
_LENGTH = 4.0  # of a vector: the longer, the fewer boards are needed


def adaptable(folder: Path, **fields: Any) -> Bundle:
    """A bundle with vectors and a head."""
    width = len(SPECIALS) + len(CHANCES)
    vectors = np.eye(width, dtype=np.float32) * _LENGTH
    head = Head(np.vstack([table(CHANCES) / _LENGTH, np.zeros((1, 3), np.float32)]).astype(np.float32))
    nodes = [
        helper.make_node("Gather", ["table", "ids"], ["vectors"]),
        helper.make_node("MatMul", ["vectors", "head"], ["logits"]),
    ]
    outputs = [rows(name, TensorProto.FLOAT, (1, "tokens", size)) for name, size in (("logits", 3), ("vectors", width))]
    model = graph(nodes, outputs=outputs, tensors={"table": vectors, "head": head.matrix[:-1]})
    bundle = write(folder, model, words=tuple(CHANCES), vote="first", **fields)
    return save_bundle(folder, bundle.manifest, {HEAD: head.to_bytes()})


def person(count: int, *, maybe: bool, reviewed: bool = True) -> list[Board]:
    """Boards of somebody for whom `maybe` begins a task, or not; where it is not `reviewed`, nobody looked at that."""
    return [Board(f"b{number}", (_region(number, maybe, reviewed),)) for number in range(count)]


def _region(number: int, maybe: bool, reviewed: bool) -> Region:
    texts = ["note and and", "task and", "maybe and", "note and"][: 3 + number % 2]
    labels = [Label.NON_TASK, Label.TASK, Label.TASK if maybe else Label.NON_TASK, Label.NON_TASK]
    sentences, at = [], 0
    for text, label in zip(texts, labels, strict=False):
        size = len(text.split())
        sentences.append(Sentence(at, at + size, label, reviewed or not text.startswith("maybe")))
        at += size
    return Region("r", tuple(Line.from_text(text) for text in texts), tuple(sentences))
