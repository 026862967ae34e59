"""Items below items: details, items of an item, and items below a person's name."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inkslate.board import Label, Line
from inkslate.training.synthesis.headings import DETAILS, NAMES
from inkslate.training.synthesis.writing import DraftSentence

_DEEPEST = 2  # below the first item of a list


def deeper(drafts: Sequence[DraftSentence], by: int) -> list[DraftSentence]:
    """The items, nested deeper; headings stay where they are."""
    return [
        draft if draft.facts.heading else replace(draft, facts=replace(draft.facts, indent=draft.facts.indent + by))
        for draft in drafts
    ]


def with_children(drafts: Sequence[DraftSentence], rng: random.Random) -> list[DraftSentence]:
    """Some of the items below the one before them.

    Both have the same label: a phrase above things to do would name them and be no task.
    """
    result = list(drafts[:1])
    for draft in drafts[1:]:
        above = result[-1]
        alike = draft.label is above.label is not Label.TASK_BY_CONTEXT
        same = above.facts.indent
        result += deeper([draft], rng.choice((min(same + 1, _DEEPEST), same, same, 0)) if alike else 0)
    return result


def with_details(
    drafts: Sequence[DraftSentence], remarks: Sequence[tuple[str, ...]], rng: random.Random
) -> list[DraftSentence]:
    """The items, some with details below them, which are no tasks."""
    result = []
    below = (*(draft.facts.indent for draft in drafts[1:]), 0)
    for draft, next_depth in zip(drafts, below, strict=True):
        result.append(draft)
        # Between a name and its items a detail would be one of the items.
        if draft.facts.indent >= _DEEPEST or next_depth > draft.facts.indent or rng.random() > 0.3:
            continue
        facts = Line((), draft.facts.bullet, indent=draft.facts.indent + 1)
        for _ in range(rng.choice((1, 1, 2))):
            words = rng.choice(remarks) if remarks and rng.random() < 0.3 else tuple(rng.choice(DETAILS).split())
            result.append(DraftSentence(words, Label.NON_TASK, facts=facts))
    return result


def by_name(drafts: Sequence[DraftSentence], rng: random.Random) -> list[tuple[str, list[DraftSentence]]]:
    """The items in groups, each with a name."""
    count = min(len(drafts), rng.randint(1, 3))
    cuts = [0, *sorted(rng.sample(range(1, len(drafts)), count - 1)), len(drafts)]
    names = rng.sample(NAMES, count)
    return [(name, list(drafts[a:b])) for name, a, b in zip(names, cuts[:-1], cuts[1:], strict=True)]


def below_names(drafts: Sequence[DraftSentence], rng: random.Random) -> list[DraftSentence]:
    """The items nested below names."""
    result = []
    for name, group in by_name(drafts, rng):
        words = (*f"{name}{rng.choice(('', '', ':'))}".split(),)
        result.append(DraftSentence(words, Label.NON_TASK, facts=Line((), group[0].facts.bullet)))
        result += deeper(group, 1)
    return result
