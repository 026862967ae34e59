"""Taggers small enough for tests: random networks with heads fitted to toy boards, and their exports."""

from __future__ import annotations

import string
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from inkslate.experiments.random_model import make
from inkslate.model.bundle import FLOAT32, INT8, TOKENIZER, WEIGHTS, Bundle, save_bundle
from inkslate.model.features import token_features, word_features
from inkslate.model.layout import LAYOUTS, render
from inkslate.model.network import Network, load_network
from inkslate.model.schemes import NTI
from inkslate.model.windows import Encoder
from inkslate.training.conversion import convert
from inkslate.training.export import Exported, export_bundle
from tests.support.tiny_encoder import toy_boards

SPECIALS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
# Boards that a head is fitted to, and others for the gate.
KNOWN, GATE = toy_boards(80, seed=1), toy_boards(40, seed=2)


@dataclass(frozen=True)
class Tiny:
    """A tagger and its exports. In `wide` the matrices are large enough to be quantised, else the token table is."""

    torch: Bundle
    float32: Bundle
    exported: Exported  # in int8
    wide: Bundle
    wide_float32: Bundle
    wide_int8: Bundle

    @property
    def int8(self) -> Bundle:
        return self.exported.bundle


def build(folder: Path) -> Tiny:
    """All of them; the first call takes seconds, so `tests.conftest.tiny` calls it once a session."""
    with one_torch_thread():
        narrow = fitted_tagger(folder / "torch", hidden=32)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("inkslate.experiments.random_model._WORD_PIECES", 2000)  # small files
            wide = fitted_tagger(folder / "wide", hidden=256)
        wide_float32 = convert(wide, folder / "wide-float32", precision=FLOAT32)
        return Tiny(
            narrow,
            convert(narrow, folder / "float32", precision=FLOAT32),
            export_bundle(narrow, GATE, folder / "int8"),
            wide,
            wide_float32,
            convert(wide, folder / "wide-int8", precision=INT8, float32=wide_float32),
        )


@contextmanager
def one_torch_thread() -> Iterator[None]:
    """Compute with one thread: for networks this small, more threads only wait for each other."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def fitted_tagger(folder: Path, *, hidden: int) -> Bundle:
    """`random_model`'s network, livelier, and with the head that least squares find: it knows the toy boards well."""
    bundle = make(folder, ["learned"], layers=2, hidden=hidden, heads=2)
    # Pieces that are learned come in another order every time, and with them another model.
    bundle = save_bundle(folder, bundle.manifest, {TOKENIZER: fixed_pieces().to_str().encode()})
    network = load_network(bundle)
    shake(network)
    seen, labels = zip(*_first_tokens(bundle, network), strict=True)
    known = torch.stack(seen).double()
    known = torch.cat([known, torch.ones(len(known), 1)], dim=1)
    wanted = torch.nn.functional.one_hot(torch.tensor(labels)).double()
    solution = torch.linalg.solve(known.T @ known + torch.eye(hidden + 1), known.T @ wanted)
    head: Any = network.model.classifier
    with torch.no_grad():
        head.weight.copy_(8 * solution[:-1].T)
        head.bias.copy_(8 * solution[-1])
    return save_bundle(folder, bundle.manifest, {WEIGHTS: save(network.state_dict())})


def fixed_pieces() -> Tokenizer:
    """The words of the toy boards, and single characters for all others."""
    normalizer = normalizers.BertNormalizer()
    words = {
        normalizer.normalize_str(word) for board in KNOWN for region in board.regions for word in region.word_texts
    }
    letters = string.ascii_lowercase + string.digits + string.punctuation
    pieces = [*SPECIALS, *letters, *(f"##{letter}" for letter in letters), *sorted(words - set(letters))]
    tokenizer = Tokenizer(models.WordPiece({piece: at for at, piece in enumerate(pieces)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    frame = [(name, pieces.index(name)) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=frame)
    return tokenizer


def shake(network: Network) -> None:
    """Biases are zero at first, norms one and features nothing, which would hide a mistake with them."""
    torch.manual_seed(0)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.1)


def _first_tokens(bundle: Bundle, network: Network) -> Iterator[tuple[torch.Tensor, int]]:
    """What the head is given for each word, and the number of the word's label."""
    encoder = Encoder.from_file(bundle.path(TOKENIZER), max_length=bundle.manifest.max_length)
    given: list[torch.Tensor] = []
    head: Any = network.model.classifier
    hook = head.register_forward_pre_hook(lambda _, inputs: given.append(inputs[0][0]))
    for board in KNOWN:
        for region in board.regions:
            encoded = encoder.encode(render(region, LAYOUTS["none"]))
            (window,) = encoded.windows
            features = token_features(window, word_features(region, bundle.layout))
            ids = torch.tensor([window.ids])
            with torch.no_grad():
                network(ids, torch.ones_like(ids), torch.tensor([features]))
            for place, label in zip(encoded.places, NTI.encode(region.sentences or ()), strict=True):
                yield given[-1][place.start], NTI.labels.index(label)
    hook.remove()


def listing(folder: Path) -> list[str]:
    """Everything in a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
