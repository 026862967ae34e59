"""How well the scores order the sentences, whatever the threshold."""

from __future__ import annotations

from collections.abc import Iterable


def average_precision(outcomes: Iterable[tuple[float, bool]], tasks: int) -> float | None:
    """The mean, over all gold tasks, of the precision at the score of each; a task that was not matched counts 0.

    `outcomes` has the score of every matched sentence and whether it is a task. Equal scores are taken together, so
    their order does not matter. None where there are no tasks.
    """
    if not tasks:
        return None
    total = 0.0
    found = seen = 0
    waiting = 0  # tasks with the present score
    before: float | None = None
    for score, is_task in sorted(outcomes, key=lambda outcome: -outcome[0]):
        if before is not None and score != before:
            found += waiting
            total += waiting * found / seen
            waiting = 0
        before = score
        seen += 1
        waiting += is_task
    found += waiting
    return (total + (waiting * found / seen if seen else 0.0)) / tasks
