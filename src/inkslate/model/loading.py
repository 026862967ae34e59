"""From the name or the folder of a model to a predictor, and to a description for people."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inkslate.errors import ModelError
from inkslate.extraction import Predictor
from inkslate.messages import one_line
from inkslate.model.rules import Rules
from inkslate.model.shipped import DEFAULT_MODEL, SHIPPED, model_name, shipped_model
from inkslate.version import __version__

if TYPE_CHECKING:
    from inkslate.model.bundle import Bundle

_IN_THE_CODE, _AS_THE_CODE = "part of the code, without a model", "anybody, under the licence of the code (Apache-2.0)"
# The first paragraph below the heading; or, on the card of a model that `inkslate train` made, that of the data.
_WHO = re.compile(r"^#+\s*Who may use it\s*\n+(.+?)(?:\n\s*\n|\Z)", re.MULTILINE | re.DOTALL | re.IGNORECASE)
_LICENCE = re.compile(r"^(The licence of the data .+?)(?:\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")


def load_predictor(model: str | Path = DEFAULT_MODEL) -> Predictor:
    """A predictor by its name or folder; ModelError where there is none."""
    return bundle_predictor(find_bundle(model), None)


def find_bundle(model: str | Path) -> Bundle | None:
    """The bundle of a model; None for `rules`."""
    if str(model) == "rules":
        return None
    folder = shipped_model(str(model)) or Path(model)
    try:
        exists = folder.exists()
    except OSError:  # the name is too long for a file
        exists = False
    if not exists:
        raise ModelError(f"no model {str(model)!r}; name a model's folder, {', '.join(SHIPPED)} or rules")
    from inkslate.model.bundle import load_bundle

    return load_bundle(folder)


def bundle_predictor(bundle: Bundle | None, threads: int | None) -> Predictor:
    """The predictor of a bundle, or the rules where there is none."""
    if bundle is None:
        return Rules()
    from inkslate.model.predictor import predictor_from

    return predictor_from(bundle, threads=threads)


@dataclass(frozen=True, slots=True)
class ModelDescription:
    """Which model it is, where it came from, and who may use it."""

    name: str
    version: str
    sha256: str | None
    folder: str | None  # None: it has no files
    origin: str
    use: str  # as its card says
    thresholds: tuple[tuple[str, float], ...] = ()
    encoder: str | None = None  # the pretrained network that it began from

    @property
    def title(self) -> str:
        """Name, version and the start of the hash."""
        return f"{self.name} {self.version}" + (f" (sha256 {self.sha256[:12]})" if self.sha256 else "")

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {**asdict(self), "thresholds": dict(self.thresholds)}


def describe_model(model: str | Path = DEFAULT_MODEL) -> ModelDescription:
    """What is known of a model by its name or folder; its files are checked as when it is loaded."""
    bundle = find_bundle(model)
    if bundle is None:
        rules = Rules().info
        return ModelDescription(rules.name, rules.version, None, None, _IN_THE_CODE, _AS_THE_CODE)
    from inkslate.model.bundle import CARD

    info, shipped = bundle.info, model_name(bundle.folder) in SHIPPED
    return ModelDescription(
        name=info.name,
        version=info.version,
        sha256=info.sha256,
        folder=str(bundle.folder.resolve()),
        origin=f"comes with inkslate {__version__}" if shipped else "a folder of yours",
        use=_use(bundle.folder / CARD if CARD in bundle.manifest.files else None),
        thresholds=info.thresholds,
        encoder=bundle.manifest.encoder,
    )


def _use(card: Path | None) -> str:
    """The paragraph of a model's card that says who may use it."""
    text = card.read_text("utf-8", errors="replace") if card else ""
    said = _WHO.search(text) or _LICENCE.search(text)
    if said is None:
        return "its card does not say: ask who made it, and see which data it learned from"
    return one_line(_LINK.sub(r"\1", said[1].replace("**", "").replace("`", "")))
