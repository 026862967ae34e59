"""From torch to ONNX: the same numbers in one self-contained file."""

from __future__ import annotations

import json
import logging
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.numpy_helper
import pytest
from safetensors.torch import save

from inkslate.errors import ModelError
from inkslate.experiments.random_model import make
from inkslate.model.backends import ModelInput
from inkslate.model.backends.head import HEAD, read_head
from inkslate.model.backends.onnx_backend import OnnxBackend
from inkslate.model.backends.torch_backend import TorchBackend
from inkslate.model.bundle import (
    CARD,
    ENCODER_CONFIG,
    FLOAT32,
    INT8,
    MANIFEST,
    ONNX,
    TAGGER,
    TOKENIZER,
    WEIGHTS,
    Bundle,
    Manifest,
    save_bundle,
)
from inkslate.model.features import FEATURES
from inkslate.model.network import Network, build_network, longest_input
from inkslate.model.predictor import Tagger
from inkslate.training.conversion import convert
from inkslate.training.vectors import add_vectors, head_of
from tests.support import hand_made
from tests.support.tiny_encoder import toy_boards
from tests.support.tiny_tagger import Tiny, fixed_pieces, listing, shake

pytestmark = pytest.mark.export

LENGTHS = (1, 2, 3, 8, 9, 10, 31, 64, 127, 128, 129, 300, 509, 510, 511, 512)


# The same numbers


