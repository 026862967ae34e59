"""Extraction on onnxruntime: the same answer however one asks, streams in constant memory, boards of any length."""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from onnx import helper

from inkslate import Board, Extractor, InputError, ModelError, Region
from inkslate.board import Line, partition_problems
from inkslate.experiments.benchmark_inputs import generated_boards
from inkslate.experiments.footprint import stream_memory
from inkslate.extraction import FoundSentence
from inkslate.formats import format_boards
from inkslate.model import backends
from inkslate.model.backends import Logits, ModelInput, default_threads, onnx_backend
from inkslate.model.backends.onnx_backend import OnnxBackend
from inkslate.model.bundle import ONNX, TAGGER, WEIGHTS, Bundle, Manifest, load_bundle
from inkslate.model.features import FEATURES
from inkslate.model.view import Passage
from inkslate.readers.text import parse_text
from tests.support.boards import labelled_boards
from tests.support.hand_made import CHANCES, graph, look_up, rows, write
from tests.support.tiny_encoder import toy_boards
from tests.support.tiny_tagger import Tiny

EXPORTS = ("float32", "int8", "wide_float32", "wide_int8")
Answer = tuple[tuple[FoundSentence, ...], ...]


def _odd() -> Iterator[Board]:
    """Boards that are not like others."""
    yield Board("empty", ())
    yield Board("no words", (Region("r", ()), Region("s", (Line((), bullet=True),))))
    yield parse_text("call\n\nRuth\n\n- buy\n- eggs", board="regions")
    yield parse_text("x" * 5000 + " [CLS] </> \u202e Zoë 日本語", board="words")
    yield Board("long", (_lines(120),))


def _lines(number: int) -> Region:
    """So many lines of a few words each."""
    chosen = [line for board in toy_boards(number, seed=5) for line in board.regions[0].lines]
    return Region("r1", tuple(chosen[:number]))


BOARDS = [board.without_labels() for board in [*toy_boards(6, seed=4), *generated_boards(7, seed=4), *_odd()]]


@pytest.fixture(params=EXPORTS)
def folder(request: pytest.FixtureRequest, tiny: Tiny) -> Path:
    """Each of the exports in turn."""
    export: Any = getattr(tiny, request.param)
    return Path(export.folder)


# The same answer


def answers(extractor: Extractor, boards: Sequence[Board]) -> list[Answer]:
    return [extractor.extract(board).sentences for board in boards]


def streamed(extractor: Extractor, boards: Sequence[Board]) -> list[Answer]:
    found = list(extractor.extract_many(boards))
    assert [extraction.board for extraction in found] == list(boards)
    return [extraction.sentences for extraction in found]


@pytest.mark.export
@pytest.mark.parametrize("threads", [2, 3])
def test_the_answer_does_not_depend_on_threads_company_or_order(folder: Path, threads: int) -> None:
    alone = answers(Extractor.load(folder, threads=1), BOARDS)
    extractor = Extractor.load(folder, threads=threads)
    assert answers(extractor, BOARDS) == alone
    assert streamed(extractor, BOARDS) == alone
    order = random.Random(threads).sample(range(len(BOARDS)), len(BOARDS))
    assert streamed(extractor, [BOARDS[at] for at in order]) == [alone[at] for at in order]
    assert streamed(extractor, [BOARDS[-1], BOARDS[0], BOARDS[0]]) == [alone[-1], alone[0], alone[0]]


@pytest.mark.export
def test_parts_in_any_order_and_on_any_threads_come_to_the_same(folder: Path) -> None:
    one, other = Extractor.load(folder, threads=1), Extractor.load(folder, threads=2)
    for region in [*(region for board in BOARDS for region in board.regions), _lines(400)]:
        steps = one.steps(Passage(region))
        order = random.Random(3).sample(range(len(steps.parts)), len(steps.parts))
        outputs = {at: (one, other)[at % 2].run(steps.parts[at]) for at in order}
        said = steps.conclude([outputs[at] for at in range(len(steps.parts))])
        assert (said,) == one.extract(region).sentences
    assert len(order) > 1  # the last has several windows


@pytest.mark.export
def test_the_answer_does_not_depend_on_who_else_asks(folder: Path) -> None:
    alone = answers(Extractor.load(folder, threads=1), BOARDS)
    shared = Extractor.load(folder, threads=2)
    together = threading.Barrier(8)

    def ask(number: int) -> bool:
        order = random.Random(number).sample(range(len(BOARDS)), 10)
        boards, expected = [BOARDS[at] for at in order], [alone[at] for at in order]
        together.wait(30)
        return (streamed if number % 2 else answers)(shared, boards) == expected

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))) == [True] * 8


