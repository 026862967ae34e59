"""What is imported is declared in pyproject.toml, and what is declared is imported."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

import pytest

from inkslate.dependencies import _MODULES as REQUIRED
from tests.support.paths import ROOT
from tests.support.project import PACKAGE, PROJECT, Module, imported, modules

EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
BASE = "base"
# Distributions whose module has another name.
MODULE_NAMES = {
    "axe-playwright-python": "axe_playwright_python",
    "markdown-it-py": "markdown_it",
    "pillow": "PIL",
    "python-docx": "docx",
}
# The extras that a room may count on besides the base. Commands check theirs before they use it.
ROOMS = {
    "assistant": {"mcp"},
    "batch": {"batch", "ray"},
    "cli": {"batch", "mcp", "ray", "serve", "train"},
    "experiments": {"train"},
    "model": {"tokenizers", "train"},
    "readers": {"office", "pdf", "photo"},
    "service": {"serve"},
    "training": {"train"},
}
TOOLS = {"coverage", "import-linter", "mypy", "pytest-xdist", "ruff"}  # run, not imported


def names(requirements: Iterable[str]) -> set[str]:
    """The normalised names of distributions; extras of our own name the same ones again."""
    found = {re.split(r"[\s\[<>=!~;]", requirement)[0].lower().replace("_", "-") for requirement in requirements}
    return found - {"inkslate"}


def module_of(distribution: str) -> str:
    """The top-level module of a distribution."""
    return MODULE_NAMES.get(distribution, distribution.replace("-", "_"))


DECLARED = {
    BASE: {module_of(name) for name in names(PROJECT["project"]["dependencies"])},
    **{extra: {module_of(name) for name in names(requirements)} for extra, requirements in EXTRAS.items()},
}


def foreign(module: Module) -> set[str]:
    """What a module imports that neither comes with Python nor is ours."""
    return {name for name in imported(module.tree) if name not in sys.stdlib_module_names and name != "inkslate"}


@pytest.mark.parametrize("room", sorted({module.top for module in modules()}))
def test_what_a_room_imports_is_declared(room: str) -> None:
    allowed = DECLARED[BASE].union(*(DECLARED[extra] for extra in ROOMS.get(room, ())))
    undeclared = {module.path: sorted(foreign(module) - allowed) for module in modules() if module.top == room}
    assert {path: found for path, found in undeclared.items() if found} == {}


@pytest.mark.parametrize("extra", sorted(DECLARED.keys() - {"dev"}))
def test_what_is_declared_is_imported(extra: str) -> None:
    rooms = [module for module in modules() if extra == BASE or extra in ROOMS.get(module.top, ())]
    assert DECLARED[extra] - set().union(*map(foreign, rooms)) == set()


def test_what_is_declared_for_development_is_used() -> None:
    places = [module for folder in ("tests", "benchmarks", "corpus") for module in modules(ROOT / folder)]
    used = set().union(*map(foreign, places))
    assert DECLARED["dev"] - used - {module_of(tool) for tool in TOOLS} == set()


def test_what_is_asked_for_is_in_its_extra() -> None:
    """`inkslate.dependencies` names modules that a command needs, with the extra that has them."""
    asked = {extra: {name.partition(".")[0] for name in found} for extra, found in REQUIRED.items()}
    assert {extra: found - DECLARED[extra] for extra, found in asked.items()} == {extra: set() for extra in asked}


def test_extras_that_messages_name_exist() -> None:
    texts = [*PACKAGE.rglob("*.py"), *(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    named = {name for path in texts for name in re.findall(r"inkslate\[(\w+)\]", path.read_text("utf-8"))}
    assert named - EXTRAS.keys() - {"extra"} == set()


def test_the_tested_versions_of_onnxruntime_are_written_down() -> None:
    """The version can change a decision; requirement, its comment and the documentation give the same range."""
    requirements = [text for text in PROJECT["project"]["dependencies"] if text.startswith("onnxruntime")]
    lower = {marker.strip(): bound for bound, _, marker in (text.partition(";") for text in requirements)}
    oldest = lower["python_version >= '3.11'"].removeprefix("onnxruntime>=")
    tested = re.compile(r"onnxruntime (\d+\.\d+\.\d+) to (\d+\.\d+\.\d+)")
    (stated,) = tested.findall((ROOT / "pyproject.toml").read_text("utf-8"))
    (documented,) = tested.findall((ROOT / "docs" / "runtime.md").read_text("utf-8"))
    assert stated == documented
    assert stated[0] == oldest
    assert [int(part) for part in stated[0].split(".")] < [int(part) for part in stated[1].split(".")]
