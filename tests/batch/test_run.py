"""`inkslate batch` on one machine: what comes out, from what goes in."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from inkslate import Extractor
from inkslate.board import Board
from inkslate.details import DetailContext, add_details
from inkslate.formats import format_boards
from inkslate.readers.text import parse_text
from tests.support.batch_boards import contents, ids, make_boards, rows, shards, write_boards
from tests.support.commands import Here
from tests.support.paths import ROOT

pa = pytest.importorskip("pyarrow", reason="pip install 'inkslate[batch]'")

BOARDS = make_boards(230)


def as_rows(boards: list[Board], extractor: Extractor) -> list[dict[str, object]]:
    """The tasks of boards by `extract_many`, as the JSON of an extraction has them; boards in files have no spans."""
    return [
        {"row": row, "board": extraction.board.id} | task | {"spans": []}
        for row, extraction in enumerate(extractor.extract_many(boards, details=False), 1)
        for task in extraction.to_json()["tasks"]
    ]


@pytest.fixture
def jsonl(tmp_path: Path) -> Path:
    return write_boards(tmp_path / "boards.jsonl", BOARDS)


@pytest.mark.parametrize("target", ["parquet", "jsonl"])
@pytest.mark.process
def test_tasks_are_those_of_extract_many(here: Here, tmp_path: Path, jsonl: Path, target: str) -> None:
    done = here("batch", "--model", "rules", "boards.jsonl", "--out", "out", "--to", target, "--shard-rows", "50")
    expected = as_rows(BOARDS, Extractor.load("rules"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"230 boards, {len(expected)} tasks, 0 errors in out\n"
    assert rows(tmp_path / "out", "tasks") == [{"file": "boards.jsonl"} | row for row in expected]
    assert ids(rows(tmp_path / "out", "boards")) == [board.id for board in BOARDS]
    assert len(list((tmp_path / "out" / "tasks").iterdir())) == 5


@pytest.mark.usefixtures("inline_engine")
def test_a_single_board_is_not_called_boards(here: Here, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("- call Ruth\n")
    (tmp_path / "wrong.json").write_text("{}")
    done = here("batch", "--model", "rules", "one.txt", "wrong.json", "--out", "out")
    assert (done.returncode, done.stdout) == (1, "1 board, 1 task, 1 error in out\n")
    assert done.stderr.startswith("inkslate: 1 error, see out/errors; the first: wrong.json: is JSON of an unknown")


@pytest.mark.usefixtures("inline_engine")
def test_an_error_of_all_boards_is_said_once(here: Here, tmp_path: Path) -> None:
    endless = '{{"id": "b{}", "regions": {{}}}}\n'
    (tmp_path / "endless.jsonl").write_text("".join(endless.format(number) for number in range(100)))
    run = ("batch", "--model", "rules", "endless.jsonl", "--out", "out", "--shard-rows", "10")
    said = (
        "inkslate: 100 errors, see out/errors; the first: endless.jsonl row 1: board: regions is an object; "
        "it must be a list\n"
    )
    for arguments in (run, (*run, "--resume")):
        done = here(*arguments)
        assert (done.returncode, done.stdout, done.stderr) == (1, "0 boards, 0 tasks, 100 errors in out\n", said)


@pytest.mark.usefixtures("inline_engine")
def test_regions_without_id_are_named_by_their_place_and_said_once(here: Here, tmp_path: Path) -> None:
    lines = '"lines": [{"text": "call Ruth", "bullet": true}]'
    boards = [f'{{"id": "b{number}", "regions": [{{"id": "a", {lines}}}, {{{lines}}}]}}\n' for number in range(100)]
    named = f'{{"id": "c", "regions": [{{"id": "a", {lines}}}]}}\n'
    (tmp_path / "nameless.jsonl").write_text("".join((*boards, named)))
    run = ("batch", "--model", "rules", "nameless.jsonl", "--out", "out", "--shard-rows", "10")
    done = here(*run)
    said = "inkslate: regions without id on 100 boards; their place is their id: r1 for the first of a board\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, "101 boards, 201 tasks, 0 errors in out\n", said)
    assert [row["region"] for row in rows(tmp_path / "out", "tasks")][-3:] == ["a", "r2", "a"]
    assert here(*run, "--resume").stderr == ""  # nothing was read


@pytest.mark.usefixtures("inline_engine")
def test_a_models_tasks_and_scores_are_those_of_extract_many(here: Here, tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="pip install 'inkslate[train]'")
    from tests.support.hand_made import write

    bundle = write(tmp_path / "model")
    texts = [f"b{n} task and note {'either ' * (n % 5)}and perhaps task" for n in range(60)]
    boards = [parse_text(text, board=f"b{n}") for n, text in enumerate(texts)]
    write_boards(tmp_path / "boards.jsonl", boards)
    assert here("batch", "boards.jsonl", "--out", "out", "--model", "model").returncode == 0
    expected = as_rows(boards, Extractor.load(bundle.folder))
    assert rows(tmp_path / "out", "tasks") == [{"file": "boards.jsonl"} | row for row in expected]
    assert any(row["score"] is not None for row in expected)
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["model"]["sha256"] == bundle.info.sha256
    assert manifest["signature"].endswith(f"|sha256:{bundle.info.sha256[:12]}")


@pytest.mark.usefixtures("inline_engine")
def test_sentences_cover_every_word_once(here: Here, tmp_path: Path, jsonl: Path) -> None:
    here("batch", "--model", "rules", "boards.jsonl", "--out", "out")
    for board, row in zip(BOARDS, rows(tmp_path / "out", "boards"), strict=True):
        covered = [at for sentence in row["sentences"] for at in range(sentence["start"], sentence["end"])]
        assert len(covered) == row["words"] == sum(len(region.word_texts) for region in board.regions)
        assert row["tasks"] == sum(sentence["task"] for sentence in row["sentences"])


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_any_number_of_workers_gives_the_same_bytes(here: Here, tmp_path: Path, jsonl: Path) -> None:
    for workers in (1, 2, 5):
        assert (
            here(
                "batch", "--model", "rules", jsonl, "--out", f"out{workers}", "--workers", workers, "--shard-rows", 20
            ).returncode
            == 0
        )
    assert contents(tmp_path / "out1") == contents(tmp_path / "out2") == contents(tmp_path / "out5")


@pytest.mark.usefixtures("inline_engine")
def test_packing_does_not_show_in_the_shards(here: Here, tmp_path: Path) -> None:
    zstd = pa.Codec("zstd")
    raw = format_boards(BOARDS).encode()
    packed = {
        "plain": ("boards.jsonl", raw),
        "gzip": ("boards.jsonl.gz", gzip.compress(raw)),
        "gzip in parts": ("boards.jsonl.gz", gzip.compress(raw[:5000]) + gzip.compress(raw[5000:])),
        "zstd": ("boards.jsonl.zst", bytes(zstd.compress(raw))),
    }
    found = {}
    for name, (file, data) in packed.items():
        (tmp_path / file).write_bytes(data)
        here("batch", "--model", "rules", file, "--out", name, "--shard-rows", 40, "--workers", 2, "--to", "jsonl")
        (tmp_path / file).unlink()
        found[name] = {path: data.replace(file.encode(), b"FILE") for path, data in shards(tmp_path / name).items()}
    assert found["plain"] == found["gzip"] == found["gzip in parts"] == found["zstd"]
    assert len(found["plain"]) == 12


@pytest.mark.parametrize("columns", ["board", "id and regions", "text"])
@pytest.mark.usefixtures("inline_engine")
def test_parquet_is_read_by_its_columns(here: Here, tmp_path: Path, columns: str) -> None:
    import pyarrow.parquet as pq

    lines = [json.loads(line) for line in format_boards(BOARDS).splitlines()]
    if columns == "board":
        table = pa.table({"board": [json.dumps(line) for line in lines], "other": range(len(lines))})
    elif columns == "text":
        # A blank line parts regions, a dash is a bullet: as the text reader has it.
        texts = [
            "\n\n".join("\n".join("- " * line.bullet + line.text for line in region.lines) for region in board.regions)
            for board in BOARDS
        ]
        table = pa.table({"id": [board.id for board in BOARDS], "text": texts})
    else:
        table = pa.Table.from_pylist(lines)
    pq.write_table(table, tmp_path / "boards.parquet", row_group_size=64)
    done = here("batch", "--model", "rules", "boards.parquet", "--out", "out", "--shard-rows", 50)
    assert (done.returncode, done.stderr) == (0, "")
    expected = as_rows(BOARDS, Extractor.load("rules"))
    assert rows(tmp_path / "out", "tasks") == [{"file": "boards.parquet"} | row for row in expected]


@pytest.mark.parametrize("source", ["boards.jsonl", "boards.parquet"])
@pytest.mark.parametrize("target", ["parquet", "jsonl"])
@pytest.mark.usefixtures("inline_engine")
def test_what_boxes_and_keywords_state_is_in_the_tasks(here: Here, tmp_path: Path, source: str, target: str) -> None:
    import pyarrow.parquet as pq

    boards = [parse_text("# List\n- [ ] milk\n  - [x] call Ruth\nTODO eggs", board="b"), parse_text("rain", board="c")]
    write_boards(tmp_path / "boards.jsonl", boards)
    lines = [json.loads(line) for line in (tmp_path / "boards.jsonl").read_text("utf-8").splitlines()]
    pq.write_table(pa.Table.from_pylist(lines), tmp_path / "boards.parquet")
    done = here("batch", "--model", "rules", source, "--out", "out", "--to", target)
    assert (done.returncode, done.stderr) == (0, "")
    found = rows(tmp_path / "out", "tasks")
    assert [(row["text"], row["stated"]) for row in found] == [("milk", "box"), ("eggs", "keyword")]


@pytest.mark.usefixtures("inline_engine")
def test_a_folder_of_every_format_gives_what_extract_gives(here: Here, tmp_path: Path) -> None:
    folder = ROOT / "examples" / "formats"
    files = sorted(str(path) for path in folder.rglob("*") if path.is_file() and path.name[0] not in "._")
    done = here("batch", "--model", "rules", folder, "--out", "out")
    expected, errors = [], 0
    for file in files:
        extracted = here("extract", file, "--to", "jsonl", "--model", "rules")
        if extracted.returncode:
            errors += 1
        for line in extracted.stdout.splitlines():
            expected += [(file, task["id"], task["text"], task["lines"]) for task in json.loads(line)["tasks"]]
    found = [(row["file"], row["id"], row["text"], row["lines"]) for row in rows(tmp_path / "out", "tasks")]
    assert found == expected
    assert len({row["file"] for row in rows(tmp_path / "out", "errors")}) == errors
    assert done.returncode == (1 if errors else 0)


@pytest.mark.usefixtures("inline_engine")
def test_folders_leave_out_hidden_files_and_the_run_itself(here: Here, tmp_path: Path) -> None:
    (tmp_path / "b" / ".git").mkdir(parents=True)
    (tmp_path / "b" / ".git" / "config.txt").write_text("- no notes")
    (tmp_path / "b" / "_SUCCESS").write_text("")
    (tmp_path / "b" / "two.txt").write_text("- call Ruth")
    (tmp_path / "a.md").write_text("- [ ] buy milk")
    for _ in range(2):
        done = here(
            "batch",
            "--model",
            "rules",
            ".",
            "a.md",
            tmp_path / "b" / "two.txt",
            "--out",
            "out",
            "--to",
            "jsonl",
            "--resume",
        )
        assert done.stdout == "2 boards, 2 tasks, 0 errors in out\n"
    assert [row["file"] for row in rows(tmp_path / "out", "tasks")] == ["./a.md", "./b/two.txt"]


@pytest.mark.usefixtures("inline_engine")
def test_owners_and_due_dates_come_with_now(here: Here, tmp_path: Path) -> None:
    notes = "- Ruth: send the deck by Friday"
    (tmp_path / "notes.txt").write_text(notes)
    here("batch", "--model", "rules", "notes.txt", "--out", "without")
    here("batch", "--model", "rules", "notes.txt", "--out", "with", "--now", "2026-11-15")
    (plain,), (found,) = rows(tmp_path / "without", "tasks"), rows(tmp_path / "with", "tasks")
    assert (plain["owner"], plain["due"]) == (None, None)
    from datetime import datetime

    (found_here,) = add_details([Extractor.load().extract(notes)], DetailContext(now=datetime(2026, 11, 15)))
    (task,) = found_here.tasks
    assert (found["owner"], found["due"]) == (task.owner, task.due) == ("Ruth", "2026-11-20")
    assert found["due_span"] == list(task.detail.due_span or ())


@pytest.mark.usefixtures("inline_engine")
def test_the_manifest_says_what_was_done(here: Here, tmp_path: Path, jsonl: Path) -> None:
    from inkslate import __version__

    here("batch", "--model", "rules", "boards.jsonl", "--out", "out")
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    boards, tasks = rows(tmp_path / "out", "boards"), rows(tmp_path / "out", "tasks")
    assert manifest["inputs"]["files"] == 1
    assert manifest["inputs"]["bytes"] == jsonl.stat().st_size
    assert manifest["counts"] == {
        "boards": len(boards),
        "tasks": len(tasks),
        "words": sum(row["words"] for row in boards),
        "errors": 0,
        "shards": 1,
    }
    assert manifest["model"]["name"] == "rules"
    assert manifest["versions"]["inkslate"] == __version__
    assert manifest["versions"]["pyarrow"] == pa.__version__
    assert manifest["signature"] == f"scheme:rules|layout:both|model:rules|version:1|inkslate:{__version__}"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("nowhere.jsonl --out out", "inkslate: nowhere.jsonl: no such file or folder"),
        ("empty --out out", "inkslate: empty: no files to read; name files, or folders with files"),
        ("boards.jsonl --out boards.jsonl", "inkslate: {here}/boards.jsonl: cannot be created (File exists)"),
        (
            "boards.jsonl --out empty --model nowhere",
            "inkslate: no model 'nowhere'; name a model's folder, open or rules",
        ),
        (
            "boards.jsonl --out full",
            "inkslate: {here}/full: holds letter.txt, which is not from a batch run; choose",
        ),
        ("boards.jsonl --out empty --address auto", "inkslate batch: --address goes with --engine ray (see"),
        ("nope://a/b --out out", "inkslate: nope://a/b: cannot be reached (Protocol not known: nope"),
        ("boards.jsonl --out nope://a/b", "inkslate: nope://a/b/.lock: cannot be reached (Protocol not known: nope"),
        ("--out out", "inkslate batch: Missing argument 'INPUT...'."),
    ],
)
@pytest.mark.usefixtures("inline_engine")
def test_bad_usage_is_one_line(here: Here, tmp_path: Path, jsonl: Path, arguments: str, said: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    done = here("batch", "--model", "rules", *arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(said.format(here=tmp_path))
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("missing", "arguments", "said"),
    [
        ("pyarrow", "", "inkslate: a batch run needs pyarrow: pip install 'inkslate[batch]'\n"),
        ("ray", "--engine ray", "inkslate: --engine ray needs ray.data: pip install 'inkslate[ray]'\n"),
    ],
)
@pytest.mark.process
def test_a_missing_extra_is_named(tmp_path: Path, missing: str, arguments: str, said: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None; sys.argv = 'inkslate batch a --out b {arguments}'.split();"
        "from inkslate.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (2, said)


def test_the_command_line_loads_neither_pyarrow_nor_ray() -> None:
    code = (
        "import inkslate.cli, inkslate.batch, sys; print([m for m in ('pyarrow', 'ray', 'fsspec') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
