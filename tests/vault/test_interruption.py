"""A run that is killed leaves the list as it was, or complete; the next run gives what an undisturbed one gives."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from inkslate import files
from inkslate.vault import run as vault_run
from inkslate.vault.state import load_state, state_file
from tests.support.vaults import SmallVault

COMMAND = [sys.executable, "-m", "inkslate", "vault", ".", "--model", "rules", "--now", "2026-11-16"]


def fill(vault: SmallVault, *, notes: int, version: int) -> None:
    for number in range(notes):
        day = f"2026-{1 + number // 28:02}-{1 + number % 28:02}"
        vault.write(f"daily/{day}.md", f"# Day\n\n- [ ] call person {number} about version {version}\n- [ ] buy milk\n")


def run(vault: SmallVault) -> None:
    subprocess.run(COMMAND, cwd=vault.root, check=True, capture_output=True)


@pytest.mark.process
@pytest.mark.no_cover
def test_killed_at_random_moments(tmp_path: Path) -> None:
    vault = SmallVault(tmp_path / "vault")
    fill(vault, notes=150, version=1)
    started = time.monotonic()
    run(vault)
    duration = time.monotonic() - started
    old = vault.list
    fill(vault, notes=150, version=2)
    undisturbed = tmp_path / "undisturbed"
    shutil.copytree(vault.root, undisturbed)
    subprocess.run(COMMAND, cwd=undisturbed, check=True, capture_output=True)
    new = (undisturbed / "Tasks.md").read_text("utf-8")
    assert new != old
    dice = random.Random(7)
    for attempt in range(12):
        # The last third of a run is where it writes.
        moment = duration * dice.uniform(0.0 if attempt % 3 == 0 else 0.6, 1.05)
        process = subprocess.Popen(COMMAND, cwd=vault.root, stderr=subprocess.DEVNULL)
        time.sleep(moment)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert vault.list in (old, new)
        load_state(state_file(vault.root))
    run(vault)
    assert vault.list == new


class Killed(BaseException):
    """What a killed process does from here on: nothing."""


@pytest.mark.parametrize("step", ["list replaced", "state begun", "state replaced", "nothing replaced"])
def test_killed_between_the_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    vault, calm = SmallVault(tmp_path / "vault"), SmallVault(tmp_path / "calm")
    for each in (vault, calm):
        fill(each, notes=5, version=1)
        assert each.update() == 0
        each.edit_list("- [ ] buy milk", "- [x] buy milk")
        fill(each, notes=6, version=2)
    old = vault.list
    assert calm.update() == 0

    def write(path: str | Path, data: str | bytes) -> None:
        is_state = Path(path).name == "vault.json"
        if step == "nothing replaced" or (step == "state begun" and is_state):
            raise Killed
        files.write_whole(path, data)
        if (step == "list replaced" and not is_state) or (step == "state replaced" and is_state):
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(vault_run, "write_whole", write)
        patch.setattr("inkslate.vault.state.write_whole", write)
        with pytest.raises(Killed):
            vault.update()
    assert vault.list == (old if step == "nothing replaced" else calm.list)
    assert vault.update() == 0
    assert vault.list == calm.list


def test_a_first_run_that_was_ended_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    vault = SmallVault(tmp_path / "vault")
    fill(vault, notes=20, version=1)
    monkeypatch.setattr(vault_run, "_SAVED_EVERY", -1.0)

    def kill(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(vault_run, "name_tasks", kill)
        with pytest.raises(Killed):
            vault.update()
    assert not (vault.root / "Tasks.md").exists()
    capfd.readouterr()
    vault.update()
    assert "read 0 of 20 notes" in capfd.readouterr().err
    assert len(vault.section()) == 21


def test_a_tick_that_was_seen_by_a_run_that_was_ended_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What such a run has read is no news to the next one, but the list must still learn of it."""
    vault = SmallVault(tmp_path / "vault")
    vault.write("daily/2026-11-01.md", "- [ ] call the landlord about the boiler\n")
    vault.write("daily/2026-11-02.md", "- [ ] call the landlord about the boiler\n")
    vault.update()
    vault.write("daily/2026-11-01.md", "- [x] call the landlord about the boiler\n")
    monkeypatch.setattr(vault_run, "_SAVED_EVERY", -1.0)

    def kill(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(vault_run, "name_tasks", kill)
        with pytest.raises(Killed):
            vault.update()
    vault.update()
    assert (vault.section(), len(vault.section("Done"))) == ([], 1)


def test_half_written_files_of_killed_runs_are_removed(tmp_path: Path) -> None:
    vault = SmallVault(tmp_path / "vault")
    fill(vault, notes=2, version=1)
    old, recent, other = (vault.root / name for name in (".Tasks.md.a.part", ".Tasks.md.b.part", ".other.md.a.part"))
    for path in (old, recent, other):
        path.write_text("half")
    for path in (old, other):
        os.utime(path, (0, 0))
    vault.update()
    assert [path.exists() for path in (old, recent, other)] == [False, True, True]


@pytest.mark.process
def test_ctrl_c_leaves_one_line(tmp_path: Path) -> None:
    vault = SmallVault(tmp_path / "vault")
    fill(vault, notes=3, version=1)
    process = subprocess.Popen(
        [*COMMAND, "--watch"], cwd=vault.root, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stderr is not None
    while "open" not in (line := process.stderr.readline()):
        assert line
    vault.write("daily/2026-01-01.md", "- [ ] call the landlord about the boiler\n")
    while "open" not in (line := process.stderr.readline()) or "read 1" not in line:
        assert line
    assert "call the landlord about the boiler" in vault.section()
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 0
    assert process.stderr.read().endswith("stopped\n")
    process.stderr.close()
