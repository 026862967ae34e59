"""The labelled boards of a training run, checked before anything expensive starts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from inkslate.board import Board, Label, Region, Sentence
from inkslate.errors import InputError
from inkslate.formats import boards_of
from inkslate.readers import scan_document
from inkslate.readers.document import Document, load


@dataclass(frozen=True)
class TrainingData:
    """Labelled boards, and the sha256 of the files that they come from by name."""

    train: Sequence[Board]
    val: Sequence[Board]
    hashes: dict[str, str]


def load_data(train: str | Path, val: str | Path | None) -> TrainingData:
    """Read and check both files. Boards that nobody labelled are left out; an InputError where no board is left.

    Of a board in training that is labelled in part, the rest is read and not learned from. Scores need whole boards:
    of the validation data, only boards whose every sentence was reviewed are used.
    """
    boards: list[list[Board]] = []
    hashes: dict[str, str] = {}
    for path, choose in ((train, _reviewed_in_part), (val, _reviewed)):
        if path is not None:
            document = load(path)  # once: it may be a pipe
            boards.append(_labelled(document, choose))
            name, digest = Path(document.name).name, _digest(document)
            # Two files may have the same name in different folders; the folders themselves are not recorded.
            hashes[name if hashes.get(name, digest) == digest else f"{name} (val)"] = digest
    return TrainingData(boards[0], boards[1] if val is not None else (), hashes)


def labelled_boards(path: Path) -> tuple[list[Board], str]:
    """The boards of a file that somebody labelled, whole or in part, and the sha256 of the file."""
    document = load(path)
    return _labelled(document, _reviewed_in_part), _digest(document)


def _digest(document: Document) -> str:
    return hashlib.sha256(document.data).hexdigest()


def _labelled(document: Document, choose: Callable[[Sequence[Board]], list[Board]]) -> list[Board]:
    boards = choose(list(boards_of(scan_document(document))))
    if not any(region.word_texts for board in boards for region in board.regions):
        raise InputError(f"{document.name}: no labelled words; training needs labelled boards")
    return boards


def _reviewed_in_part(boards: Sequence[Board]) -> list[Board]:
    """The boards with reviewed sentences; a region without labels gets one that nobody reviewed."""
    return [
        replace(board, regions=tuple(map(_with_sentences, board.regions))) for board in boards if _any_reviewed(board)
    ]


def _reviewed(boards: Sequence[Board]) -> list[Board]:
    """The boards whose every sentence was reviewed."""
    return [board for board in boards if all(_all_reviewed(region) for region in board.regions)]


def _any_reviewed(board: Board) -> bool:
    return any(sentence.reviewed for region in board.regions for sentence in region.sentences or ())


def _all_reviewed(region: Region) -> bool:
    return region.sentences is not None and all(sentence.reviewed for sentence in region.sentences)


def _with_sentences(region: Region) -> Region:
    if region.sentences is not None:
        return region
    words = len(region.word_texts)
    return replace(region, sentences=(Sentence(0, words, Label.NON_TASK, reviewed=False),) if words else ())
