"""What a model costs besides latency: start-up, memory, disk, and the share of the machine's peak rate."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from re import match
from typing import Any

import numpy as np

from inkslate.errors import ModelError

# The peak since this program was started: the figure of getrusage includes the parent's before the exec.
_PEAK = """
def peak():
    import resource, sys
    try:
        lines = open('/proc/self/status').read().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith('VmHWM')) * 1024
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == 'darwin' else 1024)
"""
_FIRST_ANSWER = """
from inkslate import Extractor
Extractor.load(sys.argv[1], threads=int(sys.argv[3])).extract(sys.argv[2], details=False)
"""
_FIRST_ANSWER_TORCH = """
import torch
from transformers import RobertaForTokenClassification
from inkslate.model.windows import Encoder
from inkslate.model.layout import LAYOUTS, render
from inkslate.readers.text import parse_text
from pathlib import Path
torch.set_num_threads(int(sys.argv[3]))
model = RobertaForTokenClassification.from_pretrained(sys.argv[1]).eval()
encoder = Encoder.from_file(Path(sys.argv[4]), max_length=512)
region = parse_text(sys.argv[2], board='board').regions[0]
with torch.inference_mode():
    for window in encoder.encode(render(region, LAYOUTS['both'])).windows:
        model(torch.tensor([window.ids])).logits
"""
_STREAM = """
from inkslate import Extractor
def resident():
    import os
    try:
        return int(open('/proc/self/statm').read().split()[1]) * os.sysconf('SC_PAGE_SIZE')
    except OSError:
        return peak()
texts = json.loads(sys.argv[2])
count = int(sys.argv[4])
stream = (texts[number % len(texts)] + f' {number}' for number in range(count))
early = 0
extractor = Extractor.load(sys.argv[1], threads=int(sys.argv[3]))
for number, _ in enumerate(extractor.extract_many(stream, details=False), 1):
    if number == max(1, count // 10):
        early = resident()
print(json.dumps({'early': early, 'end': resident(), 'boards': number}))
"""


def cold_start(model: Path, text: str, *, threads: int, rounds: int = 5) -> dict[str, float]:
    """Seconds from process start to the first answer, and the peak of its memory in bytes."""
    return _start(_FIRST_ANSWER, [str(model), text, str(threads)], rounds)


def cold_start_torch(folder: Path, tokenizer: Path, text: str, *, threads: int, rounds: int = 3) -> dict[str, float]:
    """The same for a Hugging Face folder in torch."""
    return _start(_FIRST_ANSWER_TORCH, [str(folder), text, str(threads), str(tokenizer)], rounds)


def stream_memory(model: Path, texts: list[str], *, threads: int, boards: int) -> dict[str, int]:
    """Resident memory after a tenth of a stream of boards and at its end, in bytes."""
    output = _run(_STREAM, [str(model), json.dumps(texts), str(threads), str(boards)])
    value: dict[str, int] = json.loads(output)
    return value


def base_install() -> dict[str, int]:
    """Bytes on disk of inkslate and of each package that a base install brings, as they are installed here."""
    sizes: dict[str, int] = {}
    waiting = ["inkslate"]
    while waiting:
        name = waiting.pop()
        key = name.lower().replace("_", "-")
        if key in sizes:
            continue
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue  # only needed on another platform
        sizes[key] = _size(package)
        for requirement in package.requires or ():
            wanted, _, marker = requirement.partition(";")
            found = match(r"[A-Za-z0-9._-]+", wanted.strip())
            if found and "extra" not in marker:
                waiting.append(found[0])
    # An editable install does not list the files of the package.
    sizes["inkslate"] = sum(path.stat().st_size for path in Path(__file__).parent.parent.rglob("*") if path.is_file())
    return sizes


def machine_rates(*, threads: int, rounds: int = 15) -> dict[str, float]:
    """Operations a second that this machine reaches on large matrices, in float32 and int8."""
    import onnxruntime
    from onnx import TensorProto, helper, numpy_helper

    rows, inner, columns = 512, 1024, 1024
    random = np.random.default_rng(0)
    kinds: dict[str, tuple[str, Any, Any, int, int]] = {
        "float32": (
            "MatMul",
            random.standard_normal((rows, inner), dtype=np.float32),
            random.standard_normal((inner, columns), dtype=np.float32),
            TensorProto.FLOAT,
            TensorProto.FLOAT,
        ),
        "int8": (
            "MatMulInteger",
            random.integers(0, 255, (rows, inner), dtype=np.uint8),
            random.integers(-63, 63, (inner, columns), dtype=np.int8),
            TensorProto.UINT8,
            TensorProto.INT32,
        ),
    }
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    rates = {}
    for name, (operator, left, right, given, result) in kinds.items():
        graph = helper.make_graph(
            [helper.make_node(operator, ["x", "w"], ["y"])],
            "g",
            [helper.make_tensor_value_info("x", given, [rows, inner])],
            [helper.make_tensor_value_info("y", result, [rows, columns])],
            [numpy_helper.from_array(right, "w")],
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        rates[name] = 2 * rows * inner * columns / min(_seconds(partial(session.run, None, {"x": left}), rounds))
    return rates


def operations(model: Path, tokens: float, kept: float | None = None) -> float:
    """Multiplications and additions that an ONNX model needs for a row of so many tokens, so many kept ones of them."""
    import onnx

    graph = onnx.load(str(model)).graph
    matrices = {tensor.name: tuple(tensor.dims) for tensor in graph.initializer if len(tensor.dims) == 2}
    needed = 0.0
    of_kept = {"kept"}  # computed from the kept tokens only; nodes are in the order of their computation
    for node in graph.node:
        if of_kept.intersection(node.input):
            of_kept.update(node.output)
        # Look-ups and slices cost nothing; a matrix is used once a token.
        if not any(name in node.op_type for name in ("MatMul", "Gemm", "Attention")):
            continue
        used = [matrices[name] for name in node.input if name in matrices]
        seen = kept if kept is not None and of_kept.intersection(node.output) else tokens
        needed += 2 * seen * sum(rows * columns for rows, columns in used)
        if node.op_type.endswith("Attention"):
            needed += 4 * seen * seen * sum(rows for rows, _ in used)
    return needed


def _start(code: str, arguments: list[str], rounds: int) -> dict[str, float]:
    seconds, peaks = [], []
    for _ in range(rounds):
        started = time.time()
        ended, peak = _run(code + "print(time.time(), peak())", arguments).split()
        seconds.append(float(ended) - started)
        peaks.append(int(peak))
    return {"seconds": statistics.median(seconds), "peak_bytes": statistics.median(peaks)}


def _run(code: str, arguments: list[str]) -> str:
    """The last line that the code prints in a new process. It reads its arguments: a board may be too long for argv."""
    command = [sys.executable, "-c", "import json, sys, time\nsys.argv[1:] = json.load(sys.stdin)\n" + _PEAK + code]
    given = json.dumps(arguments)
    result = subprocess.run(command, input=given, capture_output=True, text=True, check=False)  # noqa: S603  our own code
    if result.returncode:
        reason = (result.stderr.strip().splitlines() or ["no output"])[-1]
        raise ModelError(f"measuring {arguments[0]} failed: {reason}")
    return result.stdout.strip().splitlines()[-1]


def _seconds(call: Callable[[], object], rounds: int) -> list[float]:
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        call()
        times.append(time.perf_counter() - started)
    return times


def _size(package: Distribution) -> int:
    files = (Path(str(package.locate_file(file))) for file in package.files or ())
    return sum(path.stat().st_size for path in files if path.is_file())
