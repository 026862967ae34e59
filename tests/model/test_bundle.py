"""Model folders: what is saved is loaded, and a broken or hostile folder is an error that names the file."""

from __future__ import annotations

import hashlib
import json
import math
import os
import pickle
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save

from inkslate.board import Board, partition_problems
from inkslate.errors import ModelError
from inkslate.extractor import Extractor
from inkslate.model.bundle import (
    BASELINE,
    CLASSIFIER,
    CLASSIFIER_PART,
    ENCODER_CONFIG,
    MANIFEST,
    SEGMENTER_PART,
    TAGGER,
    TOKENIZER,
    WEIGHTS,
    Bundle,
    Manifest,
    file_sha256,
    load_bundle,
    save_bundle,
)
from inkslate.model.features import FEATURES
from inkslate.model.predictor import predictor_from
from inkslate.training.card import model_card
from inkslate.training.encoders import load_pretrained
from tests.support.commands import Here, Run
from tests.support.tiny_encoder import toy_boards, write_encoder
from tests.support.tokenizer_families import byte_level

BOARD: Board = toy_boards(1, seed=0)[0].without_labels()


def make_bundle(folder: Path, encoder: Path, *, kind: str = TAGGER, scheme: str = "nti") -> Bundle:
    """A bundle as training writes it, with a head that nobody trained."""
    torch.manual_seed(0)
    labels = 2 if scheme == "bi" or kind == CLASSIFIER else 3
    pretrained = load_pretrained(str(encoder), kind=kind, labels=labels, features=FEATURES, dropout=None)
    folder.mkdir(parents=True)
    manifest = Manifest(
        name=folder.name,
        version="1",
        kind=kind,
        scheme=scheme,
        layout="both",
        encoder="tiny",
        max_length=pretrained.max_length,
        features=True,
        vote="first",
        data={"boards.jsonl": "0" * 64},
    )
    files = {
        WEIGHTS: save(pretrained.network.state_dict()),
        ENCODER_CONFIG: pretrained.config_json.encode(),
        TOKENIZER: pretrained.tokenizer.to_str().encode(),
    }
    return save_bundle(folder, manifest, files)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tagger and a baseline that are as they should be."""
    folder = tmp_path_factory.mktemp("models")
    encoder = write_encoder(folder / "tiny")
    make_bundle(folder / "tagger", encoder)
    parts = [
        make_bundle(folder / "baseline" / SEGMENTER_PART, encoder, scheme="bi"),
        make_bundle(folder / "baseline" / CLASSIFIER_PART, encoder, kind=CLASSIFIER),
    ]
    files = {f"{part.folder.name}/{MANIFEST}": file_sha256(part.folder / MANIFEST) for part in parts}
    manifest = Manifest(
        **{**parts[0].manifest.__dict__, "name": "baseline", "kind": BASELINE, "vote": "all", "files": files}
    )
    save_bundle(folder / "baseline", manifest, {})
    return folder


@pytest.fixture
def tagger(whole: Path, tmp_path: Path) -> Path:
    """A copy to break."""
    return Path(shutil.copytree(whole / "tagger", tmp_path / "model"))


@pytest.fixture
def baseline(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole / "baseline", tmp_path / "model"))


def change_manifest(folder: Path, **fields: Any) -> None:
    """New values for fields; None takes a field away."""
    value = json.loads((folder / MANIFEST).read_text("utf-8")) | fields
    value = {name: item for name, item in value.items() if name not in fields or item is not None}
    (folder / MANIFEST).write_text(json.dumps(value), "utf-8")


def put(folder: Path, name: str, content: bytes) -> None:
    """A file with a hash that fits, as somebody would who means harm."""
    (folder / name).write_bytes(content)
    files = json.loads((folder / MANIFEST).read_text("utf-8"))["files"]
    change_manifest(folder, files=files | {name: hashlib.sha256(content).hexdigest()})


def change_config(folder: Path, **fields: Any) -> None:
    value = json.loads((folder / ENCODER_CONFIG).read_text("utf-8")) | fields
    put(folder, ENCODER_CONFIG, json.dumps(value).encode())


def refusal(folder: Path) -> str:
    """What is said of the folder on the way from loading it to a prediction: one line."""
    with pytest.raises(ModelError) as caught:
        predictor_from(load_bundle(folder)).predict(BOARD)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# What is whole


@pytest.mark.parametrize("name", ["tagger", "baseline"])
def test_what_was_saved_is_loaded_and_predicts(name: str, whole: Path) -> None:
    bundle = load_bundle(whole / name)
    assert (bundle.manifest.name, bundle.manifest.version, bundle.manifest.layout) == (name, "1", "both")
    assert load_bundle(save_bundle(bundle.folder, bundle.manifest, {}).folder) == bundle
    predictor = predictor_from(bundle)
    assert predictor.info == replace(bundle.info, runtime=("torch", torch.__version__))
    for region, found in zip(BOARD.regions, predictor.predict(BOARD), strict=True):
        assert partition_problems([sentence.span for sentence in found], len(region.word_texts)) == []
        assert all(sentence.score is not None and 0 <= sentence.score <= 1 for sentence in found)
    assert Extractor.load(whole / name).extract(BOARD).sentences == tuple(predictor.predict(BOARD))


def test_thresholds_are_in_one_order_whatever_the_files_is(tagger: Path) -> None:
    change_manifest(tagger, thresholds={"task": 0.3, "begin_line": 1, "begin": 0.75})
    assert load_bundle(tagger).info.thresholds == (("begin", 0.75), ("begin_line", 1), ("task", 0.3))


def test_the_hash_of_the_weights_is_the_models(tagger: Path) -> None:
    before = load_bundle(tagger).info
    assert before.sha256 == file_sha256(tagger / WEIGHTS)
    put(tagger, "README.md", b"another card")
    assert load_bundle(tagger).info == before
    state = load_file(tagger / WEIGHTS)
    put(tagger, WEIGHTS, save({name: tensor + 1 for name, tensor in state.items()}))
    assert load_bundle(tagger).info != before


def test_files_that_are_not_in_the_manifest_are_not_looked_at(tagger: Path) -> None:
    (tagger / ".model.safetensors.x.part").write_bytes(b"half")
    (tagger / "notes").symlink_to("/etc/passwd")
    bundle = load_bundle(tagger)
    assert "notes" not in bundle.manifest.files
    with pytest.raises(ModelError, match="notes: the model has no such file"):
        bundle.path("notes")


def test_fields_of_a_later_version_are_left_out(tagger: Path) -> None:
    before = load_bundle(tagger)
    change_manifest(tagger, novelty={"a": 1})
    assert load_bundle(tagger) == before


def test_a_card_is_written_from_the_manifest_alone(whole: Path) -> None:
    card = model_card(load_bundle(whole / "tagger").manifest)
    assert "| scheme | nti |" in card
    assert f"- `boards.jsonl`, sha256 `{'0' * 64}`" in card
    assert "Not measured" in card


# Manifests


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "cannot be read (JSONDecodeError)"),
        (b"{", "cannot be read (JSONDecodeError)"),
        (b"\xff\xfe", "cannot be read (UnicodeDecodeError)"),
        (b"[" * 100_000, "cannot be read (RecursionError)"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "cannot be read (RecursionError)"),
        (b"1" * 5000, "cannot be read (ValueError)"),  # more digits than are read
        (b"[]", "not an object"),
        (b'"format"', "not an object"),
        (b" " * (5 << 20) + b"{}", "too large for a manifest"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_manifest_that_is_none(content: bytes, reason: str, tagger: Path) -> None:
    (tagger / MANIFEST).write_bytes(content)
    assert refusal(tagger).startswith(f"{tagger / MANIFEST}: {reason}")


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("format", 2, "format 2 is not 1; update inkslate"),
        ("format", "1", "format '1' is not 1"),
        ("format", None, "format None is not 1"),
        *((name, None, f"{name} is missing") for name in ("name", "version", "kind", "scheme", "layout", "encoder")),
        ("max_length", None, "max_length is missing"),
        ("files", None, "files is missing"),
        ("kind", "oracle", "kind is 'oracle', not one of tagger, classifier, baseline"),
        ("kind", ["tagger"], "kind is ['tagger'], not one of"),
        ("scheme", "iob", "scheme is 'iob', not one of nti, bio, bi"),
        ("scheme", {}, "scheme is {}, not one of"),
        ("layout", "all", "layout is 'all', not one of both, breaks, bullets, none"),
        ("layout", 1, "layout is 1, not one of"),
        ("vote", "last", "vote is 'last', not one of all, first"),
        ("features", 1, "features is 1, not true or false"),
        ("features", "yes", "features is 'yes', not true or false"),
        ("word_layers", 99, "word_layers is 99, not 0 to 32"),
        ("word_layers", -1, "word_layers is -1, not 0 to 32"),
        ("word_layers", "x", "word_layers is 'x', not 0 to 32"),
        ("word_layers", True, "word_layers is True, not 0 to 32"),
        ("word_layers", 3, "word_layers is 3, the encoder has 2 layers; use fewer"),
        ("name", 7, "name is not a string of text"),
        ("name", "\ud800", "name is not a string of text"),  # could not be printed
        ("version", 1.0, "version is not a string of text"),
        ("encoder", ["tiny"], "encoder is not a string of text"),
        ("max_length", 0, "max_length is 0"),
        ("max_length", True, "max_length is True"),
        ("max_length", "128", "max_length is '128'"),
        ("max_length", 1 << 40, "max_length is 1099511627776"),
        ("max_length", 129, "max_length is 129, the encoder takes 128"),
        ("thresholds", [0.5], "thresholds is not an object"),
        ("training", "long", "training is not an object"),
        ("data", ["boards.jsonl"], "data is not an object"),
        ("scores", 1.0, "scores is not an object"),
        ("files", ["model.safetensors"], "files is not a table of hashes"),
        ("files", {"tokenizer.json": 1}, "files is not a table of hashes"),
        ("files", {}, "the model has no tokenizer.json"),
    ],
)
def test_a_field_that_is_wrong_or_missing(field: str, value: Any, reason: str, tagger: Path) -> None:
    change_manifest(tagger, **{field: value})
    assert refusal(tagger).startswith(f"{tagger / MANIFEST}: {reason}")


@pytest.mark.parametrize(
    ("fields", "config", "reason"),
    [
        ({"vote": "all"}, {}, "has word layers, which only a tagger with the vote first can have"),
        ({"kind": CLASSIFIER}, {}, "has word layers, which only a tagger with the vote first can have"),
        ({}, {"model_type": "roberta"}, "word_layers is 1, which needs a BERT encoder, not roberta; use one, or"),
        ({}, {"is_decoder": True}, "word_layers is 1, which needs a BERT encoder, not a decoder; use one, or"),
    ],
)
def test_word_layers_where_there_cannot_be_any(
    fields: dict[str, Any], config: dict[str, Any], reason: str, tagger: Path
) -> None:
    change_manifest(tagger, word_layers=1)
    assert predictor_from(load_bundle(tagger)).predict(BOARD)
    change_manifest(tagger, **fields)
    change_config(tagger, **config)
    assert refusal(tagger).startswith(f"{tagger / MANIFEST}: {reason}")


@pytest.mark.parametrize(
    "name",
    ["../model.safetensors", "/etc/passwd", "a/../../x", "..", ".", "", "a/b/c", "..\\x", "x\0y"],
)
def test_names_that_lead_out_of_the_folder(name: str, tagger: Path) -> None:
    # The file is there and the hash is right: it is still not the model's.
    (tagger.parent / WEIGHTS).write_bytes(b"outside")
    files = json.loads((tagger / MANIFEST).read_text("utf-8"))["files"]
    change_manifest(tagger, files=files | {name: hashlib.sha256(b"outside").hexdigest()})
    assert refusal(tagger) == f"{tagger / MANIFEST}: {name!r} is outside the model's folder"


@pytest.mark.parametrize("name", ["x" * 300, "\ud800", "absent", "sub/absent"])
def test_names_of_no_file(name: str, tagger: Path) -> None:
    files = json.loads((tagger / MANIFEST).read_text("utf-8"))["files"]
    change_manifest(tagger, files=files | {name: "0" * 64})
    assert refusal(tagger) == f"{tagger / name}: missing or not readable; get the model again"


# Files


def _flip_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)


def _link(path: Path) -> None:
    path.rename(path.parent.parent / path.name)
    path.symlink_to(path.parent.parent / path.name)


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        (_flip_a_bit, "its sha256 is not the manifest's"),
        (Path.unlink, "missing or not readable"),
        (_link, "is a link; a model's files must be in its own folder"),
        (_pipe, "missing or not readable"),  # it must not be waited for
        (_folder, "missing or not readable"),
    ],
)
@pytest.mark.parametrize("name", [WEIGHTS, TOKENIZER, ENCODER_CONFIG])
def test_a_file_that_is_not_the_manifests(name: str, harm: Callable[[Path], None], reason: str, tagger: Path) -> None:
    harm(tagger / name)
    assert refusal(tagger).startswith(f"{tagger / name}: {reason}")


@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        (Path.unlink, "missing, so the folder is not a model (or its training is not finished)"),
        (_link, "is a link"),
        (_pipe, "is not a plain file"),
        (_folder, "is not a plain file"),
    ],
)
def test_a_manifest_that_is_no_file(harm: Callable[[Path], None], reason: str, tagger: Path) -> None:
    harm(tagger / MANIFEST)
    assert refusal(tagger).startswith(f"{tagger / MANIFEST}: {reason}")


def test_a_folder_that_is_missing_or_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    for name in ("nowhere", "file"):
        assert refusal(tmp_path / name) == f"{tmp_path / name}: no such model folder"


# Weights


class Marker:
    """Writes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.write_text, (self.path, "unpickled")


