"""All settings of a training run, in one frozen value that is recorded with the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any

from inkslate.errors import InputError
from inkslate.model.bundle import MOST_WORD_LAYERS, Bundle
from inkslate.model.layout import LAYOUTS
from inkslate.model.schemes import SCHEMES
from inkslate.model.view import VIEWS

# Smallest and largest value of each number; where the bounds are integers, the value must be one.
_RANGES: tuple[tuple[str, float, float], ...] = (
    ("seed", 0, 2**31 - 1),
    ("epochs", 1, 10**6),
    ("batch_size", 1, 10**6),
    ("classifier_batch_size", 1, 10**6),
    ("learning_rate", 0.0, 1.0),
    ("head_factor", 0.0, 1e6),
    ("warm_up", 0.0, 1.0),
    ("weight_decay", 0.0, 1.0),
    ("clip", 0.0, 1e6),
    ("class_weight_power", 0.0, 10.0),
    ("layers", 0, MOST_WORD_LAYERS),
    ("word_layers", 0, MOST_WORD_LAYERS),
    ("word_noise", 0.0, 1.0),
    ("mark_noise", 0.0, 1.0),
    ("layout_dropout", 0.0, 1.0),
    ("adversarial", 0.0, 1e6),
    ("dropout", 0.0, 1.0),
    ("average", 0.0, 1.0),
    ("kept", 0.0, 1.0),
    ("anchor", 0.0, 1e6),
)
_OPTIONAL = ("clip", "dropout")


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """The defaults are the paper's: batch 3, learning rate 1e-6 constant, 100 epochs, best epoch by loss."""

    encoder: str = "roberta-base"
    scheme: str = "nti"
    layout: str = "both"
    preset: str = "paper"
    seed: int = 0
    epochs: int = 100
    batch_size: int = 3
    classifier_batch_size: int = 16
    learning_rate: float = 1e-6
    head_factor: float = 1.0  # the head and the feature embeddings learn this much faster
    schedule: str = "constant"  # or "linear": warm-up, then decay to zero
    warm_up: float = 0.0  # share of all steps
    weight_decay: float = 0.01
    clip: float | None = None  # largest norm of a gradient
    class_weight_power: float = 1.0  # weight of a class: (largest count / count) ** power
    loss_on: str = "all"  # tokens of a word that are trained, and that vote: "all" or "first"
    features: bool = False  # embeddings of word shape and layout, added to those of the tokens
    marks: bool = True  # layout as separate tokens; False: only the features show it, and sequences are shorter
    view: str = "region"  # what the model reads around a region, see `inkslate.model.view`; others need features
    layers: int = 0  # of the encoder, taken evenly from the first to the last; 0: all
    word_layers: int = 0  # upper layers of a BERT that see the first piece of each word only; needs loss_on "first"
    word_noise: float = 0.0  # share of words with one confused letter
    mark_noise: float = 0.0  # share of lines with a mark that says nothing: bold, an arrow, capitals, another end
    layout_dropout: float = 0.0  # share of regions shown without layout
    adversarial: float = 0.0  # FGM: size of the step on the token embeddings
    dropout: float | None = None  # None: the encoder's own
    average: float = 0.0  # share of the steps, the last ones, whose weights are averaged
    select: str = "loss"  # "loss": the epoch with the lowest validation loss; "last": the last
    int8: bool = False  # train with the rounding of an int8 export, see `inkslate.training.rounding`
    bf16: bool = True  # on GPUs that have it; the CPU always computes in float32
    kept: float = 0.0  # of the difference to the weights of `start`, how much is taken back in the end
    anchor: float = 0.0  # weight of boards beside a person's own, with targets that `start` gives; 0: their labels
    start: str = ""  # sha256 of the model whose weights the training began with; empty: a bare encoder

    def __post_init__(self) -> None:
        for name, choices in (
            ("scheme", tuple(SCHEMES)),
            ("layout", tuple(LAYOUTS)),
            ("view", tuple(VIEWS)),
            ("schedule", ("constant", "linear")),
            ("loss_on", ("all", "first")),
            ("select", ("loss", "last")),
        ):
            if getattr(self, name) not in choices:
                raise InputError(f"{name} is {getattr(self, name)!r}; choose from {', '.join(choices)}")
        if self.view != "region" and not self.features:
            raise InputError(f"view is {self.view!r}; it needs features, or must be region")
        if not self.marks and not self.features and self.layout != "none":
            raise InputError("without marks only the features show the layout; turn them on, or choose layout none")
        for name, low, high in _RANGES:
            value = getattr(self, name)
            whole = isinstance(low, int)
            if value is None and name in _OPTIONAL:
                continue
            if type(value) not in ((int,) if whole else (int, float)) or not low <= value <= high:
                raise InputError(f"{name} is {value!r}; it must be a {'whole ' * whole}number from {low} to {high}")
        if self.average and self.select != "last":
            raise InputError(f"average is {self.average}; it needs select last, or must be 0")
        for name in ("kept", "anchor"):
            if getattr(self, name) and not self.start:
                raise InputError(f"{name} is {getattr(self, name)}; it needs a start, or must be 0")
        if self.word_layers and self.loss_on != "first":
            raise InputError(f"word_layers is {self.word_layers}; it needs loss_on first, or must be 0")

    def to_json(self) -> dict[str, Any]:
        """The settings by name."""
        return asdict(self)


_PAPER = TrainConfig()
PRESETS: Mapping[str, TrainConfig] = MappingProxyType(
    {
        "paper": _PAPER,
        "tuned": replace(
            _PAPER,
            preset="tuned",
            epochs=24,
            batch_size=16,
            classifier_batch_size=32,
            learning_rate=5e-5,
            head_factor=10.0,
            schedule="linear",
            warm_up=0.1,
            clip=1.0,
            class_weight_power=0.5,
            loss_on="first",
            features=True,
            word_noise=0.1,
            layout_dropout=0.1,
            adversarial=1.0,
            select="last",
        ),
    }
)

# From a finished model there is little to learn and much to forget: a low rate, few epochs, no new head to warm up.
_FINE_TUNING = replace(
    PRESETS["tuned"],
    preset="start",
    epochs=2,
    learning_rate=5e-5,
    head_factor=3.0,
    adversarial=0.0,
    mark_noise=0.1,
)
_KEPT = 0.25
_ANCHOR = 2.0


def fine_tuning(start: Bundle) -> TrainConfig:
    """The settings to train a finished tagger further; what it sees of a board, and its labels, stay as they are."""
    manifest = start.manifest
    return replace(
        _FINE_TUNING,
        start=str(start.info.sha256),
        kept=_KEPT,
        anchor=_ANCHOR if (manifest.scheme, manifest.vote) == ("nti", "first") else 0.0,
        encoder=manifest.encoder,
        scheme=manifest.scheme,
        layout=manifest.layout,
        loss_on=manifest.vote,
        features=manifest.features,
        marks=manifest.marks,
        view=manifest.view,
        word_layers=manifest.word_layers,
    )
