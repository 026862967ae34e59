"""`inkslate train` and `inkslate reproduce` as people meet them, on an encoder of two small layers."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.cli import main
from inkslate.errors import InputError
from inkslate.experiments.reproduce import orders_for, run_one
from inkslate.experiments.reproduce_report import build_report, collect_latencies, collect_results, read_result
from inkslate.experiments.table2.paper import LATENCY
from inkslate.formats import format_boards, format_slate_csv
from inkslate.training.config import PRESETS
from tests.support.paths import ROOT
from tests.support.tiny_encoder import toy_boards, write_boards, write_encoder
from tests.support.waiting import assert_eventually

Done = subprocess.CompletedProcess[str]
Here = Callable[..., Done]
ROWS = ("nti-both", "bio-both", "nti-none", "bio-none", "baseline")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with an encoder and labelled boards, as a user may have it."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # networks this small only wait for each other's threads
    folder = tmp_path_factory.mktemp("place")
    write_encoder(folder / "tiny")
    write_boards(folder / "train.jsonl", 40, seed=1)
    write_boards(folder / "val.jsonl", 10, seed=2)
    yield folder
    torch.set_num_threads(threads)


@pytest.fixture
def here(place: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Here:
    """Run `inkslate ARGUMENTS` in that folder and in this process: torch takes seconds to load."""

    def call(*arguments: str | Path) -> Done:
        monkeypatch.chdir(place)
        monkeypatch.setenv("OMP_NUM_THREADS", "1")
        monkeypatch.setattr(sys, "argv", ["inkslate", *map(str, arguments)])
        capfd.readouterr()
        with pytest.raises(SystemExit) as stop:
            main()
        assert isinstance(stop.value.code, int)
        return subprocess.CompletedProcess(arguments, stop.value.code, *capfd.readouterr())

    return call


def test_from_labelled_boards_to_tasks(place: Path, here: Here) -> None:
    options = "--data train.jsonl --val val.jsonl --encoder tiny --epochs 12 --learning-rate 2e-3 --out mine".split()
    trained = here("train", *options)
    assert trained.returncode == 0, trained.stderr
    folder, scores, following = trained.stdout.splitlines()
    assert (folder, following) == ("model: mine", "next: inkslate extract notes.txt --model mine")
    assert trained.stderr.count("epoch ") == 12  # a line an epoch where standard error is no terminal
    (place / "notes.txt").write_text("Milk and the banquet\n- call Ruth about eggs\n- buy bread\n")
    done = here("extract", "notes.txt", "--model", "mine")
    assert (done.returncode, done.stdout, done.stderr) == (0, "[ ] call Ruth about eggs\n[ ] buy bread\n", "")
    value = json.loads(here("evaluate", "val.jsonl", "--model", "mine", "--json").stdout)
    assert value["task"]["f1"] > 0.9
    assert scores == f"val: task F1 {100 * value['task']['f1']:.1f}, B {100 * value['B']:.1f} ({value['signature']})"
    assert {path.name for path in (place / "mine").iterdir()} == {
        "inkslate.json", "model.safetensors", "config.json", "tokenizer.json", "README.md", "log.jsonl",
    }  # fmt: skip
    again = here("train", "--data", "train.jsonl", "--encoder", "tiny", "--out", "mine")
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == "inkslate: mine: holds a finished model already; choose another --out\n"


def write_bad_files(place: Path) -> None:
    (place / "damaged.jsonl").write_text('{"id": "b", "regions": [{"id"')
    (place / "empty.jsonl").write_text("")
    (place / "unlabelled.jsonl").write_text(format_boards(board.without_labels() for board in toy_boards(2, seed=0)))
    region = Region("r", (Line.from_text("call Ruth"),), (Sentence(0, 2, Label.TASK),))
    (place / "tasks.jsonl").write_text(format_boards([Board("b", (region,))]))
    (place / "hollow").mkdir(exist_ok=True)


# Later options win, so each line says what differs from a run that would do.
@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
@pytest.mark.parametrize(("interrupts", "jobs"), [(signal.SIG_DFL, 1), (signal.SIG_IGN, 2)])
def test_the_end_of_reproduce_is_the_end_of_its_runs(
    place: Path, slate: Path, interrupts: signal.Handlers, jobs: int
) -> None:
    """Only the command gets SIGTERM, as from a supervisor; a background job ignores Ctrl-C, and so do its children."""
    out = f"ended-{interrupts.name}"
    options = f"--data slate --encoder tiny --preset tuned --seeds 1 --epochs 100000 --jobs {jobs} --out {out}".split()
    process = subprocess.Popen(
        [sys.executable, "-m", "inkslate", "reproduce", *options],
        cwd=place,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, interrupts),
        start_new_session=True,
    )
    # A run trains when it has written a line of its log.
    assert_eventually(lambda: len(list((place / out).rglob("log.jsonl"))) == jobs, "all runs", seconds=120)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (
        143,
        "inkslate: terminated; finished runs are kept; run the same command again to continue\n",
    )
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--data damaged.jsonl", "damaged.jsonl line 1: not JSON"),
        ("--data empty.jsonl", "empty.jsonl: no labelled words"),
        ("--data unlabelled.jsonl", "unlabelled.jsonl: no labelled words"),
        ("--data tasks.jsonl", "the label N never occurs in the training data"),
        ("--data tasks.jsonl --scheme baseline", "the label non-task never occurs in the training data"),
        ("--data missing.jsonl", "missing.jsonl: no such file"),
        ("--val damaged.jsonl", "damaged.jsonl line 1: not JSON"),
        ("--val hollow", "hollow: is a directory"),
        ("--encoder ./missing", "./missing: no such encoder folder"),
        ("--encoder hollow", "hollow: has no config.json"),
        ("--out train.jsonl", "train.jsonl: cannot be written"),
        ("--out train.jsonl/below", "train.jsonl/below: cannot be written"),
        ("--preset paper", "--preset paper keeps the epoch with the lowest validation loss; add --val"),
        ("--scheme iob", "'iob' is not one of"),
        ("--layout lines", "'lines' is not one of"),
        ("--epochs 0", "0 is not in the range"),
        ("--seed -1", "-1 is not in the range"),
        ("--word-layers 33", "33 is not in the range"),
        ("--word-layers 3", "encoder 'tiny': word_layers is 3, the encoder has 2 layers; use fewer"),
        ("--word-layers 1 --preset paper", "word_layers is 1; it needs loss_on first, or must be 0"),
        ("--word-layers 1 --scheme baseline", "word_layers is 1; the baseline's classifier labels no words"),
        ("--learning-rate nan", "nan is not a number above 0"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(here: Here, place: Path, options: str, message: str) -> None:
    write_bad_files(place)
    usual = ["--data", "train.jsonl", "--encoder", "tiny", "--epochs", "1", "--out", "bad"]
    done = here("train", *usual, *options.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def interrupt_at(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Ctrl-C at that step, counted over all models of a run."""
    from inkslate.training.progress import TrainingBar

    steps, step = iter(range(1, 1000)), TrainingBar.step

    def interrupted(bar: Any, loss: float) -> None:
        step(bar, loss)
        if next(steps) == number:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(TrainingBar, "step", interrupted)


