"""What `inkslate adapt` gains for simulated persons, at 5, 10, 20 and 40 corrected boards; the rest is held out.

    python benchmarks/adapting.py --model open --corpus corpus --json adapting.json

`persons.py` makes the persons. Where `adapt` would write nothing, the person keeps the shipped model and gains 0.
Beginnings of sentences, which gained nothing for anybody, are not learned here: that would take most of the time.

The groups and the draws are others than those by which the bounds of `habit_bounds` were chosen (`--groups other`).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from persons import GROUPS, GUIDE, HELD_OUT, OTHER_GROUPS, SEED, Person, by_board, f1, persons

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.model.backends import Logits, ModelInput, load_backend
from inkslate.model.backends.adapted import AdaptedBackend
from inkslate.model.backends.habits import PersonHabits
from inkslate.model.backends.head import HEAD, Head, read_head
from inkslate.model.bundle import Bundle
from inkslate.model.loading import find_bundle
from inkslate.model.predictor import Tagger
from inkslate.training.adapting.adapter import adapt, adapter_habits, adapter_table

SIZES = (5, 10, 20, 40)


class Cached:
    """A backend that computes the vectors of each window once; the head makes the logits from them."""

    def __init__(self, bundle: Bundle) -> None:
        self._backend: Any = load_backend(bundle)
        self._head = read_head(bundle.path(HEAD), labels=len(bundle.scheme.labels))
        self._known: dict[tuple[tuple[int, ...], ...], Logits] = {}

    def run(self, window: ModelInput) -> Logits:
        """Logits of one window."""
        return self._head.logits(self.vectors(window))

    def vectors(self, window: ModelInput) -> Logits:
        """Vectors of one window."""
        key = tuple(window.ids), tuple(window.features), tuple(window.kept)
        if key not in self._known:
            self._known[key] = self._backend.vectors(window)
        return self._known[key]


def learned(boards: Sequence[Board], base: Bundle, backend: Cached) -> tuple[Head, PersonHabits | None] | None:
    """What `adapt` would write; None where it refuses the boards, because none has a task, or sees no clear gain."""
    try:
        adapted = adapt(boards, base, backend=backend, parts=("tasks",))
    except InputError:
        return None
    used = adapted.used
    return (adapter_table(adapted, used), adapter_habits(adapted, used)) if used else None


def gains(person: Person, base: Bundle, backend: Cached, draws: int) -> dict[str, Any]:
    """F1 of the shipped model, and for each size the mean gain, the worst draw, and how often it was written."""
    shipped = by_board(person.boards, Tagger(base, backend))
    row: dict[str, Any] = {"person": person.name, "habit": person.habit, "boards": len(person.boards)}
    row["f1"] = f1(list(shipped.values()))
    for size in SIZES:
        results: list[float] = []
        written = 0
        for draw in range(draws if len(person.boards) >= size + HELD_OUT else 0):
            order = random.Random(SEED + draw).sample(person.boards, len(person.boards))
            tables = learned(order[:size], base, backend)
            if tables is None:
                results.append(0.0)
            else:
                after = by_board(order[size:], Tagger(base, AdaptedBackend(backend, *tables)))
                results.append(f1(list(after.values())) - f1([shipped[board.id] for board in order[size:]]))
                written += 1
        if results:
            row[str(size)] = {"gain": fmean(results), "worst": min(results), "written": written / draws}
    return row


def table(rows: Sequence[dict[str, Any]]) -> str:
    """The results as Markdown, persons by the guide first."""
    lines = [
        f"| person | tasks are | boards | shipped F1 | {' | '.join(f'{size} boards' for size in SIZES)} |",
        "| --- | --- | --- | --- |" + " --- |" * len(SIZES),
    ]
    lines += [
        f"| {row['person']} | {row['habit']} | {row['boards']} | {row['f1']:.1f} | {' | '.join(_cells(row))} |"
        for row in rows
    ]
    kinds = (("by the guide", _own(rows, False)), ("a habit of their own", _own(rows, True)), ("all", list(rows)))
    for title, chosen in ((f"mean, {name}", each) for name, each in kinds):
        means = [_mean(chosen, size) for size in SIZES]
        lines.append(f"| **{title}** | | | | {' | '.join(means)} |")
    return "\n".join(lines)


def _own(rows: Sequence[dict[str, Any]], own: bool) -> list[dict[str, Any]]:
    return [row for row in rows if (row["habit"] != GUIDE) == own]


def _mean(rows: Sequence[dict[str, Any]], size: int) -> str:
    values = [row[str(size)]["gain"] for row in rows if str(size) in row]
    return f"**{fmean(values):+.1f}** (lowest {min(values):+.1f})" if values else "-"


def _cells(row: dict[str, Any]) -> list[str]:
    cells = [row.get(str(size)) for size in SIZES]
    return ["-" if cell is None else f"{cell['gain']:+.1f} ({100 * cell['written']:.0f} %)" for cell in cells]


def picture(rows: Sequence[dict[str, Any]]) -> str:
    """The mean gain at each size as SVG, with the lowest and the highest person: a line for each kind of person."""
    kinds = (("a habit of their own", "#2b6cb0", _own(rows, True)), ("by the guide", "#a0522d", _own(rows, False)))
    gains = [row[str(size)]["gain"] for row in rows for size in SIZES if str(size) in row]
    low, high = min(0.0, *gains), max(1.0, *gains)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 300" font-family="sans-serif" font-size="12">',
        '<rect width="480" height="300" fill="#fff"/>',
        '<text x="12" y="18">points of F1 gained by `adapt`: mean, lowest and highest person</text>',
    ]

    def at(place: int, value: float) -> str:
        return f"{70 + 120 * place},{260 - 215 * (value - low) / (high - low):.1f}"

    parts.append(f'<path d="M{at(0, 0)} L{at(3, 0)}" stroke="#999" stroke-dasharray="3"/>')
    for shift, (name, colour, chosen) in enumerate(kinds):
        found = [[row[str(size)]["gain"] for row in chosen if str(size) in row] for size in SIZES]
        line = " L".join(at(place, fmean(values)) for place, values in enumerate(found))
        parts.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for place, values in enumerate(found):
            x, y = at(place, fmean(values)).split(",")
            parts.append(f'<path d="M{at(place, min(values))} L{at(place, max(values))}" stroke="{colour}"/>')
            parts.append(f'<text x="{float(x) + 6}" y="{float(y) - 6}" fill="{colour}">{fmean(values):+.1f}</text>')
        parts.append(f'<text x="300" y="{40 + 16 * shift}" fill="{colour}">{name}</text>')
    parts += [f'<text x="{60 + 120 * place}" y="285">{size} boards</text>' for place, size in enumerate(SIZES)]
    return "\n".join([*parts, "</svg>", ""])


def main() -> int:
    """Print the table, and write the figures where --json names a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="open")
    parser.add_argument("--corpus", type=Path, default=Path("corpus"))
    parser.add_argument("--draws", type=int, default=5, help="how often the boards to learn from are drawn anew")
    parser.add_argument("--groups", choices=("reported", "other"), default="reported")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--picture", type=Path, help="SVG file for the means")
    options = parser.parse_args()
    base = find_bundle(options.model)
    if base is None:
        parser.error("rules has nothing to adapt; name a model")
    backend = Cached(base)
    rows = []
    for person in persons(options.corpus, GROUPS if options.groups == "reported" else OTHER_GROUPS):
        rows.append(gains(person, base, backend, options.draws))
        print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
        if options.json:
            options.json.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    print(table(rows))
    if options.picture:
        options.picture.write_text(picture(rows), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
