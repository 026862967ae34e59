"""Strategies that generate words, lines, regions and boards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import strategies as st

from inkslate.board import DONE, OPEN, Board, Box, Label, Line, Region, Sentence, Word

characters = st.characters(exclude_categories=("Cs",), exclude_characters="\0")
words = st.text(characters, min_size=1, max_size=8).filter(lambda t: t.split() == [t])
marks = st.sampled_from([(None, None), (None, None), (OPEN, None), (DONE, None), (OPEN, "TODO"), (DONE, "DONE")])
sides = st.floats(0, 1e6)
sources = st.lists(st.integers(0, 99) | words, max_size=2).map(tuple)
placed_words = st.builds(Word, words, st.none() | st.builds(Box, sides, sides, sides, sides), sources)


def lines_of(words: st.SearchStrategy[Word]) -> st.SearchStrategy[Line]:
    """Lines of such words, with every fact that a line may have."""
    return st.builds(
        lambda texts, bullet, mark, heading, indent, gap: Line(
            tuple(texts), bullet, mark[0], heading, indent, mark[1], gap=gap
        ),
        st.lists(words, max_size=5),
        st.booleans(),
        marks,
        st.sampled_from([0, 0, 0, 1, 6]),
        st.integers(0, 3),
        st.sampled_from([False, False, True]),
    )


lines = lines_of(st.builds(Word, words))


def cut(count: int, cuts: Sequence[bool], labels: Sequence[Label]) -> tuple[Sentence, ...]:
    """Sentences over `count` words: a new one where `cuts` says so."""
    starts = [at for at in range(count) if at == 0 or cuts[at]]
    return tuple(Sentence(start, end, labels[start]) for start, end in pairwise([*starts, count]))


@st.composite
def labelled_regions(draw: st.DrawFn, region_id: str = "r", lines: st.SearchStrategy[Line] = lines) -> Region:
    """A region of up to five lines whose sentences have any labels."""
    drawn = tuple(draw(st.lists(lines, max_size=5)))
    count = sum(len(line.words) for line in drawn)
    cuts = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    labels = draw(st.lists(st.sampled_from(Label), min_size=count, max_size=count))
    return Region(region_id, drawn, cut(count, cuts, labels))


@st.composite
def labelled_boards(draw: st.DrawFn, board_id: str = "b", lines: st.SearchStrategy[Line] = lines) -> Board:
    """A board of up to three labelled regions."""
    count = draw(st.integers(0, 3))
    return Board(board_id, tuple(draw(labelled_regions(f"r{number}", lines)) for number in range(count)))
