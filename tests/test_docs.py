"""Every command and every line of Python in the documentation runs."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import call_main
from tests.support.paths import ROOT

PAGES = [
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")),
    ROOT / "research" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
_BLOCK = re.compile(r"^```(console|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# These set up environments or take hours; the checks run them as targets of their own.
_ELSEWHERE = ("make ", "pip install", "git clone", ".venv/bin/", "python benchmarks/")
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_SHELL = re.compile(r"[|<>;&`]|\$\(|'[^']*\*")  # a pattern in quotes is for inkslate
_WORKERS = re.compile(r"inkslate batch (?!--help)")


def blocks(language: str) -> list[tuple[str, str]]:
    return [
        (page.name, match[2])
        for page in PAGES
        for match in _BLOCK.finditer(page.read_text("utf-8"))
        # The Python of the guide is a new reader, which tests/test_contributing.py adds to a copy of the package.
        if match[1] == language and (page.name, language) != ("CONTRIBUTING.md", "python")
    ]


def commands() -> list[Any]:
    lines = [
        (page, line.removeprefix("$ "))
        for page, block in blocks("console")
        for line in block.splitlines()
        if line.startswith("$ ") and not line.removeprefix("$ ").startswith(_ELSEWHERE)
    ]
    return [pytest.param(page, line, marks=pytest.mark.process if _WORKERS.match(line) else ()) for page, line in lines]


def expanded(word: str, folder: Path) -> list[str]:
    """The files that a pattern means; another word as it is."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob(word)) if "*" in word else [word]


def parsed(command: str, folder: Path) -> list[str] | None:
    """The arguments of a plain call of `inkslate` with variables and patterns replaced; None if it needs a shell."""
    if not command.startswith("inkslate ") or _SHELL.search(command):
        return None
    words = shlex.split(os.path.expandvars(command))[1:]
    return [name for word in words for name in expanded(word, folder)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place with the examples, where commands of one page may use each other's files."""
    place = tmp_path_factory.mktemp("docs")
    shutil.copytree(ROOT / "examples", place / "examples")
    return place


@pytest.mark.parametrize(("page", "command"), commands())
def test_commands_run(
    folder: Path, page: str, command: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    if "SLATE_DATA" in command and not os.environ.get("SLATE_DATA"):
        pytest.skip("SLATE_DATA is not set")
    monkeypatch.chdir(folder)
    arguments = parsed(command, folder)
    if arguments is not None:
        assert call_main(*arguments) == 0, capfd.readouterr().err
        return
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("page", "code"), blocks("python"))
def test_python_runs(folder: Path, page: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    names: dict[str, object] = {"__name__": "__main__"}
    exec(compile(code, page, "exec", dont_inherit=True), names)
    assert set(names) - {"__name__", "__builtins__"}, "the example defines nothing"


def test_the_readme_shows_what_its_first_command_prints(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    block = next(block for page, block in blocks("console") if page == "README.md" and "inkslate extract" in block)
    _, _, shown = block.partition("$ inkslate extract examples/todo.txt\n")
    assert call_main("extract", "examples/todo.txt") == 0
    assert capfd.readouterr().out == shown


def example(page: str, containing: str) -> dict[str, Any]:
    """The names that a Python example of a page defines."""
    (code,) = (code for name, code in blocks("python") if name == page and containing in code)
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(code, page, "exec", dont_inherit=True), names)
    return names


def test_the_example_for_fastapi_answers() -> None:
    from starlette.testclient import TestClient

    text = "Minutes 😀\r\n- [ ] Sam: send the deck tomorrow"
    client = TestClient(example("library.md", "FastAPI(")["app"])
    answer = client.post("/tasks", json={"name": "monday.md", "text": text, "written": "2026-11-16"})
    (task,) = answer.json()
    assert (task["owner"], task["due"]) == ("Sam", "2026-11-17")
    assert [text[start:end] for start, end in task["spans"]] == [task["text"]]
    assert client.post("/tasks", json={"name": "", "text": text}).status_code == 422


@pytest.mark.process
def test_the_example_for_a_plugin_finds_tasks_and_reports_errors() -> None:
    find_tasks = example("library.md", "underline")["find_tasks"]
    text = "# Notes 😀\n- [ ] call **Ruth**\n"
    (task,) = find_tasks(text)
    assert [text[start:end] for start, end in task["spans"]] == ["call **Ruth"]
    with pytest.raises(RuntimeError, match="inkslate: stdin line 1: not JSON"):
        find_tasks("x", format="board")


def test_every_verb_is_documented() -> None:
    import click

    from inkslate.cli import cli

    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    assert [verb for verb in cli.list_commands(click.Context(cli)) if f"inkslate {verb}" not in text] == []


def test_links_between_pages_lead_somewhere() -> None:
    broken = [
        (page.name, target)
        for page in PAGES
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", _FENCED.sub("", page.read_text("utf-8")))
        if not (page.parent / target).exists()
    ]
    assert broken == []
