"""Whole models from toy data: all stages, what each build may use, and going on where it was stopped."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.errors import InputError
from inkslate.formats import boards_of, format_boards, format_slate_csv
from inkslate.model.backends.habits import KINDS, read_kinds
from inkslate.model.backends.head import HEAD, read_head
from inkslate.model.bundle import INT8, load_bundle
from inkslate.readers import read_file, scan_document
from inkslate.readers.document import Document
from inkslate.training.builds.alone import sentences_alone
from inkslate.training.builds.choice import Score, best_seed, choose_shape
from inkslate.training.builds.data import BuildData
from inkslate.training.builds.mails import TRAIN_ROWS, is_mail, labelled_mails
from inkslate.training.builds.model_build import STAGES, ModelBuild
from inkslate.training.builds.plain import is_plain_copy, original_id, plain_copies
from inkslate.training.builds.settings import BUILDS, BuildInputs, StudentShape
from inkslate.training.builds.side_by_side import Part, run_parts
from inkslate.training.builds.standoff import divide, load_labels, words_sha256
from inkslate.training.distillation.soft_targets import N, T
from inkslate.training.progress import NoProgress
from tests.support.commands import Here
from tests.support.paths import ROOT
from tests.support.tiny_encoder import toy_boards, write_encoder

pytestmark = pytest.mark.slow
MAILS = "Yes\tsend it to me .\nYes\tcan we meet &amp; talk ?\nNo\tit rained .\n"
SMALL, LARGE = StudentShape(1, 1, 1), StudentShape(2, 1, 3)


def named(prefix: str, count: int, *, seed: int) -> list[Board]:
    return [replace(board, id=f"{prefix}-{board.id}") for board in toy_boards(count, seed=seed)]


def write_kinds(path: Path) -> None:
    """Give the sentences of every third board the labels of the guide that tell kinds apart."""
    boards = [json.loads(line) for line in path.read_text().splitlines()]
    for board in boards[::3]:
        for sentence in (each for region in board["regions"] for each in region["sentences"]):
            sentence.update({"label": 3, "kinds": ["w"]} if sentence["label"] == 1 else {"label": 4, "kinds": ["c"]})
    path.write_text("".join(json.dumps(board) + "\n" for board in boards))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus, notes, texts and released data in small, and an encoder of two layers."""
    folder = tmp_path_factory.mktemp("builds")
    for split, count in (("train", 24), ("dev", 12)):
        (folder / "corpus" / split).mkdir(parents=True)
        (folder / "corpus" / split / "a.jsonl").write_text(format_boards(named(f"ours-{split}", count, seed=count)))
    write_kinds(folder / "corpus" / "train" / "a.jsonl")
    (folder / "notes").mkdir()
    for name, seed in (("train", 7), ("dev", 8)):
        (folder / "notes" / f"{name}.jsonl").write_text(format_boards(named(f"note-{name}", 8, seed=seed)))
    unlabelled = [board.without_labels() for board in named("bare", 6, seed=9)]
    (folder / "notes" / "unlabelled.jsonl").write_text(format_boards(unlabelled))
    (folder / "texts").mkdir()
    (folder / "texts" / "ewt-documents.jsonl").write_text('{"sentences": ["it rained .", "call me ."]}\n')
    (folder / "texts" / "email-intent.tsv").write_text(MAILS)
    (folder / "texts" / "todo-items.txt").write_text("water plants\n")
    (folder / "slate").mkdir()
    for name, seed in (("train", 5), ("val", 6)):
        (folder / "slate" / f"{name}.csv").write_text(format_slate_csv(named(f"released-{name}", 10, seed=seed)))
    write_encoder(folder / "tiny")
    return folder


def model_build(
    place: Path, out: Path, name: str, *, shapes: tuple[StudentShape, ...] = (SMALL,), processes: int = 1
) -> ModelBuild:
    quick = {"epochs": 2, "batch_size": 16, "learning_rate": 3e-3}
    config = BUILDS[name]
    stages = config.distillation
    settings = replace(
        config,
        shapes=shapes,
        folds=3,
        fold_boards=6,
        text_boards=4,
        released_boards=2,
        alone_sentences=8,
        alone_regions=4,
        teacher=replace(config.teacher, **quick),  # type: ignore[arg-type]
        distillation=replace(
            stages,
            mixed=replace(stages.mixed, **quick),  # type: ignore[arg-type]
            real=replace(stages.real, **quick),  # type: ignore[arg-type]
        ),
    )
    encoder = str(place / "tiny")
    slate = place / "slate" if settings.released else None
    inputs = BuildInputs(place / "corpus", place / "notes", place / "texts", slate, encoder, encoder)
    return ModelBuild(name, settings, inputs, out, NoProgress(), processes=processes)


