"""The vault of `benchmarks/vault.py`: nothing that is open is hidden, nothing is listed twice, and the script runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from inkslate.details.task_marks import find_marks
from tests.support.commands import call_main
from tests.support.paths import ROOT

SCRIPT = ROOT / "benchmarks" / "vault.py"
_BOX = re.compile(r"^- \[([ x])\] (.*)$", re.MULTILINE)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A vault of 120 notes after three runs, and what the script printed."""
    folder = tmp_path_factory.mktemp("generated") / "vault"
    done = subprocess.run(
        [sys.executable, SCRIPT, "--notes", "120", "--keep", folder], check=True, capture_output=True, text=True
    )
    return folder, done.stdout


def boxes(text: str) -> list[tuple[str, bool]]:
    return [(find_marks(match[2]).plain, match[1] == "x") for match in _BOX.finditer(text)]


@pytest.mark.process
def test_only_changed_notes_are_read(measured: tuple[Path, str]) -> None:
    assert re.findall(r"read (\d+) of 120 notes", measured[1]) == ["120", "0", "3"]


@pytest.mark.process
def test_every_open_box_is_listed_once_and_no_closed_one_is(measured: tuple[Path, str]) -> None:
    folder, _ = measured
    newest: dict[str, bool] = {}
    days = sorted((folder / "daily").glob("*.md")) + sorted((folder / "meetings").glob("*.md"))
    for path in [*days, *(folder / "projects").glob("*.md")]:
        newest |= dict(boxes(path.read_text("utf-8")))  # the numbers of the script make every task another one
    listed = [text.partition(" [[")[0] for text, _ in boxes((folder / "Tasks.md").read_text("utf-8"))]
    stated = [text for text in listed if " no. " in text or "landlord" in text]
    assert sorted(stated) == sorted(text for text, done in newest.items() if not done)


@pytest.mark.process
def test_another_run_changes_nothing(measured: tuple[Path, str]) -> None:
    folder, _ = measured
    before = (folder / "Tasks.md").read_bytes()
    assert call_main("vault", folder) == 0
    assert (folder / "Tasks.md").read_bytes() == before
