"""The paper's models as they were released: RoBERTa-base in PyTorch, float32, one region at a time.

They have random weights, which take as long as trained ones, and serve to compare latency. Their tokenizer is that of
the model they are compared with: roberta-base's own gives about as many tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from transformers import RobertaConfig, RobertaForSequenceClassification, RobertaForTokenClassification

from inkslate.experiments.latency import TimedRegion
from inkslate.model.layout import LAYOUTS, WordPiece, render
from inkslate.model.schemes import NTI
from inkslate.model.windows import Encoder
from inkslate.readers.text import parse_text

_VOCABULARY = 50_265


def _random(head: Any, labels: int) -> Any:
    """A model of the shape of roberta-base."""
    config: Any = RobertaConfig
    shape = config(vocab_size=_VOCABULARY, max_position_embeddings=514, type_vocab_size=1, num_labels=labels)
    return head(shape).eval()


class ReferenceModel:
    """SLATE as released: one pass over a region's tokens."""

    def __init__(self, encoder: Encoder, *, labels: int = len(NTI.labels)) -> None:
        self._encoder = encoder
        self.model = _random(RobertaForTokenClassification, labels)

    def __call__(self, item: TimedRegion) -> list[int]:
        labels: list[int] = []
        for region in parse_text(item.text, board="board").regions:
            encoded = self._encoder.encode(render(region, LAYOUTS["both"]))
            best = [_best(self.model, window.ids) for window in encoded.windows]
            labels += [tokens[0] for tokens in encoded.by_word(best)]
        return labels


class ReferenceBaseline:
    """The paper's baseline: a segmenter, then a classifier once for every sentence.

    Random weights find random sentences, so the classifier is given the known ones.
    """

    def __init__(self, encoder: Encoder) -> None:
        self._segmenter = ReferenceModel(encoder, labels=2)
        self._encoder = encoder
        self._classifier = _random(RobertaForSequenceClassification, 2)

    def __call__(self, item: TimedRegion) -> list[int]:
        self._segmenter(item)
        return [self._classify(sentence) for sentence in item.sentences]

    def _classify(self, sentence: str) -> int:
        encoded = self._encoder.encode([WordPiece(at, word) for at, word in enumerate(sentence.split())])
        return int(_best(self._classifier, encoded.windows[0].ids))


def _best(model: Any, ids: Sequence[int]) -> Any:
    with torch.inference_mode():
        return model(torch.tensor([ids])).logits[0].argmax(-1).tolist()