def test_the_research_data_is_in_one_build_alone(place: Path, tmp_path: Path) -> None:
    for name in BUILDS:
        assert model_build(place, tmp_path / name, name).build(until="data") is None
    texts = {name: "".join(p.read_text() for p in sorted((tmp_path / name).rglob("*.jsonl"))) for name in BUILDS}
    assert "released-train-" in texts["research"]  # ids of the released boards
    assert "released-" not in texts["open"]
    assert set(model_build(place, tmp_path / "open", "open").data.dev()) == {"notes", "corpus"}
    assert set(model_build(place, tmp_path / "research", "research").data.dev()) == {"notes", "corpus", "released"}
    inputs = model_build(place, tmp_path / "x", "open").inputs
    with pytest.raises(InputError, match="needs the released data"):
        replace(model_build(place, tmp_path / "x", "research"), inputs=inputs).build()


def test_a_build_that_goes_on_reads_its_own_files_alone(place: Path, tmp_path: Path) -> None:
    """Another machine may go on with a copy of the folder, without the corpus and the notes."""
    work = model_build(place, tmp_path / "out", "open")
    work.build(until="data")
    gone = tmp_path / "gone"
    elsewhere = replace(work, inputs=replace(work.inputs, corpus=gone, notes=gone, texts=gone))
    assert elsewhere.build(until="data") is None
    (tmp_path / "out" / "data" / "unlabelled.jsonl").unlink()
    with pytest.raises(InputError, match="gone"):
        elsewhere.build(until="data")


@pytest.mark.parametrize("name", list(BUILDS))
def test_no_teacher_learns_from_a_board_that_it_labels(place: Path, tmp_path: Path, name: str) -> None:
    work = model_build(place, tmp_path / name, name)
    data: BuildData = work.data
    data.write()
    everything: list[str] = []
    for fold in range(work.config.folds):
        learned = {board.id for board in data.training_boards(fold)}
        mine = {board.id for file in data.real(fold) for board in file.boards}
        assert mine
        assert not mine & learned
        everything += mine
        more = work.config.released_boards if name == "research" else 0
        assert len(data.synthetic(fold).boards) == work.config.fold_boards + more
    given = [*read_file(place / "corpus/train/a.jsonl"), *read_file(place / "notes/train.jsonl")]
    given += labelled_mails(place / "texts/email-intent.tsv")
    given += read_file(place / "slate/train.csv") if name == "research" else []
    assert sorted(everything) == sorted(board.id for board in given)
    dev = {board.id for boards in data.dev().values() for board in boards}
    assert not dev & set(everything)
    job = replace(work, tell=print)._job(with_teachers=False)
    times = {board.id: file.times for file in job.real for board in file.boards}
    notes = {board.id for board in read_file(place / "notes/train.jsonl")}
    assert {times[board] for board in notes} == {work.config.note_times}
    others = {times[board] for board in times.keys() - notes}
    assert others == ({1, work.config.released_times} if name == "research" else {1})


def test_labels_apart_from_their_notes(tmp_path: Path) -> None:
    boards = named("bare", 6, seed=9)
    bare = [board.without_labels() for board in boards]
    sentences = [[[s.start, s.end, int(s.label)] for s in region.sentences or ()] for region in boards[2].regions]
    row = {"id": bare[2].id, "sha256": words_sha256(bare[2]), "regions": sentences}
    (tmp_path / "labels.jsonl").write_text(json.dumps(row) + "\n")
    labels = load_labels(tmp_path / "labels.jsonl")
    assert divide(bare, labels) == ([boards[2]], [*bare[:2], *bare[3:]])
    assert divide(bare, load_labels(tmp_path / "none.jsonl")) == ([], bare)
    other = [replace(bare[0], id=bare[2].id)]
    with pytest.raises(InputError, match="other words than its labels"):
        divide(other, labels)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("buy milk", "", "it rained all day"), [[(0, 2, 1)], [(0, 4, 0)]]),  # as it was labelled
        (("buy milk", "it rained all day"), [[(0, 2, 1), (2, 6, 0)]]),  # read as one region
        (("buy milk", "", "it rained", "", "all day"), [[(0, 2, 1)], [(0, 2, 0)], [(0, 2, 0)]]),  # as three
        (("buy", "", "milk it rained all day"), [[(0, 1, 1)], [(0, 1, 1), (1, 5, 0)]]),  # cut elsewhere
    ],
)
def test_a_note_that_is_divided_otherwise_keeps_its_labels(
    lines: tuple[str, ...], expected: list[list[tuple[int, int, int]]]
) -> None:
    (board,) = boards_of(scan_document(Document("n.txt", "\n".join(lines).encode())))
    row = {"sha256": words_sha256(board), "regions": [[[0, 2, 1]], [[0, 4, 0]]]}
    ((labelled,), _) = divide([board], {board.id: row})
    found = [[(s.start, s.end, int(s.label)) for s in region.sentences or ()] for region in labelled.regions]
    assert found == expected


