"""From a note to its tasks: boxes and keywords as they are stated, the rest as the model finds it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from inkslate.board import Board, Line, Region, Word
from inkslate.details import DetailContext, day_first, task_detail
from inkslate.details.task_marks import MarkedText, find_marks
from inkslate.extraction import FoundSentence
from inkslate.extractor import Extractor
from inkslate.formats import boards_of
from inkslate.readers import scan_document
from inkslate.readers.document import Document
from inkslate.readers.note_date import note_date
from inkslate.vault.logseq import rewrite
from inkslate.vault.notes import LOGSEQ, SUFFIXES, time_written
from inkslate.vault.section import blank_sections
from inkslate.vault.values import NoteState, NoteTask

_OUTPUTS_KEPT = 4096  # of the model: lists that are carried over, and templates, are the same in many notes
Marks = Mapping[tuple[int, int], MarkedText]  # by the numbers of region and line


class NoteReader:
    """Finds the tasks of notes. It may be used from several threads at once."""

    def __init__(self, extractor: Extractor, *, kind: str) -> None:
        self._extractor, self._kind = extractor, kind
        self._run: Callable[[Any], Any] = lru_cache(_OUTPUTS_KEPT)(extractor.run)

    def read(self, name: str, data: bytes, context: DetailContext, *, modified: int) -> NoteState:
        """A note with its tasks, those that are done too; InputError where it cannot be read.

        `modified` is when the file was written, in nanoseconds. Days count from the note's own date if the context has
        no `now`.
        """
        document = Document(name, data)
        if SUFFIXES[document.suffix] == "markdown":
            text = blank_sections(document.text)
            document = Document(name, (rewrite(text) if self._kind == LOGSEQ else text).encode())
        tasks: list[NoteTask] = []
        boards = list(boards_of(scan_document(document, format=SUFFIXES[document.suffix])))
        first = boards[0] if boards else None
        written = note_date(document, first, day_first=day_first(context.locale)) or time_written(modified)
        for board in boards:
            plain, marks = take_marks(board)
            tasks += _tasks(plain, marks, self._sentences(plain), replace(context, now=context.now or written))
        return NoteState(
            modified=modified,
            size=len(data),
            sha256=hashlib.sha256(data).hexdigest(),
            written=written.isoformat(),
            tasks=tuple(tasks),
        )

    def _sentences(self, board: Board) -> list[tuple[FoundSentence, ...]]:
        return [
            self._predict(passage) if _needs_model(region) else ()
            for region, passage in zip(board.regions, self._extractor.passages(board), strict=True)
        ]

    def _predict(self, passage: Any) -> tuple[FoundSentence, ...]:
        steps = self._extractor.steps(passage)
        return steps.conclude([self._run(part) for part in steps.parts])


def take_marks(board: Board) -> tuple[Board, Marks]:
    """The board without the marks of task plugins, which would only distract the model, and what they were."""
    marks: dict[tuple[int, int], MarkedText] = {}
    regions = []
    for at, region in enumerate(board.regions):
        found = {number: find_marks(line.text) for number, line in enumerate(region.lines) if line.words}
        changed = {number: marked for number, marked in found.items() if marked.places}
        marks |= {(at, number): marked for number, marked in changed.items()}
        lines = [
            replace(line, words=tuple(_without(line.words, changed[number]))) if number in changed else line
            for number, line in enumerate(region.lines)
        ]
        regions.append(replace(region, lines=tuple(lines)) if changed else region)
    return replace(board, regions=tuple(regions)), marks


def _without(words: Sequence[Word], marked: MarkedText) -> Iterator[Word]:
    at = 0
    for word in words:
        kept = "".join(marked.blanked[at : at + len(word.text)].split())
        at += len(word.text) + 1
        if kept:
            yield word if kept == word.text else replace(word, text=kept)


def _needs_model(region: Region) -> bool:
    """Whether a line says neither by a box nor as a heading what it is."""
    return any(line.words and not line.box and not line.heading for line in region.lines)


def _tasks(
    board: Board, marks: Marks, sentences: Sequence[Sequence[FoundSentence]], context: DetailContext
) -> Iterator[NoteTask]:
    heading: str | None = None
    for at, region in enumerate(board.regions):
        headings = _headings(region, heading)
        for start, end, line in _spans(region, sentences[at]):
            marked = [marks[at, number].marks for number in region.lines_of(start, end) if (at, number) in marks]
            written = " ".join(each.written for each in marked)
            yield _note_task(region.words[start:end], region.lines[line], headings[line], written, context)
        heading = headings[-1] if headings else heading


def _headings(region: Region, above: str | None) -> list[str | None]:
    """The nearest heading of each line."""
    headings = []
    for line in region.lines:
        above = line.text if line.heading and line.words else above
        headings.append(above)
    return headings


def _spans(region: Region, sentences: Sequence[FoundSentence]) -> Iterator[tuple[int, int, int]]:
    """Start, end and first line of each task. A line with a box is a task as a whole, however many sentences it has."""
    ends = {sentence.start: sentence.end for sentence in sentences}
    boxed: set[int] = set()
    spans = []
    for number, (start, line) in enumerate(zip(region.line_starts, region.lines, strict=True)):
        if line.box and line.words:
            end = start + len(line.words)
            spans.append((start, end if line.done else max(end, ends.get(start, end)), number))
            boxed.update(range(start, end))
    spans += [
        (sentence.start, sentence.end, region.lines_of(sentence.start, sentence.end)[0])
        for sentence in sentences
        if sentence.is_task and sentence.start not in boxed
    ]
    return iter(sorted(spans))


def _note_task(
    words: Sequence[Word], line: Line, heading: str | None, written: str, context: DetailContext
) -> NoteTask:
    texts = [word.text for word in words]
    marks = find_marks(f"- {written}").marks
    place = words[0].source[0] if words[0].source else 1
    base = NoteTask(
        text=" ".join(texts),
        line=int(str(place).partition(":")[0]),
        heading=heading,
        done=line.done,
        stated=line.box is not None,
        marks=written,
        due=marks.value("due"),
        completed=marks.value("completion") or marks.value("cancelled"),
    )
    if line.done:
        return base
    detail = task_detail(texts, context)
    stated = base.due or (line.due.text if line.due else None)
    when = None if line.due else detail.due_span
    return replace(base, owner=detail.owner, due=stated or detail.due_text, when=when)
