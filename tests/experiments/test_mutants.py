"""Mutation testing of a toy: which mutants there are, which tests kill them, and what happens to the others."""

from __future__ import annotations

import ast
import importlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.commands import without_this_package
from tests.support.paths import ROOT

SCRIPT = ROOT / "benchmarks" / "mutants.py"


@pytest.fixture(scope="module")
def mutants() -> Iterator[ModuleType]:
    """The script as a module."""
    sys.path.insert(0, str(SCRIPT.parent))
    try:
        yield importlib.import_module("mutants")
    finally:
        sys.path.remove(str(SCRIPT.parent))
        sys.modules.pop("mutants", None)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", ["x = (a <= b)"]),
        # Of a chain each link by itself.
        ("x = a < b == c", ["x = (a < b != c)", "x = (a <= b == c)"]),
        ("x = a is None", ["x = (a is not None)"]),
        ("x = a + b", ["x = (a - b)"]),
        ("x = a // b", ["x = (a * b)"]),
        ("x += y", ["x -= y"]),
        ("x = a and b", ["x = (a or b)"]),
        ("x = not a", ["x = (a)"]),
        ("x = -a", ["x = (a)"]),
        ("x = 7", ["x = 8"]),
        ("x = 0.5", ["x = 2.0"]),
        ("x = True", ["x = False"]),
        ("x = a if b else c", ["x = (c if b else a)"]),
        ("def f():\n    return a", ["def f():\n    return None"]),
        ("while a:\n    break", ["while a:\n    continue"]),
        # What tests cannot see, or what is only a text for people.
        ("def f(x: int = a) -> A | B: ...", []),
        ("def f():\n    return None", []),
        ("raise E(f'{a + 1}')", []),
        ("x = 'a' + b", []),
        ("@d(frozen=True)\nclass A: ...", []),
        ("if TYPE_CHECKING:\n    x = 1", []),
        # Places are counted in bytes, not in characters.
        ("x = 'ünï' in (a < b)", ["x = ('ünï' not in (a < b))", "x = 'ünï' in ((a <= b))"]),
    ],
)
def test_what_is_changed(mutants: ModuleType, source: str, expected: list[str]) -> None:
    found = mutants.find_mutants(source, module="m")
    assert sorted(mutant.source for mutant in found) == sorted(expected)
    for mutant in found:
        ast.parse(mutant.source)


def test_every_mutant_of_our_own_code_is_python(mutants: ModuleType) -> None:
    name = "evaluation/metrics/boundaries"
    source = (ROOT / mutants.PACKAGE / f"{name}.py").read_text("utf-8")
    found = mutants.find_mutants(source, module=name)
    assert len(found) > 20
    for mutant in found:
        assert ast.dump(ast.parse(mutant.source)) != ast.dump(ast.parse(source))


def test_every_listed_test_file_is_there(mutants: ModuleType) -> None:
    assert all((ROOT / file).exists() for files in mutants.TESTS.values() for file in files)
    modules = mutants.modules_of(ROOT, mutants.ROOMS)
    assert all(any(module.startswith(start) for module in modules) for start in mutants.TESTS)
    assert all(mutants.tests_of(module, ROOT) for module in modules)


def test_a_sample_depends_on_the_seed_alone(mutants: ModuleType) -> None:
    every = mutants.find_mutants("\n".join(f"x{number} = {number}" for number in range(100)), module="m")
    chosen = mutants.choose(every, sample=10, seed=3)
    assert chosen == mutants.choose(every, sample=10, seed=3) != mutants.choose(every, sample=10, seed=4)
    assert len(chosen) == 10
    assert chosen == sorted(chosen, key=every.index)
    assert mutants.choose(every, sample=1000, seed=0) == mutants.choose(every, sample=None, seed=0) == every


TOY = """import time

def is_adult(age):
    return age >= 18

def wait(rounds):
    while rounds > 0:
        time.sleep(float('0.01'))
        rounds -= 1
"""
TOY_TESTS = """from inkslate.model.toy import is_adult, wait

def test_is_adult():
    assert is_adult(30)
    assert not is_adult(17)

def test_wait():
    wait(3)
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    package = tmp_path / "src" / "inkslate" / "model"
    package.mkdir(parents=True)
    (tmp_path / "tests" / "model").mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").write_text("")
    (package / "toy.py").write_text(TOY)
    (tmp_path / "tests" / "model" / "test_toy.py").write_text(TOY_TESTS)
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    return tmp_path


def call(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), "--root", str(root), *arguments]
    return subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)


def environment() -> dict[str, str]:
    """Of processes that test a toy: its package has the name of ours, but its coverage is not ours."""
    return without_this_package(os.environ)


@pytest.mark.process
def test_killed_survived_and_timeout(toy: Path) -> None:
    done = call(toy, "--module", "model/toy", "--limit", "10")
    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stdout.splitlines() if line.startswith("| model")]
    # Nobody is 18 in the tests, so that > instead of >= and 19 instead of 18 go unnoticed. Nor does anyone see how
    # often is waited; but counting upwards never ends.
    assert rows == [
        "| model/toy | 1 | 1 | 5 |",
        "| model/toy.py:4 | `18` | `19` |",
        "| model/toy.py:4 | `age >= 18` | `(age > 18)` |",
        "| model/toy.py:7 | `0` | `1` |",
        "| model/toy.py:7 | `rounds > 0` | `(rounds >= 0)` |",
        "| model/toy.py:9 | `1` | `2` |",
    ]
    assert done.stdout.endswith("7 mutants, 5 survived\n")
    assert (toy / "src/inkslate/model/toy.py").read_text() == TOY


@pytest.mark.process
def test_tests_that_fail_without_a_change_are_an_error(toy: Path) -> None:
    (toy / "tests" / "model" / "test_toy.py").write_text("def test_it():\n    assert False\n")
    done = call(toy, "--module", "model", "--sample", "2")
    assert done.returncode == 2
    assert "tests/model: fail without any change" in done.stderr


@pytest.mark.process
def test_ctrl_c_prints_what_was_found(toy: Path) -> None:
    (toy / "src/inkslate/model/toy.py").write_text("FIRST = 1\nSECOND = 1\n")
    # The first mutant survives at once, the second would take a minute.
    slow = "import time\nfrom inkslate.model.toy import SECOND\n\ndef test_it():\n    time.sleep(60 * (SECOND - 1))\n"
    (toy / "tests" / "model" / "test_toy.py").write_text(slow)
    command = [sys.executable, str(SCRIPT), "--root", str(toy), "--module", "model/toy"]
    process = subprocess.Popen(
        command,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # What a shell runs in the background ignores the signal, and so would this process.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    started = time.monotonic()
    while not _is_running("SECOND = 2") and time.monotonic() - started < 60:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.endswith("stopped after 1 of 2 mutants\n")
    assert "| model/toy.py:1 | `1` | `2` |" in output
    assert not list(_folders())


def _folders() -> Iterator[Path]:
    """Temporary copies that hold our toy."""
    for folder in Path(tempfile.gettempdir()).glob("mutants-*"):
        if (folder / "src/inkslate/model/toy.py").exists():
            yield folder


def _is_running(text: str) -> bool:
    return any(text in (folder / "src/inkslate/model/toy.py").read_text() for folder in _folders())


def test_no_such_module(toy: Path) -> None:
    done = call(toy, "--module", "model/toys")
    assert done.returncode == 2
    assert "no module begins with model/toys" in done.stderr


def test_a_list_tests_nothing(toy: Path) -> None:
    done = call(toy, "--module", "model/toy", "--list")
    assert done.returncode == 0
    assert done.stdout.count("| model/toy.py:") == 7
