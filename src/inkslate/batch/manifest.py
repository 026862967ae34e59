"""The manifest of a run: inputs, counts, model, versions, signature. It has no times and no machine names."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from inkslate.batch.settings import BatchCounts
from inkslate.extraction import ModelInfo
from inkslate.version import __version__

RUN, MANIFEST, LISTING, PLAN = "run.json", "manifest.json", "inputs.jsonl", "plan.jsonl"
FORMAT = 1
_PACKAGES = ("numpy", "onnxruntime", "pyarrow", "tokenizers")


def versions() -> dict[str, str]:
    """The versions of all packages that the bytes of the output can depend on."""
    found = {"inkslate": __version__, "python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "none"
    return found


def model_json(model: ModelInfo) -> dict[str, str | None]:
    """The model as the manifest describes it."""
    return {
        "name": model.name,
        "version": model.version,
        "scheme": model.scheme,
        "layout": model.layout,
        "sha256": model.sha256,
    }


def format_manifest(
    run: Mapping[str, Any], counts: BatchCounts, *, listing: bytes, units: int, unfinished: list[int]
) -> bytes:
    """`manifest.json`; `run` is the content of `run.json`, `unfinished` lists units whose workers always died."""
    files = listing.splitlines()
    value = {
        "format": FORMAT,
        "signature": _signature(run),
        "inputs": {
            "arguments": run["inputs"],
            "files": len(files),
            "bytes": sum(json.loads(line)["bytes"] for line in files),
            "listing": LISTING,
            "sha256": hashlib.sha256(listing).hexdigest(),
        },
        "counts": {
            "boards": counts.boards,
            "tasks": counts.tasks,
            "words": counts.words,
            "errors": counts.errors,
            "shards": units - len(unfinished),
        },
        "unfinished": unfinished,
        "model": run["model"],
        "versions": run["versions"],
        "settings": run["settings"],
    }
    return (json.dumps(value, indent=1) + "\n").encode()


def _signature(run: Mapping[str, Any]) -> str:
    model = run["model"]
    parts = {
        "scheme": model["scheme"],
        "layout": model["layout"],
        "model": model["name"],
        "version": model["version"],
        "inkslate": run["versions"]["inkslate"],
    }
    if model["sha256"]:
        parts["sha256"] = model["sha256"][:12]
    return "|".join(f"{name}:{value}" for name, value in parts.items())
