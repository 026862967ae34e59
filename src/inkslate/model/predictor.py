"""Predictors from models: one pass of a tagger, or the paper's baseline of two models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from inkslate.board import Board, Region, Span
from inkslate.errors import ModelError
from inkslate.extraction import FoundSentence, ModelInfo, Predictor
from inkslate.messages import counted
from inkslate.model.backends import Backend, Logits, ModelInput, backend_type, load_backend
from inkslate.model.bundle import BASELINE, CLASSIFIER, CLASSIFIER_PART, SEGMENTER_PART, TAGGER, TOKENIZER, Bundle
from inkslate.model.calibration import Calibration
from inkslate.model.features import context_features, feature_count, place_in_line, token_features, word_features
from inkslate.model.layout import LAYOUTS, Layout, Piece, WordPiece, render
from inkslate.model.neutral import neutral_view, restore
from inkslate.model.running import Tick
from inkslate.model.schemes import Scheme
from inkslate.model.tokenizer import read_subwords
from inkslate.model.view import Passage, View, outline, passages
from inkslate.model.windows import Encoded, Encoder

Renderer = Callable[[Region, Layout], Sequence[Piece]]
Probabilities = npt.NDArray[np.float64]
# For every word its rows; where each has one row, they may be a single array of words x 1 x labels.
Words = Sequence[Probabilities] | Probabilities


class EncodedRegion(NamedTuple):
    """A region as inputs of the network, one a window, and what is needed to decode their outputs."""

    encoded: Encoded
    features: tuple[int, ...]  # of the words
    inputs: tuple[ModelInput, ...]
    whole: Region | None = None  # the region with its marks, where the model sees none
    places: tuple[int, ...] = ()  # the index in `whole` of every word


class Tagger:
    """A model that labels every word of a region in one pass, or a pass for each window of a long one."""

    def __init__(self, bundle: Bundle, backend: Backend, *, renderer: Renderer = render) -> None:
        _check_kind(bundle, TAGGER)
        self.info: ModelInfo = _info(bundle)
        self._scheme: Scheme = bundle.scheme
        self._first = {task: self._scheme.labels.index(label) for task, label in self._scheme.first.items()}
        self._begins = [self._scheme.labels.index(label) for label in self._scheme.begins]
        self._layout, self._view, self._vote = bundle.layout, bundle.view, bundle.manifest.vote
        self._keeps_words = bundle.manifest.word_layers > 0
        self._shown = bundle.layout if bundle.manifest.marks else LAYOUTS["none"]
        self._thresholds = bundle.manifest.thresholds
        begins = "begin" in self._thresholds
        self._begin_at = np.array(_begin_by_feature(self._thresholds, self._view)) if begins else None
        self._calibration = Calibration.from_json(bundle.manifest.calibration)
        self._encoder = _encoder(bundle)
        self._backend, self._render = backend, renderer

    def predict(self, board: Board) -> Sequence[tuple[FoundSentence, ...]]:
        """The sentences of each region of the board."""
        return [self.predict_passage(passage) for passage in self.passages(board)]

    def predict_passage(self, passage: Passage, *, tick: Tick | None = None) -> tuple[FoundSentence, ...]:
        """Sentences that partition the words of the passage's region, each with its probability of a task."""
        encoded = self.encode(passage)
        words, told = len(passage.region.words), 0
        outputs: dict[ModelInput, Logits] = {}  # a page that is repeated gives equal windows, which are run once
        for number, window in enumerate(encoded.inputs, 1):
            if window not in outputs:
                outputs[window] = self.run(window)
            if tick is not None:
                share = words * number // len(encoded.inputs)
                tick(share - told)
                told = share
        return self.decode(encoded, [outputs[window] for window in encoded.inputs])

    def passages(self, board: Board) -> list[Passage]:
        """The regions of the board, each with what the model reads above it."""
        return passages(board, self._view)

    def word_probabilities(self, passage: Passage) -> Words:
        """For every word an array of one row a token (the first alone, where the model was trained so)."""
        inputs = self._encode(passage)
        return self._by_word(inputs.encoded, [self.run(window) for window in inputs.inputs])

    def word_labels(self, passage: Passage, words: Words) -> list[str]:
        """The label each word's tokens vote for, or that the model's thresholds for a beginning give it."""
        return self._labels(words, word_features(passage.region, self._layout, self._view))

    def encode(self, passage: Passage) -> EncodedRegion:
        """The inputs for `run`, which may be run in any order and on any thread; equal inputs give equal outputs."""
        region, above = passage
        # Many regions may be under one heading: of a very long one only the beginning is read.
        above = tuple(line.beginning(self._encoder.most_context + 1) for line in above)
        if above and (heads := neutral_view(Region(region.id, above))) is not None:
            above = heads.region.lines
        view = neutral_view(region, items=not self._view.is_plain)
        if view is None:
            return self._encode(Passage(region, above))
        return self._encode(Passage(view.region, above))._replace(whole=region, places=view.places)

    def _encode(self, passage: Passage) -> EncodedRegion:
        region = passage.region
        around = outline(passage, self._view)
        encoded = self._encoder.encode(self._render(region, self._shown), around)
        features = word_features(region, self._layout, self._view)
        above = context_features(around.context, self._layout, self._view)
        inputs = [
            ModelInput(
                window.ids,
                tuple(token_features(window, features, above)),
                tuple(window.kept) if self._keeps_words else (),
            )
            for window in encoded.windows
        ]
        return EncodedRegion(encoded, features, tuple(inputs))

    def run(self, window: ModelInput) -> Logits:
        """One row a token. Word layers give no row for the later pieces of a word: these get the row of its first."""
        output = self._backend.run(window)
        tokens = len(window.kept) if self._keeps_words else len(window.ids)
        if output.shape != (tokens, len(self._scheme.labels)):
            raise ModelError(
                f"the model gives an array of {output.shape} for {counted(tokens, 'token')} and the "
                f"{len(self._scheme.labels)} labels of {self._scheme.title}"
            )
        if not self._keeps_words:
            return output
        return output.repeat([after - at for at, after in pairwise((*window.kept, len(window.ids)))], axis=0)

    def decode(self, region: EncodedRegion, outputs: Sequence[Logits]) -> tuple[FoundSentence, ...]:
        """The sentences of the region, from what `run` gave for each of its inputs."""
        words = self._by_word(region.encoded, outputs)
        labels = self._labels(words, region.features)
        found = tuple([self._sentence(span, words) for span in self._scheme.decode(labels)])
        return found if region.whole is None else restore(found, region.whole, region.places)

    def _labels(self, words: Words, features: Sequence[int]) -> list[str]:
        if not len(words):
            return []
        rows = words[:, 0] if isinstance(words, np.ndarray) else np.concatenate(words)
        alone = len(rows) == len(words)  # with one token a word there is no vote
        if self._begin_at is not None:
            means = rows if alone else np.array([tokens.mean(axis=0) for tokens in words])
            return self._labels_by_threshold(means, self._begin_at[list(features)])
        labels = [self._scheme.labels[number] for number in rows.argmax(axis=1).tolist()]
        if alone:
            return labels
        best = iter(labels)
        return [self._scheme.vote(list(islice(best, len(tokens)))) for tokens in words]

    def task_probability(self, tokens: Probabilities) -> float | None:
        """The uncalibrated probability of a task if a sentence begins at this word; None if the scheme has none."""
        task, other = self._scheme.first[True], self._scheme.first[False]
        if task == other:
            return None
        mean = (tokens[0] if len(tokens) == 1 else tokens.mean(axis=0)).tolist()
        chance, both = mean[self._first[True]], mean[self._first[True]] + mean[self._first[False]]
        return chance / both if both else 0.5

    def _by_word(self, encoded: Encoded, outputs: Sequence[Logits]) -> Words:
        # An array is a sequence of its rows.
        probabilities: list[Any] = [_softmax(output) for output in outputs]
        if self._vote == "first" and len(probabilities) == 1:
            # One array of all first tokens, not one for each word: most regions are one window.
            first: Words = probabilities[0][[place.start for place in encoded.places], None]
            return first
        rows: list[Any] = encoded.by_word(probabilities)
        return [tokens[:1] if self._vote == "first" else tokens for tokens in rows]

    def _sentence(self, span: Span, words: Words) -> FoundSentence:
        raw = self.task_probability(words[span.start])
        score = None if raw is None else self._calibration.apply(raw)
        task = bool(span.is_task)
        if score is not None and "task" in self._thresholds:
            task = score > self._thresholds["task"]
        return FoundSentence(span.start, span.end, task, score)

    def _labels_by_threshold(self, means: Probabilities, begin_at: npt.NDArray[np.float64]) -> list[str]:
        """A label for each row of a word. NTI alone has thresholds: N and T begin a sentence, I continues one."""
        chances = means[:, self._begins]
        begins = (chances.sum(axis=1) >= begin_at).tolist()
        best = chances.argmax(axis=1).tolist()  # the first of equals, as in a vote
        rest = self._scheme.rest[False]
        return [self._scheme.begins[kind] if begin else rest for begin, kind in zip(begins, best, strict=True)]


