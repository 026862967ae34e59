"""The reader that CONTRIBUTING.md adds in ten minutes works, passes its test and satisfies the linters."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import without_this_package
from tests.support.paths import ROOT
from tests.support.project import PACKAGE

pytestmark = pytest.mark.process
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
READER = Path("src/inkslate/readers/tally.py")
TABLE = Path("src/inkslate/readers/table.py")
TEST = Path("tests/readers/test_tally.py")


def block(before: str, language: str = "python") -> str:
    """The first block of code behind a text of the guide."""
    match = re.compile(rf"```{language}\n(.*?)```", re.DOTALL).search(GUIDE, GUIDE.index(before))
    assert match is not None
    return match[1]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the reader of the guide."""
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copytree(PACKAGE, folder / "src" / "inkslate", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / READER).write_text(block(f"`{READER.as_posix()}`"), "utf-8")
    (folder / TEST).parent.mkdir(parents=True)
    (folder / TEST).write_text(block(f"`{TEST.as_posix()}`"), "utf-8")
    table = (folder / TABLE).read_text("utf-8")
    entries, end, rest = table.partition("\n)\nREADERS")
    assert end, f"{TABLE} has another form than the guide says"
    (folder / TABLE).write_text(f"{entries}\n    {block(f'`{TABLE.as_posix()}`').strip()},{end}{rest}", "utf-8")
    (folder / "house.tally").write_text(block("we add tally lists", "text"), "utf-8")
    return folder


def call(checkout: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = without_this_package(os.environ) | {"PYTHONPATH": str(checkout / "src")}
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )


def test_its_test_passes(checkout: Path) -> None:
    done = call(checkout, "pytest", "-p", "no:cacheprovider", str(TEST))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed" in done.stdout


def test_the_command_line_knows_it(checkout: Path) -> None:
    done = call(checkout, "inkslate", "extract", "house.tally", "--model", "rules")
    assert (done.stdout, done.stderr) == ("[ ] call the plumber\n[ ] buy a new tap\n[ ] cut the hedge\n", "")


@pytest.mark.parametrize("command", [("ruff", "check"), ("ruff", "format", "--check")])
def test_linters_agree(checkout: Path, command: tuple[str, ...]) -> None:
    done = call(checkout, *command, str(READER), str(TABLE), str(TEST))
    assert done.returncode == 0, done.stdout + done.stderr
