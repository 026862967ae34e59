"""`inkslate benchmark`: that everything is measured, how figures are made of times, and what the machine is asked for.

How long anything takes is nowhere asserted.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import TensorProto, helper, numpy_helper

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.errors import InputError, ModelError
from inkslate.experiments.benchmark import (
    BASELINE,
    GROWTH,
    REFERENCE,
    BenchmarkPlan,
    run_benchmark,
)
from inkslate.experiments.benchmark_inputs import generated_boards, onnx_models, random_bundle, timed_regions
from inkslate.experiments.benchmark_report import growth_figure, report_text
from inkslate.experiments.footprint import base_install, cold_start, machine_rates, operations, stream_memory
from inkslate.experiments.latency import TimedRegion, latency_json, measure_latency, summary, time_in_turns
from inkslate.formats import format_boards
from inkslate.model.bundle import ONNX, TOKENIZER, Bundle, load_bundle
from inkslate.model.rules import Rules
from inkslate.model.windows import Encoder
from inkslate.readers.text import parse_text
from tests.support import hand_made
from tests.support.commands import Here
from tests.support.tiny_encoder import toy_boards
from tests.support.tiny_tagger import Tiny

BOARDS = toy_boards(3, seed=6)


# Latency


class Calls:
    """Remembers who was called with what."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str]] = []

    def of(self, name: str) -> Callable[[str], object]:
        return lambda item: self.seen.append((name, item))


def test_all_take_turns_over_the_items_and_the_order_turns_with_the_rounds() -> None:
    calls = Calls()
    ticks: list[None] = []
    systems = {name: calls.of(name) for name in "ab"}
    times = time_in_turns(systems, ["x", "y"], rounds=2, tick=lambda: ticks.append(None))
    warm, first, second = calls.seen[:2], calls.seen[2:6], calls.seen[6:]
    assert warm == [("a", "x"), ("b", "x")]  # not timed
    assert first == [("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")]
    assert second == [("b", "x"), ("b", "y"), ("a", "x"), ("a", "y")]
    assert len(ticks) == 4  # an item in a round
    assert {name: len(values) for name, values in times.items()} == {"a": 2, "b": 2}
    assert all(value >= 0 for values in times.values() for value in values)


def test_the_time_of_an_item_is_the_median_of_its_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each call takes two readings of the clock: 1, 5 and 3 seconds.
    clock = iter([0.0, 1.0, 10.0, 15.0, 20.0, 23.0])
    monkeypatch.setattr("time.perf_counter", lambda: next(clock))
    assert time_in_turns({"a": lambda _: None}, ["x"], rounds=3) == {"a": [3000.0]}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([2.0], (2.0, 2.0, 2.0, 2.0)),
        ([1.0, 3.0], (2.0, 2.0, 3.0, 3.0)),
        ([float(number) for number in range(101)], (50.0, 50.0, 95.0, 99.0)),
        ([*[1.0] * 99, 101.0], (2.0, 1.0, 1.0, 1.0)),
    ],
)
def test_mean_and_percentiles(values: list[float], expected: tuple[float, ...]) -> None:
    assert tuple(summary(values).values()) == pytest.approx(expected)
    assert list(summary(values)) == ["mean_ms", "p50_ms", "p95_ms", "p99_ms"]


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=50))
def test_percentiles_rise_and_stay_within_the_times(values: list[float]) -> None:
    figures = summary(values)
    assert min(values) <= figures["p50_ms"] <= figures["p95_ms"] <= figures["p99_ms"] <= max(values)
    assert figures["mean_ms"] == pytest.approx(statistics.fmean(values))
    assert figures == summary(values[::-1])


def test_latency_is_of_regions_with_words() -> None:
    empty = Region("r9", ())
    boards = [Board("b", (*parse_text("call\n\nbuy", board="b").regions, empty))]
    ticks: list[None] = []
    figures = measure_latency({"rules": Rules()}, boards, rounds=3, tick=lambda: ticks.append(None))
    assert len(ticks) == 2 * 3
    value = latency_json(figures, device="here", regions=2, rounds=3)
    assert json.loads(json.dumps(value)) == value
    assert list(value["rows"]) == ["rules"]
    with pytest.raises(InputError, match="no region with words; latency needs something to read"):
        measure_latency({"rules": Rules()}, [Board("b", (empty,))], rounds=1)


# What is timed


