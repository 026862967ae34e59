"""ONNX files from anywhere: whatever is wrong with one is a ModelError of one line, never a crash and never a label."""

from __future__ import annotations

import json
import math
import random
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper

from inkslate.errors import ModelError
from inkslate.extractor import Extractor
from inkslate.model.backends.onnx_backend import TRUST_MODELS
from inkslate.model.bundle import CLASSIFIER, MANIFEST, ONNX, TOKENIZER, load_bundle, save_bundle
from inkslate.model.predictor import predictor_from
from inkslate.readers.text import parse_text
from tests.support.commands import Run
from tests.support.hand_made import CHANCES, graph, look_up, rows, table, word_level, write
from tests.support.tiny_tagger import Tiny

pytestmark = pytest.mark.skipif(
    sys.version_info < (3, 11), reason="its onnxruntime can be ended by such files, so models need to be trusted there"
)
NOTES = "task and note"
FLOAT = TensorProto.FLOAT


def refusal(folder: Path, notes: str = NOTES) -> str:
    """What is said of the folder on the way from loading it to an answer: one line."""
    with pytest.raises(ModelError) as caught:
        predictor_from(load_bundle(folder), threads=1).predict(parse_text(notes, board="b"))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_file_that_the_others_are_made_from_is_whole(tmp_path: Path) -> None:
    (found,) = Extractor.load(write(tmp_path / "m").folder).extract(NOTES).sentences
    assert [(one.start, one.end, one.is_task) for one in found] == [(0, 2, True), (2, 3, False)]
    assert [one.score for one in found] == pytest.approx([8 / 9, 1 / 9])


def test_an_old_runtime_is_given_no_model_of_strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path / "m").folder
    monkeypatch.setattr(onnxruntime, "__version__", "1.23.2")
    monkeypatch.delenv(TRUST_MODELS, raising=False)
    assert refusal(folder) == (
        f"{folder / ONNX}: a hostile model can end onnxruntime 1.23.2, or read files with it; "
        "use Python 3.11 or later, or set INKSLATE_TRUST_MODELS=1 if you trust this model"
    )
    assert Extractor.load().extract(NOTES).sentences  # the model of the package
    monkeypatch.setenv(TRUST_MODELS, "1")
    assert Extractor.load(folder).extract(NOTES).sentences
    monkeypatch.delenv(TRUST_MODELS)
    for safe in ("1.25.1", "1.26.0.dev20260101", "2.0"):
        monkeypatch.setattr(onnxruntime, "__version__", safe)
        assert Extractor.load(folder).extract(NOTES).sentences


# Files that are none


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty; get the model again"),
        (b"\0", "not a model that can be run ("),
        (b"garbage" * 100, "not a model that can be run ("),
        (b"version https://git-lfs.github.com/spec/v1", "not a model that can be run ("),  # cloned without large files
        (json.dumps({"a": 1}).encode(), "not a model that can be run ("),
        (onnx.ModelProto().SerializeToString() or b"\x08\x08", "not a model that can be run ("),  # no graph at all
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_file_that_is_no_model(content: bytes, reason: str, tmp_path: Path) -> None:
    write(tmp_path / "m", content)
    assert refusal(tmp_path / "m").startswith(f"{tmp_path / 'm' / ONNX}: {reason}")


