"""What the view of a board costs: latency on short and long boards, and the cost of an edit.

    python benchmarks/layout_cost.py                          # needs the extra `train`
    python benchmarks/layout_cost.py --before OTHER/CHECKOUT  # the shipped model of another version beside it

The models have random weights and the shape of the shipped one, so only the view differs. Owners and due dates, which
neither the reference nor older versions look for, are left out; one line has them. Every figure is a median of rounds
in turns; compare figures of one run only.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROUNDS = 3
HEADINGS = ("To do", "Done", "Shopping", "Agenda", "Next steps")
ITEMS = ("call Ruth about the flyer", "milk and bread", "the lift was slow again", "send the report to Tom by Friday")


def notes(lines: int) -> str:
    """Notes of so many lines: lists of nine items, each under a heading with an empty line below."""
    written = []
    for number in range(lines):
        if number % 10 == 0 and lines > 1:
            written.append(f"{HEADINGS[number // 10 % len(HEADINGS)]}\n")
        else:
            end = "\n" if number % 10 == 9 else ""
            written.append(f"- {ITEMS[number % len(ITEMS)]} {number % 40}{end}")
    return "\n".join(written)


BOARDS = {"one region": "\n".join(f"- {item}" for item in ITEMS), "40 lines": notes(40), "2,000 lines": notes(2000)}


def child() -> None:
    """Times of the shipped model in this version of the package, for the parent."""
    from inkslate.extractor import Extractor

    extract = bare(Extractor.load().extract)
    print(json.dumps({name: timed(lambda text=text: extract(text)) for name, text in BOARDS.items()}))


def bare(extract: Callable[..., object]) -> Callable[[str], object]:
    """The call without owners and due dates, in versions that look for them."""
    return partial(extract, details=False) if "details" in inspect.signature(extract).parameters else extract


def timed(call: Callable[[], object]) -> float:
    """Milliseconds of the fastest of a few calls."""
    call()
    return min(_once(call) for _ in range(3))


def _once(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - began)


def shipped_times(source: Path) -> dict[str, float]:
    """The child's times with the package in this folder."""
    environment = os.environ | {"PYTHONPATH": str(source / "src")}
    command = [sys.executable, __file__, "--child"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    times: dict[str, float] = json.loads(done.stdout)
    return times


def latency(folder: Path, before: Path | None) -> None:
    """One line a board: milliseconds of each system."""
    from inkslate.experiments.benchmark_inputs import generated_boards
    from inkslate.experiments.latency import TimedRegion
    from inkslate.experiments.random_model import make
    from inkslate.experiments.reference import ReferenceModel
    from inkslate.extractor import Extractor
    from inkslate.model.bundle import INT8, TOKENIZER
    from inkslate.model.windows import Encoder
    from inkslate.training.conversion import convert

    texts = [region.text(0, len(region.word_texts)) for board in generated_boards() for region in board.regions]
    calls: dict[str, Callable[[str], object]] = {}
    for view in ("region", "headings", "facts"):
        bundle = make(folder / view, texts, word_layers=4, view=view)
        extractor = Extractor.load(convert(bundle, folder / f"{view}-int8", precision=INT8).folder)
        calls[f"view {view}"] = bare(extractor.extract)
    calls["shipped, owners and days"] = Extractor.load().extract
    encoder = Encoder.from_file(bundle.path(TOKENIZER), max_length=512)
    reference = ReferenceModel(encoder)
    calls["reference (RoBERTa, torch)"] = lambda text: reference(TimedRegion(text, ()))
    rounds: dict[tuple[str, str], list[float]] = {}
    for _ in range(ROUNDS):
        for board, text in BOARDS.items():
            for name, call in calls.items():
                if not (name.startswith("reference") and len(text) > 10_000):
                    rounds.setdefault((name, board), []).append(timed(lambda call=call, text=text: call(text)))
        for name, source in (("shipped", Path(__file__).parent.parent), ("shipped before", before)):
            for board, value in shipped_times(source).items() if source else ():
                rounds.setdefault((name, board), []).append(value)
    names = dict.fromkeys(name for name, _ in rounds)
    print(f"{'milliseconds':<28}" + "".join(f"{board:>14}" for board in BOARDS))
    for name in names:
        values = [rounds.get((name, board)) for board in BOARDS]
        print(f"{name:<28}" + "".join(f"{statistics.median(v):>14.1f}" if v else f"{'-':>14}" for v in values))


def edits(folder: Path) -> None:
    """What a revision of a live board costs: an edited item, an edited heading, and everything."""
    from inkslate.extractor import Extractor
    from inkslate.readers.text import parse_text
    from inkslate.service.live_board import LiveBoard
    from inkslate.service.scheduler import ScannedRegion

    extractor = Extractor.load(folder / "facts-int8")

    def revise(live: LiveBoard, text: str) -> tuple[int, float]:
        began = time.perf_counter()
        passages = extractor.passages(parse_text(text, board="board"))
        changed, known = live.changed_passages(passages), live.cached_outputs()
        scanned = []
        for passage in changed:
            steps = extractor.steps(passage)
            outputs = {part: known[part] if part in known else extractor.run(part) for part in steps.parts}
            scanned.append(ScannedRegion(steps.conclude([outputs[part] for part in steps.parts]), outputs))
        live.update(passages, changed, scanned)
        return len(changed), 1000 * (time.perf_counter() - began)

    print(f"\n{'edit':<10}{'lines':>6}{'regions run':>13}{'ms':>8}{'of all':>8}")
    for lines in (5, 50, 500):
        text = notes(lines)
        changes = {"all": "", "item": text.replace("milk", "oat milk", 1), "heading": text.replace("To do", "Done", 1)}
        for name, changed in changes.items():
            found = []
            for _ in range(ROUNDS):
                live = LiveBoard()
                whole = revise(live, text)
                found.append(whole if name == "all" else revise(live, changed))
            regions, total = found[0][0], len(parse_text(text, board="board").regions)
            print(f"{name:<10}{lines:>6}{regions:>13}{statistics.median(ms for _, ms in found):>8.1f}{total:>8}")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--before", type=Path, metavar="CHECKOUT", help="another version of the project to compare with"
    )
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child()
        return
    with tempfile.TemporaryDirectory() as scratch:
        latency(Path(scratch), options.before)
        edits(Path(scratch))


if __name__ == "__main__":
    main()
