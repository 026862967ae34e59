"""From labelled regions to padded batches of token ids, features and labels."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
import numpy.typing as npt
import torch

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.model.features import token_features, word_features
from inkslate.model.layout import LAYOUTS, WordPiece, render
from inkslate.model.predictor import Renderer
from inkslate.model.schemes import SCHEMES
from inkslate.model.windows import NO_WORD, Encoder, Window
from inkslate.training.config import TrainConfig
from inkslate.training.noise import confuse_region, drop_layout

IGNORED = -100


# A number a token, or a row of probabilities.
Labels = Sequence[int] | npt.NDArray[np.float32]


class Example(NamedTuple):
    """One sequence; `labels` has one entry a token for a tagger, a single one for a classifier.

    For a network with word layers `kept` are the positions of tokens that have an entry.
    """

    ids: Sequence[int]
    features: Sequence[int]
    labels: Labels
    kept: Sequence[int] = ()


class Batch(NamedTuple):
    ids: torch.Tensor
    mask: torch.Tensor
    features: torch.Tensor
    labels: torch.Tensor
    kept: torch.Tensor

    def to(self, device: torch.device) -> Batch:
        return Batch(*(tensor.to(device) for tensor in self))


@dataclass(frozen=True)
class TaggingTask:
    """Label every word of a region."""

    config: TrainConfig
    encoder: Encoder
    renderer: Renderer = render

    @property
    def labels(self) -> tuple[str, ...]:
        return SCHEMES[self.config.scheme].labels

    @property
    def batch_size(self) -> int:
        return self.config.batch_size

    def items(self, boards: Iterable[Board]) -> list[Region]:
        return [region for board in boards for region in board.regions if region.word_texts]

    def counts(self, items: Iterable[Any]) -> list[float]:
        return count_labels((example for item in items for example in self.examples(item)), len(self.labels))

    def examples(self, item: Region, rng: random.Random | None = None) -> list[Example]:
        """One example a window; with `rng`, of the region as a recogniser might have given it."""
        labels = SCHEMES[self.config.scheme].encode(item.sentences or ())
        features, windows = self.seen(item, rng)
        return [self.example(w, features, self._token_labels(w, labels)) for w in windows]

    def seen(self, region: Region, rng: random.Random | None) -> tuple[Sequence[int], Sequence[Window]]:
        """What the model is shown of a region: the features of its words, and its windows."""
        layout = LAYOUTS[self.config.layout]
        if rng is not None and self.config.word_noise:
            region = confuse_region(region, self.config.word_noise, rng)
        if rng is not None and self.config.layout_dropout:
            layout = drop_layout(layout, self.config.layout_dropout, rng)
        encoded = self.encoder.encode(self.renderer(region, layout if self.config.marks else LAYOUTS["none"]))
        return word_features(region, layout), encoded.windows

    def example(self, window: Window, features: Sequence[int], labels: Labels) -> Example:
        """The window with one label a token, of which a network with word layers needs those of the kept ones."""
        of_tokens = token_features(window, features)
        if not self.config.word_layers:
            return Example(window.ids, of_tokens, labels)
        kept = window.kept
        return Example(
            window.ids, of_tokens, labels[kept] if isinstance(labels, np.ndarray) else [labels[at] for at in kept], kept
        )

    def _token_labels(self, window: Window, labels: Sequence[str]) -> list[int]:
        """The first token of each word alone, or as released: all tokens, marks and special ones included."""
        scheme, first_only = SCHEMES[self.config.scheme], self.config.loss_on == "first"
        numbers: list[int] = []
        for word, tokens in groupby(window.words):
            count = len(list(tokens))
            of_tokens = [scheme.rest[False]] * count if word == NO_WORD else scheme.token_labels(labels[word], count)
            trained = 0 if first_only and word == NO_WORD else 1 if first_only else count
            numbers += [scheme.labels.index(label) for label in of_tokens[:trained]] + [IGNORED] * (count - trained)
        return numbers


class LabelledSentence(NamedTuple):
    region: Region
    start: int
    end: int
    is_task: bool


@dataclass(frozen=True)
class SentenceTask:
    """Say of one sentence, seen alone, whether it is a task."""

    config: TrainConfig
    encoder: Encoder
    labels: tuple[str, ...] = ("non-task", "task")

    @property
    def batch_size(self) -> int:
        return self.config.classifier_batch_size

    def items(self, boards: Iterable[Board]) -> list[LabelledSentence]:
        return [
            LabelledSentence(region, sentence.start, sentence.end, sentence.is_task)
            for board in boards
            for region in board.regions
            for sentence in region.sentences or ()
        ]

    def counts(self, items: Iterable[Any]) -> list[float]:
        return count_labels((example for item in items for example in self.examples(item)), len(self.labels))

    def examples(self, item: LabelledSentence, rng: random.Random | None = None) -> list[Example]:
        region = item.region
        if rng is not None and self.config.word_noise:
            region = confuse_region(region, self.config.word_noise, rng)
        span = slice(item.start, item.end)
        features = word_features(region, LAYOUTS["none"])[span]
        pieces = [WordPiece(index, word) for index, word in enumerate(region.word_texts[span])]
        windows = self.encoder.encode(pieces).windows
        return [Example(w.ids, token_features(w, features), [int(item.is_task)]) for w in windows]


class Task(Protocol):
    """What the loop needs to know of a task; an item is whatever `items` gave."""

    @property
    def config(self) -> TrainConfig: ...
    @property
    def labels(self) -> tuple[str, ...]: ...
    @property
    def batch_size(self) -> int: ...
    def items(self, boards: Iterable[Board]) -> list[Any]: ...
    def counts(self, items: Iterable[Any]) -> list[float]: ...
    def examples(self, item: Any, rng: random.Random | None = None) -> list[Example]: ...


def never_occurs(label: str) -> InputError:
    return InputError(f"the label {label} never occurs in the training data; add sentences of both kinds")


def collate(examples: Sequence[Example], *, pad: int) -> Batch:
    """Padded tensors; padding is masked, is not kept and has no label."""
    longest = max(len(example.ids) for example in examples)
    widest = max(len(example.labels) for example in examples)
    most_kept = max(len(example.kept) for example in examples)

    def padded(rows: Iterable[Sequence[int]], width: int, filler: int) -> torch.Tensor:
        return torch.tensor([[*row, *[filler] * (width - len(row))] for row in rows], dtype=torch.int64)

    return Batch(
        ids=padded((e.ids for e in examples), longest, pad),
        mask=padded(([1] * len(e.ids) for e in examples), longest, 0),
        features=padded((e.features for e in examples), longest, 0),
        labels=_padded_rows([e.labels for e in examples], widest)
        if isinstance(examples[0].labels, np.ndarray)
        else padded((cast("Sequence[int]", e.labels) for e in examples), widest, IGNORED),
        kept=padded((e.kept for e in examples), most_kept, -1),
    )


def nothing_of(labels: Labels) -> Labels:
    """As many labels that count for nothing."""
    return np.zeros_like(labels) if isinstance(labels, np.ndarray) else [IGNORED] * len(labels)


def _padded_rows(labels: Sequence[Any], width: int) -> torch.Tensor:
    """Rows of probabilities; those of padding are all zero and count for nothing."""
    rows = np.zeros((len(labels), width, labels[0].shape[1]), np.float32)
    for at, given in enumerate(labels):
        rows[at, : len(given)] = given
    return torch.from_numpy(rows)


def by_length(examples: Sequence[Example], *, waste: int) -> list[list[Example]]:
    """The examples sorted by length and cut where padding would cost more tokens than `waste`."""
    parts: list[list[Example]] = []
    for example in sorted(examples, key=lambda example: len(example.ids)):
        # The new one is the longest so far: everything before it in the part would be padded up to it.
        padding = sum(len(example.ids) - len(other.ids) for other in parts[-1]) if parts else 0
        if not parts or padding > waste:
            parts.append([])
        parts[-1].append(example)
    return parts


def count_labels(examples: Iterable[Example], labels: int) -> list[float]:
    """How often each label is asked for."""
    counts: Counter[int] = Counter()
    for example in examples:
        counts.update(label for label in example.labels if label != IGNORED)
    return [counts[number] for number in range(labels)]


def class_weights(counts: Sequence[float], labels: Sequence[str], power: float) -> list[float]:
    """(largest count / count) ** power for each label; a label that never occurs cannot be learned."""
    for count, label in zip(counts, labels, strict=True):
        if not count:
            raise never_occurs(label)
    return [(max(counts) / count) ** power for count in counts]
