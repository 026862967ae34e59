"""Every command and every line of Python in the documentation runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```(console|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# These set up environments or take hours; the checks run them as targets of their own.
_ELSEWHERE = ("make ", "pip install", "git clone", "python benchmarks/")


def blocks(language: str) -> list[tuple[str, str]]:
    return [
        (page.name, match[2])
        for page in PAGES
        for match in _BLOCK.finditer(page.read_text("utf-8"))
        if match[1] == language
    ]


def commands() -> list[tuple[str, str]]:
    return [
        (page, line.removeprefix("$ "))
        for page, block in blocks("console")
        for line in block.splitlines()
        if line.startswith("$ ") and not line.removeprefix("$ ").startswith(_ELSEWHERE)
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place with the examples, where commands of one page may use each other's files."""
    place = tmp_path_factory.mktemp("docs")
    shutil.copytree(ROOT / "examples", place / "examples")
    return place


@pytest.mark.parametrize(("page", "command"), commands())
def test_commands_run(folder: Path, page: str, command: str) -> None:
    if "SLATE_DATA" in command and not os.environ.get("SLATE_DATA"):
        pytest.skip("SLATE_DATA is not set")
    scripts = str(Path(sys.executable).parent)
    environment = os.environ | {"PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("page", "code"), blocks("python"))
def test_python_runs(folder: Path, page: str, code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_verb_is_documented() -> None:
    from inkslate.cli.application import cli

    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    assert [verb for verb in cli.commands if f"inkslate {verb}" not in text] == []


def test_links_between_pages_lead_somewhere() -> None:
    broken = [
        (page.name, target)
        for page in PAGES
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []
