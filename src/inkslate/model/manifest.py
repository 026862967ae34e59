"""The manifest of a model's folder: what the model is, how it is shown a board, and the hash of every file.

It may come from anywhere, so every value is checked before it is used.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inkslate.errors import ModelError
from inkslate.messages import has_lone_surrogate
from inkslate.model.layout import LAYOUTS
from inkslate.model.schemes import NTI, SCHEMES
from inkslate.model.view import VIEWS
from inkslate.version import __version__

MANIFEST = "inkslate.json"
WEIGHTS = "model.safetensors"
ONNX = "model.onnx"
ENCODER_CONFIG = "config.json"
TOKENIZER = "tokenizer.json"
CARD = "README.md"
ADAPTER = "adapter.npy"
FORMAT = 1
TAGGER, CLASSIFIER, BASELINE = "tagger", "classifier", "baseline"
FLOAT32, INT8 = "float32", "int8"
# The parts of a two-model baseline are bundles of their own.
SEGMENTER_PART, CLASSIFIER_PART = "segmenter", "classifier"
MOST_WORD_LAYERS = 32
BASE_NAME = r"[\w.@+ -]{1,200}"  # a plain name, no path
_LARGEST_MANIFEST = 1 << 22
_SHA256 = re.compile(r"[0-9a-f]{64}")
# From which probability on a word begins a sentence: any word, the first of a line, the first of a bulleted line; and
# above which score a sentence is a task.
THRESHOLDS = ("begin", "begin_line", "begin_bullet", "task")


@dataclass(frozen=True)
class Manifest:
    """The content of `inkslate.json`."""

    name: str
    version: str
    kind: str
    scheme: str
    layout: str
    encoder: str
    max_length: int
    features: bool = False
    marks: bool = True  # layout as tokens of its own; else in the features alone
    vote: str = "all"
    word_layers: int = 0  # upper layers that see no later pieces of words
    view: str = "region"  # what the model reads around a region, see `view`
    precision: str = FLOAT32
    thresholds: Mapping[str, float] = field(default_factory=dict)  # of NTI alone, see `THRESHOLDS`
    calibration: Mapping[str, float] = field(default_factory=dict)
    training: Mapping[str, Any] = field(default_factory=dict)
    data: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    base: Mapping[str, str] = field(default_factory=dict)  # of an adapter: the name and the sha256 of its base

    def to_json(self) -> dict[str, Any]:
        """The manifest as it is written, with the versions of the format and of inkslate; `base` where there is one."""
        value = {"format": FORMAT, "inkslate": __version__, **self.__dict__}
        return value if self.base else {name: item for name, item in value.items() if name != "base"}


def read_manifest(path: Path) -> Manifest:
    """The manifest in a file; a ModelError names the value that is wrong."""
    try:
        if path.is_symlink():
            raise ModelError(f"{path}: is a link; a model's files must be in its own folder")
        if path.exists() and not path.is_file():
            raise ModelError(f"{path}: is not a plain file")
        if path.stat().st_size > _LARGEST_MANIFEST:
            raise ModelError(f"{path}: too large for a manifest")
        value = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise ModelError(f"{path}: missing, so the folder is not a model (or its training is not finished)") from None
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(f"{path}: cannot be read ({error.__class__.__name__}); get the model again") from None
    if not isinstance(value, dict):
        raise ModelError(f"{path}: not an object")
    if value.get("format") != FORMAT:
        raise ModelError(f"{path}: format {value.get('format')!r} is not {FORMAT}; update inkslate")
    expected = Manifest.__dataclass_fields__
    missing = [
        name
        for name in ("name", "version", "kind", "scheme", "layout", "encoder", "max_length", "files")
        if name not in value
    ]
    if missing:
        raise ModelError(f"{path}: {missing[0]} is missing")
    manifest = Manifest(**{name: value[name] for name in expected if name in value})
    _check_manifest(manifest, path)
    return manifest


def _check_manifest(manifest: Manifest, path: Path) -> None:
    for name, choices in (
        ("kind", (TAGGER, CLASSIFIER, BASELINE)),
        ("scheme", tuple(SCHEMES)),
        ("layout", tuple(LAYOUTS)),
        ("view", tuple(VIEWS)),
        ("vote", ("all", "first")),
        ("precision", (FLOAT32, INT8)),
    ):
        if getattr(manifest, name) not in choices:
            raise ModelError(
                f"{path}: {name} is {getattr(manifest, name)!r}, not one of {', '.join(map(str, choices))}"
            )
    for name in ("name", "version", "encoder"):
        text = getattr(manifest, name)
        if not isinstance(text, str) or has_lone_surrogate(text):
            raise ModelError(f"{path}: {name} is not a string of text")
    _check_shown(manifest, path)
    if type(manifest.word_layers) is not int or not 0 <= manifest.word_layers <= MOST_WORD_LAYERS:
        raise ModelError(f"{path}: word_layers is {manifest.word_layers!r}, not 0 to {MOST_WORD_LAYERS}")
    if manifest.word_layers and (manifest.kind, manifest.vote) != (TAGGER, "first"):
        raise ModelError(f"{path}: has word layers, which only a {TAGGER} with the vote first can have")
    for name in ("thresholds", "calibration", "training", "data", "scores"):
        if not isinstance(getattr(manifest, name), dict):
            raise ModelError(f"{path}: {name} is not an object")
    _check_numbers(manifest, path)
    if type(manifest.max_length) is not int or not 0 < manifest.max_length <= 1 << 20:
        raise ModelError(f"{path}: max_length is {manifest.max_length!r}")
    if not isinstance(manifest.files, dict) or not all(isinstance(digest, str) for digest in manifest.files.values()):
        raise ModelError(f"{path}: files is not a table of hashes")
    _check_base(manifest, path)
    for name in _required(manifest):
        if name not in manifest.files:
            raise ModelError(f"{path}: the model has no {name}")


def _required(manifest: Manifest) -> tuple[str, ...]:
    """The files that every model of this kind has."""
    if manifest.kind == BASELINE:
        return f"{SEGMENTER_PART}/{MANIFEST}", f"{CLASSIFIER_PART}/{MANIFEST}"
    return (ADAPTER,) if manifest.base else (TOKENIZER,)


def _check_base(manifest: Manifest, path: Path) -> None:
    """The base of an adapter: a plain name and a hash, and no network beside it."""
    base = manifest.base
    if base == {}:
        return
    if not isinstance(base, dict) or sorted(base) != ["name", "sha256"]:
        raise ModelError(f"{path}: base is not a name and a sha256")
    name, sha256 = base["name"], base["sha256"]
    # A name and not a path: a manifest cannot point to a place outside.
    if not isinstance(name, str) or not re.fullmatch(BASE_NAME, name) or name in (".", ".."):
        raise ModelError(f"{path}: the name of the base is not the plain name of a folder")
    if not isinstance(sha256, str) or not _SHA256.fullmatch(sha256):
        raise ModelError(f"{path}: the sha256 of the base is not 64 hexadecimal digits")
    if (manifest.kind, manifest.scheme) != (TAGGER, NTI.name):
        raise ModelError(f"{path}: has a base, which only a {TAGGER} of {NTI.title} can have")
    if extra := sorted(set(manifest.files) & {ONNX, WEIGHTS, TOKENIZER}):
        raise ModelError(f"{path}: has a base and a {extra[0]} of its own; get the model again")


def _check_shown(manifest: Manifest, path: Path) -> None:
    """What the model is shown beside the words."""
    for name in ("features", "marks"):
        if not isinstance(getattr(manifest, name), bool):
            raise ModelError(f"{path}: {name} is {getattr(manifest, name)!r}, not true or false")
    if manifest.view != "region" and not manifest.features:
        raise ModelError(f"{path}: has the view {manifest.view}, which only a model with features can have")
    if not manifest.marks and not manifest.features and manifest.layout != "none":
        raise ModelError(f"{path}: shows layout {manifest.layout} neither by marks nor by features")


def _check_numbers(manifest: Manifest, path: Path) -> None:
    """Thresholds and calibration, which decide labels and scores."""
    for name, value in manifest.thresholds.items():
        if name not in THRESHOLDS or not _is_finite(value) or not 0 <= value <= 1:
            known = f"{', '.join(THRESHOLDS[:-1])} and {THRESHOLDS[-1]}"
            raise ModelError(f"{path}: the threshold {name!r} is {value!r}; {known} are numbers from 0 to 1")
    if "begin" not in manifest.thresholds and any(name.startswith("begin_") for name in manifest.thresholds):
        raise ModelError(f"{path}: has thresholds for beginnings of lines, but no begin for the other words")
    if manifest.thresholds and manifest.scheme != NTI.name:
        raise ModelError(f"{path}: has thresholds, which only a model of {NTI.title} can have")
    if manifest.calibration:
        scale, shift = (manifest.calibration.get(name) for name in ("scale", "shift"))
        if len(manifest.calibration) != 2 or not _is_finite(shift) or not _is_finite(scale) or not (scale or 0) > 0:
            raise ModelError(f"{path}: calibration is not a scale above 0 and a shift")


def _is_finite(value: Any) -> bool:
    # Not math.isfinite, which cannot take a whole number of 400 digits.
    return type(value) in (int, float) and abs(value) <= sys.float_info.max
