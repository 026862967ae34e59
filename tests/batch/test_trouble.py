"""Batch runs that meet trouble: nothing is lost, nothing is there twice, and one line says what is wrong."""

from __future__ import annotations

import gzip
import json
import multiprocessing
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from inkslate import Extractor
from inkslate.board import Board
from inkslate.formats import format_board
from tests.support.batch_boards import (
    batch_command,
    contents,
    ids,
    make_boards,
    rows,
    shards,
    wait_for_shards,
    write_boards,
)
from tests.support.commands import Here
from tests.support.waiting import assert_eventually

pa = pytest.importorskip("pyarrow", reason="pip install 'inkslate[batch]'")

from inkslate.batch.engines import Execution  # noqa: E402
from inkslate.batch.lock import locked  # noqa: E402
from inkslate.batch.run import BatchJob, BatchSummary, run_batch  # noqa: E402
from inkslate.batch.settings import BatchSettings, WorkerConfig  # noqa: E402
from inkslate.batch.units import UnitLimits  # noqa: E402
from tests.support.inline_engine import inline_workers  # noqa: E402

pytestmark = pytest.mark.process

KILLS = 10


def job(tmp_path: Path, *, out: str, rows: int, resume: bool = False) -> BatchJob:
    config = WorkerConfig(BatchSettings("rules"), str(tmp_path / out), base=str(tmp_path))
    return BatchJob(config, (str(tmp_path / "boards.jsonl"),), limits=UnitLimits(rows=rows), resume=resume)


def run_inline(job: BatchJob) -> BatchSummary:
    """Do the job in this process."""
    with inline_workers():
        return run_batch(job, Execution())


@pytest.mark.no_cover  # who is killed tells of no coverage anyway
@pytest.mark.process
@pytest.mark.slow
def test_kill_9_at_ten_random_moments_and_resume(tmp_path: Path) -> None:
    write_boards(tmp_path / "boards.jsonl", make_boards(2000))
    arguments = ("boards.jsonl", "--shard-rows", 20, "--workers", 2, "--resume", "--out")
    subprocess.run(batch_command(*arguments, "whole"), cwd=tmp_path, check=True, capture_output=True)
    rng = random.Random(9)
    for kill in range(KILLS):
        run = subprocess.Popen(
            batch_command(*arguments, "broken"), cwd=tmp_path, start_new_session=True, stdout=subprocess.PIPE, text=True
        )
        # Half of the kills come while shards are written, half while the run starts and resumes.
        if kill < KILLS // 2:
            wait_for_shards(run, tmp_path / "broken", len(list((tmp_path / "broken" / "boards").glob("part-*"))) + 1)
            time.sleep(rng.uniform(0, 0.02))
        else:
            time.sleep(rng.uniform(0.1, 1))
        # Kill the whole run, or its main process alone: workers that remain must do no harm.
        (os.killpg if kill % 2 else os.kill)(run.pid, signal.SIGKILL)
        run.communicate()
    done = subprocess.run(batch_command(*arguments, "broken"), cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout.startswith("2000 boards, ")
    assert contents(tmp_path / "broken") == contents(tmp_path / "whole")


@pytest.mark.usefixtures("inline_engine")
def test_resume_repeats_nothing_that_is_finished(tmp_path: Path) -> None:
    write_boards(tmp_path / "boards.jsonl", make_boards(300))
    run_batch(job(tmp_path, out="out", rows=100), Execution())
    before = contents(tmp_path / "out")
    (tmp_path / "out" / "boards" / "part-000001.parquet").unlink()
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "out" / "tasks").iterdir()}
    summary = run_batch(job(tmp_path, out="out", rows=100, resume=True), Execution())
    assert (summary.kept, summary.units) == (2, 3)
    assert contents(tmp_path / "out") == before
    changed = [path.name for path, moment in kept.items() if path.stat().st_mtime_ns != moment]
    assert changed == ["part-000001.parquet"]


