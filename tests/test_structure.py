"""The structure of the package: few and short modules with documented names, constrained imports, tests that mirror it.

CONTRIBUTING.md explains the rules to people.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest

from tests.support.marks import COSTLY, LONGEST
from tests.support.paths import ROOT
from tests.support.project import PACKAGE, PROJECT, Module, modules

MODULES = {
    "__init__",
    "__main__",
    "board",
    "dependencies",
    "errors",
    "extraction",
    "extractor",
    "files",
    "messages",
    "prediction",
    "spans",
    "tracking",
    "version",
}
PACKAGES = {
    "assistant",
    "batch",
    "cli",
    "details",
    "evaluation",
    "experiments",
    "formats",
    "model",
    "readers",
    "service",
    "training",
    "vault",
    "writers",
}
NO_ROOMS = {"files", "golden", "growth", "support"}  # folders of tests/ that belong to no package alone
MODULE_LINES, FUNCTION_LINES, PACKAGE_MODULES = 300, 40, 20
LONG = re.compile(r"\s*# Long(er)? ")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Named = Function | ast.ClassDef
BY_PATH = pytest.mark.parametrize("module", modules(), ids=lambda module: module.path)


def public(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, Named]]:
    """Public functions, classes and methods; names inside of functions and of private classes are private."""
    for node in body:
        if isinstance(node, Named) and not node.name.startswith("_") and not is_overload(node):
            yield prefix + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body, f"{prefix}{node.name}.")


def is_overload(node: Named) -> bool:
    """Whether it only adds a type to the function below, which has the docstring."""
    names = [ast.unparse(decorator) for decorator in node.decorator_list]
    return "overload" in names or any(name.endswith(".setter") for name in names)


def is_explained(function: Function, lines: tuple[str, ...]) -> bool:
    """Whether a comment says why the function is long: right above it or at the start of its body."""
    first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
    above = reversed(lines[: first - 1])
    documented = ast.get_docstring(function) is not None and len(function.body) > 1
    inside = lines[function.lineno : function.body[1 if documented else 0].lineno - 1]
    comments = [*takewhile(lambda line: line.lstrip().startswith("#"), above), *inside]
    return any(LONG.match(line) for line in comments)


def test_the_top_level_holds_what_the_design_says() -> None:
    assert {path.stem for path in PACKAGE.glob("*.py")} <= MODULES
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} <= PACKAGES
    assert (len(MODULES), len(PACKAGES)) == (13, 13)


def test_packages_are_small() -> None:
    count = Counter(module.folder for module in modules() if module.folder != "readers")
    assert {folder: number for folder, number in count.items() if number > PACKAGE_MODULES} == {}


def test_every_folder_with_modules_is_a_package() -> None:
    assert [m.folder for m in modules() if not (PACKAGE / m.folder / "__init__.py").is_file()] == []


@BY_PATH
def test_modules_are_short_and_documented(module: Module) -> None:
    count = len(module.lines)
    assert count <= MODULE_LINES, "split it by what its parts do"
    assert ast.get_docstring(module.tree), "a module needs a docstring"


@BY_PATH
def test_functions_are_short_or_say_why_not(module: Module) -> None:
    functions = [node for node in ast.walk(module.tree) if isinstance(node, Function)]
    long = [node for node in functions if (node.end_lineno or 0) - node.lineno + 1 > FUNCTION_LINES]
    assert [f"{node.lineno}: {node.name}" for node in long if not is_explained(node, module.lines)] == []


@BY_PATH
def test_public_names_have_docstrings(module: Module) -> None:
    assert [name for name, node in public(module.tree.body) if not ast.get_docstring(node)] == []


def test_no_public_class_name_is_there_twice() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for module in modules():
        for name, node in public(module.tree.body):
            if isinstance(node, ast.ClassDef):
                homes[name.rpartition(".")[2]].append(module.path)
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


def test_the_layers_name_every_module() -> None:
    (contract,) = (c for c in PROJECT["tool"]["importlinter"]["contracts"] if c["type"] == "layers")
    layers = {name.strip() for layer in contract["layers"] for name in re.split(r"[|:]", layer)}
    assert contract["exhaustive"] is True
    assert contract["containers"] == ["inkslate"]
    assert layers | {"__init__", *contract["exhaustive_ignores"]} == MODULES | PACKAGES


def test_tests_mirror_the_package() -> None:
    rooms = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")} - NO_ROOMS
    assert rooms == PACKAGES
    tests = {path.stem.removeprefix("test_") for path in (ROOT / "tests").glob("test_*.py")}
    assert {"board", "extractor", "messages", "tracking"} <= tests


def test_marks_are_the_same_everywhere() -> None:
    marks = {line.partition(":")[0] for line in PROJECT["tool"]["pytest"]["ini_options"]["markers"]}
    (left_out,) = re.findall(r'-m "not \((.*)\)"', (ROOT / "Makefile").read_text("utf-8"))
    assert marks - {"no_cover"} == set(left_out.split(" or ")) == COSTLY  # that one is about tracing
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert [mark for mark in marks if f"`{mark}`" not in guide] == []


def test_the_longest_modules_are_there() -> None:
    assert [name for name in LONGEST if not (ROOT / "tests" / name).is_file()] == []


def test_hooks_run_what_make_check_runs() -> None:
    (recipe,) = re.findall(r"^check:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    hooks = re.findall(r"entry: (.*)", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert hooks == [f".venv/bin/{command}" for command in re.findall(r"\$\(BIN\)/(.*)", recipe)]


def test_every_python_that_is_supported_is_tested() -> None:
    (matrix,) = re.findall(r"python: \[(.*)\]", (ROOT / ".github/workflows/ci.yml").read_text("utf-8"))
    kinds = PROJECT["project"]["classifiers"]
    assert re.findall(r"[\d.]+", matrix) == [kind.rpartition(" ")[2] for kind in kinds if "Python :: 3." in kind]


def test_helpers_are_in_support() -> None:
    """What tests import from a conftest is loaded twice, and nobody looks for it there."""
    tests = [path for path in (ROOT / "tests").rglob("*.py") if "conftest import" in path.read_text("utf-8")]
    assert [path.name for path in tests if path != Path(__file__)] == []


@pytest.mark.parametrize(
    ("code", "explained"),
    [
        ("def f():\n    pass", False),
        ("# Long because of the table.\ndef f():\n    pass", True),
        ("# Long because of the table.\n\ndef f():\n    pass", False),
        ("# Long because of the table.\n@cache\ndef f():\n    pass", True),
        ('def f():\n    """Do it."""\n    # Long because of the table.\n    pass', True),
        ("def f():\n    # Long because of the table.\n    pass", True),
        ("def f():\n    # A table.\n    pass", False),
        ("def f():\n    pass\n    # Long because of the table.\n    pass", False),
    ],
)
def test_what_explains_a_long_function(code: str, explained: bool) -> None:
    (function,) = ast.parse(code).body
    assert isinstance(function, Function)
    assert is_explained(function, tuple(code.splitlines())) is explained