def test_an_item_is_a_regions_text_and_its_sentences() -> None:
    lines = (Line.from_text("Plan for May"), Line.from_text("call Ruth", bullet=True))
    sentences = (Sentence(0, 2, Label.NON_TASK), Sentence(2, 5, Label.TASK))
    labelled = Board("b", (Region("r1", lines, sentences), Region("r2", ())))
    text = "Plan for May\n- call Ruth"
    assert timed_regions([labelled]) == [TimedRegion(text, ("Plan for", "May call Ruth"))]
    # Without labels the sentences are those of the rules.
    assert timed_regions([labelled.without_labels()]) == [TimedRegion(text, ("Plan for May", "call Ruth"))]
    # Read again it is the same region.
    assert parse_text(text, board="b").regions[0].lines == lines
    with pytest.raises(InputError, match="no region with words; give boards with text"):
        timed_regions([Board("b", (Region("r", ()),))])


def test_notes_are_made_up_the_same_way_every_time() -> None:
    boards = generated_boards(30)
    assert boards == generated_boards(30)
    assert boards != generated_boards(30, seed=1)
    assert len({board.id for board in boards}) == 30
    sizes = [len(board.regions[0].lines) for board in boards]
    assert min(sizes) < 5 < max(sizes) <= 41
    assert any(line.bullet for board in boards for line in board.regions[0].lines)


@pytest.mark.export
def test_models_are_named_by_precision_and_torch_is_timed_as_onnx(tiny: Tiny, tmp_path: Path) -> None:
    assert onnx_models([tiny.int8], tmp_path) == {"inkslate int8": tiny.int8}
    models = onnx_models([tiny.torch, tiny.wide_int8], tmp_path)
    assert list(models) == ["inkslate float32", "inkslate int8", "inkslate int8 (random-2x256)"]
    assert [bundle.manifest.precision for bundle in models.values()] == ["float32", "int8", "int8"]
    assert all(ONNX in load_bundle(bundle.folder).manifest.files for bundle in models.values())


def test_random_weights_make_a_model_and_no_noise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from inkslate.experiments import random_model

    shape = {"layers": 1, "hidden": 32, "heads": 2}
    monkeypatch.setattr(random_model, "make", partial(random_model.make, **shape))
    bundle = load_bundle(random_bundle(BOARDS, tmp_path / "m", word_layers=1, marks=True).folder)
    assert (bundle.manifest.word_layers, bundle.manifest.marks) == (1, True)
    assert (bundle.manifest.name, bundle.manifest.max_length) == ("random-1x32", 512)
    assert capfd.readouterr() == ("", "")  # the tokenizer's training has progress to tell


# One run


