"""Start-up and speed of two versions of the code, in turns, so that whatever else the machine does meets both.

    python benchmarks/before_after.py --before old/src --after new/src --root . --data slate

Every measurement is a process of its own, with PYTHONPATH set to one of the two. A first round, which also writes the
byte code, is not counted.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

_EXTRACT = "import inkslate; inkslate.extract('to do\\n- call Ruth by Friday\\n- send the deck')"
_LOADED = """
import sys, time
from inkslate import Extractor, read_file
boards = read_file(sys.argv[1])
regions = [region for board in boards for region in board.regions]
extractor = Extractor.load()
list(extractor.extract_many(boards[:4]))
extractor.extract(regions[0])
began = time.perf_counter()
for region in regions:
    extractor.extract(region)
between = time.perf_counter()
list(extractor.extract_many(boards))
print(len(regions), len(boards), between - began, time.perf_counter() - between)
"""


class Place(NamedTuple):
    """Where the code and its inputs are."""

    source: Path
    root: Path
    data: Path

    def run(self, *args: str) -> str:
        """What a Python process with this code prints; an error ends the whole run."""
        environment = os.environ | {"PYTHONPATH": str(self.source)}
        done = subprocess.run([sys.executable, *args], cwd=self.root, env=environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{self.source}: {' '.join(args)[:80]} ended with {done.returncode}\n{done.stderr}")
        return done.stdout


def _timed(*args: str) -> Callable[[Place], dict[str, float]]:
    """Seconds of a whole process."""

    def measure(place: Place) -> dict[str, float]:
        began = time.perf_counter()
        place.run(*args)
        return {"": time.perf_counter() - began}

    return measure


def _loaded(place: Place) -> dict[str, float]:
    """Seconds of a loaded model, without its loading."""
    regions, boards, single, many = place.run("-c", _LOADED, str(place.data / "test.csv")).split()
    return {f"extract, {regions} regions one by one": float(single), f"extract_many, {boards} boards": float(many)}


_MEASURES: dict[str, Callable[[Place], dict[str, float]]] = {
    "python -c pass (floor)": _timed("-c", "pass"),
    "import inkslate": _timed("-c", "import inkslate"),
    "import inkslate.cli": _timed("-c", "import inkslate.cli"),
    "import and extract a text": _timed("-c", _EXTRACT),
    "inkslate extract standup.txt": _timed("-m", "inkslate.cli", "extract", "examples/standup.txt"),
    "": _loaded,
}


def main() -> None:
    """Read the arguments, measure both versions in turns and print the medians."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--before", type=Path, required=True, help="the folder with the package inkslate")
    parser.add_argument("--after", type=Path, required=True)
    parser.add_argument("--root", type=Path, help="the repository with the examples; by default that of --before")
    parser.add_argument("--data", type=Path, required=True, help="the folder with test.csv")
    parser.add_argument("--rounds", type=int, default=11)
    told = parser.parse_args()
    root = (told.root or told.before.parent).resolve()
    places = {name: Place(getattr(told, name).resolve(), root, told.data.resolve()) for name in ("before", "after")}
    for place in places.values():
        found = place.run("-c", "import inkslate; print(inkslate.__file__)").strip()
        if not Path(found).is_relative_to(place.source):
            sys.exit(f"{place.source}: inkslate is imported from {found}")
    seconds: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for turn in range(told.rounds + 1):
        order = list(places)[:: 1 if turn % 2 else -1]  # who is first takes turns too
        for title, measure in _MEASURES.items():
            for name in order:
                for part, value in measure(places[name]).items():
                    if turn:
                        seconds[title + part][name].append(value)
        print(f"round {turn} of {told.rounds}", file=sys.stderr)
    print(f"{'medians, ms':<42} {'before':>10} | {'after':>10} | ratio (quartiles of the ratios of rounds)")
    for title, both in seconds.items():
        before, after = (statistics.median(both[name]) for name in places)
        ratios = [late / early for early, late in zip(both["before"], both["after"], strict=True)]
        low, _, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
        row = f"{title:<42} {before * 1000:10.1f} | {after * 1000:10.1f} | {after / before:5.3f}"
        print(f"{row} ({low:.3f} to {high:.3f})")


if __name__ == "__main__":
    main()
