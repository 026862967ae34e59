"""How well two labellings of the same boards agree: `python corpus/agreement.py`.

The first is the corpus itself, the second lies in second/labels.txt: boards of all genres, labelled from the text and
the guide alone. Both are compared on the text as it was written, before errors were put in.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from build import HERE, build_entries
from markup import read_boards

from inkslate.board import Board, Region, Sentence, Span
from inkslate.errors import InputError
from inkslate.evaluation.evaluation import compare
from inkslate.evaluation.metrics.boundaries import boundaries_of, boundary_similarity
from inkslate.extraction import ModelInfo
from inkslate.formats.extraction_jsonl import Predictions

SECOND = HERE / "second" / "labels.txt"


def pair_boards(first: Mapping[str, Board], second: Path) -> list[tuple[Board, Board]]:
    """Boards of the corpus and their second labelling; the `genre` of its header is the board's id."""
    pairs = []
    for written in read_boards(second):
        name = written.genre
        if name not in first:
            raise InputError(f"{second}: the corpus has no board {name!r}")
        mine, theirs = first[name], written.board
        if [region.word_texts for region in mine.regions] != [region.word_texts for region in theirs.regions]:
            raise InputError(f"{second}: board {name!r} has other words than the corpus; label it again")
        pairs.append((mine, theirs))
    return pairs


def kappa(table: Counter[tuple[bool, bool]]) -> float:
    """Cohen's kappa of two yes-or-no labellings."""
    total = table.total()
    agreed = (table[True, True] + table[False, False]) / total
    first = (table[True, True] + table[True, False]) / total
    second = (table[True, True] + table[False, True]) / total
    chance = first * second + (1 - first) * (1 - second)
    return (agreed - chance) / (1 - chance)


def shared_sentences(pairs: Iterable[tuple[Board, Board]]) -> Iterator[tuple[str, Region, Sentence, Sentence]]:
    """Sentences that both cut alike, with both labels."""
    for mine, theirs in pairs:
        for region, other in zip(mine.regions, theirs.regions, strict=True):
            spans = {(sentence.start, sentence.end): sentence for sentence in other.sentences or ()}
            for sentence in region.sentences or ():
                if (sentence.start, sentence.end) in spans:
                    yield mine.id, region, sentence, spans[sentence.start, sentence.end]


def word_table(pairs: Iterable[tuple[Board, Board]]) -> Counter[tuple[bool, bool]]:
    """Words by whether each labelling has them in a task."""
    table: Counter[tuple[bool, bool]] = Counter()
    for mine, theirs in pairs:
        for region, other in zip(mine.regions, theirs.regions, strict=True):
            table.update(zip(_in_task(region), _in_task(other), strict=True))
    return table


def similarity(pairs: Iterable[tuple[Board, Board]]) -> float:
    """Boundary similarity of the two segmentations, the mean over regions."""
    values = [
        boundary_similarity(boundaries_of(region.sentences or ()), boundaries_of(other.sentences or ()))
        for mine, theirs in pairs
        for region, other in zip(mine.regions, theirs.regions, strict=True)
    ]
    known = [value for value in values if value is not None]
    return sum(known) / len(known)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    first = {entry.board.id: entry.written.board for entry in build_entries(HERE / "boards")}
    pairs = pair_boards(first, SECOND)
    shared = list(shared_sentences(pairs))
    tasks = Counter((mine.is_task, theirs.is_task) for _, _, mine, theirs in shared)
    labels = Counter((int(mine.label), int(theirs.label)) for _, _, mine, theirs in shared)
    counts = [sum(map(_sentences, side)) for side in zip(*pairs, strict=True)]
    scores = compare([mine for mine, _ in pairs], _as_predictions(pairs)).scores
    same = sum(number for (mine, theirs), number in labels.items() if mine == theirs)
    rows = [
        ("boards", f"{len(pairs)}"),
        ("sentences, first / second labelling", f"{counts[0]:,} / {counts[1]:,}"),
        ("sentences that both cut alike", f"{len(shared):,}"),
        ("Cohen's kappa, task or not, of these", f"{kappa(tasks):.3f}"),
        ("Cohen's kappa, task or not, of all words", f"{kappa(word_table(pairs)):.3f}"),
        ("share of these with the same of the five labels", f"{100 * same / len(shared):.1f} %"),
        ("B between the two segmentations", f"{100 * similarity(pairs):.1f}"),
        ("task F1 of the second against the first", f"{100 * (scores.task.f1 or 0):.1f}"),
    ]
    lines = ["|  |  |", "| --- | --: |", *(f"| {name} | {value} |" for name, value in rows), ""]
    lines += ["Labels of the sentences that both cut alike, where they differ (first, second, how often):", ""]
    lines += [f"- {a}, {b}: {n}" for (a, b), n in sorted(labels.items(), key=lambda item: -item[1]) if a != b]
    lines += ["", "Task for one and not for the other:", ""]
    for name, region, mine, theirs in shared:
        if mine.is_task != theirs.is_task:
            text = region.text(mine.start, mine.end)
            lines.append(f'- {name}: "{text}" is {int(mine.label)} first, {int(theirs.label)} second')
    lines += ["", "Cut by one and not by the other (`|`: first, `¦`: second):", ""]
    lines += [f"- {line}" for line in _cuts(pairs)]
    print("\n".join(lines))
    return 0


def _sentences(board: Board) -> int:
    return sum(len(region.sentences or ()) for region in board.regions)


def _as_predictions(pairs: Iterable[tuple[Board, Board]]) -> Predictions:
    spans = {
        mine.id: {region.id: _spans(other) for region, other in zip(mine.regions, theirs.regions, strict=True)}
        for mine, theirs in pairs
    }
    return Predictions("the second labelling", ModelInfo("second labelling", "1", "none", "both"), spans)


def _spans(region: Region) -> tuple[Span, ...]:
    return tuple(Span(sentence.start, sentence.end, sentence.is_task) for sentence in region.sentences or ())


def _in_task(region: Region) -> list[bool]:
    return [sentence.is_task for sentence in region.sentences or () for _ in range(sentence.start, sentence.end)]


def _cuts(pairs: Iterable[tuple[Board, Board]]) -> Iterator[str]:
    for mine, theirs in pairs:
        for region, other in zip(mine.regions, theirs.regions, strict=True):
            first = boundaries_of(region.sentences or ())
            second = boundaries_of(other.sentences or ())
            for at in sorted(first ^ second):
                before, behind = region.text(max(0, at - 5), at), region.text(at, min(len(region.word_texts), at + 5))
                yield f'{mine.id}: "{before} {"|" if at in first else "¦"} {behind}"'


if __name__ == "__main__":
    try:
        sys.exit(main())
    except InputError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