# 40 boards in batches of 20 are 2 steps an epoch; the baseline's second model begins at step 5.
@pytest.mark.parametrize(("scheme", "at", "kind"), [("nti", 3, "tagger"), ("baseline", 6, "baseline")])
def test_ctrl_c_and_resume(
    here: Here, place: Path, monkeypatch: pytest.MonkeyPatch, scheme: str, at: int, kind: str
) -> None:
    options = f"train --data train.jsonl --val val.jsonl --encoder tiny --preset paper --scheme {scheme} --layout none"
    command = [*options.split(), "--epochs", "2", "--batch-size", "20", "--out", f"stopped-{scheme}"]
    with monkeypatch.context() as patch:
        interrupt_at(patch, at)
        stopped = here(*command)
    assert (stopped.returncode, stopped.stdout) == (130, "")
    assert stopped.stderr.splitlines()[-1] == "inkslate: interrupted; continue with --resume"
    assert "Traceback" not in stopped.stderr
    refused = here(*command)
    assert (refused.returncode, refused.stdout) == (2, "")
    done = here(*command, "--resume")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, f"model: stopped-{scheme}")
    manifest = json.loads((place / f"stopped-{scheme}" / "inkslate.json").read_text())
    assert (manifest["kind"], manifest["layout"], manifest["training"]["preset"]) == (kind, "none", "paper")
    assert not list((place / f"stopped-{scheme}").rglob("checkpoint.pt"))
    value = json.loads(here("evaluate", "val.jsonl", "--model", f"stopped-{scheme}", "--json").stdout)
    assert value["signature"].startswith(f"scheme:{scheme}|layout:none|")


