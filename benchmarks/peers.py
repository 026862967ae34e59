"""How well and how fast inkslate cuts notes into sentences, beside general-purpose sentence splitters.

Every tool gets the same regions in the same run, in each view of them that it can take:

- lines and bullets: the layout as it is; inkslate alone takes it, as the others read text;
- line breaks: a line of text for each line, and what a line break means is the tool's own affair;
- spaces: one running text.

B (boundary similarity, docs/evaluation.md) is the mean over regions, in per cent, and the better view is marked with
an asterisk; its 95 % interval is a bootstrap over boards. Sentences become whole words: a boundary inside a word moves
to the start of the next one, and text that a tool's offsets leave out is a sentence of its own.

The speed is that of the better view, one region a call on one thread. The tools take turns, each round begins with
another one, and the times are medians over the rounds. A splitter's time is its own call alone; making its text and
turning its answer into words are not timed. inkslate's time is `Extractor.extract`, which says what is a task, too.

    pip install pysbd nupunkt blingfire syntok nltk
    python benchmarks/peers.py [GOLD] [--model DIR]... [--rounds N]

GOLD is any labelled file that inkslate reads; without it, test.csv in the folder $SLATE_DATA, and where that is
not set, boards generated from a fixed seed. Nothing is downloaded: NLTK's punkt runs with its English model where
NLTK finds that on this machine, and with one trained here, without labels, on the very texts it then splits.
"""

from __future__ import annotations

import argparse
import gc
import platform
import re
import statistics
import sys
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import partial
from importlib.metadata import metadata
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from boards import load_gold

from inkslate import Extractor
from inkslate.board import Board, Line, Region, Span
from inkslate.errors import InkslateError, InputError
from inkslate.evaluation.evaluation import Evaluation, compare, signature
from inkslate.evaluation.metrics.matching import MATCHINGS
from inkslate.extraction import Extraction, ModelInfo
from inkslate.formats.extraction_jsonl import Predictions

LAYOUT, BREAKS, SPACES = "lines and bullets", "line breaks", "spaces"
JOINTS = {BREAKS: "\n", SPACES: " "}
RULES = "inkslate, rules"
TURN_SECONDS = 0.3

Split = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Peer:
    """A splitter: how it is made, given all texts, and where in the text its answer has edges of sentences."""

    name: str
    package: str
    load: Callable[[Sequence[str]], Split]
    edges: Callable[[str, Any], Iterable[int]]


@dataclass(frozen=True, slots=True)
class Entry:
    """A tool on one view: what is called, on what for each region, and how the answer becomes spans of words."""

    tool: str
    view: str
    call: Callable[[Any], Any]
    inputs: Sequence[Any]
    spans: Callable[[Any, Any], tuple[Span, ...]]


def load_pysbd(_texts: Sequence[str]) -> Split:
    import pysbd

    return pysbd.Segmenter(language="en", clean=False, char_span=True).segment


def load_pysbd_pdf(_texts: Sequence[str]) -> Split:
    import pysbd

    return pysbd.Segmenter(language="en", clean=True, doc_type="pdf").segment


def load_nupunkt(_texts: Sequence[str]) -> Split:
    from nupunkt import sent_spans

    return sent_spans


def load_nupunkt_lines(_texts: Sequence[str]) -> Split:
    from nupunkt import sentence_spans

    return partial(sentence_spans, line_breaks=True)


def load_blingfire(_texts: Sequence[str]) -> Split:
    from blingfire import text_to_sentences

    return lambda text: text_to_sentences(text).split("\n")


def load_syntok(_texts: Sequence[str]) -> Split:
    from syntok import segmenter

    return lambda text: [tokens for paragraph in segmenter.analyze(text) for tokens in paragraph]


def load_punkt_english(_texts: Sequence[str]) -> Split:
    from nltk.tokenize.punkt import PunktTokenizer

    try:
        tokenizer = PunktTokenizer("english")
    except LookupError:
        raise FileNotFoundError("NLTK has no punkt_tab data on this machine") from None
    return lambda text: list(tokenizer.span_tokenize(text))


def load_punkt_trained(texts: Sequence[str]) -> Split:
    from nltk.tokenize.punkt import PunktSentenceTokenizer, PunktTrainer

    tokenizer = PunktSentenceTokenizer(PunktTrainer("\n\n".join(texts)).get_params())
    return lambda text: list(tokenizer.span_tokenize(text))


def load_lines(_texts: Sequence[str]) -> Split:
    return lambda text: text.split("\n")


def edges_of_pairs(_text: str, sentences: Iterable[tuple[int, int]]) -> list[int]:
    return [edge for pair in sentences for edge in pair]


def edges_of_objects(_text: str, sentences: Iterable[Any]) -> list[int]:
    return [edge for sentence in sentences for edge in (sentence.start, sentence.end)]


def edges_of_tokens(_text: str, sentences: Iterable[Sequence[Any]]) -> list[int]:
    return [tokens[0].offset for tokens in sentences]


