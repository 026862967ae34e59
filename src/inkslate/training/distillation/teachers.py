"""The predictions of a trained model for many regions, in large batches: the probabilities of every word's labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.model.bundle import TAGGER, TOKENIZER, Bundle
from inkslate.model.features import context_features, token_features, word_features
from inkslate.model.layout import LAYOUTS, render
from inkslate.model.network import choose_kernels, load_network
from inkslate.model.view import outline, passages
from inkslate.model.windows import Encoded, Encoder
from inkslate.training.batches import collate
from inkslate.training.examples import Example

Rows = npt.NDArray[np.float32]  # one row per word, one column per label
_TOKENS_PER_BATCH = 1 << 14


def predict_boards(
    bundle: Bundle, boards: Sequence[Board], *, tick: Callable[[int], None] = lambda _: None
) -> list[Rows]:
    """The label probabilities of each region's words, the same as the bundle's tagger gives except for rounding.

    Batches hold windows of similar length and run on the GPU if there is one. `tick` receives the size of each batch.
    """
    manifest = bundle.manifest
    if manifest.kind != TAGGER:
        raise InputError(f"{bundle.folder}: is a {manifest.kind}; only a {TAGGER} can be a teacher")
    choose_kernels()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = load_network(bundle).to(device)
    encoder = Encoder.from_file(bundle.path(TOKENIZER), max_length=manifest.max_length)
    shown = bundle.layout if manifest.marks else LAYOUTS["none"]
    encoded: list[Encoded] = []
    examples: list[Example] = []
    for passage in (passage for board in boards for passage in passages(board, bundle.view)):
        around = outline(passage, bundle.view)
        encoded.append(encoder.encode(render(passage.region, shown), around))
        features = word_features(passage.region, bundle.layout, bundle.view)
        above = context_features(around.context, bundle.layout, bundle.view)
        for window in encoded[-1].windows:
            kept = window.kept if manifest.word_layers else ()
            examples.append(Example(window.ids, token_features(window, features, above), [0], kept))
    pad = int(network.model.config.pad_token_id or 0)
    outputs: list[Rows] = [np.empty((0, 0), np.float32)] * len(examples)
    for batch in _batches(examples):
        tensors = collate([examples[at] for at in batch], pad=pad).to(device)
        with torch.inference_mode(), torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits = network(tensors.ids, tensors.mask, tensors.features, tensors.kept)
        rows = logits.float().softmax(-1).cpu().numpy()
        for at, row in zip(batch, rows, strict=True):
            outputs[at] = _token_rows(examples[at], row)
        tick(len(batch))
    return list(_by_region(encoded, outputs, first=manifest.vote == "first"))


def _batches(examples: Sequence[Example]) -> Iterable[list[int]]:
    """Numbers of examples of similar length, longest first."""
    order = sorted(range(len(examples)), key=lambda at: -len(examples[at].ids))
    at = 0
    while at < len(order):
        size = max(1, _TOKENS_PER_BATCH // len(examples[order[at]].ids))
        yield order[at : at + size]
        at += size


def _token_rows(example: Example, rows: Rows) -> Rows:
    """One row per token; with word layers, the later pieces of a word get the row of its first piece."""
    if not example.kept:
        return rows[: len(example.ids)]
    repeats = np.diff(example.kept, append=len(example.ids))
    return rows[: len(example.kept)].repeat(repeats, axis=0)


def _by_region(encoded: Sequence[Encoded], outputs: Sequence[Rows], *, first: bool) -> Iterable[Rows]:
    at = 0
    for region in encoded:
        mine: list[Any] = list(outputs[at : at + len(region.windows)])
        at += len(region.windows)
        by_word: list[Any] = region.by_word(mine)  # an array is a sequence of its rows
        words = [rows[:1] if first else rows for rows in by_word]
        yield np.stack([np.mean(rows, axis=0) for rows in words]) if words else np.empty((0, 0), np.float32)
