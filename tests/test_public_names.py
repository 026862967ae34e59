"""Every public name has a docstring with an example that runs, and a typed client may use all of them."""

from __future__ import annotations

import ast
import doctest
import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import inkslate
from tests.support.paths import ROOT

NAMES = [name for name in inkslate.__all__ if name != "__version__"]
CLIENT = ROOT / "tests" / "support" / "client.py"


def examples(name: str) -> list[doctest.DocTest]:
    """The examples of a public name and of its methods."""
    value = getattr(inkslate, name)
    described: Any = value if inspect.isclass(value) or inspect.isfunction(value) else type(value)
    names = vars(sys.modules[described.__module__])
    return [test for test in doctest.DocTestFinder().find(described, name, globs=dict(names)) if test.examples]


@pytest.mark.parametrize("name", NAMES)
def test_it_has_an_example_that_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = examples(name)
    assert name in [test.name for test in found], "its docstring has no example"
    for test in found:
        report: list[str] = []
        doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(test, out=report.append)
        assert not report, "".join(report)


@pytest.mark.parametrize("method", ["load", "model", "extract", "extract_many", "extract_file"])
def test_so_has_what_applications_call(method: str) -> None:
    assert f"Extractor.{method}" in [test.name for test in examples("Extractor")]


def test_the_client_uses_every_public_name() -> None:
    tree = ast.parse(CLIENT.read_text("utf-8"))
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "inkslate"
    }
    assert set(inkslate.__all__) <= used


@pytest.mark.process
def test_the_client_runs() -> None:
    done = subprocess.run([sys.executable, CLIENT], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_client_passes_a_strict_check(tmp_path: Path) -> None:
    """As in another project: without the settings of this one. A wrong client shows that there are types to check."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import inkslate\n\nfound: int = inkslate.extract('- call Ruth').tasks\n")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file=",
            f"--cache-dir={tmp_path}",
            str(CLIENT),
            str(wrong),
        ],
        env={**os.environ, "MYPYPATH": str(Path(inkslate.__file__).parents[1])},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    first, *_, last = done.stdout.splitlines()
    assert first.startswith("wrong.py:3: error: Incompatible types in assignment"), done.stdout
    assert last == "Found 1 error in 1 file (checked 2 source files)"
