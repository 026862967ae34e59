"""Pretrained encoders by folder or by name on the Hugging Face hub, with our marks in the vocabulary."""

from __future__ import annotations

import json
import os
import socket
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies

import transformers
from huggingface_hub.constants import ENDPOINT
from tokenizers import Tokenizer
from transformers import AutoTokenizer

from inkslate.errors import InputError
from inkslate.messages import one_line
from inkslate.model.bundle import MANIFEST, TAGGER, TOKENIZER, WEIGHTS, Bundle
from inkslate.model.layout import Mark
from inkslate.model.network import HEADS, Network, load_network, longest_input, word_layers_problem
from inkslate.model.tokenizer import load_tokenizer

_HUB_SECONDS = 5
# Fields of an encoder's config that a bundle leaves out: paths of another machine, and code to load.
_PRIVATE = ("_name_or_path", "auto_map", "dtype", "torch_dtype", "_attn_implementation_autoset", "transformers_version")


@dataclass(frozen=True)
class Pretrained:
    """An encoder ready to be trained: the network, its tokenizer with marks, its longest input, its padding id."""

    network: Network
    tokenizer: Tokenizer
    max_length: int
    pad: int

    @cached_property
    def tokenizer_json(self) -> str:
        """The tokenizer, for the windows of the training and for a bundle."""
        text: str = self.tokenizer.to_str(pretty=False)
        return text

    @property
    def config_json(self) -> str:
        """The architecture, for a bundle."""
        value = {name: item for name, item in self.network.model.config.to_dict().items() if name not in _PRIVATE}
        return json.dumps(value, indent=1, sort_keys=True) + "\n"


def encoder_name(encoder: str) -> str:
    """The name of the encoder in results: that of the hub, or of its folder without the path."""
    return Path(encoder).name if Path(encoder).is_dir() else encoder


def check_encoder(encoder: str) -> None:
    """Fail early where `encoder` is a path, and not the folder of an encoder."""
    looks_like_path = encoder.startswith((".", "~", os.sep)) or encoder.count("/") > 1
    folder = Path(encoder)
    if folder.is_dir() and (folder / MANIFEST).is_file():
        raise InputError(
            f"{encoder}: is a model of inkslate, not a bare encoder; use --start {encoder} to train it further"
        )
    if folder.is_dir():
        for name in ("config.json", "tokenizer.json", "model.safetensors"):
            if not (folder / name).is_file():
                raise InputError(
                    f"{encoder}: has no {name}; its folder needs config.json, tokenizer.json, model.safetensors"
                )
    elif looks_like_path or folder.exists():
        raise InputError(f"{encoder}: no such encoder folder")


def load_pretrained(
    encoder: str, *, kind: str, labels: int, features: int, dropout: float | None, layers: int = 0, word_layers: int = 0
) -> Pretrained:
    """The encoder with a new head; an InputError where it cannot be loaded."""
    messages: Any = transformers.utils.logging
    messages.set_verbosity_error()
    messages.disable_progress_bar()
    try:
        local = Path(encoder).is_dir() or not _hub_answers()
        tokenizer = _tokenizer(encoder, local=local)
        model = HEADS[kind].from_pretrained(
            encoder, num_labels=labels, trust_remote_code=False, use_safetensors=True, local_files_only=local
        )
    except Exception as error:  # transformers, safetensors and the hub's client raise errors of their own
        reason = one_line(str(error), 160)
        raise InputError(
            f"encoder {encoder!r} cannot be loaded ({reason}); name a folder with config.json, tokenizer.json and "
            "model.safetensors, or a model on the hub that this machine can reach"
        ) from None
    if layers:
        keep_layers(model, layers, encoder=encoder)
    if problem := word_layers_problem(model.config, word_layers):
        raise InputError(f"encoder {encoder!r}: {problem}")
    model = model.float()  # encoders stored in half precision are trained in full
    if dropout is not None:
        _set_dropout(model, dropout)
    tokenizer.add_special_tokens([mark.value for mark in Mark])
    rows = max(model.get_input_embeddings().weight.shape[0], max(tokenizer.get_vocab().values()) + 1)
    model.resize_token_embeddings(rows, mean_resizing=False)
    pad = model.config.pad_token_id
    network = Network(model, features=features, word_layers=word_layers)
    return Pretrained(network, tokenizer, longest_input(model.config), 0 if pad is None else int(pad))


def pretrained_model(bundle: Bundle, *, dropout: float | None) -> Pretrained:
    """A finished tagger with its own head and tokenizer, to be trained further."""
    if bundle.base is not None or bundle.manifest.kind != TAGGER:
        kind = "an adapter" if bundle.base is not None else f"a {bundle.manifest.kind}"
        raise InputError(f"{bundle.folder}: is {kind}; training starts from a {TAGGER} with a network of its own")
    if bundle.has(WEIGHTS):
        network = load_network(bundle)
    else:
        from inkslate.training.starting.dequantisation import network_from_onnx  # needs onnx, which other runs do not

        network = network_from_onnx(bundle)
    if dropout is not None:
        _set_dropout(network.model, dropout)
    # Few boards have few words: those that do not occur must keep their place beside those that do.
    network.embeddings.requires_grad_(False)
    pad = network.model.config.pad_token_id
    tokenizer = load_tokenizer(bundle.path(TOKENIZER))
    return Pretrained(network, tokenizer, bundle.manifest.max_length, 0 if pad is None else int(pad))


def keep_layers(model: Any, count: int, *, encoder: str) -> None:
    """Keep `count` layers of the encoder, the first, the last and evenly between; an InputError if there are fewer."""
    layers = getattr(getattr(model.base_model, "encoder", None), "layer", None)
    if layers is None:
        raise InputError(f"encoder {encoder!r}: layers is {count}, but it has no list of layers; use layers 0")
    if count > len(layers):
        raise InputError(f"encoder {encoder!r}: layers is {count}, it has {len(layers)}; use fewer")
    last = len(layers) - 1
    chosen = [round(number * last / (count - 1)) for number in range(count)] if count > 1 else [last]
    model.base_model.encoder.layer = type(layers)([layers[number] for number in chosen])
    model.config.num_hidden_layers = count


def _tokenizer(encoder: str, *, local: bool) -> Tokenizer:
    path = Path(encoder) / "tokenizer.json"
    if path.is_file():
        return load_tokenizer(path)
    tokenizer: Tokenizer = AutoTokenizer.from_pretrained(
        encoder, use_fast=True, local_files_only=local
    ).backend_tokenizer
    return tokenizer


def _hub_answers() -> bool:
    """Whether the hub can be reached; its client would retry for a minute. With a proxy, assume that it can."""
    if getproxies():
        return True
    address = urlsplit(ENDPOINT)
    try:
        with socket.create_connection((address.hostname or "", address.port or 443), timeout=_HUB_SECONDS):
            return True
    except OSError:
        return False


def _set_dropout(model: Any, dropout: float) -> None:
    import torch

    for module in model.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = dropout
        # Some attention modules keep the number itself instead of a layer.
        for name in ("dropout_prob", "attention_dropout"):
            if isinstance(getattr(module, name, None), float):
                setattr(module, name, dropout)
