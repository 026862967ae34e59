"""The first stage of a model build: all boards in files, the labelled ones in folds.

data/fold-K.jsonl           the labelled boards of fold K, from our corpus and e-mails
data/notes-fold-K.jsonl     those of real notes
data/released-fold-K.jsonl  those of the research data
data/unlabelled.jsonl       real notes without labels
data/dev-NAME.jsonl         the boards by which thresholds and students are chosen
synthetic/fold-K.jsonl      boards made from fold K: only the teacher that did not learn from it labels them
synthetic/texts.jsonl       boards made from open texts that have no labels
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.files import write_whole
from inkslate.formats import format_boards
from inkslate.readers import read_file
from inkslate.training.builds.mails import is_mail, labelled_mails
from inkslate.training.builds.plain import is_plain_copy, original_id, plain_copies
from inkslate.training.builds.settings import BuildConfig, BuildInputs
from inkslate.training.builds.standoff import STANDOFF, divide, load_labels
from inkslate.training.distillation.board_file import BoardFile, load_boards
from inkslate.training.synthesis.boards import SyntheticBoard, synthesize
from inkslate.training.synthesis.sources import gather
from inkslate.training.synthesis.texts import load_items, load_texts

NOTES = ("unlabelled.jsonl", "more.jsonl")  # files of notes without labels; see `scripts/get-notes`
_OURS, _NOTES, _RELEASED = "", "notes-", "released-"  # the sets of labelled boards, as their files begin


@dataclass(frozen=True)
class BuildData:
    """The files of a model build in the folder `out`."""

    config: BuildConfig
    inputs: BuildInputs
    out: Path

    def write(self) -> None:
        """Write all files that are not there yet."""
        if all(path.exists() for path in self._files):
            return
        slate = self.inputs.slate
        sets = self._labelled(slate)
        for fold in range(self.config.folds):
            mine = {name: [board for board in boards if self._fold(board) == fold] for name, boards in sets.items()}
            for name in mine:
                _once(self._file(name, fold), lambda boards=mine[name]: format_boards(boards))  # type: ignore[misc]
            _once(self._synthetic(fold), lambda mine=mine, seed=fold: self._made(mine, seed))  # type: ignore[misc]
        _once(self._texts, self._made_of_texts)
        _once(self._unlabelled, lambda: format_boards(_with_plain_copies(self._notes()[1])))
        for name, boards in self._dev(slate).items():
            _once(self._dev_file(name), lambda boards=boards: format_boards(boards))  # type: ignore[misc]

    def training_boards(self, fold: int) -> list[Board]:
        """What the teacher of a fold learns from: the labelled boards of all other folds."""
        others = [other for other in range(self.config.folds) if other != fold]
        return [
            board
            for name, times in self._times.items()
            for other in others
            for board in [*read_file(self._file(name, other))] * times
        ]

    def hashes(self, fold: int) -> dict[str, str]:
        """The files that the teacher of a fold learns from, by sha256."""
        others = [other for other in range(self.config.folds) if other != fold]
        paths = [self._file(name, other) for name in self._times for other in others]
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}

    def real(self, fold: int) -> list[BoardFile]:
        """The labelled boards of a fold."""
        return [load_boards(self._file(name, fold), times=times) for name, times in self._times.items()]

    def synthetic(self, fold: int) -> BoardFile:
        """The synthetic boards made from a fold."""
        return load_boards(self._synthetic(fold), name=f"synthetic-fold-{fold}.jsonl")

    def texts(self) -> BoardFile:
        """The synthetic boards made from texts."""
        return load_boards(self._texts)

    def unlabelled(self) -> BoardFile:
        """Real notes without labels."""
        return load_boards(self._unlabelled, unlabelled=True)

    def dev(self) -> dict[str, list[Board]]:
        """The boards by which thresholds and students are chosen: real notes, our own, and released ones."""
        return {name: list(read_file(self._dev_file(name))) for name in self._dev_names}

    @property
    def _dev_names(self) -> tuple[str, ...]:
        return ("notes", "corpus", *["released"] * self.config.released)

    @property
    def _files(self) -> list[Path]:
        """All files of this stage."""
        folds = range(self.config.folds)
        labelled = [self._file(name, fold) for name in self._times for fold in folds]
        dev = [self._dev_file(name) for name in self._dev_names]
        return [*labelled, *map(self._synthetic, folds), self._texts, self._unlabelled, *dev]

    @property
    def _times(self) -> dict[str, int]:
        """How often a board of each set counts; the sets are those of `_labelled`."""
        times = {_OURS: 1, _NOTES: self.config.note_times}
        return times | {_RELEASED: self.config.released_times} if self.config.released else times

    def _labelled(self, slate: Path | None) -> dict[str, list[Board]]:
        corpus, notes = self.inputs.corpus, self.inputs.notes
        mails = labelled_mails(self.inputs.texts / "email-intent.tsv")
        sets = {
            _OURS: _with_plain_copies([*read_all(sorted((corpus / "train").glob("*.jsonl")), corpus), *mails]),
            _NOTES: _with_plain_copies([*read_file(notes / "train.jsonl"), *self._notes()[0]]),
        }
        if not self.config.released:
            return sets
        if slate is None:
            raise InputError("the model build 'research' needs the released data; name its folder with --slate")
        return sets | {_RELEASED: list(read_file(slate / "train.csv"))}

    def _notes(self) -> tuple[list[Board], list[Board]]:
        """The notes that came without labels: those that the corpus has labels for, and the others."""
        files = [path for name in NOTES if (path := self.inputs.notes / name).is_file()]
        boards = [board for path in files for board in read_file(path)]
        return divide(boards, load_labels(self.inputs.corpus / STANDOFF))

    def _dev(self, slate: Path | None) -> Mapping[str, Sequence[Board]]:
        corpus = self.inputs.corpus
        sets: dict[str, Sequence[Board]] = {
            "notes": list(read_file(self.inputs.notes / "dev.jsonl")),
            "corpus": read_all(sorted((corpus / "dev").glob("*.jsonl")), corpus),
        }
        if self.config.released and slate is not None:
            sets["released"] = list(read_file(slate / "val.csv"))
        return sets

    def _fold(self, board: Board) -> int:
        """A board and its plain copy are in one fold: no teacher labels the one that learned from the other."""
        return int(hashlib.sha256(original_id(board).encode()).hexdigest(), 16) % self.config.folds

    def _made(self, sets: Mapping[str, Sequence[Board]], fold: int) -> str:
        """Boards made from those of a fold, and more from the released ones alone: there are few of them."""
        todo = load_items(self.inputs.texts / "todo-items.txt")
        boards = [board for mine in sets.values() for board in mine]
        # Mails have no layout to vary, plain copies no words of their own.
        written = [board for board in boards if not is_mail(board) and not is_plain_copy(board)]
        made = [*synthesize(gather(written, (), todo), self.config.fold_boards, seed=fold)]
        if released := sets.get(_RELEASED):
            seed = self.config.folds + 1 + fold
            made += synthesize(gather(released, (), todo), self.config.released_boards, seed=seed)
        return _format_synthetic(made)

    def _made_of_texts(self) -> str:
        documents = load_texts(self.inputs.texts / "ewt-documents.jsonl")
        return _format_synthetic(synthesize(gather((), documents), self.config.text_boards, seed=self.config.folds))

    def _file(self, name: str, fold: int) -> Path:
        return self.out / "data" / f"{name}fold-{fold}.jsonl"

    def _synthetic(self, fold: int) -> Path:
        return self.out / "synthetic" / f"fold-{fold}.jsonl"

    def _dev_file(self, name: str) -> Path:
        return self.out / "data" / f"dev-{name}.jsonl"

    @property
    def _texts(self) -> Path:
        return self.out / "synthetic" / "texts.jsonl"

    @property
    def _unlabelled(self) -> Path:
        return self.out / "data" / "unlabelled.jsonl"


def read_all(paths: Sequence[Path], folder: Path) -> list[Board]:
    """The boards of many files; an InputError where there are none."""
    boards = [board for path in paths for board in read_file(path)]
    if not boards:
        raise InputError(f"{folder}: has no boards in train/ and dev/; name the folder of the corpus")
    return boards


def _with_plain_copies(boards: Sequence[Board]) -> list[Board]:
    return [*boards, *plain_copies(boards)]


def _format_synthetic(boards: Iterable[SyntheticBoard]) -> str:
    return "".join(board.to_jsonl() + "\n" for board in boards)


def _once(path: Path, content: Callable[[], str]) -> None:
    """Write the file unless an earlier call did."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content())