class SentenceClassifier:
    """The baseline's second model: classifies one sentence, without its context, as task or non-task."""

    def __init__(self, bundle: Bundle, backend: Backend) -> None:
        _check_kind(bundle, CLASSIFIER)
        self._encoder = _encoder(bundle)
        self._backend = backend

    def task_probability(self, words: Sequence[str], features: Sequence[int]) -> float:
        """The probability of a task; a sentence longer than a window gets the mean over its windows."""
        encoded = self._encoder.encode([WordPiece(index, word) for index, word in enumerate(words)])
        outputs = [self._backend.run(ModelInput(w.ids, token_features(w, features))) for w in encoded.windows]
        if any(output.shape != (2,) for output in outputs):
            raise ModelError("the classifier does not give two labels")
        return float(np.mean([_softmax(output)[1] for output in outputs]))


class TwoModels:
    """The paper's baseline: a Sentence-BI model finds the sentences, a classifier labels one sentence at a time."""

    def __init__(self, info: ModelInfo, segmenter: Tagger, classifier: SentenceClassifier) -> None:
        self.info, self._segmenter, self._classifier = info, segmenter, classifier

    def predict(self, board: Board) -> Sequence[tuple[FoundSentence, ...]]:
        """The sentences of each region of the board."""
        return [tuple(self._classify(region)) for region in board.regions]

    def _classify(self, region: Region) -> Iterator[FoundSentence]:
        features = word_features(region, LAYOUTS["none"])
        for sentence in self._segmenter.predict_passage(Passage(region)):
            span = slice(sentence.start, sentence.end)
            probability = self._classifier.task_probability(region.word_texts[span], features[span])
            yield FoundSentence(sentence.start, sentence.end, probability > 0.5, probability)