def windows(vocabulary: int, longest: int) -> list[ModelInput]:
    rng = random.Random(0)
    return [
        ModelInput(
            rng.choices(range(vocabulary), k=length),
            rng.choices(range(FEATURES), k=length),
            sorted({0, *rng.sample(range(length), k=3 * length // 4)}),
        )
        for length in LENGTHS
        if length <= longest
    ]


def farthest(original: Bundle, exported: Bundle, vocabulary: int) -> float:
    """The largest difference of a logit over windows of many lengths."""
    before, after = TorchBackend(original, device="cpu"), OnnxBackend(exported, threads=2)
    pairs = [(before.run(w), after.run(w)) for w in windows(vocabulary, original.manifest.max_length)]
    assert all(one.shape == other.shape and one.dtype == other.dtype == np.float32 for one, other in pairs)
    assert max(float(np.abs(one).max()) for one, _ in pairs) > 0.1  # there is something to compare
    return max(float(np.abs(one - other).max()) for one, other in pairs)


def test_float32_gives_the_numbers_of_torch(tiny: Tiny) -> None:
    assert farthest(tiny.torch, tiny.float32, 30_522) < 1e-4
    assert farthest(tiny.wide, tiny.wide_float32, 2000) < 1e-4


SMALL = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}
ENCODERS: dict[str, dict[str, Any]] = {
    "bert": SMALL | {"max_position_embeddings": 512},
    "roberta": SMALL | {"max_position_embeddings": 514, "pad_token_id": 1},
    "mpnet": SMALL | {"max_position_embeddings": 514},  # attention with relative positions, which is not fused
    "distilbert": {"dim": 32, "n_layers": 2, "n_heads": 2, "hidden_dim": 64, "max_position_embeddings": 512},
}


@pytest.mark.parametrize(
    ("kind", "features"), [*((kind, True) for kind in ENCODERS), ("bert", False), ("roberta", False)]
)
def test_other_encoders_give_the_numbers_of_torch_too(
    kind: str, features: bool, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    original = of_encoder(tmp_path / "torch", kind, features=features)
    exported = convert(original, tmp_path / "onnx", precision=FLOAT32)
    assert capfd.readouterr() == ("", "")  # the exporters keep their remarks to themselves
    assert farthest(original, exported, 200) < 1e-4
    logits, vectors = onnx.load(exported.path(ONNX)).graph.output
    assert [output.type.tensor_type.shape.dim[2].dim_value for output in (logits, vectors)] == [3, 32]
    check_vectors(exported)


@pytest.mark.parametrize(("word_layers", "features"), [(1, True), (2, True), (1, False)])
def test_word_layers_give_the_numbers_of_torch_for_kept_tokens(
    word_layers: int, features: bool, tmp_path: Path
) -> None:
    original = of_encoder(tmp_path / "torch", "bert", features=features, word_layers=word_layers)
    exported = convert(original, tmp_path / "onnx", precision=FLOAT32)
    assert farthest(original, exported, 200) < 1e-4
    backend = OnnxBackend(exported, threads=1)
    for window in windows(200, 64):
        assert backend.run(window).shape == (len(window.kept), 3)
    check_vectors(exported)
    graph = onnx.load(exported.path(ONNX)).graph
    assert [item.name for item in graph.input] == ["ids", *["features"] * features, "kept"]


@pytest.fixture(scope="module")
def six_layers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Bundle]:
    """A tagger of six layers, the upper three with word layers, by precision."""
    folder = tmp_path_factory.mktemp("six")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("inkslate.experiments.random_model._WORD_PIECES", 2000)
        original = make(folder / "torch", ["a"], word_layers=3)
    float32 = convert(original, folder / FLOAT32, precision=FLOAT32)
    return {FLOAT32: float32, INT8: convert(original, folder / INT8, precision=INT8, float32=float32)}


@pytest.mark.parametrize(("precision", "fused"), [(FLOAT32, "Attention"), (INT8, "QAttention")])
def test_attention_is_fused_in_all_layers_on_either_side_of_the_gather(
    precision: str, fused: str, six_layers: dict[str, Bundle]
) -> None:
    kinds = [node.op_type for node in onnx.load(six_layers[precision].path(ONNX)).graph.node]
    assert kinds.count(fused) == 6
    assert "Softmax" not in kinds


def of_encoder(folder: Path, kind: str, *, features: bool, word_layers: int = 0) -> Bundle:
    """A tagger on an encoder of another architecture."""
    folder.mkdir()
    fields = {"name": kind, "version": "1", "kind": TAGGER, "scheme": "nti", "layout": "none", "encoder": kind}
    manifest = Manifest(**fields, max_length=64, features=features, vote="first", word_layers=word_layers)
    config = {"model_type": kind, "vocab_size": 200} | ENCODERS[kind]
    files = {ENCODER_CONFIG: json.dumps(config).encode(), TOKENIZER: fixed_pieces().to_str().encode()}
    network: Network = build_network(save_bundle(folder, manifest, files), 3)
    shake(network)
    longest = longest_input(network.model.config)
    assert longest == 512
    return save_bundle(folder, replace(manifest, max_length=longest), files | {WEIGHTS: save(network.state_dict())})


def test_the_same_bundle_gives_the_same_file(tiny: Tiny, tmp_path: Path) -> None:
    for precision, before in ((FLOAT32, tiny.wide_float32), (INT8, tiny.wide_int8)):
        again = convert(tiny.wide, tmp_path / precision, precision=precision)
        assert again.manifest.files == before.manifest.files


@pytest.mark.parametrize("level", [logging.NOTSET, logging.CRITICAL])
def test_export_leaves_logging_as_it_was(level: int, tiny: Tiny, tmp_path: Path) -> None:
    logging.disable(level)
    try:
        convert(tiny.torch, tmp_path / "m", precision=FLOAT32)
        assert logging.root.manager.disable == level
    finally:
        logging.disable(logging.NOTSET)


# Vectors


def check_vectors(bundle: Bundle) -> None:
    """The head of the bundle makes the logits from the vectors."""
    backend, head = OnnxBackend(bundle, threads=1), read_head(bundle.path(HEAD), labels=3)
    for window in windows(200, 64):
        vectors, logits = backend.vectors(window), backend.run(window)
        assert vectors.shape == (len(logits), head.width)
        assert np.abs(head.logits(vectors) - logits).max() < 1e-4


@pytest.mark.parametrize("name", ["float32", "int8", "wide_float32", "wide_int8"])
def test_an_export_gives_the_vectors_of_which_its_head_makes_the_logits(name: str, tiny: Tiny) -> None:
    check_vectors(getattr(tiny, name))


def test_vectors_can_be_added_to_a_file_without_and_change_no_logit(tiny: Tiny, tmp_path: Path) -> None:
    model = onnx.load(tiny.int8.path(ONNX))
    del model.graph.output[1]
    files = {ONNX: model.SerializeToString(), TOKENIZER: tiny.int8.path(TOKENIZER).read_bytes()}
    (tmp_path / "old").mkdir()
    old = OnnxBackend(save_bundle(tmp_path / "old", replace(tiny.int8.manifest, files={}), files), threads=1)
    for window in windows(200, 64):
        assert (old.run(window) == OnnxBackend(tiny.int8, threads=1).run(window)).all()
    again = add_vectors(files[ONNX])
    assert again == add_vectors(again) == tiny.int8.path(ONNX).read_bytes()
    with pytest.raises(ModelError, match="gives no vectors of words; export the model again"):
        old.vectors(windows(200, 64)[0])


def test_a_head_that_is_not_linear_has_no_vectors() -> None:
    model = hand_made.graph([hand_made.look_up()]).SerializeToString()
    assert add_vectors(model) == model
    assert head_of(model) is None


# int8


def initializers(bundle: Bundle) -> dict[str, np.ndarray[Any, Any]]:
    return {
        tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in onnx.load(bundle.path(ONNX)).graph.initializer
    }


def test_int8_labels_words_as_float32_does(tiny: Tiny) -> None:
    boards = [board.without_labels() for board in toy_boards(60, seed=9)]
    for float32, int8 in ((tiny.float32, tiny.int8), (tiny.wide_float32, tiny.wide_int8)):
        one, other = (Tagger(bundle, OnnxBackend(bundle, threads=1)) for bundle in (float32, int8))
        pairs = []
        for board in boards:
            for passage in one.passages(board):
                mine, theirs = one.word_probabilities(passage), other.word_probabilities(passage)
                pairs += zip(one.word_labels(passage, mine), other.word_labels(passage, theirs), strict=True)
                assert max(float(np.abs(a - b).max()) for a, b in zip(mine, theirs, strict=True)) < 0.25
        assert sum(a == b for a, b in pairs) / len(pairs) > 0.98


def test_large_matrices_are_quantised_to_seven_bits_and_small_ones_are_not(tiny: Tiny) -> None:
    before, after = initializers(tiny.wide_float32), initializers(tiny.wide_int8)
    large = [array.size for array in before.values() if array.size >= 1 << 16 and array.shape != (512, 256)]
    quantised = [array for array in after.values() if array.dtype in (np.int8, np.uint8) and array.ndim == 2]
    assert len(large) == 1 + 2 * 4  # the tokens; attention with its output, and two matrices behind it, in each layer
    assert sorted(array.size for array in quantised) == sorted(large)
    # A table is looked up. A matrix has 7 bits, so that two products with 8-bit numbers fit into 16 on any processor.
    largest = {array.dtype.name: max(abs(int(array.min())), int(array.max())) for array in quantised}
    assert largest == {"uint8": 255, "int8": 64}
    assert 2 * 255 * 64 < 1 << 15
    assert any(array.shape == (256, 3) and array.dtype == np.float32 for array in after.values())  # the head
    # A scale for each column of a matrix.
    assert {array.shape for name, array in after.items() if name.endswith("_scale")} == {(), (256,), (768,), (1024,)}


def test_int8_is_a_third_of_the_size(tiny: Tiny) -> None:
    for float32, int8 in ((tiny.float32, tiny.int8), (tiny.wide_float32, tiny.wide_int8)):
        assert int8.path(ONNX).stat().st_size < float32.path(ONNX).stat().st_size / 2.5


# One file


@pytest.mark.parametrize("name", ["float32", "int8", "wide_float32", "wide_int8"])
def test_a_model_is_one_file_without_external_data(name: str, tiny: Tiny) -> None:
    bundle: Bundle = getattr(tiny, name)
    model = onnx.load(bundle.path(ONNX), load_external_data=False)
    tensors = [*model.graph.initializer, *(a.t for node in model.graph.node for a in node.attribute if a.HasField("t"))]
    assert all(tensor.data_location == onnx.TensorProto.DEFAULT for tensor in tensors)
    assert not any(tensor.external_data for tensor in tensors)
    assert [item.name for item in model.graph.input] == ["ids", "features"]
    assert [item.name for item in model.graph.output] == ["logits", "vectors"]
    assert set(listing(bundle.folder)) - {CARD} == {HEAD, MANIFEST, ONNX, TOKENIZER}
    assert bundle.path(TOKENIZER).read_bytes() == tiny.torch.path(TOKENIZER).read_bytes()
