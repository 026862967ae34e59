"""Mutation testing: changes one thing at a time in our code and runs the tests that should notice.

    python benchmarks/mutants.py --sample 100 --seed 0
    python benchmarks/mutants.py --module model/windows --module evaluation/metrics

A mutant is the code with one comparison, operator, constant, condition or return value changed. It is killed if a test
fails or takes too long, and survives if all pass. Survivors show what no test holds; docs/testing.md lists the known
ones. All work is done in a temporary copy of the tree. Ctrl-C prints what was found so far.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path("src/inkslate")
ROOMS = ("model", "evaluation", "formats")
COPIED = ("src", "tests", "docs", "examples", "corpus", "pyproject.toml")
COSTLY = "not export and not process and not browser and not fuzz and not slow"
KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"

# By the beginning of a module's path: the test files that are run for it, fast ones first. Others get their room's.
TESTS: Mapping[str, tuple[str, ...]] = {
    "model/backends": ("tests/model/test_hostile_onnx.py",),
    "model/bundle": ("tests/model/test_bundle.py", "tests/model/test_hostile_onnx.py"),
    "model/calibration": ("tests/model/test_calibration.py",),
    "model/features": ("tests/model/test_features.py",),
    "model/layout": ("tests/model/test_layout.py", "tests/model/test_windows.py"),
    "model/network": ("tests/model/test_bundle.py",),
    "model/predictor": ("tests/model/test_hostile_onnx.py", "tests/model/test_bundle.py"),
    "model/rules": ("tests/test_extractor.py",),
    "model/schemes": ("tests/model/test_schemes.py",),
    "model/shipped": ("tests/model/test_shipped.py",),
    "model/tokenizer": ("tests/model/test_wordpiece.py", "tests/model/test_windows.py"),
    "model/windows": ("tests/model/test_windows.py",),
    "model/wordpiece": ("tests/model/test_wordpiece.py",),
    "formats/json_values": ("tests/formats/test_json_fields.py",),
    "evaluation/columns": ("tests/evaluation", "tests/experiments/test_table2.py"),
    "evaluation/metrics": ("tests/evaluation/test_metrics.py",),
    "evaluation/evaluation": ("tests/evaluation",),
    "evaluation/reliability": ("tests/evaluation/test_reliability.py",),
    "evaluation/svg": ("tests/experiments/test_figures.py", "tests/evaluation/test_reliability.py"),
}

_COMPARISONS: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATORS: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one module: its whole new source, and the line with what was there and what is there now."""

    module: str  # such as model/windows
    line: int
    before: str
    after: str
    source: str


