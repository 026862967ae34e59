"""A model as a folder: a manifest with the sha256 of every file, weights, tokenizer, card.

A bundle may come from anywhere, so nothing in it is trusted: every file is named in the manifest, is in the folder
itself, is not a link and has the right hash; nothing is unpickled, and no code of it is run.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inkslate.errors import ModelError
from inkslate.extraction import ModelInfo
from inkslate.files import write_whole
from inkslate.messages import has_lone_surrogate
from inkslate.model.layout import LAYOUTS, Layout
from inkslate.model.schemes import NTI, SCHEMES, Scheme
from inkslate.model.view import VIEWS, View
from inkslate.version import __version__

MANIFEST = "inkslate.json"
WEIGHTS = "model.safetensors"
ONNX = "model.onnx"
ENCODER_CONFIG = "config.json"
TOKENIZER = "tokenizer.json"
CARD = "README.md"
FORMAT = 1
TAGGER, CLASSIFIER, BASELINE = "tagger", "classifier", "baseline"
FLOAT32, INT8 = "float32", "int8"
# The parts of a two-model baseline are bundles of their own.
SEGMENTER_PART, CLASSIFIER_PART = "segmenter", "classifier"
MOST_WORD_LAYERS = 32
_LARGEST_MANIFEST = 1 << 22
# From which probability on a word begins a sentence: any word, the first of a line, the first of a bulleted line; and
# above which score a sentence is a task.
_THRESHOLDS = ("begin", "begin_line", "begin_bullet", "task")


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
    thresholds: Mapping[str, float] = field(default_factory=dict)  # of NTI alone, see `_THRESHOLDS`
    calibration: Mapping[str, float] = field(default_factory=dict)
    training: Mapping[str, Any] = field(default_factory=dict)
    data: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The manifest as it is written, with the versions of the format and of inkslate."""
        return {"format": FORMAT, "inkslate": __version__, **self.__dict__}


@dataclass(frozen=True)
class Bundle:
    """A checked model folder."""

    folder: Path
    manifest: Manifest

    @property
    def scheme(self) -> Scheme:
        """The labeling scheme of the model."""
        return SCHEMES[self.manifest.scheme]

    @property
    def layout(self) -> Layout:
        """The layout that the model is shown."""
        return LAYOUTS[self.manifest.layout]

    @property
    def view(self) -> View:
        """What the model reads around a region."""
        return VIEWS[self.manifest.view]

    @property
    def info(self) -> ModelInfo:
        """What extractions and signatures say of the model; a predictor adds the runtime."""
        manifest = self.manifest
        scheme = BASELINE if manifest.kind == BASELINE else manifest.scheme
        sha256 = weights_sha256(manifest.files)
        # In one order, whatever that of the file is: equal models have equal signatures.
        thresholds = tuple((name, manifest.thresholds[name]) for name in _THRESHOLDS if name in manifest.thresholds)
        return ModelInfo(manifest.name, manifest.version, scheme, manifest.layout, sha256, thresholds)

    def path(self, name: str) -> Path:
        """The path of a file of the bundle; ModelError where the manifest has none of that name."""
        if name not in self.manifest.files:
            raise ModelError(f"{self.folder / name}: the model has no such file; it may be a model of another kind")
        return self.folder / name

    def part(self, name: str) -> Bundle:
        """A bundle inside this one."""
        self.path(f"{name}/{MANIFEST}")
        return load_bundle(self.folder / name)


def write_files(folder: Path, manifest: Manifest, files: Mapping[str, bytes]) -> Bundle:
    """Write the files of a bundle and not its manifest: the folder is no model before `save_bundle`."""
    hashes = dict(manifest.files)
    for name, content in files.items():
        write_whole(folder / name, content)
        hashes[name] = hashlib.sha256(content).hexdigest()
    return Bundle(folder, Manifest(**{**manifest.__dict__, "files": dict(sorted(hashes.items()))}))


def save_bundle(folder: Path, manifest: Manifest, files: Mapping[str, bytes]) -> Bundle:
    """Write the files, then the manifest: a folder without a manifest is not a bundle, so no bundle is incomplete.

    Files already in `manifest.files` (with their hash) are in the folder and are not written.
    """
    bundle = write_files(folder, manifest, files)
    write_whole(folder / MANIFEST, json.dumps(bundle.manifest.to_json(), indent=1, ensure_ascii=False) + "\n")
    return bundle


def load_bundle(folder: str | Path) -> Bundle:
    """Check a model folder; a ModelError names the file that is wrong."""
    place = Path(folder)
    try:
        is_folder = place.is_dir()
    except OSError:  # a name longer than any file's
        is_folder = False
    if not is_folder:
        raise ModelError(f"{place}: no such model folder")
    manifest = _read_manifest(place / MANIFEST)
    for name, expected in manifest.files.items():
        _check_file(place, name, expected)
    return Bundle(place, manifest)


def weights_sha256(files: Mapping[str, str]) -> str:
    """One hash for all weights, which identifies the model."""
    hashes = sorted(digest for name, digest in files.items() if name.endswith((".safetensors", ".onnx")))
    return hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(hashes).encode()).hexdigest()


def file_sha256(path: Path) -> str:
    """The sha256 of a file, in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _read_manifest(path: Path) -> Manifest:
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
    required = (
        (f"{SEGMENTER_PART}/{MANIFEST}", f"{CLASSIFIER_PART}/{MANIFEST}") if manifest.kind == BASELINE else (TOKENIZER,)
    )
    for name in required:
        if name not in manifest.files:
            raise ModelError(f"{path}: the model has no {name}")


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
        if name not in _THRESHOLDS or not _is_finite(value) or not 0 <= value <= 1:
            known = f"{', '.join(_THRESHOLDS[:-1])} and {_THRESHOLDS[-1]}"
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


def _check_file(folder: Path, name: str, expected: str) -> None:
    path = folder / name
    parts = Path(name).parts
    inside = (
        len(parts) in (1, 2) and all(part not in ("..", ".", "") for part in parts) and not Path(name).is_absolute()
    )
    if not inside or "\\" in name or "\0" in name:
        raise ModelError(f"{folder / MANIFEST}: {name!r} is outside the model's folder")
    try:
        if any(place.is_symlink() for place in (path, path.parent) if place != folder):
            raise ModelError(f"{path}: is a link; a model's files must be in its own folder")
        # Reading from a pipe would never end.
        actual = file_sha256(path) if path.is_file() else None
    except (OSError, ValueError):  # ValueError: a name that no file can have
        actual = None
    if actual is None:
        raise ModelError(f"{path}: missing or not readable; get the model again")
    if actual != expected:
        raise ModelError(f"{path}: its sha256 is not the manifest's; the file is damaged or was changed")


def read_bundle_json(path: Path) -> dict[str, Any]:
    """A JSON object from a file of a bundle; ModelError where it is none."""
    try:
        value = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        raise ModelError(f"{path}: not JSON") from None
    if not isinstance(value, dict):
        raise ModelError(f"{path}: not a JSON object")
    return value
