"""Every file of the tests is taken for what it is, by its content alone and by nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from inkslate.errors import InputError
from inkslate.readers import READERS
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document, load
from tests.support.paths import ROOT

BY_CONTENT = [name for name, reader in READERS.items() if reader.by_content]
FILES = sorted(path for path in (ROOT / "tests" / "files").glob("*/*") if path.parent.name in BY_CONTENT)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_files_are_told_apart(path: Path) -> None:
    document = load(path)
    assert [name for name in BY_CONTENT if READERS[name].recognises(document)] == [path.parent.name]
    assert detect_format(Document("stdin", document.data)) == path.parent.name
    assert detect_format(document) == path.parent.name


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[]", b"{", b"<", b"<html></html>", b"\xff\xfe", b'{"error": {}}', b"[" * 20_000, b'{"a":' * 20_000],
)
def test_nothing_else_is_recognised_and_nothing_breaks(data: bytes) -> None:
    assert not any(READERS[name].recognises(Document("x", data)) for name in BY_CONTENT)


@pytest.mark.parametrize(("name", "data"), [("a.json", b'{"a": 1}'), ("a.xml", b"<a/>"), ("a.html", b"<p>call</p>")])
def test_unknown_content_is_an_error(name: str, data: bytes) -> None:
    with pytest.raises(InputError, match="of an unknown format; name its format with --from"):
        detect_format(Document(name, data))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"DocumentMetadata": {"Pages": 1}, "Blo', "not JSON"),  # a download that was cut off
        (b'{"error": {"code": "401", "message": "no key"}}', "the error of a service .*401.*no key"),
        (b'{"__type": "ThrottlingException", "message": "slow down"}', "Throttling.*slow down"),
        (b'[{"a": 1}]', "JSON of an unknown format"),
        (b"<?xml version='1.0'?><mets/>", "markup of an unknown format"),
        (b"<!DOCTYPE html><p>call Ruth</p>", "markup of an unknown format"),
    ],
)
def test_markup_from_a_pipe_is_never_taken_for_notes(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        detect_format(Document("stdin", data))


@pytest.mark.parametrize("data", [b"{braces} are notes too", b"[x] call Ruth", b"<- look here", b"[ ] a\n[ ] b"])
def test_notes_may_begin_like_markup(data: bytes) -> None:
    assert detect_format(Document("stdin", data)) == "text"


@pytest.mark.parametrize("name", ["textract/zoe.json", "azure/zoe.json", "jiix/planning.jiix"])
def test_utf_16_is_told_apart_too(name: str) -> None:
    text = (ROOT / "tests" / "files" / name).read_text("utf-8")
    assert detect_format(Document("stdin", text.encode("utf-16"))) == name.partition("/")[0]
