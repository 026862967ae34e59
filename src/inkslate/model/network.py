"""The torch side of a model: a Hugging Face encoder with a head, and embeddings of word features."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, cast

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import nn
from torch.nn import functional
from transformers import AutoModelForSequenceClassification, AutoModelForTokenClassification, PreTrainedModel
from transformers.masking_utils import create_bidirectional_mask
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from inkslate.errors import ModelError
from inkslate.messages import one_line
from inkslate.model.bundle import CLASSIFIER, ENCODER_CONFIG, MANIFEST, TAGGER, WEIGHTS, Bundle, read_bundle_json
from inkslate.model.features import FEATURES, PARTS, feature_count, feature_parts

HEADS = {TAGGER: AutoModelForTokenClassification, CLASSIFIER: AutoModelForSequenceClassification}
# Settings that are not part of the architecture: code or kernels from elsewhere, and formats of weights.
_REFUSED = ("attn_implementation", "experts_implementation", "auto_map", "quantization_config", "dtype", "torch_dtype")
# In these, positions start after the padding token's number.
_SHIFTED = frozenset({"roberta", "xlm-roberta", "camembert", "mpnet", "longformer", "xlm-roberta-xl"})
_MOST_TOKENS = 512


class Network(nn.Module):
    """An encoder with a head; feature embeddings, where there are some, are added to those of the tokens.

    The upper `word_layers` of a BERT see the kept tokens alone: all but the later pieces of words.
    """

    def __init__(self, model: PreTrainedModel, *, features: int, word_layers: int = 0) -> None:
        super().__init__()
        self.model = model
        self.word_layers = word_layers
        self.features = _feature_embedding(features, self.embeddings.shape[1]) if features else None

    def forward(
        self, ids: torch.Tensor, mask: torch.Tensor, features: torch.Tensor, kept: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Logits: one row a token from a tagger, or a kept token where it has word layers; one a sequence else.

        `kept` are the positions of the kept tokens, filled up with -1.
        """
        embedded = self.model.get_input_embeddings()(ids)
        if self.features is not None:
            embedded = embedded + self.features(features)
        if self.word_layers:
            assert kept is not None
            return self._of_words(embedded, mask, kept)
        logits: torch.Tensor = self.model(inputs_embeds=embedded, attention_mask=mask).logits
        return logits

    def _of_words(self, embedded: torch.Tensor, mask: torch.Tensor, kept: torch.Tensor) -> torch.Tensor:
        model: Any = self.model
        lower, upper = self.layers()
        hidden = model.bert.embeddings(inputs_embeds=embedded)
        hidden = run_layers(lower, hidden, create_bidirectional_mask(model.config, hidden, mask))
        hidden = hidden.gather(1, kept.clamp(min=0)[:, :, None].expand(-1, -1, hidden.shape[2]))
        hidden = run_layers(upper, hidden, create_bidirectional_mask(model.config, hidden, (kept >= 0).to(mask)))
        logits: torch.Tensor = model.classifier(model.dropout(hidden))
        return logits

    def layers(self) -> tuple[Sequence[nn.Module], Sequence[nn.Module]]:
        """A BERT's layers that see all tokens, and those that see the kept ones."""
        layers = list(cast(Any, self.model).bert.encoder.layer)
        cut = len(layers) - self.word_layers
        return layers[:cut], layers[cut:]

    @property
    def embeddings(self) -> nn.Parameter:
        """The encoder's table of token embeddings."""
        return cast(nn.Parameter, self.model.get_input_embeddings().weight)

    @property
    def layer_parameters(self) -> int:
        """How many parameters every token passes: all but those of the table of token embeddings."""
        return sum(parameter.numel() for parameter in self.parameters()) - self.embeddings.numel()

    def head_parameters(self) -> set[str]:
        """Names of what was not pretrained: the head and the feature embeddings."""
        pretrained = {id(parameter) for parameter in self.model.base_model.parameters()}
        return {name for name, parameter in self.named_parameters() if id(parameter) not in pretrained}