@pytest.mark.export
@pytest.mark.parametrize("name", ["float32", "int8"])
def test_a_file_cut_anywhere(name: str, tiny: Tiny, tmp_path: Path) -> None:
    bundle = getattr(tiny, name)
    whole = bundle.path(ONNX).read_bytes()
    rng = random.Random(0)
    for kept in [1, 100, len(whole) // 2, len(whole) - 1, *(rng.randrange(len(whole)) for _ in range(8))]:
        # Cut, and with a hash that fits: somebody meant it.
        write(tmp_path / "m", whole[:kept], features=True)
        assert refusal(tmp_path / "m").startswith(f"{tmp_path / 'm' / ONNX}: ")


@pytest.mark.fuzz
def test_bytes_changed_anywhere_give_an_error_or_an_answer(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    # A changed weight is a model like another; what must not happen is any other exception, or noise.
    whole = graph([look_up()]).SerializeToString()
    rng = random.Random(0)
    for _ in range(200):
        changed = bytearray(whole)
        changed[rng.randrange(len(whole))] = rng.randrange(256)
        write(tmp_path / "m", bytes(changed))
        try:
            predictor_from(load_bundle(tmp_path / "m"), threads=1).predict(parse_text(NOTES, board="b"))
        except ModelError as error:
            assert "\n" not in str(error)  # noqa: PT017  it need not be raised
    assert capfd.readouterr() == ("", "")


def test_a_hash_that_is_not_the_files(tmp_path: Path) -> None:
    path = write(tmp_path / "m").path(ONNX)
    path.write_bytes(path.read_bytes() + b"\0")
    assert refusal(tmp_path / "m").startswith(f"{path}: its sha256 is not the manifest's")


def test_a_model_without_weights_of_either_kind(tmp_path: Path) -> None:
    folder = write(tmp_path / "m").folder
    value = json.loads((folder / MANIFEST).read_text("utf-8"))
    del value["files"][ONNX]
    (folder / MANIFEST).write_text(json.dumps(value), "utf-8")
    assert "model.safetensors: the model has no such file" in refusal(folder)


# External data: a model is one file and reaches no other


def _external(location: str, *, constant: bool = False) -> bytes:
    model = graph([look_up()])
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value=location)
    if constant:
        model.graph.node.insert(0, helper.make_node("Constant", [], ["rows"], value=tensor))
        del model.graph.initializer[0]
    return bytes(model.SerializeToString())


@pytest.mark.parametrize("constant", [False, True], ids=["initializer", "constant"])
@pytest.mark.parametrize("place", ["rows.bin", "../rows.bin", "absolute", "cwd"])
def test_weights_outside_the_file_are_not_read(
    place: str, constant: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, content = tmp_path / "models" / "m", table(CHANCES).tobytes()
    here = {"rows.bin": folder, "../rows.bin": folder.parent, "absolute": tmp_path, "cwd": tmp_path / "cwd"}[place]
    location = {"absolute": str(tmp_path / "rows.bin"), "cwd": "rows.bin"}.get(place, place)
    write(folder, _external(location, constant=constant))
    here.mkdir(exist_ok=True)
    (here / "rows.bin").write_bytes(content)
    if place == "cwd":
        monkeypatch.chdir(here)
    assert refusal(folder).startswith(f"{folder / ONNX}: not a model that can be run (")


def test_that_file_does_work_in_the_hands_of_those_who_follow_it(tmp_path: Path) -> None:
    path = write(tmp_path / "m", _external("rows.bin")).path(ONNX)
    (tmp_path / "m" / "rows.bin").write_bytes(table(CHANCES).tobytes())
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    assert session.run(None, {"ids": np.array([[3]])})[0].shape == (1, 1, 3)


# Graphs that do not fit


@dataclass(frozen=True)
class Wrong:
    """A graph that runs, or nearly, and a part of what is said of it."""

    reason: str
    model: Callable[[], onnx.ModelProto]
    fields: dict[str, Any] = field(default_factory=dict)
    notes: str = NOTES


def _given(*inputs: Any, node: Any = None) -> Callable[[], onnx.ModelProto]:
    return lambda: graph([node or look_up()], inputs=inputs)


def _giving(kind: int, shape: tuple[int | str, ...], *nodes: Any, **tensors: Any) -> Callable[[], onnx.ModelProto]:
    """The looked-up rows, `found`, go through the nodes to `logits`."""
    arrays = {name: np.array(value) for name, value in tensors.items()}
    return lambda: graph([look_up("found"), *nodes], outputs=[rows("logits", kind, shape)], tensors=arrays)


def _node(kind: str, *inputs: str, **attributes: Any) -> Any:
    return helper.make_node(kind, list(inputs), ["logits"], **attributes)


def _sequence() -> onnx.ModelProto:
    output = helper.make_tensor_sequence_value_info("logits", FLOAT, [1, "tokens", 3])
    return graph([look_up("found"), _node("SequenceConstruct", "found")], outputs=[output])


def _two_outputs() -> onnx.ModelProto:
    outputs = [rows(name, FLOAT, (1, "tokens", 3)) for name in ("logits", "also")]
    return graph([look_up(), look_up("also")], outputs=outputs)


def _vectors_of_whole_numbers() -> onnx.ModelProto:
    outputs = [rows("logits", FLOAT, (1, "tokens", 3)), rows("vectors", shape=(1, "tokens"))]
    return graph([look_up(), helper.make_node("Identity", ["ids"], ["vectors"])], outputs=outputs)


def _later(**versions: int) -> Callable[[], onnx.ModelProto]:
    def build() -> onnx.ModelProto:
        model = graph([look_up()])
        model.ir_version = versions.get("ir", model.ir_version)
        model.opset_import[0].version = versions.get("opset", 17)
        return model

    return build


def _of_rows(values: Any) -> Callable[[], onnx.ModelProto]:
    return lambda: graph([look_up()], tensors={"rows": np.array(values, np.float32)})


def _of_labels(count: int, *, declared: int | str) -> Callable[[], onnx.ModelProto]:
    output = rows("logits", FLOAT, (1, "tokens", declared))
    return lambda: graph([look_up()], outputs=[output], tensors={"rows": np.zeros((8, count), np.float32)})


def _two_labels_at_last() -> onnx.ModelProto:
    """Three rows by all that can be told before it runs."""
    nodes = [
        look_up("found"),
        helper.make_node("Sub", ["ids", "ids"], ["zeros"]),
        helper.make_node("ReduceMax", ["zeros"], ["zero"], axes=[0, 1], keepdims=0),
        helper.make_node("Add", ["zero", "two"], ["end"]),
        _node("Slice", "found", "none", "end", "at"),
    ]
    output = rows("logits", FLOAT, (1, "tokens", "labels"))
    return graph(nodes, outputs=[output], tensors={name: np.array([at]) for name, at in NUMBERED.items()})


WORD_LAYERS = {"word_layers": 1, "vote": "first"}
NUMBERED = {"none": 0, "two": 2, "at": 2}
INPUTS = [
    Wrong(
        "takes tokens and gives logits; it should take ids",
        _given(rows("tokens"), node=_node("Gather", "rows", "tokens")),
    ),
    Wrong("takes features, ids and gives logits; it should take ids and", _given(rows("ids"), rows("features"))),
    Wrong("takes ids and gives logits; it should take features and ids", _given(rows("ids")), {"features": True}),
    Wrong("takes ids and gives logits; it should take ids and kept", _given(rows("ids")), WORD_LAYERS),
    Wrong("takes ids, kept and gives logits; it should take ids and", _given(rows("ids"), rows("kept"))),
    Wrong("its inputs are not rows of whole", _given(rows("ids"), rows("kept", shape=["kept"])), WORD_LAYERS),
    Wrong(
        "takes ids and gives scores;", lambda: graph([look_up("scores")], outputs=[rows("scores", FLOAT, (1, "n", 3))])
    ),
    Wrong("takes ids and gives also, logits;", _two_outputs),
    # A name cannot add a line to a message, nor steer the terminal.
    Wrong("takes a b\ufffd[31m, ids and gives logits;", _given(rows("ids"), rows("a\nb\x1b[31m"))),
    Wrong(f"takes {'x' * 160} and gives logits", _given(rows("x" * 10**6), node=_node("Gather", "rows", "x" * 10**6))),
    Wrong("its inputs are not rows of whole numbers", _given(rows("ids", TensorProto.INT32))),
    Wrong("its inputs are not rows of whole numbers", _given(rows("ids", shape=["tokens"]))),
    Wrong("its inputs are not rows of whole numbers", _given(rows("ids", shape=[1, "tokens", 1]))),
    Wrong("cannot read 5 tokens (", _given(rows("ids", shape=[1, 9]))),  # the runtime pads nothing
    Wrong("cannot read 5 tokens (", _given(rows("ids", shape=[2, "tokens"]))),
]
OUTPUTS = [
    Wrong("gives 2 labels, the model needs 3", _of_labels(2, declared=2)),
    Wrong("gives 3 labels, the model needs 2", _of_labels(3, declared=3), {"scheme": "bi"}),
    Wrong("gives 4 labels, the model needs 3", _of_labels(4, declared="labels")),
    # A row for each of 5 tokens, and not for the 3 that are kept.
    Wrong("gives an array of (5, 3) for 3 tokens", _given(rows("ids"), rows("kept")), WORD_LAYERS, notes="task-note"),
    Wrong("gives an array of (5, 2) for 5 tokens and the 3 labels of SLATE-NTI", _two_labels_at_last),
    Wrong("gives tensor(double), not rows of float32", _giving(11, (1, "n", 3), _node("Cast", "found", to=11))),
    Wrong("gives tensor(float16), not rows of float32", _giving(10, (1, "n", 3), _node("Cast", "found", to=10))),
    Wrong("gives tensor(int64), not rows of float32", _giving(7, (1, "n", 3), _node("Cast", "found", to=7))),
    Wrong("gives tensor(string), not rows of float32", _giving(8, (1, "n", 3), _node("Cast", "found", to=8))),
    Wrong("gives seq(tensor(float)), not rows of float32", _sequence),
    Wrong("gives tensor(int64), not rows of float32", _vectors_of_whole_numbers),
    Wrong("gives an array of ()", _giving(FLOAT, (), _node("ReduceSum", "found", keepdims=0))),
    Wrong(
        "gives an array of (3,), not rows",
        _giving(FLOAT, ("n",), _node("ReduceSum", "found", "at", keepdims=0), at=[0, 1]),
    ),
    Wrong(
        "gives an array of (2, 5, 3), not rows",
        _giving(FLOAT, ("b", "n", 3), _node("Concat", "found", "found", axis=0)),
    ),
    # Three tokens and three labels: a row of three numbers is not three rows.
    Wrong(
        "gives an array of (3,) for 3 tokens",
        _giving(FLOAT, ("b", "n"), _node("ReduceSum", "found", "at", keepdims=0), at=[1]),
        notes="task",
    ),
    Wrong(
        "gives an array of (5, 1, 3) for 5 tokens",
        _giving(FLOAT, ("b", "n", "m", 3), _node("Unsqueeze", "found", "at"), at=[2]),
    ),
    Wrong(
        "gives an array of (4, 3) for 5 tokens",
        _giving(
            FLOAT, (1, "n", 3), _node("Slice", "found", "from", "to", "at"), **{"from": [1], "to": [99], "at": [1]}
        ),
    ),
]
NUMBERS = [
    Wrong("gave numbers that are not finite; the weights are damaged or overflow", _of_rows([[math.nan] * 3] * 8)),
    Wrong("gave numbers that are not finite", _of_rows([[0, 0, -math.inf]] * 8)),
    Wrong("gave numbers that are not finite", _of_rows([[0, 0, math.inf]] * 8)),
    # Nowhere but at one label of the special tokens, which no word is read from: the weights are damaged all the same.
    Wrong("gave numbers that are not finite", _of_rows([[0, math.nan, 0], *[[0, 0, 0]] * 7])),
    Wrong(
        "gave numbers that are not finite",
        _giving(FLOAT, (1, "n", 3), _node("Exp", "far"), far=np.float32([[[999] * 3]])),
    ),
]
OPERATORS = [
    Wrong("not a model that can be run (", lambda: graph([_node("Evil", "ids", domain="evil")])),
    Wrong("not a model that can be run (", lambda: graph([_node("Nonsense", "ids")])),
    Wrong("not a model that can be run (", lambda: graph([_node("Gather", "rows", "nowhere")])),
    Wrong("not a model that can be run (", _later(ir=99)),
    Wrong("not a model that can be run (", _later(opset=999)),
    Wrong("cannot read 5 tokens (", _of_rows([[0, 0, 0]])),  # a table of one row for eight tokens
    Wrong(
        "cannot read 5 tokens (",  # nothing by nothing, in whole numbers
        lambda: graph(
            [
                helper.make_node("Sub", ["ids", "ids"], ["zero"]),
                helper.make_node("Div", ["ids", "zero"], ["which"]),
                helper.make_node("Gather", ["rows", "which"], ["logits"]),
            ]
        ),
    ),
    Wrong(
        "m/model.onnx: ",  # four terabytes
        lambda: graph(
            [
                helper.make_node("ConstantOfShape", ["size"], ["huge"]),
                helper.make_node("ReduceSum", ["huge"], ["sum"], keepdims=0),
                look_up("found"),
                _node("Add", "found", "sum"),
            ],
            tensors={"size": np.array([1 << 40])},
        ),
    ),
]


@pytest.mark.parametrize("case", [*INPUTS, *OUTPUTS, *NUMBERS, *OPERATORS], ids=lambda case: case.reason[:45])
def test_a_graph_that_does_not_fit(case: Wrong, tmp_path: Path) -> None:
    write(tmp_path / "m", case.model(), **case.fields)
    assert case.reason in refusal(tmp_path / "m", case.notes)


def test_a_tagger_is_no_classifier_and_the_other_way_round(tmp_path: Path) -> None:
    write(tmp_path / "m", kind=CLASSIFIER)
    assert refusal(tmp_path / "m") == f"{tmp_path / 'm' / ONNX}: gives 3 labels, the model needs 2"


# Tokenizers and windows


def test_a_tokenizer_with_more_tokens_than_the_model(tmp_path: Path) -> None:
    write(tmp_path / "m", words=[*CHANCES, "late"])
    extractor = Extractor.load(tmp_path / "m")
    assert extractor.extract(NOTES).tasks  # nothing is wrong as long as the token is not met
    message = refusal(tmp_path / "m", "task late")
    assert message.startswith(f"{tmp_path / 'm' / ONNX}: cannot read 4 tokens (")
    assert message.endswith("tokenizer.json may belong to another model")


@pytest.mark.export
@pytest.mark.parametrize("name", ["float32", "int8", "wide_float32", "wide_int8"])
def test_an_exported_model_with_a_larger_tokenizer(name: str, tiny: Tiny, tmp_path: Path) -> None:
    words = [f"w{number}" for number in range(40_000)]
    content = getattr(tiny, name).path(ONNX).read_bytes()
    write(tmp_path / "m", content, words=words, features=True, layout="both", marks=False)
    assert "cannot read 3 tokens (" in refusal(tmp_path / "m", words[-1])


@pytest.mark.export
def test_a_window_longer_than_the_model_reads(tiny: Tiny, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(tiny.int8.folder, tmp_path / "m"))
    value = json.loads((folder / MANIFEST).read_text("utf-8"))
    (folder / MANIFEST).write_text(json.dumps(value | {"max_length": 600}), "utf-8")
    assert Extractor.load(folder).extract("call Ruth " * 200).sentences
    assert "cannot read 598 tokens (" in refusal(folder, "call Ruth " * 298)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not a tokenizer ("),
        (b"{}", "not a tokenizer ("),
        (b'{"version": "1.0", "model": {"type": "WordPiece"}}', "not a tokenizer ("),
        (word_level(()).to_str().replace('"[UNK]"', '"[UNKNOWN]"', 1).encode(), ""),  # no token for what is unknown
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_tokenizer_that_is_none(content: bytes, reason: str, tmp_path: Path) -> None:
    bundle = write(tmp_path / "m")
    save_bundle(bundle.folder, bundle.manifest, {TOKENIZER: content})
    assert refusal(tmp_path / "m").startswith(f"{tmp_path / 'm' / TOKENIZER}: {reason}")


# The command line


@pytest.mark.process
@pytest.mark.parametrize(
    "content",
    [
        b"garbage",
        _external("rows.bin"),
        graph([look_up()], tensors={"rows": table(CHANCES) * math.nan}).SerializeToString(),
        graph([look_up()], inputs=[rows("ids", TensorProto.INT32)]).SerializeToString(),
    ],
    ids=["garbage", "external", "nan", "int32"],
)
def test_the_command_line_says_it_in_one_line(content: bytes, run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "m", content).path(ONNX)
    done = run("extract", "--model", tmp_path / "m", stdin=NOTES)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"inkslate: {path}: ")
    assert done.stderr.count("\n") == 1
