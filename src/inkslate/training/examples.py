"""From labelled regions to examples: token ids, features and labels."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.model.features import context_features, token_features, word_features
from inkslate.model.layout import LAYOUTS, WordPiece, render
from inkslate.model.predictor import Renderer
from inkslate.model.schemes import SCHEMES
from inkslate.model.view import VIEWS, Passage, outline, passages
from inkslate.model.windows import NO_WORD, Encoder, Window
from inkslate.training.config import TrainConfig
from inkslate.training.noise import confuse_lines, confuse_region, decorate_region, drop_layout

IGNORED = -100  # the label of tokens without one: the loss skips them

# One number per token, or one row of probabilities per token.
Labels = Sequence[int] | npt.NDArray[np.float32]


class Example(NamedTuple):
    """One sequence; `labels` has one entry per token for a tagger, a single one for a classifier.

    For a network with word layers, `kept` are the positions of the tokens that have an entry.
    """

    ids: Sequence[int]
    features: Sequence[int]
    labels: Labels
    kept: Sequence[int] = ()


class ShownWindow(NamedTuple):
    """A window and the feature number of each of its tokens."""

    window: Window
    features: Sequence[int]


class Objective(Protocol):
    """What a network is trained to predict: the labels, and how boards become items and items become examples.

    An item is what one draw of a batch takes: a region, or a sentence.
    """

    @property
    def config(self) -> TrainConfig:
        """The settings of the run."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the labels, in the order of their numbers."""

    @property
    def batch_size(self) -> int:
        """Items in a batch."""

    def items(self, boards: Iterable[Any]) -> list[Any]:
        """The items of the boards."""

    def counts(self, items: Iterable[Any]) -> list[float]:
        """How often each label occurs in the items."""

    def examples(self, item: Any, rng: random.Random | None = None) -> list[Example]:
        """One example per window of the item; with `rng`, after random recognition errors."""