@pytest.fixture(scope="module")
def quick() -> Iterator[pytest.MonkeyPatch]:
    """Figures from one round and short boards: they are not looked at."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("inkslate.experiments.benchmark.cold_start", partial(cold_start, rounds=1))
        patch.setattr("inkslate.experiments.benchmark.machine_rates", partial(machine_rates, rounds=1))
        patch.setattr("inkslate.experiments.benchmark._PAUSE", 0.0)
        yield patch


@pytest.fixture(scope="module")
def result(tiny: Tiny, quick: pytest.MonkeyPatch) -> dict[str, Any]:
    """A run without the reference."""
    models = {"ours int8": tiny.int8, "ours float32": tiny.float32}
    return run_benchmark(BenchmarkPlan(models, BOARDS, threads=2, rounds=1, stream=20, with_torch=False))


NAMES = ["ours int8", "ours float32"]


@pytest.mark.export
def test_everything_is_measured(result: dict[str, Any], tiny: Tiny) -> None:
    assert set(result) == {
        "latency", "baseline_over_reference", "outside_model", "bulk", "growth", "start", "stream", "limit",
        "install", "setting",
    }  # fmt: skip
    for name in NAMES:
        assert set(result["latency"][name]) == {"mean_ms", "p50_ms", "p95_ms", "p99_ms"}
        assert 0 < result["outside_model"][name] < 1
        assert result["bulk"][name]["regions_per_second"] > 0
        assert list(result["growth"][name]) == list(GROWTH)
        assert set(result["start"][name]) == {"seconds", "peak_bytes"}
        assert result["start"][name]["peak_bytes"] > 1e7
        assert result["stream"][name]["boards"] == 20
    assert list(result["latency"]) == list(result["growth"]) == list(result["start"]) == NAMES
    assert result["baseline_over_reference"] is None
    assert result["limit"] is None
    setting = result["setting"]
    assert (setting["regions"], setting["rounds"], setting["threads"]) == (3, 1, 2)
    assert setting["models"]["ours int8"] == {
        "name": "random-2x32",
        "precision": "int8",
        "sha256": tiny.int8.info.sha256,
    }
    # A token a word, for these words, and two around them; what is bulleted is told beside the tokens.
    assert setting["tokens"] == statistics.fmean(2 + len(board.regions[0].word_texts) for board in BOARDS)
    assert json.loads(json.dumps(result))["setting"] == setting


@pytest.mark.export
@pytest.mark.parametrize("stored", [False, True], ids=["fresh", "from a file"])
def test_the_report_of_a_run(stored: bool, result: dict[str, Any], tiny: Tiny) -> None:
    text = report_text(json.loads(json.dumps(result)) if stored else result)
    assert text.startswith("Ratios: not measured. The reference, RoBERTa-base in PyTorch, needs torch: pip install")
    assert all(name in text for name in NAMES)
    assert "milliseconds a sentence, by number of sentences" in text
    assert "at its end" in text
    assert "(20 boards)" in text
    assert f"3 regions of {result['setting']['tokens']:.0f} tokens on average, 1 round in turns, 2 threads" in text
    assert f"ours int8: random-2x32 sha256:{tiny.int8.info.sha256[:12]}" in text
    assert "base install: " in text
    assert text.endswith("\n")
    assert not any(line != line.rstrip() for line in text.splitlines())


@pytest.mark.export
def test_growth_is_drawn(result: dict[str, Any]) -> None:
    figure = growth_figure(json.loads(json.dumps(result)))
    root = ElementTree.fromstring(figure)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    words = " ".join(root.itertext())
    for told in (*NAMES, "sentences in a region", "milliseconds"):
        assert told in words


# Beside the reference


def _small(head: Any, labels: int) -> Any:
    """roberta-base, but for its size."""
    from transformers import RobertaConfig

    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    config: Any = RobertaConfig
    return head(
        config(vocab_size=500, max_position_embeddings=514, type_vocab_size=1, num_labels=labels, **sizes)
    ).eval()


@pytest.fixture
def encoder(tiny: Tiny) -> Encoder:
    return Encoder.from_file(tiny.int8.path(TOKENIZER), max_length=512)


@pytest.mark.export
@pytest.mark.parametrize("lines", [1, 7, pytest.param(150, marks=pytest.mark.slow)])  # the last in two windows
def test_the_reference_labels_every_word_and_the_baseline_every_sentence(
    lines: int, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    from inkslate.experiments import reference

    monkeypatch.setattr(reference, "_random", _small)
    item = TimedRegion("\n".join(["- call Ruth"] * lines), ("call Ruth",) * lines)
    words = reference.ReferenceModel(encoder)(item)
    assert len(words) == 2 * lines
    assert set(words) <= {0, 1, 2}
    sentences = reference.ReferenceBaseline(encoder)(item)
    assert len(sentences) == lines
    assert set(sentences) <= {0, 1}
    assert len(set(sentences)) == 1  # the same sentence gets the same label


def test_the_reference_has_the_shape_of_roberta_base(monkeypatch: pytest.MonkeyPatch) -> None:
    from inkslate.experiments import reference

    class Head:
        def __init__(self, config: Any) -> None:
            self.config = config

        def eval(self) -> Head:
            return self

    config = reference._random(Head, 3).config
    shape = (config.num_hidden_layers, config.hidden_size, config.num_attention_heads, config.intermediate_size)
    assert shape == (12, 768, 12, 3072)
    assert (config.vocab_size, config.num_labels, config.max_position_embeddings) == (50_265, 3, 514)


@pytest.mark.export
@pytest.mark.slow
def test_ratios_come_first(tiny: Tiny, quick: pytest.MonkeyPatch, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    threads = torch.get_num_threads()
    steps: list[str] = []
    monkeypatch.setattr("inkslate.experiments.reference._random", _small)
    # A process with torch takes seconds to start.
    monkeypatch.setattr(
        "inkslate.experiments.benchmark.cold_start_torch", lambda *_, **__: {"seconds": 9.0, "peak_bytes": 10**9}
    )
    monkeypatch.setattr("inkslate.experiments.benchmark.GROWTH", (5, 200, 600))
    plan = BenchmarkPlan({"ours": tiny.wide_int8}, BOARDS, threads=2, rounds=1, stream=20, tick=steps.append)
    try:
        result = run_benchmark(plan)
    finally:
        torch.set_num_threads(threads)
    assert set(result["latency"]) == {REFERENCE, "ours", BASELINE}
    # The longest are not asked of the slow ones.
    assert {name: list(points) for name, points in result["growth"].items()} == {
        "ours": [5, 200, 600],
        REFERENCE: [5, 200],
        BASELINE: [5],
    }
    assert result["baseline_over_reference"] > 0
    limit = result["limit"]["ours"]
    assert limit["operations"] == operations(tiny.wide_int8.path(ONNX), result["setting"]["tokens"])
    assert limit["floor_ms"] == pytest.approx(1000 * limit["operations"] / limit["operations_per_second"])
    assert limit["share"] == pytest.approx(limit["floor_ms"] / result["latency"]["ours"]["mean_ms"])
    assert steps.count("region") == 3
    assert {"latency", "baseline", "bulk", "growth", "start", "stream", "limit"} <= set(steps)
    text = report_text(result)
    assert text.startswith("Times faster (or smaller) than the paper's reference, RoBERTa-base in PyTorch float32")
    ours = next(line for line in text.splitlines() if line.startswith("ours "))
    ratio = result["latency"][REFERENCE]["mean_ms"] / result["latency"]["ours"]["mean_ms"]
    start = result["start"]["ours"]
    for value in (ratio, 9.0 / start["seconds"], 10**9 / start["peak_bytes"]):
        assert (f"{value:.1f}" if value >= 1 else f"{value:.2f}") in ours.split()
    assert "share of the limit reached" in text


# The command line


QUICK = ("--no-reference", "--rounds", "1", "--stream", "10")


@pytest.mark.export
def test_the_command_prints_writes_and_draws(
    tiny: Tiny, quick: pytest.MonkeyPatch, here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inkslate.experiments.benchmark.GROWTH", (5, 20))
    (tmp_path / "boards.jsonl").write_text(format_boards(BOARDS), "utf-8")
    done = here(
        "benchmark", "boards.jsonl", "--model", tiny.int8.folder, *QUICK, "--threads", "1", "--json", "f.json",
        "--plot", "p.svg",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    value = json.loads((tmp_path / "f.json").read_text("utf-8"))
    assert list(value["latency"]) == ["inkslate int8"]
    assert value["setting"]["threads"] == 1
    assert done.stdout == report_text(value)
    assert (tmp_path / "p.svg").read_text("utf-8") == growth_figure(value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["boards.jsonl", "f.json", "p.svg"]


def test_help_shows_how(here: Here) -> None:
    done = here("benchmark", "--help")
    assert done.returncode == 0
    assert "  inkslate benchmark --no-reference --model models/mine-int8\n" in done.stdout
    for option in ("--model", "--rounds", "--threads", "--stream", "--no-reference", "--json", "--plot"):
        assert option in done.stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("nowhere.jsonl", *QUICK), "nowhere.jsonl: no such file"),
        (("--model", "nowhere", *QUICK), "nowhere: no such model folder"),
        (("empty.txt", "--model", "m", *QUICK), "no region with words; give boards with text"),
        (("--rounds", "0"), "'--rounds'"),
        (("--threads", "0"), "'--threads'"),
        (("--stream", "9"), "'--stream'"),
    ],
)
def test_what_cannot_be_timed(arguments: tuple[str, ...], reason: str, here: Here, tmp_path: Path) -> None:
    hand_made.write(tmp_path / "m")
    (tmp_path / "empty.txt").write_text("\n", "utf-8")
    done = here("benchmark", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.export
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "the reference needs onnx: pip install 'inkslate[train]'; or leave it out with --no-reference and name a"),
        (("--no-reference",), "the reference needs onnx: pip install 'inkslate[train]'"),
        (("--model", "{torch}"), "the reference needs onnx: pip install 'inkslate[train]'; or leave it out"),
        (("--no-reference", "--model", "{torch}"), "timing a model in safetensors needs onnx: pip install"),
    ],
)
def test_without_torch_or_onnx_the_remedy_is_named(
    arguments: tuple[str, ...], reason: str, tiny: Tiny, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    done = here("benchmark", *(argument.format(torch=tiny.torch.folder) for argument in arguments))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"inkslate: {reason}")
    assert done.stderr.count("\n") == 1


# Footprint


def test_a_base_install_is_onnxruntime_numpy_and_what_they_bring() -> None:
    sizes = base_install()
    assert {"inkslate", "onnxruntime", "numpy", "click", "markdown-it-py"} <= set(sizes)
    assert not {
        "torch",
        "transformers",
        "onnx",
        "pytest",
        "fastapi",
        "safetensors",
        "tokenizers",
        "huggingface-hub",
    } & set(sizes)
    assert all(size > 0 for size in sizes.values())
    assert sizes["onnxruntime"] > 1e7


def graph_file(path: Path, nodes: list[Any], **shapes: tuple[int, ...]) -> Path:
    tensors = [numpy_helper.from_array(np.zeros(shape, np.float32), name) for name, shape in shapes.items()]
    output = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    onnx.save(helper.make_model(helper.make_graph(nodes, "g", [], [output], tensors)), path)
    return path


@pytest.mark.parametrize(
    ("kind", "inputs", "count"),
    [
        # 10 tokens; a multiplication and an addition for every number of a matrix and token
        ("MatMul", ["x", "matrix"], 2 * 10 * 4 * 6),
        ("MatMulInteger", ["x", "matrix", "zero", "vector"], 2 * 10 * 4 * 6),
        ("Gemm", ["x", "matrix", "vector"], 2 * 10 * 4 * 6),
        # scores of 10 x 10 tokens from 4 numbers each, and as many for the values
        ("Attention", ["x", "qkv", "bias"], 2 * 10 * 4 * 12 + 2 * (2 * 10 * 10 * 4)),
        ("QAttention", ["x", "qkv", "bias", "s", "bias"], 2 * 10 * 4 * 12 + 2 * (2 * 10 * 10 * 4)),
        ("Gather", ["matrix", "ids"], 0),  # looked up
        ("Slice", ["matrix", "from", "to"], 0),  # cut
        ("Add", ["x", "vector"], 0),
    ],
)
def test_operations_by_hand(kind: str, inputs: list[str], count: int, tmp_path: Path) -> None:
    shapes = {"matrix": (4, 6), "vector": (6,), "qkv": (4, 12), "bias": (12,)}
    path = graph_file(tmp_path / "g.onnx", [helper.make_node(kind, inputs, ["y"])], **shapes)
    assert operations(path, 10) == count


@pytest.mark.export
@pytest.mark.parametrize("name", ["wide_float32", "wide_int8"])
def test_operations_of_an_exported_model(name: str, tiny: Tiny) -> None:
    bundle: Bundle = getattr(tiny, name)
    layers, hidden, tokens, labels = 2, 256, 50, 3
    # In a layer four square matrices for attention and two of four times the size behind it.
    matrices = layers * (4 + 2 * 4) * hidden**2 + hidden * labels
    assert operations(bundle.path(ONNX), tokens) == 2 * tokens * matrices + layers * 4 * tokens**2 * hidden


def test_operations_behind_the_gather_are_those_of_kept_tokens(tmp_path: Path) -> None:
    nodes = [("MatMul", ["ids", "square"], "a"), ("Gather", ["a", "kept"], "b"), ("Attention", ["b", "qkv"], "c")]
    path = graph_file(
        tmp_path / "g.onnx", [helper.make_node(*node[:2], [node[2]]) for node in nodes], square=(4, 4), qkv=(4, 12)
    )
    assert operations(path, 10, 7) == 2 * 10 * 4 * 4 + 2 * 7 * 4 * 12 + 2 * (2 * 7 * 7 * 4)


def test_the_machine_multiplies_in_both_precisions() -> None:
    rates = machine_rates(threads=1, rounds=1)
    assert set(rates) == {"float32", "int8"}
    assert all(rate > 0 for rate in rates.values())


def test_a_board_longer_than_an_argument_may_be_is_started_with(tmp_path: Path) -> None:
    folder = hand_made.write(tmp_path / "m").folder
    figures = cold_start(folder, "x" * 200_000, threads=1, rounds=1)
    assert set(figures) == {"seconds", "peak_bytes"}
    used = stream_memory(folder, ["Zoë" * 100_000], threads=1, boards=2)
    assert used["boards"] == 2


def test_a_model_that_cannot_start_is_one_line(tmp_path: Path) -> None:
    folder = hand_made.write(tmp_path / "m", b"garbage").folder
    with pytest.raises(ModelError) as caught:
        cold_start(folder, "task", threads=1, rounds=1)
    assert str(caught.value).startswith(f"measuring {folder} failed: ")
    assert "not a model that can be run" in str(caught.value)
    assert "\n" not in str(caught.value)