@pytest.mark.export
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(boards=st.lists(labelled_boards(), max_size=4))
def test_any_boards_are_partitioned_and_answered_as_if_alone(tiny: Tiny, boards: list[Board]) -> None:
    extractor = _kept(tiny.int8.folder)
    found = list(extractor.extract_many(boards))
    assert [one.sentences for one in found] == answers(extractor, boards)
    for board, answer in zip(boards, found, strict=True):
        for region, sentences in zip(board.regions, answer.sentences, strict=True):
            assert partition_problems([one.span for one in sentences], len(region.word_texts)) == []
            assert all(one.score is not None and 0 <= one.score <= 1 for one in sentences)
            # A region is read by itself, whatever else is on the board.
            assert extractor.extract(region).sentences == (sentences,)


_EXTRACTORS: dict[Path, Extractor] = {}


def _kept(folder: Path) -> Extractor:
    """One extractor for all examples of a property."""
    return _EXTRACTORS.setdefault(folder, Extractor.load(folder, threads=2))


# What is put in


@pytest.mark.export
def test_a_board_a_region_text_and_a_file_are_the_same_notes(tiny: Tiny, tmp_path: Path) -> None:
    text = "Milk and the banquet\n- call Ruth about eggs\n- buy bread"
    board = parse_text(text, board="board")
    extractor = Extractor.load(tiny.int8.folder)
    expected = extractor.extract(board)
    assert [task.text for task in expected.tasks] == ["call Ruth about eggs", "buy bread"]
    assert extractor.extract(text) == expected
    assert extractor.extract(board.regions[0]) == expected
    (tmp_path / "board.txt").write_text(text, "utf-8")
    (tmp_path / "board.jsonl").write_text(format_boards([board, board_of("other")]), "utf-8")
    for path, named in ((tmp_path / "board.txt", None), (str(tmp_path / "board.txt"), "text")):
        (of_file,) = extractor.extract_file(path, format=named)
        assert of_file.sentences == expected.sentences
        # A file has lines and columns to lead back to, a string has not.
        assert of_file.tasks[0].sources == ("2:3", "2:8", "2:13", "2:19")
        assert [replace(task, sources=()) for task in of_file.tasks] == list(expected.tasks)
    assert [one.board.id for one in extractor.extract_file(tmp_path / "board.jsonl")] == ["board", "other"]
    with pytest.raises(InputError, match="nowhere: no such file"):
        extractor.extract_file("nowhere")
    with pytest.raises(TypeError, match="takes a Board, a Region or a str, not bytes"):
        extractor.extract(b"call Ruth")  # type: ignore[arg-type]


def board_of(name: str) -> Board:
    return parse_text("buy eggs", board=name)


def test_shapes_and_layout_go_in_beside_the_tokens(tmp_path: Path) -> None:
    # A model that knows nothing but the features: 1 + 4 x shape + 2 x first of its line + bulleted.
    table = [[-9.0, -9.0, 0.0] for _ in range(FEATURES)]
    for number in range(1, FEATURES):
        if (number - 1) // 2 % 2:
            table[number] = [-9.0, 0.0, -9.0] if (number - 1) % 2 else [0.0, -9.0, -9.0]
    nodes = [
        helper.make_node("Gather", ["by_feature", "features"], ["placed"]),
        helper.make_node("Gather", ["rows", "ids"], ["found"]),
        helper.make_node("Mul", ["found", "nothing"], ["gone"]),
        helper.make_node("Add", ["placed", "gone"], ["logits"]),
    ]
    tensors = {"by_feature": np.array(table, np.float32), "nothing": np.zeros(1, np.float32)}
    model = graph(nodes, inputs=[rows("ids"), rows("features")], tensors=tensors)
    write(tmp_path / "m", model, features=True, layout="both", marks=False)
    (found,) = Extractor.load(tmp_path / "m").extract("and so on\n- buy eggs\nthe\nend").sentences
    spans = [(one.start, one.end, one.is_task) for one in found]
    assert spans == [(0, 3, False), (3, 5, True), (5, 6, False), (6, 7, False)]
    # Withheld from the model, the layout changes nothing: no word begins a line.
    write(tmp_path / "m", model, features=True, layout="none", marks=False)
    (found,) = Extractor.load(tmp_path / "m").extract("and so on\n- buy eggs\nthe\nend").sentences
    assert [(one.start, one.end, one.is_task) for one in found] == [(0, 7, False)]


def test_rows_of_kept_tokens_are_those_of_words(tmp_path: Path) -> None:
    # Words in several tokens, of which the first alone counts, in one window and in several.
    text = "and task-note-and so on\n- either-or\ntask-task and note"
    nodes = [
        look_up("found"),
        helper.make_node("Squeeze", ["kept", "first"], ["at"]),
        helper.make_node("Gather", ["found", "at"], ["logits"], axis=1),
    ]
    inputs = [rows("ids"), rows("kept", shape=(1, "kept"))]
    model = graph(nodes, inputs=inputs, tensors={"first": np.zeros(1, np.int64)})
    write(tmp_path / "kept", model, vote="first", word_layers=1)
    write(tmp_path / "plain", vote="first")
    write(tmp_path / "all", vote="all")
    for notes in (text, "\n".join([text] * 9)):
        kept, plain, every = (
            Extractor.load(tmp_path / name).extract(notes).sentences for name in ("kept", "plain", "all")
        )
        assert kept == plain != every


