"""A model with random weights, for timing: it takes as long as a trained model of the same shape."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save as to_safetensors
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers import BertConfig, BertForTokenClassification

from inkslate.model.bundle import ENCODER_CONFIG, TAGGER, TOKENIZER, WEIGHTS, Bundle, Manifest, save_bundle
from inkslate.model.features import feature_count
from inkslate.model.layout import Mark
from inkslate.model.network import Network
from inkslate.model.schemes import NTI
from inkslate.model.view import VIEWS

_SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
_WORD_PIECES = 30_522


def make(
    folder: Path,
    texts: Iterable[str],
    *,
    layers: int = 6,
    hidden: int = 384,
    heads: int = 12,
    word_layers: int = 0,
    marks: bool = False,
    view: str = "region",
) -> Bundle:
    """A bundle of the shape of all-MiniLM-L6-v2, with word pieces learned from the texts."""
    torch.manual_seed(0)
    config = _config(layers=layers, hidden=hidden, heads=heads)
    head: Any = BertForTokenClassification
    network = Network(head(config), features=feature_count(VIEWS[view]), word_layers=word_layers)
    manifest = Manifest(
        name=f"random-{layers}x{hidden}",
        version="1",
        kind=TAGGER,
        scheme=NTI.name,
        layout="both",
        encoder=f"random BERT of {layers} layers x {hidden}",
        max_length=config.max_position_embeddings,
        features=True,
        marks=marks,
        vote="first",
        word_layers=word_layers,
        view=view,
    )
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        WEIGHTS: to_safetensors(network.state_dict()),
        ENCODER_CONFIG: config.to_json_string(use_diff=False).encode(),
        TOKENIZER: _word_pieces(texts).to_str().encode(),
    }
    return save_bundle(folder, manifest, files)


def _config(*, layers: int, hidden: int, heads: int) -> Any:
    config: Any = BertConfig
    return config(
        vocab_size=_WORD_PIECES + len(Mark),
        hidden_size=hidden,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        intermediate_size=4 * hidden,
        num_labels=len(NTI.labels),
    )


def _word_pieces(texts: Iterable[str]) -> Tokenizer:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))  # noqa: S106  a token, not a password
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    # Few pieces, so that a word has about as many as with a large vocabulary learned from other text.
    # No progress bar: it would go to standard output.
    trainer = trainers.WordPieceTrainer(vocab_size=1500, special_tokens=_SPECIAL, show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[(name, tokenizer.token_to_id(name)) for name in ("[CLS]", "[SEP]")]
    )
    tokenizer.add_special_tokens([mark.value for mark in Mark])
    return tokenizer