def test_sentences_of_mails_become_labelled_boards(tmp_path: Path) -> None:
    table = tmp_path / "mails.tsv"
    table.write_text(MAILS + "No\t" + "far " * 40 + "\n", "utf-8")
    boards = labelled_mails(table)
    assert boards == labelled_mails(table)
    assert all(map(is_mail, boards))
    found = {
        region.text(sentence.start, sentence.end): sentence.is_task
        for board in boards
        for region in board.regions
        for sentence in region.sentences or ()
    }
    far = " ".join(["far"] * 40)
    assert found == {"send it to me .": True, "can we meet & talk ?": True, "it rained .": False, far: False}
    table.write_text("Maybe\tcall Bob\n", "utf-8")
    with pytest.raises(InputError, match="line 1: must be Yes or No"):
        labelled_mails(table)


def test_no_model_learns_from_the_test_part_of_the_mails(tmp_path: Path) -> None:
    table = tmp_path / "mails.tsv"
    rows = [f"No\tsentence {number} ." for number in range(TRAIN_ROWS + 40)]
    table.write_text("\n".join([*rows, rows[0]]) + "\n", "utf-8")
    words = {text for board in labelled_mails(table) for region in board.regions for text in region.word_texts}
    assert str(TRAIN_ROWS - 1) in words
    assert not words & {"0", *(str(number) for number in range(TRAIN_ROWS, TRAIN_ROWS + 40))}


def test_a_sentence_by_itself_is_what_its_words_say() -> None:
    texts = [("call Ruth", 1), ("milk", 3), ("beat the eggs", 4), ("it rained", 0), ("both", 1), ("both", 0)]
    lines = [Line.from_text(text) for text, _ in texts] + [Line.from_text("Monday", heading=1)]
    sentences, at = [], 0
    for line, label in zip(lines, [*(label for _, label in texts), 0], strict=True):
        sentences.append(Sentence(at, at + len(line.words), Label(label)))
        at += len(line.words)
    board = Board("b", (Region("r", tuple(lines), tuple(sentences)),))
    found = sentences_alone([board], 100, seed=0)
    again = sentences_alone([board], 100, seed=0)
    assert [targets.passage for targets in found] == [targets.passage for targets in again]
    said = {targets.passage.region.lines[0].text: int(targets.rows[0].argmax()) for targets in found}
    assert said == {"call Ruth": T, "beat the eggs": T, "milk": N, "it rained": N}
    assert len(sentences_alone([board], 2, seed=0)) == 2