class PartEmbedding(nn.Module):
    """The embedding of a feature number: the sum of a row for each of its parts, and zero for number 0."""

    digits: torch.Tensor

    def __init__(self, numbers: int, width: int) -> None:
        super().__init__()
        firsts = [0, *accumulate(PARTS)]
        self.weight = nn.Parameter(torch.zeros(firsts[-1], width))
        rows = [
            [first + value for first, value in zip(firsts, feature_parts(n), strict=False)] for n in range(1, numbers)
        ]
        self.register_buffer("digits", torch.tensor(rows), persistent=False)

    def table(self) -> torch.Tensor:
        """One row for each feature number."""
        rows = self.weight[self.digits].sum(1)
        return torch.cat([rows.new_zeros(1, rows.shape[1]), rows])

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """The embedding of each feature number."""
        return functional.embedding(features, self.table())


def _feature_embedding(numbers: int, width: int) -> nn.Embedding | PartEmbedding:
    if numbers > FEATURES:
        return PartEmbedding(numbers, width)
    embedding = nn.Embedding(numbers, width, padding_idx=0)
    nn.init.zeros_(embedding.weight)
    return embedding


def choose_kernels() -> None:
    """Attention without cuDNN, which builds a plan for every new shape: almost every text has another length."""
    torch.backends.cuda.enable_cudnn_sdp(False)


def run_layers(layers: Iterable[nn.Module], hidden: torch.Tensor, mask: Any = None) -> torch.Tensor:
    """Hidden states after these layers of a BERT."""
    for layer in layers:
        hidden = layer(hidden, mask)
    return hidden


def word_layers_problem(config: Any, word_layers: int) -> str | None:
    """Why an encoder cannot have so many word layers, and the remedy; None where it can."""
    if not word_layers:
        return None
    if config.model_type != "bert" or config.is_decoder:
        kind = "a decoder" if config.model_type == "bert" else config.model_type
        return f"word_layers is {word_layers}, which needs a BERT encoder, not {kind}; use one, or word_layers 0"
    if word_layers > config.num_hidden_layers:
        return f"word_layers is {word_layers}, the encoder has {config.num_hidden_layers} layers; use fewer"
    return None


def longest_input(config: Any) -> int:
    """How many tokens the encoder takes, special ones included."""
    positions = getattr(config, "max_position_embeddings", _MOST_TOKENS)
    shift = (config.pad_token_id or 0) + 1 if config.model_type in _SHIFTED else 0
    return min(_MOST_TOKENS, positions - shift)


def load_network(bundle: Bundle) -> Network:
    """The network of a bundle with its weights; ModelError where they do not fit."""
    weights = bundle.path(WEIGHTS)
    labels = 2 if bundle.manifest.kind == CLASSIFIER else len(bundle.scheme.labels)
    network = build_network(bundle, labels)
    try:
        state = load_file(weights)
    except (SafetensorError, OSError, ValueError) as error:
        raise ModelError(f"{weights}: not safetensors ({error}); get the model again") from None
    try:
        network.load_state_dict(state)
    except RuntimeError as error:
        reason = one_line(str(error), 200)
        raise ModelError(
            f"{weights}: does not fit {bundle.path(ENCODER_CONFIG).name} or the labels ({reason})"
        ) from None
    longest = longest_input(network.model.config)
    if bundle.manifest.max_length > longest:
        raise ModelError(
            f"{bundle.folder / MANIFEST}: max_length is {bundle.manifest.max_length}, the encoder takes {longest}"
        )
    return network.eval()


def build_network(bundle: Bundle, labels: int) -> Network:
    """The network that the bundle's files describe, with random weights."""
    path: Path = bundle.path(ENCODER_CONFIG)
    value = read_bundle_json(path)
    kind = value.get("model_type")
    # A look-up in a table: a bundle can name a known architecture, but cannot bring code.
    if not isinstance(kind, str) or kind not in CONFIG_MAPPING:
        raise ModelError(f"{path}: model_type {kind!r} is unknown to the installed transformers")
    plain = {name: item for name, item in value.items() if name not in _REFUSED and not name.startswith("_")}
    try:
        config = CONFIG_MAPPING[kind].from_dict({**plain, "num_labels": labels, "return_dict": True})
        build: Any = HEADS[bundle.manifest.kind].from_config
        model = build(config, trust_remote_code=False)
    except Exception as error:  # a constructor may raise anything for bad numbers
        reason = one_line(str(error), 200)
        raise ModelError(f"{path}: does not describe a model that can be built ({reason})") from None
    word_layers = bundle.manifest.word_layers
    if problem := word_layers_problem(model.config, word_layers):
        raise ModelError(f"{bundle.folder / MANIFEST}: {problem}")
    features = feature_count(bundle.view) if bundle.manifest.features else 0
    return Network(model, features=features, word_layers=word_layers)
