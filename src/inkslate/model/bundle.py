"""A model as a folder: a manifest with the sha256 of every file, weights, tokenizer, card.

A bundle may come from anywhere, so nothing in it is trusted: every file is named in the manifest, is in the folder
itself, is not a link and has the right hash; nothing is unpickled, and no code of it is run.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inkslate.errors import ModelError
from inkslate.extraction import ModelInfo
from inkslate.files import write_whole
from inkslate.model.layout import LAYOUTS, Layout
from inkslate.model.manifest import (
    ADAPTER,
    BASE_NAME,
    BASELINE,
    CARD,
    CLASSIFIER,
    CLASSIFIER_PART,
    ENCODER_CONFIG,
    FLOAT32,
    FORMAT,
    INT8,
    MANIFEST,
    MOST_WORD_LAYERS,
    ONNX,
    SEGMENTER_PART,
    TAGGER,
    THRESHOLDS,
    TOKENIZER,
    WEIGHTS,
    Manifest,
    read_manifest,
)
from inkslate.model.schemes import SCHEMES, Scheme
from inkslate.model.shipped import SHIPPED, shipped_model
from inkslate.model.view import VIEWS, View

__all__ = [
    "ADAPTER",
    "BASELINE",
    "BASE_NAME",
    "CARD",
    "CLASSIFIER",
    "CLASSIFIER_PART",
    "ENCODER_CONFIG",
    "FLOAT32",
    "FORMAT",
    "INT8",
    "MANIFEST",
    "MOST_WORD_LAYERS",
    "ONNX",
    "SEGMENTER_PART",
    "TAGGER",
    "TOKENIZER",
    "WEIGHTS",
    "Bundle",
    "Manifest",
    "file_sha256",
    "load_bundle",
    "read_bundle_json",
    "save_bundle",
    "weights_sha256",
    "write_files",
]
# What an adapter has in common with its base: how the network is shown a board, and what its labels are.
_SHARED = ("scheme", "layout", "max_length", "features", "marks", "vote", "word_layers", "view")


@dataclass(frozen=True)
class Bundle:
    """A checked model folder; an adapter has the base whose network it uses."""

    folder: Path
    manifest: Manifest
    base: Bundle | None = None

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
        sha256 = weights_sha256(manifest.files, base=manifest.base.get("sha256"))
        # In one order, whatever that of the file is: equal models have equal signatures.
        thresholds = tuple((name, manifest.thresholds[name]) for name in THRESHOLDS if name in manifest.thresholds)
        return ModelInfo(manifest.name, manifest.version, scheme, manifest.layout, sha256, thresholds)

    def has(self, name: str) -> bool:
        """Whether the bundle, or the base of an adapter, has a file of that name."""
        return name in self.manifest.files or (self.base is not None and self.base.has(name))

    def path(self, name: str) -> Path:
        """The path of a file of the bundle or of its base; ModelError where the manifest has none of that name."""
        if name not in self.manifest.files:
            if self.base is not None:
                return self.base.path(name)
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
    manifest = _check_folder(place)
    return Bundle(place, manifest, _load_base(place, manifest) if manifest.base else None)


def _check_folder(place: Path) -> Manifest:
    """The manifest of a folder whose files are all as it says."""
    try:
        is_folder = place.is_dir()
    except OSError:  # a name longer than any file's
        is_folder = False
    if not is_folder:
        raise ModelError(f"{place}: no such model folder")
    manifest = read_manifest(place / MANIFEST)
    for name, expected in manifest.files.items():
        _check_file(place, name, expected)
    return manifest


def _load_base(folder: Path, manifest: Manifest) -> Bundle:
    """The base of an adapter: a shipped model, or the folder of its name beside the adapter; checked by its hash."""
    name, expected = manifest.base["name"], manifest.base["sha256"]
    place = shipped_model(name) if name in SHIPPED else folder.absolute().parent / name
    assert place is not None
    if not place.is_dir():
        raise ModelError(f"{folder}: its base {name!r} is missing; put the folder of that model at {place}")
    base = Bundle(place, _check_folder(place))  # not load_bundle: a base has no base, and no circle can be followed
    if base.manifest.base or weights_sha256(base.manifest.files) != expected:
        raise ModelError(
            f"{folder}: was made for another version of its base {name!r} (sha256 {expected[:12]}); "
            "run `inkslate adapt` again with the corrected boards"
        )
    for field in _SHARED:
        if getattr(base.manifest, field) != getattr(manifest, field):
            raise ModelError(f"{folder / MANIFEST}: {field} is not that of the base {name!r}; get the model again")
    return base


def weights_sha256(files: Mapping[str, str], *, base: str | None = None) -> str:
    """One hash for all weights, which identifies the model; `base` is that of an adapter's base."""
    hashes = sorted(digest for name, digest in files.items() if name.endswith((".safetensors", ".onnx")))
    if base is not None:
        hashes = [base, *(digest for name, digest in sorted(files.items()) if name.endswith(".npy"))]
    return hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(hashes).encode()).hexdigest()


def file_sha256(path: Path) -> str:
    """The sha256 of a file, in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


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
