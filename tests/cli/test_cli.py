"""The command line as people meet it: exit codes, one line of error, output that pipes."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import IO

import click
import pytest

import inkslate
from inkslate.cli import cli
from tests.support.commands import Done, Here, Run
from tests.support.waiting import assert_eventually

HEADER = "annotate,wr_lines,line_list_item_mask,wh_id,wr_id\n"
ROW = '"<s>call Ruth<a1>","[\'call Ruth\']",[1],b,r1\n'
BOARD = '{"id": "b", "regions": [{"id": "r1", "lines": [{"text": "call Ruth", "bullet": true}]}]}\n'
LABELLED = BOARD.replace("}]}]}", '}], "sentences": [{"start": 0, "end": 2, "label": 1}]}]}')


def write(folder: Path, name: str, data: str | bytes) -> str:
    (folder / name).write_bytes(data.encode() if isinstance(data, str) else data)
    return name


def test_from_file_to_checklist(run: Run, tmp_path: Path) -> None:
    done = run("extract", write(tmp_path, "notes.txt", "to do\n- call Zoë 😀\n- buy milk\n"), "--model", "rules")
    assert (done.returncode, done.stdout, done.stderr) == (0, "[ ] call Zoë 😀\n[ ] buy milk\n", "")


def details(done: Done) -> list[tuple[str | None, str | None]]:
    assert (done.returncode, done.stderr) == (0, "")
    return [(task["owner"], task["due"]) for line in done.stdout.splitlines() for task in json.loads(line)["tasks"]]


def test_owner_and_due_date(here: Here, tmp_path: Path) -> None:
    notes = write(tmp_path, "notes.txt", "- call Ruth tomorrow\n- sm: pay rent by 12/3\n")
    people = write(tmp_path, "team.txt", "# who is who\n\nSara Miller, SM\n")
    as_json = ("extract", notes, "--to", "jsonl", "--model", "rules")
    now = ("--now", "2026-11-15")
    assert details(here(*as_json, *now)) == [(None, "2026-11-16"), (None, "2027-03-12")]
    assert details(here(*as_json, "--now", "2026-11-15T23:59", "--locale", "en-US", "--people", people)) == [
        (None, "2026-11-16"),
        ("Sara Miller", "2026-12-03"),
    ]
    # Without --now a file is read from the day it was written.
    written = time.mktime((2025, 6, 1, 12, 0, 0, 0, 0, -1))
    os.utime(tmp_path / notes, (written, written))
    other = write(tmp_path, "other.txt", "- call Ruth tomorrow\n")
    os.utime(tmp_path / other, (written + 86400 * 2, written + 86400 * 2))
    assert details(here(*as_json, other)) == [(None, "2025-06-02"), (None, "2026-03-12"), (None, "2025-06-04")]


def test_days_count_from_the_date_of_the_note(here: Here, tmp_path: Path) -> None:
    task = "- call Ruth tomorrow\n"
    notes = [
        write(tmp_path, "2026-11-16.md", f"---\ndate: 2020-01-01\n---\n{task}"),
        write(tmp_path, "front.md", f"---\ndate: 2026-11-17\n---\n# Standup 2020-01-01\n\n{task}"),
        write(tmp_path, "heading.md", f"# Standup 18 Nov 2026\n\n{task}"),
        write(tmp_path, "plain.md", task),
    ]
    written = time.mktime((2025, 6, 1, 12, 0, 0, 0, 0, -1))
    os.utime(tmp_path / notes[-1], (written, written))
    as_json = ("extract", "--to", "jsonl", "--model", "rules")
    days = ["2026-11-17", "2026-11-18", "2026-11-19", "2025-06-02"]
    assert [due for _, due in details(here(*as_json, *notes))] == days
    assert [due for _, due in details(here(*as_json, *notes, "--now", "2030-01-01"))] == ["2030-01-02"] * 4
    piped = f"---\ndate: 2026-11-17\n---\n{task}"
    assert details(here(*as_json, "--from", "markdown", stdin=piped)) == [(None, "2026-11-18")]


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--now", "soon", "'soon' is not a local date; write it like 2026-11-15 or 2026-11-15T09:30"),
        ("--locale", "?", "'?' is not a known locale; choose from en, en-US ("),
        ("--locale", "fr", "'fr' is not a known locale; choose from en, en-US ("),
        ("--people", "missing.txt", "missing.txt: no such file"),
    ],
)
def test_details_that_cannot_be_read_are_one_line(here: Here, option: str, value: str, message: str) -> None:
    done = here("extract", option, value, stdin="- call Ruth")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert message in done.stderr


@pytest.mark.process
def test_from_a_pipe(run: Run) -> None:
    assert run("extract", "--model", "rules", stdin="- call Ruth").stdout == "[ ] call Ruth\n"
    assert run("extract", "-", "--model", "rules", stdin="- call Ruth").stdout == "[ ] call Ruth\n"
    assert json.loads(run("read", stdin=BOARD).stdout) == json.loads(BOARD)


def test_out_is_written_whole_and_never_over_an_input(here: Here, tmp_path: Path) -> None:
    notes = write(tmp_path, "notes.txt", "- call Ruth")
    assert here("extract", notes, "--to", "jsonl", "-o", "tasks.jsonl").stdout == ""
    assert json.loads((tmp_path / "tasks.jsonl").read_text())["tasks"][0]["text"] == "call Ruth"
    refused = here("extract", notes, "-o", notes)
    assert (refused.returncode, (tmp_path / notes).read_text()) == (2, "- call Ruth")
    nowhere = here("extract", notes, "-o", "missing/out.txt")
    assert (nowhere.returncode, nowhere.stdout) == (2, "")
    assert "missing/out.txt: cannot be written" in nowhere.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.txt", "tasks.jsonl"]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.txt", ""),
        ("a.txt", "\n\n"),
        ("a.txt", "-\n*\n"),
        ("a.md", "- \n"),
        ("a.jsonl", ""),
        ("a.csv", ""),
        ("a.csv", HEADER),
        ("a.jsonl", '{"id": "b", "regions": []}'),
        ("a.jsonl", '{"id": "b", "regions": [{"id": "r", "lines": []}]}'),
    ],
)
def test_nothing_in_nothing_out(here: Here, tmp_path: Path, name: str, data: str) -> None:
    done = here("extract", write(tmp_path, name, data))
    assert (done.returncode, done.stdout) == (0, "")
    as_json = here("extract", name, "--to", "jsonl")
    assert as_json.returncode == 0
    assert all(json.loads(line)["tasks"] == [] for line in as_json.stdout.splitlines())


BAD = [
    ("cut.jsonl", BOARD[:40], "cut.jsonl line 1: not JSON"),
    ("cut.csv", HEADER + ROW[:20], "cut.csv row 2: not CSV"),
    ("types.jsonl", BOARD.replace('"call Ruth"', "7"), "types.jsonl line 1, region r1, line 1: text is 7"),
    ("utf8.txt", b"caf\xe9", "utf8.txt: not UTF-8"),
    ("utf8.jsonl", b"\xff\xfe\x00", "utf8.jsonl: not UTF-16"),
    ("utf8.csv", b"caf\xe9", "utf8.csv: not UTF-8"),
    (
        "unbalanced.csv",
        HEADER + ROW.replace("<a1>", ""),
        "unbalanced.csv row 2, region r1: annotate: sentence 1 has no <aN>",
    ),
    (
        "nested.csv",
        HEADER + ROW.replace("<s>", "<s><s>"),
        "nested.csv row 2, region r1: annotate: sentence 1 has a second <s>",
    ),
    (
        "tag.csv",
        HEADER + ROW.replace("<a1>", "<a5>"),
        "tag.csv row 2, region r1: annotate: sentence 1 has the unknown tag",
    ),
    ("columns.csv", "annotate,wr_id\n", "columns.csv row 1: missing columns: wr_lines"),
    ("words.csv", HEADER + ROW.replace("Ruth<", "Rut<"), "words.csv row 2, region r1: annotate and wr_lines differ"),
    ("mask.csv", HEADER + ROW.replace("[1]", "[x]"), "mask.csv row 2, region r1: line_list_item_mask: value 1 is 'x'"),
    (
        "code.csv",
        HEADER + ROW.replace("['call Ruth']", "exit(9)"),
        "code.csv row 2, region r1: wr_lines: 'exit(9)' is not",
    ),
    ("image.txt", b"\x89PNG\r\n\x1a\n", "image.txt: not UTF-8"),
    ("notes.xyz", b"PK", "notes.xyz: cannot tell the format"),
    ("notes.docx", b"PK", "notes.docx: is not a Word document (.docx) that can be read"),
]


@pytest.mark.parametrize("verb", ["read", "extract", "evaluate"])
@pytest.mark.parametrize(("name", "data", "message"), BAD, ids=[name for name, _, _ in BAD])
def test_bad_input_is_one_line_and_exit_2(
    here: Here, tmp_path: Path, verb: str, name: str, data: str | bytes, message: str
) -> None:
    done = here(verb, write(tmp_path, name, data))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("verb", ["read", "evaluate", "check"])
def test_a_folder_or_a_missing_file(here: Here, tmp_path: Path, verb: str) -> None:
    (tmp_path / "folder").mkdir()
    for name, message in (("folder", "is a directory"), ("missing.csv", "no such file")):
        done = here(verb, name)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"inkslate: {name}: {message}{'; name the files in it' if name == 'folder' else ''}\n"


@pytest.mark.parametrize("verb", ["read", "extract", "check"])
def test_strict_stops_at_the_first_bad_file(here: Here, tmp_path: Path, verb: str) -> None:
    good, bad = write(tmp_path, "a.txt", "- call Ruth"), write(tmp_path, "b.txt", b"caf\xe9")
    done = here(verb, good, bad, "missing.txt", "--strict")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("inkslate: b.txt: not UTF-8 text at byte 3")
    if verb != "check":  # which prints the findings of each file when it has read it
        assert done.stdout == ""


NOT_READ = [
    "not read: b.txt: not UTF-8 text at byte 3; save it as UTF-8 text",
    "not read: missing.txt: no such file",
]


@pytest.mark.parametrize("verb", ["read", "extract", "check"])
def test_a_bad_file_does_not_keep_the_others_from_being_read(here: Here, tmp_path: Path, verb: str) -> None:
    good, bad = write(tmp_path, "a.txt", "- call Ruth"), write(tmp_path, "b.txt", b"caf\xe9")
    last = write(tmp_path, "c.txt", "- buy milk")
    alone = here(verb, good, last)
    done = here(verb, bad, good, "missing.txt", last)
    assert alone.returncode == 0
    assert (done.returncode, done.stdout) == (1, alone.stdout)
    assert done.stderr.splitlines() == [
        *NOT_READ,
        "inkslate: 2 of 4 files could not be read, the results of the others are complete; --strict stops at the first",
    ]


def test_out_gets_the_results_of_the_files_that_can_be_read(here: Here, tmp_path: Path) -> None:
    good, bad = write(tmp_path, "a.txt", "- call Ruth"), write(tmp_path, "b.txt", b"caf\xe9")
    assert here("extract", bad, good, "-o", "out.txt", "--model", "rules").returncode == 1
    assert (tmp_path / "out.txt").read_text() == "[ ] call Ruth\n"
    # Where nothing can be read, nothing is replaced.
    done = here("extract", bad, "missing.txt", "-o", "out.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        *NOT_READ,
        "inkslate: none of 2 files could be read; each line above has the reason",
    ]
    assert (tmp_path / "out.txt").read_text() == "[ ] call Ruth\n"


def test_check_tells_errors_in_the_data_from_files_that_cannot_be_read(here: Here, tmp_path: Path) -> None:
    wrong = write(tmp_path, "a.csv", HEADER + ROW.replace("<a1>", "<a7>"))
    done = here("check", wrong, "missing.txt")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        2,
        "a.csv: 0 boards, 0 regions, 0 sentences; 1 wrong, 0 repaired",
    )
    errors, unread, _ = done.stderr.splitlines()
    assert errors == "inkslate: 1 error in the data; each line above has the remedy"
    assert unread == "not read: missing.txt: no such file"


@pytest.mark.parametrize(
    "arguments",
    [
        ("extract", "--to", "fax"),
        ("evaluate",),
        ("fly",),
        ("extract", "--nope"),
        ("read", "--from", "docx"),
        ("evaluate", "a.csv", "--model", "rules", "--predictions", "p"),
        ("extract", "--model", "missing"),
    ],
)
def test_bad_usage_is_one_line_and_exit_2(here: Here, arguments: tuple[str, ...]) -> None:
    done = here(*arguments)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


def test_check_lists_everything_with_its_remedy(here: Here, tmp_path: Path) -> None:
    rows = [ROW.replace("<a1>", "<a7>"), ROW.replace("[1]", '"[1, 0]"').replace("r1", "r2"), ROW.replace("<s>", "")]
    done = here("check", write(tmp_path, "a.csv", HEADER + "".join(rows)))
    assert done.returncode == 2
    kinds = [line.split(":")[0] for line in done.stdout.splitlines()]
    assert kinds == ["wrong", "repaired", "wrong", "wrong", "a.csv"]
    assert all(";" in line for line in done.stdout.splitlines())
    fine = here("check", write(tmp_path, "b.jsonl", LABELLED))
    assert (fine.returncode, fine.stdout) == (0, "b.jsonl: 1 board, 1 region, 1 sentence; 0 wrong, 0 repaired\n")


def test_evaluate_prints_for_people_and_for_machines(here: Here, tmp_path: Path) -> None:
    gold = write(tmp_path, "gold.jsonl", LABELLED)
    table = here("evaluate", gold, "--model", "rules")
    assert table.returncode == 0
    assert "task F1                              100.0" in table.stdout
    assert "non-task F1                      undefined" in table.stdout
    value = json.loads(here("evaluate", gold, "--model", "rules", "--json", "--per-region").stdout)
    assert list(value) == [
        "signature", "counts", "task", "non_task", "accuracy", "context", "B", "B_tp", "intervals", "regions",
    ]  # fmt: skip
    assert value["counts"] == {"tp": 1, "fp": 0, "tn": 0, "fn": 0, "unmatched": 0}
    assert value["non_task"] == {"recall": None, "precision": None, "f1": None}
    assert value["context"] == {"task_recall": None, "non_task_recall": None}
    assert value["regions"] == [
        {"board": "b", "region": "r1", "tp": 1, "fp": 0, "tn": 0, "fn": 0, "B": 1.0, "B_tp": 1.0}
    ]


def test_evaluate_predictions_and_the_error_page(here: Here, tmp_path: Path) -> None:
    gold = write(tmp_path, "gold.jsonl", LABELLED)
    here("extract", gold, "--to", "jsonl", "-o", "p.jsonl", "--model", "rules")
    done = here("evaluate", gold, "--predictions", "p.jsonl", "--matching", "strict", "--json", "--html", "errors.html")
    assert json.loads(done.stdout)["signature"].startswith("scheme:unknown|layout:unknown|matching:strict|model:rules")
    assert (tmp_path / "errors.html").read_text().startswith("<!DOCTYPE html>")
    assert here("evaluate", gold, "--html", gold).returncode == 2


def test_the_floor_on_the_released_test_set(here: Here, slate_data: Path) -> None:
    value = json.loads(here("evaluate", slate_data / "test.csv", "--model", "rules", "--json").stdout)
    assert 0.84 <= value["B"] <= 0.86


@pytest.mark.parametrize("verb", cli.list_commands(click.Context(cli)))
def test_help_has_examples(here: Here, verb: str) -> None:
    done = here(verb, "--help")
    assert done.returncode == 0
    assert "xample" in done.stdout
    assert f"  inkslate {verb}" in done.stdout


def test_version(here: Here) -> None:
    version, model, more = here("--version").stdout.splitlines()
    assert version == f"inkslate, version {inkslate.__version__}"
    assert re.fullmatch(r"model open \S+ \(sha256 [0-9a-f]{12}\), comes with inkslate [\d.]+; Anybody, .*", model)
    assert more == "`inkslate model` says more"


def test_version_is_there_without_a_model(here: Here, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("inkslate.model.shipped._FOLDER", tmp_path)
    done = here("--version")
    assert done.returncode == 0
    assert done.stdout.splitlines()[1].startswith("model not usable: no model 'open'")


def test_model_says_which_is_used_and_who_may_use_it(here: Here) -> None:
    rows = {line[:16].strip(): line[16:] for line in here("model").stdout.splitlines()}
    assert rows["model"].startswith("open, version ")
    assert rows["model"].endswith("(used without --model)")
    assert rows["origin"] == f"comes with inkslate {inkslate.__version__}"
    assert rows["who may use it"].startswith("Anybody, for any use.")
    assert "**" not in rows["who may use it"]
    assert Path(rows["card"]).is_file()
    assert re.search(r"task 0\.\d+", rows["thresholds"])
    assert here("model", "show", "open").stdout == here("model").stdout


def test_other_models_are_described_too(here: Here, tmp_path: Path) -> None:
    source = Path(json.loads(here("model", "show", "--json").stdout)["folder"])
    own = tmp_path / "mine"
    shutil.copytree(source, own)
    value = json.loads(here("model", "show", "mine", "--json").stdout)
    assert (value["origin"], value["folder"]) == ("a folder of yours", str(own.resolve()))
    manifest = json.loads((own / "inkslate.json").read_text())
    for card, use in (
        (
            "# mine\n\n## Data\n\nThe licence of the data decides\nall.\n\n## Scores",
            "The licence of the data decides all.",
        ),
        ("# mine\n\n## Who may use it\n\nSee [the `data`](x.md).", "See the data."),
        ("# mine\n", "its card does not say: ask who made it, and see which data it learned from"),
    ):
        (own / "README.md").write_text(card)
        manifest["files"]["README.md"] = hashlib.sha256(card.encode()).hexdigest()
        (own / "inkslate.json").write_text(json.dumps(manifest))
        assert json.loads(here("model", "show", "mine", "--json").stdout)["use"] == use
    assert "part of the code" in here("model", "show", "rules").stdout
    assert here("model", "show", "missing").stderr.startswith("inkslate: no model 'missing'")


@pytest.mark.parametrize("group", [(), ("model",)])
def test_no_verb_is_no_error(here: Here, group: tuple[str, ...]) -> None:
    bare, asked = here(*group), here(*group, "--help")
    assert (bare.returncode, bare.stderr) == (0, "")
    assert asked.stdout.startswith("Usage: inkslate")
    assert len(bare.stdout.splitlines()) > 5
    if not group:
        assert bare.stdout == asked.stdout
    unknown = here(*group, "nonsense")
    assert (unknown.returncode, unknown.stdout, len(unknown.stderr.splitlines())) == (2, "", 1)


@pytest.mark.process
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    write(tmp_path, "a.jsonl", "".join(BOARD.replace('"b"', f'"b{number}"') for number in range(20_000)))
    done = subprocess.run(
        f"{sys.executable} -m inkslate.cli read a.jsonl | head -1",
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (done.stdout.count(b"\n"), done.stderr) == (1, b"")


def unread(pipe: IO[bytes] | None) -> int:
    """The number of bytes in a pipe."""
    assert pipe is not None
    count: int
    (count,) = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))
    return count


@pytest.mark.process
def test_ctrl_c_leaves_no_half_written_file(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "inkslate.cli", "extract", "--model", "rules", "-o", "out.txt"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=os.environ,
        # What a shell runs in the background ignores the signal, and so would this process.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdin is not None
    process.stdin.write(b"- call Ruth\n")
    process.stdin.flush()
    # Once the line has left the pipe, the process waits for more.
    assert_eventually(lambda: unread(process.stdin) == 0, "the process to read standard input")
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=30)
    assert (process.returncode, stderr.strip()) == (130, b"inkslate: interrupted")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.process
def test_links_pipes_and_devices_stay_what_they_are(run: Run, tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text("- call Ruth\n")
    (tmp_path / "kept.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("kept.txt")
    assert run("extract", "n.txt", "-o", "link.txt").returncode == 0
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "kept.txt").read_text() == "[ ] call Ruth\n"
    assert run("extract", "n.txt", "-o", "/dev/stdout").stdout == "[ ] call Ruth\n"
    assert Path("/dev/stdout").is_symlink()
    assert run("extract", "n.txt", "-o", "/dev/null").returncode == 0
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize("moment", ["0001-01-01", "2026-11-15T10:00+05:00", "tomorrow"])
def test_a_moment_that_is_none_of_ours(here: Here, tmp_path: Path, moment: str) -> None:
    (tmp_path / "n.txt").write_text("- call Ruth tomorrow\n")
    done = here("extract", "n.txt", "--now", moment)
    assert done.returncode == 2
    assert "is not a local date; write it like 2026-11-15" in done.stderr
