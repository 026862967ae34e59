"""The table of verbs, and what all verbs share: loading, suggestions, a full disk."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest

from inkslate.cli import cli
from inkslate.cli.application import VERBS
from tests.support.commands import Here


def test_every_verb_has_its_name_and_its_module() -> None:
    context = click.Context(cli)
    assert cli.list_commands(context) == sorted(VERBS)
    for name, module in VERBS.items():
        command = cli.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert module == f"inkslate.cli.{name.replace('-', '_')}"


@pytest.mark.process
def test_a_verb_loads_no_other_verb_and_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("- a")
    heavy = ("numpy", "onnxruntime", "torch", "fastapi", "pyarrow", "tqdm")
    code = (
        "import sys; from inkslate.cli import cli;"
        "cli(['extract', 'a.txt', '--model', 'rules'], standalone_mode=False);"
        "from inkslate.cli.application import VERBS;"
        f"print([m for m in (*VERBS.values(), *{heavy}) if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "[ ] a\n['inkslate.cli.extract']\n"


@pytest.mark.parametrize(("verb", "suggested"), [("reed", "read"), ("export-correction", "export-corrections")])
def test_a_misspelt_verb_gets_a_suggestion(here: Here, verb: str, suggested: str) -> None:
    done = here(verb)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert f"No such command '{verb}'" in done.stderr
    if hasattr(click.exceptions, "NoSuchCommand"):  # older versions of click suggest nothing
        assert suggested in done.stderr


@pytest.mark.process
@pytest.mark.parametrize("module", ["inkslate", "inkslate.cli"])
@pytest.mark.parametrize("verb", ["read", "diff"])
def test_a_full_disk_is_one_line(tmp_path: Path, module: str, verb: str) -> None:
    board = '{"id": "b", "regions": [], "tasks": []}\n'
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_text(board)
    arguments = [sys.executable, "-m", module, verb, *(["a.jsonl", "b.jsonl"] if verb == "diff" else ["a.jsonl"])]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("inkslate: standard output cannot be written (No space left on device); ")
    assert done.stderr.count("\n") == 1