class Killer:
    """Kills a worker whenever progress is made, so many times."""

    def __init__(self, times: int) -> None:
        self.left, self.rows = times, 0

    def start(self, *, rows: int, done: int) -> None: ...
    def close(self) -> None: ...

    def tick(self, rows: int) -> None:
        self.rows += rows
        if rows > 0 and self.left:
            self.left -= 1
            for child in multiprocessing.active_children()[:1]:
                child.kill()


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_a_killed_worker_leaves_its_unit_to_another(tmp_path: Path) -> None:
    write_boards(tmp_path / "boards.jsonl", make_boards(3000))
    run_inline(job(tmp_path, out="whole", rows=1000))
    killer = Killer(2)
    summary = run_batch(job(tmp_path, out="out", rows=1000), Execution(workers=2, progress=killer))
    assert (summary.counts.boards, summary.unfinished, killer.left, killer.rows) == (3000, (), 0, 3000)
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_a_unit_that_no_worker_survives_is_set_aside_and_said(tmp_path: Path) -> None:
    write_boards(tmp_path / "boards.jsonl", make_boards(4000))
    run_inline(job(tmp_path, out="whole", rows=2000))
    summary = run_batch(job(tmp_path, out="out", rows=2000), Execution(progress=Killer(100)))
    # A worker may get away while this process waits for a core; one in three times, though, is too seldom.
    assert summary.unfinished
    assert summary.counts.boards == 4000 - 2000 * len(summary.unfinished)
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["unfinished"] == list(summary.unfinished)
    assert run_inline(job(tmp_path, out="out", rows=2000, resume=True)).unfinished == ()
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.process
def test_ctrl_c_ends_workers_too_and_says_so(tmp_path: Path) -> None:
    write_boards(tmp_path / "boards.jsonl", make_boards(1000))
    arguments = ("boards.jsonl", "--out", "out", "--shard-rows", 10, "--workers", 2)
    run = subprocess.Popen(
        batch_command(*arguments),
        cwd=tmp_path,
        start_new_session=True,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A shell has its background jobs ignore Ctrl-C, and what they start inherits that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    wait_for_shards(run, tmp_path / "out", 1)
    os.killpg(run.pid, signal.SIGINT)
    said, errors = run.communicate()
    assert (run.returncode, said, errors.strip()) == (130, "", "inkslate: interrupted")
    # What cleans up behind multiprocessing goes a moment later.
    assert_eventually(lambda: not is_alive(run.pid), "the end of all processes")
    done = subprocess.run(
        batch_command(*arguments, "--resume"), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("1000 boards, ")


# Ctrl-C arrives while the second worker starts, which takes milliseconds.
INTERRUPTED = """
import signal, sys
from multiprocessing.context import SpawnProcess
from inkslate.cli import main

started = []
start = SpawnProcess.start

def start_and_interrupt(process):
    start(process)
    started.append(process)
    if len(started) == 2:
        signal.raise_signal(signal.SIGINT)

if __name__ == "__main__":
    SpawnProcess.start = start_and_interrupt
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        main()
    finally:
        print(len(started), [process.is_alive() for process in started])
"""


@pytest.mark.process
def test_ctrl_c_while_a_worker_starts_is_not_lost(tmp_path: Path) -> None:
    write_boards(tmp_path / "boards.jsonl", make_boards(1000))
    (tmp_path / "interrupted.py").write_text(INTERRUPTED)
    arguments = batch_command("boards.jsonl", "--out", "out", "--shard-rows", 10, "--workers", 2)
    done = subprocess.run(
        [sys.executable, "interrupted.py", *arguments[3:]], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.strip()) == (130, "inkslate: interrupted")
    assert done.stdout.split()[0] == "2"
    assert "True" not in done.stdout


BROKEN = {
    "truncated": lambda line: line[: len(line) // 2],
    "wrong format": lambda line: b"<html><body>no board</body></html>",
    "no JSON object": lambda line: b"[1, 2]",
    "no text": lambda line: b"\xff\xfe\x00 board",
    "half a surrogate": lambda line: b'{"id": "\\ud800", "regions": []}',
    "deep": lambda line: b"[" * 100_000,
    "a wrong field": lambda line: b'{"id": "x", "regions": [{"id": "r", "lines": [{"text": 1}]}]}',
    "a number beyond all": lambda line: b'{"id": 1e999, "regions": []}',
}


@pytest.mark.usefixtures("inline_engine")
def test_one_board_in_many_is_broken(here: Here, tmp_path: Path) -> None:
    boards = make_boards(2000)
    lines = [format_board(board).encode() for board in boards]
    places = {125 + 250 * at: kind for at, kind in enumerate(BROKEN)}
    for place, kind in places.items():
        lines[place] = BROKEN[kind](lines[place])
    (tmp_path / "boards.jsonl").write_bytes(b"\n".join(lines))
    done = here("batch", "--model", "rules", "boards.jsonl", "--out", "out", "--workers", 2, "--shard-rows", 500)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("inkslate: 8 errors, see out/errors; the first: boards.jsonl row 126: not JSON")
    errors = rows(tmp_path / "out", "errors")
    assert [(row["file"], row["row"]) for row in errors] == [("boards.jsonl", place + 1) for place in places]
    assert all(row["error"] and "defect" not in row["error"] for row in errors), errors
    assert ids(rows(tmp_path / "out", "boards")) == [board.id for at, board in enumerate(boards) if at not in places]


@pytest.mark.usefixtures("inline_engine")
def test_broken_files_are_listed_and_the_others_read(here: Here, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    raw = "".join(format_board(board) + "\n" for board in make_boards(50)).encode()
    packed = gzip.compress(raw)
    good = {
        "a.jsonl": raw,
        "b.jsonl.gz": packed,
        "notes.txt": b"- call Ruth",
        "empty.jsonl": b"",
        "utf16.jsonl": raw.decode().encode("utf-16"),
    }
    broken = {
        "cut.jsonl.gz": packed[: len(packed) // 2],
        "cut.jsonl.zst": bytes(pa.Codec("zstd").compress(raw))[:700],
        "none.jsonl.gz": b"no gzip at all",
        "none.parquet": b"PAR1 no parquet PAR1",
        "none.jiix": b'{"type": "Diagram"',
        "picture.png": b"\x89PNG\r\n\x1a\n",
        "latin.txt": "- Käse kaufen".encode("latin-1"),
        "bomb.xml": b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x xmlns="n">&b;</x>',
    }
    for name, data in (good | broken).items():
        (folder / name).write_bytes(data)
    (folder / "gone.txt").symlink_to("nowhere.txt")
    os.mkfifo(folder / "pipe.txt")
    done = here("batch", "--model", "rules", "in", "--out", "out", "--shard-rows", 20)
    assert done.returncode == 1
    errors = {Path(row["file"]).name: row for row in rows(tmp_path / "out", "errors")}
    assert set(errors) == {*broken, "gone.txt", "pipe.txt"}
    found = rows(tmp_path / "out", "boards")
    assert {Path(row["file"]).name for row in found} >= set(good) - {"empty.jsonl"}
    # What comes before the damage is read.
    saved = [row["row"] for row in found if row["file"] == "in/cut.jsonl.gz"]
    assert saved == list(range(1, errors["cut.jsonl.gz"]["row"]))
    assert len(saved) > 10


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_damage_is_the_same_for_any_number_of_workers(here: Here, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    lines = [format_board(board) for board in make_boards(1500)]
    packed = gzip.compress("".join(f"{line}\n" for line in lines).encode())
    (tmp_path / "cut.jsonl.gz").write_bytes(packed[: len(packed) * 3 // 4])
    pq.write_table(pa.table({"board": lines}), tmp_path / "hurt.parquet", row_group_size=400, compression="zstd")
    content = bytearray((tmp_path / "hurt.parquet").read_bytes())
    middle = len(content) // 2
    content[middle : middle + 200] = bytes(200)
    (tmp_path / "hurt.parquet").write_bytes(content)
    command = ("batch", "--model", "rules", "cut.jsonl.gz", "hurt.parquet", "--shard-rows", 90)
    with inline_workers():
        assert here(*command, "--out", "out").returncode == 1
    assert here(*command, "--out", "out3", "--workers", 3).returncode == 1
    assert contents(tmp_path / "out") == contents(tmp_path / "out3")
    assert {row["file"] for row in rows(tmp_path / "out", "errors")} == {"cut.jsonl.gz", "hurt.parquet"}


@pytest.mark.usefixtures("inline_engine")
def test_a_line_that_no_memory_should_hold_is_an_error(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inkslate.batch.planning.LONGEST_LINE", 3 << 20)
    lines = [format_board(board) for board in make_boards(30)]
    for at in (0, 10, 29):
        lines[at] = "x" * (4 << 20)
    with gzip.open(tmp_path / "boards.jsonl.gz", "wt") as file:
        file.write("\n".join(lines))
    assert here("batch", "--model", "rules", "boards.jsonl.gz", "--out", "out").returncode == 1
    assert [(row["row"], row["error"]) for row in rows(tmp_path / "out", "errors")] == [
        (row, "the line is longer than 3145728 bytes") for row in (1, 11, 30)
    ]
    assert len(rows(tmp_path / "out", "boards")) == 27


@pytest.mark.usefixtures("inline_engine")
def test_a_folder_in_use_is_refused(here: Here, tmp_path: Path) -> None:
    write_boards(tmp_path / "boards.jsonl", make_boards(5))
    with locked(str(tmp_path / "out")):
        done = here("batch", "--model", "rules", "boards.jsonl", "--out", "out")
    said = f"inkslate: {tmp_path}/out: another run is writing there; wait for it, or choose another folder\n"
    assert (done.returncode, done.stderr) == (2, said)
    assert contents(tmp_path / "out") == {}
    assert here("batch", "--model", "rules", "boards.jsonl", "--out", "out").returncode == 0


@pytest.mark.usefixtures("inline_engine")
def test_a_run_is_not_written_over_and_not_mixed_with_another(here: Here, tmp_path: Path) -> None:
    write_boards(tmp_path / "boards.jsonl", make_boards(5))
    assert here("batch", "--model", "rules", "boards.jsonl", "--out", "out").returncode == 0
    before = contents(tmp_path / "out")
    cases = {
        (): "already holds a run; continue it with --resume, or choose another folder",
        (
            "--resume",
            "--to",
            "jsonl",
        ): "the run there has other settings (to parquet, now jsonl); choose another folder",
        ("--resume", "--shard-rows", 7): "the run there has other settings (rows 2000, now 7); choose another folder",
    }
    for options, said in cases.items():
        done = here("batch", "--model", "rules", "boards.jsonl", "--out", "out", *options)
        assert (done.returncode, done.stderr) == (2, f"inkslate: {tmp_path}/out: {said}\n")
    write_boards(tmp_path / "boards.jsonl", make_boards(6))
    done = here("batch", "--model", "rules", "boards.jsonl", "--out", "out", "--resume")
    assert done.stderr.startswith("inkslate: boards.jsonl: has changed since the run in")
    assert contents(tmp_path / "out") == before


@pytest.mark.usefixtures("inline_engine")
def test_a_new_file_in_a_folder_is_no_part_of_the_run(here: Here, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("- call Ruth")
    assert here("batch", "--model", "rules", "in", "--out", "out").returncode == 0
    (tmp_path / "in" / "b.txt").write_text("- call Tom")
    done = here("batch", "--model", "rules", "in", "--out", "out", "--resume")
    assert (done.returncode, done.stderr.split(" in /")[0]) == (2, "inkslate: in/b.txt: has changed since the run")


def full_disk(tmp_path: Path) -> str | None:
    """A shell command that mounts a small disk at `small`; None where this machine lets nobody do so."""
    mount = "mount -t tmpfs -o size=200k none small"
    probe = subprocess.run(["unshare", "-rm", "sh", "-c", mount], cwd=tmp_path, capture_output=True, check=False)
    return mount if probe.returncode == 0 else None


@pytest.mark.parametrize("how", ["a full disk", "a limit on files"])
@pytest.mark.process
@pytest.mark.usefixtures("inline_engine")
def test_a_disk_that_fills_up_is_one_line_and_resume_goes_on(here: Here, tmp_path: Path, how: str) -> None:
    write_boards(tmp_path / "boards.jsonl", make_boards(1500))
    (tmp_path / "small").mkdir()
    run = shlex.join(batch_command("boards.jsonl", "--out", "small/out", "--to", "jsonl", "--shard-rows", 500))
    if how == "a full disk":
        if (mount := full_disk(tmp_path)) is None:
            pytest.skip("no disk can be mounted here (unshare, mount)")
        # The disk is gone with the process that mounted it: what it held is kept before.
        whole = ["unshare", "-rm", "sh", "-c", f"{mount}; {run}; code=$?; cp -r small kept; exit $code"]
        said = "No space left on device"
    else:
        whole = ["bash", "-c", f"ulimit -f 200; {run}; code=$?; cp -r small kept; exit $code"]
        said = "File too large"
    done = subprocess.run(whole, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"cannot be written ({said}); choose another place" in done.stderr
    assert done.stderr.count("\n") == 1
    kept = shards(tmp_path / "kept" / "out")
    options = ("batch", "--model", "rules", "boards.jsonl", "--to", "jsonl", "--shard-rows", 500)
    assert here(*options, "--out", "whole").returncode == 0
    whole_run = shards(tmp_path / "whole")
    assert {name: whole_run[name] for name in kept if "part" in name and not Path(name).name.startswith(".")} == kept
    assert here(*options, "--out", "kept/out", "--resume").returncode == 0
    assert shards(tmp_path / "kept" / "out") == whole_run


@pytest.mark.usefixtures("inline_engine")
def test_errors_in_one_board_of_a_document_leave_the_others(here: Here, tmp_path: Path) -> None:
    board = Board("same", Extractor.load().extract("- call Ruth").board.regions)
    lines = [format_board(board), "no board", format_board(Board("other", board.regions))]
    (tmp_path / "boards.json").write_text("\n".join(lines))
    assert here("batch", "--model", "rules", "boards.json", "--out", "out", "--from", "board").returncode == 1
    assert ids(rows(tmp_path / "out", "boards")) == ["same", "other"]
    assert [row["row"] for row in rows(tmp_path / "out", "errors")] == [2]


@pytest.mark.parametrize(
    "content", [b"[]", b"[" * 100_000, b"\xff\xfe", b'{"a": 1}', b"null"], ids=lambda content: repr(content[:8])
)
@pytest.mark.parametrize("name", ["run.json", "plan.jsonl", "boards/part-000000.parquet"])
def test_a_damaged_run_is_not_resumed(here: Here, tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / "a.txt").write_text("- call Ruth\n")
    run = ("batch", tmp_path / "a.txt", "--out", tmp_path / "out", "--model", "rules", "--workers", "1")
    assert here(*run).returncode == 0
    (tmp_path / "out" / name).write_bytes(content)
    done = here(*run, "--resume")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert str(tmp_path / "out") in done.stderr
    assert "choose another folder" in done.stderr


@pytest.mark.parametrize("name", ["run.json", "plan.jsonl", "inputs.jsonl"])
def test_a_run_whose_file_is_a_pipe_is_not_resumed(here: Here, tmp_path: Path, name: str) -> None:
    (tmp_path / "a.txt").write_text("- call Ruth\n")
    run = ("batch", tmp_path / "a.txt", "--out", tmp_path / "out", "--model", "rules", "--workers", "1")
    assert here(*run).returncode == 0
    (tmp_path / "out" / name).unlink()
    os.mkfifo(tmp_path / "out" / name)  # nobody writes into it
    done = here(*run, "--resume")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert f"{name}: cannot be read (not a plain file)" in done.stderr
