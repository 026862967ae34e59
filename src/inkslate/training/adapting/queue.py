"""What to correct next: boards in the order of what a correction would teach, and whether more would teach anything.

A sentence teaches much where the model is unsure of it, where nothing like it was corrected, and where many boards
have sentences like it. After a board is taken, its sentences count as corrected: the next one teaches something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from inkslate.board import Board, Label, Sentence
from inkslate.errors import ModelError
from inkslate.model.backends import load_backend
from inkslate.model.backends.adapted import VectorBackend
from inkslate.model.backends.habits import KINDS, read_kinds
from inkslate.model.backends.head import HEAD, read_head
from inkslate.model.bundle import Bundle
from inkslate.model.predictor import Tagger
from inkslate.prediction import predict
from inkslate.training.adapting.adapter import has_reviewed
from inkslate.training.adapting.evidence import Evidence, Flags, Numbers, collect, of_kinds, subset
from inkslate.training.adapting.gain import f1_points, learn_habits

_ALIKE = 0.7  # the cosine from which two sentences count as alike
_UNSURE = 0.5  # of a sentence, from 0 to 1: those above are counted for people
_ENOUGH_BOARDS = 20  # with fewer, more corrections always help
_FLAT = 0.5  # points of F1 between half of the boards and all of them
_PULLS = (0.1, 0.3, 1.0, 3.0)


@dataclass(frozen=True, slots=True)
class QueuedBoard:
    """A board to correct: what that would teach, and how many of its sentences the model is unsure of."""

    board: Board
    worth: float
    unsure: int
    sentences: int


@dataclass(frozen=True, slots=True)
class Queue:
    """Boards in the order in which to correct them."""

    boards: Sequence[QueuedBoard]
    corrected: int
    reached: float | None  # F1 on corrected boards left out; None where too few are corrected to say
    halfway: float | None  # the same where half of the boards were learned from

    @property
    def helps(self) -> bool:
        """Whether more corrections would still teach something, as far as the corrected boards show it."""
        if self.reached is None or self.halfway is None:
            return True
        return self.reached - self.halfway >= _FLAT


def make_queue(boards: Sequence[Board], corrected: Sequence[Board], base: Bundle) -> Queue:
    """Order boards that nobody corrected yet."""
    reader = _Reader(base)
    known = [board for board in corrected if has_reviewed(board)]
    done = {board.id for board in known}
    waiting = [board for board in boards if board.id not in done]
    seen = reader.evidence(known)
    reached, halfway = _curve(seen, len(known), base)
    return Queue(
        _ordered(waiting, reader.evidence(map_labels(waiting, reader.tagger)), seen), len(known), reached, halfway
    )


def map_labels(boards: Sequence[Board], tagger: Tagger) -> list[Board]:
    """The boards with what the model finds as their labels."""
    return [
        replace(
            board,
            regions=tuple(
                replace(
                    region,
                    sentences=tuple(
                        Sentence(each.start, each.end, Label.TASK if each.is_task else Label.NON_TASK) for each in found
                    ),
                )
                for region, found in zip(board.regions, predict(tagger, board.without_labels()), strict=True)
            ),
        )
        for board in boards
    ]


class _Reader:
    """The model, and what it says about the sentences of boards."""

    def __init__(self, base: Bundle) -> None:
        self._base, self._backend = base, load_backend(base)
        if not isinstance(self._backend, VectorBackend) or not base.has(HEAD):
            raise ModelError(
                f"{base.folder}: gives no vectors of words, so boards cannot be compared; use --model open"
            )
        self._head = read_head(base.path(HEAD), labels=len(base.scheme.labels))
        self.tagger = Tagger(base, self._backend)

    def evidence(self, boards: Sequence[Board]) -> Evidence:
        assert isinstance(self._backend, VectorBackend)
        return collect(boards, self._base, self._backend, self._head)[0]


def _ordered(boards: Sequence[Board], evidence: Evidence, seen: Evidence) -> list[QueuedBoard]:
    """Take the board that teaches most, count its sentences as corrected, and so on."""
    unsure = _unsure(evidence)
    units = _units(evidence, _units_centre(evidence))
    old = _units(seen, _units_centre(evidence)) if len(seen) else np.zeros((0, units.shape[1]))
    new = 1 - np.clip((units @ old.T).max(axis=1, initial=0.0), 0, 1)
    alike = units @ units.T
    worth = unsure * _common(alike, evidence.boards, len(boards))
    rows = [np.flatnonzero(evidence.boards == number) for number in range(len(boards))]
    left, queue = set(range(len(boards))), list[QueuedBoard]()
    while left:
        # By the square root: a long board takes longer to correct, but what is found on it belongs together.
        values = {at: float((worth * new)[rows[at]].sum()) / max(1, len(rows[at])) ** 0.5 for at in left}
        at = max(sorted(left), key=values.__getitem__)
        count = int((unsure[rows[at]] > _UNSURE).sum())
        queue.append(QueuedBoard(boards[at], round(values[at], 4), count, len(rows[at])))
        left.remove(at)
        if len(rows[at]):
            new = np.minimum(new, 1 - np.clip(alike[:, rows[at]].max(axis=1), 0, 1))
    return queue


def _unsure(evidence: Evidence) -> Numbers:
    """From 0, sure, to 1, undecided. What the note itself decides is sure."""
    distance = np.clip(evidence.logits - evidence.at, -30, 30)
    chances = 1 / (1 + np.exp(-distance))
    result: Numbers = np.where(evidence.open, 4 * chances * (1 - chances), 0.0)
    return result


def _units_centre(evidence: Evidence) -> Numbers:
    result: Numbers = (
        evidence.vectors[:, :-1].mean(axis=0) if len(evidence) else np.zeros(evidence.vectors.shape[1] - 1)
    )
    return result


def _units(evidence: Evidence, centre: Numbers) -> Numbers:
    """Vectors of length 1 around the mean of the notes: their products are cosines."""
    vectors = evidence.vectors[:, :-1] - centre
    result: Numbers = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return result


def _common(alike: Numbers, boards: npt.NDArray[np.int64], count: int) -> Numbers:
    """How common sentences like this one are: from 0 to 1, by the share of boards that have one."""
    has = np.zeros((len(alike), count))
    for number in range(count):
        has[:, number] = (alike[:, boards == number] >= _ALIKE).any(axis=1)
    result: Numbers = has.mean(axis=1) ** 0.5
    return result


def _curve(seen: Evidence, boards: int, base: Bundle) -> tuple[float | None, float | None]:
    """F1 on boards left out, where all other boards were learned from and where half of them were."""
    if boards < _ENOUGH_BOARDS or not base.has(KINDS) or not 0 < seen.truth[seen.open].sum() < seen.open.sum():
        return None, None
    evidence = of_kinds(seen, read_kinds(base.path(KINDS)))
    logits = evidence.logits.copy()
    half: Flags = evidence.boards % 2 == 0
    for mine, others in ((half, ~half), (~half, half)):
        weights = learn_habits(subset(evidence, mine), boards, _PULLS).weights
        logits[others] += evidence.vectors[others] @ weights
    answers, truth = evidence.answers(logits), evidence.truth
    halfway = f1_points(int((answers & truth).sum()), int((answers & ~truth).sum()), int((~answers & truth).sum()))
    return learn_habits(evidence, boards, _PULLS).gain.after, halfway