def edges_of_strings(text: str, sentences: Iterable[str]) -> list[int]:
    """Where each string ends, by its characters other than white space; a string may differ a little from the text."""
    places = [place for place, character in enumerate(text) if not character.isspace()]
    parts = ["".join(sentence.split()) for sentence in sentences]
    blocks = SequenceMatcher(None, "".join(parts), "".join(text.split()), autojunk=False).get_matching_blocks()
    edges = []
    for end in accumulate(map(len, parts)):
        # What the tool changed or left out has no place of its own: the edge stands before the next thing it kept.
        place = next((block.b + max(0, end - block.a) for block in blocks if end < block.a + block.size), None)
        edges.append(len(text) if place is None else places[place])
    return edges


LINES = Peer("one sentence a line", "", load_lines, edges_of_strings)
PEERS = (
    Peer("pySBD", "pysbd", load_pysbd, edges_of_objects),
    Peer("pySBD, doc_type=pdf", "pysbd", load_pysbd_pdf, edges_of_strings),
    Peer("nupunkt", "nupunkt", load_nupunkt, edges_of_pairs),
    Peer("nupunkt, line_breaks=True", "nupunkt", load_nupunkt_lines, edges_of_pairs),
    Peer("blingfire", "blingfire", load_blingfire, edges_of_strings),
    Peer("syntok", "syntok", load_syntok, edges_of_tokens),
    Peer("NLTK punkt (English)", "nltk", load_punkt_english, edges_of_pairs),
    Peer("NLTK punkt (unsupervised on these texts)", "nltk", load_punkt_trained, edges_of_pairs),
)


def partition(edges: Iterable[int], text: str) -> tuple[Span, ...]:
    """The words of a text cut at these characters; an edge inside a word counts for the start of the next."""
    starts = [match.start() for match in re.finditer(r"\S+", text)]
    cuts = {0, len(starts), *(bisect_left(starts, edge) for edge in edges)}
    return tuple(Span(start, end) for start, end in pairwise(sorted(cuts)))


def without_bullets(region: Region) -> Region:
    return Region(region.id, tuple(replace(line, bullet=False) for line in region.lines))


def on_one_line(region: Region) -> Region:
    return Region(region.id, (Line(tuple(word for line in region.lines for word in line.words)),))


# What a view leaves of a region; never its labels.
VIEWS = {LAYOUT: Region.without_labels, BREAKS: without_bullets, SPACES: on_one_line}


def peer_entries(peer: Peer, regions: Sequence[Region], views: Iterable[str] = tuple(JOINTS)) -> list[Entry]:
    def spans(text: str, answer: Any) -> tuple[Span, ...]:
        return partition(peer.edges(text, answer), text)

    texts = {view: [JOINTS[view].join(line.text for line in region.lines) for region in regions] for view in views}
    return [Entry(peer.name, view, peer.load(inputs), inputs, spans) for view, inputs in texts.items()]


def inkslate_entries(tool: str, extractor: Extractor, regions: Sequence[Region]) -> list[Entry]:
    def spans(_region: Region, extraction: Extraction) -> tuple[Span, ...]:
        return tuple(sentence.span for sentence in extraction.sentences[0])

    return [
        Entry(tool, view, extractor.extract, [show(region) for region in regions], spans)
        for view, show in VIEWS.items()
    ]


def score(boards: Sequence[Board], entry: Entry) -> Evaluation:
    """inkslate's own evaluation of the spans; without task labels in them, B is what it can tell."""
    spans: dict[str, dict[str, tuple[Span, ...]]] = {board.id: {} for board in boards}
    places = ((board.id, region.id) for board in boards for region in board.regions)
    for (board, region), given in zip(places, entry.inputs, strict=True):
        spans[board][region] = entry.spans(given, entry.call(given))
    return compare(boards, Predictions(entry.tool, ModelInfo(entry.tool, "", "", entry.view), spans))


def better_view(scores: Mapping[str, float]) -> str:
    """The view with the highest B; of equal ones the first."""
    return max(scores, key=lambda view: scores[view])


def measure(entries: Sequence[Entry], rounds: int) -> list[float]:
    """Median seconds a pass over all regions, for each entry; they take turns, each round starting with the next."""
    times: list[list[float]] = [[] for _ in entries]
    for number in range(rounds):
        for turn in range(len(entries)):
            which = (number + turn) % len(entries)
            times[which].append(time_a_turn(entries[which]))
    return [statistics.median(values) for values in times]


def time_a_turn(entry: Entry) -> float:
    """Seconds a pass, over as many passes as fill a turn: all run about as long, and as warm."""
    call, inputs = entry.call, entry.inputs
    # As timeit does: no tool pays for the garbage of another.
    gc.collect()
    gc.disable()
    passes, begin = 0, time.perf_counter()
    while (taken := time.perf_counter() - begin) < TURN_SECONDS:
        for given in inputs:
            call(given)
        passes += 1
    gc.enable()
    return taken / passes