def predictor_from(
    bundle: Bundle, *, threads: int | None = None, device: str | None = None, renderer: Renderer = render
) -> Predictor:
    """The predictor that a bundle holds. `threads` are those of one pass on the CPU, `device` is torch's."""
    if bundle.manifest.kind == BASELINE:
        segmenter, classifier = bundle.part(SEGMENTER_PART), bundle.part(CLASSIFIER_PART)
        return TwoModels(
            _info(bundle),
            Tagger(segmenter, load_backend(segmenter, threads=threads, device=device), renderer=renderer),
            SentenceClassifier(classifier, load_backend(classifier, threads=threads, device=device)),
        )
    return Tagger(bundle, load_backend(bundle, threads=threads, device=device), renderer=renderer)


def _info(bundle: Bundle) -> ModelInfo:
    return replace(bundle.info, runtime=backend_type(bundle).runtime)


def _begin_by_feature(thresholds: Mapping[str, float], view: View) -> list[float]:
    """For every feature number of a word the probability from which on it begins a sentence."""
    places = (place_in_line(number) for number in range(feature_count(view)))
    return [thresholds.get(f"begin_{place}", thresholds["begin"]) for place in places]


def _encoder(bundle: Bundle) -> Encoder:
    path = bundle.path(TOKENIZER)
    subwords = read_subwords(path)
    try:
        return Encoder(subwords, max_length=bundle.manifest.max_length)
    except ModelError as error:
        raise ModelError(f"{path}: does not fit the model ({error})") from None


def _check_kind(bundle: Bundle, kind: str) -> None:
    if bundle.manifest.kind != kind:
        raise ModelError(f"{bundle.folder}: is a {bundle.manifest.kind}, not a {kind}")


def _softmax(logits: Logits) -> Probabilities:
    shifted = np.exp(logits.astype(np.float64) - logits.max(axis=-1, keepdims=True))
    result: Probabilities = shifted / shifted.sum(axis=-1, keepdims=True)
    return result