def test_ctrl_c_with_nothing_to_resume(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("inkslate.training.run.load_pretrained", interrupted)
    done = here("train", "--data", "train.jsonl", "--encoder", "tiny", "--out", "early")
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "inkslate: interrupted")


def test_a_full_gpu_has_a_remedy(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    def full(*_: object) -> None:
        raise torch.cuda.OutOfMemoryError("CUDA out of memory")

    monkeypatch.setattr("inkslate.training.run.train_model", full)
    done = here("train", "--data", "train.jsonl", "--encoder", "tiny", "--out", "full")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "inkslate: the memory of the GPU is too small for a batch of 16; use a smaller --batch-size\n"


@pytest.mark.process
def test_help_is_complete_and_needs_no_torch(here: Here) -> None:
    text = here("train", "--help").stdout
    for line in (
        "inkslate check boards.jsonl val.jsonl",
        "inkslate train --data boards.jsonl --val val.jsonl --out models/mine",
        "accelerate launch --num_processes 4 -m inkslate.cli train \\",
        "inkslate extract notes.txt --model models/mine",
    ):
        assert f"    {line}\n" in text
    assert "inkslate reproduce --data slate --out" in here("reproduce", "--help").stdout
    assert "[default: tuned]" in text
    code = "import sys; sys.modules['torch'] = None; from inkslate.cli import main; main()"
    for arguments, status, message in (
        ("train --help", 0, ""),
        ("extract --model rules", 0, "no tasks found\n"),
        ("train --data a --out b", 2, "inkslate: training needs torch: pip install 'inkslate[train]'\n"),
        ("reproduce --data a --out b", 2, "inkslate: training needs torch: pip install 'inkslate[train]'\n"),
    ):
        command = [sys.executable, "-c", code, *arguments.split()]
        done = subprocess.run(command, input="", capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (status, message)


def test_every_knob_is_documented() -> None:
    text = (ROOT / "docs" / "training.md").read_text("utf-8")
    paper, tuned = PRESETS["paper"].to_json(), PRESETS["tuned"].to_json()
    assert [name for name in paper if f"| `{name}` | {paper[name]} | {tuned[name]} |" not in text] == []


@pytest.fixture(scope="module")
def slate(place: Path) -> Path:
    """Six toy boards a split, in the format of the released data."""
    (place / "slate").mkdir()
    for seed, name in enumerate(("train", "val", "test")):
        (place / "slate" / f"{name}.csv").write_text(format_slate_csv(toy_boards(6, seed=seed)), "utf-8")
    return place / "slate"


def run_here(rows: Sequence[str], *, out: str, preset: str) -> None:
    """Do the runs of these rows in this process: torch takes seconds to load in a new one."""
    settings = {"data": Path("slate"), "encoder": "tiny", "bullets": "layout", "overrides": {"epochs": 1}}
    for order in orders_for(seeds=1, out=Path(out), preset=preset, **settings):
        if order.row in rows:
            run_one(order)


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_reproduce(here: Here, place: Path, slate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = "--data slate --encoder tiny --preset tuned --seeds 1 --epochs 1 --jobs 2 --rounds 1 --out table".split()
    monkeypatch.chdir(place)
    run_here(("bio-both", "nti-none", "baseline"), out="table", preset="tuned")
    first = here("reproduce", *options)  # runs the other two, each in a process, at the same time
    assert first.returncode == 0, first.stderr
    out, group = place / "table", place / "table" / "tuned-layout"
    assert sorted(line.split(":")[0] for line in first.stderr.splitlines()) == sorted(f"{row} seed 0" for row in ROWS)
    assert (out / "table2.md").read_text("utf-8") == first.stdout
    assert "**SLATE-NTI with layout**" in first.stdout
    assert "**rules (no model)**" in first.stdout
    assert (out / "table2.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    value = json.loads((out / "table2.json").read_text("utf-8"))
    assert [len(part["rows"]) for part in value["groups"]] == [5, 1]
    assert set(value["latency"]["rows"]) == set(ROWS)
    assert value["latencies"] == {"tuned-layout": json.loads((group / "latency.json").read_text())}

    # Again: nothing is run or measured, and the table is the same.
    kept = {path: path.stat().st_mtime_ns for path in group.rglob("*.json")}
    second = here("reproduce", *options)
    assert (second.returncode, second.stdout) == (0, first.stdout)
    assert {path: path.stat().st_mtime_ns for path in group.rglob("*.json")} == kept

    # Kept runs do not mix with others.
    other = here("reproduce", *options, "--epochs", "2")
    assert (other.returncode, other.stdout, len(other.stderr.splitlines())) == (2, "", 1)
    assert "nti-both-seed0: was run with encoder tiny and epochs 1" in other.stderr

    # One run fails: the others are in the table, and it is named at the end.
    (group / "nti-both-seed0" / "result.json").unlink()
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    failed = here("reproduce", *options)
    assert failed.returncode == 2
    assert "**SLATE-BIO with layout**" in failed.stdout
    assert "**SLATE-NTI with layout**" not in failed.stdout
    named, last = failed.stderr.splitlines()[-2:]
    assert named == "failed: table/tuned-layout/nti-both-seed0: no output"
    assert last.startswith("inkslate: 1 of 5 runs failed, the others are kept")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--data hollow", "hollow: has no train.csv"),
        ("--encoder ./missing", "./missing: no such encoder folder"),
        ("--out train.jsonl", "train.jsonl/paper-layout: cannot be written"),
        ("--data broken", "broken/val.csv: no labelled words"),
        ("--preset best", "'best' is not one of"),
        ("--jobs 0", "0 is not in the range"),
    ],
)
def test_reproduce_checks_before_it_runs(here: Here, place: Path, slate: Path, options: str, message: str) -> None:
    write_bad_files(place)
    shutil.copytree(slate, place / "broken", dirs_exist_ok=True)
    (place / "broken" / "val.csv").write_text(format_slate_csv([]))
    done = here("reproduce", "--data", "slate", "--encoder", "tiny", "--out", "none", *options.split())
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert message in done.stderr


def result(row: str, preset: str) -> dict[str, Any]:
    rates = {"recall": 0.5, "precision": 0.5, "f1": 0.5}
    context = {"task_recall": None, "non_task_recall": None}
    scores = {"task": rates, "non_task": rates, "context": context, "accuracy": 0.5, "B": 0.5, "B_tp": 0.5}
    evaluation = {"signature": f"scheme:{row}", **scores}
    about = {"row": row, "seed": 0, "preset": preset, "bullets": "layout", "encoder": "tiny", "seconds": 1.0}
    return {**about, "evaluation": evaluation}


def write_json(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))
    return path


def test_presets_stand_in_one_table_each_with_its_own_latency(tmp_path: Path) -> None:
    for preset, milliseconds in (("paper", 40.0), ("tuned", 30.0)):
        for row in ("nti-both", "baseline"):
            write_json(tmp_path / f"{preset}-layout" / f"{row}-seed0" / "result.json", result(row, preset))
        rows = {"nti-both": {"mean_ms": 10.0}, "baseline": {"mean_ms": milliseconds}}
        latency = {"device": preset, "regions": 6, "rounds": 1, "rows": rows}
        write_json(tmp_path / f"{preset}-layout" / "latency.json", latency)
    table = build_report(collect_results(tmp_path), collect_latencies(tmp_path), shown="tuned-layout")
    shown = [(row.preset, row.key, row.cells[LATENCY].mean) for row in table.rows]
    assert shown == [
        ("paper", "nti-both", 4.0), ("paper", "baseline", 1.0), ("tuned", "nti-both", 3.0), ("tuned", "baseline", 1.0),
    ]  # fmt: skip
    assert table.latency is not None
    assert table.latency["device"] == "tuned"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "damaged (JSONDecodeError)"),
        ("[]", "damaged (not an object)"),
        (json.dumps({**result("nti-both", "paper"), "evaluation": {}}), "damaged (KeyError: 'task')"),
        (json.dumps({**result("nti-both", "paper"), "evaluation": None}), "damaged (TypeError"),
        (json.dumps(result("fast", "paper")), "row 'fast' is not in the table"),
        (json.dumps(result("nti-both", "paper")).replace('"B": 0.5', '"B": NaN'), "B is nan"),
        (json.dumps({"row": "nti-both"}), "damaged (seed is missing)"),
    ],
)
def test_a_damaged_result_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "paper-layout" / "nti-both-seed0" / "result.json"
    with pytest.raises(InputError, match=r"holds no \*/\*/result.json"):
        collect_results(tmp_path)
    with pytest.raises(InputError, match=r"nti-both-seed0/result.json: missing"):
        read_result(path)
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        collect_results(tmp_path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)
    write_json(tmp_path / "paper-layout" / "latency.json", {"device": "x", "regions": 1, "rounds": 1, "rows": {"a": 1}})
    with pytest.raises(InputError, match=r"latency.json: damaged"):
        collect_latencies(tmp_path)
