"""Which files are text, and how others are refused."""

from __future__ import annotations

import codecs
import io
import os
import sys
import threading
import time
from pathlib import Path

import pytest

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.readers import limits, read_file, scan_document
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document, load, read_json
from tests.support.shown_boards import shown


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"caf\xe9", "not UTF-8 text at byte 3"),
        (b"\x89PNG\r\n\x1a\n\0\0", "not UTF-8"),
        ("notes".encode("utf-16-le"), "NUL"),
        (b"PK\x03\x04\0\0", "NUL"),
        (codecs.BOM_UTF16_LE + b"\0\xd8", "not UTF-16"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(scan_document(Document("notes.txt", data)))


PDF = b"%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n- call Ruth\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (PDF, "is a PDF, not notes; read it with --from pdf"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "is a PDF, "),  # most have bytes that are no UTF-8; that is not the point
        (b"\n  " + PDF, "is a PDF, "),
        (codecs.BOM_UTF8 + PDF, "is a PDF, "),
        (rb"{\rtf1\ansi - call Ruth\par}", r"is rich text \(RTF\), not notes; save it as plain text or Markdown"),
        (b"%!PS-Adobe-3.0\n(call Ruth) show\n", "is PostScript, not notes; take the text out of it first, by ps2ascii"),
    ],
)
@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("notes.md", None),
        ("notes.txt", None),
        ("stdin", None),
        ("notes.pdf", None),  # not "name it with --from"
        ("notes.txt", "text"),  # whoever asks for it does not want it either
        ("notes.pdf", "markdown"),
        ("notes.jsonl", "board"),
    ],
)
def test_documents_are_not_read_as_notes(name: str, format: str | None, data: bytes, message: str) -> None:
    if "PDF" in message and format is None and name in ("stdin", "notes.pdf"):
        assert detect_format(Document(name, data)) == "pdf"
        return
    with pytest.raises(InputError, match=f"^{name}: {message}") as refused:
        list(scan_document(Document(name, data), format=format))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["% PDF-1.4", "read %PDF-1.4", "PDF-1.4", "%!", r"{rtf}", "%pdf-1.4 is how it begins"])
def test_notes_about_documents_are_notes(text: str) -> None:
    (board,) = scan_document(Document("notes.txt", text.encode()))
    assert isinstance(board, Board)
    assert shown(board) == [[text]]


def test_a_name_is_said_once_where_json_is_no_text() -> None:
    with pytest.raises(InputError) as raised:
        read_json(Document("a.jiix", b"\x1f\x8b"))
    assert str(raised.value) == "a.jiix: not UTF-8 text at byte 1; save it as UTF-8 text"


def test_text_with_a_byte_order_mark_is_read() -> None:
    for encoding, mark in (
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
    ):
        (board,) = scan_document(Document("notes.txt", mark + "Zoë 😀".encode(encoding)))
        assert isinstance(board, Board)
        assert shown(board) == [["Zoë 😀"]]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_file(tmp_path / "missing.txt")
    with pytest.raises(InputError, match="is a directory"):
        read_file(tmp_path)


def test_a_name_that_is_no_text_is_mended() -> None:
    """Names of files may hold any bytes; Python shows odd ones as half surrogates."""
    (board,) = scan_document(Document("caf\udce9.txt", b"call Ruth"))
    assert isinstance(board, Board)
    assert board.id == "caf\ufffd"


@pytest.mark.parametrize("name", ["/dev/zero", "-"])
def test_what_never_ends_is_refused_before_memory_is_full(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_STREAM", 4 << 20)
    with Path("/dev/zero").open("rb") as zeros:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(zeros))
        with pytest.raises(InputError) as refused:
            load(name)
    shown = name.replace("-", "stdin")
    assert str(refused.value) == f"{shown}: goes on after 4 MB; save it as files, and divide them"


def test_files_may_be_larger_than_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_STREAM", 4)
    (tmp_path / "a.txt").write_bytes(b"call Ruth")
    assert load(tmp_path / "a.txt").data == b"call Ruth"


def test_a_file_that_does_not_fit_into_memory(tmp_path: Path) -> None:
    (tmp_path / "a.mbox").touch()
    os.truncate(tmp_path / "a.mbox", 1 << 42)  # four terabytes of nothing, which need no disk
    with pytest.raises(InputError, match=r"a\.mbox: does not fit into memory; divide it into several files"):
        load(tmp_path / "a.mbox")


def test_all_of_a_pipe_is_read_that_nobody_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process has switched off waiting for the pipe: where nothing is there yet, it has not ended."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)

    def write() -> None:
        with os.fdopen(writing, "wb") as file:
            for part in (b"call ", b"Ruth"):
                time.sleep(0.1)
                file.write(part)
                file.flush()

    thread = threading.Thread(target=write)
    thread.start()
    with os.fdopen(reading, "rb") as pipe:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(pipe))
        assert load("-").data == b"call Ruth"
    thread.join()
