"""The table of verbs, and what all verbs share: loading, suggestions, a full disk."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

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
        # In a package of verbs that belong together, or in the room itself.
        assert module.startswith("inkslate.cli.")
        assert module.rpartition(".")[2] == name.replace("-", "_")


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


# With PYTHONUNBUFFERED Python writes only what fits, and says nothing.
BUFFERING = pytest.mark.parametrize("unbuffered", ["", "1"])
LARGE = "".join(f'{{"id": "b{number}", "regions": [], "tasks": []}}\n' for number in range(5000))


def in_a_process(
    folder: Path, *arguments: str, unbuffered: str, module: str = "inkslate", **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run `inkslate ARGUMENTS` with its standard output where `options` say."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        check=False,
        **options,
    )


def assert_one_line(done: subprocess.CompletedProcess[str], reason: str) -> None:
    assert done.returncode == 2
    assert done.stderr.startswith(f"inkslate: {reason}; ")
    assert done.stderr.count("\n") == 1


@pytest.mark.process
@BUFFERING
@pytest.mark.parametrize("module", ["inkslate", "inkslate.cli"])
@pytest.mark.parametrize("arguments", ["read a.jsonl", "diff a.jsonl b.jsonl", "--help", "--version", ""])
def test_a_full_disk_is_one_line(tmp_path: Path, module: str, arguments: str, unbuffered: str) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_text(LARGE)
    with Path("/dev/full").open("wb") as full:
        done = in_a_process(tmp_path, *arguments.split(), module=module, unbuffered=unbuffered, stdout=full)
    assert_one_line(done, "standard output cannot be written (No space left on device)")


def limit_files() -> None:
    """In the process to be: a write that goes beyond 100 kB is cut there, and the next one fails."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))


@pytest.mark.process
@pytest.mark.no_cover  # the limit is for the file of the tracer too
@BUFFERING
@pytest.mark.parametrize("out", [[], ["-o", "tasks.txt"]])
def test_output_that_does_not_fit_is_an_error(tmp_path: Path, out: list[str], unbuffered: str) -> None:
    (tmp_path / "a.txt").write_text("- call Ruth about the budget\n" * 5000)
    extract = ("extract", "a.txt", "--model", "rules", *out)
    with (tmp_path / "stdout").open("wb") as stdout:
        done = in_a_process(tmp_path, *extract, unbuffered=unbuffered, stdout=stdout, preexec_fn=limit_files)
    what = f"{tmp_path / 'tasks.txt'}:" if out else "standard output"
    assert_one_line(done, f"{what} cannot be written (File too large)")
    assert {path.name for path in tmp_path.iterdir()} == {"a.txt", "stdout"}


@pytest.mark.process
@BUFFERING
def test_all_of_a_large_output_arrives(tmp_path: Path, unbuffered: str) -> None:
    """Also where the other side takes it in small parts and the pipe does not wait for it."""
    (tmp_path / "a.jsonl").write_text(LARGE)
    code = (
        "import os, subprocess, sys, time\n"
        "there, here = os.pipe()\n"
        "os.set_blocking(here, False)\n"
        "process = subprocess.Popen([sys.executable, '-m', 'inkslate', 'read', 'a.jsonl'], stdout=here)\n"
        "os.close(here)\n"
        "while part := os.read(there, 4096):\n"
        "    time.sleep(0.001)\n"
        "    sys.stdout.buffer.write(part)\n"
        "sys.exit(process.wait())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == LARGE.count("\n")


@pytest.mark.process
@BUFFERING
@pytest.mark.parametrize("arguments", ["read a.jsonl", "--help"])
def test_a_closed_output_and_a_closed_pipe(tmp_path: Path, arguments: str, unbuffered: str) -> None:
    (tmp_path / "a.jsonl").write_text(LARGE)
    done = in_a_process(tmp_path, *arguments.split(), unbuffered=unbuffered, preexec_fn=lambda: os.close(1))
    assert_one_line(done, "standard output cannot be written (Bad file descriptor)")
    there, here = os.pipe()
    os.close(there)
    quiet = in_a_process(tmp_path, *arguments.split(), unbuffered=unbuffered, stdout=here)
    os.close(here)
    assert (quiet.returncode, quiet.stderr) == (1, "")


@pytest.mark.process
@BUFFERING
def test_the_exit_code_does_not_depend_on_standard_error(tmp_path: Path, unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "inkslate", "read", "missing.txt"],
            stdout=subprocess.PIPE,
            stderr=full,
            cwd=tmp_path,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    assert (done.returncode, done.stdout) == (2, b"")


LONG = "x" * 300  # more letters than the name of a file may have


@pytest.mark.parametrize(
    "arguments",
    [
        f"extract {LONG} --model rules",
        f"extract a.txt --model rules --to taskwarrior --existing {LONG}",
        f"queue {LONG}",
        f"compare {LONG} rules a.txt",
        f"vault {LONG}",
        f"mcp {LONG}",
    ],
    ids=lambda arguments: arguments.partition(" ")[0],
)
def test_a_place_that_the_system_refuses_is_no_defect(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: str
) -> None:
    """Where asking whether there is a file is an error: no file may have the name, or the folder above is closed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("- call Ruth\n")
    done = here(*arguments.split())
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert LONG in done.stderr
    assert "File name too long" in done.stderr


def test_one_such_place_does_not_keep_others_from_being_read(here: Here, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("- call Ruth\n")
    done = here("extract", LONG, tmp_path / "a.txt", "--model", "rules")
    assert (done.returncode, done.stdout) == (1, "[ ] call Ruth\n")


def test_too_little_memory_is_no_defect(here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object, **_options: object) -> None:
        raise MemoryError

    monkeypatch.setattr("inkslate.cli.read.format_boards", full)
    (tmp_path / "a.txt").write_text("- call Ruth\n")
    done = here("read", tmp_path / "a.txt")
    message = "inkslate: does not fit into memory; divide the input, or end other programs\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)