def find_mutants(source: str, *, module: str) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    content = source.encode()
    starts = [0]
    for line in content.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    mutants = []
    for node, after in _changes(ast.parse(source)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        before = content[start:end].decode()
        changed = (content[:start] + after.encode() + content[end:]).decode()
        mutants.append(Mutant(module, node.lineno, before, after, changed))
    return sorted(mutants, key=lambda mutant: (mutant.line, mutant.before, mutant.after))


def _changes(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Each node that can be changed, and the text to put in its place."""
    for child in _children(tree):
        if isinstance(child, ast.expr | ast.stmt):
            for changed in _versions(child):
                text = ast.unparse(changed)
                # In brackets, because the place of an expression may bind tighter.
                yield (
                    child,
                    f"({text})" if isinstance(child, ast.expr) and not isinstance(child, ast.Constant) else text,
                )
        yield from _changes(child)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node, without annotations, decorators, docstrings, messages and imports for type checkers."""
    if isinstance(node, ast.Raise | ast.JoinedStr | ast.Import | ast.ImportFrom):
        return
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    skipped = {"annotation", "returns", "decorator_list", "type_params"}
    for name, value in ast.iter_fields(node):
        if name not in skipped:
            parts = value if isinstance(value, list) else [value]
            yield from (part for part in parts if isinstance(part, ast.AST))


def _versions(node: ast.expr | ast.stmt) -> Iterator[ast.AST]:
    """What a node may be changed to."""
    match node:
        case ast.Compare(left, ops, comparators):
            for at, op in enumerate(ops):
                others = [*ops[:at], _COMPARISONS[type(op)](), *ops[at + 1 :]]
                yield ast.Compare(left, others, comparators)
        case ast.BinOp(left, op, right) if type(op) in _OPERATORS and not _is_text(left) and not _is_text(right):
            yield ast.BinOp(left, _OPERATORS[type(op)](), right)
        case ast.AugAssign(target, op, value) if type(op) in _OPERATORS:
            yield ast.AugAssign(target, _OPERATORS[type(op)](), value)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.UnaryOp(ast.USub(), operand) if not isinstance(operand, ast.Constant):
            yield operand
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(float(value)):
            yield ast.Constant(2 * value + 1)
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Return(value) if value is not None and not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def modules_of(root: Path, wanted: Sequence[str]) -> list[str]:
    """The modules whose path begins with one of the wanted names, such as `model` or `evaluation/metrics/scoring`."""
    package = root / PACKAGE
    names = sorted(
        str(path.relative_to(package).with_suffix("")) for room in ROOMS for path in package.glob(f"{room}/**/*.py")
    )
    return [name for name in names if any(name == one or name.startswith((f"{one}/", f"{one}_")) for one in wanted)]


def tests_of(module: str, root: Path) -> tuple[str, ...]:
    """The test files for a module that are there."""
    listed = next((files for start, files in TESTS.items() if module.startswith(start)), None)
    files = listed or (f"tests/{module.split('/')[0]}",)
    return tuple(file for file in files if (root / file).exists())


class Laboratory:
    """A temporary copy of the tree in which one mutant after the other is tested."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source = root / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif source.exists():
                shutil.copy(source, folder / name)

    def outcome(self, mutant: Mutant, *, limit: float) -> str:
        """What becomes of a mutant; the module is as before afterwards."""
        path = self.folder / PACKAGE / f"{mutant.module}.py"
        original = path.read_text("utf-8")
        try:
            self._write(path, mutant.source)
            return self.run_tests(tests_of(mutant.module, self.folder), limit=limit)
        finally:
            self._write(path, original)

    def run_tests(self, files: Iterable[str], *, limit: float) -> str:
        """`killed` if a test fails, `survived` if none does, `timeout` after `limit` seconds."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", COSTLY, *files]
        paths = os.pathsep.join(filter(None, (str(self.folder / "src"), os.environ.get("PYTHONPATH"))))
        # Plugins take longer to import than most of these tests run.
        settings = {"HYPOTHESIS_PROFILE": "repeatable", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        environment = os.environ | {"PYTHONPATH": paths} | settings
        process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            return TIMEOUT
        finally:
            _end(process)
        return SURVIVED if code == 0 else KILLED

    @staticmethod
    def _write(path: Path, source: str) -> None:
        path.write_text(source, "utf-8")
        # Two versions within one second may look the same to the cache of compiled modules.
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the tests with all processes that they started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def choose(mutants: Sequence[Mutant], *, sample: int | None, seed: int) -> list[Mutant]:
    """A sample that depends on the seed alone, in the order of the code; all if there are no more."""
    if sample is None or sample >= len(mutants):
        return list(mutants)
    places = sorted(random.Random(seed).sample(range(len(mutants)), sample))
    return [mutants[place] for place in places]


def report(outcomes: Sequence[tuple[Mutant, str]]) -> str:
    """Survivors as a Markdown table, and the counts of each module."""
    survivors = [mutant for mutant, outcome in outcomes if outcome == SURVIVED]
    rows = ["| where | before | after |", "| --- | --- | --- |"]
    rows += [f"| {one.module}.py:{one.line} | {_cell(one.before)} | {_cell(one.after)} |" for one in survivors]
    counts: dict[str, Counter[str]] = {}
    for mutant, outcome in outcomes:
        counts.setdefault(mutant.module, Counter())[outcome] += 1
    totals = ["| module | killed | timeout | survived |", "| --- | ---: | ---: | ---: |"]
    totals += [
        f"| {module} | {count[KILLED]} | {count[TIMEOUT]} | {count[SURVIVED]} |" for module, count in counts.items()
    ]
    summary = f"{len(outcomes)} mutants, {len(survivors)} survived"
    return "\n".join([*totals, "", *(rows if survivors else []), *([""] if survivors else []), summary]) + "\n"


def _cell(text: str) -> str:
    flat = " ".join(text.split()).replace("|", "\\|")
    return f"`{flat if len(flat) <= 70 else flat[:69] + '…'}`"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(description="Change the code in one place at a time and see whether tests notice.")
    parser.add_argument("--module", action="append", metavar="PATH", help="a room or module, such as model/windows")
    parser.add_argument("--sample", type=int, metavar="N", help="test N mutants; without it all of them")
    parser.add_argument("--seed", type=int, default=0, help="of the sample (default: 0)")
    parser.add_argument(
        "--limit", type=float, default=120, metavar="SECONDS", help="at most, for the tests of one mutant"
    )
    parser.add_argument("--list", action="store_true", help="print the chosen mutants and test none")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    modules = modules_of(options.root, options.module or ROOMS)
    if not modules:
        parser.error(f"no module begins with {' or '.join(options.module)}; such as model/windows")
    package = options.root / PACKAGE
    every = [
        mutant for name in modules for mutant in find_mutants((package / f"{name}.py").read_text("utf-8"), module=name)
    ]
    chosen = choose(every, sample=options.sample, seed=options.seed)
    if options.list:
        print(report([(mutant, SURVIVED) for mutant in chosen]), end="")
        return 0
    outcomes: list[tuple[Mutant, str]] = []
    try:
        with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
            return _test_all(Laboratory(options.root, Path(folder)), chosen, outcomes, limit=options.limit)
    except KeyboardInterrupt:
        print(f"stopped after {len(outcomes)} of {len(chosen)} mutants", file=sys.stderr)
        return 130
    finally:
        print(report(outcomes), end="")


def _test_all(
    laboratory: Laboratory, mutants: Sequence[Mutant], outcomes: list[tuple[Mutant, str]], *, limit: float
) -> int:
    from tqdm import tqdm

    limits = {}
    with tqdm(mutants, unit="mutant", disable=None, file=sys.stderr) as bar:
        for mutant in bar:
            bar.set_postfix_str(f"{mutant.module}:{mutant.line}")
            files = tests_of(mutant.module, laboratory.folder)
            if files not in limits:
                started = time.monotonic()
                if laboratory.run_tests(files, limit=10 * limit) != SURVIVED:
                    print(f"{' '.join(files)}: fail without any change; fix them first", file=sys.stderr)
                    return 2
                # What takes five times as long as without a change will not end.
                limits[files] = min(limit, 10 + 5 * (time.monotonic() - started))
            outcomes.append((mutant, laboratory.outcome(mutant, limit=limits[files])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