# Streams


def of_the_pool() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("inkslate")]


@pytest.mark.export
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_an_endless_stream_is_read_as_answers_are_asked_for(threads: int, tiny: Tiny) -> None:
    read: list[int] = []

    def endless() -> Iterator[str]:
        for number in count():
            read.append(number)
            yield f"call Ruth {number}"

    source = endless()
    stream = Extractor.load(tiny.int8.folder, threads=threads).extract_many(source)
    assert read == []  # nothing before the first is asked for
    for number, extraction in enumerate(islice(stream, 60)):
        assert extraction.board.regions[0].word_texts[-1] == str(number)
        assert number < len(read) <= number + 4 * threads
    stream.close()  # type: ignore[attr-defined]
    assert of_the_pool() == []
    # What was not read is still the caller's.
    assert next(source) == f"call Ruth {len(read) - 1}"


@pytest.mark.export
def test_a_stream_that_nobody_holds_stops(tiny: Tiny) -> None:
    stream = Extractor.load(tiny.int8.folder, threads=2).extract_many(f"call {number}" for number in count())
    next(stream)
    assert of_the_pool()
    del stream
    gc.collect()
    assert of_the_pool() == []


@pytest.mark.export
def test_a_long_board_does_not_let_those_behind_it_pass(tiny: Tiny) -> None:
    boards = [Board("long", (_lines(300),)), *(board_of(f"b{number}") for number in range(20))]
    stream = Extractor.load(tiny.int8.folder, threads=3).extract_many(boards)
    assert [extraction.board.id for extraction in stream] == [board.id for board in boards]
    assert of_the_pool() == []


@pytest.mark.parametrize("before", [0, 3, 30])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_an_error_comes_in_its_place(threads: int, before: int, tmp_path: Path) -> None:
    def breaking(last: object) -> Iterator[Any]:
        yield from ["task"] * before
        if isinstance(last, Exception):
            raise last
        yield last
        yield from ["task"] * 30

    write(tmp_path / "m", words=[*CHANCES, "late"])  # the tokenizer has a token that the model has not
    extractor = Extractor.load(tmp_path / "m", threads=threads)
    for last, error in ((5, TypeError), ("task late", ModelError), (OSError("the disk is gone"), OSError)):
        stream = extractor.extract_many(breaking(last))
        assert len(list(islice(stream, before))) == before
        with pytest.raises(error):
            next(stream)
        assert list(stream) == []
        assert of_the_pool() == []
    # It is as good as new.
    assert len(list(extractor.extract_many(["task"] * 3))) == 3


@pytest.mark.export
def test_what_is_no_stream(tiny: Tiny) -> None:
    for threads in (1, 2):
        assert list(Extractor.load(tiny.int8.folder, threads=threads).extract_many([])) == []
        with pytest.raises(TypeError):
            list(Extractor.load(tiny.int8.folder, threads=threads).extract_many(5))  # type: ignore[arg-type]


@pytest.mark.export
@pytest.mark.slow
@pytest.mark.usefixtures("untraced_children")
def test_memory_stays_flat_on_twenty_thousand_boards(tiny: Tiny) -> None:
    used = stream_memory(tiny.int8.folder, ["call Ruth", "- eggs", "Milk\n- buy"], threads=2, boards=20_000)
    assert used["boards"] == 20_000
    assert 0 < used["end"] <= used["early"] * 1.1 + 4e6


# Long boards


