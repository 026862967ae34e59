"""The torch side of a model: a Hugging Face encoder with a head, and embeddings of word features."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import nn
from transformers import AutoModelForSequenceClassification, AutoModelForTokenClassification, PreTrainedModel
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from inkslate.bundle import CLASSIFIER, ENCODER_CONFIG, MANIFEST, TAGGER, WEIGHTS, Bundle, read_json
from inkslate.errors import ModelError
from inkslate.features import FEATURES

HEADS = {TAGGER: AutoModelForTokenClassification, CLASSIFIER: AutoModelForSequenceClassification}
# What a config may ask for beside the architecture: code or kernels from elsewhere, and formats of weights.
_REFUSED = ("attn_implementation", "experts_implementation", "auto_map", "quantization_config", "dtype", "torch_dtype")
# In these the positions of tokens begin behind the padding token's number.
_SHIFTED = frozenset({"roberta", "xlm-roberta", "camembert", "mpnet", "longformer", "xlm-roberta-xl"})
_MOST_TOKENS = 512


class Network(nn.Module):
    """An encoder with a head; feature embeddings, where there are some, are added to those of the tokens."""

    def __init__(self, model: PreTrainedModel, *, features: bool) -> None:
        super().__init__()
        self.model = model
        self.features = nn.Embedding(FEATURES, self.embeddings.shape[1], padding_idx=0) if features else None
        if self.features is not None:
            nn.init.zeros_(self.features.weight)

    def forward(self, ids: torch.Tensor, mask: torch.Tensor, features: torch.Tensor) -> torch.Tensor:
        """Logits: one row a token from a tagger, one a sequence from a classifier."""
        embedded = self.model.get_input_embeddings()(ids)
        if self.features is not None:
            embedded = embedded + self.features(features)
        logits: torch.Tensor = self.model(inputs_embeds=embedded, attention_mask=mask).logits
        return logits

    @property
    def embeddings(self) -> nn.Parameter:
        """The encoder's table of token embeddings."""
        return cast(nn.Parameter, self.model.get_input_embeddings().weight)

    def head_parameters(self) -> set[str]:
        """Names of what was not pretrained: the head and the feature embeddings."""
        pretrained = {id(parameter) for parameter in self.model.base_model.parameters()}
        return {name for name, parameter in self.named_parameters() if id(parameter) not in pretrained}


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
        reason = " ".join(str(error).split())[:200]
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
    value = read_json(path)
    kind = value.get("model_type")
    # A plain look-up: a folder can name a known architecture, never bring code of its own.
    if not isinstance(kind, str) or kind not in CONFIG_MAPPING:
        raise ModelError(f"{path}: model_type {kind!r} is unknown to the installed transformers")
    plain = {name: item for name, item in value.items() if name not in _REFUSED and not name.startswith("_")}
    try:
        config = CONFIG_MAPPING[kind].from_dict({**plain, "num_labels": labels, "return_dict": True})
        build: Any = HEADS[bundle.manifest.kind].from_config
        model = build(config, trust_remote_code=False)
    except Exception as error:  # whatever a constructor makes of numbers that fit no model
        reason = " ".join(str(error).split())[:200]
        raise ModelError(f"{path}: describes no model that can be built ({reason})") from None
    return Network(model, features=bundle.manifest.features)
