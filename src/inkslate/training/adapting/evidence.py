"""What corrected boards say about a model: for every reviewed word its vector, the model's answer and the true one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inkslate.board import Board, Region, Sentence
from inkslate.model.backends.adapted import VectorBackend
from inkslate.model.backends.habits import kind_chances
from inkslate.model.backends.head import Head
from inkslate.model.bundle import Bundle
from inkslate.model.calibration import Calibration
from inkslate.model.features import place_in_line
from inkslate.model.predictor import EncodedRegion, Tagger

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
_N, _T, _I = range(3)  # the columns of the labels of NTI


@dataclass(frozen=True, slots=True)
class Evidence:
    """Rows about one question, which the model answers with yes where its logit is above `at`.

    Where the note itself decides, by a box or a keyword, `given` has its answer, and there is nothing to learn.
    """

    vectors: Numbers  # with a last column of ones, for the bias; or the chances of kinds
    logits: Numbers  # of the shipped model
    at: Numbers
    truth: Flags
    given: npt.NDArray[np.int8]  # 0 no, 1 yes, -1 where the model decides
    boards: npt.NDArray[np.int64]  # the number of the board

    def __len__(self) -> int:
        return len(self.truth)

    @property
    def open(self) -> Flags:
        """The rows that the model decides."""
        return self.given < 0

    def answers(self, logits: Numbers) -> Flags:
        """The decisions for these logits."""
        result: Flags = np.where(self.open, logits > self.at, self.given == 1)
        return result


def of_kinds(evidence: Evidence, kinds: Head) -> Evidence:
    """The same rows with the chances of kinds in place of the vectors."""
    return replace(evidence, vectors=kind_chances(kinds, evidence.vectors[:, :-1].astype(np.float32)))


class _Row(NamedTuple):
    """A reviewed word: its vector, where it stands, and the sentence that it begins, if any."""

    vector: npt.NDArray[np.float32]
    place: str
    board: int
    begins: Sentence | None
    given: int


def collect(boards: Sequence[Board], base: Bundle, backend: VectorBackend, head: Head) -> tuple[Evidence, Evidence]:
    """The evidence on tasks, a row for each reviewed sentence, and on beginnings, a row for each of their words."""
    tagger = Tagger(base, backend)
    rows = [row for number, board in enumerate(boards) for row in _rows(number, board, tagger, backend)]
    thresholds = base.manifest.thresholds
    calibration = Calibration.from_json(base.manifest.calibration)
    logits = head.logits(np.array([row.vector for row in rows], np.float32).reshape(len(rows), head.width))
    columns = logits.astype(np.float64)
    task = calibration.scale * (columns[:, _T] - columns[:, _N]) + calibration.shift
    task_at = _logit(thresholds["task"]) if "task" in thresholds else calibration.shift
    begin = np.logaddexp(columns[:, _N], columns[:, _T]) - columns[:, _I]
    begin_at = np.array([_begin_at(thresholds, row.place) for row in rows])
    first = np.array([row.begins is not None for row in rows], bool)
    is_task = np.array([row.begins is not None and row.begins.is_task for row in rows], bool)
    given = np.array([row.given for row in rows], np.int8)
    whole = _evidence(rows, begin, begin_at, first, np.full(len(rows), -1, np.int8))
    return subset(_evidence(rows, task, np.full(len(rows), task_at), is_task, given), first), whole


def _evidence(
    rows: Sequence[_Row], logits: Numbers, at: Numbers, truth: Flags, given: npt.NDArray[np.int8]
) -> Evidence:
    vectors = np.array([row.vector for row in rows], np.float64)
    return Evidence(
        np.hstack([vectors, np.ones((len(rows), 1))]) if rows else np.zeros((0, 1)),
        logits,
        at,
        truth,
        given,
        np.array([row.board for row in rows], np.int64),
    )


def subset(evidence: Evidence, rows: Flags) -> Evidence:
    """The evidence of these rows alone."""
    return Evidence(
        evidence.vectors[rows],
        evidence.logits[rows],
        evidence.at[rows],
        evidence.truth[rows],
        evidence.given[rows],
        evidence.boards[rows],
    )


def _rows(number: int, board: Board, tagger: Tagger, backend: VectorBackend) -> Iterator[_Row]:
    for passage, labelled in zip(tagger.passages(board.without_labels()), board.regions, strict=True):
        if not labelled.word_texts or not any(sentence.reviewed for sentence in labelled.sentences or ()):
            continue
        region = tagger.encode(passage)
        vectors, given = _word_vectors(region, backend), _given(labelled)
        sentence_of = [sentence for sentence in labelled.sentences or () for _ in range(sentence.start, sentence.end)]
        before = -1
        for at, place in enumerate(region.places or range(len(sentence_of))):
            sentence = sentence_of[place]
            if sentence.reviewed:
                # Words that the model does not see belong to the next word that it sees.
                begins = sentence if sentence.start > before else None
                yield _Row(vectors[at], place_in_line(region.features[at]), number, begins, given.get(place, -1))
            before = place


def _word_vectors(region: EncodedRegion, backend: VectorBackend) -> list[npt.NDArray[np.float32]]:
    """The vector of the first token of every word."""
    outputs = [backend.vectors(window) for window in region.inputs]
    # Word layers have a row for each kept token, others for each token.
    row_of = [{token: row for row, token in enumerate(window.kept)} for window in region.inputs]
    return [
        outputs[place.window][row_of[place.window].get(place.start, place.start)] for place in region.encoded.places
    ]


def _given(region: Region) -> Mapping[int, int]:
    """What boxes and keywords say about the sentences that begin at a word."""
    given: dict[int, int] = {}
    for start, line in zip(region.line_starts, region.lines, strict=True):
        if line.box and line.words:
            given |= dict.fromkeys(range(start, start + len(line.words)), 0) if line.done else {start: 1}
    return given


def _begin_at(thresholds: Mapping[str, float], place: str) -> float:
    return _logit(thresholds.get(f"begin_{place}", thresholds.get("begin", 0.5)))


def _logit(probability: float) -> float:
    bounded = min(max(probability, 1e-12), 1 - 1e-12)
    return math.log(bounded / (1 - bounded))
