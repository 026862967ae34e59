"""The parts of a batch run, by the laws that they keep."""

from __future__ import annotations

import fcntl
import gzip
import json
import os
import pty
import struct
import subprocess
import termios
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkslate.board import Board
from inkslate.formats import format_board
from tests.support.batch_boards import batch_command, make_boards, write_boards
from tests.support.boards import labelled_boards

pa = pytest.importorskip("pyarrow", reason="pip install 'inkslate[batch]'")

from inkslate.batch import BatchSettings, process_batch  # noqa: E402
from inkslate.batch.filesystem import FileEntry, join  # noqa: E402
from inkslate.batch.planning import plan_units  # noqa: E402
from inkslate.batch.shards import split_result  # noqa: E402
from inkslate.batch.tables import INPUT_SCHEMA, OUTPUT_SCHEMA  # noqa: E402
from inkslate.batch.unit_reader import UnitReader  # noqa: E402
from inkslate.batch.units import FileSlice, UnitLimits, WorkUnit, format_unit, pack_units, parse_unit  # noqa: E402

limits = st.builds(UnitLimits, rows=st.integers(1, 9), bytes=st.integers(1, 60))


@given(
    lines=st.lists(st.binary(max_size=12).map(lambda line: line.replace(b"\n", b"")), max_size=30),
    ended=st.booleans(),
    packed=st.booleans(),
    limits=limits,
)
def test_units_hold_every_line_once_in_order(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], ended: bool, packed: bool, limits: UnitLimits
) -> None:
    path = tmp_path_factory.mktemp("lines") / ("a.jsonl.gz" if packed else "a.jsonl")
    content = b"\n".join(lines) + b"\n" * ended
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        content = b"x" + content
    path.write_bytes(gzip.compress(content) if packed else content)
    units = list(plan_units([FileEntry(str(path), len(content), 0)], format=None, limits=limits))
    reader = UnitReader("")
    read = [row for unit in units for table in reader.tables(unit) for row in table.to_pylist()]
    expected = [(row, line) for row, line in enumerate(content.split(b"\n"), 1) if line.strip()]
    assert [(row["row"], row["data"]) for row in read] == expected
    # Whoever reads a unit, and in whatever order, reads the same.
    again = [[t.to_pylist() for t in UnitReader("").tables(unit)] for unit in reversed(units)]
    assert [row for unit in reversed(again) for table in unit for row in table] == read


@given(st.lists(st.tuples(st.integers(1, 12), st.integers(0, 80)), max_size=40), limits)
def test_packing_keeps_slices_in_order_and_units_small(sizes: list[tuple[int, int]], limits: UnitLimits) -> None:
    slices = [FileSlice("lines", str(at), rows=rows, bytes=size) for at, (rows, size) in enumerate(sizes)]
    units = list(pack_units(slices, limits))
    assert [part for unit in units for part in unit.slices] == slices
    assert [unit.number for unit in units] == list(range(len(units)))
    for unit in units:
        assert len(unit.slices) == 1 or (unit.rows <= limits.rows)
        assert len(unit.slices) == 1 or sum(part.bytes for part in unit.slices) <= limits.bytes


def test_a_unit_is_a_line_of_text_whatever_its_files_are_called() -> None:
    unit = WorkUnit(7, (FileSlice("file", "caf\udce9/\n.txt", bytes=3), FileSlice("broken", "b", row=9, reason="ж")))
    assert format_unit(unit).isascii()
    assert "\n" not in format_unit(unit)
    assert parse_unit(format_unit(unit)) == unit


def table(lines: list[str]) -> object:
    rows = [{"file": "f", "row": row, "data": line.encode()} for row, line in enumerate(lines, 1)]
    return pa.Table.from_pylist(rows, schema=INPUT_SCHEMA)


@given(st.lists(labelled_boards(), max_size=6), st.integers(0, 6))
def test_the_function_does_not_care_how_boards_are_batched(boards: list[Board], cut: int) -> None:
    lines = [format_board(board) for board in boards]
    whole = process_batch(table(lines))
    assert whole.schema == OUTPUT_SCHEMA
    parts = [process_batch(table(lines)[:cut]), process_batch(table(lines)[cut:])]
    assert pa.concat_tables(parts).to_pylist() == whole.to_pylist()


@given(st.lists(st.one_of(labelled_boards().map(format_board), st.text(max_size=20)), max_size=6))
def test_every_row_is_a_board_or_an_error(lines: list[str]) -> None:
    found = process_batch(table([line.replace("\x00", "") for line in lines]), settings=BatchSettings("rules"))
    tasks, boards, errors = split_result(found)
    assert sorted(boards["row"].to_pylist() + errors["row"].to_pylist()) == list(range(1, len(lines) + 1))
    assert sum(boards["tasks"].to_pylist()) == tasks.num_rows


def test_columns_that_need_not_be_there() -> None:
    board = format_board(make_boards(1)[0])
    found = process_batch(
        pa.table({"file": ["a", "b.txt"], "row": [1, None], "data": [board.encode(), b"- call Ruth"]})
    )
    assert found["board"].to_pylist() == ["board-0", "b"]
    assert [task["text"] for task in found["tasks"].to_pylist()[1]] == ["call Ruth"]


def test_ids_that_are_no_text_do_not_end_a_run() -> None:
    line = {"text": "call Ruth", "words": [{"text": "call", "source": ["\ud800"]}, {"text": "Ruth", "source": [7]}]}
    board = json.dumps({"id": "b", "regions": [{"id": "r", "lines": [line | {"bullet": True}]}]})
    found = process_batch(table([board, board.replace("\\ud800", "s1")]))
    bad, good = found["tasks"].to_pylist()
    assert bad is None
    assert "surrogate" in found["error"].to_pylist()[0]
    assert [task["sources"] for task in good] == [["s1", "7"]]


@pytest.mark.parametrize(
    ("folder", "joined"), [("out", "out/a/b"), ("out/", "out/a/b"), ("/", "/a/b"), ("s3://b/", "s3://b/a/b")]
)
def test_join(folder: str, joined: str) -> None:
    assert join(folder, "a", "b") == joined


@pytest.mark.process
def test_a_terminal_sees_rate_and_time_left(tmp_path: Path) -> None:
    write_boards(tmp_path / "boards.jsonl", make_boards(600))
    command = batch_command("boards.jsonl", "--out", "out", "--workers", 1)
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    run = subprocess.Popen(command, cwd=tmp_path, stderr=theirs, stdout=subprocess.PIPE)
    os.close(theirs)
    shown = b""
    try:
        while block := os.read(ours, 1 << 16):
            shown += block
    except OSError:  # the other end is closed
        pass
    run.communicate()
    os.close(ours)
    assert run.returncode == 0
    assert b"600/600" in shown
    assert b"board/s" in shown
