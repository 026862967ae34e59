"""What synthetic boards are made from: sentences sorted by how a heading changes their label."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from inkslate.board import Board, Label, Line
from inkslate.training.synthesis.headings import VERBS

VARIED, HEADED, TEXT = "varied", "headed", "text"
END_MARKS = ".!?;:,"
_LONGEST_THING, _LONGEST_STEP = 7, 14  # words
# A noun phrase does not begin with these after a verb: "send me the list".
_NO_THING = frozenset({"me", "up", "to", "out", "off", "on", "in"})
_MARKS = ("[", "☐", "☑", "☒", "□", "✓", "✔", "TODO", "DONE")


@dataclass(frozen=True)
class Sources:
    """Labelled boards, texts, and sentences by how a heading changes their label."""

    boards: Sequence[Board] = ()  # labelled
    texts: Sequence[Sequence[str]] = ()  # documents of sentences, without labels
    things: Sequence[tuple[str, ...]] = ()  # noun phrases
    steps: Sequence[tuple[str, ...]] = ()  # imperatives: the heading decides whether they are tasks
    tasks: Sequence[tuple[str, ...]] = ()  # tasks under any heading
    remarks: Sequence[tuple[str, ...]] = ()  # non-tasks under any heading

    @property
    def kinds(self) -> dict[str, float]:
        """The kinds of boards that can be made from these sources, with their relative frequencies."""
        known = {HEADED: 4.0} if self.things and self.steps else {}
        return known | ({VARIED: 4.0} if self.boards else {}) | ({TEXT: 2.0} if self.texts else {})


def gather(boards: Sequence[Board], texts: Sequence[Sequence[str]] = (), todo: Iterable[str] = ()) -> Sources:
    """Sort the sentences of labelled boards, and to-do items, by how a heading changes their label."""
    things: dict[tuple[str, ...], None] = {}
    steps: dict[tuple[str, ...], None] = {}
    tasks: dict[tuple[str, ...], None] = {}
    remarks: dict[tuple[str, ...], None] = {}
    items = ((tuple(text.split()), Label.TASK, Line(())) for text in todo if text.split())
    for words, label, line in (*_labelled(boards), *items):
        if label is not Label.NON_TASK and words[0].startswith(_MARKS):
            continue  # a box among the words would contradict one in front of them
        imperative = words[0].lower().strip(END_MARKS) in VERBS and len(words) <= _LONGEST_STEP
        if label is Label.TASK_BY_CONTEXT and len(words) <= _LONGEST_THING and not imperative:
            things[words] = None
        elif imperative and (label in (Label.TASK, Label.NON_TASK_BY_CONTEXT) or line.done):
            steps[words] = None
            if 2 < len(words) <= _LONGEST_THING and words[1].lower() not in _NO_THING:
                things[words[1:]] = None  # "call the plumber" -> "the plumber"
        elif label is Label.NON_TASK_BY_CONTEXT:
            steps[words] = None
        elif label is Label.TASK:
            tasks[words] = None
        elif label is Label.NON_TASK and len(words) > 3 and not line.box and not line.heading:
            remarks[words] = None  # words alone made it a non-task: no box did
    return Sources(boards, texts, *map(tuple, (things, steps, tasks, remarks)))


def _labelled(boards: Iterable[Board]) -> Iterator[tuple[tuple[str, ...], Label, Line]]:
    """The words and the label of every sentence, and the line on which it begins."""
    for region in (region for board in boards for region in board.regions):
        for sentence in region.sentences or ():
            (number,) = region.lines_of(sentence.start, sentence.start + 1)
            yield region.word_texts[sentence.start : sentence.end], sentence.label, region.lines[number]