def load_peers(regions: Sequence[Region]) -> tuple[list[Entry], list[str], list[str]]:
    """Entries of the peers that are there, the packages that are not, and what else does not run, with the reason."""
    entries, missing, unusable = [], [], []
    for peer in PEERS:
        try:
            entries += peer_entries(peer, regions)
        except ModuleNotFoundError:
            missing.append(peer.package)
        # An old version, a native library for another machine, or data that is not there.
        except (ImportError, OSError) as error:
            unusable.append(f"{peer.name}: {error}")
    return entries, list(dict.fromkeys(missing)), unusable


def table(boards: Sequence[Board], entries: Sequence[Entry], rounds: int) -> list[str]:
    """A row for each tool, the highest B first; all B before any time, so that scoring warms everything up."""
    evaluations: dict[str, dict[str, Evaluation]] = {}
    for entry in entries:
        evaluations.setdefault(entry.tool, {})[entry.view] = score(boards, entry)
    scores = {
        tool: {view: evaluation.scores.B or 0.0 for view, evaluation in views.items()}
        for tool, views in evaluations.items()
    }
    best = {tool: better_view(views) for tool, views in scores.items()}
    timed = [entry for entry in entries if entry.view == best[entry.tool]]
    seconds = dict(zip((entry.tool for entry in timed), measure(timed, rounds), strict=True))
    header = ["", *(f"B, {view}" for view in VIEWS), "95 % interval", "speed, rules = 1", "regions a second"]
    rows = [header, ["---"] * len(header)]
    for tool in sorted(best, key=lambda tool: scores[tool][best[tool]], reverse=True):
        values = [
            f"{100 * scores[tool][view]:.1f}{' *' if view == best[tool] else ''}" if view in scores[tool] else "-"
            for view in VIEWS
        ]
        low, high = evaluations[tool][best[tool]].intervals["B"] or (0.0, 0.0)
        speed = f"{float(f'{seconds[RULES] / seconds[tool]:.2g}'):,g}"
        each_second = f"{len(timed[0].inputs) / seconds[tool]:,.0f}"
        rows.append([tool, *values, f"{100 * low:.1f} to {100 * high:.1f}", speed, each_second])
    return [f"| {' | '.join(row)} |" for row in rows]


def about(package: str) -> str:
    """Name, version and licence of an installed package, as it states them."""
    data = metadata(package)
    licences = [text.rpartition(" :: ")[2] for text in data.get_all("Classifier") or () if text.startswith("License")]
    licence = data.get("License-Expression") or ", ".join(licences) or data.get("License") or "licence not stated"
    return f"{package} {data['Version']} ({licence.splitlines()[0]})"


def processor() -> str:
    """The CPU's name where the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text("utf-8", "replace").splitlines() if cpuinfo.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or platform.machine()


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Score and time inkslate's sentences beside those of other splitters.")
    parser.add_argument("gold", nargs="?", metavar="GOLD", help="a labelled file (default: $SLATE_DATA/test.csv)")
    parser.add_argument("--model", action="append", default=[], metavar="DIR", help="a model's folder; may be repeated")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="timed rounds (default: 5)")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error("--rounds needs at least 1")
    return arguments


def main() -> int:
    arguments, packages = parse_arguments(), list(dict.fromkeys(peer.package for peer in PEERS))
    try:
        name, boards = load_gold(arguments.gold)
        # A region without words has nothing to cut, and not every splitter takes an empty text.
        boards = [replace(b, regions=tuple(region for region in b.regions if region.word_texts)) for b in boards]
        regions = [region for board in boards for region in board.regions]
        if not regions:
            raise InputError(f"{name}: no region with words to score")
        extractors = {RULES: Extractor.load("rules", threads=1)}
        extractors |= {f"inkslate, {folder}": Extractor.load(folder, threads=1) for folder in arguments.model}
        peers, missing, unusable = load_peers(regions)
        if not peers:
            print("no splitter to compare with:", *unusable, f"pip install {' '.join(packages)}", file=sys.stderr)
            return 2
        ours = [entry for tool, extractor in extractors.items() for entry in inkslate_entries(tool, extractor, regions)]
        entries = [*ours, *peer_entries(LINES, regions, views=(BREAKS,)), *peers]
        print(*table(boards, entries, arguments.rounds), sep="\n")
    except InkslateError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"\n{len(regions)} regions of {name}; medians of {arguments.rounds} rounds, one thread")
    for tool, extractor in extractors.items():
        print(f"{tool}: {signature(extractor.model, MATCHINGS['paper'])}")
    print(", ".join(about(package) for package in packages if package not in missing))
    print(f"Python {platform.python_version()}; {processor()}")
    if missing:
        print(f"missing: {', '.join(missing)}; pip install {' '.join(missing)}")
    for reason in unusable:
        print(f"left out: {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
