"""A bundle in ONNX behind a gate that compares it with the original in torch.

An exported model that loses more than it may is not written; the error says how much it lost.
"""

from __future__ import annotations

import math
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from inkslate.board import Board
from inkslate.errors import InputError, ModelError
from inkslate.evaluation.evaluation import Evaluation, evaluate
from inkslate.files import cannot_write
from inkslate.model.backends import OnnxBackend, TorchBackend, default_threads
from inkslate.model.bundle import CARD, FLOAT32, INT8, Bundle, load_bundle, save_bundle
from inkslate.model.calibration import Calibration, fit
from inkslate.model.predictor import Tagger
from inkslate.model.schemes import NTI
from inkslate.training.card import model_card
from inkslate.training.conversion import check_convertible, convert
from inkslate.training.thresholds import choose_thresholds

PRECISIONS = (INT8, FLOAT32)
ORIGINAL = "torch"


@dataclass(frozen=True, slots=True)
class Compared:
    """A model on the corpus of the gate, beside the original."""

    evaluation: Evaluation
    agreement: float  # share of words with the original's label

    def points(self) -> dict[str, float]:
        """What the gate looks at, in points."""
        scores = self.evaluation.scores
        values = {"F1": scores.task.f1, "B": scores.B}
        return {name: 100 * value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Exported:
    """An exported bundle, and what the gate saw: `torch`, `float32` and, if asked for, `int8`."""

    bundle: Bundle
    compared: Mapping[str, Compared]


def export_bundle(
    bundle: Bundle,
    boards: Sequence[Board],
    out: Path,
    *,
    precision: str = INT8,
    may_lose: float = 0.3,
    recall_points: float | None = None,
    tick: Callable[[], None] = lambda: None,
) -> Exported:
    """Write `bundle` with an ONNX file instead of its safetensors, if it passes the gate on labelled boards.

    `recall_points` is how many points of F1 may be given for recall of tasks by a lower threshold; None leaves the
    decision to the labels. `tick` is called once for every board and model that is compared.
    """
    check_convertible(bundle)
    _check_out(out)
    with _beside(out) as scratch:
        original = _Gate(boards, Tagger(bundle, TorchBackend(bundle, device="cpu")), tick)
        compared = {ORIGINAL: original.compare(original.tagger)}
        for step in (FLOAT32, INT8)[: 1 + (precision == INT8)]:
            result = convert(bundle, scratch / step, precision=step)
            tagger = Tagger(result, OnnxBackend(result, threads=default_threads()))
            compared[step] = original.compare(tagger)
        _check_loss(bundle, compared, precision, may_lose)
        calibrated = _calibrated(result, tagger, boards)
        if recall_points is not None:
            calibrated = _decided(calibrated, boards, recall_points)
        shipped = Tagger(calibrated, OnnxBackend(calibrated, threads=default_threads()))
        finished = _scored(calibrated, evaluate(boards, shipped))
        _move(finished.folder, out)
    return Exported(load_bundle(out), compared)


class _Gate:
    """The labels of the original model on a corpus, to compare others with."""

    def __init__(self, boards: Sequence[Board], tagger: Tagger, tick: Callable[[], None]) -> None:
        if not any(region.word_texts for board in boards for region in board.regions):
            raise InputError("the corpus has no words; the comparison needs labelled boards")
        self.boards, self.tagger, self._tick = boards, tagger, tick
        self._labels = self._word_labels(tagger, lambda: None)

    def compare(self, tagger: Tagger) -> Compared:
        labels = self._word_labels(tagger, self._tick)
        same = sum(mine == theirs for mine, theirs in zip(labels, self._labels, strict=True))
        return Compared(evaluate(self.boards, tagger), same / len(labels))

    def _word_labels(self, tagger: Tagger, tick: Callable[[], None]) -> list[str]:
        labels: list[str] = []
        for board in self.boards:
            for region in board.regions:
                labels += tagger.word_labels(region, tagger.word_probabilities(region)) if region.word_texts else ()
            tick()
        return labels


def _check_out(out: Path) -> None:
    if os.path.lexists(out) and (out.is_symlink() or not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out}: is there already; choose another --out")


@contextmanager
def _beside(out: Path) -> Iterator[Path]:
    """A scratch folder on the disk of `out`; it goes in any case, and folders made for it where they stay empty."""
    made = [folder for folder in out.parents if not os.path.lexists(folder)]
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.") as scratch:
            yield Path(scratch)
    except OSError as error:
        raise cannot_write(out, error, remedy="choose another --out") from None
    finally:
        for folder in made:
            with suppress(OSError):
                folder.rmdir()


def _check_loss(bundle: Bundle, compared: Mapping[str, Compared], precision: str, may_lose: float) -> None:
    """Raise where the model lost too much, or where something that was defined no longer is."""
    before, after = compared[ORIGINAL].points(), compared[precision].points()
    losses = {name: before[name] - after.get(name, -math.inf) for name in before}
    too_much = [name for name, loss in losses.items() if not loss <= may_lose]
    if too_much:
        told = ", ".join(f"{name} {before[name]:.2f} -> {after.get(name, math.nan):.2f}" for name in losses)
        raise ModelError(
            f"{bundle.folder}: {precision} loses {losses[too_much[0]]:.2f} points of {too_much[0]} ({told}), more than "
            f"{may_lose:g}; nothing was written; export float32, or allow more with --may-lose"
        )


def _calibrated(bundle: Bundle, tagger: Tagger, boards: Sequence[Board]) -> Bundle:
    """Scores fitted to the corpus, unless the model came with its own; decisions stay as they are."""
    manifest = bundle.manifest
    if manifest.calibration or manifest.thresholds or manifest.scheme != NTI.name:
        return bundle
    seen: list[tuple[float, bool]] = []
    for board in boards:
        for region in board.regions:
            words = tagger.word_probabilities(region) if region.word_texts else []
            for sentence in region.sentences or ():
                probability = tagger.task_probability(words[sentence.start])
                if probability is not None:
                    seen.append((probability, sentence.is_task))
    calibration = fit([probability for probability, _ in seen], [task for _, task in seen])
    if calibration == Calibration():
        return bundle
    # No threshold with it: a sentence that begins with I is no task, however much more likely T was than N.
    return save_bundle(bundle.folder, replace(manifest, calibration=calibration.to_json()), {})


def _decided(bundle: Bundle, boards: Sequence[Board], points: float) -> Bundle:
    """With thresholds, where it has none of its own and its labels can have some."""
    manifest = bundle.manifest
    if manifest.thresholds or manifest.scheme != NTI.name:
        return bundle
    thresholds = choose_thresholds(bundle, OnnxBackend(bundle, threads=default_threads()), boards, points)
    return save_bundle(bundle.folder, replace(manifest, thresholds=thresholds), {})


def _scored(bundle: Bundle, evaluation: Evaluation) -> Bundle:
    manifest = replace(bundle.manifest, scores={"gate": evaluation.to_json()})
    return save_bundle(bundle.folder, manifest, {CARD: model_card(manifest).encode()})


def _move(folder: Path, out: Path) -> None:
    if out.exists():
        out.rmdir()
    shutil.move(str(folder), str(out))