@pytest.mark.export
def test_a_model_is_built_and_nothing_is_done_twice(place: Path, tmp_path: Path) -> None:
    work = model_build(place, tmp_path / "m", "research", shapes=(SMALL, LARGE))
    assert work.build(until="teachers") is None
    assert sorted(path.name for path in (tmp_path / "m" / "teachers").iterdir()) == ["0", "1", "2"]
    index = json.loads((tmp_path / "m" / "labels" / "labels.json").read_text())
    assert [teacher for teacher, _ in index["teachers"]] == [f"research-teacher-{fold}" for fold in range(3)]
    shutil.rmtree(tmp_path / "m" / "teachers")  # they have said it all
    told: list[str] = []
    assert replace(work, tell=told.append).build(until="students") is None
    assert told == ["data", "student 1-layers/0", *(f"student 2-layers/{seed}" for seed in range(3))]
    for shape, seed, precision in (
        ("1-layers", 0, 0.5),
        ("2-layers", 0, 0.9),
        ("2-layers", 1, 0.7),
        ("2-layers", 2, 0.8),
    ):
        scores = tmp_path / "m" / "students" / shape / str(seed) / "scores.json"
        assert set(json.loads(scores.read_text())) == {"notes", "corpus", "released"}
        scores.write_text(json.dumps({"notes": {"average_precision": precision}}))
    told.clear()
    bundle = replace(work, tell=told.append).build()
    assert bundle is not None
    assert told == ["data", "model 0", "model 1", "model 2", "kinds"]
    assert read_kinds(bundle.path(KINDS)).width == read_head(bundle.path(HEAD), labels=3).width
    assert json.loads((tmp_path / "m" / "chosen.json").read_text()) == {"shape": "2-layers", "seed": 0}
    assert bundle.manifest.precision == INT8
    assert bundle.manifest.training["seed"] == 0
    assert bundle.manifest.training["layers"] == 2
    assert bundle.manifest.thresholds["task"] <= 0.7
    parts = [json.loads(line)["name"] for line in (tmp_path / "m" / "times.jsonl").read_text().splitlines()]
    assert parts == [
        *(f"teacher {fold}" for fold in range(3)),
        *(f"student {s}" for s in ("1-layers/0", "2-layers/0", "2-layers/1", "2-layers/2")),
    ]
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "m").rglob("*") if path.is_file()}
    again = work.build()
    assert again is not None
    assert again.manifest == bundle.manifest
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "m").rglob("*") if path.is_file()} == before


def test_a_build_in_two_processes_goes_on_where_it_was_stopped(place: Path, tmp_path: Path) -> None:
    work = model_build(place, tmp_path / "m", "open", processes=2)
    work.build(until="teachers")
    first = load_bundle(tmp_path / "m" / "teachers" / "0").info.sha256
    shutil.rmtree(tmp_path / "m" / "labels")
    shutil.rmtree(tmp_path / "m" / "teachers" / "1")
    work = model_build(place, tmp_path / "m", "open", processes=2)
    assert work.build(until="students") is None
    assert load_bundle(tmp_path / "m" / "teachers" / "0").info.sha256 == first
    assert (tmp_path / "m" / "students" / "1-layers" / "0" / "scores.json").exists()


def _fail() -> None:
    raise InputError("no such thing")


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_in_a_part_ends_the_call(tmp_path: Path, processes: int) -> None:
    with pytest.raises(InputError, match="no such thing"):
        run_parts([Part("a", _fail)], processes=processes, tell=lambda _: None, log=tmp_path / "log")


@pytest.mark.parametrize("processes", [1, 2])
def test_the_cost_of_every_part_is_noted(tmp_path: Path, processes: int) -> None:
    parts = [Part(name, partial(print, end="")) for name in "ab"]
    run_parts(parts, processes=processes, tell=lambda _: None, log=tmp_path / "log")
    costs = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert sorted(cost["name"] for cost in costs) == ["a", "b"]
    assert all(cost["seconds"] >= 0 for cost in costs)


@pytest.mark.parametrize(("scores", "kept"), [([1.9], 0), ([1.1, 1.9], 1), ([1.4, 1.1, 1.9], 2), ([1.9, 1.1, 1.9], 0)])
def test_the_student_with_the_best_score_is_kept(scores: list[float], kept: int) -> None:
    assert best_seed([Score(SMALL, seed, points) for seed, points in enumerate(scores)]) == kept


@pytest.mark.parametrize(("small", "chosen"), [(80.0, LARGE), (80.49, LARGE), (80.5, SMALL), (83.0, SMALL)])
def test_the_smallest_shape_near_the_best_is_chosen(small: float, chosen: StudentShape) -> None:
    scores = [Score(LARGE, 0, 80.0), Score(LARGE, 1, 82.0), Score(SMALL, 0, small)]
    assert choose_shape(scores, within=0.5) == chosen


