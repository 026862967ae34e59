"""A program of somebody else that uses every public name, with its types; tests run it and check it strictly."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from pathlib import Path

import inkslate


class Shouting:
    """A predictor of one's own: what is written in capitals is a task."""

    info: inkslate.ModelInfo = inkslate.ModelInfo("shouting", "1", scheme="none", layout="none")

    def predict(self, board: inkslate.Board) -> Sequence[tuple[inkslate.FoundSentence, ...]]:
        return [tuple(self._sentences(region)) for region in board.regions]

    def _sentences(self, region: inkslate.Region) -> Iterator[inkslate.FoundSentence]:
        if region.words:
            text: str = region.text(0, len(region.words))
            yield inkslate.FoundSentence(0, len(region.words), is_task=text.isupper(), score=0.5)


def value_objects() -> inkslate.Board:
    """A labelled board."""
    word: inkslate.Word = inkslate.Word("call", inkslate.Box(0, 0, 40, 12), ("stroke-1",))
    line: inkslate.Line = inkslate.Line((word, inkslate.Word("Ruth")), bullet=True)
    sentence: inkslate.Sentence = inkslate.Sentence(0, 2, inkslate.Label.TASK)
    region: inkslate.Region = inkslate.Region("r1", (line,), (sentence,))
    regions: tuple[inkslate.Region, ...] = inkslate.layout_from_boxes(region.words)
    assert len(regions) == 1
    return inkslate.Board("b1", (region,))


def schemes() -> None:
    """The labeling schemes of the paper."""
    spans: list[inkslate.Span] = [inkslate.Span(0, 2, is_task=True)]
    every: tuple[inkslate.Scheme, ...] = (inkslate.BI, inkslate.BIO, inkslate.NTI)
    for scheme in every:
        assert scheme.decode(scheme.encode(spans))
        assert pickle.loads(pickle.dumps(scheme)).encode(spans) == scheme.encode(spans)
    layout: inkslate.Layout = inkslate.Layout(bullets=False)
    assert layout.name == "breaks"


def places(notes: str) -> list[tuple[str, str | None, str | None]]:
    """What stands where the tasks are, with owner and due date."""
    found: inkslate.Extraction = inkslate.extract(
        notes, now=date(2026, 11, 16), locale="en-US", people=["Ruth"], details=True, id="today.md", threshold=0.5
    )
    tasks: tuple[inkslate.Task, ...] = found.tasks
    return [(notes[start:end], task.owner, task.due) for task in tasks for start, end in task.spans]


def files(path: Path) -> None:
    """Files, one and many."""
    boards: list[inkslate.Board] = inkslate.read_file(path)
    extractor: inkslate.Extractor = inkslate.Extractor.load(threads=1)
    many: Iterator[inkslate.Extraction] = extractor.extract_many(boards, now=datetime(2026, 11, 16), ids=["a"])
    one: list[inkslate.Extraction] = inkslate.extract_file(path, details=False)
    again: inkslate.Extractor = pickle.loads(pickle.dumps(extractor))
    assert [each.sentences for each in many] == [each.sentences for each in one]
    assert again.model == extractor.model


async def concurrently(notes: Sequence[str]) -> list[inkslate.Extraction]:
    """In an event loop: the model runs in threads."""
    extractor = inkslate.Extractor.load("rules")
    return list(await asyncio.gather(*(asyncio.to_thread(extractor.extract, each) for each in notes)))


def errors() -> list[str]:
    """What may be caught."""
    said: list[str] = []
    kinds: tuple[type[inkslate.InkslateError], ...] = (inkslate.MissingExtra, inkslate.ModelError, inkslate.InputError)
    try:
        inkslate.Extractor.load("missing")
    except kinds as error:
        said.append(str(error))
    return said


def main() -> None:
    """Use everything once."""
    version: str = inkslate.__version__
    assert version
    assert inkslate.Extractor(Shouting()).extract(value_objects()).tasks == ()
    assert places("Minutes\r\n- [ ] Sam: call\tRuth by Fri") == [("Sam: call\tRuth by Fri", "Sam", "2026-11-20")]
    schemes()
    files(Path("examples/todo.txt"))
    assert len(asyncio.run(concurrently(["- call Ruth", "- send the deck"]))) == 2
    assert errors()


if __name__ == "__main__":
    main()
