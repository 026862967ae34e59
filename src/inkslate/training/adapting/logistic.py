"""Logistic regression in numpy that starts from another model's logits and is pulled back towards them."""

from __future__ import annotations

import numpy as np

from inkslate.training.adapting.evidence import Evidence, Numbers

_ROUNDS = 50
_SHORTEST = 1e-6
_ENOUGH = 1e-9  # of the loss: smaller improvements end the search


def fit(evidence: Evidence, pull: float | Numbers, counts: Numbers | None = None) -> Numbers:
    """The weights to add: the least log loss, plus `pull`, of all or of each, times half of their squares.

    `counts` says how much each row counts. Newton's method, with half steps until the loss falls; the problem is
    convex, so the result is the only one.
    """
    rows = evidence.open
    vectors, truth, logits = evidence.vectors[rows], evidence.truth[rows].astype(np.float64), evidence.logits[rows]
    pulls, count = _pulls(vectors, pull), _counts(evidence, counts)[rows]

    def loss(weights: Numbers) -> float:
        return float(count @ log_loss(logits + vectors @ weights, truth) + pulls @ weights**2 / 2)

    weights = np.zeros(len(pulls))
    reached = loss(weights)
    for _ in range(_ROUNDS):
        chances = _sigmoid(logits + vectors @ weights)
        slope = vectors.T @ (count * (chances - truth)) + pulls * weights
        step = np.linalg.solve(_curve(vectors, count * chances * (1 - chances), pulls), slope)
        size = 1.0
        while (new := loss(weights - size * step)) > reached and size > _SHORTEST:
            size /= 2
        gained = reached - new
        if gained <= 0:
            break
        weights, reached = weights - size * step, new
        if gained < _ENOUGH * (1 + reached):
            break
    return weights


def leave_out(evidence: Evidence, weights: Numbers, pull: float | Numbers, counts: Numbers | None = None) -> Numbers:
    """The logits of each board by weights that did not see it: one step of Newton's method from those of all boards.

    The inverse of the curvature without a board follows from that of all boards, so a board costs next to nothing.
    """
    chances = _sigmoid(evidence.logits + evidence.vectors @ weights)
    rows, count = evidence.open, _counts(evidence, counts)
    bends = count * chances * (1 - chances)
    curve = _curve(evidence.vectors[rows], bends[rows], _pulls(evidence.vectors, pull))
    inverse = np.linalg.inv(curve)
    result: Numbers = evidence.logits.copy()
    for board in np.unique(evidence.boards[rows]):
        out = rows & (evidence.boards == board)
        vectors, wrong = evidence.vectors[out], count[out] * (chances[out] - evidence.truth[out])
        spread = vectors @ inverse @ vectors.T
        bend = np.eye(len(vectors)) - bends[out][:, None] * spread
        result[out] += vectors @ weights + spread @ np.linalg.solve(bend, wrong)
    return result


def _pulls(vectors: Numbers, pull: float | Numbers) -> Numbers:
    return np.broadcast_to(np.asarray(pull, np.float64), vectors.shape[1:])


def _counts(evidence: Evidence, counts: Numbers | None) -> Numbers:
    return np.ones(len(evidence)) if counts is None else counts


def _curve(vectors: Numbers, bends: Numbers, pulls: Numbers) -> Numbers:
    """The second derivatives of the loss, from those of each row by its logit."""
    result: Numbers = (vectors * bends[:, None]).T @ vectors
    result[np.diag_indices_from(result)] += pulls
    return result


def log_loss(logits: Numbers, truth: Numbers) -> Numbers:
    """The log loss of each row."""
    result: Numbers = np.logaddexp(0, logits) - truth * logits
    return result


def _sigmoid(logits: Numbers) -> Numbers:
    result: Numbers = 1 / (1 + np.exp(-np.clip(logits, -60, 60)))
    return result
