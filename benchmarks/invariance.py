"""Do marks that say nothing change nothing? Decisions and boundaries with and without bold, arrows, capitals, `!!`.

Every sentence of a labelled file that is a line on its own gets each mark, one line at a time, and the region goes
through the model once with the mark and once without it:

- a decision is unchanged when the model gives the line the same answer, task or not, right or wrong;
- boundaries are unchanged when all sentences of the region begin at the same words. An added sign has to be in the
  sentence of its line.

Tasks (labels 1, 2, 3) and other sentences are counted apart. A line that has the mark already, or another one in its
place, is left out. Bullet signs are read as plain text, and all bulleted lines of the region change their sign at once.
Boxes and to-do keywords are ignored, so the model alone decides.

    python benchmarks/invariance.py GOLD [--model M] [--mark NAME]... [--tasks-only]

GOLD is any labelled file that inkslate reads. The exit status is 1 where less than 97 % of the decisions on tasks stay.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from string import ascii_lowercase
from typing import NamedTuple

from inkslate.board import Board, Line, Region, Sentence, Word
from inkslate.errors import InkslateError
from inkslate.extraction import FoundSentence
from inkslate.extractor import Extractor
from inkslate.readers import read_file
from inkslate.readers.text import parse_text

BAR = 97.0
_ENDS = re.compile(r"\W$")
_PLAIN_START = re.compile(r"\w")


class Marked(NamedTuple):
    """The words of a line with a mark, and how many of them were added in front and at the end."""

    words: list[str]
    front: int = 0
    back: int = 0


Mark = Callable[[Sequence[str]], Marked | None]  # None: not for this line


@dataclass(frozen=True, slots=True)
class Case:
    """A region with and without a mark, and for every word of the marked one its place in the other."""

    mark: str
    plain: Region
    marked: Region | None  # None: its words are others, so nothing stayed
    origin: tuple[int | None, ...]  # None: no sentence begins here in the plain region
    sentences: tuple[tuple[Sentence, int], ...]  # what is counted, and how far its words have moved


def around(sign: str, words: Sequence[str]) -> Marked | None:
    """The whole line between two signs."""
    *rest, last = [sign + words[0], *words[1:]]
    return Marked([*rest, last + sign]) if _PLAIN_START.match(words[0]) else None


def around_first(sign: str, words: Sequence[str]) -> Marked | None:
    """The first word between two signs."""
    return Marked([sign + words[0] + sign, *words[1:]]) if _PLAIN_START.match(words[0]) else None


def before(sign: str, words: Sequence[str]) -> Marked | None:
    """A sign as the first word."""
    return Marked([sign, *words], front=1) if _PLAIN_START.match(words[0]) else None


def glued(sign: str, words: Sequence[str]) -> Marked | None:
    """A sign in front of the first word, with no space."""
    return Marked([sign + words[0], *words[1:]]) if _PLAIN_START.match(words[0]) else None


def behind(sign: str, words: Sequence[str]) -> Marked | None:
    """A sign at the end of the last word, unless there is another one."""
    return None if _ENDS.search(words[-1]) else Marked([*words[:-1], words[-1] + sign])


def last_word(sign: str, words: Sequence[str]) -> Marked | None:
    """A sign as the last word."""
    return None if _ENDS.search(words[-1]) else Marked([*words, sign], back=1)


def without_stop(words: Sequence[str]) -> Marked | None:
    """No full stop at the end."""
    return Marked([*words[:-1], words[-1][:-1]]) if re.search(r"\w\.$", words[-1]) else None


def capitals(words: Sequence[str]) -> Marked | None:
    """The whole line in capitals."""
    marked = [word.upper() for word in words]
    return None if marked == list(words) or any(len(word.split()) != 1 for word in marked) else Marked(marked)


def _table() -> dict[str, Mark]:
    marks: dict[str, Mark] = {f"{sign}line{sign}": partial(around, sign) for sign in ("**", "__", "*", "_")}
    marks |= {f"{sign}word{sign}": partial(around_first, sign) for sign in ("**", "_")}
    signs = ("->", "-->", "=>", "→", "–", "—", ">", "»", "~")
    marks |= {f"{sign} line": partial(before, sign) for sign in signs}
    marks |= {f"{sign}line": partial(glued, sign) for sign in ("->", "→", "–", ">", "~")}
    marks["LINE"] = capitals
    marks |= {f"line{sign}": partial(behind, sign) for sign in (".", "!", "!!", "!!!")}
    marks["line !!"] = partial(last_word, "!!")
    marks["line without ."] = without_stop
    marks |= {"🎉 line": partial(before, "🎉"), "line🎉": partial(behind, "🎉")}
    return marks


MARKS: Mapping[str, Mark] = _table()
BULLETS: Mapping[str, Callable[[], Iterable[str]]] = {
    **{f"{sign} item": partial(repeat, sign) for sign in ("*", "•", "+", "o", "–")},
    "1. item": lambda: (f"{number}." for number in range(1, 1000)),
    "1) item": lambda: (f"{number})" for number in range(1, 1000)),
    "a) item": lambda: (f"{letter})" for letter in chain(ascii_lowercase, repeat("z"))),
}


def cases(region: Region, names: Iterable[str]) -> Iterator[Case]:
    """The region with each of the marks, on each line that is a sentence."""
    of_line = {(sentence.start, sentence.end): sentence for sentence in region.sentences or ()}
    found = [
        (number, of_line[start, start + len(line.words)])
        for number, (line, start) in enumerate(zip(region.lines, region.line_starts, strict=True))
        if (start, start + len(line.words)) in of_line
    ]
    plain, as_text = region.without_labels(), _as_text(region, repeat("-"))
    items = tuple((sentence, 0) for number, sentence in found if region.lines[number].bullet)
    for name in names:
        if name in MARKS:
            for number, sentence in found:
                marked = MARKS[name]([word.text for word in region.lines[number].words])
                if marked is not None:
                    yield _with_mark(plain, name, number, sentence, marked)
        elif items and as_text is not None and as_text.word_texts == region.word_texts:
            other = _as_text(region, BULLETS[name]())
            same = other is not None and other.word_texts == as_text.word_texts
            yield Case(name, as_text, other if same else None, tuple(range(len(as_text.words))), items)


def _with_mark(plain: Region, name: str, number: int, sentence: Sentence, marked: Marked) -> Case:
    line = replace(plain.lines[number], words=tuple(Word(text) for text in marked.words))
    origin: list[int | None] = list(range(len(plain.words)))
    # An added sign in front takes the place of the line's first word: the sentence has to begin there.
    origin[sentence.start + 1 : sentence.start + 1] = [None] * marked.front
    end = sentence.end + marked.front
    origin[end:end] = [None] * marked.back
    lines = (*plain.lines[:number], line, *plain.lines[number + 1 :])
    return Case(name, plain, replace(plain, lines=lines), tuple(origin), ((sentence, marked.front),))


def _as_text(region: Region, signs: Iterable[str]) -> Region | None:
    """The region read from plain text with these signs; None where the text is not one region."""
    sign = iter(signs)
    texts = [f"{next(sign)} {line.text}" if line.bullet else line.text for line in region.lines]
    regions = parse_text("\n".join(texts), board="b").regions
    return regions[0] if len(regions) == 1 else None


class Tally:
    """How many decisions and boundaries stayed, of tasks or of other sentences."""

    def __init__(self) -> None:
        self.decisions = self.same = self.same_boundaries = 0

    def add(self, *, same: bool, same_boundaries: bool) -> None:
        """Count one line."""
        self.decisions += 1
        self.same += same
        self.same_boundaries += same_boundaries

    @property
    def unchanged(self) -> float:
        """The share of unchanged decisions, in per cent."""
        return 100 * self.same / self.decisions

    def __str__(self) -> str:
        if not self.decisions:
            return f"{0:>9} {'':>9} {'':>10}"
        return f"{self.decisions:>9} {self.unchanged:>9.1f} {100 * self.same_boundaries / self.decisions:>10.1f}"


def decision(found: Sequence[FoundSentence], start: int, end: int) -> bool:
    """Whether the sentence that has the most of these words is a task."""
    return max(found, key=lambda sentence: min(end, sentence.end) - max(start, sentence.start)).is_task


def same_boundaries(case: Case, plain: Sequence[FoundSentence], marked: Sequence[FoundSentence]) -> bool:
    """Whether all sentences begin where they do without the mark."""
    return [sentence.start for sentence in plain] == [case.origin[sentence.start] for sentence in marked]


def count(extractor: Extractor, every: Sequence[Case]) -> dict[tuple[str, bool], Tally]:
    """A tally for each mark, of tasks and of other sentences."""
    plain = {id(case.plain): case.plain for case in every}
    without = dict(zip(plain, _sentences(extractor, plain.values()), strict=True))
    found = _sentences(extractor, (case.marked or case.plain for case in every))
    tallies: dict[tuple[str, bool], Tally] = defaultdict(Tally)
    for case, before, after in zip(every, (without[id(case.plain)] for case in every), found, strict=True):
        read = case.marked is not None
        boundaries = read and same_boundaries(case, before, after)
        for sentence, moved in case.sentences:
            start, end = sentence.start, sentence.end
            same = read and decision(before, start, end) == decision(after, start + moved, end + moved)
            tallies[case.mark, sentence.is_task].add(same=same, same_boundaries=boundaries)
    return tallies


def _sentences(extractor: Extractor, regions: Iterable[Region]) -> Iterator[Sequence[FoundSentence]]:
    return (result.sentences[0] for result in extractor.extract_many(regions, details=False))


def regions_of(boards: Iterable[Board]) -> list[Region]:
    """All labelled regions, with plain lines: facts of a line other than its bullet do not count here."""
    return [
        replace(region, lines=tuple(Line(line.words, line.bullet) for line in region.lines))
        for board in boards
        for region in board.regions
        if region.sentences
    ]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Count decisions and boundaries that marks without a meaning change.")
    parser.add_argument("gold", metavar="GOLD", type=Path, help="a labelled file")
    parser.add_argument("--model", default="open", metavar="M", help="a model's name or folder (default: open)")
    parser.add_argument("--mark", action="append", choices=[*MARKS, *BULLETS], metavar="NAME", help="only this mark")
    parser.add_argument("--tasks-only", action="store_true", help="leave out sentences that are no tasks; faster")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    names: list[str] = arguments.mark or [*MARKS, *BULLETS]
    try:
        extractor = Extractor.load(arguments.model, ignore_marks=True)
        regions = regions_of(read_file(arguments.gold))
    except InkslateError as error:
        print(error, file=sys.stderr)
        return 2
    every = [case for region in regions for case in cases(region, names)]
    if arguments.tasks_only:
        every = [case for case in every if any(sentence.is_task for sentence, _ in case.sentences)]
    tallies = count(extractor, every)
    titles = f"{'decisions':>9} {'unchanged':>9} {'boundaries':>10}"
    print(f"{'':<15} {'tasks':>{len(titles)}}   {'other sentences':>{len(titles)}}")
    print(f"{'mark':<15} {titles}   {titles}")
    for name in names:
        print(f"{name:<15} {tallies[name, True]}   {tallies[name, False]}")
    print(f"\n{arguments.gold.name}; {extractor.model.name} {extractor.model.version}, sha256 {extractor.model.sha256}")
    return int(any(tally.decisions and tally.unchanged < BAR for (_, task), tally in tallies.items() if task))


if __name__ == "__main__":
    sys.exit(main())
