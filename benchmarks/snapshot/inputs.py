"""The inputs of all cases, with fixed dates, and where their outputs go."""

from __future__ import annotations

import gzip
import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

NOW = "2026-11-16T09:00"
MODELS = ("rules", "open")
WRITTEN = 1_794_819_600  # the date of all input files, 2026-11-16 in UTC
LONGEST = 300  # seconds of a case
MADE = Path("made")  # relative to the workspace, so that no output depends on where that is
_PEOPLE = "# team\nruth, ruthie\nSam, sammy\nPriya\nwilson\n"
NOTES = """to do
- call ruth by 12/3
- [ ] sam: send the deck tomorrow at 3pm
- [x] pay invoice 12
* priya to book the room (next Friday) +project @home due:tomorrow
= 1+1 and check *bold* _under_ [link](x) | pipe
1) buy milk, eggs; bread \\ butter
2) Wilson will review the report by 2026-11-30T15:00

Notes from the meeting
The budget is fixed. We should ask the landlord about the lift before the end of the month!
@Sam please mail Zo\u00eb \u2014 caf\u00e9 \u2603 \u05e9\u05dc\u05d5\u05dd \x1b[31mred\x1b[0m
"""


def prepare(root: Path, data: Path | None, boards: Sequence[Path]) -> None:
    """Copy all inputs into the workspace, which is the current folder, with fixed dates."""
    shutil.copytree(root / "examples", "examples")
    shutil.copytree(root / "tests" / "files", "tests/files")
    corpus = b"".join(file.read_bytes() for file in sorted((root / "corpus" / "test").glob("*.jsonl")))
    write("corpus-test.jsonl", corpus)
    for name in ("train.csv", "val.csv", "test.csv") if data else ():
        write(f"data/{name}", (data / name).read_bytes())  # type: ignore[operator]
    for path in boards:
        write(f"boards/{path.name}", path.read_bytes())
    write("notes/hand-made.txt", NOTES.encode())
    write("notes/people.txt", _PEOPLE.encode())
    for file in files_in("examples", "tests/files", "data"):
        content = Path(file).read_bytes()
        write(f"damaged/{file}", content[: len(content) * 3 // 5])
    for file in (file for file in files_in("examples") if file.endswith((".txt", ".md"))):
        write(f"edited/{file}", a_day_later(Path(file).read_text("utf-8")).encode())
    packed = Path("examples/labelled.jsonl").read_bytes() + b'{"id": "no regions"}\n'
    write("packed/boards.jsonl.gz", gzip.compress(packed, mtime=0))
    for file in files_in("."):
        os.utime(file, (WRITTEN, WRITTEN))


def files_in(*folders: str) -> list[str]:
    """The files in some folders and below, sorted."""
    return sorted(path.as_posix() for folder in folders for path in Path(folder).rglob("*") if path.is_file())


def write(name: str, content: bytes) -> None:
    """Write a file and make its folder where there is none."""
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_bytes(content)


def a_day_later(text: str) -> str:
    """The notes a day later: a line gone, a word changed in others, one line new, the last one first."""
    lines = [line for line in text.splitlines() if line.strip()]
    changed = [re.sub(r"\w+(?=\W*$)", "Thursday", line) if at % 3 == 0 else line for at, line in enumerate(lines)]
    return "\n".join([changed[-1], *changed[:2], *changed[3:-1], "- order two new keys for Sam by Friday", ""])