@dataclass(frozen=True)
class TaggingObjective:
    """Predict the label of every word of a region."""

    config: TrainConfig
    encoder: Encoder
    renderer: Renderer = render

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the scheme."""
        return SCHEMES[self.config.scheme].labels

    @property
    def batch_size(self) -> int:
        """Regions in a batch."""
        return self.config.batch_size

    def items(self, boards: Iterable[Board]) -> list[Passage]:
        """All regions with words that somebody reviewed, each under its headings where the model reads them."""
        view = VIEWS[self.config.view]
        return [passage for board in boards for passage in passages(board, view) if _is_used(passage.region)]

    def counts(self, items: Iterable[Any]) -> list[float]:
        """How often each label occurs in the items."""
        return count_labels((example for item in items for example in self.examples(item)), len(self.labels))

    def examples(self, item: Passage, rng: random.Random | None = None) -> list[Example]:
        """One example per window; with `rng`, after random recognition errors and layout dropout."""
        sentences = item.region.sentences or ()
        labels: list[str | None] = list(SCHEMES[self.config.scheme].encode(sentences))
        for sentence in sentences:
            if not sentence.reviewed:
                labels[sentence.start : sentence.end] = [None] * (sentence.end - sentence.start)
        return [self.example(shown, self._token_labels(shown.window, labels)) for shown in self.render(item, rng)]

    def render(self, passage: Passage, rng: random.Random | None) -> list[ShownWindow]:
        """The input of the model for a passage."""
        layout, view = LAYOUTS[self.config.layout], VIEWS[self.config.view]
        region, above = passage
        if rng is not None and self.config.word_noise:
            region = confuse_region(region, self.config.word_noise, rng)
            above = confuse_lines(above, self.config.word_noise, rng)
        if rng is not None and self.config.mark_noise:
            region = decorate_region(region, self.config.mark_noise, rng)
        if rng is not None and self.config.layout_dropout:
            layout = drop_layout(layout, self.config.layout_dropout, rng)
        around = outline(Passage(region, above), view)
        pieces = self.renderer(region, layout if self.config.marks else LAYOUTS["none"])
        features = word_features(region, layout, view)
        context = context_features(around.context, layout, view)
        return [
            ShownWindow(w, token_features(w, features, context)) for w in self.encoder.encode(pieces, around).windows
        ]

    def example(self, shown: ShownWindow, labels: Labels) -> Example:
        """The window with its labels, one per token; a network with word layers needs those of the kept tokens only."""
        window, features = shown
        if not self.config.word_layers:
            return Example(window.ids, features, labels)
        kept = window.kept
        return Example(
            window.ids, features, labels[kept] if isinstance(labels, np.ndarray) else [labels[at] for at in kept], kept
        )

    def _token_labels(self, window: Window, labels: Sequence[str | None]) -> list[int]:
        """Labels for the first token of each word, or, as in the released code, for all tokens, marks included.

        None is the label of a word that nobody reviewed: nothing is learned from it.
        """
        scheme, first_only = SCHEMES[self.config.scheme], self.config.loss_on == "first"
        numbers: list[int] = []
        for word, tokens in groupby(window.words):
            count = len(list(tokens))
            label = None if word < 0 else labels[word]
            if word >= 0 and label is None:
                numbers += [IGNORED] * count
                continue
            of_tokens = [scheme.rest[False]] * count if label is None else scheme.token_labels(label, count)
            trained = 0 if word < NO_WORD or (first_only and word == NO_WORD) else 1 if first_only else count
            numbers += [scheme.labels.index(label) for label in of_tokens[:trained]] + [IGNORED] * (count - trained)
        return numbers


def _is_used(region: Region) -> bool:
    """Whether there is something to learn from: reviewed labels, or none at all, as where a teacher gives them."""
    if region.sentences is None:
        return bool(region.word_texts)
    return any(sentence.reviewed for sentence in region.sentences)


class LabelledSentence(NamedTuple):
    """A sentence of a region, and whether it is a task."""

    region: Region
    start: int
    end: int
    is_task: bool


@dataclass(frozen=True)
class SentenceObjective:
    """Predict whether a sentence is a task, from its own words only."""

    config: TrainConfig
    encoder: Encoder
    labels: tuple[str, ...] = ("non-task", "task")

    @property
    def batch_size(self) -> int:
        """Sentences in a batch."""
        return self.config.classifier_batch_size

    def items(self, boards: Iterable[Board]) -> list[LabelledSentence]:
        """All sentences that somebody reviewed."""
        return [
            LabelledSentence(region, sentence.start, sentence.end, sentence.is_task)
            for board in boards
            for region in board.regions
            for sentence in region.sentences or ()
            if sentence.reviewed
        ]

    def counts(self, items: Iterable[Any]) -> list[float]:
        """How often each label occurs in the items."""
        return count_labels((example for item in items for example in self.examples(item)), len(self.labels))

    def examples(self, item: LabelledSentence, rng: random.Random | None = None) -> list[Example]:
        """One example per window, each with the label of the whole sentence."""
        region = item.region
        if rng is not None and self.config.word_noise:
            region = confuse_region(region, self.config.word_noise, rng)
        span = slice(item.start, item.end)
        features = word_features(region, LAYOUTS["none"])[span]
        pieces = [WordPiece(index, word) for index, word in enumerate(region.word_texts[span])]
        windows = self.encoder.encode(pieces).windows
        return [Example(w.ids, token_features(w, features), [int(item.is_task)]) for w in windows]


def never_occurs(label: str) -> InputError:
    """The error for a label without a single example."""
    return InputError(f"the label {label} never occurs in the training data; add sentences of both kinds")


def count_labels(examples: Iterable[Example], labels: int) -> list[float]:
    """How often each label occurs, without ignored tokens."""
    counts: Counter[int] = Counter()
    for example in examples:
        counts.update(label for label in example.labels if label != IGNORED)
    return [counts[number] for number in range(labels)]


def class_weights(counts: Sequence[float], labels: Sequence[str], power: float) -> list[float]:
    """(largest count / count) ** power for each label; an InputError for a label that never occurs."""
    for count, label in zip(counts, labels, strict=True):
        if not count:
            raise never_occurs(label)
    return [(max(counts) / count) ** power for count in counts]
