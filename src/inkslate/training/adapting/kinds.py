"""The kinds of sentences that people differ about, learned once for a model from boards with all labels of the guide.

A person who corrects ten boards shows what to do with a kind of sentence, such as a task that only its heading makes
one. That there are such kinds, and how to recognise them, cannot be seen on ten boards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from inkslate.board import Label
from inkslate.errors import InputError
from inkslate.formats import parse_board
from inkslate.model.backends import load_backend
from inkslate.model.backends.adapted import VectorBackend
from inkslate.model.backends.habits import KIND_NAMES, KINDS
from inkslate.model.backends.head import HEAD, Head, read_head
from inkslate.model.bundle import Bundle, save_bundle
from inkslate.training.adapting.evidence import Evidence, Flags, collect
from inkslate.training.adapting.logistic import fit

_PULL = 30.0
_DIGITS = 5


def add_kinds(bundle: Bundle, boards: Sequence[Mapping[str, Any]]) -> Bundle:
    """The model with `kinds.npy`, from boards in JSON whose sentences have labels and `kinds` (corpus/README.md)."""
    content = learn_kinds(bundle, boards).to_bytes()
    return save_bundle(bundle.folder, bundle.manifest, {KINDS: content})


def boards_with_kinds(corpus: Path) -> list[dict[str, Any]]:
    """The boards of the training split of a corpus, as JSON: what is read as a board has no kinds."""
    paths = sorted((corpus / "train").glob("*.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


def missing_kinds(boards: Sequence[Mapping[str, Any]]) -> list[str]:
    """The kinds that no sentence of the boards is of."""
    found = [any(kind) for kind in zip(*(each for board in boards for each in _kinds(board)), strict=True)]
    return [name for name, has in zip(KIND_NAMES, found or [False] * len(KIND_NAMES), strict=True) if not has]


def learn_kinds(bundle: Bundle, boards: Sequence[Mapping[str, Any]]) -> Head:
    """A column for each kind: the logit of its chance."""
    if missing := missing_kinds(boards):
        raise InputError(f"no sentence of the boards is of the kind {missing[0]!r}; use boards of the corpus")
    backend = load_backend(bundle)
    if not isinstance(backend, VectorBackend):
        raise InputError(f"{bundle.folder}: gives no vectors of words, so kinds cannot be learned")
    head = read_head(bundle.path(HEAD), labels=len(bundle.scheme.labels))
    evidence, kinds = _evidence(bundle, backend, head, boards)
    pulls = np.r_[np.full(head.width, _PULL), 1e-3]
    columns = [fit(replace(evidence, truth=kind), pulls) for kind in kinds.T]
    return Head(np.round(np.stack(columns, axis=1), _DIGITS).astype(np.float32))


def _evidence(
    bundle: Bundle, backend: VectorBackend, head: Head, boards: Sequence[Mapping[str, Any]]
) -> tuple[Evidence, Flags]:
    """The vectors of all sentences, and which kinds each of them is of."""
    parts: list[Evidence] = []
    kinds: list[list[bool]] = []
    for value in boards:
        found, _ = collect([parse_board(dict(value), where=str(value["id"]))], bundle, backend, head)
        mine = list(_kinds(value))
        if len(found) == len(mine):  # a sentence without a word that the model sees has no vector
            parts.append(found)
            kinds += mine
    vectors = np.vstack([part.vectors for part in parts])
    flat, count = np.zeros(len(vectors)), len(vectors)
    truth = np.array(kinds, bool)
    return Evidence(vectors, flat, flat, truth[:, 0], np.full(count, -1, np.int8), np.zeros(count, np.int64)), truth


def _kinds(board: Mapping[str, Any]) -> Iterator[list[bool]]:
    """For every sentence whether it is of each kind, in the order of `KIND_NAMES`."""
    for sentence in (each for region in board["regions"] for each in region["sentences"]):
        label, kinds = sentence["label"], sentence.get("kinds", ())
        yield [label == Label.TASK_BY_CONTEXT, label == Label.NON_TASK_BY_CONTEXT, "w" in kinds, "c" in kinds]
