"""What a user can observe of inkslate, as plain files, to show that two versions of the code behave alike.

    PYTHONPATH=old/src python benchmarks/snapshot before --root . --data slate
    PYTHONPATH=new/src python benchmarks/snapshot after --root . --data slate
    diff -r -x '*.err' -x help before after

Both runs need the same --root (examples, test files, corpus) and --data. Only the command line, the HTTP API and the
names of `inkslate` itself are used. Every case has its own files: `.out`, `.err` and `.code` of a command, `.http` of
an answer, `.live` of a WebSocket, and what a command wrote. `.err` (also what the problems of the service say) and
`help` hold texts for people. Not covered: what needs torch (train, distill, export, reproduce, benchmark, model), Ray,
and what only shows on a terminal.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # for `python -m benchmarks.snapshot`

import commands
from cases import Case, run_cases
from inputs import MADE, files_in, prepare, write
from processes import run_processes
from service import serving
from service_requests import TOKEN, ask_guarded, ask_service

import inkslate


def snapshot() -> None:
    """Run all parts, in the current folder."""
    import inkslate.cli  # noqa: F401 - loaded before all children

    run_cases("help", [Case("help/inkslate", ["--help"]), Case("help/model-build", ["model", "build", "--help"])])
    run_cases("help of verbs", [Case(f"help/{verb}", [verb, "--help"]) for verb in commands.verbs()])
    files = [*files_in("examples", "tests/files", "data"), "notes/hand-made.txt"]
    run_cases("read", commands.read_cases(files))
    readable = [file for file in files if commands.succeeded(f"read/{file}") and not file.startswith("data/")]
    golds = [*files_in("boards"), "corpus-test.jsonl"] + (["data/test.csv"] if Path("data").exists() else [])
    run_cases("extract", commands.extract_cases(readable, golds))
    run_cases("previous", commands.previous_cases())
    run_cases("diff", commands.diff_cases())
    run_cases("evaluate", commands.evaluate_cases([*golds, "examples/labelled.jsonl"]))
    run_cases("others", commands.other_cases(files, golds))
    run_cases("errors", commands.error_cases())
    run_processes()
    with serving("open", "--model", "open", "--workspace", "kept") as service:
        ask_service(service, commands.choices("extract", "--to"))
    run_cases("export", [Case("service/corrections", ["export-corrections", "kept"])])
    write("token.txt", f"{TOKEN}\n".encode())
    Path("token.txt").chmod(0o600)
    with serving("guarded", "--model", "rules", "--workers", "2", "--token-file", "token.txt") as service:
        ask_guarded(service)


def collect(out: Path) -> None:
    """What was made, without the workspace's name in it; tables as text too."""
    here = str(Path.cwd()).encode()
    for name in files_in(str(MADE)):
        if Path(name).name == ".lock":
            continue
        target = out / Path(name).relative_to(MADE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(Path(name).read_bytes().replace(here, b"WORKSPACE"))
        if name.endswith(".parquet"):
            import pyarrow.parquet

            table = pyarrow.parquet.read_table(name)
            rows = [json.dumps(row, ensure_ascii=False) for row in table.to_pylist()]
            text = "\n".join([str(table.schema), *rows, ""]).replace(here.decode(), "WORKSPACE")
            target.with_name(f"{target.name}.txt").write_text(text, "utf-8")


def main() -> None:
    """Read the arguments, run all parts in a temporary folder and collect what they made."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path, help="a new folder")
    parser.add_argument("--root", type=Path, required=True, help="the repository that the inputs are taken from")
    parser.add_argument("--data", type=Path, help="the folder with train.csv, val.csv and test.csv")
    parser.add_argument("--boards", type=Path, nargs="*", default=[], help="more labelled boards (JSONL)")
    told = parser.parse_args()
    out, root = told.out.resolve(), told.root.resolve()
    data, boards = told.data and told.data.resolve(), [file.resolve() for file in told.boards]
    if out.exists():
        parser.error(f"{out} exists already")
    source = Path(inkslate.__file__).resolve().parent.parent
    print(f"code under test: {source}", flush=True)
    os.environ |= {"PYTHONPATH": str(source), "TZ": "CET-1", "COLUMNS": "100", "LC_ALL": "C.UTF-8"}
    for name in ("INKSLATE_DEBUG", "NO_COLOR", "FORCE_COLOR"):
        os.environ.pop(name, None)
    time.tzset()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="snapshot-") as workspace:
        os.chdir(workspace)
        prepare(root, data, boards)
        try:
            snapshot()
        finally:
            collect(out)
            os.chdir(root)
    used = os.times()
    cpu = used.user + used.system + used.children_user + used.children_system
    count = sum(path.is_file() for path in out.rglob("*"))
    print(f"{count} files in {out}, {time.monotonic() - began:.0f} s, {cpu:.0f} s of processor time")


if __name__ == "__main__":
    main()