def test_a_pickle_is_never_unpickled(tagger: Path, tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    for content in (pickle.dumps(Marker(marker)), _torch_file(tmp_path / "weights", Marker(marker))):
        put(tagger, WEIGHTS, content)
        assert refusal(tagger).startswith(f"{tagger / WEIGHTS}: not safetensors (")
    assert not marker.exists()
    # The marker does work, in the hands of those who unpickle.
    pickle.loads(pickle.dumps(Marker(marker)))
    assert marker.exists()


def _torch_file(path: Path, value: object) -> bytes:
    torch.save(value, path)
    return path.read_bytes()


def _without_the_head(state: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {name: tensor for name, tensor in state.items() if "classifier" not in name}


def _with_another(state: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return state | {"another": torch.zeros(1)}


def _flattened(state: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {name: tensor.flatten() for name, tensor in state.items()}


@pytest.mark.parametrize("change", [_without_the_head, _with_another, _flattened])
def test_weights_that_do_not_fit_the_config(change: Callable[..., dict[str, torch.Tensor]], tagger: Path) -> None:
    put(tagger, WEIGHTS, save(change(load_file(tagger / WEIGHTS))))
    assert refusal(tagger).startswith(f"{tagger / WEIGHTS}: does not fit config.json or the labels (")


@pytest.mark.parametrize("kept", [0, 4, 100, -1])
def test_weights_cut_short_with_a_hash_that_fits(kept: int, tagger: Path) -> None:
    put(tagger, WEIGHTS, (tagger / WEIGHTS).read_bytes()[:kept])
    assert refusal(tagger).startswith(f"{tagger / WEIGHTS}: not safetensors (")


def test_weights_of_another_number_of_labels(tagger: Path) -> None:
    change_manifest(tagger, scheme="bi")  # two labels, not three
    assert refusal(tagger).startswith(f"{tagger / WEIGHTS}: does not fit config.json or the labels (")


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_weights_that_are_no_numbers_give_no_labels(value: float, tagger: Path) -> None:
    state = load_file(tagger / WEIGHTS)
    state["model.classifier.bias"][0] = value
    put(tagger, WEIGHTS, save(state))
    assert refusal(tagger).startswith(f"{tagger / WEIGHTS}: gave numbers that are not finite")


# Config and tokenizer


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"model_type": "nonsense"}, "model_type 'nonsense' is unknown to the installed transformers"),
        ({"model_type": None}, "model_type None is unknown"),
        ({"model_type": ["bert"]}, "model_type ['bert'] is unknown"),
        ({"model_type": "nonsense", "auto_map": {"AutoConfig": "evil.Config"}}, "model_type 'nonsense' is unknown"),
        ({"model_type": "vit"}, "does not describe a model that can be built ("),  # it reads pictures
        ({"hidden_size": "32"}, "does not describe a model that can be built ("),
        ({"hidden_size": 33}, "does not describe a model that can be built ("),  # not a multiple of the heads
        ({"hidden_size": -32}, "does not describe a model that can be built ("),
        ({"num_attention_heads": 0}, "does not describe a model that can be built ("),
        ({"num_attention_heads": -1}, "the model cannot read "),
        ({"hidden_act": "nonsense"}, "does not describe a model that can be built ("),
        ({"chunk_size_feed_forward": "1"}, "the model cannot read "),
        ({"vocab_size": 1e400}, "does not describe a model that can be built ("),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_config_that_describes_no_model(fields: dict[str, Any], reason: str, tagger: Path) -> None:
    change_config(tagger, **fields)
    assert refusal(tagger).startswith(f"{tagger / ENCODER_CONFIG}: {reason}")


@pytest.mark.parametrize(
    ("content", "reason"), [(b"{", "not JSON"), (b"[]", "not a JSON object"), (b"[" * 100_000, "not JSON")]
)
def test_a_config_that_is_none(content: bytes, reason: str, tagger: Path) -> None:
    put(tagger, ENCODER_CONFIG, content)
    assert refusal(tagger) == f"{tagger / ENCODER_CONFIG}: {reason}"


@pytest.mark.parametrize(
    "fields",
    [
        {"auto_map": {"AutoModelForTokenClassification": "evil.Model"}},
        {"attn_implementation": "evil/kernels"},  # transformers would get this from the hub and run it
        {"_attn_implementation": "flash_attention_2"},
        {"dtype": "float16"},
        {"num_labels": 7},
        {"id2label": {"0": "a"}},
        {"return_dict": False},
    ],
)
def test_a_config_cannot_ask_for_code_kernels_or_labels(fields: dict[str, Any], tagger: Path, tmp_path: Path) -> None:
    before = predictor_from(load_bundle(tagger)).predict(BOARD)
    put(tagger, "evil.py", f"open({str(tmp_path / 'marker')!r}, 'w')".encode())
    change_config(tagger, **fields)
    assert predictor_from(load_bundle(tagger)).predict(BOARD) == before
    assert not (tmp_path / "marker").exists()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not a tokenizer ("),
        (b"{}", "not a tokenizer ("),
        (b"[" * 100_000, "not a tokenizer ("),
        (b'{"version": "1.0", "model": {"type": "WordPiece"}}', "not a tokenizer ("),
        (byte_level().to_str().encode(), "has more tokens than the model; they belong to different models"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_tokenizer_that_is_none_or_another_models(content: bytes, reason: str, tagger: Path) -> None:
    put(tagger, TOKENIZER, content)
    assert refusal(tagger).startswith(f"{tagger / TOKENIZER}: {reason}")


def test_a_window_too_short_for_the_tokenizer(tagger: Path) -> None:
    change_manifest(tagger, max_length=17)
    reason = "does not fit the model (a window of 17 tokens is too short"
    assert refusal(tagger).startswith(f"{tagger / TOKENIZER}: {reason}")


# Baselines


def test_a_part_that_was_changed(baseline: Path) -> None:
    change_manifest(baseline / SEGMENTER_PART, version="2")
    path = baseline / SEGMENTER_PART / MANIFEST
    assert refusal(baseline).startswith(f"{path}: its sha256 is not the manifest's")


def test_a_part_whose_files_were_changed(baseline: Path) -> None:
    path = baseline / CLASSIFIER_PART / WEIGHTS
    _flip_a_bit(path)
    assert refusal(baseline).startswith(f"{path}: its sha256 is not the manifest's")


def test_a_part_behind_a_link(baseline: Path) -> None:
    _link(baseline / CLASSIFIER_PART)
    assert refusal(baseline).startswith(f"{baseline / CLASSIFIER_PART / MANIFEST}: is a link")


def test_a_part_of_the_wrong_kind(baseline: Path, whole: Path) -> None:
    shutil.rmtree(baseline / CLASSIFIER_PART)
    shutil.copytree(whole / "tagger", baseline / CLASSIFIER_PART)
    name = f"{CLASSIFIER_PART}/{MANIFEST}"
    put(baseline, name, (baseline / name).read_bytes())
    assert refusal(baseline) == f"{baseline / CLASSIFIER_PART}: is a tagger, not a classifier"


def test_a_baseline_without_one_of_its_models(baseline: Path) -> None:
    change_manifest(baseline, files={f"{SEGMENTER_PART}/{MANIFEST}": "0" * 64})
    assert refusal(baseline) == f"{baseline / MANIFEST}: the model has no {CLASSIFIER_PART}/{MANIFEST}"


def test_a_classifier_alone_finds_no_sentences(baseline: Path) -> None:
    assert refusal(baseline / CLASSIFIER_PART) == f"{baseline / CLASSIFIER_PART}: is a classifier, not a tagger"


# The command line


def _not_json(folder: Path) -> str:
    (folder / MANIFEST).write_text("{", "utf-8")
    return MANIFEST


def _changed(folder: Path) -> str:
    _flip_a_bit(folder / WEIGHTS)
    return WEIGHTS


def _pickled(folder: Path) -> str:
    put(folder, WEIGHTS, pickle.dumps({"weights": 1}))
    return WEIGHTS


def _overflowing(folder: Path) -> str:
    state = load_file(folder / WEIGHTS)
    put(folder, WEIGHTS, save({name: tensor * math.nan for name, tensor in state.items()}))
    return WEIGHTS


@pytest.mark.parametrize("harm", [_not_json, _changed, _pickled, _overflowing])
def test_the_command_line_says_it_in_one_line(harm: Callable[[Path], str], tagger: Path, here: Here) -> None:
    assert_one_line(here, tagger, harm(tagger))


@pytest.mark.no_cover
@pytest.mark.process
def test_the_libraries_add_nothing_in_a_new_process(tagger: Path, run: Run) -> None:
    """This is found out last: everything that may say something else has been imported."""
    assert_one_line(run, tagger, _overflowing(tagger))


def assert_one_line(call: Here | Run, tagger: Path, name: str) -> None:
    done = call("extract", "--model", tagger, stdin="call Ruth\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"inkslate: {tagger / name}: ")
    assert done.stderr.count("\n") == 1
