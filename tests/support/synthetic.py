"""Sources of synthetic boards, and how their lines are looked at."""

from __future__ import annotations

from inkslate.board import Board, Label, Line, Region, Sentence


def board(*sentences: tuple[str, int], bullet: bool = True) -> Board:
    """A board with a sentence a line."""
    lines = tuple(Line.from_text(text, bullet=bullet) for text, _ in sentences)
    at, spans = 0, []
    for line, (_, label) in zip(lines, sentences, strict=True):
        spans.append(Sentence(at, at + len(line.words), Label(label)))
        at += len(line.words)
    return Board("b", (Region("r", lines, tuple(spans)),))


NOTES = board(
    ("To buy", 0),
    ("fresh batteries", 3),
    ("new lamp oil", 3),
    ("Call the plumber today", 1),
    ("Beat the eggs well", 4),
    ("We saw the old mill.", 0),
    ("Ruth will write to them", 1),
)
TEXTS = [["It rained all day.", "Nobody came to the fair.", "Send me the list."]]


def begun_lines(region: Region) -> list[tuple[Sentence, Line]]:
    """The sentences that begin a line, with it."""
    lines = {start: line for start, line in zip(region.line_starts, region.lines, strict=True) if line.words}
    return [(sentence, lines[sentence.start]) for sentence in region.sentences or () if sentence.start in lines]