def test_the_settings_are_those_that_the_documentation_tells() -> None:
    text = " ".join((ROOT / "docs" / "distillation.md").read_text("utf-8").split())
    for name, settings in BUILDS.items():
        assert settings.released == (name == "research")
        assert f"{settings.fold_boards:,} synthetic boards come from each fold" in text
        assert f"{settings.text_boards:,} from the open texts" in text
        assert settings.folds == 5
        assert "five teachers" in text.lower()
        assert f"{settings.released_boards:,} more from the released boards of each fold" in text
        assert settings.released_times == 8
        assert "each released board counts eight times" in text
        stages = settings.distillation
        assert f"{stages.mixed.epochs} epochs of all boards, then {stages.real.epochs} of the real ones" in text
        assert f"{settings.alone_sentences:,} labelled sentences by themselves" in text
        assert f"{settings.alone_regions:,} of the real regions" in text
        assert settings.alone_share == 0.3
        assert "Of what this last epoch changes in the weights, three tenths are kept" in text
        for shape in settings.shapes:
            assert f"| `{name}` | {shape.layers} | {shape.word_layers} | {shape.seeds} |" in text


def test_the_command(place: Path, tmp_path: Path, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    assert STAGES[0] == "data"
    quick = replace(BUILDS["open"], fold_boards=4, text_boards=4)  # thousands take a while
    monkeypatch.setattr("inkslate.training.builds.settings.BUILDS", {"open": quick})
    folders = [word for name in ("corpus", "texts", "notes") for word in (f"--{name}", place / name)]
    done = here("model", "build", "open", *folders, "--until", "data", "--out", tmp_path / "b")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "data: done; --until model goes on\n"
    assert len((tmp_path / "b" / "synthetic" / "fold-0.jsonl").read_text().splitlines()) == 4
    empty = here("model", "build", "open", *folders[2:], "--corpus", tmp_path, "--out", tmp_path / "c")
    assert empty.returncode == 2
    assert "has no boards" in empty.stderr
    assert empty.stderr.count("\n") <= 2


def test_a_note_is_also_read_without_its_marks() -> None:
    def region(name: str, *lines: Line, labels: tuple[int, ...]) -> Region:
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line.words))
        spans = zip(starts, starts[1:], labels, strict=False)
        return Region(name, lines, tuple(Sentence(start, end, Label(label)) for start, end, label in spans))

    title, heading = Line.from_text("My garage", heading=1), Line.from_text("To do", heading=2)
    nested = replace(Line.from_text("under the bench", bullet=True), indent=1)
    board = Board(
        "b",
        (
            region("r1", title, labels=(0,)),
            region("r2", heading, labels=(0,)),
            region("r3", replace(Line.from_text("sweep", bullet=True), box="open"), nested, labels=(1, 0)),
            region("r4", Line.from_text("it rained"), labels=(0,)),
            region("r5", Line.from_text("Later", heading=2), labels=(0,)),
        ),
    )
    bare = Board("bare", (region("r1", Line.from_text("call Ruth"), labels=(1,)),))
    (copy,) = plain_copies([board, bare])
    assert (copy.id, original_id(copy), original_id(board)) == ("b-plain", "b", "b")
    assert is_plain_copy(copy)
    assert not is_plain_copy(board)
    first, second, last = copy.regions
    assert [line.text for line in first.lines] == ["My garage", "To do", "sweep", "under the bench"]
    assert [line.box for line in first.lines] == [None, None, "open", None]
    assert not any(line.heading or line.indent for each in copy.regions for line in each.lines)
    assert first.lines[3].bullet
    assert [(s.start, s.end, int(s.label)) for s in first.sentences or ()] == [
        (0, 2, 0),
        (2, 4, 0),
        (4, 5, 1),
        (5, 8, 0),
    ]
    assert (second.lines[0].text, last.lines[0].text) == ("it rained", "Later")
    (unlabelled,) = plain_copies([board.without_labels()])
    assert all(each.sentences is None for each in unlabelled.regions)


def test_a_note_and_its_plain_copy_are_in_one_fold(place: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    shutil.copytree(place / "corpus", corpus)
    path = corpus / "train" / "a.jsonl"
    marked = [
        replace(
            board, regions=tuple(replace(r, lines=(replace(r.lines[0], indent=1), *r.lines[1:])) for r in board.regions)
        )
        for board in read_file(path)
    ]
    path.write_text(format_boards(marked))
    work = model_build(place, tmp_path / "m", "open")
    work = replace(work, inputs=replace(work.inputs, corpus=corpus))
    work.data.write()
    for fold in range(work.config.folds):
        learned = {original_id(board) for board in work.data.training_boards(fold)}
        mine = [board for file in work.data.real(fold) for board in file.boards]
        assert any(map(is_plain_copy, mine))
        assert not {original_id(board) for board in mine} & learned