class Spy:
    """Counts what goes through the model."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.lengths: list[int] = []
        run = OnnxBackend.run

        def counted(backend: OnnxBackend, window: ModelInput) -> Logits:
            self.lengths.append(len(window.ids))
            return run(backend, window)

        patch.setattr(OnnxBackend, "run", counted)


@pytest.mark.export
def test_work_is_linear_in_sentences_up_to_two_thousand(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy(monkeypatch)
    extractor = Extractor.load(tiny.int8.folder, threads=2)
    tokens = {}
    for lines in (250, 500, 1000, 2000):
        region = _lines(lines)
        spy.lengths.clear()
        (found,) = extractor.extract(region).sentences
        assert partition_problems([one.span for one in found], len(region.word_texts)) == []
        assert max(spy.lengths) <= 512
        tokens[lines] = sum(spy.lengths)
    # A quarter of a window and a bit is read twice; the first window of a region has nothing before it.
    assert tokens[2000] / 2000 <= 1.05 * tokens[1000] / 1000
    assert tokens[2000] / 2000 <= 1.6 * tokens[250] / 250


def test_two_thousand_lines_in_small_windows_are_one_region(tmp_path: Path) -> None:
    # What this model says of a word is the same in every window, so no window may lose a word or label it twice.
    extractor = Extractor.load(write(tmp_path / "m", max_length=32).folder)
    lines = [("- task and", "note and and")[number % 3 == 0] for number in range(2000)]
    (found,) = extractor.extract("\n".join(lines)).sentences
    assert [(one.end - one.start, one.is_task) for one in found] == [
        (3, False) if line.startswith("note") else (2, True) for line in lines
    ]


# Threads and names


class Silent:
    """A backend that gives the same logits for every token."""

    def __init__(self, **options: Any) -> None:
        self.options = options

    def run(self, window: ModelInput) -> Logits:
        return np.zeros((len(window.ids), 3), np.float32)


def test_another_backend_is_one_entry_and_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("silent_backend")
    module.load = lambda bundle, **options: Silent(bundle=bundle, **options)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "silent_backend", module)
    entry = backends.BackendType("model.silent", "silent_backend", cpu_only=True)
    monkeypatch.setattr(backends, "BACKENDS", {"silent": entry, **backends.BACKENDS})
    manifest = Manifest("m", "1", TAGGER, "nti", "both", "e", 64, files={"model.silent": "0"})
    bundle = Bundle(Path("m"), manifest)
    assert backends.backend_type(bundle) is entry
    assert entry.runtime is None  # it computes the logits itself
    backend = backends.load_backend(bundle, threads=3, device="cpu")
    assert isinstance(backend, Silent)
    assert backend.options == {"bundle": bundle, "threads": 3, "device": "cpu"}


@pytest.mark.parametrize(
    ("files", "name"), [([ONNX], "onnxruntime"), ([WEIGHTS], "torch"), ([ONNX, WEIGHTS], "onnxruntime"), ([], "torch")]
)
def test_the_weights_choose_the_backend(files: list[str], name: str) -> None:
    bundle = Bundle(Path("m"), Manifest("m", "1", TAGGER, "nti", "both", "e", 64, files=dict.fromkeys(files, "0")))
    assert backends.backend_type(bundle) is backends.BACKENDS[name]
    assert backends.backend_type(bundle).cpu_only == (name == "onnxruntime")
    assert [kind.runs(bundle) for kind in backends.BACKENDS.values()] == [ONNX in files, WEIGHTS in files]
    assert backends.backend_type(bundle).runtime == (name, sys.modules[name].__version__)


@pytest.mark.parametrize("name", ["nowhere", "x" * 300, "a\0b", "", "\ud800"])
def test_names_of_no_model(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelError):
        Extractor.load(name)
    with pytest.raises(ModelError):
        load_bundle(name)


@pytest.mark.export
@pytest.mark.parametrize("threads", [0, -1, 1025, True, 2.0, "2"])
def test_threads_that_are_no_number_of_threads(threads: Any, tiny: Tiny) -> None:
    with pytest.raises(InputError, match="it is a whole number from 1 to 1024"):
        Extractor.load(tiny.int8.folder, threads=threads)


@pytest.mark.export
def test_extract_has_all_threads_for_one_pass_and_extract_many_one_for_each(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, made = onnx_backend._session, []

    def recorded(path: Path, threads: int) -> Any:
        made.append(threads)
        return session(path, threads)

    monkeypatch.setattr(onnx_backend, "_session", recorded)
    extractor = Extractor.load(tiny.int8.folder, threads=3)
    extractor.extract("call Ruth")
    assert made == [3]
    list(extractor.extract_many(["call Ruth"]))
    assert made == [3]  # a list of one has nothing to run beside it
    for _ in range(2):
        list(extractor.extract_many(["call Ruth", "call Ann"]))
    assert made == [3, 1]  # loaded once more, when it is first needed
    list(Extractor.load(tiny.int8.folder, threads=1).extract_many(["call Ruth"]))
    assert made == [3, 1, 1]  # one thread is one thread
    Extractor.load(tiny.int8.folder)
    assert made == [3, 1, 1, default_threads()]


@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 2), (3, 2), (4, 2), (6, 3), (8, 4), (64, 4)])
def test_threads_by_default(cores: int, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)), raising=False)
    assert default_threads() == threads
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert default_threads() == threads


# What it costs to have


def test_no_torch_is_loaded_to_extract(tmp_path: Path) -> None:
    code = (
        "import sys; from inkslate import Extractor\n"
        "print(len(Extractor.load(sys.argv[1]).extract('task and note').tasks))\n"
        "print(sorted({'torch', 'transformers', 'onnx', 'safetensors'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", code, str(write(tmp_path / "m").folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("1\n[]\n", "")
