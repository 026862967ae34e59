"""Simulated persons: groups of boards of one kind, labelled by a habit; for adapting.py and starting.py.

A person is a group of boards from the dev and test splits of the corpus, which the shipped model did not learn from, or
the boards of the released data where SLATE_DATA names its folder. Some persons follow the guide by which the model was
trained; the others have a habit of their own, made from the labels by a rule. A habit is taken for every group where it
changes at least 15 of 100 tasks.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from inkslate.board import Board
from inkslate.evaluation.evaluation import evaluate
from inkslate.evaluation.metrics.scoring import Counts, derive, total
from inkslate.extraction import Predictor
from inkslate.formats import parse_board
from inkslate.readers import read_file

HELD_OUT = 8  # boards, at least
CHANGED = 0.15
SEED = 1000  # other draws than those by which the bounds of a clear gain were chosen
GROUPS: Mapping[str, Sequence[str]] = {
    "to-do lists": ("after-todo",),
    "logs": ("after-log",),
    "plans": ("after-plan",),
    "minutes": ("after-minutes",),
    "mixed notes": ("after-unsourced",),
    "care and shifts": ("clinic-notes", "shift-handover", "farm-and-vet", "support-desk", "safety-walk"),
    "home": ("household", "shopping", "recipe", "packing", "party-plan", "garden"),
    "meetings": ("meeting-actions", "standup", "one-to-one", "sprint-plan", "kick-off", "retro"),
}
# The groups by which the bounds of a clear gain were chosen: no board is in both tables.
OTHER_GROUPS: Mapping[str, Sequence[str]] = {
    "ideas": ("after-ideas", "after-design", "after-research", "after-requirements"),
    "study": ("after-study", "after-lecture", "after-reading", "study-plan", "student-planner", "classroom-board"),
    "diary": ("after-diary", "after-journal", "journal", "after-goals"),
    "lists": ("after-list", "after-shopping", "after-packing", "after-household", "after-recipe", "after-how-to"),
    "work": ("project-tasks", "bug-triage", "after-bugs", "after-status", "sales-call", "call-notes", "todo-work"),
    "making": ("workshop", "kitchen-brigade", "building-site", "rehearsal", "lab-notes", "setup-guide"),
    "events": ("travel-plan", "timetable", "budget", "committee-minutes", "todo-personal", "mixed-board", "mind-map"),
}
GUIDE = "by the guide"
Sentence = dict[str, Any]
HABITS: Mapping[str, Callable[[Sentence], bool]] = {
    GUIDE: lambda sentence: sentence["label"] in (1, 2, 3),
    "only what says so itself": lambda sentence: sentence["label"] in (1, 2),
    "steps of a recipe or a guide too": lambda sentence: sentence["label"] != 0,
    "waiting and conditions too": lambda s: s["label"] in (1, 2, 3) or bool(set(s.get("kinds", "")) & {"w", "c"}),
}

BY_KINDS = ("waiting and conditions too",)  # habits that need more of a sentence than its label


class Person(NamedTuple):
    """A group of boards, labelled by a habit."""

    name: str
    habit: str
    boards: list[Board]


def persons(corpus: Path, groups: Mapping[str, Sequence[str]] = GROUPS) -> Iterator[Person]:
    """All simulated persons."""
    for group, genres in groups.items():
        paths = [corpus / split / f"{genre}.jsonl" for split in ("dev", "test") for genre in genres]
        lines = [line for path in paths if path.exists() for line in path.read_text("utf-8").splitlines()]
        for habit, is_task in HABITS.items():
            values = [json.loads(line) for line in lines]
            if habit == GUIDE or relabel(values, is_task) >= CHANGED:
                yield Person(group, habit, [parse_board(value, where=group) for value in values])
    if groups is GROUPS and (folder := os.environ.get("SLATE_DATA")):
        files = [Path(folder) / f"{name}.csv" for name in ("train", "val", "test")]
        yield Person("released boards", "by their own guide", [board for file in files for board in read_file(file)])


def relabel(boards: Sequence[dict[str, Any]], is_task: Callable[[Sentence], bool]) -> float:
    """Give every sentence the label of the habit; how many labels changed, as a share of the tasks by the guide."""
    changed = tasks = 0
    for sentence in (each for board in boards for region in board["regions"] for each in region["sentences"]):
        before, after = HABITS[GUIDE](sentence), is_task(sentence)
        changed, tasks = changed + (before != after), tasks + before
        if before != after:
            sentence["label"] = int(after)
    return changed / max(1, tasks)


def f1(counts: Sequence[Counts]) -> float:
    """Task F1 in points."""
    return 100 * (derive(total(counts)).task.f1 or 0.0)


def by_board(boards: Sequence[Board], predictor: Predictor) -> dict[str, Counts]:
    """The counts of each board."""
    found: dict[str, list[Counts]] = {board.id: [] for board in boards}
    for region in evaluate(boards, predictor).regions:
        found[region.board].append(region.result.counts)
    return {name: total(counts) for name, counts in found.items()}
